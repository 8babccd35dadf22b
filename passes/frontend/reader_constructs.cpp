// FILE: passes/frontend/reader_constructs.cpp
// WHAT: see reader_constructs.h.
#include "reader_constructs.h"
#include "reader_uses.h"

#include "../compat_nodes.h"

using namespace clang;
using namespace cleave;
using namespace llvm::omp;

uint32_t cleave::constructOf(OpenMPDirectiveKind Kind) {
  uint32_t Result = 0;
  for (Directive Leaf : getLeafConstructsOrSelf(Kind)) {
    Result |= Leaf == OMPD_target       ? CLEAVE_CONSTRUCT_TARGET
              : Leaf == OMPD_teams      ? CLEAVE_CONSTRUCT_TEAMS
              : Leaf == OMPD_distribute ? CLEAVE_CONSTRUCT_DISTRIBUTE
              : Leaf == OMPD_parallel   ? CLEAVE_CONSTRUCT_PARALLEL
              : Leaf == OMPD_for        ? CLEAVE_CONSTRUCT_FOR
              : Leaf == OMPD_simd       ? CLEAVE_CONSTRUCT_SIMD
              : Leaf == OMPD_loop       ? CLEAVE_CONSTRUCT_LOOP
                                        : 0;
  }
  return Result;
}

uint32_t cleave::teamConstructOf(const OMPExecutableDirective *Directive) {
  const bool Plain = llvm::all_of(Directive->clauses(),
                                  [](const OMPClause *Clause) { return isa<OMPNowaitClause>(Clause); });
  switch (Directive->getDirectiveKind()) {
  case OMPD_barrier:
    return CLEAVE_CONSTRUCT_BARRIER | CLEAVE_CONSTRUCT_NEEDLESS;
  case OMPD_single:
  case OMPD_master:
  case OMPD_masked:
    if (Plain)
      return CLEAVE_CONSTRUCT_ONCE | CLEAVE_CONSTRUCT_NEEDLESS;
    return Directive->hasClausesOfKind<OMPCopyprivateClause>() ||
                   Directive->hasClausesOfKind<OMPFilterClause>()
               ? 0
               : CLEAVE_CONSTRUCT_ONCE;
  case OMPD_sections:
    return CLEAVE_CONSTRUCT_ONCE;
  default:
    return 0;
  }
}

const Stmt *cleave::withoutWrapper(const Stmt *Statement) {
  while (true) {
    if (auto *Captured = dyn_cast<CapturedStmt>(Statement))
      Statement = Captured->getCapturedStmt();
    else if (auto *Canonical = dyn_cast<OMPCanonicalLoop>(Statement))
      Statement = Canonical->getLoopStmt();
    else
      return Statement;
  }
}

bool cleave::hasDirective(const Stmt *Statement,
                          llvm::function_ref<bool(const OMPExecutableDirective *)> IsWanted) {
  if (!Statement)
    return false;
  if (auto *Directive = dyn_cast<OMPExecutableDirective>(Statement))
    return IsWanted(Directive) ||
           (Directive->hasAssociatedStmt() && hasDirective(Directive->getRawStmt(), IsWanted));
  return llvm::any_of(Statement->children(),
                      [&](const Stmt *Child) { return hasDirective(Child, IsWanted); });
}

// The iterations of a `loop` construct may be executed by any threads of its binding region, which are those of the league for `teams loop`
// and those of the team for others, concurrently or not (OpenMP 5.1, 2.11.7). So the constructs that distribute them explicitly
// are among the
// executions that it permits. A `parallel` or `loop` construct in the iterations would lose its threads by that; no other directives
// but simd and atomic, which need no other threads, are accepted.
static bool hasPlainIterations(const OMPExecutableDirective *Loop) {
  return !hasDirective(Loop->getRawStmt(), [](const OMPExecutableDirective *Inner) {
    return !llvm::is_contained({OMPD_simd, OMPD_atomic}, Inner->getDirectiveKind()) ||
           cleave::isMadeOfLoop(Inner);
  });
}

