// FILE: passes/compat.h
// WHAT: everything in passes/ that depends on the version of LLVM and Clang stands here, so that a
//       new version is one change in one place.
// WHO:  included by every C++ file under passes/ that includes a Clang or LLVM header.
#ifndef CLEAVE_PASSES_COMPAT_H
#define CLEAVE_PASSES_COMPAT_H

#include "clang/Basic/Version.inc"

#if CLANG_VERSION_MAJOR != 19
#error "cleave is written for Clang 19: build it against the headers of that version"
#endif

// The versions of clang that may load a plugin built against these headers: Clang keeps its C++
// classes unchanged between the patch releases of one minor version, and between no others.
#define CLEAVE_STRINGIZE_(x) #x
#define CLEAVE_STRINGIZE(x) CLEAVE_STRINGIZE_(x)
#define CLEAVE_CLANG_VERSION CLEAVE_STRINGIZE(CLANG_VERSION_MAJOR) "." CLEAVE_STRINGIZE(CLANG_VERSION_MINOR)

#endif
