// FILE: passes/device/second_openmp_opt.cpp
// WHAT: runs LLVM's OpenMPOpt a second time, after inlining and simplification.
#include "device.h"

#include "../compat.h"

#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/OpenMPOpt.h"

using namespace llvm;

namespace {

// LLVM runs the optimizer before it inlines. If a module holds a kernel in generic mode, as the fallback of
// a split region is, code that all kernels share then depends on the execution mode: every SPMD kernel
// keeps the test of its mode, and the state and the barriers that belong to it. After inlining each kernel
// has code of its own, and the optimizer folds the mode there.
struct SecondOpenMPOptPass : PassInfoMixin<SecondOpenMPOptPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &MAM) {
    if (NamedMDNode *Done = M.getNamedMetadata(cleave::NoRuntimeState)) {
      M.eraseNamedMetadata(Done);
      return PreservedAnalyses::all();
    }
    if (!omp::isOpenMPDevice(M) || omp::getDeviceKernels(M).empty())
      return PreservedAnalyses::all();
    return OpenMPOptPass().run(M, MAM);
  }
};

} // namespace

namespace cleave {

void addSecondOpenMPOpt(PassBuilder &PB) {
  atOptimizerEarly(PB, [](ModulePassManager &MPM, OptimizationLevel Level) {
    if (Level != OptimizationLevel::O0)
      MPM.addPass(SecondOpenMPOptPass());
  });
}

} // namespace cleave