uint32_t cleave::constructOf(const OMPExecutableDirective *Directive) {
  const uint32_t Result = constructOf(Directive->getDirectiveKind());
  if (!(Result & CLEAVE_CONSTRUCT_LOOP) || !(Result & (CLEAVE_CONSTRUCT_TEAMS | CLEAVE_CONSTRUCT_PARALLEL)) ||
      !hasPlainIterations(Directive))
    return Result;
  const uint32_t Explicit =
      Result & CLEAVE_CONSTRUCT_TEAMS
          ? CLEAVE_CONSTRUCT_DISTRIBUTE | CLEAVE_CONSTRUCT_PARALLEL | CLEAVE_CONSTRUCT_FOR
          : CLEAVE_CONSTRUCT_FOR;
  return (Result & ~uint32_t(CLEAVE_CONSTRUCT_LOOP)) | Explicit;
}

bool cleave::isLoopNode(const OMPExecutableDirective *Directive) {
  const OpenMPDirectiveKind Kind = Directive->getDirectiveKind();
  if (Kind == OMPD_parallel_loop || (Kind == OMPD_for && cleave::isMadeOfLoop(Directive)))
    return hasPlainIterations(Directive);
  return llvm::is_contained({OMPD_parallel_for, OMPD_parallel_for_simd, OMPD_distribute_parallel_for,
                             OMPD_distribute_parallel_for_simd, OMPD_for, OMPD_for_simd},
                            Kind) &&
         !cleave::isMadeOfLoop(Directive);
}

bool cleave::names(const Stmt *Code, const VarDecl *Variable) {
  if (auto *Reference = dyn_cast_or_null<DeclRefExpr>(Code))
    return Reference->getDecl()->getCanonicalDecl() == Variable->getCanonicalDecl();
  if (Code)
    for (const Stmt *Child : Code->children())
      if (names(Child, Variable))
        return true;
  return false;
}

AssociatedLoops cleave::associatedLoops(const OMPExecutableDirective *Loop) {
  AssociatedLoops Result;
  auto *Based = dyn_cast<OMPLoopBasedDirective>(Loop);
  if (!Based)
    return Result;
  OMPLoopBasedDirective::doForAllLoops(
      Based->getRawStmt(), /*TryImperfectlyNestedLoops=*/true, Based->getLoopsNumber(),
      [&](unsigned, const Stmt *Nested) {
        Result.Loops.push_back(Nested);
        auto *For = dyn_cast<ForStmt>(Nested);
        const Expr *Counter = nullptr;
        if (auto *Assignment = For ? dyn_cast_or_null<BinaryOperator>(For->getInit()) : nullptr)
          Counter = Assignment->getLHS();
        else if (auto *Iterator = For ? dyn_cast_or_null<CXXOperatorCallExpr>(For->getInit()) : nullptr)
          Counter = Iterator->getArg(0);
        if (const VarDecl *Variable = Counter ? namedVariable(Counter) : nullptr)
          Result.Counters.push_back(Variable);
        return false;
      });
  return Result;
}

// ---- Evaluation that may trap --------------------------------------------------------------------------
//
// Clang computes the trip count of a distribute loop on the host, with host values, at launch, even if the
// directive is inside the target construct. If only the device has the values, the result does not matter,
// but the computation must not trap: no division by zero and no invalid memory access.

// Whether the value of EXPRESSION does not depend on variables, and is none that a division traps with.
static bool isSafeDivisor(const Expr *Expression, const ASTContext &Context) {
  Expr::EvalResult Value;
  return !Expression->isValueDependent() && Expression->EvaluateAsInt(Value, Context) &&
         !Value.Val.getInt().isZero() && !Value.Val.getInt().isAllOnes();
}

static bool isConstant(const Expr *Expression, const ASTContext &Context) {
  Expr::EvalResult Value;
  return !Expression->isValueDependent() && Expression->EvaluateAsInt(Value, Context);
}

