// FILE: passes/frontend/reader_reductions.cpp
// WHAT: see reader_reductions.h.
#include "reader_reductions.h"
#include "ast_visitor.h"
#include "reader_constructs.h"
#include "reader_effects.h"
#include "reader_updates.h"

#include "../compat_clang.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace cleave;

namespace {

// Names that code refers to, but for those of parameters.
class NameCollector : public AstVisitor {
public:
  bool VisitDeclRefExpr(DeclRefExpr *Reference) override {
    Names.insert(Reference->getNameInfo().getAsString());
    return true;
  }
  std::set<std::string> Names;
};

// Names that a function declares.
class DeclarationCollector : public AstVisitor {
public:
  bool VisitNamedDecl(NamedDecl *Declaration) override {
    Names.insert(Declaration->getNameAsString());
    return true;
  }
  std::set<std::string> Names;
};

} // namespace

static cleave_combiner combinerOf(const DeclarationName &Name) {
  const OverloadedOperatorKind Operator = Name.getCXXOverloadedOperator();
  return combinerNamed(Operator == OO_None ? Name.getAsString() : getOperatorSpelling(Operator));
}

// Clang computes a built-in reduction by operators, and a declared one by a call.
static const OpaqueValueExpr *declaredCallee(const Expr *Operation) {
  auto *Call = dyn_cast_or_null<CallExpr>(Operation);
  return Call ? dyn_cast<OpaqueValueExpr>(Call->getCallee()->IgnoreImpCasts()) : nullptr;
}

bool cleave::isDeclaredReduction(const Expr *Operation) { return declaredCallee(Operation); }

static const OMPDeclareReductionDecl *declarationOf(const Expr *Operation) {
  const OpaqueValueExpr *Callee = declaredCallee(Operation);
  auto *Name = Callee && Callee->getSourceExpr()
                   ? dyn_cast<DeclRefExpr>(Callee->getSourceExpr()->IgnoreImpCasts())
                   : nullptr;
  return Name ? dyn_cast<OMPDeclareReductionDecl>(Name->getDecl()) : nullptr;
}

// The text of EXPRESSION on one line; null if a macro contains a part of it, or if a name in it means something else in FUNCTION.
static const char *textOf(const Expr *Expression, const RegionScope &Scope, const FunctionDecl *Function) {
  const SourceManager &SM = Scope.Context.getSourceManager();
  const CharSourceRange Range = CharSourceRange::getTokenRange(Expression->getSourceRange());
  if (Range.getBegin().isMacroID() || Range.getEnd().isMacroID())
    return nullptr;
  bool Invalid = false;
  std::string Text = Lexer::getSourceText(Range, SM, Scope.Context.getLangOpts(), &Invalid).str();
  for (const char *Continuation : {"\\\r\n", "\\\n", "\r", "\n"})
    for (size_t At; (At = Text.find(Continuation)) != std::string::npos;)
      Text.replace(At, strlen(Continuation), " ");
  NameCollector Used;
  Used.TraverseStmt(const_cast<Expr *>(Expression));
  DeclarationCollector Declared;
  if (Function)
    Declared.TraverseDecl(const_cast<FunctionDecl *>(Function));
  for (const std::string &Name : Used.Names)
    if (Name.rfind("omp_", 0) != 0 && Declared.Names.count(Name) && Name != Function->getNameAsString())
      Invalid = true;
  // A comment, a literal or a directive in it would need its own line, or must not be changed.
  if (Invalid || Text.empty() || Text.find_first_of("\\\"'#") != std::string::npos ||
      Text.find("//") != std::string::npos || Text.find("/*") != std::string::npos)
    return nullptr;
  return cleave_arena_copy(Scope.Arena, Text.data(), Text.size());
}

static bool namesOriginal(const Expr *Initializer) {
  NameCollector Used;
  Used.TraverseStmt(const_cast<Expr *>(Initializer));
  return Used.Names.count("omp_orig");
}

