// FILE: passes/frontend/reader_accesses.cpp
// WHAT: see reader_accesses.h.
#include "reader_accesses.h"
#include "reader_costs.h"
#include "reader_code.h"
#include "reader_constructs.h"

#include "../compat_clang.h"

using namespace clang;
using namespace cleave;

// ---- What the clauses and the loop nest say ------------------------------------------------------

// Lists of whole variables only, and no clause that this does not know.
bool AccessReader::readClauses(const OMPExecutableDirective *Loop) {
  auto ReadList = [&](const auto *Clause, auto Take) {
    for (const Expr *Item : cleave::listItems(Clause)) {
      const VarDecl *Variable = namedVariable(Item);
      if (!Variable)
        return false;
      Take(Variable);
    }
    return true;
  };
  auto MakePrivate = [&](const VarDecl *Variable) { Private.insert(Variable); };
  for (const OMPClause *Clause : Loop->clauses()) {
    bool Read = true;
    if (auto *List = dyn_cast<OMPPrivateClause>(Clause))
      Read = ReadList(List, MakePrivate);
    else if (auto *List = dyn_cast<OMPLastprivateClause>(Clause))
      Read = ReadList(List, MakePrivate);
    else if (auto *List = dyn_cast<OMPFirstprivateClause>(Clause)) {
      // What is never written keeps the value of the variable outside. The implicit clauses of a
      // target construct say the same.
      Read = ReadList(List, [&](const VarDecl *Variable) {
        if (Written.count(Variable))
          Private.insert(Variable);
      });
    } else if (auto *List = dyn_cast<OMPReductionClause>(Clause)) {
      std::string Operator = List->getNameInfo().getName().getAsString();
      if (List->getNameInfo().getName().getCXXOverloadedOperator() != OO_None)
        Operator = getOperatorSpelling(List->getNameInfo().getName().getCXXOverloadedOperator());
      Read = ReadList(List, [&](const VarDecl *Variable) { Reductions[Variable] = Operator; });
    } else if (isa<OMPLinearClause, OMPInReductionClause, OMPAllocateClause, OMPInclusiveClause,
                   OMPOrderedClause>(Clause)) {
      return false;
    }
    if (!Read)
      return false;
  }
  return true;
}

// COUNT loops from BODY on, one right inside the other; BODY becomes the body of the innermost one. LOOP: their directive, or null.
bool AccessReader::readNest(const OMPExecutableDirective *Loop, unsigned Count, const Stmt *&Body) {
  std::vector<const ForStmt *> Loops;
  for (unsigned I = 0; I < Count; ++I) {
    auto *For = dyn_cast<ForStmt>(onlyStatement(Body));
    if (!For || For->getConditionVariable() || !counterVariable(For))
      return false;
    Loops.push_back(For);
    Body = For->getBody();
  }
  Written = writtenIn(Body, Context);
  if (Loop && !readClauses(Loop))
    return false;
  // What the headers read belongs to no iteration; it is read before the first.
  for (const ForStmt *For : Loops) {
    const VarDecl *Counter = counterVariable(For);
    Variables Changed = writtenIn(For->getCond(), Context);
    Changed.merge(writtenIn(For->getInit(), Context));
    Changed.merge(For->getInc() ? writtenIn(For->getInc(), Context) : Variables());
    Changed.erase(Counter);
    if (Written.count(Counter) || !Changed.empty())
      return false;
    Private.erase(Counter);
    const uint32_t Dimension = counterOf(For, Counter, true);
    if (Dimension == CLEAVE_NO_DIMENSION)
      return false;
    Counters[Counter] = Around = Dimension;
    Nest.push_back(nestLoop(For, Dimension, {0, 0}));
    if (For == Loops.front() && Dimensions[Dimension].Facts.step == 1)
      readHeader(For, Counter);
  }
  return true;
}

static const Expr *integerExpression(const Expr *Expression) {
  const QualType Type = Expression->IgnoreImpCasts()->getType();
  return Type->isIntegralOrUnscopedEnumerationType() ? Expression : nullptr;
}

