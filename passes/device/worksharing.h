// FILE: passes/device/worksharing.h
// WHAT: replaces worksharing calls by arithmetic.
#ifndef CLEAVE_PASSES_DEVICE_WORKSHARING_H
#define CLEAVE_PASSES_DEVICE_WORKSHARING_H

namespace llvm {
class CallBase;
}

namespace cleave {

// The state for one kernel. Calls must be replaced from the outermost loop inwards: the distribution to
// threads depends on the distribution to teams.
class Worksharing {
public:
  // If CALL is a supported worksharing call, replaces it by stores of its bounds and stride, and returns
  // true.
  bool replace(llvm::CallBase &Call);

private:
  bool OneForEachThread = false; // a team's chunk has as many iterations as the team has threads
};

} // namespace cleave

#endif
