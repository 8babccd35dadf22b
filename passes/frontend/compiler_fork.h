// FILE: passes/frontend/compiler_fork.h
// WHAT: reads the rest of a main file in a second process, so that its headers are parsed once.
//
// The regions can only be read from an AST, and their text must be changed before it is parsed. If the main file alone
// holds regions, the compiler forks after its last #include. The child parses the rest of the user's text, decides,
// and sends the text to compile. The parent parses that text instead.
#ifndef CLEAVE_FRONTEND_BRANCH_H
#define CLEAVE_FRONTEND_BRANCH_H

#include "diagnostics.h"
#include "nested_parse.h"

#include <functional>
#include <optional>

namespace clang {
class ASTConsumer;
class ASTContext;
} // namespace clang

namespace cleave {

// What the child sends.
struct Outcome {
  std::string Text;         // of the whole file; empty: it is compiled as it is
  std::string Declarations; // lines that have to stand before it
  std::string Stamp;        // see compile/compile_driver.h
  std::vector<LineNote> LineNotes;
  unsigned Warnings = 0, Errors = 0; // that the child has shown
};

// The offset of the #include in the main file of CI after which to fork: the last one at file scope, outside of
// conditional directives, and before all functions. None if there is none, or if the compiler is asked for output that a
// second process would duplicate.
std::optional<unsigned> findBranchPoint(clang::CompilerInstance &CI);

// What the plugin does on either side.
struct BranchActions {
  // In the child, once CONTEXT is the whole translation unit.
  std::function<Outcome(clang::ASTContext &Context, const RecordedDiagnostics &Record)> Decide;
  // In the parent, once COMPILED is to take the place of the text USER. The result is told of the end of the
  // translation unit; or NULL.
  std::function<std::unique_ptr<clang::ASTConsumer>(llvm::StringRef User, llvm::StringRef Compiled,
                                                    const Outcome &)>
      Replace;
};

// Forks after the #include at offset INCLUDE. The consumer must precede the code generator's.
std::unique_ptr<clang::ASTConsumer> branchAfter(clang::CompilerInstance &CI, unsigned Include,
                                                BranchActions Actions);

} // namespace cleave

#endif
