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

  bool isStandard(const clang::Decl *Declared) const;
  // What a type of the library, or another one, names by itself and by its template arguments.
  struct StandardType {
    llvm::SmallVector<const clang::CXXRecordDecl *, 4> Classes; // of the program
    bool CallsUnknownCode = false; // functions, functors, deleters, and types that do not say what they call
    bool CopiesByCode = false;     // a class of the program has functions that copy or destroy it
    bool HoldsPointers = false, HoldsIntegers = false; // integers that an address fits into
    clang::QualType Element;                           // the first type argument
  };
  StandardType standardType(clang::QualType Type) const;
  // What the object CELL of TYPE holds: memory that it leads to, or itself if its elements are inside, or it is of the program.
  uint32_t held(clang::QualType Type, uint32_t Cell);
  // OBJECT is that of a member function, and OBJECTPATH its name.
  Value standardCall(const clang::FunctionDecl *Function, llvm::ArrayRef<const clang::Expr *> Arguments,
                     const Value *Object, HostValue ObjectPath, Place *Returned, const clang::Expr *Call);
  void standardConstruct(const clang::CXXConstructorDecl *Constructor,
                         llvm::ArrayRef<const clang::Expr *> Arguments, const Place &To);

private:
  void addType(clang::QualType Type, unsigned Depth, StandardType &Result) const;
  // Whether a call of FUNCTION may call code that the types of its object and ARGUMENTS do not describe.
  bool callsProgram(const clang::FunctionDecl *Function, llvm::ArrayRef<const clang::Expr *> Arguments) const;
  // Pointers in the memory of the object HELD and of the arguments may be copied among them.
  void mixPointers(uint32_t Held, const StandardType &Type, const clang::Expr *Argument, const Place &Given);
  // GIVEN, an argument, may be stored as text, or read from text.
  void useText(const clang::Expr *Argument, clang::QualType Parameter, const Place &Given);
  void exchange(const Place &Left, const Place &Right, clang::QualType Type);
  // OBJECT.NAME() of a container, whose cell is CELL.
  HostValue query(HostValue Object, uint32_t Cell, const char *Name);
};

} // namespace cleave

#endif
