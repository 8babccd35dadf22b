// FILE: passes/device/device.h
// WHAT: cleave's pass over device code. It changes no code: it adds, for each kernel, one constant that
//       says what the run time wants to know to choose a grid.
#ifndef CLEAVE_PASSES_DEVICE_DEVICE_H
#define CLEAVE_PASSES_DEVICE_DEVICE_H

#include <string>
#include <vector>

namespace llvm {
class PassBuilder;
}

namespace cleave {

// Where the directive of a kernel stands: what clang's name for the kernel tells of it.
struct KernelPlace {
  std::string Prefix; // with which the name begins: the file
  unsigned Line;
};

// Adds the pass to the pipelines that PB will build. The kernels at the places KEPT keep the grid that
// the OpenMP run time chooses.
void addDevicePasses(llvm::PassBuilder &PB, const std::vector<KernelPlace> &Kept = {});

} // namespace cleave

#endif