// Of a loop that counts upwards by one.
void AccessReader::readHeader(const ForStmt *Loop, const VarDecl *Counter) {
  const Expr *First = nullptr;
  if (auto *Declaration = dyn_cast<DeclStmt>(Loop->getInit())) {
    if (auto *Variable = cast<VarDecl>(Declaration->getSingleDecl());
        Variable->getInitStyle() == VarDecl::CInit)
      First = integerExpression(Variable->getInit());
  } else if (auto *Assignment = dyn_cast<BinaryOperator>(Loop->getInit())) {
    First = integerExpression(Assignment->getRHS());
  }
  auto *Condition = dyn_cast<BinaryOperator>(Loop->getCond()->IgnoreParens());
  if (!First || !Condition)
    return;
  const BinaryOperatorKind Relation = Condition->getOpcode();
  const bool Upwards = Relation == BO_LT || Relation == BO_LE;
  if (!Upwards && Relation != BO_GT && Relation != BO_GE)
    return;
  const Expr *Bound = integerExpression(Upwards ? Condition->getRHS() : Condition->getLHS());
  if (!Bound || namedVariable(Upwards ? Condition->getLHS() : Condition->getRHS()) != Counter)
    return;
  const SourceText::Piece FirstText = Text.tokens(First->getSourceRange()),
                          BoundText = Text.tokens(Bound->getSourceRange());
  if (FirstText.Exact && BoundText.Exact)
    Header = {FirstText.Range.begin, FirstText.Range.end, BoundText.Range.begin, BoundText.Range.end,
              Relation == BO_LE || Relation == BO_GE};
}

// Whether STATEMENT, the body of a loop, may leave an iteration, or the loop, early.
static bool jumps(const Stmt *Statement) {
  if (!Statement || isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(Statement))
    return false; // their jumps are their own
  return isa<BreakStmt, ContinueStmt>(Statement) || llvm::any_of(Statement->children(), jumps);
}

void AccessReader::countLoops(const Stmt *Statement) {
  LoopCount += isa<ForStmt, CXXForRangeStmt, WhileStmt, DoStmt>(Statement);
  HasJump |= isa<BreakStmt, ContinueStmt, GotoStmt, IndirectGotoStmt, LabelStmt, ReturnStmt>(Statement);
  for (const Stmt *Child : Statement->children())
    if (Child)
      countLoops(Child);
}

cleave_loop_accesses *AccessReader::read(const OMPExecutableDirective *Loop,
                                         const OMPExecutableDirective *Target) {
  auto *Based = dyn_cast<OMPLoopBasedDirective>(Loop);
  cleave_loop_accesses *Result =
      Based ? readLoops(Loop, Based->getLoopsNumber(), Loop->getRawStmt(), Target) : nullptr;
  if (auto *Counted = dyn_cast<OMPLoopDirective>(Loop); Counted && Result)
    countElements(Counted->getBody(), *Result);
  return Result;
}

void AccessReader::countElements(const Stmt *Body, cleave_loop_accesses &Result) const {
  if (const std::optional<uint64_t> Elements = elementAccesses(Body, Context)) {
    Result.knows_elements = true;
    Result.element_count = *Elements;
  }
}

cleave_loop_accesses *AccessReader::readHeaders(const OMPExecutableDirective *Loop) {
  auto *Based = dyn_cast<OMPLoopBasedDirective>(Loop);
  const Stmt *Body = Loop->getRawStmt();
  if (!Based || Context.getLangOpts().isSignedOverflowDefined() ||
      !readNest(nullptr, Based->getLoopsNumber(), Body))
    return nullptr;
  if (SourceText::Piece Piece = Text.statement(Body); Piece.Exact)
    BodyText = Piece.Range;
  countLoops(Body);
  cleave_loop_accesses *Result = Known ? store() : nullptr;
  if (Result)
    countElements(Body, *Result);
  return Result;
}

