// FILE: passes/frontend/reader_accesses.cpp
// WHAT: reads the accesses of a parallel loop's body, by statement, in execution order.
//
// Unsupported kinds of expressions and statements make the description fail, so a new kind is never ignored.
#include "reader_accesses.h"

using namespace clang;
using namespace cleave;

// ---- What the clauses and the loop nest say ------------------------------------------------------

namespace {
class WriteSink : public CodeSink {
public:
  void use(const VarDecl *Variable, unsigned Flags, SourceLocation) override {
    if (Flags & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS) && !Variable->getType()->isArrayType())
      Found.insert(Variable->getCanonicalDecl());
  }
  void fact(cleave_fact_kind, SourceLocation, StringRef) override {}
  void call(const FunctionDecl *, SourceLocation) override {}

  std::set<const VarDecl *> Found;
};
} // namespace

std::set<const VarDecl *> cleave::writtenIn(const Stmt *Statement, const ASTContext &Context) {
  WriteSink Sink;
  CodeWalker Walker(Context, Sink);
  Walker.keepAll();
  Walker.statement(Statement);
  return std::move(Sink.Found);
}

const VarDecl *cleave::namedVariable(const Expr *Expression) {
  auto *Reference = dyn_cast<DeclRefExpr>(Expression->IgnoreParenImpCasts());
  auto *Variable = Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  return Variable ? Variable->getCanonicalDecl() : nullptr;
}

