// FILE: passes/frontend/reader_statements.cpp
// WHAT: what statements and nested directives do, for code that is not taken apart: loop bodies,
//       opaque statements and the bodies of called functions. Expressions: reader_uses.cpp.
#include "reader_internal.h"

using namespace clang;
using namespace cleave;
using namespace llvm::omp;

void CodeWalker::statement(const Stmt *Statement) {
  if (auto *Expression = dyn_cast<Expr>(Statement))
    return value(Expression);
  if (auto *Directive = dyn_cast<OMPExecutableDirective>(Statement))
    return directive(Directive);
  switch (Statement->getStmtClass()) {
  case Stmt::CapturedStmtClass:
    return statement(cast<CapturedStmt>(Statement)->getCapturedStmt());
  case Stmt::OMPCanonicalLoopClass:
    return statement(cast<OMPCanonicalLoop>(Statement)->getLoopStmt());
  case Stmt::DeclStmtClass:
    for (const Decl *Declared : cast<DeclStmt>(Statement)->decls())
      declaration(Declared);
    return;
  case Stmt::ForStmtClass:
  case Stmt::CXXForRangeStmtClass:
  case Stmt::WhileStmtClass:
  case Stmt::DoStmtClass:
    return loop(Statement);
  case Stmt::SwitchStmtClass:
    fact(CLEAVE_FACT_SWITCH, Statement);
    ++BreakableDepth;
    children(Statement);
    --BreakableDepth;
    return;
  case Stmt::BreakStmtClass:
    if (!BreakableDepth)
      fact(CLEAVE_FACT_BREAK, Statement);
    return;
  case Stmt::ContinueStmtClass:
    if (!LoopDepth)
      fact(CLEAVE_FACT_CONTINUE, Statement);
    return;
  case Stmt::ReturnStmtClass:
    if (!LambdaDepth)
      fact(CLEAVE_FACT_RETURN, Statement);
    return children(Statement);
  case Stmt::GotoStmtClass:
  case Stmt::IndirectGotoStmtClass:
    fact(CLEAVE_FACT_GOTO, Statement);
    return children(Statement);
  case Stmt::LabelStmtClass:
    fact(CLEAVE_FACT_LABEL, Statement);
    return children(Statement);
  case Stmt::GCCAsmStmtClass:
  case Stmt::MSAsmStmtClass:
    return assembly(cast<AsmStmt>(Statement));
  case Stmt::CXXTryStmtClass:
    fact(CLEAVE_FACT_TRY_THROW, Statement);
    return children(Statement);
  case Stmt::CXXCatchStmtClass:
    if (const VarDecl *Exception = cast<CXXCatchStmt>(Statement)->getExceptionDecl())
      hide(Exception);
    return children(Statement);
  default:
    return children(Statement);
  }
}

void CodeWalker::loop(const Stmt *Statement) {
  ++BreakableDepth;
  ++LoopDepth;
  children(Statement);
  --LoopDepth;
  --BreakableDepth;
}

void CodeWalker::assembly(const AsmStmt *Statement) {
  fact(CLEAVE_FACT_ASM, Statement);
  if (auto *Gcc = dyn_cast<GCCAsmStmt>(Statement)) {
    for (const Expr *Output : Gcc->outputs())
      object(Output, CLEAVE_USE_READ | CLEAVE_USE_WRITE);
    for (const Expr *Input : Gcc->inputs())
      value(Input);
  } else {
    children(Statement);
  }
}

void CodeWalker::declaration(const Decl *Declared) {
  if (auto *Type = dyn_cast<TypedefNameDecl>(Declared))
    return sizes(Type->getUnderlyingType());
  auto *Variable = dyn_cast<VarDecl>(Declared);
  if (!Variable || Variable->hasExternalStorage())
    return;
  if (Variable->isStaticLocal() || Variable->getTLSKind() != VarDecl::TLS_None)
    fact(CLEAVE_FACT_STATIC_LOCAL, Variable->getLocation(), Variable->getName());
  hide(Variable);
  initializer(Variable);
}