std::optional<std::string> cleave::updateOperator(const Stmt *Statement, const VarDecl *Variable,
                                                  std::optional<std::string> Before) {
  std::string Operator;
  const bool IsInteger = Variable->getType()->isIntegerType();
  if (auto *Unary = dyn_cast<UnaryOperator>(Statement); Unary && Unary->isIncrementDecrementOp()) {
    if (namedVariable(Unary->getSubExpr()) == Variable)
      Operator = Unary->isIncrementOp() ? "+" : "--";
  } else if (auto *Binary = dyn_cast<BinaryOperator>(Statement);
             Binary && Binary->isAssignmentOp() && namedVariable(Binary->getLHS()) == Variable) {
    const Expr *Value = Binary->getRHS()->IgnoreParenImpCasts();
    auto *Update = Binary->getOpcode() == BO_Assign ? dyn_cast<BinaryOperator>(Value) : nullptr;
    QualType Type = Value->getType();
    if (auto *Compound = dyn_cast<CompoundAssignOperator>(Binary)) {
      Operator =
          BinaryOperator::getOpcodeStr(BinaryOperator::getOpForCompoundAssignment(Binary->getOpcode()));
      Type = Compound->getComputationResultType();
    } else {
      Operator = Update ? BinaryOperator::getOpcodeStr(Update->getOpcode()) : "=";
    }
    if (Operator == "-")
      Operator = "+";
    if (IsInteger && !Type->isIntegerType())
      Operator = "=";
  }
  if (!Operator.empty())
    Before = Before && (Before->empty() || *Before == Operator) ? std::optional(Operator) : std::nullopt;
  for (const Stmt *Child : Statement->children())
    if (Child)
      Before = updateOperator(Child, Variable, Before);
  return Before;
}

// The scalars from outside of LOOP that it may only update. What follows checks each of their uses (updatesReduction).
void AccessReader::findAccumulators(const ForStmt *Loop) {
  const SourceManager &SM = Context.getSourceManager();
  for (const VarDecl *Variable : writtenIn(Loop->getBody(), Context)) {
    const QualType Type = Variable->getType();
    if (!SM.isBeforeInTranslationUnit(Variable->getLocation(), Loop->getBeginLoc()) ||
        !(Type->isRealFloatingType() || Type->isIntegerType()) || Type->isBooleanType() ||
        Index(Variable) == CLEAVE_NO_VARIABLE)
      continue;
    const std::optional<std::string> Operator = updateOperator(Loop->getBody(), Variable, "");
    if (Operator && llvm::StringSwitch<bool>(*Operator).Cases("+", "*", "&", "|", "^", true).Default(false))
      Reductions[Variable] = *Operator;
  }
}

cleave_loop_accesses *AccessReader::readSerial(const ForStmt *Loop, const OMPExecutableDirective *Target) {
  if (!isa_and_nonnull<DeclStmt>(Loop->getInit()) || !Loop->getCond() || !Loop->getInc())
    return nullptr;
  findAccumulators(Loop);
  cleave_loop_accesses *Result = readLoops(nullptr, 1, Loop, Target);
  std::vector<cleave_accumulator> Accumulators;
  for (const auto &[Variable, Operator] : Reductions)
    Accumulators.push_back({Index(Variable), cleave_arena_copy(Arena, Operator.data(), Operator.size())});
  llvm::sort(Accumulators, [](auto &One, auto &Other) { return One.variable < Other.variable; });
  if (Result)
    storeList(Arena, Accumulators, Result->accumulators, Result->accumulator_count);
  return Result;
}

cleave_loop_accesses *AccessReader::readLoops(const OMPExecutableDirective *Loop, unsigned Count,
                                              const Stmt *Body, const OMPExecutableDirective *Target) {
  if (Context.getLangOpts().isSignedOverflowDefined() || !readNest(Loop, Count, Body))
    return nullptr;
  if (SourceText::Piece Piece = Text.statement(Body); Piece.Exact)
    BodyText = Piece.Range;
  Conditions = jumps(Body);
  countLoops(Body);
  statement(Body);
  readInnerNest(Body);
  readInnerLoops(Body);
  readLocals(Body);
  readDirectLoops(Body);
  readOperands(Body, Around);
  if (Known)
    readSections(Target);
  return Known ? store() : nullptr;
}

