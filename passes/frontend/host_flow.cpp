// FILE: passes/frontend/host_flow.cpp
// WHAT: see host_flow.h.
#include "host_flow.h"

#include "clang/AST/StmtOpenMP.h"
#include "clang/Analysis/CFG.h"

using namespace clang;
using namespace cleave;

// The blocks that control may reach.
static llvm::SmallPtrSet<const CFGBlock *, 32> reachable(const CFG &Graph) {
  llvm::SmallPtrSet<const CFGBlock *, 32> Found;
  std::vector<const CFGBlock *> Open = {&Graph.getEntry()};
  while (!Open.empty()) {
    const CFGBlock *Block = Open.back();
    Open.pop_back();
    if (!Found.insert(Block).second)
      continue;
    for (const CFGBlock::AdjacentBlock &Next : Block->succs())
      if (Next.getReachableBlock())
        Open.push_back(Next.getReachableBlock());
  }
  return Found;
}

static void read(const Decl *Owner, const Stmt *Body, ASTContext &Context, HostFlow &Flow) {
  CFG::BuildOptions Options;
  Options.AddImplicitDtors = Options.AddTemporaryDtors = Options.AddLoopExit = true;
  Options.setAllAlwaysAdd();
  const std::unique_ptr<CFG> Graph = CFG::buildCFG(Owner, const_cast<Stmt *>(Body), &Context, Options);
  if (!Graph) {
    Flow.IsKnown = false;
    return;
  }
  const auto Reachable = reachable(*Graph);
  llvm::SmallPtrSet<const Stmt *, 8> Left;
  for (const CFGBlock *Block : *Graph)
    for (const CFGElement &Element : *Block)
      switch (Element.getKind()) {
      case CFGElement::AutomaticObjectDtor:
        Flow.ImplicitCalls.insert(Element.castAs<CFGAutomaticObjDtor>().getVarDecl()->getCanonicalDecl());
        break;
      case CFGElement::CleanupFunction:
        Flow.ImplicitCalls.insert(Element.castAs<CFGCleanupFunction>().getVarDecl()->getCanonicalDecl());
        break;
      case CFGElement::TemporaryDtor:
        Flow.ImplicitCalls.insert(Element.castAs<CFGTemporaryDtor>().getBindTemporaryExpr());
        break;
      case CFGElement::DeleteDtor:
        Flow.ImplicitCalls.insert(Element.castAs<CFGDeleteDtor>().getDeleteExpr());
        break;
      case CFGElement::LoopExit: {
        const Stmt *Loop = Element.castAs<CFGLoopExit>().getLoopStmt();
        Reachable.count(Block) ? (void)Left.insert(Loop) : (void)Flow.Endless.insert(Loop);
        break;
      }
      case CFGElement::BaseDtor: // the walk of a destructor destroys what it contains
      case CFGElement::MemberDtor:
      case CFGElement::Initializer: // each of these has an expression
      case CFGElement::NewAllocator:
      case CFGElement::Statement:
      case CFGElement::Constructor:
      case CFGElement::CXXRecordTypedCall:
      case CFGElement::ScopeBegin: // no code
      case CFGElement::ScopeEnd:
      case CFGElement::LifetimeEnds:
        break;
      }
  for (const Stmt *Loop : Left)
    Flow.Endless.erase(Loop);
}

// The graph of a function has the directives in it without their statements.
static void readDirectives(const Decl *Owner, const Stmt *Code, ASTContext &Context, HostFlow &Flow) {
  if (!Code)
    return;
  if (auto *Directive = dyn_cast<OMPExecutableDirective>(Code)) {
    if (isOpenMPTargetExecutionDirective(Directive->getDirectiveKind()) || !Directive->hasAssociatedStmt())
      return;
    const Stmt *Body = Directive->getRawStmt();
    while (auto *Captured = dyn_cast_or_null<CapturedStmt>(Body))
      Body = Captured->getCapturedStmt();
    if (Body && Body != Directive->getRawStmt())
      read(Owner, Body, Context, Flow);
    return readDirectives(Owner, Body, Context, Flow);
  }
  if (isa<LambdaExpr>(Code)) // a function of its own
    return;
  for (const Stmt *Child : Code->children())
    readDirectives(Owner, Child, Context, Flow);
}

const HostFlow &HostFlows::of(const FunctionDecl *Function) {
  std::unique_ptr<HostFlow> &Flow = Known[Function];
  if (!Flow) {
    Flow = std::make_unique<HostFlow>();
    read(Function, Function->getBody(), Context, *Flow);
    readDirectives(Function, Function->getBody(), Context, *Flow);
  }
  return *Flow;
}
