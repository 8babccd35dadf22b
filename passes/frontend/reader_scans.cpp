// FILE: passes/frontend/reader_scans.cpp
// WHAT: serial loops whose iterations depend on each other by carried values alone (cleave_scan_loop): running sums, running maxima.
#include "reader_accesses.h"
#include "reader_assignments.h"
#include "reader_constructs.h"
#include "reader_row_updates.h"
#include "reader_updates.h"
#include "reader_variables.h"

using namespace clang;
using namespace cleave;

namespace {

using Variables = std::set<const VarDecl *>;

// The subscript of ELEMENT, without conversions; null if it is no element of an array.
const Expr *placeOf(const Expr *Element) {
  auto *Subscript = dyn_cast<ArraySubscriptExpr>(Element->IgnoreParens());
  return Subscript ? Subscript->getIdx()->IgnoreParenImpCasts() : nullptr;
}

// The statements of a body that the updates of the carried values do not need.
//
// A value is carried if it is one of CARRIED, or if a variable of the body is set from such a value. Parts that store to memory, or set
// such a variable, are removed. Updates must not be in a removed part, and must not read carried values.
class StoreRemover {
public:
  // UPDATE: a statement that carries a value in an array; or null.
  StoreRemover(const ForStmt *Loop, const Variables &Carried, const Stmt *Update, const ASTContext &Context)
      : Context(Context), Carried(Carried), Update(Update), Tainted(Carried),
        Declared(declaredIn(Loop->getBody())) {
    Declared.insert(counterVariable(Loop));
    size_t Before;
    do {
      Before = Tainted.size();
      taint(Loop->getBody(), false);
    } while (Tainted.size() != Before);
    Valid = true;
    remove(Loop->getBody());
  }

  bool Valid;
  // In source order, each with the update that remains of it, or null.
  std::vector<std::pair<const Stmt *, const Expr *>> Removed;
  bool ReadsCarried = false; // other than to update them

private:
  bool isTainted(const Stmt *Statement) const { return Statement && shareOne(namedIn(Statement), Tainted); }
  bool changesOneOf(const Stmt *Statement, const Variables &Which) const {
    return Statement && llvm::any_of(writtenIn(Statement, Context),
                                     [&](const VarDecl *Variable) { return Which.count(Variable) != 0; });
  }

  // The carried value that STATEMENT updates; null: none. VALUE: what it combines into that, or null.
  const VarDecl *updated(const Stmt *Statement, const Expr **Value = nullptr) const {
    if (auto *Expression = dyn_cast<Expr>(Statement))
      Statement = Expression->IgnoreParens();
    if (auto *Cleanups = dyn_cast<ExprWithCleanups>(Statement))
      Statement = Cleanups->getSubExpr()->IgnoreParens();
    const std::optional<cleave::Update> Found = updateIn(Statement, Context);
    const VarDecl *Variable = Found ? namedVariable(Found->Object) : nullptr;
    if (Value)
      *Value = Found ? Found->Value : nullptr;
    return Variable && Carried.count(Variable) ? Variable : nullptr;
  }

  // Adds the variables of the body that STATEMENT sets from carried values. UNDER: it is executed if a carried value says so.
  void taint(const Stmt *Statement, bool Under) {
    Statement = withoutHints(Statement);
    if (!Statement || updated(Statement))
      return;
    if (auto *Declaration = dyn_cast<DeclStmt>(Statement)) {
      for (const Decl *It : Declaration->decls())
        if (auto *Variable = dyn_cast<VarDecl>(It); Variable && (Under || isTainted(Variable->getInit())))
          Tainted.insert(Variable->getCanonicalDecl());
      return;
    }
    if (isa<Expr>(Statement)) {
      if (Under || isTainted(Statement))
        for (const VarDecl *Variable : writtenIn(Statement, Context))
          if (Declared.count(Variable))
            Tainted.insert(Variable);
      return;
    }
    if (auto *If = dyn_cast<IfStmt>(Statement))
      Under |= isTainted(If->getCond());
    if (auto *For = dyn_cast<ForStmt>(Statement))
      Under |= isTainted(For->getInit()) || isTainted(For->getCond()) || isTainted(For->getInc());
    for (const Stmt *Child : Statement->children())
      taint(Child, Under);
  }

