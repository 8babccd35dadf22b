// FILE: passes/device/kernel_reader.h
// WHAT: extracts kernel information from a readable kernel.
#ifndef CLEAVE_PASSES_DEVICE_KERNEL_READER_H
#define CLEAVE_PASSES_DEVICE_KERNEL_READER_H

#include "kernelinfo/kernelinfo.h"

#include "llvm/IR/PassManager.h"

namespace cleave {

// Reads KERNEL, a result of makeReadable, into INFORMATION, which points into ARENA.
void readKernel(llvm::Function &Kernel, llvm::FunctionAnalysisManager &FAM, cleave_arena *Arena,
                cleave_kernel_information &Information);

} // namespace cleave

#endif
