// FILE: passes/device/device.h
// WHAT: cleave's passes over device code. One adds kernel information, one constant per kernel, and changes
//       no code. The other runs LLVM's OpenMPOpt a second time.
#ifndef CLEAVE_PASSES_DEVICE_DEVICE_H
#define CLEAVE_PASSES_DEVICE_DEVICE_H

#include <string>
#include <vector>

namespace llvm {
class PassBuilder;
}

namespace cleave {

// The location of a kernel's directive, as encoded in the kernel's name.
struct KernelPlace {
  std::string Prefix; // prefix of the name: the file
  unsigned Line;
};

// Adds the kernel information pass to the pipelines that PB builds. Kernels at KEPT get the keeps_grid flag.
void addKernelInformation(llvm::PassBuilder &PB, const std::vector<KernelPlace> &Kept = {});

// Adds a second run of LLVM's OpenMPOpt to the pipelines that PB builds, except at -O0.
void addSecondOpenMPOpt(llvm::PassBuilder &PB);

} // namespace cleave

#endif
