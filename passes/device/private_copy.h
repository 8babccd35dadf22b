// FILE: passes/device/private_copy.h
// WHAT: a copy of the module in which each kernel is one function that can be read: parallel regions
//       and functions are inlined, and the calls by which a thread gets its share of a loop are
//       replaced by arithmetic on opaque values, the markers. Nothing of it gets back into the module
//       that is compiled.
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

// What a marker stands for. Calls of it read and write no memory.
enum class Marker {
  None,
  Lane,   // number of the thread in its team: one more in the next lane
  Block,  // iterations of a thread with a schedule without chunks: one number for all
  Stride, // from one chunk of a thread or team to its next
  Upper,  // the last iteration of a chunk
  Team    // number of the team
};

// The marker that V is a call of.
Marker markerOf(const llvm::Value *V);

// Where it is known, the number of the last of the iterations, counted from 0, that MARKERCALL, a call
// of Team or Lane, shares one by one; else null.
llvm::Value *lastOf(llvm::Value *MarkerCall);

// Whether F is a kernel for a GPU: the entry of a target region.
bool isKernel(const llvm::Function &F);

// Whether NAME is a function of the OpenMP run time or of the mathematical library.
bool isRuntimeFunction(llvm::StringRef Name);

// A copy of M with all functions but those of the run time.
std::unique_ptr<llvm::Module> copyForReading(const llvm::Module &M);

// Makes KERNEL, of such a copy, readable. False if it is too large.
bool makeReadable(llvm::Function &Kernel, llvm::FunctionAnalysisManager &FAM);

} // namespace cleave

#endif
