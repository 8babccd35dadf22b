// FILE: passes/device/private_copy.h
// WHAT: a private copy of the module for analysis, in which each kernel is one function. Parallel regions and
//       functions are inlined. Worksharing calls are replaced by arithmetic on opaque values, the markers.
//       The compiled module does not change.
#ifndef CLEAVE_PASSES_DEVICE_PRIVATE_COPY_H
#define CLEAVE_PASSES_DEVICE_PRIVATE_COPY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

#include <memory>

namespace llvm {
class CallBase;
class Function;
class Module;
class Value;
} // namespace llvm

namespace cleave {

// The meaning of a marker. A call of a marker does not access memory.
enum class Marker {
  None,
  Lane,   // thread number in the team: increases by 1 per lane
  Block,  // iterations per thread for a schedule without chunks: uniform
  Stride, // distance between consecutive chunks of a thread or team
  Upper,  // the last iteration of a chunk
  Team    // number of the team
};

// The marker that V calls; None if V is no such call.
Marker markerOf(const llvm::Value *V);

// The index of the last iteration, from 0, that MARKERCALL, a call of Team or Lane, distributes one by one;
// null if unknown.
llvm::Value *lastOf(llvm::Value *MarkerCall);

// Whether F is a GPU kernel: the entry of a target region.
bool isKernel(const llvm::Function &F);

// Whether NAME is a function of the OpenMP run time or of the mathematical library.
bool isRuntimeFunction(llvm::StringRef Name);

// Copies M without the run time's functions.
std::unique_ptr<llvm::Module> copyForReading(const llvm::Module &M);

// Makes KERNEL, a function of such a copy, readable. Returns false if it is too large.
bool makeReadable(llvm::Function &Kernel, llvm::FunctionAnalysisManager &FAM);

} // namespace cleave

#endif
