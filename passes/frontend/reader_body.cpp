// FILE: passes/frontend/reader_body.cpp
// WHAT: see reader_body.h.
#include "reader_body.h"
#include "reader_code.h"
#include "reader_constructs.h"
#include "reader_variables.h"

#include "../compat_nodes.h"

using namespace clang;
using namespace cleave;

// ---- Clauses ---------------------------------------------------------------------------------------------

void BodyReader::readClauses(const OMPExecutableDirective *Loop, cleave_body &Body) {
  auto ReadList = [&](const auto *Clause, cleave_body_sharing Sharing, const char *Operation) {
    for (const Expr *Item : cleave::listItems(Clause)) {
      const VarDecl *Listed = namedVariable(Item);
      if (!Listed) {
        Body.has_other_clause = true;
        continue;
      }
      // A variable that is both has the later one: lastprivate says more about the end, not about the iterations.
      Variable *It = variable(Listed);
      if (It->sharing == CLEAVE_BODY_SHARED || It->sharing == CLEAVE_BODY_FIRSTPRIVATE)
        It->sharing = Sharing;
      It->operation = Operation;
    }
  };
  for (const OMPClause *Clause : Loop->clauses()) {
    if (auto *List = dyn_cast<OMPPrivateClause>(Clause)) {
      ReadList(List, CLEAVE_BODY_PRIVATE, nullptr);
    } else if (auto *List = dyn_cast<OMPLastprivateClause>(Clause)) {
      ReadList(List, CLEAVE_BODY_LASTPRIVATE, nullptr);
    } else if (auto *List = dyn_cast<OMPFirstprivateClause>(Clause)) {
      ReadList(List, CLEAVE_BODY_FIRSTPRIVATE, nullptr);
    } else if (auto *List = dyn_cast<OMPReductionClause>(Clause)) {
      const DeclarationName Name = List->getNameInfo().getName();
      std::string Operation = Name.getAsString();
      if (Name.getCXXOverloadedOperator() != OO_None)
        Operation = getOperatorSpelling(Name.getCXXOverloadedOperator());
      ReadList(List, CLEAVE_BODY_REDUCTION, copy(Operation));
    } else if (isa<OMPLinearClause, OMPInReductionClause, OMPAllocateClause, OMPInclusiveClause,
                   OMPOrderedClause>(Clause)) {
      Body.has_other_clause = true;
    }
  }
}

// The map clauses of TARGET that name sections of arrays and of what pointers point to.
void BodyReader::readSections(const OMPExecutableDirective *Target, cleave_body &Body) {
  std::vector<cleave_body_section> Sections;
  uint32_t Number = 0; // of the item, as readMaps counts
  for (const auto *Map : Target->getClausesOfKind<OMPMapClause>())
    for (const Expr *Item : cleave::listItems(Map)) {
      if (Map->isImplicit())
        continue;
      const uint32_t Own = Number++;
      if (!isa<ArraySectionExpr>(Item->IgnoreParenImpCasts()))
        continue;
      std::vector<Value *> First, Length;
      const Expr *Base = Item;
      bool IsPlain = true;
      while (auto *Part = dyn_cast<ArraySectionExpr>(Base->IgnoreParenImpCasts())) {
        IsPlain &= !Part->getStride();
        First.insert(First.begin(),
                     Part->getLowerBound() ? value(sourceExpression(Part->getLowerBound())) : nullptr);
        Length.insert(Length.begin(),
                      Part->getLength() ? value(sourceExpression(Part->getLength())) : nullptr);
        Base = Part->getBase();
      }
      Base = Base->IgnoreParenImpCasts();
      const VarDecl *Named = namedVariable(Base);
      const bool IsMember = isa<MemberExpr>(Base) && Base->getType()->isPointerType() && Base->isGLValue();
      if (!IsPlain ||
          !(IsMember || (Named && (Named->getType()->isPointerType() || Named->getType()->isArrayType()))))
        continue;
      cleave_body_section Section = {};
      Section.map = Own;
      if (IsMember)
        Section.place = place(Base);
      else
        Section.variable = variable(Named);
      storeList(Arena, First, Section.first, Section.dimension_count);
      storeList(Arena, Length, Section.length, Section.dimension_count);
      Sections.push_back(Section);
    }
  storeList(Arena, Sections, Body.sections, Body.section_count);
}

