// FILE: passes/device/loads_in_flight.cpp
// WHAT: unrolls innermost loops that wait for memory, and moves the loads of all their iterations in front of the first branch.
//
// lib/kernelinfo/loop_unrolling.c has the reason and chooses the factor. LLVM keeps the loads of an unrolled iteration behind the branches
// of the iterations before it, because it does not move loads over branches.
//
// Why that is allowed.
// 1. Unrolling keeps the order of all operations of a thread. A call that depends on other threads (convergent) may not be executed under
//    another condition, so a loop with such a call stays as it is.
// 2. A load moves only if its block is executed whenever the first block of the loop is: it dominates the end of the only latch, which
//    has the only exit, and no call in the loop may end the thread or run forever. So no address is read that the program does not read.
// 3. Nothing in the loop may write what the load reads. Atomic operations, fences, barriers and unknown calls count as writes of all
//    memory. So the moved load has no synchronization to pass, and another thread that writes the element without synchronization
//    races with the load at both places (OpenMP 5.1, 1.4.1).
// 4. Volatile and atomic loads stay. So do instructions that must not be executed early; of those a load needs only what 2. covers.
#include "device.h"

#include "../compat.h"

#include "kernelinfo/loop_unrolling.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace {

// LLVM unrolls loops of one block and up to this size, without calls, at least as often as the factor here. Its limit is a quarter of
// its usual threshold (NVPTXTTIImpl::getUnrollingPreferences).
constexpr unsigned SizeLeftToLLVM = 18;

// Longer expressions for an address are not moved.
constexpr unsigned LongestAddress = 16;

bool isForGpu(const Function &F) {
  const Triple Target(F.getParent()->getTargetTriple());
  return Target.isNVPTX() || Target.isAMDGCN();
}

// The loads of an innermost loop that may be moved to its first block.
class LoopLoads {
public:
  LoopLoads(Loop &L, AAResults &AA, DominatorTree &DT, ScalarEvolution &SE) : L(L), AA(AA), DT(DT), SE(SE) {}

  // Whether the loop has one exit, at its end, and no iteration depends on other threads or may stay in a call.
  bool isOrdered();

  // Whether LOAD can be moved: its address does not wait for another iteration.
  bool isMovable(LoadInst &Load) { return isMovable(Load, LongestAddress); }

  // Moves LOAD and what computes its address before POSITION, in the first block.
  void moveBefore(Instruction &Moved, Instruction &Position);

private:
  bool isMovable(LoadInst &Load, unsigned Depth);
  bool isKnownEarly(Value &V, unsigned Depth);
  bool mayBeWritten(const LoadInst &Load);

  Loop &L;
  AAResults &AA;
  DominatorTree &DT;
  ScalarEvolution &SE;
  SmallVector<Instruction *, 8> Writes;
  DenseMap<Instruction *, bool> Early;
};

bool LoopLoads::isOrdered() {
  if (!L.isInnermost() || !L.getLoopLatch() || L.getExitingBlock() != L.getLoopLatch())
    return false;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      const auto *Load = dyn_cast<LoadInst>(&I);
      if ((I.mayWriteToMemory() && !isa<AssumeInst>(I)) || (Load && !Load->isSimple()))
        Writes.push_back(&I);
      if (const auto *Call = dyn_cast<CallBase>(&I);
          Call && (Call->isConvergent() || Call->cannotDuplicate() || !isa<CallInst>(Call)))
        return false;
      if (!isGuaranteedToTransferExecutionToSuccessor(&I))
        return false;
    }
  return true;
}

// The bases of both addresses are the same in all iterations, so their relation holds for elements of different iterations.
bool LoopLoads::mayBeWritten(const LoadInst &Load) {
  if (Writes.empty())
    return false;
  if (!L.isLoopInvariant(getUnderlyingObject(Load.getPointerOperand())))
    return true;
  const MemoryLocation Read = MemoryLocation::getBeforeOrAfter(Load.getPointerOperand());
  return any_of(Writes, [&](const Instruction *Write) {
    const auto *Store = dyn_cast<StoreInst>(Write);
    return !Store || !Store->isSimple() ||
           !L.isLoopInvariant(getUnderlyingObject(Store->getPointerOperand())) ||
           isModSet(AA.getModRefInfo(Write, Read));
  });
}

