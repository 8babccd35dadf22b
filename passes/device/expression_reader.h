// FILE: passes/device/expression_reader.h
// WHAT: converts ScalarEvolution's expressions over kernel arguments to the form that the run time evaluates.
#ifndef CLEAVE_PASSES_DEVICE_EXPRESSION_READER_H
#define CLEAVE_PASSES_DEVICE_EXPRESSION_READER_H

#include "kernelinfo/kernelinfo.h"

namespace llvm {
class SCEV;
class ScalarEvolution;
} // namespace llvm

namespace cleave {

// S as a signed number; unknown if it depends on anything but kernel arguments passed by value.
cleave_kernel_expression writeExpression(const llvm::SCEV *S, llvm::ScalarEvolution &SE, cleave_arena *Arena);

// The trip count of a loop whose back edge is taken BACK times; at least 0.
cleave_kernel_expression writeTripCount(const llvm::SCEV *Back, llvm::ScalarEvolution &SE,
                                        cleave_arena *Arena);

} // namespace cleave

#endif