  void drop(const Stmt *Statement) {
    ReadsCarried |= isTainted(Statement);
    Valid &= !changesOneOf(Statement, Carried);
    Removed.push_back({Statement, nullptr});
  }

  // Whether STATEMENT is `a[c++] = e`, of which `c++` remains.
  bool keepsUpdate(const Expr *Statement) {
    auto *Assignment = dyn_cast<BinaryOperator>(Statement);
    const Expr *Place =
        Assignment && Assignment->getOpcode() == BO_Assign ? placeOf(Assignment->getLHS()) : nullptr;
    auto *Increment = dyn_cast_or_null<UnaryOperator>(Place);
    const VarDecl *Variable =
        Increment && Increment->getOpcode() == UO_PostInc ? namedVariable(Increment->getSubExpr()) : nullptr;
    if (!Variable || !Carried.count(Variable) || assigns(Assignment->getRHS()))
      return false;
    ReadsCarried = true;
    Removed.push_back({Statement, Increment});
    return true;
  }

  // Whether EXPRESSION, or a part of it, assigns anything.
  static bool assigns(const Stmt *Expression) {
    if (auto *Binary = dyn_cast<BinaryOperator>(Expression); Binary && Binary->isAssignmentOp())
      return true;
    if (auto *Unary = dyn_cast<UnaryOperator>(Expression); Unary && Unary->isIncrementDecrementOp())
      return true;
    return llvm::any_of(Expression->children(), [](const Stmt *Child) { return Child && assigns(Child); });
  }

  // Removes what STATEMENT does not need for the updates.
  void remove(const Stmt *Statement) {
    Statement = withoutHints(Statement);
    if (!Valid || !Statement || Statement == Update || isa<NullStmt>(Statement))
      return;
    const Expr *Value;
    if (updated(Statement, &Value)) {
      Valid &= !isTainted(Value);
    } else if (isa<CompoundStmt>(Statement)) {
      for (const Stmt *Child : Statement->children())
        remove(Child);
    } else if (auto *Declaration = dyn_cast<DeclStmt>(Statement)) {
      const Variables Own = declaredIn(Declaration);
      auto IsTainted = [&](const VarDecl *It) { return Tainted.count(It) != 0; };
      if (!llvm::any_of(Own, [&](const VarDecl *It) { return isTainted(It->getInit()); }))
        return;
      Valid &= llvm::all_of(Own, IsTainted);
      drop(Statement);
    } else if (auto *If = dyn_cast<IfStmt>(Statement)) {
      if (isTainted(If->getCond()))
        return drop(Statement);
      Valid &= !If->isConsteval() && !assigns(If->getCond()); // 'if consteval' has no condition
      remove(If->getThen());
      remove(If->getElse());
    } else if (auto *For = dyn_cast<ForStmt>(Statement)) {
      if (isTainted(For->getInit()) || isTainted(For->getCond()) || isTainted(For->getInc()))
        return drop(Statement);
      remove(For->getBody());
    } else if (auto *Expression = dyn_cast<Expr>(Statement)) {
      const Variables Changed = writtenIn(Expression, Context);
      const bool IsOwn = !Changed.empty() && llvm::all_of(Changed, [&](const VarDecl *It) {
        return Declared.count(It) && !Tainted.count(It);
      });
      if ((IsOwn ? !storesToMemory(Expression) : !assigns(Expression)) || keepsUpdate(Expression))
        return;
      Valid &= !IsOwn;
      drop(Statement);
    } else {
      Valid = false;
    }
  }

