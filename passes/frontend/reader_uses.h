// FILE: passes/frontend/reader_uses.h
// WHAT: the base of the walk over code: computes the uses of named variables and reports them to a sink.
//
// `evaluate` receives the access to each expression: ACCESS applies to the object of an lvalue, or to the
// memory that another expression's value points to. ACCESS to `*p` is therefore ACCESS to `p`, and ACCESS to
// `p`, read from a variable, is an access through that variable. An expression that reader_nodes.def does not
// list as supported has every access to the variables in it.
//
// Derived classes handle the kinds of nodes: reader_expressions.h, reader_arguments.h and reader_code.h, in this
// order. A class calls functions of its bases only; the virtual function `walk` selects the function for a node.
#ifndef CLEAVE_FRONTEND_READER_USES_H
#define CLEAVE_FRONTEND_READER_USES_H

#include "reader_internal.h"

namespace cleave {

// Short names of cleave_use_flags.
namespace use {
constexpr unsigned Read = CLEAVE_USE_READ, Write = CLEAVE_USE_WRITE, Address = CLEAVE_USE_ADDRESS,
                   ElementRead = CLEAVE_USE_ELEMENT_READ, ElementWrite = CLEAVE_USE_ELEMENT_WRITE;
constexpr unsigned Anything = Address | Read | Write | ElementRead | ElementWrite;

// The access to what a pointer or an array holds, as a use of the pointer or the array.
constexpr unsigned throughPointer(unsigned Access) {
  return (Access & (Read | ElementRead) ? ElementRead : 0) |
         (Access & (Write | ElementWrite) ? ElementWrite : 0);
}

// The access to what the value of an object leads to, if ACCESS is one to the object.
constexpr unsigned contents(unsigned Access) {
  return Access & Address ? Anything
                          : (Access & ElementRead ? Read : 0) | (Access & ElementWrite ? Write : 0);
}
} // namespace use

// Receives what a walk over code finds.
class CodeSink {
public:
  // FLAGS: cleave_use_flags. VARIABLE is a canonical declaration.
  virtual void use(const clang::VarDecl * /*Variable*/, unsigned /*Flags*/, clang::SourceLocation) {}
  // A use of the object that a member function is called for.
  virtual void useThis(unsigned, clang::SourceLocation) {}
  virtual void fact(cleave_fact_kind, clang::SourceLocation, llvm::StringRef /*Name*/) {}
  // The code creates an object that no variable names; it ends with its block.
  virtual void unnamedObject() {}
  // The callee is null for a call through a pointer or of a virtual function.
  virtual void call(const clang::FunctionDecl *, clang::SourceLocation) {}
};

// The source expression, where Clang has replaced it by a variable of its own.
const clang::Expr *sourceExpression(const clang::Expr *Expression);

// The variable if EXPRESSION is only its name; or null.
const clang::VarDecl *namedVariable(const clang::Expr *Expression);

// Whether TYPE, or a part of an object of it, is wanted, or the parts are not known.
bool hasPart(clang::QualType Type, llvm::function_ref<bool(clang::QualType)> IsWanted);
// Whether a value of TYPE can lead to memory outside of itself.
bool holdsPointers(clang::QualType Type);

// Whether VARIABLE, declared in a block, has the same value in every execution and on every device: each of these
// may have its own.
bool isConstantStatic(const clang::VarDecl *Variable, const clang::ASTContext &Context);

// Visits code. By default it reports no use of variables that are declared in this code.
class UseWalker {
public:
  UseWalker(const clang::ASTContext &Context, CodeSink &Sink) : Context(Context), Sink(Sink) {}

  void statement(const clang::Stmt *Statement);
  // An expression whose value is a number, or is not used. May be null.
  void value(const clang::Expr *Expression);
  // ACCESS is a set of cleave_use_flags: the access to the object that EXPRESSION denotes, if it is an lvalue;
  // else, the access to the object that its value leads to.
  void evaluate(const clang::Expr *Expression, unsigned Access);
  // The sizes of the arrays of variable length in TYPE.
  void sizes(clang::QualType Type);
  // Uses of VARIABLE are not reported from now on.
  void hide(const clang::VarDecl *Variable);
  // Reports the uses of all variables, including those declared in the walked code.
  void keepAll() { KeepsAll = true; }

protected:
  ~UseWalker() = default;

  // Calls the function for the kind of NODE.
  virtual void walk(const clang::Stmt *Node, unsigned Access) = 0;
  void children(const clang::Stmt *Statement);
  // A value that is kept: what it points to may be used later, through an unrelated name.
  // FOR_WRITING: a pointer to const is no obstacle to writes.
  void keep(const clang::Expr *Expression, bool ForWriting = false);
  void called(const clang::FunctionDecl *Function, clang::SourceLocation At);
  void variable(const clang::VarDecl *Variable, clang::QualType Type, unsigned Access,
                clang::SourceLocation At);
  void volatileAccess(const clang::Expr *Expression, unsigned Access);
  void fact(cleave_fact_kind Kind, clang::SourceLocation At, llvm::StringRef Name = "");
  void fact(cleave_fact_kind Kind, const clang::Stmt *At, llvm::StringRef Name = "") {
    fact(Kind, At->getBeginLoc(), Name);
  }

  using VariableSet = llvm::SmallPtrSet<const clang::VarDecl *, 8>;
  const clang::ASTContext &Context;
  CodeSink &Sink;
  bool KeepsAll = false;
  clang::SourceLocation SizesOf; // valid in the sizes of the array named there
  VariableSet Hidden;
  VariableSet Unprotected;     // written by an atomic construct, but not atomically
  unsigned ProtectedDepth = 0; // number of enclosing atomic and critical constructs
};

} // namespace cleave

#endif
