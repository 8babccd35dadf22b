// FILE: passes/frontend/reader_assignments.cpp
// WHAT: see reader_assignments.h. A definite-assignment analysis on Clang's control-flow graph.
#include "reader_assignments.h"
#include "ast_visitor.h"

#include "clang/Analysis/CFG.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

using namespace clang;
using namespace cleave;

namespace {

const DeclRefExpr *nameIn(const Expr *Expression) {
  return Expression ? dyn_cast<DeclRefExpr>(Expression->IgnoreParens()) : nullptr;
}

// What an expression does to the variable that it names directly.
struct Access {
  const DeclRefExpr *Name = nullptr;
  bool Reads = false, Assigns = false;
};

Access accessOf(const Stmt *Statement) {
  if (auto *Cast = dyn_cast<ImplicitCastExpr>(Statement); Cast && Cast->getCastKind() == CK_LValueToRValue)
    return {nameIn(Cast->getSubExpr()), true, false};
  if (auto *Operator = dyn_cast<BinaryOperator>(Statement); Operator && Operator->isAssignmentOp())
    return {nameIn(Operator->getLHS()), Operator->isCompoundAssignmentOp(), true};
  if (auto *Operator = dyn_cast<UnaryOperator>(Statement); Operator && Operator->isIncrementDecrementOp())
    return {nameIn(Operator->getSubExpr()), true, true};
  return {};
}

// Finds the candidates: variables of which every name in the loop is part of an access that accessOf knows.
class Names : public AstVisitor {
public:
  bool VisitStmt(Stmt *Statement) override {
    if (const DeclRefExpr *Name = accessOf(Statement).Name)
      Known.insert(Name);
    // The thread executes the statement of an atomic construct where it is.
    if (isa<LambdaExpr, BlockExpr>(Statement) ||
        (isa<OMPExecutableDirective>(Statement) && !isa<OMPAtomicDirective>(Statement)))
      exclude(Statement);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Name) override {
    All.push_back(Name);
    return true;
  }
  bool VisitVarDecl(VarDecl *Variable) override {
    Own.insert(Variable->getCanonicalDecl());
    return true;
  }

  std::vector<const VarDecl *> candidates() const {
    llvm::SmallPtrSet<const VarDecl *, 8> Other;
    std::vector<const VarDecl *> Result;
    for (const DeclRefExpr *Name : All)
      if (!Known.count(Name) || Excluded.count(Name))
        if (const VarDecl *Variable = variable(Name))
          Other.insert(Variable);
    for (const DeclRefExpr *Name : All) {
      const VarDecl *Variable = variable(Name);
      if (Variable && !Other.count(Variable) && !Own.count(Variable) &&
          std::find(Result.begin(), Result.end(), Variable) == Result.end())
        Result.push_back(Variable);
    }
    return Result;
  }

private:
  static const VarDecl *variable(const DeclRefExpr *Name) {
    auto *Variable = dyn_cast<VarDecl>(Name->getDecl());
    if (!Variable || !Variable->hasLocalStorage())
      return nullptr;
    const QualType Type = Variable->getType();
    return Type->isScalarType() && !Type.isVolatileQualified() && !Type->isAtomicType()
               ? Variable->getCanonicalDecl()
               : nullptr;
  }
  // The control-flow graph does not show what this code does, or when.
  void exclude(const Stmt *Statement) {
    if (auto *Lambda = dyn_cast<LambdaExpr>(Statement))
      Statement = Lambda->getBody();
    else if (auto *Block = dyn_cast<BlockExpr>(Statement))
      Statement = Block->getBody();
    else if (auto *Captured = dyn_cast<CapturedStmt>(Statement))
      Statement = Captured->getCapturedStmt();
    for (const Stmt *Child : Statement->children())
      if (Child) {
        if (auto *Name = dyn_cast<DeclRefExpr>(Child))
          Excluded.insert(Name);
        exclude(Child);
      }
  }

  llvm::SmallPtrSet<const DeclRefExpr *, 32> Known, Excluded;
  llvm::SmallPtrSet<const VarDecl *, 8> Own;
  std::vector<const DeclRefExpr *> All;
};

// Visits the accesses of BLOCK in order; ASSIGNED has the candidates that have a value of this iteration.
void follow(const CFGBlock &Block, const llvm::DenseMap<const VarDecl *, unsigned> &Numbers,
            llvm::BitVector &Assigned, llvm::BitVector *ReadBefore) {
  for (const CFGElement &Element : Block) {
    auto Statement = Element.getAs<CFGStmt>();
    const Access Found = Statement ? accessOf(Statement->getStmt()) : Access();
    auto *Variable = Found.Name ? dyn_cast<VarDecl>(Found.Name->getDecl()) : nullptr;
    auto Number = Variable ? Numbers.find(Variable->getCanonicalDecl()) : Numbers.end();
    if (Number == Numbers.end())
      continue;
    if (Found.Reads && ReadBefore && !Assigned.test(Number->second))
      ReadBefore->set(Number->second);
    if (Found.Assigns)
      Assigned.set(Number->second);
  }
}

} // namespace

std::vector<const VarDecl *> cleave::assignedFirst(const Stmt *Loop, const ASTContext &Context) {
  Names Found;
  Found.TraverseStmt(const_cast<Stmt *>(Loop));
  const std::vector<const VarDecl *> Candidates = Found.candidates();
  if (Candidates.empty())
    return {};
  CFG::BuildOptions Options;
  Options.setAllAlwaysAdd();
  Options.PruneTriviallyFalseEdges = false;
  const std::unique_ptr<CFG> Graph =
      CFG::buildCFG(nullptr, const_cast<Stmt *>(Loop), const_cast<ASTContext *>(&Context), Options);
  if (!Graph)
    return {};
  llvm::DenseMap<const VarDecl *, unsigned> Numbers;
  for (unsigned I = 0; I < Candidates.size(); ++I)
    Numbers[Candidates[I]] = I;

  // Assigned on all paths from the start; at first all, so that loops do not lose what precedes them.
  const unsigned Count = Candidates.size(), Blocks = Graph->getNumBlockIDs();
  std::vector<llvm::BitVector> After(Blocks, llvm::BitVector(Count, true));
  auto Before = [&](const CFGBlock &Block) {
    llvm::BitVector State(Count, &Block != &Graph->getEntry());
    for (const CFGBlock::AdjacentBlock &From : Block.preds())
      if (const CFGBlock *Reachable = From.getReachableBlock())
        State &= After[Reachable->getBlockID()];
    return State;
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const CFGBlock *Block : *Graph) {
      llvm::BitVector State = Before(*Block);
      follow(*Block, Numbers, State, nullptr);
      Changed |= State != After[Block->getBlockID()];
      After[Block->getBlockID()] = State;
    }
  }
  llvm::BitVector ReadBefore(Count);
  for (const CFGBlock *Block : *Graph) {
    llvm::BitVector State = Before(*Block);
    follow(*Block, Numbers, State, &ReadBefore);
  }
  std::vector<const VarDecl *> Result;
  for (unsigned I = 0; I < Count; ++I)
    if (!ReadBefore.test(I))
      Result.push_back(Candidates[I]);
  return Result;
}