  // Whether EXPRESSION assigns an element or a member.
  static bool storesToMemory(const Stmt *Expression) {
    auto *Binary = dyn_cast<BinaryOperator>(Expression);
    auto *Unary = dyn_cast<UnaryOperator>(Expression);
    if ((Binary && Binary->isAssignmentOp() && !namedVariable(Binary->getLHS())) ||
        (Unary && Unary->isIncrementDecrementOp() && !namedVariable(Unary->getSubExpr())))
      return true;
    return llvm::any_of(Expression->children(),
                        [](const Stmt *Child) { return Child && storesToMemory(Child); });
  }

  const ASTContext &Context;
  const Variables &Carried;
  const Stmt *Update;
  Variables Tainted, Declared;
};

} // namespace

// The array that EXPRESSION is an element of; null if it is no such element.
static const VarDecl *arrayOf(const Expr *Expression) {
  auto *Subscript = dyn_cast<ArraySubscriptExpr>(Expression->IgnoreParenImpCasts());
  return Subscript ? namedVariable(Subscript->getBase()->IgnoreParenImpCasts()) : nullptr;
}

// Whether all assignments to VARIABLE in STATEMENT increase it.
static bool onlyGrows(const Stmt *Statement, const VarDecl *Variable) {
  if (auto *Unary = dyn_cast<UnaryOperator>(Statement);
      Unary && Unary->isIncrementDecrementOp() && namedVariable(Unary->getSubExpr()) == Variable)
    return Unary->isIncrementOp();
  if (auto *Binary = dyn_cast<BinaryOperator>(Statement);
      Binary && Binary->isAssignmentOp() && namedVariable(Binary->getLHS()) == Variable) {
    auto *By = dyn_cast<IntegerLiteral>(Binary->getRHS()->IgnoreParenImpCasts());
    return Binary->getOpcode() == BO_AddAssign && By && By->getValue().getActiveBits() < 31 &&
           !By->getValue().isZero();
  }
  return llvm::all_of(Statement->children(),
                      [&](const Stmt *Child) { return !Child || onlyGrows(Child, Variable); });
}

// Whether STATEMENT is an assignment to VARIABLE.
static bool isAssignmentTo(const Stmt *Statement, const VarDecl *Variable) {
  if (auto *Unary = dyn_cast<UnaryOperator>(Statement))
    return Unary->isIncrementDecrementOp() && namedVariable(Unary->getSubExpr()) == Variable;
  auto *Binary = dyn_cast<BinaryOperator>(Statement);
  return Binary && Binary->isAssignmentOp() && namedVariable(Binary->getLHS()) == Variable;
}

// How many assignments in STATEMENT write an element of ARRAY.
static unsigned writesTo(const Stmt *Statement, const VarDecl *Array) {
  auto *Binary = dyn_cast<BinaryOperator>(Statement);
  unsigned Count = Binary && Binary->isAssignmentOp() && arrayOf(Binary->getLHS()) == Array;
  for (const Stmt *Child : Statement->children())
    if (Child)
      Count += writesTo(Child, Array);
  return Count;
}