cleave_body *BodyReader::finish(cleave_body *Body) {
  std::vector<std::pair<SourceLocation, Variable *>> Declared;
  for (const auto &[Declaration, It] : Region.Own)
    Declared.push_back({Declaration->getLocation(), It});
  const SourceManager &SM = Context.getSourceManager();
  llvm::sort(Declared, [&](auto &One, auto &Other) {
    return One.first != Other.first && SM.isBeforeInTranslationUnit(One.first, Other.first);
  });
  for (size_t I = 0; I < Declared.size(); ++I)
    Declared[I].second->order = static_cast<uint32_t>(I);
  Body->members = Members;
  Body->types_may_alias = TypesMayAlias;
  Body->overflow_wraps = Context.getLangOpts().isSignedOverflowDefined();
  storeList(Arena, Variables, Body->variables, Body->variable_count);
  return Body;
}

cleave_body *BodyReader::readDirective(const OMPExecutableDirective *Loop,
                                       const OMPExecutableDirective *Target) {
  auto *Based = dyn_cast<OMPLoopBasedDirective>(Loop);
  if (!Based)
    return nullptr;
  auto *Body = make<cleave_body>();
  Body->has_directive = HasDirective = true;
  Body->associated = Based->getLoopsNumber();
  Root = Loop->getRawStmt();
  readClauses(Loop, *Body);
  Body->statement = statement(Root);
  readSections(Target, *Body);
  return finish(Body);
}

cleave_body *BodyReader::readSerial(const Stmt *Code, const OMPExecutableDirective *Target) {
  auto *Body = make<cleave_body>();
  Body->associated = 1;
  Root = Code;
  Body->statement = statement(Code);
  readSections(Target, *Body);
  return finish(Body);
}

cleave_body *BodyReader::readHeader(const ForStmt *Loop) {
  auto *Body = make<cleave_body>();
  Body->associated = 1;
  Body->is_header = true;
  Root = Loop;
  Body->statement = forLoop(Loop, false);
  return finish(Body);
}

// ---- Statements --------------------------------------------------------------------------------------------

BodyReader::Statement *BodyReader::unknownStatement(const Stmt *Code) {
  Statement *Result = newStatement(CLEAVE_BODY_UNKNOWN_STATEMENT, Code);
  Result->opaque = opaque(Code->getStmtClassName(), Code);
  return Result;
}

static bool isHint(const Attr *Attribute) {
  return isa<LoopHintAttr, LikelyAttr, UnlikelyAttr, FallThroughAttr, CXXAssumeAttr>(Attribute);
}

BodyReader::Statement *BodyReader::statement(const Stmt *Code) {
  Code = withoutWrapper(Code);
  auto *Attributed = dyn_cast<AttributedStmt>(Code);
  if (!Attributed)
    return plainStatement(Code);
  if (!llvm::all_of(Attributed->getAttrs(), isHint))
    return unknownStatement(Code);
  Statement *Result = statement(Attributed->getSubStmt());
  Result->has_hint = true;
  if (!Depth)
    Result->whole = textOf(Text.statement(Code), Code->getBeginLoc());
  return Result;
}

