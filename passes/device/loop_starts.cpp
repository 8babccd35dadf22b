// FILE: passes/device/loop_starts.cpp
// WHAT: keeps LLVM's strength reduction of an innermost loop out of the loops around it. For NVIDIA GPUs.
//
// Strength reduction gives each address of an innermost loop a register that it increments, and computes the start of that register in
// the same way: a register in each loop around it, and an increment in each of their iterations. It looks for addresses that differ
// by a constant in the outer levels of such a start only. In a nest of four loops, each of eight unrolled copies got four registers of
// its own (from 50 to 86 registers, and twice the integer instructions). These registers are live while the innermost loop
// runs. A GPU hides latency by resident threads, so they cost more than the multiplication and the addition that they save.
//
// So a value that an outer loop changes enters an innermost loop through llvm.expect, which scalar evolution does not look into. The result
// of the call is its argument, so no value changes; the code generator replaces it. Both operands are the value: nothing is expected of it.
#include "device.h"

#include "../compat.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace {

// Uses of one value in an innermost loop.
using Entering = MapVector<Instruction *, SmallVector<Use *, 8>>;

bool movesWithLoop(const SCEV *Value) {
  return SCEVExprContains(Value, [](const SCEV *Part) { return isa<SCEVAddRecExpr>(Part); });
}

Entering valuesOfOuterLoops(const Loop &L, ScalarEvolution &SE) {
  Entering Found;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block)
      for (Use &U : I.operands()) {
        auto *V = dyn_cast<Instruction>(U.get());
        if (V && V->getType()->isIntegerTy() && !L.contains(V) && SE.isSCEVable(V->getType()) &&
            movesWithLoop(SE.getSCEV(V)))
          Found[V].push_back(&U);
      }
  return Found;
}

struct LoopStartsPass : PassInfoMixin<LoopStartsPass> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM) {
    if (!Triple(F.getParent()->getTargetTriple()).isNVPTX())
      return PreservedAnalyses::all();
    auto &SE = AM.getResult<ScalarEvolutionAnalysis>(F);
    bool Changed = false;
    for (Loop *L : AM.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
      BasicBlock *Preheader = L->getLoopPreheader();
      if (!L->isInnermost() || !L->getParentLoop() || !Preheader)
        continue;
      IRBuilder<> Builder(Preheader->getTerminator());
      for (auto &[V, Uses] : valuesOfOuterLoops(*L, SE)) {
        Value *Same = Builder.CreateIntrinsic(Intrinsic::expect, {V->getType()}, {V, V});
        for (Use *U : Uses)
          U->set(Same);
        Changed = true;
      }
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

void addLoopStarts(PassBuilder &PB) {
  atOptimizerLast(PB, [](ModulePassManager &MPM, OptimizationLevel Level) {
    if (Level != OptimizationLevel::O0)
      MPM.addPass(createModuleToFunctionPassAdaptor(LoopStartsPass()));
  });
}

} // namespace cleave
