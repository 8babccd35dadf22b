// FILE: passes/device/worksharing.h
// WHAT: replaces worksharing calls by arithmetic: for analysis on opaque values, the markers; for execution on the numbers of
//       the hardware.
#ifndef CLEAVE_PASSES_DEVICE_WORKSHARING_H
#define CLEAVE_PASSES_DEVICE_WORKSHARING_H

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class User;
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

// The users of the variable that POINTER points to, by any address of it that is a cast of another one: the local memory of AMD GPUs has an
// address space of its own.
llvm::SmallVector<llvm::User *, 8> usersOf(const llvm::Value *Pointer);

// The state for one kernel. Calls must be replaced from the outermost loop inwards: the distribution to
// threads depends on the distribution to teams.
class Worksharing {
public:
  // If CALL is a supported worksharing call, replaces it by stores of its bounds and stride, and returns
  // true.
  bool replace(llvm::CallBase &Call);

  // The same for a call of Fortran's compiler, which passes the body of a loop to the run time: it becomes a loop around a call of the
  // body.
  bool replaceLoop(llvm::CallBase &Call);

private:
  bool OneForEachThread = false; // a team's chunk has as many iterations as the team has threads
};

// Whether shareIterations may replace CALL: a worksharing call with a static schedule, after which nothing asks for the last iteration.
bool isSimpleWorksharing(const llvm::CallBase &Call);

// Whether CALL distributes to teams chunks of as many iterations as a team has threads.
bool hasChunksOfThreads(const llvm::CallBase &Call);

// Whether the chunks of CALL have one iteration each.
bool hasSingleIterations(const llvm::CallBase &Call);

// Stores in the variables of CALL the bounds and the stride of number INDEX out of COUNT teams or threads, as the run time does. The
// flag of the last iteration is not set. KEEPS_UPPER: the last iteration of the loop stays the upper bound.
void shareIterations(llvm::CallBase &Call, llvm::Value *Index, llvm::Value *Count, bool KeepsUpper);

} // namespace cleave

#endif
