// FILE: passes/frontend/device_views.h
// WHAT: the options of the device compilations that belong to a host compilation.
//
// A host compilation must transform a region as every device compilation of the same command does. Their options are not
// among those of the host. They follow from the command of the clang driver, which is this process or its parent.
#ifndef CLEAVE_FRONTEND_DEVICE_VIEWS_H
#define CLEAVE_FRONTEND_DEVICE_VIEWS_H

#include <memory>
#include <vector>

namespace clang {
class CompilerInstance;
class CompilerInvocation;
} // namespace clang

namespace cleave {

struct DeviceViews {
  // The host compilation of the source file. Set only if CI compiles its preprocessed text (-save-temps).
  std::shared_ptr<clang::CompilerInvocation> Source;
  // One for each device compilation of the source file. Empty if the command is not known.
  std::vector<std::shared_ptr<clang::CompilerInvocation>> Devices;
};

// CI is a host compilation. Linux only: the command comes from /proc.
DeviceViews findDeviceViews(clang::CompilerInstance &CI);

} // namespace cleave

#endif