static cleave_reduction declaredReduction(const OMPDeclareReductionDecl *Declaration,
                                          const RegionScope &Scope, const FunctionDecl *Function) {
  cleave_reduction Result = {}, Unknown = {};
  const Expr *Initializer = Declaration->getInitializer();
  Result.uses_original = Unknown.uses_original = Initializer && namesOriginal(Initializer);
  Result.combination = textOf(Declaration->getCombiner(), Scope, Function);
  if (!Result.combination)
    return Unknown;
  if (Initializer) {
    const char *Text = textOf(Initializer, Scope, Function);
    if (!Text || Declaration->getInitializerKind() == OMPDeclareReductionInitKind::Direct)
      return Unknown;
    if (Declaration->getInitializerKind() == OMPDeclareReductionInitKind::Call)
      Result.initialization = Text;
    else
      Result.initializer = Text;
  }
  Result.combiner = CLEAVE_COMBINER_DECLARED;
  return Result;
}

// ---- Arrays --------------------------------------------------------------------------------------

namespace {

// The updates of single elements of an array in a statement, and the number of all its uses.
class UpdateFinder : public AstVisitor {
public:
  UpdateFinder(const ASTContext &Context, const VarDecl *Array, cleave_combiner Combiner)
      : Context(Context), Array(Array), Combiner(Combiner) {}

  bool VisitDeclRefExpr(DeclRefExpr *Reference) override {
    Uses += isArray(Reference);
    return true;
  }
  // The statements that are expressions: only a statement can have a directive.
  void visitStatement(const Stmt *Statement);

  std::vector<std::pair<const Stmt *, Update>> Updates;
  unsigned Uses = 0, UsesInUpdates = 0;

private:
  bool isArray(const DeclRefExpr *Reference) const {
    auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
    return Variable && Variable->getCanonicalDecl() == Array;
  }
  bool uses(const Expr *Expression) const {
    UpdateFinder Inside(Context, Array, Combiner);
    Inside.TraverseStmt(const_cast<Expr *>(Expression));
    return Inside.Uses;
  }
  bool isElement(const Expr *Expression) const;
  bool takeUpdate(const Stmt *Statement);

  const ASTContext &Context;
  const VarDecl *Array;
  const cleave_combiner Combiner;
};

} // namespace

static const Expr *withoutCasts(const Expr *Expression) { return Expression->IgnoreParenImpCasts(); }

// Whether EXPRESSION is an element of the array, and its subscript has no effects.
bool UpdateFinder::isElement(const Expr *Expression) const {
  auto *Element = dyn_cast<ArraySubscriptExpr>(Expression->IgnoreParens());
  auto *Base = Element ? dyn_cast<DeclRefExpr>(withoutCasts(Element->getBase())) : nullptr;
  return Base && isArray(Base) && !cleave::hasSideEffects(Element->getIdx(), Context) &&
         !uses(Element->getIdx());
}

// Whether a conversion of VALUE to the type ELEMENT keeps the order of all values.
static bool isMonotone(const Expr *Value, QualType Element, const ASTContext &Context) {
  const QualType Type = Value->IgnoreParenImpCasts()->getType();
  if (!Element->isIntegerType())
    return Type->isRealFloatingType() || Type->isIntegerType();
  if (!Type->isIntegerType())
    return false;
  const bool IsSigned = Type->isSignedIntegerOrEnumerationType(),
             Keeps = Element->isSignedIntegerOrEnumerationType();
  const unsigned Bits = Context.getIntWidth(Type), Most = Context.getIntWidth(Element);
  return IsSigned == Keeps ? Bits <= Most : !IsSigned && Bits < Most;
}

// The forms that `omp atomic` accepts (OpenMP 5.1, 2.19.7), minima, maxima, and logical operations, by the operator of the reduction. Integers that
// a floating-point operation updates would be rounded after each update.
bool UpdateFinder::takeUpdate(const Stmt *Statement) {
  const std::optional<Update> Found = updateIn(Statement, Context);
  if (!Found || Found->Combiner != Combiner || !isElement(Found->Object) ||
      (Found->Value && uses(Found->Value)))
    return false;
  const QualType Element = Found->Object->getType();
  const bool IsExtremum = Combiner == CLEAVE_COMBINER_MINIMUM || Combiner == CLEAVE_COMBINER_MAXIMUM;
  const bool IsLogical = Combiner == CLEAVE_COMBINER_LOGICAL_AND || Combiner == CLEAVE_COMBINER_LOGICAL_OR;
  if (IsExtremum ? !isMonotone(Found->Value, Element, Context)
                 : Element->isIntegerType() && !Found->Computed->isIntegerType())
    return false;
  auto *Binary = dyn_cast<BinaryOperator>(Statement); // fmax evaluates the value once
  const bool EvaluatesOnce =
      Binary && isa<CallExpr, PseudoObjectExpr>(Binary->getRHS()->IgnoreParenImpCasts());
  if ((IsLogical || (IsExtremum && !EvaluatesOnce)) && cleave::hasSideEffects(Found->Value, Context))
    return false;
  Updates.push_back({Statement, *Found});
  UpdateFinder Inside(Context, Array, Combiner);
  Inside.TraverseStmt(const_cast<Stmt *>(Statement));
  UsesInUpdates += Inside.Uses;
  return true;
}

