// FILE: passes/frontend/reader_code.cpp
// WHAT: see reader_code.h.
#include "reader_code.h"
#include "reader_constructs.h"

#include "../compat_nodes.h"

using namespace clang;
using namespace cleave;
using namespace cleave::use;
using namespace llvm::omp;

// A kind of node that the table does not have must not compile.
#pragma GCC diagnostic error "-Wswitch"

void CodeWalker::walk(const Stmt *Node, unsigned Access) {
  switch (Node->getStmtClass()) {
  case Stmt::NoStmtClass:
    return unknown(Node);
#define NOTHING(Kind)                                                                                        \
  case Stmt::Kind##Class:                                                                                    \
    return;
#define SAME(Kind, Operand)                                                                                  \
  case Stmt::Kind##Class:                                                                                    \
    return evaluate(cast<Kind>(Node)->Operand(), Access);
#define EXPRESSION(Kind, Function)                                                                           \
  case Stmt::Kind##Class:                                                                                    \
    return Function(cast<Kind>(Node), Access);
#define STATEMENT(Kind, Function)                                                                            \
  case Stmt::Kind##Class:                                                                                    \
    return Function(cast<Kind>(Node));
#define UNKNOWN(Kind)                                                                                        \
  case Stmt::Kind##Class:                                                                                    \
    return unknown(Node);
#include "reader_nodes.def"
  }
}

// ---- Statements ------------------------------------------------------------------------------------

void CodeWalker::loop(const Stmt *Statement) {
  ++BreakableDepth;
  ++LoopDepth;
  children(Statement);
  --LoopDepth;
  --BreakableDepth;
}

void CodeWalker::switchStatement(const SwitchStmt *Statement) {
  fact(CLEAVE_FACT_SWITCH, Statement);
  ++BreakableDepth;
  children(Statement);
  --BreakableDepth;
}

void CodeWalker::breakStatement(const BreakStmt *Statement) {
  if (cleave::namesLoop(Statement))
    fact(CLEAVE_FACT_GOTO, Statement);
  else if (!BreakableDepth)
    fact(CLEAVE_FACT_BREAK, Statement);
}

void CodeWalker::continueStatement(const ContinueStmt *Statement) {
  if (cleave::namesLoop(Statement))
    fact(CLEAVE_FACT_GOTO, Statement);
  else if (!LoopDepth)
    fact(CLEAVE_FACT_CONTINUE, Statement);
}

void CodeWalker::returnStatement(const ReturnStmt *Statement) {
  if (!LambdaDepth)
    fact(CLEAVE_FACT_RETURN, Statement);
  if (const Expr *Value = Statement->getRetValue())
    keep(Value);
}

void CodeWalker::jump(const Stmt *Statement) {
  if (!LambdaDepth)
    fact(CLEAVE_FACT_GOTO, Statement);
  children(Statement);
}

void CodeWalker::label(const LabelStmt *Statement) {
  if (!LambdaDepth)
    fact(CLEAVE_FACT_LABEL, Statement, Statement->getDecl()->isGnuLocal() ? "" : Statement->getName());
  children(Statement);
}

void CodeWalker::tryStatement(const CXXTryStmt *Statement) {
  fact(CLEAVE_FACT_TRY_THROW, Statement);
  children(Statement);
}

void CodeWalker::handler(const CXXCatchStmt *Statement) {
  if (const VarDecl *Exception = Statement->getExceptionDecl())
    hide(Exception);
  children(Statement);
}

void CodeWalker::captured(const CapturedStmt *Statement) { statement(Statement->getCapturedStmt()); }

void CodeWalker::canonicalLoop(const OMPCanonicalLoop *Statement) { statement(Statement->getLoopStmt()); }

void CodeWalker::assembly(const AsmStmt *Statement) {
  fact(CLEAVE_FACT_ASM, Statement);
  if (auto *Gcc = dyn_cast<GCCAsmStmt>(Statement)) {
    for (const Expr *Output : Gcc->outputs())
      evaluate(Output, Read | Write);
    for (const Expr *Input : Gcc->inputs())
      Input->isGLValue() ? value(Input) : keep(Input, /*ForWriting=*/true);
  } else {
    for (const Stmt *Operand : Statement->children())
      keep(cast<Expr>(Operand), /*ForWriting=*/true);
  }
}

void CodeWalker::declarations(const DeclStmt *Statement) {
  for (const Decl *Declared : Statement->decls())
    declaration(Declared);
}

void CodeWalker::declaration(const Decl *Declared) {
  if (auto *Type = dyn_cast<TypedefNameDecl>(Declared))
    return sizes(Type->getUnderlyingType());
  auto *Variable = dyn_cast<VarDecl>(Declared);
  if (!Variable || Variable->hasExternalStorage())
    return;
  if ((Variable->isStaticLocal() && !isConstantStatic(Variable, Context)) ||
      Variable->getTLSKind() != VarDecl::TLS_None)
    fact(CLEAVE_FACT_STATIC_LOCAL, Variable->getLocation(), Variable->getName());
  hide(Variable);
  initializer(Variable);
}

// ---- Directives -----------------------------------------------------------------------------------

