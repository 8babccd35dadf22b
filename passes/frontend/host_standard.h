// FILE: passes/frontend/host_standard.h
// WHAT: calls of the C++ standard library in host code. Its function bodies are not parsed.
#ifndef CLEAVE_FRONTEND_HOST_STANDARD_H
#define CLEAVE_FRONTEND_HOST_STANDARD_H

#include "host_evaluator.h"

namespace cleave {

class HostStandard : public HostEvaluator {
public:
  using HostEvaluator::HostEvaluator;

protected:
  ~HostStandard() = default;

  bool isStandard(const clang::FunctionDecl *Function) const;
  // OBJECT is that of a member function, and OBJECTPATH its name.
  Value standardCall(const clang::FunctionDecl *Function, llvm::ArrayRef<const clang::Expr *> Arguments,
                     const Value *Object, HostValue ObjectPath, Place *Returned, const clang::Expr *Call);
  void standardConstruct(const clang::CXXConstructorDecl *Constructor,
                         llvm::ArrayRef<const clang::Expr *> Arguments, const Place &To);

private:
  void exchange(const Place &Left, const Place &Right, clang::QualType Type);
  // OBJECT.NAME() of a container, whose cell is CELL.
  HostValue query(HostValue Object, uint32_t Cell, const char *Name);
};

} // namespace cleave

#endif