// Finds the assignments in STATEMENT to `a[c++]`, and those to `a[c]` that an assignment to c follows in the same block, AFTER. BODY, of the
// loop, only increases c. So c has another value at each assignment to `a[c++]`. It also has at the other kind, if that is the only assignment to
// the array.
void AccessReader::findPlaced(const Stmt *Statement, llvm::ArrayRef<const Stmt *> After, const Stmt *Body) {
  if (auto *Compound = dyn_cast<CompoundStmt>(Statement)) {
    const std::vector<const Stmt *> Children(Compound->body_begin(), Compound->body_end());
    for (size_t I = 0; I < Children.size(); ++I)
      findPlaced(Children[I], llvm::ArrayRef(Children).drop_front(I + 1), Body);
    return;
  }
  if (!isa<Expr>(Statement)) {
    for (const Stmt *Child : Statement->children())
      if (Child)
        findPlaced(Child, {}, Body);
    return;
  }
  auto *Assignment = dyn_cast<BinaryOperator>(Statement);
  const Expr *Place =
      Assignment && Assignment->getOpcode() == BO_Assign ? placeOf(Assignment->getLHS()) : nullptr;
  auto *Increment = dyn_cast_or_null<UnaryOperator>(Place);
  const bool Increments = Increment && Increment->getOpcode() == UO_PostInc;
  const VarDecl *Counter = Place ? namedVariable(Increments ? Increment->getSubExpr() : Place) : nullptr,
                *Array = Counter ? arrayOf(Assignment->getLHS()) : nullptr;
  if (!Array || !Carried.count(Counter) || !onlyGrows(Body, Counter))
    return;
  const bool GrowsLater =
      llvm::any_of(After, [&](const Stmt *Later) { return isAssignmentTo(Later, Counter); });
  if (Increments || (GrowsLater && writesTo(Body, Array) == 1))
    Placed.insert(Assignment->getLHS()->IgnoreParens());
}

// Finds a statement of LOOP's body, UPDATE, that may carry a value in the elements of an array.
cleave_carried_element *AccessReader::readElement(const ForStmt *Loop, const Stmt *&Update) {
  std::vector<const Stmt *> Statements;
  if (auto *Compound = dyn_cast<CompoundStmt>(Loop->getBody()))
    Statements.assign(Compound->body_begin(), Compound->body_end());
  else
    Statements.push_back(Loop->getBody());
  for (const Stmt *Statement : Statements) {
    auto *Assignment = dyn_cast<BinaryOperator>(Statement);
    const VarDecl *Array =
        Assignment && Assignment->isAssignmentOp() ? arrayOf(Assignment->getLHS()) : nullptr;
    if (!Array)
      continue;
    const Expr *Read = Assignment->getRHS(), *Operand = Assignment->getLHS();
    BinaryOperatorKind Operator = Assignment->getOpcode();
    QualType Computed = Read->IgnoreParenImpCasts()->getType();
    if (auto *Compound = dyn_cast<CompoundAssignOperator>(Assignment)) {
      Operator = BinaryOperator::getOpForCompoundAssignment(Operator);
      Computed = Compound->getComputationResultType();
      if (Operator == BO_Sub)
        continue;
    } else {
      auto *Value = dyn_cast<BinaryOperator>(Read->IgnoreParenImpCasts());
      if (!Value)
        continue;
      Operator = Value->getOpcode();
      const bool IsLeft =
          arrayOf(Value->getLHS()) == Array && !areAlike(Value->getLHS(), Assignment->getLHS(), Context);
      if (Operator == BO_Sub && !IsLeft)
        continue;
      Read = IsLeft ? Value->getLHS() : Value->getRHS();
      Operand = IsLeft ? Value->getRHS() : Value->getLHS();
    }
    const bool Subtracts = Operator == BO_Sub;
    const cleave_combiner Combiner =
        Subtracts ? CLEAVE_COMBINER_ADD : arithmeticCombiner(BinaryOperator::getOpcodeStr(Operator));
    const QualType Type = Assignment->getLHS()->getType();
    if (arrayOf(Read) != Array || Combiner == CLEAVE_COMBINER_UNKNOWN || Index(Array) == CLEAVE_NO_VARIABLE ||
        !(Type->isRealFloatingType() || (Type->isIntegerType() && Computed->isIntegerType())) ||
        Type->isBooleanType() || Type.isVolatileQualified())
      continue;
    CarriedElement = Read->IgnoreParenImpCasts();
    Update = Statement;
    const SourceText::Piece Whole = Text.statement(Statement),
                            Of = Text.tokens(CarriedElement->getSourceRange()),
                            Other = Text.tokens(Operand->getSourceRange());
    auto *Result =
        static_cast<cleave_carried_element *>(cleave_arena_allocate(Arena, sizeof(cleave_carried_element)));
    const std::string Name = spellType(Type.getCanonicalType().getUnqualifiedType(), Context);
    *Result = {Index(Array),
               cleave_arena_copy(Arena, Name.data(), Name.size()),
               Type->isRealFloatingType(),
               Type->isUnsignedIntegerType(),
               static_cast<unsigned>(Context.getTypeSizeInChars(Type).getQuantity()),
               Combiner,
               Subtracts,
               Whole.Range.begin,
               Whole.Range.end,
               Of.Range.begin,
               Of.Range.end,
               Other.Range.begin,
               Other.Range.end};
    return Whole.Exact && Of.Exact && Other.Exact ? Result : nullptr;
  }
  return nullptr;
}

