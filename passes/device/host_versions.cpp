// FILE: passes/device/host_versions.cpp
// WHAT: the host code of kernel versions: not optimized, since it hardly ever runs.
//
// The host has code for each kernel, which runs if the launch fails. A version is chosen only where there is a device, so its host code is
// for a device that fails after the choice. It must be right, and its speed does not matter; with optimization it takes half of the
// compilation of the host. Generated text calls cleave_version (lib/print/functions.c), which does nothing, in each version.
#include "device.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace {

bool isMarker(const Function &F) { return F.getName().contains("cleave_version"); }

// The kernel, or a function that clang has outlined from it.
bool isPartOfKernel(const Function &F) { return F.getName().starts_with("__omp_offloading_"); }

// Adds the functions that mention F, and those that mention these, up to the kernel.
void addUsers(const Value &V, SmallSetVector<Function *, 16> &Parts) {
  for (const User *U : V.users())
    if (auto *I = dyn_cast<Instruction>(U)) {
      Function *F = const_cast<Function *>(I->getFunction());
      if (isPartOfKernel(*F))
        Parts.insert(F);
    } else if (isa<ConstantExpr>(U)) {
      addUsers(*U, Parts);
    }
}

// Removes the hints on conditions that LLVM 19 cannot select: in code that is not optimized no pass lowers them.
void removeExpectations(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Call = dyn_cast<IntrinsicInst>(&I);
        Call && Call->getIntrinsicID() == Intrinsic::expect_with_probability) {
      Call->replaceAllUsesWith(Call->getArgOperand(0));
      Call->eraseFromParent();
    }
}

// Returns whether M has versions.
bool leaveVersionsUnoptimized(const Module &M) {
  SmallSetVector<Function *, 16> Parts;
  for (const Function &F : M)
    if (isMarker(F))
      addUsers(F, Parts);
  for (size_t I = 0; I < Parts.size(); ++I) // grows meanwhile
    addUsers(*Parts[I], Parts);
  for (Function *F : Parts) {
    F->removeFnAttr(Attribute::AlwaysInline);
    F->removeFnAttr(Attribute::OptimizeForSize);
    F->removeFnAttr(Attribute::MinSize);
    F->addFnAttr(Attribute::NoInline);
    F->addFnAttr(Attribute::OptimizeNone);
    removeExpectations(*F);
  }
  return !Parts.empty();
}

struct HostVersionsPass : PassInfoMixin<HostVersionsPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    return leaveVersionsUnoptimized(M) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

} // namespace

namespace cleave {

// With offloading, clang compiles for the host in two processes: the first one writes the code before any optimization, and the second one,
// which loads no plugin, optimizes it. The first one runs no pass of a pipeline but the writer.
void addHostVersions(PassBuilder &PB) {
  if (PassInstrumentationCallbacks *Callbacks = PB.getPassInstrumentationCallbacks())
    Callbacks->registerBeforeNonSkippedPassCallback([](StringRef Pass, Any Code) {
      const auto *M = any_cast<const Module *>(&Code);
      if (M && Pass.ends_with("BitcodeWriterPass"))
        leaveVersionsUnoptimized(**M);
    });
  PB.registerPipelineStartEPCallback([](ModulePassManager &MPM, OptimizationLevel Level) {
    if (Level != OptimizationLevel::O0)
      MPM.addPass(HostVersionsPass());
  });
}

} // namespace cleave