cleave_loop_accesses *AccessReader::readCounter(const ForStmt *Loop) {
  const VarDecl *Counter = counterVariable(Loop);
  if (Context.getLangOpts().isSignedOverflowDefined() || !Counter || !Loop->getCond() || !Loop->getInc() ||
      Index(Counter) == CLEAVE_NO_VARIABLE)
    return nullptr;
  Written = writtenIn(Loop->getBody(), Context);
  Written.merge(writtenIn(Loop->getCond(), Context));
  if (Written.count(Counter))
    return nullptr;
  const uint32_t Dimension = counterOf(Loop, Counter, false);
  if (Dimension == CLEAVE_NO_DIMENSION || !Known)
    return nullptr;
  Dimensions[Dimension].Facts.variable = Index(Counter);
  if (Dimensions[Dimension].Facts.step == 1)
    readHeader(Loop, Counter);
  return store();
}

// ---- What the map clauses name ---------------------------------------------------------------------

// ITEM is a section of an array or of what a pointer points to, and if that has rows, whole rows.
void AccessReader::section(const ArraySectionExpr *Item) {
  std::vector<const ArraySectionExpr *> Nest;
  const Expr *Base = Item;
  while (auto *Part = dyn_cast<ArraySectionExpr>(Base->IgnoreParenImpCasts())) {
    Nest.push_back(Part);
    Base = Part->getBase();
  }
  const VarDecl *Variable = namedVariable(Base);
  if (!Variable || (!Variable->getType()->isPointerType() && !Variable->getType()->isArrayType()))
    return;
  QualType Element = Variable->getType()->isPointerType()
                         ? Variable->getType()->getPointeeType()
                         : Context.getAsArrayType(Variable->getType())->getElementType();
  std::optional<Polynomial> First, Length;
  for (size_t I = Nest.size(); I-- > 0;) { // the outermost dimension is the last
    const ArraySectionExpr *Part = Nest[I];
    std::optional<Polynomial> Begin = constant(0), Count;
    if (Part->getLowerBound())
      Begin = plainValue(sourceExpression(Part->getLowerBound()));
    if (Part->getLength())
      Count = plainValue(sourceExpression(Part->getLength()));
    if (Part->getStride() || !Begin || !Count)
      return;
    if (I + 1 == Nest.size()) {
      First = Begin;
      Length = Count;
      continue;
    }
    std::optional<Polynomial> Extent = Element->isArrayType() ? extent(Element) : std::nullopt;
    if (!Begin->empty() || !Extent || *Count != *Extent)
      return;
    Element = Context.getAsArrayType(Element)->getElementType();
  }
  // a[i:n] of rows names whole rows as well, if not all dimensions are there.
  Sections.push_back({Variable, *First, *Length});
}

void AccessReader::readSections(const OMPExecutableDirective *Target) {
  // Outside of the loop, names mean the variables of the region.
  Counters.clear();
  Values.clear();
  Around = CLEAVE_NO_DIMENSION;
  for (const auto *Map : Target->getClausesOfKind<OMPMapClause>())
    for (const Expr *Item : cleave::listItems(Map))
      if (auto *Section = dyn_cast<ArraySectionExpr>(Item->IgnoreParenImpCasts());
          Section && !Map->isImplicit())
        section(Section);
}

// ---- Statements ------------------------------------------------------------------------------------

void AccessReader::body(const Stmt *Statement) {
  const Variables Before = Assigned;
  if (Statement)
    statement(Statement);
  Assigned = Before;
}

void AccessReader::perhaps(const Stmt *Statement) {
  ++Conditions;
  body(Statement);
  --Conditions;
}