BodyReader::Statement *BodyReader::plainStatement(const Stmt *Code) {
  if (auto *Expression = dyn_cast<Expr>(Code)) {
    Statement *Result = newStatement(CLEAVE_BODY_EVALUATE, Code);
    Result->value = evaluated(Expression);
    return Result;
  }
  if (auto *Compound = dyn_cast<CompoundStmt>(Code))
    return block(Compound);
  if (auto *Declaration = dyn_cast<DeclStmt>(Code))
    return declarations(Declaration);
  if (auto *If = dyn_cast<IfStmt>(Code))
    return branch(If);
  if (auto *For = dyn_cast<ForStmt>(Code))
    return For->getConditionVariable() ? unknownStatement(Code) : forLoop(For);
  if (auto *Range = dyn_cast<CXXForRangeStmt>(Code))
    return rangeLoop(Range);
  if (auto *While = dyn_cast<WhileStmt>(Code); While && !While->getConditionVariable()) {
    Statement *Result = newStatement(CLEAVE_BODY_WHILE, Code);
    Result->value = value(While->getCond());
    setChildren(Result, {statement(While->getBody())});
    return Result;
  }
  if (auto *Do = dyn_cast<DoStmt>(Code)) {
    Statement *Result = newStatement(CLEAVE_BODY_DO, Code);
    setChildren(Result, {statement(Do->getBody())});
    Result->value = value(Do->getCond());
    return Result;
  }
  if (auto *Switch = dyn_cast<SwitchStmt>(Code);
      Switch && !Switch->hasInitStorage() && !Switch->hasVarStorage()) {
    Statement *Result = newStatement(CLEAVE_BODY_SWITCH, Code);
    Result->value = value(Switch->getCond());
    setChildren(Result, {statement(Switch->getBody())});
    return Result;
  }
  if (auto *Case = dyn_cast<SwitchCase>(Code)) {
    Statement *Result = newStatement(CLEAVE_BODY_CASE, Code);
    setChildren(Result, {statement(Case->getSubStmt())});
    return Result;
  }
  if (isa<NullStmt>(Code))
    return newStatement(CLEAVE_BODY_EMPTY, Code);
  if (auto *Break = dyn_cast<BreakStmt>(Code); Break && !cleave::namesLoop(Break))
    return newStatement(CLEAVE_BODY_BREAK, Code);
  if (auto *Continue = dyn_cast<ContinueStmt>(Code); Continue && !cleave::namesLoop(Continue))
    return newStatement(CLEAVE_BODY_CONTINUE, Code);
  if (auto *Return = dyn_cast<ReturnStmt>(Code); Return && Depth)
    return returned(Return);
  if (auto *Jump = dyn_cast<GotoStmt>(Code); Jump && PartEnds.count(Jump->getLabel()))
    return newStatement(CLEAVE_BODY_BREAK, Code);
  if (auto *Atomic = dyn_cast<OMPAtomicDirective>(Code); Atomic && !Depth)
    return atomic(Atomic);
  return unknownStatement(Code);
}

// The statements in CODE for which MATCHES holds; without those in loops and switches in it, if ONLY_DIRECT.
static unsigned count(const Stmt *Code, bool OnlyDirect, llvm::function_ref<bool(const Stmt *)> Matches) {
  if (!Code || (OnlyDirect && isa<ForStmt, CXXForRangeStmt, WhileStmt, DoStmt, SwitchStmt, LambdaExpr>(Code)))
    return 0;
  unsigned Count = Matches(Code);
  for (const Stmt *Child : Code->children())
    Count += count(Child, OnlyDirect, Matches);
  return Count;
}

// Whether all jumps to LABEL, in the block CODE, are in the statements before it. A break leaves what contains the jump: so no jump is
// in an inner loop or switch, and no break is beside one.
bool BodyReader::endsPart(const CompoundStmt *Code, const LabelStmt *Label) const {
  // The reader sees all of a called function, and of the loop of a directive: no jump leads into it (OpenMP 5.1, 1.2.2: structured block).
  const Stmt *All = Depth ? Current->Function->getBody() : HasDirective ? Root : nullptr;
  auto Jumps = [&](const Stmt *Part) {
    auto *Jump = dyn_cast<GotoStmt>(Part);
    return Jump && Jump->getLabel() == Label->getDecl();
  };
  auto Binds = [](const Stmt *Part) { return isa<BreakStmt, SwitchCase>(Part); };
  unsigned Before = 0, Others = 0;
  for (const Stmt *Child : Code->body()) {
    if (Child == Label)
      break;
    Before += count(Child, /*OnlyDirect=*/true, Jumps);
    Others += count(Child, /*OnlyDirect=*/true, Binds);
  }
  return All && Before && !Others && Before == count(All, /*OnlyDirect=*/false, Jumps);
}

