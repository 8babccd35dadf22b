// FILE: passes/frontend/version.cpp
// WHAT: rejects a clang of a different version than the one that cleave was built for, and a second copy of cleave.
//
// The plugin links no Clang library: it uses the classes of the clang that loads it, whose layout depends on
// the version. Without this check, another version would cause a symbol lookup error or wrong code. The check
// is a constructor that runs before all others here, and calls only one Clang function, which all versions
// have. (The build makes the plugin's C++ symbols weak, so that the loader does not fail earlier.)
//
// It also rejects a second copy of the plugin: both would rewrite the same text.
#include "../compat_clang.h"

#include "llvm/Config/abi-breaking.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string>

// A copy of the plugin finds the first copy's.
extern "C" __attribute__((visibility("default"))) const char cleave_plugin_is_loaded = 1;

namespace {

// Not exit(): the destructors of a half-loaded plugin must not run.
[[noreturn]] void stop() {
  std::fflush(nullptr);
  std::_Exit(1);
}

void checkCopies() {
  static const char Here = 1;
  Dl_info First, Ours;
  const void *Symbol = dlsym(RTLD_DEFAULT, "cleave_plugin_is_loaded");
  if (!Symbol || !dladdr(Symbol, &First) || !dladdr(&Here, &Ours) || First.dli_fbase == Ours.dli_fbase)
    return;
  std::fprintf(
      stderr,
      "error: cleave is loaded twice, as '%s' and '%s'; remove one of the -fplugin= options (cleave cc adds its own)\n",
      First.dli_fname, Ours.dli_fname);
  stop();
}

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
      return checkCopies();
    if (IsVersion)
      Found += ", which was configured with other LLVM_ENABLE_ASSERTIONS";
  }
  std::fprintf(stderr,
               "error: cleave was built for clang " CLEAVE_CLANG_VERSION
               " but is loaded by %s; compile with clang " CLEAVE_CLANG_VERSION
               ", or build cleave for the clang you use\n",
               Found.c_str());
  stop();
}

} // namespace
