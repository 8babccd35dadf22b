// FILE: passes/frontend/host_evaluator.h
// WHAT: evaluates the expressions of host code to classes of memory, and records accesses.
#ifndef CLEAVE_FRONTEND_HOST_EVALUATOR_H
#define CLEAVE_FRONTEND_HOST_EVALUATOR_H

#include "host_flow.h"
#include "model/host_code.h"
#include "reader_source.h"

namespace cleave {

using HostValue = const cleave_host_value *;

// Whether the name of an object of TYPE denotes its memory, as that of an array does.
bool namesMemory(clang::QualType Type);

// The integer that VALUE is in every execution, if it is known.
std::optional<int64_t> constantOf(HostValue Value);

class HostEvaluator {
public:
  HostEvaluator(clang::ASTContext &Context, cleave_arena *Arena)
      : Context(Context), Arena(Arena), Memory(cleave_memory_new(Arena)) {}

protected:
  // An object: its cell, its name in the function, and the pointer or array that it is an element of.
  struct Place {
    uint32_t Cell;
    HostValue Path = nullptr, Base = nullptr;
    bool IsUnshared =
        false; // a constant, or a kernel's copy of a scalar: accesses have no effect on other code
    HostValue Address = nullptr; // of an element; NULL: unknown
  };
  // A value. What may hold an address leads to Target: a pointer, but also an integer that a pointer was converted to, or its
  // bytes. A record has its own cell there.
  struct Value {
    uint32_t Target = CLEAVE_NO_CELL;
    HostValue Path = nullptr;
    HostValue Either[2] = {nullptr,
                           nullptr}; // of a conditional that chooses one of two pointers; Path is NULL
    HostValue Base = nullptr;        // the pointer that it was computed from
    bool IsFresh = false;
  };
  // An object that ends with its block, or its expression.
  struct Living {
    Place Object;
    clang::QualType Type;
    const clang::FunctionDecl *Cleanup; // gets its address; NULL: it is destroyed
  };
  // A call that is being walked.
  struct Frame {
    const clang::FunctionDecl *Function = nullptr;
    Frame *Caller = nullptr;
    const HostFlow *Flow = nullptr;
    llvm::SmallPtrSet<const void *, 8> Called; // implicit calls of Flow that the walk has seen
    std::vector<Living> Objects, Temporaries;
    llvm::DenseMap<const clang::VarDecl *, Place> Variables;
    llvm::DenseMap<const clang::VarDecl *, Value> Values; // of variables that keep their first value
    std::set<const clang::VarDecl *> Written;
    Value This;
    uint32_t Returned = CLEAVE_NO_CELL; // holds the returned value
    Value ReturnedValue;
    Place ReturnedPlace = {CLEAVE_NO_CELL};
    unsigned Returns = 0;
    bool isRoot() const { return !Caller; }
  };

  virtual Place lvalue(const clang::Expr *Expression);
  virtual Value value(const clang::Expr *Expression);
  void read(const Place &From);
  void write(const Place &To);
  // Assigns FROM to the object TO of TYPE.
  void storeValue(const Place &To, clang::QualType Type, const Value &From);
  void initialize(const Place &To, clang::QualType Type, const clang::Expr *Initializer);
  Place variable(const clang::VarDecl *Variable);
  void declare(const clang::VarDecl *Variable);
  void sizes(clang::QualType Type);
  // A variable that a lambda captured, in its body; false: NAME is none.
  bool captured(const clang::DeclRefExpr *Name, Place &Result);
  // The object of `this`.
  Value thisObject();
  Value lambda(const clang::LambdaExpr *Lambda);
  // Unknown code uses EXPRESSION.
  void expose(const clang::Expr *Expression);
  void exposeTarget(uint32_t Cell);

  // Calls: host_standard.h and host_calls.h.
  virtual Value call(const clang::CallExpr *Call, Place *Returned = nullptr) = 0;
  virtual void construct(const clang::CXXConstructExpr *Expression, const Place &To) = 0;
  // An object that ends with the full-expression.
  virtual void temporary(const clang::CXXBindTemporaryExpr *Expression, const Place &Object) = 0;
  // The destructors of OBJECT, of TYPE.
  virtual void destroy(const Place &Object, clang::QualType Type) = 0;
  // Code that may use all its arguments, keep them, and use all exposed memory.
  virtual void unknownCall(const clang::FunctionDecl *Function, llvm::ArrayRef<const clang::Expr *> Arguments,
                           const Value *Object) = 0;

  // What the tree of statements provides.
  virtual void event(uint32_t Cell, bool Writes, HostValue Base) = 0;
  virtual void copy(const cleave_host_copy &Copy) = 0;
  virtual void size(uint32_t Cell, HostValue Size) = 0; // a container is constructed with SIZE elements
  virtual void flag(uint32_t Flags) = 0;
  // Control does not pass the current expression.
  void neverEnds() { flag(Conditional ? 0 : CLEAVE_HOST_ENDLESS); }
  virtual void body(const clang::Stmt *Body) = 0;               // of a called function
  virtual void implicitly(llvm::function_ref<void()> Code) = 0; // no statement calls what CODE walks
  virtual void statements(const clang::Stmt *Code) = 0;         // in an expression
  virtual HostValue rootVariable(const clang::VarDecl *Variable) = 0;
  virtual bool isAddressTaken(const clang::VarDecl *Variable) = 0; // somewhere in the file
  virtual void
  silently(llvm::function_ref<void()> Code) = 0; // records no access: CODE walks what ran before main
  // The offset of the closing brace of RECORD in the file; 0: elsewhere, or text cannot be inserted there.
  virtual uint32_t classEnd(const clang::RecordDecl *Record) = 0;
  ~HostEvaluator() = default;

  HostValue makeValue(const cleave_host_value &Parts);
  HostValue makeMember(HostValue Object, bool Arrow, const clang::FieldDecl *Field, uint32_t Cell);
  // Element INDEX of ARRAY, an object of TYPE.
  Place element(const Place &Array, clang::QualType Type, HostValue Index);
  // The value of the pointer to the first element of ARRAY.
  Value decayed(const Place &Array, clang::QualType Type);
  // A pointer to TARGET moves to another element.
  void moves(uint32_t Target);
  // The value of POINTER plus or minus INDEX elements, in host code.
  HostValue moved(HostValue Pointer, cleave_operation Operation, HostValue Index);
  // What an access through POINTER is said to access an element of. In a kernel, a pointer and a sum of it with an integer can lead to
  // different list items; in host code, they lead to one array.
  HostValue baseOf(const Value &Pointer) const;
  HostValue makeCast(HostValue Operand, clang::QualType Type);
  Value unknown(const clang::Expr *Expression);
  Value assignment(const clang::BinaryOperator *Operator, Place &To);
  Value binary(const clang::BinaryOperator *Operator);
  Value cast(const clang::CastExpr *Cast);
  Value unary(const clang::UnaryOperator *Operator);
  Value loaded(const Place &From, const clang::Expr *Name);

  clang::ASTContext &Context;
  cleave_arena *Arena;
  cleave_memory *Memory;
  const clang::FunctionDecl *Root = nullptr; // the function itself
  Frame *Current = nullptr;
  unsigned Depth = 0, Work = 0;
  bool IsComplete = true;
  bool InRegion = false;             // in the code of a kernel
  unsigned Conditional = 0;          // operands around that may not be evaluated
  const clang::Expr *Site = nullptr; // the last expression
  llvm::DenseMap<const clang::VarDecl *, Place> Globals;
};

} // namespace cleave

#endif