void UpdateFinder::visitStatement(const Stmt *Statement) {
  Statement = withoutHints(Statement);
  if (!Statement)
    return;
  if (auto *Value = dyn_cast<Expr>(Statement)) {
    takeUpdate(isa<FullExpr>(Value) ? cast<FullExpr>(Value)->getSubExpr() : Value);
  } else if (auto *Loop = dyn_cast<ForStmt>(Statement)) {
    visitStatement(Loop->getBody());
  } else if (auto *Loop = dyn_cast<WhileStmt>(Statement)) {
    visitStatement(Loop->getBody());
  } else if (auto *Loop = dyn_cast<DoStmt>(Statement)) {
    visitStatement(Loop->getBody());
  } else if (auto *Branch = dyn_cast<IfStmt>(Statement)) {
    if (takeUpdate(Branch))
      return;
    visitStatement(Branch->getThen());
    visitStatement(Branch->getElse());
  } else if (auto *Block = dyn_cast<CompoundStmt>(Statement)) {
    for (const Stmt *Child : Block->body())
      visitStatement(Child);
  }
}

// Stores the updates in LOOP, the statement of the directive, in order.
static void readUpdates(RegionScope &Scope, const Stmt *Loop, const VarDecl *Array, cleave_combiner Combiner,
                        cleave_reduced_array &Result) {
  UpdateFinder Finder(Scope.Context, Array, Combiner);
  Finder.TraverseStmt(const_cast<Stmt *>(Loop));
  Finder.visitStatement(Loop);
  Result.has_other_uses = Finder.Uses != Finder.UsesInUpdates;
  std::vector<cleave_element_update> Updates;
  for (const auto &[Statement, It] : Finder.Updates) {
    const Expr *Index = cast<ArraySubscriptExpr>(It.Object->IgnoreParens())->getIdx();
    const SourceText::Piece Whole = Scope.Text.statement(Statement),
                            Subscript = Scope.Text.tokens(Index->getSourceRange());
    SourceText::Piece Value = {{0, 0}, true};
    if (It.Value)
      Value = Scope.Text.tokens(It.Value->getSourceRange());
    Result.has_other_uses |= !Whole.Exact || !Subscript.Exact || !Value.Exact;
    Updates.push_back({Whole.Range, Subscript.Range, Value.Range});
  }
  storeList(Scope.Arena, Updates, Result.updates, Result.update_count);
}

// The index of the region's map item with the same expression as ITEM.
static uint32_t mapOf(const RegionScope &Scope, const Expr *Item) {
  uint32_t Index = 0;
  for (const auto *Map : Scope.target()->getClausesOfKind<OMPMapClause>())
    for (const Expr *Mapped : cleave::listItems(Map)) {
      if (Map->isImplicit())
        continue;
      if (areAlike(sourceExpression(Mapped), Item, Scope.Context))
        return Index;
      Index++;
    }
  return CLEAVE_NO_MAP;
}

// The text of BOUND, and its uses; its value if it is constant. Returns false if the text cannot be used.
static bool readBound(RegionScope &Scope, const Expr *Bound, cleave_array_bound &Result) {
  Bound = sourceExpression(Bound)->IgnoreImpCasts();
  if (const std::optional<llvm::APSInt> Value = Bound->getIntegerConstantExpr(Scope.Context)) {
    Result.is_constant = Value->isRepresentableByInt64();
    Result.value = Result.is_constant ? Value->getExtValue() : 0;
    return Result.is_constant;
  }
  const SourceText::Piece Piece = Scope.Text.tokens(Bound->getSourceRange());
  Result.is_constant = false;
  Result.range = Piece.Range;
  UseLists Found = Scope.walk([&](CodeWalker &Walker) { Walker.value(Bound); });
  storeList(Scope.Arena, Found.Uses, Result.uses, Result.use_count);
  return Piece.Exact && Bound->getType()->isIntegerType() && !cleave::hasSideEffects(Bound, Scope.Context) &&
         Found.Facts.empty();
}

