// FILE: passes/device/unroll_hints.cpp
// WHAT: withdraws cleave's requests to unroll a loop, where LLVM cannot follow them.
//
// A loop with a call that depends on the other threads has no remainder loop, so LLVM does not unroll it by a factor. In code for a device
// that is each call of a function without a body: of the mathematical library, or of another file. LLVM then warns of the request, and a
// program that is compiled with -Werror fails. Only here, after inlining, is it known which calls stay. A request of the program itself is
// left as it is.
#include "device.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace {

constexpr const char CountName[] = "llvm.loop.unroll.count";

// cleave's requests also forbid to distribute the loop, which LLVM does not do anyway: CLEAVE_UNROLL in lib/print/calls.h.
bool isRequestOfCleave(const Loop &L) {
  const auto Distributed = getOptionalBoolLoopAttribute(&L, "llvm.loop.distribute.enable");
  return Distributed && !*Distributed && findOptionMDForLoop(&L, CountName);
}

bool hasBoundCall(const Loop &L) {
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block)
      if (const auto *Call = dyn_cast<CallBase>(&I))
        if (Call->isConvergent() || Call->cannotDuplicate())
          return true;
  return false;
}

struct UnrollHintsPass : PassInfoMixin<UnrollHintsPass> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM) {
    for (Loop *L : AM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
      if (isRequestOfCleave(*L) && hasBoundCall(*L))
        L->setLoopID(makePostTransformationMetadata(F.getContext(), L->getLoopID(), {CountName}, {}));
    return PreservedAnalyses::all();
  }
};

} // namespace

namespace cleave {

void addUnrollHints(PassBuilder &PB) {
  PB.registerVectorizerStartEPCallback([](FunctionPassManager &FPM, OptimizationLevel Level) {
    if (Level != OptimizationLevel::O0)
      FPM.addPass(UnrollHintsPass());
  });
}

} // namespace cleave