// The statements before a label to which only they jump are a switch with one label, at its beginning. A jump is a break. In a part of this
// part it leaves both: what follows the inner one is not certain anyway.
BodyReader::Statement *BodyReader::block(const CompoundStmt *Code) {
  std::vector<const LabelDecl *> Ends;
  for (const Stmt *Child : Code->body())
    if (auto *Label = dyn_cast<LabelStmt>(Child); Label && endsPart(Code, Label))
      Ends.push_back(Label->getDecl());
  PartEnds.insert(Ends.begin(), Ends.end());
  std::vector<Statement *> Children;
  for (const Stmt *Child : Code->body()) {
    auto *Label = dyn_cast<LabelStmt>(Child);
    if (!Label || !llvm::is_contained(Ends, Label->getDecl())) {
      Children.push_back(statement(Child));
      continue;
    }
    PartEnds.erase(Label->getDecl());
    Statement *Part = newStatement(CLEAVE_BODY_SWITCH, Code), *Entry = newStatement(CLEAVE_BODY_CASE, Code);
    Part->value = make<Value>();
    Part->value->kind = CLEAVE_BODY_CONSTANT;
    Part->value->type = type(Context.IntTy);
    Part->value->has_constant = true;
    setChildren(Entry, {Children.front()});
    Children.front() = Entry;
    setChildren(Part, {sequence(Children, Code)});
    Children = {Part, statement(Label->getSubStmt())};
  }
  return sequence(Children, Code);
}

BodyReader::Statement *BodyReader::declaration(const VarDecl *Declared, const Stmt *Code) {
  const QualType Type = Declared->getType();
  const CXXRecordDecl *Class = Context.getBaseElementType(Type)->getAsCXXRecordDecl();
  if ((!Declared->hasLocalStorage() && !isConstantStatic(Declared, Context)) ||
      Type->isVariablyModifiedType() || Declared->isInvalidDecl() || Declared->hasAttr<CleanupAttr>() ||
      (Class && Class->hasDefinition() && !Class->hasTrivialDestructor()))
    return unknownStatement(Code);
  Variable *It = declare(Declared);
  if (!Declared->hasLocalStorage())
    return newStatement(CLEAVE_BODY_EMPTY, Code); // its value is that of every execution
  const Expr *Initializer = Declared->getInit();
  if (auto *Full = dyn_cast_or_null<FullExpr>(Initializer))
    Initializer = Full->getSubExpr();
  if (auto *Construct = dyn_cast_or_null<CXXConstructExpr>(Initializer);
      Construct && Construct->getConstructor()->isTrivial() &&
      Construct->getConstructor()->isDefaultConstructor())
    Initializer = nullptr; // no value
  if (auto *Lambda = dyn_cast_or_null<LambdaExpr>(Initializer ? Initializer->IgnoreImplicit() : nullptr)) {
    if (!mayInline(Lambda))
      return unknownStatement(Code);
    Closures[It] = {Lambda, Current}; // its body is read where it is called
    Initializer = nullptr;
  }
  Statement *Result = bind(It, Initializer, Code);
  Result->has_equals = Initializer && Declared->getInitStyle() == VarDecl::CInit;
  return Result;
}

BodyReader::Statement *BodyReader::declarations(const DeclStmt *Code) {
  std::vector<Statement *> Parts;
  for (const Decl *Declared : Code->decls()) {
    auto *Variable = dyn_cast<VarDecl>(Declared);
    if (Variable)
      Parts.push_back(declaration(Variable, Code));
    else if (auto *Type = dyn_cast<TypedefNameDecl>(Declared);
             Type && Type->getUnderlyingType()->isVariablyModifiedType())
      return unknownStatement(Code);
    else
      Parts.push_back(newStatement(CLEAVE_BODY_DECLARE_OTHER, Code));
    if (Parts.back()->kind == CLEAVE_BODY_UNKNOWN_STATEMENT)
      return unknownStatement(Code);
  }
  if (Parts.size() == 1)
    return Parts.front();
  Statement *Result = sequence(Parts, Code);
  Result->is_declaration = true;
  return Result;
}

BodyReader::Statement *BodyReader::branch(const IfStmt *Code) {
  if (Code->isConsteval())
    return unknownStatement(Code);
  if (Code->hasInitStorage() || Code->hasVarStorage()) { // a declaration, and the branch
    std::vector<Statement *> Statements;
    if (Code->getInit())
      Statements.push_back(statement(Code->getInit()));
    if (Code->getConditionVariableDeclStmt())
      Statements.push_back(statement(Code->getConditionVariableDeclStmt()));
    Statements.push_back(choice(Code));
    Statements.back()->whole.is_exact = false; // its text contains the declaration
    return sequence(Statements, Code);
  }
  return choice(Code);
}