void CodeWalker::initializer(const VarDecl *Variable) {
  sizes(Variable->getType());
  const Expr *Initializer = Variable->getInit();
  if (!Initializer)
    return;
  if (!Variable->getType()->isReferenceType() || !Initializer->isGLValue())
    return copied(Initializer);
  // From here on the object has a second name, by which anything may be done to it.
  const bool ReadOnly = Variable->getType()->getPointeeType().isConstQualified();
  object(Initializer, CLEAVE_USE_ADDRESS | CLEAVE_USE_READ | (ReadOnly ? 0 : CLEAVE_USE_WRITE));
}

// ---- Directives -----------------------------------------------------------------------------------

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
        else if (auto *Iterator = For ? dyn_cast_or_null<CXXOperatorCallExpr>(For->getInit())
                                      : nullptr)
          Counter = Iterator->getArg(0);
        auto *Reference = Counter ? dyn_cast<DeclRefExpr>(Counter->IgnoreParenImpCasts()) : nullptr;
        if (auto *Variable = Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr)
          Result.Counters.push_back(Variable->getCanonicalDecl());
        return false;
      });
  return Result;
}

static bool isWorksharing(Directive Kind) {
  switch (Kind) {
  case OMPD_for:
  case OMPD_sections:
  case OMPD_section:
  case OMPD_single:
  case OMPD_master:
  case OMPD_masked:
  case OMPD_scope:
  case OMPD_loop:
    return true;
  default:
    return false;
  }
}

static cleave_fact_kind factOf(Directive Kind) {
  switch (Kind) {
  case OMPD_atomic:
    return CLEAVE_FACT_OMP_ATOMIC;
  case OMPD_critical:
    return CLEAVE_FACT_OMP_CRITICAL;
  case OMPD_barrier:
    return CLEAVE_FACT_OMP_BARRIER;
  case OMPD_flush:
    return CLEAVE_FACT_OMP_FLUSH;
  case OMPD_ordered:
    return CLEAVE_FACT_OMP_ORDERED;
  case OMPD_cancel:
  case OMPD_cancellation_point:
    return CLEAVE_FACT_OMP_CANCEL;
  case OMPD_task:
  case OMPD_taskloop:
  case OMPD_taskwait:
  case OMPD_taskgroup:
  case OMPD_taskyield:
    return CLEAVE_FACT_OMP_TASK;
  case OMPD_parallel:
    return CLEAVE_FACT_OMP_PARALLEL;
  case OMPD_simd:
    return CLEAVE_FACT_OMP_SIMD;
  default:
    return isWorksharing(Kind) ? CLEAVE_FACT_OMP_WORKSHARING : CLEAVE_FACT_OMP_OTHER;
  }
}

void CodeWalker::directiveFacts(const OMPExecutableDirective *Statement) {
  const Directive Kind = Statement->getDirectiveKind();
  for (Directive Leaf : getLeafConstructsOrSelf(Kind)) {
    // The worksharing part of `parallel for` binds to its own parallel.
    if (isWorksharing(Leaf) && isOpenMPParallelDirective(Kind))
      continue;
    cleave_fact_kind Fact = factOf(Leaf);
    fact(Fact, Statement, Fact == CLEAVE_FACT_OMP_OTHER ? getOpenMPDirectiveName(Kind) : "");
  }
  if (Statement->getMappedDirective() == OMPD_loop) // Clang has made a for or a simd of it.
    fact(CLEAVE_FACT_OMP_WORKSHARING, Statement);
}

