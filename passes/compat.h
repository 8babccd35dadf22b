// FILE: passes/compat.h
// WHAT: what depends on the version of LLVM: each difference that code under passes/ meets has one function here, or in
//       compat_clang.h if it is one of Clang. docs/llvm-versions.md lists the versions.
// WHO:  included by every C++ file under passes/ whose code differs between the versions.
#ifndef CLEAVE_PASSES_COMPAT_H
#define CLEAVE_PASSES_COMPAT_H

#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

#if LLVM_VERSION_MAJOR >= 22
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

#if LLVM_VERSION_MAJOR != 19 && LLVM_VERSION_MAJOR != 22
#error "cleave is written for LLVM 19 and 22: build it against the headers of one of them"
#endif

namespace cleave {

// ---- Pipelines: since LLVM 20 a callback also gets the phase of link-time optimization. ----

template <typename Callback> void atOptimizerEarly(llvm::PassBuilder &PB, Callback Add) {
#if LLVM_VERSION_MAJOR >= 20
  PB.registerOptimizerEarlyEPCallback([Add](llvm::ModulePassManager &MPM, llvm::OptimizationLevel Level,
                                            llvm::ThinOrFullLTOPhase) { Add(MPM, Level); });
#else
  PB.registerOptimizerEarlyEPCallback(Add);
#endif
}

template <typename Callback> void atOptimizerLast(llvm::PassBuilder &PB, Callback Add) {
#if LLVM_VERSION_MAJOR >= 20
  PB.registerOptimizerLastEPCallback([Add](llvm::ModulePassManager &MPM, llvm::OptimizationLevel Level,
                                           llvm::ThinOrFullLTOPhase) { Add(MPM, Level); });
#else
  PB.registerOptimizerLastEPCallback(Add);
#endif
}

// ---- Intrinsics of NVPTX ----

inline llvm::Value *readRegister(llvm::IRBuilderBase &Builder, llvm::Intrinsic::ID Register) {
#if LLVM_VERSION_MAJOR >= 20
  return Builder.CreateIntrinsic(Register, {});
#else
  return Builder.CreateIntrinsic(Register, {}, {});
#endif
}

// The barrier of all threads of a team.
inline llvm::Value *teamBarrier(llvm::IRBuilderBase &Builder) {
#if LLVM_VERSION_MAJOR >= 21
  return Builder.CreateIntrinsic(llvm::Intrinsic::nvvm_barrier_cta_sync_aligned_all, {Builder.getInt32(0)});
#else
  return Builder.CreateIntrinsic(llvm::Intrinsic::nvvm_barrier0, {}, {});
#endif
}

// ---- The run time on the device ----

// The call that starts a parallel region. LLVM 22 adds an argument, whether num_threads is strict.
#if LLVM_VERSION_MAJOR >= 22
constexpr const char ParallelCall[] = "__kmpc_parallel_60";
constexpr unsigned ParallelArguments = 10;
#else
constexpr const char ParallelCall[] = "__kmpc_parallel_51";
constexpr unsigned ParallelArguments = 9;
#endif

} // namespace cleave

#endif