// Lists of whole variables only, and no clause that this does not know.
bool AccessReader::readClauses(const OMPExecutableDirective *Loop) {
  auto ReadList = [&](const auto *Clause, auto Take) {
    for (const Expr *Item : Clause->varlists()) {
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

static const Stmt *onlyStatement(const Stmt *Statement) {
  while (true) {
    if (auto *Captured = dyn_cast<CapturedStmt>(Statement))
      Statement = Captured->getCapturedStmt();
    else if (auto *Canonical = dyn_cast<OMPCanonicalLoop>(Statement))
      Statement = Canonical->getLoopStmt();
    else if (auto *Compound = dyn_cast<CompoundStmt>(Statement); Compound && Compound->size() == 1)
      Statement = Compound->body_front();
    else
      return Statement;
  }
}

static const VarDecl *counterVariable(const ForStmt *Loop) {
  if (auto *Declaration = dyn_cast_or_null<DeclStmt>(Loop->getInit())) {
    auto *Variable = Declaration->isSingleDecl() ? dyn_cast<VarDecl>(Declaration->getSingleDecl()) : nullptr;
    return Variable ? Variable->getCanonicalDecl() : nullptr;
  }
  auto *Assignment = dyn_cast_or_null<BinaryOperator>(Loop->getInit());
  return Assignment && Assignment->getOpcode() == BO_Assign ? namedVariable(Assignment->getLHS()) : nullptr;
}

// The associated loops, one right inside the other.
bool AccessReader::readNest(const OMPExecutableDirective *Loop, const Stmt *&Body) {
  auto *Based = dyn_cast<OMPLoopBasedDirective>(Loop);
  if (!Based)
    return false;
  std::vector<const ForStmt *> Nest;
  Body = Loop->getRawStmt();
  for (unsigned I = 0; I < Based->getLoopsNumber(); ++I) {
    auto *For = dyn_cast<ForStmt>(onlyStatement(Body));
    if (!For || For->getConditionVariable() || !counterVariable(For))
      return false;
    Nest.push_back(For);
    Body = For->getBody();
  }
  Written = writtenIn(Body, Context);
  if (!readClauses(Loop))
    return false;
  // What the headers read belongs to no iteration; it is read before the first.
  for (const ForStmt *For : Nest) {
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
    if (For == Nest.front() && Dimensions[Dimension].Facts.step == 1)
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
  const Stmt *Body = nullptr;
  if (Context.getLangOpts().isSignedOverflowDefined() || !readNest(Loop, Body))
    return nullptr;
  if (SourceText::Piece Piece = Text.statement(Body); Piece.Exact)
    BodyText = Piece.Range;
  Conditions = jumps(Body);
  countLoops(Body);
  statement(Body);
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
    for (const Expr *Item : Map->varlists())
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
  if (!Known || isa<NullStmt, BreakStmt, ContinueStmt>(Statement))
    return;
  if (auto *Expression = dyn_cast<Expr>(Statement)) {
    if (!updatesReduction(Expression))
      evaluate(Expression);
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
    Counters[Counter] = Around = Dimension;
  const bool Certain = Dimension != CLEAVE_NO_DIMENSION && !jumps(Loop->getBody());
  Certain ? body(Loop->getBody()) : perhaps(Loop->getBody());
  Around = Outside;
  if (Counter)
    Counters.erase(Counter);
  if (Loop->getInc())
    perhaps(Loop->getInc());
}

// ---- Expressions -----------------------------------------------------------------------------------

// Whether EXPRESSION is a statement that updates a reduction variable as its clause says: `s += e`,
// `s = s + e`. Any other use would show one iteration what others of its thread have added up.
bool AccessReader::updatesReduction(const Expr *Expression) {
  Expression = Expression->IgnoreParens();
  if (auto *Cleanups = dyn_cast<ExprWithCleanups>(Expression))
    Expression = Cleanups->getSubExpr()->IgnoreParens();
  if (auto *Unary = dyn_cast<UnaryOperator>(Expression); Unary && Unary->isIncrementDecrementOp()) {
    const VarDecl *Variable = namedVariable(Unary->getSubExpr());
    auto Found = Variable ? Reductions.find(Variable) : Reductions.end();
    return Found != Reductions.end() && Unary->isIncrementOp() && Found->second == "+";
  }
  auto *Binary = dyn_cast<BinaryOperator>(Expression);
  const VarDecl *Variable = Binary && Binary->isAssignmentOp() ? namedVariable(Binary->getLHS()) : nullptr;
  auto Found = Variable ? Reductions.find(Variable) : Reductions.end();
  if (Found == Reductions.end())
    return false;
  BinaryOperatorKind Operator = Binary->getOpcode();
  const Expr *Other = Binary->getRHS();
  if (Operator == BO_Assign) {
    auto *Update = dyn_cast<BinaryOperator>(Other->IgnoreParenImpCasts());
    if (!Update)
      return false;
    Operator = Update->getOpcode();
    if (namedVariable(Update->getLHS()) == Variable)
      Other = Update->getRHS();
    else if (namedVariable(Update->getRHS()) == Variable && Operator != BO_Sub)
      Other = Update->getLHS();
    else
      return false;
  } else {
    Operator = BinaryOperator::getOpForCompoundAssignment(Operator);
  }
  const bool Fits = Found->second == BinaryOperator::getOpcodeStr(Operator) ||
                    (Operator == BO_Sub && Found->second == "+") ||
                    (Operator == BO_Add && Found->second == "-");
  if (!Fits || !(Operator == BO_Add || Operator == BO_Sub || Operator == BO_Mul || Operator == BO_And ||
                 Operator == BO_Or || Operator == BO_Xor || Operator == BO_LAnd || Operator == BO_LOr))
    return false;
  evaluate(Other); // gives up if the variable stands in it as well
  return true;
}

void AccessReader::evaluate(const Expr *Expression) {
  if (!Known)
    return;
  Expression = Expression->IgnoreParens();
  if (auto *Cast = dyn_cast<CastExpr>(Expression)) {
    conversion(Cast);
  } else if (auto *Binary = dyn_cast<BinaryOperator>(Expression)) {
    operation(Binary);
  } else if (auto *Unary = dyn_cast<UnaryOperator>(Expression)) {
    if (Unary->isIncrementDecrementOp())
      access(Unary->getSubExpr(), true, true);
    else if (Unary->isArithmeticOp() || Unary->getOpcode() == UO_Extension)
      evaluate(Unary->getSubExpr());
    else
      giveUp();
  } else if (auto *Conditional = dyn_cast<ConditionalOperator>(Expression)) {
    evaluate(Conditional->getCond());
    perhaps(Conditional->getTrueExpr());
    perhaps(Conditional->getFalseExpr());
  } else if (auto *Call = dyn_cast<CallExpr>(Expression)) {
    call(Call);
  } else if (auto *Pseudo = dyn_cast<PseudoObjectExpr>(Expression)) {
    evaluate(Pseudo->getSyntacticForm()); // the device may call a variant of the function
  } else if (auto *List = dyn_cast<InitListExpr>(Expression)) {
    for (const Expr *Item : List->inits())
      evaluate(Item);
  } else if (auto *Full = dyn_cast<FullExpr>(Expression)) {
    evaluate(Full->getSubExpr());
  } else if (!isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, ImaginaryLiteral, CXXBoolLiteralExpr,
                  ImplicitValueInitExpr>(Expression) &&
             !(isa<DeclRefExpr>(Expression) &&
               isa<EnumConstantDecl>(cast<DeclRefExpr>(Expression)->getDecl())) &&
             !constantValue(Expression)) {
    giveUp();
  }
}

void AccessReader::conversion(const CastExpr *Expression) {
  const Expr *From = Expression->getSubExpr();
  switch (Expression->getCastKind()) {
  case CK_LValueToRValue:
    return access(From, true, false);
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_FloatingCast:
  case CK_FloatingRealToComplex:
  case CK_FloatingComplexToReal:
  case CK_FloatingComplexCast:
  case CK_IntegralRealToComplex:
    return evaluate(From);
  case CK_NoOp:
  case CK_ToVoid:
    return From->isPRValue() ? evaluate(From) : giveUp();
  default:
    return giveUp();
  }
}

void AccessReader::operation(const BinaryOperator *Expression) {
  const Expr *Left = Expression->getLHS(), *Right = Expression->getRHS();
  if (Expression->isAssignmentOp()) {
    if (!Left->getType()->isArithmeticType() && !Left->getType()->isEnumeralType() &&
        !Left->getType()->isRecordType())
      return giveUp(); // a pointer
    evaluate(Right);
    return access(Left, Expression->isCompoundAssignmentOp(), true);
  }
  if (Expression->isPtrMemOp() || Left->getType()->isAnyPointerType() || Right->getType()->isAnyPointerType())
    return giveUp();
  evaluate(Left);
  Expression->isLogicalOp() ? perhaps(Right) : evaluate(Right);
}

// Functions whose body is not visible are checked by name in lib/fission/widening.c: those of
// mathematics get numbers, and touch no memory that a program sees.
void AccessReader::call(const CallExpr *Expression) {
  const FunctionDecl *Callee = Expression->getDirectCallee();
  if (!Callee || isa<CXXMethodDecl>(Callee) ||
      visibleDefinition(Callee, Context.getSourceManager(), /*Header=*/""))
    return giveUp();
  for (const Expr *Argument : Expression->arguments())
    Argument->getType()->isArithmeticType() ? evaluate(Argument) : giveUp();
}