// The list item ITEM, if it is a section of a variable, or an array, of one dimension; else null.
static const cleave_reduced_array *arrayIn(RegionScope &Scope, const Expr *Item, const Stmt *Loop,
                                           cleave_combiner Combiner) {
  Item = sourceExpression(Item)->IgnoreParenImpCasts();
  auto *Section = dyn_cast<ArraySectionExpr>(Item);
  auto *Base = dyn_cast<DeclRefExpr>(Section ? withoutCasts(sourceExpression(Section->getBase())) : Item);
  auto *Variable = Base ? dyn_cast<VarDecl>(Base->getDecl()) : nullptr;
  if (!Variable || !Loop || (Section && Section->getStride()))
    return nullptr;
  const ASTContext &Context = Scope.Context;
  const QualType Type = Variable->getType();
  const ConstantArrayType *Array = Context.getAsConstantArrayType(Type);
  const QualType Element = Array                              ? Array->getElementType()
                           : Section && Type->isPointerType() ? Type->getPointeeType()
                                                              : QualType();
  const bool IsNumber =
      !Element.isNull() && !Element.isConstQualified() && !Element.isVolatileQualified() &&
      (Element->isRealFloatingType() ||
       (Element->isIntegerType() && !Element->isBooleanType() && !Element->isEnumeralType()));
  if (!IsNumber)
    return nullptr;
  cleave_reduced_array Result = {};
  const std::string Spelling = spellType(Element, Context);
  Result.type = cleave_arena_copy(Scope.Arena, Spelling.data(), Spelling.size());
  Result.bytes = static_cast<unsigned>(Context.getTypeSizeInChars(Element).getQuantity());
  Result.is_floating = Element->isRealFloatingType();
  Result.is_unsigned = Element->isUnsignedIntegerType();
  Result.first.is_constant = Result.length.is_constant = true;
  if (Section && Section->getLowerBound() && !readBound(Scope, Section->getLowerBound(), Result.first))
    return nullptr;
  if (Section && Section->getLength()) {
    if (!readBound(Scope, Section->getLength(), Result.length))
      return nullptr;
  } else if (Array && Result.first.is_constant) {
    Result.length.value = static_cast<int64_t>(Array->getSize().getZExtValue()) - Result.first.value;
  } else {
    return nullptr;
  }
  Result.map = mapOf(Scope, Item);
  readUpdates(Scope, Loop, Variable->getCanonicalDecl(), Combiner, Result);
  auto *Stored = static_cast<cleave_reduced_array *>(cleave_arena_allocate(Scope.Arena, sizeof Result));
  *Stored = Result;
  return Spelling.empty() ? nullptr : Stored;
}

// ---- Clauses -------------------------------------------------------------------------------------

void cleave::readReductions(RegionScope &Scope, const OMPExecutableDirective *Directive,
                            const OMPReductionClause *Reduction, cleave_clause &Clause) {
  const Stmt *Loop = isOpenMPLoopDirective(Directive->getDirectiveKind()) ? Directive->getRawStmt() : nullptr;
  std::vector<cleave_reduction> Reductions;
  auto Item = Reduction->varlist_begin();
  for (const Expr *Operation : Reduction->reduction_ops()) {
    cleave_reduction Result = {};
    if (const OMPDeclareReductionDecl *Declaration = declarationOf(Operation))
      Result = declaredReduction(Declaration, Scope, Scope.function());
    else if (!isDeclaredReduction(Operation))
      Result.combiner = combinerOf(Reduction->getNameInfo().getName());
    Result.is_variable = isa<DeclRefExpr>(sourceExpression(*Item)->IgnoreParenImpCasts());
    Result.array = arrayIn(Scope, *Item++, Loop, Result.combiner);
    Reductions.push_back(Result);
  }
  storeList(Scope.Arena, Reductions, Clause.reductions, Clause.reduction_count);
}
