// FILE: passes/frontend/reader_presence.h
// WHAT: whether part of an array or record may be present on the device when a region begins.
#ifndef CLEAVE_FRONTEND_READER_PRESENCE_H
#define CLEAVE_FRONTEND_READER_PRESENCE_H

#include "reader_internal.h"

namespace cleave {

// Whether some piece of the program may have mapped a part of an array or record, and not the whole.
// Then an explicit map clause for the whole is an error where an implicit one is not (OpenMP 5.1,
// 2.21.7.1). To be asked for variables with a constant size and no map clause.
class PartialPresence {
public:
  explicit PartialPresence(const clang::ASTContext &Context) : Context(Context) {}
  // FUNCTION: where the region stands, may be null.
  bool isPossible(const clang::VarDecl *Variable, const clang::FunctionDecl *Function);

  // Whether VARIABLE, a local one of FUNCTION whose address is not taken, may be present when a target region of FUNCTION begins that
  // maps it as a whole: a data directive maps it, or other tasks may execute regions of FUNCTION with the same variable.
  bool mayBePresent(const clang::VarDecl *Variable, const clang::FunctionDecl *Function);

private:
  struct Body {
    std::vector<const clang::FunctionDecl *> Calls; // and functions whose address is taken
    bool MapsThroughPointers = false;               // or calls what is not known
    // It has lambdas, or directives other than data directives and target regions that the host waits for.
    bool HasTasks = false;
    bool KeepsPointers = false;                             // stores one in other than a local variable
    llvm::SmallPtrSet<const clang::VarDecl *, 8> GivenAway; // by other than a call of a known function
  };
  class BodyReader;
  const Body &body(const clang::FunctionDecl *Definition);
  bool reaches(const clang::FunctionDecl *Function, bool Body::*Property);
  void readUnit();

  const clang::ASTContext &Context;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<Body>> Bodies;
  bool UnitIsRead = false, UnitDefinesMain = false, UnitMapsThroughPointers = false;
  llvm::SmallPtrSet<const clang::VarDecl *, 8> MappedInPart, MappedByData, GivenAwayInUnit;
};

} // namespace cleave

#endif
