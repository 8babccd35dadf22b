// FILE: passes/device/kernel_reader.h
// WHAT: from a readable kernel to what the run time wants to know of it.
#ifndef CLEAVE_PASSES_DEVICE_KERNEL_READER_H
#define CLEAVE_PASSES_DEVICE_KERNEL_READER_H

#include "kernelinfo/kernelinfo.h"

#include "llvm/IR/PassManager.h"

namespace cleave {

// Reads KERNEL, which makeReadable has made; what INFORMATION points at lives in ARENA.
void readKernel(llvm::Function &Kernel, llvm::FunctionAnalysisManager &FAM, cleave_arena *Arena,
                cleave_kernel_information &Information);

} // namespace cleave

#endif