BodyReader::Statement *BodyReader::choice(const IfStmt *Code) {
  if (Code->isConstexpr())
    if (auto Chosen = Code->getNondiscardedCase(Context))
      return *Chosen ? statement(*Chosen) : newStatement(CLEAVE_BODY_EMPTY, Code);
  Statement *Result = newStatement(CLEAVE_BODY_IF, Code);
  Result->value = value(Code->getCond());
  std::vector<Statement *> Children = {statement(Code->getThen())};
  if (Code->getElse())
    Children.push_back(statement(Code->getElse()));
  setChildren(Result, Children);
  return Result;
}

BodyReader::Statement *BodyReader::forLoop(const ForStmt *Code, bool WithBody) {
  Statement *Result = newStatement(CLEAVE_BODY_FOR, Code);
  Result->keyword = Depth || Code->getForLoc().isMacroID() ? 0 : Text.offset(Code->getForLoc());
  Statement *First = Code->getInit() ? statement(Code->getInit()) : newStatement(CLEAVE_BODY_EMPTY, Code);
  Result->value = Code->getCond() ? value(Code->getCond()) : nullptr;
  Result->step = Code->getInc() ? evaluated(Code->getInc()) : nullptr;
  LoopsAround.push_back(Code);
  setChildren(Result, {First, WithBody ? statement(Code->getBody()) : unknownStatement(Code->getBody())});
  LoopsAround.pop_back();
  return Result;
}

// Of an array: a loop over the indices of its elements.
BodyReader::Statement *BodyReader::rangeLoop(const CXXForRangeStmt *Code) {
  const Expr *Range = Code->getRangeInit();
  auto *Array = Context.getAsConstantArrayType(Range->getType());
  if (Code->getInit() || !Array || !Range->isLValue())
    return iteratorLoop(Code);
  Variable *Whole = newVariable("", Context.getLValueReferenceType(Range->getType())),
           *Counter = newVariable("", Context.getSizeType());
  Statement *BindRange = bind(Whole, Range, Code), *First = newStatement(CLEAVE_BODY_DECLARE, Code);
  auto Constant = [&](uint64_t Number) {
    Value *Result = newValue(CLEAVE_BODY_CONSTANT, Context.getSizeType(), Range);
    Result->has_constant = true;
    Result->constant = static_cast<int64_t>(Number);
    return Result;
  };
  First->variable = Counter;
  First->value = Constant(0);
  Statement *Loop = newStatement(CLEAVE_BODY_FOR, Code);
  Value *Condition = newValue(CLEAVE_BODY_BINARY, Context.getLogicalOperationType(), Range);
  Condition->operation = CLEAVE_BODY_LESS;
  Condition->left = read(variablePlace(Counter, Range), Range);
  Condition->right = Constant(Array->getSize().getZExtValue());
  Value *Step = newValue(CLEAVE_BODY_STEP, Context.getSizeType(), Range);
  Step->place = variablePlace(Counter, Range);
  Step->is_prefix = true;
  Loop->value = Condition;
  Loop->step = Step;
  const QualType Element = Array->getElementType(), Pointer = Context.getPointerType(Element);
  Value *Begin = newValue(CLEAVE_BODY_DECAY, Pointer, Range);
  Begin->place = variablePlace(Whole, Range);
  Value *At = newValue(CLEAVE_BODY_BINARY, Pointer, Range);
  At->operation = CLEAVE_BODY_ADD;
  At->left = Begin;
  At->right = read(variablePlace(Counter, Range), Range);
  At->is_written = true;
  Place *Item = target(At, Element, Range);
  const VarDecl *Declared = Code->getLoopVariable();
  const QualType Type = Declared->getType();
  if (isa<DecompositionDecl>(Declared) || !(Type->isReferenceType() || Type->isScalarType()) ||
      !Context.hasSameUnqualifiedType(Type.getNonReferenceType(), Element))
    return unknownStatement(Code);
  Statement *Bind = newStatement(CLEAVE_BODY_DECLARE, Code);
  Bind->variable = declare(Declared);
  if (Type->isReferenceType())
    Bind->place = Item;
  else
    Bind->value = read(Item, Range);
  setChildren(Loop, {First, sequence({Bind, statement(Code->getBody())}, Code)});
  return sequence({BindRange, Loop}, Code);
}

