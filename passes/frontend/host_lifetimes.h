// FILE: passes/frontend/host_lifetimes.h
// WHAT: the ends of objects in host code: destructors and cleanup functions, which no statement calls.
#ifndef CLEAVE_FRONTEND_HOST_LIFETIMES_H
#define CLEAVE_FRONTEND_HOST_LIFETIMES_H

#include "host_calls.h"

namespace cleave {

class HostLifetimes : public HostCalls {
public:
  using HostCalls::HostCalls;

protected:
  ~HostLifetimes() = default;

  // A call of FUNCTION, which has a body and no parameters.
  void callWithout(const clang::FunctionDecl *Function);
  // A variable of the current call that the flow says is destroyed or cleaned up.
  void begins(const clang::VarDecl *Variable, const Place &Object);
  void endObjects(size_t Mark) override;
  void endTemporaries() override;
  void endFrame() override;

private:
  void temporary(const clang::CXXBindTemporaryExpr *Expression, const Place &Object) override;
  void destroy(const Place &Object, clang::QualType Type) override;
  void destroyStandard(const clang::CXXRecordDecl *Class, const Place &Object);
  void end(const Living &Object);
};

} // namespace cleave

#endif