static bool isWorksharing(Directive Kind) {
  return llvm::is_contained(
      {OMPD_for, OMPD_sections, OMPD_section, OMPD_single, OMPD_master, OMPD_masked, OMPD_scope, OMPD_loop},
      Kind);
}

static constexpr std::pair<Directive, cleave_fact_kind> DirectiveFacts[] = {
    {OMPD_atomic, CLEAVE_FACT_OMP_ATOMIC},
    {OMPD_critical, CLEAVE_FACT_OMP_CRITICAL},
    {OMPD_barrier, CLEAVE_FACT_OMP_BARRIER},
    {OMPD_flush, CLEAVE_FACT_OMP_FLUSH},
    {OMPD_ordered, CLEAVE_FACT_OMP_ORDERED},
    {OMPD_cancel, CLEAVE_FACT_OMP_CANCEL},
    {OMPD_cancellation_point, CLEAVE_FACT_OMP_CANCEL},
    {OMPD_task, CLEAVE_FACT_OMP_TASK},
    {OMPD_taskloop, CLEAVE_FACT_OMP_TASK},
    {OMPD_taskwait, CLEAVE_FACT_OMP_TASK},
    {OMPD_taskgroup, CLEAVE_FACT_OMP_TASK},
    {OMPD_taskyield, CLEAVE_FACT_OMP_TASK},
    {OMPD_parallel, CLEAVE_FACT_OMP_PARALLEL},
    {OMPD_simd, CLEAVE_FACT_OMP_SIMD},
    {OMPD_distribute, CLEAVE_FACT_OMP_DISTRIBUTE},
};

static cleave_fact_kind factOf(Directive Kind) {
  for (auto [Known, Result] : DirectiveFacts)
    if (Known == Kind)
      return Result;
  return isWorksharing(Kind) ? CLEAVE_FACT_OMP_WORKSHARING : CLEAVE_FACT_OMP_OTHER;
}

void CodeWalker::directiveFacts(const OMPExecutableDirective *Statement) {
  const Directive Kind = Statement->getDirectiveKind();
  for (Directive Leaf : getLeafConstructsOrSelf(Kind)) {
    // The worksharing part of `parallel for` binds to its own parallel.
    if (isWorksharing(Leaf) && isOpenMPParallelDirective(Kind))
      continue;
    cleave_fact_kind Fact = factOf(Leaf);
    const bool IsNamed = Fact == CLEAVE_FACT_OMP_DISTRIBUTE || Fact == CLEAVE_FACT_OMP_OTHER;
    fact(Fact, Statement, IsNamed ? getOpenMPDirectiveName(Kind) : "");
  }
  if (cleave::isMadeOfLoop(Statement)) // a for or a simd
    fact(CLEAVE_FACT_OMP_WORKSHARING, Statement);
}

// Calls TAKE for the items of CLAUSE if it lists variables that get copies of their own; FLAGS is
// what happens to the original of each.
static bool privatized(const OMPClause *Clause,
                       llvm::function_ref<void(const Expr *Item, unsigned Flags)> Take) {
  auto TakeAll = [&](const auto *List, unsigned Flags) {
    for (const Expr *Item : cleave::listItems(List))
      Take(Item, Flags);
    return true;
  };
  const unsigned ReadWrite = Read | Write;
  if (auto *Private = dyn_cast<OMPPrivateClause>(Clause))
    return TakeAll(Private, 0);
  if (auto *Firstprivate = dyn_cast<OMPFirstprivateClause>(Clause))
    return TakeAll(Firstprivate, Read);
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

  // Inside the construct, the names of privatized variables denote copies.
  VariableSet Outside = Hidden;
  for (const OMPClause *Clause : Statement->clauses())
    if (!Clause->isImplicit())
      privatized(Clause, [&](const Expr *Item, unsigned Flags) {
        // A copy of a pointer leads where the original does.
        const Expr *Source = sourceExpression(Item);
        const bool IsCopied = Flags & Read && holdsPointers(Source->getType());
        if (Flags)
          evaluate(Source, Flags | (IsCopied ? throughPointer(Anything) : 0));
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
  // 2.19.9); with simd it applies only to the lanes of one thread.
  const bool Protects =
      isa<OMPCriticalDirective>(Statement) ||
      (isa<OMPOrderedDirective>(Statement) && !Statement->hasClausesOfKind<OMPSIMDClause>()) ||
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

void cleave::forEachUse(const Stmt *Statement, const ASTContext &Context,
                        llvm::function_ref<void(const VarDecl *, unsigned, SourceLocation)> Report) {
  struct UseSink : CodeSink {
    llvm::function_ref<void(const VarDecl *, unsigned, SourceLocation)> Report;
    void use(const VarDecl *Variable, unsigned Flags, SourceLocation At) override {
      Report(Variable, Flags, At);
    }
  } Sink;
  Sink.Report = Report;
  CodeWalker Walker(Context, Sink);
  Walker.keepAll();
  Walker.statement(Statement);
}

std::set<const VarDecl *> cleave::writtenIn(const Stmt *Statement, const ASTContext &Context) {
  std::set<const VarDecl *> Found;
  forEachUse(Statement, Context, [&](const VarDecl *Variable, unsigned Flags, SourceLocation) {
    if (Flags & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS) && !Variable->getType()->isArrayType())
      Found.insert(Variable->getCanonicalDecl());
  });
  return Found;
}
