// FILE: passes/frontend/reader_calls.h
// WHAT: the facts of functions that a region calls.
#ifndef CLEAVE_FRONTEND_READER_CALLS_H
#define CLEAVE_FRONTEND_READER_CALLS_H

#include "reader_internal.h"

namespace cleave {

// The definition of FUNCTION where it says what the function does on host and device alike, or null.
// HEADER: the header that contains the region, or empty.
const clang::FunctionDecl *visibleDefinition(const clang::FunctionDecl *Function,
                                             const clang::SourceManager &SM, llvm::StringRef Header = "");

class Callees {
public:
  explicit Callees(const clang::ASTContext &Context) : Context(Context) {}

  struct Fact {
    cleave_fact_kind Kind;
    std::string Name;
  };
  // Calls REPORT for the call of CALLEE and for every fact in its body and in those that it calls.
  // If HEADER is given, only bodies in the header of that name count as visible.
  void report(const clang::FunctionDecl *Callee, llvm::StringRef Header,
              llvm::function_ref<void(const Fact &, bool InCallee)> Report);

private:
  struct Body {
    std::vector<Fact> Facts;
    std::vector<const clang::FunctionDecl *> Calls;
  };
  class BodySink;
  const Body &body(const clang::FunctionDecl *Definition);

  const clang::ASTContext &Context;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<Body>> Bodies;
};

} // namespace cleave

#endif
