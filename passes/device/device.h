// FILE: passes/device/device.h
// WHAT: cleave's pass over device code. It changes no code: it adds, for each kernel, one constant that
//       says what the run time wants to know to choose a grid.
#ifndef CLEAVE_PASSES_DEVICE_DEVICE_H
#define CLEAVE_PASSES_DEVICE_DEVICE_H

namespace llvm {
class PassBuilder;
}

namespace cleave {

// Adds the pass to the pipelines that PB will build.
void addDevicePasses(llvm::PassBuilder &PB);

} // namespace cleave

#endif
