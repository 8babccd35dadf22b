// FILE: passes/frontend/compiler_fork.h
// WHAT: reads the rest of a main file in a second process, so that headers are parsed once.
//
// Regions are read from an AST, but their text must change before it is parsed. If only the main file
// contains regions, the compiler forks after the last #include. The child parses the rest of the user's text,
// plans, and sends the transformed text. The parent parses that text instead.
#ifndef CLEAVE_FRONTEND_COMPILER_FORK_H
#define CLEAVE_FRONTEND_COMPILER_FORK_H

#include "diagnostics.h"
#include "nested_parse.h"

#include <functional>
#include <optional>

namespace clang {
class ASTConsumer;
class ASTContext;
} // namespace clang

namespace cleave {

// The message from the child to the parent.
struct Outcome {
  std::string Text;         // of the entire file; empty: no transformation
  std::string Declarations; // lines that must precede it
  std::string Stamp;        // see compile/compile_driver.h
  std::vector<LineNote> LineNotes;
  unsigned Warnings = 0, Errors = 0; // shown by the child
};

// The offset of the #include in CI's main file after which to fork: the last one at file scope, outside of
// conditional directives and before all functions. None if there is no such #include, or if a second process
// would duplicate requested output.
std::optional<unsigned> findForkPoint(clang::CompilerInstance &CI);

// Callbacks of the two processes.
struct ForkActions {
  // In the child, when CONTEXT contains the entire translation unit.
  std::function<Outcome(clang::ASTContext &Context, const RecordedDiagnostics &Record)> Decide;
  // In the parent, before COMPILED replaces the text USER. Returns a consumer for the end of the translation
  // unit, or NULL.
  std::function<std::unique_ptr<clang::ASTConsumer>(llvm::StringRef User, llvm::StringRef Compiled,
                                                    const Outcome &)>
      Replace;
};

// Forks after the #include at offset INCLUDE. The returned consumer must precede the code generator's.
std::unique_ptr<clang::ASTConsumer> forkAfter(clang::CompilerInstance &CI, unsigned Include,
                                              ForkActions Actions);

} // namespace cleave

#endif
