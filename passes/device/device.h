// FILE: passes/device/device.h
// WHAT: cleave's passes over device code, and one over the host code of kernels. One adds kernel information, one constant per kernel,
//       and changes no code. One runs LLVM's OpenMPOpt a second time. One lets the assembler use more registers.
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
  bool KeepsGrid, IsUneven; // what the compiled text says of the kernel
};

// Adds the kernel information pass to the pipelines that PB builds. Kernels at MARKED get the flags of their places.
void addKernelInformation(llvm::PassBuilder &PB, const std::vector<KernelPlace> &Marked = {});

// Metadata that marks a module in which no kernel uses the run time's state.
constexpr const char *NoRuntimeState = "cleave.no_runtime_state";

// Adds a second run of LLVM's OpenMPOpt to the pipelines that PB builds, except at -O0. It does nothing if there is no state.
void addSecondOpenMPOpt(llvm::PassBuilder &PB);

// Adds a pass that removes the run time's state from kernels that do not use it, except at -O0. It comes after the kernel information.
void addRuntimeElision(llvm::PassBuilder &PB);

// Adds a pass that sets a thread limit of 1024 for kernels that have none, if a loop of theirs is unrolled.
void addRegisterLimit(llvm::PassBuilder &PB);

// Adds a pass that gives teams as many threads as the parallel constructs in them ask for, except at -O0. It changes code for NVIDIA GPUs
// only.
void addTeamThreads(llvm::PassBuilder &PB);

// Adds a pass that withdraws cleave's requests to unroll loops which LLVM cannot unroll, except at -O0. Call it for device code.
void addUnrollHints(llvm::PassBuilder &PB);

// Adds a pass that limits LLVM's strength reduction of innermost loops to these loops, except at -O0. It changes code for NVIDIA GPUs only.
void addLoopStarts(llvm::PassBuilder &PB);

// Adds a pass that makes one loop of a worksharing loop with chunks of one iteration, except at -O0. It comes after the kernel information.
void addSingleIterations(llvm::PassBuilder &PB);

// Adds a pass that tells LLVM what calls of the mathematical library do not do, except at -O0.
void addMathematicalCalls(llvm::PassBuilder &PB);

// Adds passes that unroll loops which wait for memory, and move their loads in front of the first branch, except at -O0.
void addLoadsInFlight(llvm::PassBuilder &PB);

// Adds a pass that leaves the host code of kernel versions unoptimized, except at -O0. For compilations of the host.
void addHostVersions(llvm::PassBuilder &PB);

} // namespace cleave

#endif
