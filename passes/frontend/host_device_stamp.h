// FILE: passes/frontend/host_device_stamp.h
// WHAT: carries the host run's plan to the device run, so that a disagreement fails the compilation.
//
// Host and device code come from two runs of the compiler. If one of them splits a region and the
// other does not, the program lacks a kernel, and without this nobody would know before it runs.
// The host's IR is an input of the device run, so the plan travels in it, as a comment in the
// module's assembly.
#ifndef CLEAVE_FRONTEND_AGREEMENT_H
#define CLEAVE_FRONTEND_AGREEMENT_H

#include "llvm/ADT/StringRef.h"

#include <memory>
#include <string>

namespace clang {
class ASTConsumer;
class CompilerInstance;
} // namespace clang

namespace cleave {

// A consumer that adds STAMP, a file-scope asm, to the end of the translation unit. It is added to
// the AST, not to the text: at the end of a text it could stand in a comment, after a backslash, or
// under a warning about a missing newline.
std::unique_ptr<clang::ASTConsumer> createStampConsumer(clang::CompilerInstance &CI, llvm::StringRef Stamp);

// The module assembly of the bitcode file PATH; empty if it has none or cannot be read (then Clang
// itself reports it).
std::string readModuleAsm(llvm::StringRef Path);

} // namespace cleave

#endif