bool cleave::mayTrap(const Stmt *Statement, const ASTContext &Context) {
  if (auto *Binary = dyn_cast<BinaryOperator>(Statement);
      Binary &&
      (Binary->isMultiplicativeOp() || Binary->getOpcode() == BO_DivAssign ||
       Binary->getOpcode() == BO_RemAssign) &&
      Binary->getOpcode() != BO_Mul && Binary->getType()->isIntegerType() &&
      !isSafeDivisor(Binary->getRHS(), Context))
    return true;
  if (auto *Unary = dyn_cast<UnaryOperator>(Statement); Unary && Unary->getOpcode() == UO_Deref)
    return true;
  if (auto *Member = dyn_cast<MemberExpr>(Statement); Member && Member->isArrow())
    return !isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts());
  if (auto *Element = dyn_cast<ArraySubscriptExpr>(Statement);
      Element && !(isConstant(Element->getIdx(), Context) &&
                   Element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType()))
    return true;
  return llvm::any_of(Statement->children(),
                      [&](const Stmt *Child) { return Child && mayTrap(Child, Context); });
}

// The trip count divides by the step.
bool cleave::mayStepTrap(const Expr *Increment, const ASTContext &Context) {
  Increment = Increment->IgnoreParenImpCasts();
  if (isa<UnaryOperator>(Increment))
    return false; // ++ and --
  auto *Binary = dyn_cast<BinaryOperator>(Increment);
  if (!Binary)
    return true;
  if (Binary->isCompoundAssignmentOp())
    return !isConstant(Binary->getRHS(), Context);
  // i = i + step, i = step + i, i = i - step
  auto *Sum = dyn_cast<BinaryOperator>(Binary->getRHS()->IgnoreParenImpCasts());
  return !Sum || !(isConstant(Sum->getLHS(), Context) || isConstant(Sum->getRHS(), Context));
}

// ---- Members of expressions without a variable ----------------------------------------------------------
//
// Finds member expressions that clang 19 accepts in a construct nested in a target construct, but not directly
// in one.
//
// For each member expression directly in a target construct, or in one combined with it, Clang checks whether
// it could be a map list item. It searches for the base variable (MapBaseChecker::Visit... in
// SemaOpenMP.cpp). Any other expression is an error, even if nothing would be mapped: make(i).x, ((struct P
// *)a)[i].x, (struct P){1, 2}.x, sizeof(((struct P *)0)->y).

// Whether a list item may be based on EXPRESSION. What clang accepts, and nothing that it refuses, is true.
static bool mayBeListItem(const Expr *Expression) {
  if (auto *Reference = dyn_cast<DeclRefExpr>(Expression))
    return isa<VarDecl>(Reference->getDecl());
  if (isa<CXXThisExpr, CXXOperatorCallExpr>(Expression))
    return true;
  if (auto *Member = dyn_cast<MemberExpr>(Expression))
    return mayBeListItem(Member->getBase()->IgnoreParenCasts());
  if (auto *Element = dyn_cast<ArraySubscriptExpr>(Expression))
    return mayBeListItem(Element->getBase()->IgnoreParenImpCasts());
  if (auto *Unary = dyn_cast<UnaryOperator>(Expression))
    return Unary->isLValue() && Unary->getOpcode() == UO_Deref &&
           mayBeListItem(Unary->getSubExpr()->IgnoreParenImpCasts());
  if (auto *Binary = dyn_cast<BinaryOperator>(Expression)) {
    const Expr *Left = Binary->getLHS()->IgnoreParenImpCasts();
    const Expr *Right = Binary->getRHS()->IgnoreParenImpCasts();
    return Binary->getType()->isPointerType() &&
           mayBeListItem(Left->getType() == Binary->getType() ? Left : Right);
  }
  return false;
}

bool cleave::containsLoop(const Stmt *Statement) {
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(Statement) ||
         llvm::any_of(Statement->children(), [](const Stmt *Child) { return Child && containsLoop(Child); });
}

bool cleave::hasMemberOfNoVariable(const Stmt *Statement) {
  if (auto *Member = dyn_cast<MemberExpr>(Statement); Member && !mayBeListItem(Member))
    return true;
  return llvm::any_of(Statement->children(),
                      [](const Stmt *Child) { return Child && hasMemberOfNoVariable(Child); });
}