bool LoopLoads::isKnownEarly(Value &V, unsigned Depth) {
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || !L.contains(I))
    return true;
  if (const auto Found = Early.find(I); Found != Early.end())
    return Found->second;
  if (isa<PHINode>(I)) { // the counter of the loop, and what moves with it
    const auto *Moving = SE.isSCEVable(I->getType()) ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(I)) : nullptr;
    return I->getParent() == L.getHeader() && Moving && Moving->getLoop() == &L;
  }
  if (!Depth)
    return false;
  bool IsEarly = false;
  if (auto *Load = dyn_cast<LoadInst>(I))
    IsEarly = isMovable(*Load, Depth - 1);
  else
    IsEarly = !I->mayReadOrWriteMemory() && !isa<CallBase>(I) && isSafeToSpeculativelyExecute(I) &&
              all_of(I->operands(), [&](Use &Operand) { return isKnownEarly(*Operand, Depth - 1); });
  return Early[I] = IsEarly;
}

bool LoopLoads::isMovable(LoadInst &Load, unsigned Depth) {
  return Load.isSimple() && DT.dominates(Load.getParent(), L.getLoopLatch()) && !mayBeWritten(Load) &&
         isKnownEarly(*Load.getPointerOperand(), Depth);
}

void LoopLoads::moveBefore(Instruction &Moved, Instruction &Position) {
  if (!L.contains(&Moved) || DT.dominates(&Moved, &Position))
    return;
  for (Value *Operand : Moved.operands())
    if (auto *I = dyn_cast<Instruction>(Operand))
      moveBefore(*I, Position);
  Moved.moveBefore(*Position.getParent(), Position.getIterator());
}

// Whether threads share the memory that LOAD reads, so that its latency is that of the caches.
bool readsSharedData(const LoadInst &Load) {
  const Value *Object = getUnderlyingObject(Load.getPointerOperand());
  const unsigned Space = Load.getPointerAddressSpace();
  return !isa<AllocaInst>(Object) && (Space == 0 || Space == 1) &&
         Object->getType()->getPointerAddressSpace() != 3;
}

unsigned wordsOf(const LoadInst &Load) {
  const TypeSize Bits = Load.getModule()->getDataLayout().getTypeSizeInBits(Load.getType());
  return Bits.isScalable() ? 0 : (unsigned(Bits.getFixedValue()) + 31) / 32;
}

// Whether V is loaded from an element that depends on the thread or on the iteration of another loop.
bool isElement(const Value *V) {
  const auto *Load = dyn_cast<LoadInst>(V);
  const Value *Address = Load ? Load->getPointerOperand()->stripInBoundsConstantOffsets() : nullptr;
  return Address && isa<Instruction>(Address) && !isa<AllocaInst>(Address);
}

bool countVaries(const SCEV *TripCount) {
  return SCEVExprContains(TripCount, [](const SCEV *Part) {
    const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    return Unknown && isElement(Unknown->getValue());
  });
}

cleave_loop_facts factsOf(Loop &L, LoopLoads &Loads, ScalarEvolution &SE) {
  cleave_loop_facts Facts = {};
  Facts.trip_count = SE.getSmallConstantTripCount(&L);
  Facts.count_varies = countVaries(SE.getBackedgeTakenCount(&L));
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      Facts.instructions += !isa<PHINode>(I) && !isa<DbgInfoIntrinsic>(I);
      auto *Load = dyn_cast<LoadInst>(&I);
      if (Load && readsSharedData(*Load) && Loads.isMovable(*Load)) {
        ++Facts.loads;
        Facts.loaded_words += wordsOf(*Load);
      }
    }
  return Facts;
}

// LLVM does not unroll a loop if it takes a division to count its iterations, as in a worksharing loop with the number of threads as its
// step.
bool isLeftToLLVM(const Loop &L, const cleave_loop_facts &Facts, const SCEV *TripCount) {
  return L.getNumBlocks() == 1 && Facts.instructions <= SizeLeftToLLVM &&
         !SCEVExprContains(TripCount, [](const SCEV *Part) { return isa<SCEVUDivExpr>(Part); }) &&
         none_of(*L.getHeader(),
                 [](const Instruction &I) { return isa<CallInst>(I) && !isa<IntrinsicInst>(I); });
}

