// FILE: passes/device/mathematical_calls.cpp
// WHAT: what LLVM may assume of calls of the device's mathematical library that are not inlined.
//
// Clang declares every function of device code as one that depends on the other threads (convergent), and may change memory. A function of
// the mathematical library does neither: its results depend on its arguments only (C11, 7.12; NVIDIA's libdevice and AMD's ocml have no
// barrier and no shuffle). So a loop with such a call may be unrolled, and a value that the call does not use may stay in a register.
// Functions that return a second result through a pointer, such as sincos and frexp, write that result and nothing else.
//
// A function with a body is not changed: LLVM reads its attributes from the body.
#include "device.h"
#include "private_copy.h"

#include "../compat.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace {

bool hasPointer(const Function &F) {
  return any_of(F.args(), [](const Argument &A) { return A.getType()->isPtrOrPtrVectorTy(); });
}

struct MathematicalCallsPass : PassInfoMixin<MathematicalCallsPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    bool Changed = false;
    for (Function &F : M) {
      if (!F.isDeclaration() || F.isIntrinsic() || !cleave::isMathematical(F.getName()))
        continue;
      F.removeFnAttr(Attribute::Convergent);
      F.setDoesNotThrow();
      F.setWillReturn();
      F.setNoSync();
      if (hasPointer(F))
        F.setOnlyAccessesArgMemory();
      else
        F.setDoesNotAccessMemory();
      Changed = true;
    }
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

} // namespace

namespace cleave {

void addMathematicalCalls(PassBuilder &PB) {
  PB.registerPipelineStartEPCallback([](ModulePassManager &MPM, OptimizationLevel Level) {
    if (Level != OptimizationLevel::O0)
      MPM.addPass(MathematicalCallsPass());
  });
}

} // namespace cleave
