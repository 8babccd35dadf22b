// FILE: passes/device/single_iterations.cpp
// WHAT: makes one loop of the two that clang generates for a worksharing loop with chunks of one iteration.
//
// A `parallel for` that does not share its loop with `distribute` gets schedule(static, 1), so that neighboring threads execute neighboring
// iterations. Clang generates a loop over the chunks of a thread, and in it a loop over the iterations of a chunk. The upper bound of a
// chunk is the smaller one of its last iteration and that of the whole loop, so LLVM does not find out that the inner loop has one
// iteration. It then has no trip count for the outer loop, which it cannot unroll, and each iteration executes the code of both.
//
// Why that is allowed. With schedule(static, 1) each chunk has one iteration (OpenMP 5.1, 2.11.4): the run time returns an upper bound that
// equals the lower bound, and clang adds the same stride to both. So the back edge of the inner loop is never taken, and the comparison of
// the lower bound with that of the chunk has the result of a comparison with the last iteration of the loop. The variables are
// local, and all their uses are known. If the code is unlike clang's, it stays as it is.
#include "device.h"
#include "private_copy.h"
#include "worksharing.h"

#include "../compat.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace {

const Value *loadedFrom(const Value *V) {
  const auto *Load = dyn_cast<LoadInst>(V);
  return Load && Load->isSimple() ? Load->getPointerOperand()->stripPointerCasts() : nullptr;
}

// The stores to the local variable VARIABLE, apart from those of CALL. False if something else may change it.
bool findStores(const Value *Variable, const CallBase &Call, SmallVectorImpl<StoreInst *> &Stores) {
  if (!isa<AllocaInst>(Variable))
    return false;
  for (User *U : cleave::usersOf(Variable)) {
    auto *Store = dyn_cast<StoreInst>(U);
    const auto *Load = dyn_cast<LoadInst>(U);
    if (Store && Store->isSimple() && Store->getPointerOperand()->stripPointerCasts() == Variable)
      Stores.push_back(Store);
    else if (!(Load && Load->isSimple()) && U != &Call && !isa<LifetimeIntrinsic>(U))
      return false;
  }
  return true;
}

// Whether V is A + B, the values of two variables; or A + 1 if B is null.
bool isSum(const Value *V, const Value *A, const Value *B) {
  const auto *Sum = dyn_cast<BinaryOperator>(V);
  if (!Sum || Sum->getOpcode() != Instruction::Add || loadedFrom(Sum->getOperand(0)) != A)
    return false;
  const auto *One = dyn_cast<ConstantInt>(Sum->getOperand(1));
  return B ? loadedFrom(Sum->getOperand(1)) == B : One && One->isOne();
}

class ChunkLoop {
public:
  ChunkLoop(CallBase &Call, const LoopInfo &LI) : Call(Call), LI(LI) {
    const auto VariableOf = [&Call](unsigned Argument) {
      return Call.getArgOperand(Argument)->stripPointerCasts();
    };
    Lower = VariableOf(4), Upper = VariableOf(5), Stride = VariableOf(6);
  }

  bool isFound() { return findUpper() && findInner(); }
  void rewrite();

private:
  bool findUpper();
  bool findInner();
  bool isInner(const Loop &L);
  bool endsItself() const;

  CallBase &Call;
  const LoopInfo &LI;
  Value *Lower, *Upper, *Stride;
  StoreInst *Initial = nullptr, *Minimum = nullptr, *Advance = nullptr; // of the upper bound
  const Loop *Inner = nullptr;
  BasicBlock *After = nullptr; // of the inner loop
};

// Clang stores the last iteration in the upper bound before the call. In each turn of the outer loop it stores the
// minimum of both, and adds the stride at the end.
bool ChunkLoop::findUpper() {
  SmallVector<StoreInst *, 4> Stores;
  if (!findStores(Upper, Call, Stores) || Stores.size() != 3)
    return false;
  const Value *Last = nullptr;
  for (StoreInst *Store : Stores)
    if (isSum(Store->getValueOperand(), Upper, Stride))
      Advance = Store;
    else if (Store->getParent() == Call.getParent() && Store->comesBefore(&Call))
      Initial = Store;
    else if (const auto *Choice = dyn_cast<PHINode>(Store->getValueOperand());
             Choice && Choice->getNumIncomingValues() == 2)
      for (const Value *V : Choice->incoming_values())
        if (loadedFrom(V) != Upper)
          Minimum = Store, Last = loadedFrom(V);
  SmallVector<StoreInst *, 4> OfLast;
  return Advance && Initial && Minimum && Last && loadedFrom(Initial->getValueOperand()) == Last &&
         findStores(Last, Call, OfLast) && OfLast.size() == 1;
}