struct UnrollLoadsPass : PassInfoMixin<UnrollLoadsPass> {
  PreservedAnalyses run(Loop &L, LoopAnalysisManager &, LoopStandardAnalysisResults &AR, LPMUpdater &) {
    Function &F = *L.getHeader()->getParent();
    if (!isForGpu(F) || F.hasOptSize() || hasUnrollTransformation(&L) != TM_Unspecified)
      return PreservedAnalyses::all();
    LoopLoads Loads(L, AR.AA, AR.DT, AR.SE);
    if (!Loads.isOrdered() || isa<SCEVCouldNotCompute>(AR.SE.getBackedgeTakenCount(&L)))
      return PreservedAnalyses::all();
    const cleave_loop_facts Facts = factsOf(L, Loads, AR.SE);
    const unsigned Factor = cleave_unroll_factor(&Facts);
    if (Factor < 2 || isLeftToLLVM(L, Facts, AR.SE.getBackedgeTakenCount(&L)))
      return PreservedAnalyses::all();
    OptimizationRemarkEmitter ORE(&F);
    UnrollLoopOptions Options = {};
    Options.Count = Factor;
    Options.Force = Options.Runtime = Options.AllowExpensiveTripCount = true;
    if (UnrollLoop(&L, Options, &AR.LI, &AR.SE, &AR.DT, &AR.AC, &AR.TTI, &ORE, true) !=
        LoopUnrollResult::PartiallyUnrolled)
      return PreservedAnalyses::all();
    L.setLoopAlreadyUnrolled();
    return getLoopPassPreservedAnalyses();
  }
};

// The first instruction that waits for those before it.
Instruction &firstWait(BasicBlock &Block) {
  for (Instruction &I : Block)
    if (const auto *Call = dyn_cast<CallBase>(&I); Call && !isa<IntrinsicInst>(Call))
      return I;
  return *Block.getTerminator();
}

// The code generator would sink the loads back into the blocks that use them. It does not move a load behind assembly that may write
// memory. This one has no instruction.
void keepBefore(Instruction &Position) {
  IRBuilder<> Builder(&Position);
  auto *Type = FunctionType::get(Builder.getVoidTy(), false);
  Builder.CreateCall(InlineAsm::get(Type, "", "~{memory}", true))->setDoesNotThrow();
}

bool moveLoads(Loop &L, LoopLoads &Loads, DominatorTree &DT, LoopInfo &LI) {
  Instruction &Position = firstWait(*L.getHeader());
  SmallVector<LoadInst *, 16> Moved;
  unsigned Words = 0;
  LoopBlocksRPO Order(&L);
  Order.perform(&LI);
  for (BasicBlock *Block : Order)
    for (Instruction &I : *Block)
      if (auto *Load = dyn_cast<LoadInst>(&I); Load && readsSharedData(*Load) && Loads.isMovable(*Load)) {
        Words += wordsOf(*Load);
        if (Words > CLEAVE_MOST_WORDS_IN_FLIGHT)
          break;
        if (!DT.dominates(Load, &Position))
          Moved.push_back(Load);
      }
  for (LoadInst *Load : Moved)
    Loads.moveBefore(*Load, Position);
  if (!Moved.empty())
    keepBefore(Position);
  return !Moved.empty();
}

struct MoveLoadsPass : PassInfoMixin<MoveLoadsPass> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM) {
    if (!isForGpu(F) || F.hasOptSize())
      return PreservedAnalyses::all();
    auto &LI = AM.getResult<LoopAnalysis>(F);
    auto &DT = AM.getResult<DominatorTreeAnalysis>(F);
    bool Changed = false;
    for (Loop *L : LI.getLoopsInPreorder()) {
      LoopLoads Loads(*L, AM.getResult<AAManager>(F), DT, AM.getResult<ScalarEvolutionAnalysis>(F));
      if (Loads.isOrdered())
        Changed |= moveLoads(*L, Loads, DT, LI);
    }
    if (!Changed)
      return PreservedAnalyses::all();
    PreservedAnalyses Preserved;
    Preserved.preserveSet<CFGAnalyses>();
    return Preserved;
  }
};

} // namespace

namespace cleave {

// Before LLVM unrolls loops, and after it has.
void addLoadsInFlight(PassBuilder &PB) {
  PB.registerVectorizerStartEPCallback([](FunctionPassManager &FPM, OptimizationLevel Level) {
    if (Level != OptimizationLevel::O0)
      FPM.addPass(createFunctionToLoopPassAdaptor(UnrollLoadsPass()));
  });
  atOptimizerLast(PB, [](ModulePassManager &MPM, OptimizationLevel Level) {
    if (Level != OptimizationLevel::O0)
      MPM.addPass(createModuleToFunctionPassAdaptor(MoveLoadsPass()));
  });
}

} // namespace cleave
