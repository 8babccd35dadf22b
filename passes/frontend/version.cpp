// FILE: passes/frontend/version.cpp
// WHAT: refuses to run inside a clang of another version than the one cleave was built for.
//
// The plugin is linked against no Clang library: it uses the classes of whichever clang loads it,
// and in another version they look different. Without this check the user would see a symbol lookup
// error, or nothing but wrong code. Therefore it runs as a constructor before every other one here,
// and touches Clang only through one function that all versions have. (The build makes all C++
// symbols the plugin needs weak, so that no missing class stops the loader earlier.)
#include "../compat.h"

#include "llvm/Config/abi-breaking.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string>

namespace {

// clang::getClangFullVersion(), "Debian clang version 19.1.7 (3~deb12u1)". The mangled name says
// that it returns the std::string of libstdc++'s present ABI, so that a clang built against another
// standard library, with which the plugin cannot work either, does not have it.
const char FullVersionSymbol[] = "_ZN5clang19getClangFullVersionB5cxx11Ev";

// A clang with assertions has other classes than one without, although the version is the same. LLVM
// marks either kind with a variable of its own.
#if LLVM_ENABLE_ABI_BREAKING_CHECKS
const char BuildKindSymbol[] = "_ZN4llvm23EnableABIBreakingChecksE";
#else
const char BuildKindSymbol[] = "_ZN4llvm24DisableABIBreakingChecksE";
#endif

__attribute__((constructor(101))) void checkVersion() {
  std::string Found = "a program other than clang, or a clang without plugin support";
  if (void *Symbol = dlsym(RTLD_DEFAULT, FullVersionSymbol)) {
    Found = reinterpret_cast<std::string (*)()>(Symbol)();
    bool IsVersion = Found.find(" version " CLEAVE_CLANG_VERSION ".") != std::string::npos;
    if (IsVersion && dlsym(RTLD_DEFAULT, BuildKindSymbol))
      return;
    if (IsVersion)
      Found += ", which was configured with other LLVM_ENABLE_ASSERTIONS";
  }
  std::fprintf(stderr,
               "error: cleave was built for clang " CLEAVE_CLANG_VERSION
               " but is loaded by %s; compile with clang " CLEAVE_CLANG_VERSION
               ", or build cleave for the clang you use\n",
               Found.c_str());
  // Not exit(): the destructors of a half-loaded plugin must not run.
  std::fflush(nullptr);
  std::_Exit(1);
}

} // namespace