void AccessReader::statement(const Stmt *Statement) {
  if (const Stmt *Inner = withoutHints(Statement); Inner != Statement) {
    Hinted.insert(Inner);
    Statement = Inner;
  }
  if (!Known || isa<NullStmt, BreakStmt, ContinueStmt>(Statement))
    return;
  if (auto *Expression = dyn_cast<Expr>(Statement)) {
    expression(Expression);
  } else if (auto *Compound = dyn_cast<CompoundStmt>(Statement)) {
    for (const Stmt *Child : Compound->body())
      statement(Child);
  } else if (auto *Declaration = dyn_cast<DeclStmt>(Statement)) {
    for (const Decl *Declared : Declaration->decls())
      if (auto *Variable = dyn_cast<VarDecl>(Declared))
        declaration(Variable);
      else
        giveUp();
  } else if (auto *If = dyn_cast<IfStmt>(Statement); If &&
                                                     If->getStatementKind() == IfStatementKind::Ordinary &&
                                                     !If->hasInitStorage() && !If->hasVarStorage()) {
    if (updatesReduction(If))
      return;
    evaluate(If->getCond());
    const Variables Before = Assigned;
    ++Conditions;
    statement(If->getThen());
    Variables Then = Assigned;
    Assigned = Before;
    if (If->getElse())
      statement(If->getElse());
    --Conditions;
    Variables Both;
    std::set_intersection(Then.begin(), Then.end(), Assigned.begin(), Assigned.end(),
                          std::inserter(Both, Both.begin()));
    Assigned = Both;
  } else if (auto *For = dyn_cast<ForStmt>(Statement); For && !For->getConditionVariable()) {
    forLoop(For);
  } else if (auto *While = dyn_cast<WhileStmt>(Statement); While && !While->getConditionVariable()) {
    evaluate(While->getCond());
    perhaps(While->getBody());
  } else if (auto *Do = dyn_cast<DoStmt>(Statement)) {
    perhaps(Do->getBody());
    perhaps(Do->getCond());
  } else {
    giveUp();
  }
}

// Variables of the body live for one iteration, so no other can see them.
void AccessReader::declaration(const VarDecl *Variable) {
  const QualType Type = Variable->getType();
  if (!Variable->hasLocalStorage() || Type->isReferenceType() || Type->isVariablyModifiedType() ||
      Type.isVolatileQualified() || Variable->isInvalidDecl())
    return giveUp();
  Variable = Variable->getCanonicalDecl();
  Inside.insert(Variable);
  const Expr *Initializer = Variable->getInit();
  if (Type->isPointerType()) {
    const size_t Before = Fits.size();
    std::optional<Place> Where = Initializer && !Written.count(Variable) ? target(Initializer) : std::nullopt;
    if (!Where)
      return giveUp();
    Pointers[Variable] = {*Where, takeFits(Before)};
    return;
  }
  if (!Initializer)
    return;
  evaluate(Initializer);
  if (Type->isIntegralOrEnumerationType() && !Written.count(Variable) &&
      Initializer->getType()->isIntegralOrEnumerationType()) {
    const size_t Before = Fits.size();
    const Polynomial Value = value(Initializer);
    Values[Variable] = {Value, takeFits(Before)};
  }
}

void AccessReader::forLoop(const ForStmt *Loop) {
  if (Loop->getInit())
    statement(Loop->getInit());
  const VarDecl *Counter = counterVariable(Loop);
  uint32_t Dimension = CLEAVE_NO_DIMENSION;
  const uint32_t Outside = Around;
  // The condition and the increment see the counter with one value more than the body.
  if (Loop->getCond())
    perhaps(Loop->getCond());
  if (Known && Counter && (Inside.count(Counter) || Private.count(Counter)) && Loop->getInc() &&
      !writtenIn(Loop->getBody(), Context).count(Counter) &&
      (!Loop->getCond() || !writtenIn(Loop->getCond(), Context).count(Counter)))
    Dimension = counterOf(Loop, Counter, false);
  if (Dimension != CLEAVE_NO_DIMENSION)
    Described[Loop] = Counters[Counter] = Around = Dimension;
  if (Dimension != CLEAVE_NO_DIMENSION)
    Dimensions[Dimension].Facts.has_hint = Hinted.count(Loop);
  const bool Certain = Dimension != CLEAVE_NO_DIMENSION && !jumps(Loop->getBody());
  Certain ? body(Loop->getBody()) : perhaps(Loop->getBody());
  Around = Outside;
  if (Counter)
    Counters.erase(Counter);
  if (Loop->getInc())
    perhaps(Loop->getInc());
}

