// FILE: passes/device/private_copy.h
// WHAT: a private copy of the module for analysis, in which each kernel is one function. Parallel regions and
//       functions are inlined. Worksharing calls are replaced by arithmetic on opaque values, the markers.
//       The compiled module does not change.
#ifndef CLEAVE_PASSES_DEVICE_PRIVATE_COPY_H
#define CLEAVE_PASSES_DEVICE_PRIVATE_COPY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

#include <memory>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace cleave {

// Whether F is a GPU kernel: the entry of a target region.
bool isKernel(const llvm::Function &F);

// Whether NAME is a function of the OpenMP run time or of the mathematical library.
bool isRuntimeFunction(llvm::StringRef Name);

// Whether NAME is a function of the mathematical library: libdevice of NVIDIA, ocml of AMD.
bool isMathematical(llvm::StringRef Name);

// KERNELS, and the functions that they name directly or through others, without those of the run time. The device library, which
// Clang has linked in, has hundreds more.
llvm::SmallPtrSet<const llvm::Function *, 32> functionsOf(llvm::ArrayRef<const llvm::Function *> Kernels);

// Copies M without the run time's functions.
std::unique_ptr<llvm::Module> copyForReading(const llvm::Module &M);

// Makes KERNEL, a function of such a copy, readable. Returns false if it is too large.
bool makeReadable(llvm::Function &Kernel, llvm::FunctionAnalysisManager &FAM);

} // namespace cleave

#endif