// Finds the variables from outside of LOOP that it may update, with their operators. EXTREMUM: the operator of those that no other operator
// updates. Returns whether there are any.
bool AccessReader::findCarried(const ForStmt *Loop, const std::string &Extremum) {
  const SourceManager &SM = Context.getSourceManager();
  for (const VarDecl *Variable : writtenIn(Loop->getBody(), Context)) {
    const QualType Type = Variable->getType();
    if (!SM.isBeforeInTranslationUnit(Variable->getLocation(), Loop->getBeginLoc()) ||
        !(Type->isRealFloatingType() || Type->isIntegerType()) || Type->isBooleanType() ||
        Type.isVolatileQualified() || Index(Variable) == CLEAVE_NO_VARIABLE)
      continue;
    const std::optional<std::string> Operator = updateOperator(Loop->getBody(), Variable, "");
    Reductions[Variable] =
        Operator && arithmeticCombiner(*Operator) != CLEAVE_COMBINER_UNKNOWN ? *Operator : Extremum;
    Carried.insert(Variable);
  }
  return !Carried.empty();
}

cleave_loop_accesses *AccessReader::readScan(const ForStmt *Loop, const OMPExecutableDirective *Target,
                                             const std::string &Extremum) {
  if (!isa_and_nonnull<DeclStmt>(Loop->getInit()) || !Loop->getCond() || !Loop->getInc())
    return nullptr;
  const Stmt *Update = nullptr;
  const cleave_carried_element *Element = findCarried(Loop, Extremum) ? nullptr : readElement(Loop, Update);
  findPlaced(Loop->getBody(), {}, Loop->getBody());
  cleave_loop_accesses *Result = Element || !Carried.empty() ? readLoops(nullptr, 1, Loop, Target) : nullptr;
  if (!Result)
    return nullptr;
  StoreRemover Stores(Loop, Carried, Update, Context);
  if (!Stores.Valid)
    return nullptr;
  auto *Scan = static_cast<cleave_scan_loop *>(cleave_arena_allocate(Arena, sizeof(cleave_scan_loop)));
  std::vector<cleave_removed_text> Removed;
  for (const auto &[Statement, Kept] : Stores.Removed) {
    const SourceText::Piece Piece = Text.statement(Statement);
    SourceText::Piece Rest = {{0, 0}, true};
    if (Kept)
      Rest = Text.tokens(Kept->getSourceRange());
    if (!Piece.Exact || !Rest.Exact)
      return nullptr;
    Removed.push_back({Piece.Range.begin, Piece.Range.end, Rest.Range.begin, Rest.Range.end});
  }
  std::vector<cleave_carried_value> Values;
  for (const VarDecl *Variable : Carried)
    Values.push_back({Index(Variable), arithmeticCombiner(Reductions[Variable])});
  llvm::sort(Values, [](auto &One, auto &Other) { return One.variable < Other.variable; });
  storeList(Arena, Values, Scan->values, Scan->value_count);
  storeList(Arena, Removed, Scan->removed, Scan->removed_count);
  Scan->element = Element;
  Scan->only_updates = !Element && !Stores.ReadsCarried;
  Result->scan = Scan;
  return Result;
}
