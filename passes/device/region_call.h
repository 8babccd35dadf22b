// FILE: passes/device/region_call.h
// WHAT: the call of a parallel region without the run time.
#ifndef CLEAVE_PASSES_DEVICE_REGION_CALL_H
#define CLEAVE_PASSES_DEVICE_REGION_CALL_H

namespace llvm {
class CallBase;
class Function;
} // namespace llvm

namespace cleave {

// The region that PARALLEL, a call of ParallelCall (compat.h), starts, if callRegion can call it; else null.
llvm::Function *regionOf(const llvm::CallBase &Parallel);

// Replaces PARALLEL by a call of its region, with the arguments from their array. Returns false, and changes nothing, if regionOf
// is null.
bool callRegion(llvm::CallBase &Parallel);

} // namespace cleave

#endif
