// FILE: passes/frontend/host_standard.h
// WHAT: calls of the C++ standard library in host code. Its function bodies are not parsed; lib/environments/standard_calls.c says what
//       they do.
#ifndef CLEAVE_FRONTEND_HOST_STANDARD_H
#define CLEAVE_FRONTEND_HOST_STANDARD_H

#include "host_evaluator.h"

namespace cleave {

class HostStandard : public HostEvaluator {
public:
  using HostEvaluator::HostEvaluator;

protected:
  ~HostStandard() = default;

  bool isStandard(const clang::Decl *Declared) const;
  struct StandardType : cleave_host_type {
    StandardType() : cleave_host_type{} {}
    llvm::SmallVector<const clang::CXXRecordDecl *, 4> Classes; // of the program
    clang::QualType Element;                                    // the first type argument
  };
  StandardType standardType(clang::QualType Type) const;
  // OBJECT is that of a member function, and OBJECTPATH its name.
  Value standardCall(const clang::FunctionDecl *Function, llvm::ArrayRef<const clang::Expr *> Arguments,
                     const Value *Object, HostValue ObjectPath, Place *Returned, const clang::Expr *Call);
  void standardConstruct(const clang::CXXConstructorDecl *Constructor,
                         llvm::ArrayRef<const clang::Expr *> Arguments, const Place &To);

private:
  const char *nameOf(const clang::CXXRecordDecl *Class) const;
  void addType(clang::QualType Type, unsigned Depth, StandardType &Result) const;
  bool callsProgram(const clang::FunctionDecl *Function, llvm::ArrayRef<const clang::Expr *> Arguments) const;
  // Evaluates ARGUMENT, the one with that INDEX of FUNCTION. HOLDER and MADE: the types of the object and of the result.
  cleave_standard_argument argument(const clang::FunctionDecl *Function, unsigned Index,
                                    const clang::Expr *Argument, const StandardType &Holder,
                                    const StandardType &Made);
};

} // namespace cleave

#endif
