// FILE: passes/device/device_plugin.cpp
// WHAT: entry point of build/lib/cleave-device.so, for compilers that load passes only:
//       -fpass-plugin=cleave-device.so, opt -load-pass-plugin=cleave-device.so -passes=cleave-device.
// WHO:  clang with -fplugin=cleave.so does not need it: frontend/frontend_plugin.cpp adds the same passes.
#include "device.h"

#include "../compat.h"

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "cleave", LLVM_VERSION_STRING, [](llvm::PassBuilder &PB) {
            cleave::addKernelInformation(PB);
            cleave::addTeamThreads(PB);
            cleave::addRegisterLimit(PB);
            cleave::addRuntimeElision(PB);
            cleave::addSecondOpenMPOpt(PB);
            cleave::addUnrollHints(PB);
            cleave::addSingleIterations(PB);
            cleave::addMathematicalCalls(PB);
            cleave::addLoadsInFlight(PB);
            cleave::addLoopStarts(PB);
          }};
}
