// FILE: passes/device/worksharing.h
// WHAT: the calls by which a thread or a team gets its share of a loop, as arithmetic.
#ifndef CLEAVE_PASSES_DEVICE_WORKSHARING_H
#define CLEAVE_PASSES_DEVICE_WORKSHARING_H

namespace llvm {
class CallBase;
}

namespace cleave {

// Of one kernel, from the outside in: how a team's share is divided depends on how it got it.
class Worksharing {
public:
  // Replaces CALL, if it is one of those whose result is known, by stores of the share's bounds and
  // stride. True if it did.
  bool replace(llvm::CallBase &Call);

private:
  bool OneForEachThread = false; // a team's chunk has as many iterations as it has threads
};

} // namespace cleave

#endif