// Calls TAKE for the items of CLAUSE if it lists variables that get copies of their own; FLAGS is
// what happens to the original of each.
static bool privatized(const OMPClause *Clause,
                       llvm::function_ref<void(const Expr *Item, unsigned Flags)> Take) {
  auto TakeAll = [&](const auto *List, unsigned Flags) {
    for (const Expr *Item : List->varlists())
      Take(Item, Flags);
    return true;
  };
  const unsigned ReadWrite = CLEAVE_USE_READ | CLEAVE_USE_WRITE;
  if (auto *Private = dyn_cast<OMPPrivateClause>(Clause))
    return TakeAll(Private, 0);
  if (auto *Firstprivate = dyn_cast<OMPFirstprivateClause>(Clause))
    return TakeAll(Firstprivate, CLEAVE_USE_READ);
  if (auto *Lastprivate = dyn_cast<OMPLastprivateClause>(Clause))
    return TakeAll(Lastprivate, ReadWrite);
  if (auto *Linear = dyn_cast<OMPLinearClause>(Clause))
    return TakeAll(Linear, ReadWrite);
  if (auto *Reduction = dyn_cast<OMPReductionClause>(Clause))
    return TakeAll(Reduction, ReadWrite);
  return false;
}

void CodeWalker::clauseArguments(const OMPClause *Clause) {
  if (Clause->isImplicit())
    return;
  if (auto *Linear = dyn_cast<OMPLinearClause>(Clause); Linear && Linear->getStep())
    value(sourceExpression(Linear->getStep()));
  // Of a list item, only its bounds are evaluated.
  if (privatized(Clause, [&](const Expr *Item, unsigned) { listItem(Item); }))
    return;
  for (const Stmt *Child : const_cast<OMPClause *>(Clause)->children())
    if (auto *Argument = dyn_cast_or_null<Expr>(Child)) {
      Argument = sourceExpression(Argument);
      isa<OMPSharedClause, OMPMapClause, OMPIsDevicePtrClause, OMPHasDeviceAddrClause>(Clause)
          ? (void)listItem(Argument)
          : value(Argument);
    }
}

void CodeWalker::clauseArguments(const OMPExecutableDirective *Directive) {
  for (const OMPClause *Clause : Directive->clauses())
    clauseArguments(Clause);
}

void CodeWalker::directive(const OMPExecutableDirective *Statement) {
  directiveFacts(Statement);
  clauseArguments(Statement);
  if (!Statement->hasAssociatedStmt() || Statement->isStandaloneDirective())
    return;

  // Inside the construct, the names of privatized variables stand for copies.
  VariableSet Outside = Hidden;
  for (const OMPClause *Clause : Statement->clauses())
    if (!Clause->isImplicit())
      privatized(Clause, [&](const Expr *Item, unsigned Flags) {
        if (Flags)
          object(sourceExpression(Item), Flags);
      });
  for (const OMPClause *Clause : Statement->clauses())
    if (!Clause->isImplicit())
      privatized(Clause, [&](const Expr *Item, unsigned) {
        if (const VarDecl *Variable = listItem(Item))
          hide(Variable);
      });
  // The iteration variable of a simd construct is linear: its original gets the last value.
  // A transformed loop, like that of tile, has its iteration variable from outside.
  if (Statement->getDirectiveKind() != OMPD_simd && !isa<OMPLoopTransformationDirective>(Statement))
    for (const VarDecl *Counter : associatedLoops(Statement).Counters)
      hide(Counter);

  auto *Atomic = dyn_cast<OMPAtomicDirective>(Statement);
  // One ordered region of a loop is executed at a time, in the order of the iterations (OpenMP 5.1,
  // 2.19.9); with simd it speaks of the lanes of one thread only.
  const bool Protects = isa<OMPCriticalDirective>(Statement) ||
                        (isa<OMPOrderedDirective>(Statement) &&
                         !Statement->hasClausesOfKind<OMPSIMDClause>()) ||
                        (Atomic && !Atomic->hasClausesOfKind<OMPReadClause>());
  VariableSet Protectable = Unprotected;
  if (Atomic)
    for (const Expr *Result : {Atomic->getV(), Atomic->getR()}) // written outside of the atomic part
      if (const VarDecl *Variable = Result ? listItem(Result) : nullptr)
        Unprotected.insert(Variable);

  ProtectedDepth += Protects;
  statement(Statement->getRawStmt());
  ProtectedDepth -= Protects;
  Unprotected = Protectable;
  Hidden = Outside;
}
