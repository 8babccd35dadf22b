// FILE: passes/device/worksharing.h
// WHAT: the calls by which a thread or a team gets its share of a loop, as arithmetic.
#ifndef CLEAVE_PASSES_DEVICE_WORKSHARING_H
#define CLEAVE_PASSES_DEVICE_WORKSHARING_H

namespace llvm {
class CallBase;
}

namespace cleave {

// Replaces CALL, if it is one of those whose result is known, by stores of the share's bounds and
// stride. True if it did.
bool replaceWorksharing(llvm::CallBase &Call);

} // namespace cleave

#endif
