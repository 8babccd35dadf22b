// FILE: passes/frontend/reader_calls.h
// WHAT: the facts of functions that a region calls.
#ifndef CLEAVE_FRONTEND_READER_CALLS_H
#define CLEAVE_FRONTEND_READER_CALLS_H

#include "pragma.h"
#include "reader_internal.h"

namespace clang {
class Sema;
} // namespace clang

namespace cleave {

// The definition of FUNCTION where it says what the function does on host and device alike, or null.
// HEADER: the header that contains the region, or empty.
const clang::FunctionDecl *visibleDefinition(const clang::FunctionDecl *Function,
                                             const clang::SourceManager &SM, llvm::StringRef Header = "");

// The parser of the translation unit. With it, visibleDefinition makes instances of the library's templates. Null: none.
void setInstantiator(clang::Sema *Parser);

class Callees {
public:
  Callees(const clang::ASTContext &Context, const std::vector<PragmaLine> &Lines)
      : Context(Context), Lines(Lines) {}

  struct Fact {
    cleave_fact_kind Kind;
    std::string Name;
    bool NoOpenMP = false;   // CALL: see CLEAVE_CALLEE_NO_OPENMP
    bool IsConstant = false; // CALL: a built-in function whose value depends on its arguments alone
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
  bool isAssumedPlain(const clang::FunctionDecl *Function) const;

  const clang::ASTContext &Context;
  const std::vector<PragmaLine> &Lines;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<Body>> Bodies;
};

} // namespace cleave

#endif