// Whether L counts from the lower to the upper bound of a chunk, and changes neither of them.
bool ChunkLoop::isInner(const Loop &L) {
  BasicBlock *Latch = L.getLoopLatch(), *Header = L.getHeader();
  const auto *Exit = dyn_cast<BranchInst>(Header->getTerminator());
  const auto *Back = Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
  if (!Exit || !Exit->isConditional() || !Back || Back->isConditional() || L.contains(Call.getParent()) ||
      !L.contains(Exit->getSuccessor(0)) || L.contains(Exit->getSuccessor(1)) ||
      L.contains(Minimum->getParent()) || L.contains(Advance->getParent()))
    return false;
  const auto *Compare = dyn_cast<ICmpInst>(Exit->getCondition());
  if (!Compare ||
      (Compare->getPredicate() != CmpInst::ICMP_SLE && Compare->getPredicate() != CmpInst::ICMP_ULE) ||
      loadedFrom(Compare->getOperand(1)) != Upper)
    return false;
  const Value *Counter = loadedFrom(Compare->getOperand(0));
  SmallVector<StoreInst *, 4> Stores;
  if (!Counter || !findStores(Counter, Call, Stores) || Stores.size() != 2)
    return false;
  bool Starts = false, Counts = false;
  for (const StoreInst *Store : Stores) {
    Starts |= !L.contains(Store->getParent()) && loadedFrom(Store->getValueOperand()) == Lower;
    Counts |= Store->getParent() == Latch && isSum(Store->getValueOperand(), Counter, nullptr);
  }
  After = Exit->getSuccessor(1);
  return Starts && Counts && Header->phis().empty() && After->phis().empty();
}

bool ChunkLoop::findInner() {
  SmallVector<StoreInst *, 4> OfLower;
  if (!findStores(Lower, Call, OfLower) ||
      OfLower.size() != 2 || // the first value, and the sum with the stride
      none_of(OfLower, [this](const StoreInst *Store) {
        return isSum(Store->getValueOperand(), Lower, Stride) && Store->getParent() == Advance->getParent();
      }))
    return false;
  for (const Loop *L : LI.getLoopsInPreorder())
    if (isInner(*L)) {
      Inner = L;
      return true;
    }
  return false;
}

// LLVM does not know that the stride is positive. It counts the iterations if the loop is known to end.
MDNode *finiteLoop(LLVMContext &Context) {
  MDNode *Progress = MDNode::get(Context, MDString::get(Context, "llvm.loop.mustprogress"));
  MDNode *Loop = MDNode::getDistinct(Context, {nullptr, Progress});
  Loop->replaceOperandWith(0, Loop);
  return Loop;
}

// Whether an iteration ends: it has no loop, and calls nothing that may have one. The number of iterations of a canonical loop is finite
// (OpenMP 5.1, 2.11.1).
bool ChunkLoop::endsItself() const {
  if (!Inner->isInnermost())
    return false;
  for (const BasicBlock *Block : Inner->blocks())
    for (const Instruction &I : *Block)
      if (const auto *Made = dyn_cast<CallBase>(&I); Made && !isa<IntrinsicInst>(Made)) {
        const Function *Callee = Made->getCalledFunction();
        if (!Callee || !cleave::isMathematical(Callee->getName()))
          return false;
      }
  return true;
}

void ChunkLoop::rewrite() {
  Value *Last = Initial->getValueOperand();
  IRBuilder<>(Call.getNextNode()).CreateStore(Last, Upper);
  const bool IsFinite = endsItself();
  Instruction *Outer = Advance->getParent()->getTerminator();
  Advance->eraseFromParent();
  Instruction *Back = Inner->getLoopLatch()->getTerminator();
  Back->setSuccessor(0, After);
  Back->setMetadata(LLVMContext::MD_loop, nullptr);
  if (IsFinite && Outer->getNumSuccessors() == 1 && !Outer->getMetadata(LLVMContext::MD_loop))
    Outer->setMetadata(LLVMContext::MD_loop, finiteLoop(Call.getContext()));
}

bool isCandidate(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName().starts_with("__kmpc_for_static_init_") &&
         cleave::isSimpleWorksharing(*Call) && cleave::hasSingleIterations(*Call);
}

struct SingleIterationsPass : PassInfoMixin<SingleIterationsPass> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM) {
    const Triple Target(F.getParent()->getTargetTriple());
    if (!Target.isNVPTX() && !Target.isAMDGCN())
      return PreservedAnalyses::all();
    SmallVector<CallBase *, 4> Calls;
    for (Instruction &I : instructions(F))
      if (isCandidate(I))
        Calls.push_back(cast<CallBase>(&I));
    bool Changed = false;
    for (CallBase *Call : Calls)
      if (ChunkLoop Found(*Call, AM.getResult<LoopAnalysis>(F)); Found.isFound()) {
        Found.rewrite();
        AM.invalidate(F, PreservedAnalyses::none());
        Changed = true;
      }
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

} // namespace

namespace cleave {

// After the kernel information, which reads the loops as clang generates them.
void addSingleIterations(PassBuilder &PB) {
  PB.registerPipelineStartEPCallback([](ModulePassManager &MPM, OptimizationLevel Level) {
    if (Level != OptimizationLevel::O0)
      MPM.addPass(createModuleToFunctionPassAdaptor(SingleIterationsPass()));
  });
}

} // namespace cleave