// ---- The description ---------------------------------------------------------------------------------

cleave_polynomial AccessReader::store(const Polynomial &Value) const {
  std::vector<cleave_term> Terms;
  for (const auto &[Factors, Coefficient] : Value) {
    cleave_term Term = {};
    Term.coefficient = Coefficient;
    Term.factor_count = Factors.size();
    std::copy(Factors.begin(), Factors.end(), Term.factors);
    Terms.push_back(Term);
  }
  cleave_polynomial Result;
  storeList(Arena, Terms, Result.terms, Result.term_count);
  return Result;
}

cleave_loop_accesses *AccessReader::store() const {
  auto *Result =
      static_cast<cleave_loop_accesses *>(cleave_arena_allocate(Arena, sizeof(cleave_loop_accesses)));
  Result->header = Header;
  storeList(Arena, Nest, Result->nest, Result->nest_count);
  storeList(Arena, InnerLoops, Result->inner, Result->inner_count);
  storeList(Arena, DirectLoops, Result->direct, Result->direct_count);
  storeList(Arena, Locals, Result->locals, Result->local_count);
  storeList(Arena, Operands, Result->operands, Result->operand_count);
  Result->body_begin = BodyText.begin;
  Result->body_end = BodyText.end;
  Result->loop_count = LoopCount;
  Result->has_jump = HasJump;
  std::vector<cleave_dimension> StoredDimensions;
  for (const Dimension &It : Dimensions) {
    StoredDimensions.push_back(It.Facts);
    cleave_dimension &Stored = StoredDimensions.back();
    Stored.first = store(It.First);
    Stored.least = store(It.Least);
    Stored.most = store(It.Most);
    Stored.numerator = store(It.Numerator);
  }
  storeList(Arena, StoredDimensions, Result->dimensions, Result->dimension_count);

  std::vector<cleave_access> StoredAccesses;
  for (const Access &It : Accesses) {
    cleave_access Stored = {};
    Stored.variable = Index(It.Where.Base);
    if (Stored.variable == CLEAVE_NO_VARIABLE)
      return nullptr;
    Stored.writes = It.Writes;
    Stored.updates = It.Updates;
    Stored.certain = It.Certain;
    Stored.offset = Text.offset(It.At);
    if (SourceText::Piece Piece = Text.tokens({It.At, It.End}); Piece.Exact)
      Stored.end = Piece.Range.end;
    Stored.around = It.Around;
    std::vector<cleave_polynomial> Subscripts, Extents;
    for (const Polynomial &Subscript : It.Where.Subscripts)
      Subscripts.push_back(store(Subscript));
    for (const Polynomial &Extent : It.Where.Extents)
      Extents.push_back(store(Extent));
    size_t ExtentCount;
    storeList(Arena, Subscripts, Stored.subscripts, Stored.subscript_count);
    storeList(Arena, Extents, Stored.extents, ExtentCount);
    std::vector<cleave_fit> StoredFits;
    for (const Fit &Assumed : It.Assumed)
      StoredFits.push_back({store(Assumed.Value), Context.getIntWidth(Assumed.Type),
                            Assumed.Type->isSignedIntegerOrEnumerationType(), Assumed.Around});
    storeList(Arena, StoredFits, Stored.fits, Stored.fit_count);
    StoredAccesses.push_back(Stored);
  }
  storeList(Arena, StoredAccesses, Result->accesses, Result->access_count);

  std::vector<cleave_section> StoredSections;
  for (const Section &It : Sections)
    StoredSections.push_back({Index(It.Base), store(It.First), store(It.Length)});
  storeList(Arena, StoredSections, Result->sections, Result->section_count);
  return Result;
}
