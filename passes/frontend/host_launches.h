// FILE: passes/frontend/host_launches.h
// WHAT: finds the functions that launch target regions.
#ifndef CLEAVE_FRONTEND_HOST_LAUNCHES_H
#define CLEAVE_FRONTEND_HOST_LAUNCHES_H

#include "reader_internal.h"

namespace cleave {

struct LaunchingFunction {
  const clang::FunctionDecl *Function;
  bool IsCalled;   // by another function of the translation unit
  bool IsInternal; // only the translation unit calls it, by name, and not before main
};

// Code of the translation unit that no function calls.
struct HiddenCode {
  std::vector<const clang::VarDecl *> Initialized;     // before main, by code
  std::vector<const clang::FunctionDecl *> BeforeMain; // constructor functions
  bool AtExit = false;                                 // destructors of static objects, destructor functions
  bool ReplacesAllocation = false;                     // operators new or delete of the program
  bool SharesMemory =
      false;              // a call gives memory to the C library, which later calls use: a buffer of a stream
  bool InSignals = false; // signal handlers that may use memory of the program
};

// Global variables whose address is taken or that a reference refers to, outside of system headers.
using AddressSet = llvm::SmallPtrSet<const clang::VarDecl *, 8>;

// The functions with bodies, outside of system headers, that contain target regions or call such functions, in source
// order.
std::vector<LaunchingFunction> findLaunchingFunctions(clang::ASTContext &Context, AddressSet &Addresses,
                                                      HiddenCode &Hidden);

} // namespace cleave

#endif
