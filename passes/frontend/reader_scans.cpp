// FILE: passes/frontend/reader_scans.cpp
// WHAT: serial loops whose iterations depend on each other by carried values alone (cleave_scan_loop): running sums, running maxima.
#include "reader_accesses.h"
#include "reader_assignments.h"
#include "reader_constructs.h"

using namespace clang;
using namespace cleave;

namespace {

using Variables = std::set<const VarDecl *>;

// The statements of a body that the updates of the carried values do not need.
//
// A value is carried if it is one of CARRIED, or if a variable of the body is set from such a value. Parts that store to memory, or set
// such a variable, are removed. Updates must not be in a removed part, and must not read carried values.
class StoreRemover {
public:
  StoreRemover(const ForStmt *Loop, const Variables &Carried, const ASTContext &Context)
      : Context(Context), Carried(Carried), Tainted(Carried), Declared(declaredIn(Loop->getBody())) {
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
  std::vector<const Stmt *> Removed; // in source order
  bool ReadsCarried = false;         // other than to update them

private:
  static void addDeclared(const Stmt *Statement, Variables &Found) {
    if (auto *Declaration = dyn_cast<DeclStmt>(Statement))
      for (const Decl *It : Declaration->decls())
        if (auto *Variable = dyn_cast<VarDecl>(It))
          Found.insert(Variable->getCanonicalDecl());
    for (const Stmt *Child : Statement->children())
      if (Child)
        addDeclared(Child, Found);
  }
  static Variables declaredIn(const Stmt *Statement) {
    Variables Found;
    addDeclared(Statement, Found);
    return Found;
  }

  bool isTainted(const Stmt *Statement) const { return Statement && namesOneOf(Statement, Tainted); }
  bool changesOneOf(const Stmt *Statement, const Variables &Which) const {
    return Statement && llvm::any_of(writtenIn(Statement, Context),
                                     [&](const VarDecl *Variable) { return Which.count(Variable) != 0; });
  }

  // The carried value that STATEMENT updates; null: none. The shape of the update has been checked: its variable occurs once or twice
  // more than in its operand.
  const VarDecl *updated(const Stmt *Statement) const {
    if (auto *If = dyn_cast<IfStmt>(Statement)) {
      auto *Assignment = dyn_cast<BinaryOperator>(onlyStatement(If->getThen()));
      const VarDecl *Variable = Assignment && Assignment->getOpcode() == BO_Assign && !If->getElse()
                                    ? namedVariable(Assignment->getLHS())
                                    : nullptr;
      return Variable && Carried.count(Variable) && occurrences(If->getCond(), Variable) ? Variable : nullptr;
    }
    auto *Expression = dyn_cast<Expr>(Statement);
    if (!Expression)
      return nullptr;
    Expression = Expression->IgnoreParens();
    if (auto *Cleanups = dyn_cast<ExprWithCleanups>(Expression))
      Expression = Cleanups->getSubExpr()->IgnoreParens();
    const VarDecl *Variable = nullptr;
    if (auto *Unary = dyn_cast<UnaryOperator>(Expression); Unary && Unary->isIncrementDecrementOp())
      Variable = namedVariable(Unary->getSubExpr());
    else if (auto *Binary = dyn_cast<BinaryOperator>(Expression); Binary && Binary->isAssignmentOp())
      Variable = namedVariable(Binary->getLHS());
    return Variable && Carried.count(Variable) ? Variable : nullptr;
  }

  // How often STATEMENT names VARIABLE.
  static unsigned occurrences(const Stmt *Statement, const VarDecl *Variable) {
    unsigned Count = 0;
    if (auto *Pseudo = dyn_cast<PseudoObjectExpr>(Statement))
      return occurrences(Pseudo->getSyntacticForm(), Variable);
    if (auto *Reference = dyn_cast<DeclRefExpr>(Statement))
      Count += Reference->getDecl()->getCanonicalDecl() == Variable;
    for (const Stmt *Child : Statement->children())
      if (Child)
        Count += occurrences(Child, Variable);
    return Count;
  }

  // Whether the operand of UPDATE, which updates VARIABLE, reads no carried value.
  bool hasPlainOperand(const Stmt *Update, const VarDecl *Variable) const {
    unsigned Own = 1; // `v += e`, `v++`
    if (isa<IfStmt>(Update)) {
      Own = 2; // `if (e > v) v = e;`
    } else if (auto *Binary = dyn_cast<BinaryOperator>(cast<Expr>(Update)->IgnoreParens());
               Binary && Binary->getOpcode() == BO_Assign) {
      const Expr *Value = Binary->getRHS()->IgnoreParenImpCasts();
      Own = isa<ConditionalOperator>(Value) ? 3 : 2; // `v = e > v ? e : v`; `v = v + e`, `v = fmax(v, e)`
    }
    Variables Others = Tainted;
    Others.erase(Variable);
    return occurrences(Update, Variable) == Own && !namesOneOf(Update, Others);
  }

  // Adds the variables of the body that STATEMENT sets from carried values. UNDER: it is executed if a carried value says so.
  void taint(const Stmt *Statement, bool Under) {
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
    Removed.push_back(Statement);
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
    if (!Valid || !Statement || isa<NullStmt>(Statement))
      return;
    if (const VarDecl *Variable = updated(Statement)) {
      Valid &= hasPlainOperand(Statement, Variable);
    } else if (isa<CompoundStmt>(Statement)) {
      for (const Stmt *Child : Statement->children())
        remove(Child);
    } else if (auto *Declaration = dyn_cast<DeclStmt>(Statement)) {
      const Variables Own = declaredIn(Declaration);
      const bool Any = llvm::any_of(Own, [&](const VarDecl *It) { return Tainted.count(It) != 0; });
      Valid &= !Any || llvm::all_of(Own, [&](const VarDecl *It) { return Tainted.count(It) != 0; });
      if (Any)
        drop(Statement);
    } else if (auto *If = dyn_cast<IfStmt>(Statement)) {
      if (isTainted(If->getCond()))
        return drop(Statement);
      Valid &= !assigns(If->getCond());
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
      if (IsOwn ? !storesToMemory(Expression) : !assigns(Expression))
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
  Variables Tainted, Declared;
};

} // namespace

// Variables from outside of LOOP that it may update, with their operators. EXTREMUM: the operator of those that no other operator updates.
void AccessReader::findCarried(const ForStmt *Loop, const std::string &Extremum) {
  const SourceManager &SM = Context.getSourceManager();
  for (const VarDecl *Variable : writtenIn(Loop->getBody(), Context)) {
    const QualType Type = Variable->getType();
    if (!SM.isBeforeInTranslationUnit(Variable->getLocation(), Loop->getBeginLoc()) ||
        !(Type->isRealFloatingType() || Type->isIntegerType()) || Type->isBooleanType() ||
        Type.isVolatileQualified() || Index(Variable) == CLEAVE_NO_VARIABLE)
      continue;
    const std::optional<std::string> Operator = updateOperator(Loop->getBody(), Variable, "");
    Reductions[Variable] =
        Operator && combinerOf(*Operator) != CLEAVE_COMBINER_UNKNOWN ? *Operator : Extremum;
    Carried.insert(Variable);
  }
}

cleave_loop_accesses *AccessReader::readScan(const ForStmt *Loop, const OMPExecutableDirective *Target,
                                             const std::string &Extremum) {
  if (!isa_and_nonnull<DeclStmt>(Loop->getInit()) || !Loop->getCond() || !Loop->getInc())
    return nullptr;
  findCarried(Loop, Extremum);
  if (Carried.empty())
    return nullptr;
  cleave_loop_accesses *Result = readLoops(nullptr, 1, Loop, Target);
  if (!Result)
    return nullptr;
  StoreRemover Stores(Loop, Carried, Context);
  if (!Stores.Valid || !Stores.ReadsCarried)
    return nullptr;
  auto *Scan = static_cast<cleave_scan_loop *>(cleave_arena_allocate(Arena, sizeof(cleave_scan_loop)));
  std::vector<cleave_removed_text> Removed;
  for (const Stmt *Statement : Stores.Removed) {
    const SourceText::Piece Piece = Text.statement(Statement);
    if (!Piece.Exact)
      return nullptr;
    Removed.push_back({Piece.Range.begin, Piece.Range.end});
  }
  std::vector<cleave_carried_value> Values;
  for (const VarDecl *Variable : Carried)
    Values.push_back({Index(Variable), combinerOf(Reductions[Variable])});
  llvm::sort(Values, [](auto &One, auto &Other) { return One.variable < Other.variable; });
  storeList(Arena, Values, Scan->values, Scan->value_count);
  storeList(Arena, Removed, Scan->removed, Scan->removed_count);
  Result->scan = Scan;
  return Result;
}
