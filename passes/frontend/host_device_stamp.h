// FILE: passes/frontend/host_device_stamp.h
// WHAT: carries the host compilation's plan to the device compilation, so that a difference is an error.
//
// Host and device code come from two compiler runs. If only one of them splits a region, the program lacks a
// kernel, which would otherwise show at run time only. The host's IR is an input of the device compilation.
// It contains a digest of the plan, as a comment in the module's assembly.
#ifndef CLEAVE_FRONTEND_HOST_DEVICE_STAMP_H
#define CLEAVE_FRONTEND_HOST_DEVICE_STAMP_H

#include "llvm/ADT/StringRef.h"

#include <memory>
#include <string>

namespace clang {
class ASTConsumer;
class CompilerInstance;
} // namespace clang

namespace cleave {

// Returns a consumer that adds STAMP, a file-scope asm, at the end of the translation unit. It changes the
// AST, not the text: the text may end in a comment, a backslash, or without a newline.
std::unique_ptr<clang::ASTConsumer> createStampConsumer(clang::CompilerInstance &CI, llvm::StringRef Stamp);

// Returns the module assembly of the bitcode file PATH; empty if it has none or cannot be read (Clang reports
// the latter).
std::string readModuleAsm(llvm::StringRef Path);

} // namespace cleave

#endif
