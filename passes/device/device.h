// FILE: passes/device/device.h
// WHAT: cleave's passes over device code. One changes no code: it adds, for each kernel, one constant that
//       says what the run time wants to know to choose a grid. The other runs LLVM's optimizer of OpenMP again.
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

// Adds the pass that writes kernel information to the pipelines that PB will build. The kernels at the
// places KEPT keep the grid that the OpenMP run time chooses.
void addKernelInformation(llvm::PassBuilder &PB, const std::vector<KernelPlace> &Kept = {});

// Adds a second run of LLVM's OpenMPOpt to the pipelines that PB will build, but for those of -O0.
void addSecondOpenMPOpt(llvm::PassBuilder &PB);

} // namespace cleave

#endif