// Of another range: a loop that moves an iterator (C++17, 9.5.4).
BodyReader::Statement *BodyReader::iteratorLoop(const CXXForRangeStmt *Code) {
  if (!Code->getBeginStmt() || !Code->getEndStmt() || !Code->getCond() || !Code->getInc())
    return unknownStatement(Code);
  std::vector<Statement *> Statements;
  for (const Stmt *First :
       {Code->getInit(), static_cast<const Stmt *>(Code->getRangeStmt()),
        static_cast<const Stmt *>(Code->getBeginStmt()), static_cast<const Stmt *>(Code->getEndStmt())})
    if (First)
      Statements.push_back(statement(First));
  Statement *Loop = newStatement(CLEAVE_BODY_FOR, Code);
  Loop->value = value(Code->getCond());
  Loop->step = evaluated(Code->getInc());
  std::vector<Statement *> Body = {statement(Code->getLoopVarStmt()), statement(Code->getBody())};
  const auto *Begin = dyn_cast<VarDecl>(Code->getBeginStmt()->getSingleDecl());
  const VarDecl *Variable = Code->getLoopVariable();
  const SourceLocation From = Variable->getBeginLoc(), To = Code->getColonLoc();
  Loop->range = textOf(Code->getRangeInit());
  Loop->is_range = !Depth && !Code->getInit() && Begin && Begin->getInit() &&
                   isa<CXXMemberCallExpr>(Begin->getInit()->IgnoreImplicit()) &&
                   !isa<DecompositionDecl>(Variable) && !Code->getForLoc().isMacroID() && !From.isMacroID() &&
                   !To.isMacroID() && Loop->range.is_exact;
  if (Loop->is_range) {
    Loop->declared.begin = Loop->declared.at = Text.offset(From);
    Loop->declared.end = Text.offset(To);
    Loop->declared.is_exact = true;
    Loop->keyword = Text.offset(Code->getForLoc());
    setChildren(Loop, {sequence(Statements, Code), sequence(Body, Code)});
    return Loop;
  }
  setChildren(Loop, {newStatement(CLEAVE_BODY_EMPTY, Code), sequence(Body, Code)});
  Statements.push_back(Loop);
  return sequence(Statements, Code);
}

BodyReader::Statement *BodyReader::returned(const ReturnStmt *Code) {
  Statement *Result = newStatement(CLEAVE_BODY_RETURN, Code);
  const Expr *Returned = Code->getRetValue();
  if (Returned && Current->Function->getReturnType()->isReferenceType())
    Result->place = place(Returned);
  else if (Returned)
    Result->value = Returned->getType()->isVoidType() ? evaluated(Returned) : value(Returned);
  return Result;
}

// Whether atomic constructs without a clause are relaxed.
static bool hasRelaxedDefault(const ASTContext &Context) {
  for (const Decl *Declaration : Context.getTranslationUnitDecl()->decls())
    if (auto *Requires = dyn_cast<OMPRequiresDecl>(Declaration))
      for (const OMPClause *Clause : Requires->clauselists())
        if (isa<OMPAtomicDefaultMemOrderClause>(Clause))
          return false;
  return true;
}

BodyReader::Statement *BodyReader::atomic(const OMPAtomicDirective *Code) {
  auto *Whole = dyn_cast<Expr>(Code->getRawStmt());
  if (auto *Full = dyn_cast_or_null<FullExpr>(Whole))
    Whole = Full->getSubExpr();
  if (!Whole)
    return unknownStatement(Code);
  Statement *Result = newStatement(CLEAVE_BODY_ATOMIC, Code);
  Result->has_other_clause = !hasRelaxedDefault(Context);
  for (const OMPClause *Clause : Code->clauses())
    Result->has_other_clause |= !isa<OMPUpdateClause, OMPRelaxedClause>(Clause);
  Result->is_pragma_operator = Text.isOperator(Code);
  setChildren(Result, {plainStatement(Whole)});
  return Result;
}
