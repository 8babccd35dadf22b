// FILE: passes/frontend/reader_assignments.cpp
// WHAT: see reader_assignments.h. A definite-assignment analysis on Clang's control-flow graph.
#include "reader_assignments.h"
#include "ast_visitor.h"
#include "reader_constructs.h"

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

  // A simd construct assigns its counters before it reads them. It may have no iterations, so it assigns nothing for later reads.
  bool isInSimd(const DeclRefExpr *Name) const { return Counting.count(Name); }

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
    std::vector<const VarDecl *> Counters;
    if (auto *Simd = dyn_cast<OMPSimdDirective>(Statement)) {
      Counters = associatedLoops(Simd).Counters;
      for (const OMPClause *Clause : Simd->clauses())
        if (isa<OMPLastprivateClause, OMPLinearClause, OMPPrivateClause>(Clause))
          countInClause(Clause, Counters);
    }
    exclude(Statement, Counters);
  }

  // These clauses do to COUNTERS what the construct does without them.
  void countInClause(const OMPClause *Clause, const std::vector<const VarDecl *> &Counters) {
    for (const Stmt *Item : const_cast<OMPClause *>(Clause)->children())
      if (auto *Name = dyn_cast_or_null<DeclRefExpr>(Item);
          Name && llvm::is_contained(Counters, Name->getDecl())) {
        Known.insert(Name);
        Counting.insert(Name);
      }
  }

  // The names of COUNTERS, those of the simd construct that is or contains STATEMENT, are not excluded.
  void exclude(const Stmt *Statement, const std::vector<const VarDecl *> &Counters,
               const Stmt *But = nullptr) {
    if (auto *Lambda = dyn_cast<LambdaExpr>(Statement))
      Statement = Lambda->getBody();
    else if (auto *Block = dyn_cast<BlockExpr>(Statement))
      Statement = Block->getBody();
    else if (auto *Captured = dyn_cast<CapturedStmt>(Statement)) {
      for (const Expr *Init : Captured->capture_inits())
        if (auto *Name = dyn_cast_or_null<DeclRefExpr>(Init);
            Name && llvm::is_contained(Counters, Name->getDecl())) {
          Known.insert(Name); // no access of the program
          Counting.insert(Name);
        }
      Statement = Captured->getCapturedStmt();
    }
    if (auto *For = dyn_cast<ForStmt>(Statement))
      if (auto *Init = dyn_cast_or_null<BinaryOperator>(For->getInit()))
        exclude(Init, {}, Init->getLHS()); // the first value may be an earlier one of the counter
    for (const Stmt *Child : Statement->children())
      if (Child && Child != But) {
        if (auto *Name = dyn_cast<DeclRefExpr>(Child))
          (llvm::is_contained(Counters, Name->getDecl()) ? Counting : Excluded).insert(Name);
        exclude(Child, Counters);
      }
  }

  llvm::SmallPtrSet<const DeclRefExpr *, 32> Known, Excluded, Counting;
  llvm::SmallPtrSet<const VarDecl *, 8> Own;
  std::vector<const DeclRefExpr *> All;
};

// Visits the accesses of BLOCK in order; ASSIGNED has the candidates that have a value of this iteration.
void follow(const CFGBlock &Block, const Names &Found,
            const llvm::DenseMap<const VarDecl *, unsigned> &Numbers, llvm::BitVector &Assigned,
            llvm::BitVector *ReadBefore) {
  for (const CFGElement &Element : Block) {
    auto Statement = Element.getAs<CFGStmt>();
    const Access Here = Statement ? accessOf(Statement->getStmt()) : Access();
    auto *Variable =
        Here.Name && !Found.isInSimd(Here.Name) ? dyn_cast<VarDecl>(Here.Name->getDecl()) : nullptr;
    auto Number = Variable ? Numbers.find(Variable->getCanonicalDecl()) : Numbers.end();
    if (Number == Numbers.end())
      continue;
    if (Here.Reads && ReadBefore && !Assigned.test(Number->second))
      ReadBefore->set(Number->second);
    if (Here.Assigns)
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
      follow(*Block, Found, Numbers, State, nullptr);
      Changed |= State != After[Block->getBlockID()];
      After[Block->getBlockID()] = State;
    }
  }
  llvm::BitVector ReadBefore(Count);
  for (const CFGBlock *Block : *Graph) {
    llvm::BitVector State = Before(*Block);
    follow(*Block, Found, Numbers, State, &ReadBefore);
  }
  std::vector<const VarDecl *> Result;
  for (unsigned I = 0; I < Count; ++I)
    if (!ReadBefore.test(I))
      Result.push_back(Candidates[I]);
  return Result;
}
