// FILE: passes/frontend/host_evaluator.h
// WHAT: evaluates the expressions of host code to classes of memory. environments/host_record.h says what they do there.
#ifndef CLEAVE_FRONTEND_HOST_EVALUATOR_H
#define CLEAVE_FRONTEND_HOST_EVALUATOR_H

#include "environments/host_record.h"
#include "host_flow.h"
#include "reader_source.h"

namespace cleave {

using HostValue = const cleave_host_value *;

class HostEvaluator {
public:
  HostEvaluator(clang::ASTContext &Context, cleave_arena *Arena)
      : Context(Context), Arena(Arena), Record(cleave_host_record_new(Arena)) {}

protected:
  struct Place : cleave_host_place {
    Place(uint32_t Cell, HostValue Path = nullptr, HostValue Base = nullptr)
        : cleave_host_place{Cell, Path, Base, false, nullptr} {}
    Place(const cleave_host_place &Other) : cleave_host_place(Other) {}
    Place() : Place(CLEAVE_NO_CELL) {}
  };
  struct Value : cleave_host_result {
    Value(const cleave_host_result &Other) : cleave_host_result(Other) {}
    explicit Value(uint32_t Target = CLEAVE_NO_CELL) : cleave_host_result(cleave_host_result_of(Target)) {}
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
    Value ReturnedValue;
    Place ReturnedPlace;
    unsigned Returns = 0;
    bool isRoot() const { return !Caller; }
  };

  virtual Place lvalue(const clang::Expr *Expression);
  virtual Value value(const clang::Expr *Expression);
  // EXPRESSION, an object or a value: what it is, or leads to.
  Value evaluate(const clang::Expr *Expression) {
    return Expression->isGLValue() ? Value(lvalue(Expression).cell) : value(Expression);
  }
  // EXPRESSION, which is not read if it is an object.
  Value denoted(const clang::Expr *Expression) {
    if (!Expression->isGLValue())
      return value(Expression);
    const Place Object = lvalue(Expression);
    return cleave_host_denoted(&Object);
  }
  void read(const Place &From) { cleave_host_read(&Record, &From); }
  void write(const Place &To) { cleave_host_write(&Record, &To); }
  // Assigns FROM to the object TO of TYPE.
  void storeValue(const Place &To, clang::QualType Type, const Value &From) {
    const cleave_host_type Facts = typeOf(Type);
    cleave_host_store(&Record, &To, &Facts, &From);
  }
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
  void expose(const clang::Expr *Expression) { cleave_host_expose(&Record, evaluate(Expression).target); }

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

  void event(uint32_t Cell, bool Writes, HostValue Base) { cleave_host_event(&Record, Cell, Writes, Base); }
  void flag(uint32_t Flags) { cleave_host_flag(&Record, Flags); }
  // No statement calls what CODE walks.
  template <typename Walk> void implicitly(Walk Code) {
    const cleave_host_outside Outside = cleave_host_begin_implicit(&Record);
    Code();
    cleave_host_end_implicit(&Record, Outside);
  }

  // What the tree of statements provides.
  virtual void body(const clang::Stmt *Body) = 0;       // of a called function
  virtual void statements(const clang::Stmt *Code) = 0; // in an expression
  // A variable of the function itself with CELL.
  virtual HostValue rootVariable(const clang::VarDecl *Variable, uint32_t Cell) = 0;
  virtual bool isAddressTaken(const clang::VarDecl *Variable) = 0; // somewhere in the file
  // The offset of the closing brace of RECORD in the file; 0: elsewhere, or text cannot be inserted there.
  virtual uint32_t classEnd(const clang::RecordDecl *Record) = 0;
  ~HostEvaluator() = default;

  // What TYPE is, but for what classes of the library name.
  cleave_host_type typeOf(clang::QualType Type) const;
  uint32_t memberCell(uint32_t Object, const clang::FieldDecl *Field) {
    return cleave_cell_member(Memory, Object, Field->getParent()->getCanonicalDecl(), Field);
  }
  HostValue makeMember(HostValue Object, bool Arrow, const clang::FieldDecl *Field, uint32_t Cell);
  Place element(const Place &Array, clang::QualType Type, HostValue Index) {
    const cleave_host_type Facts = typeOf(Type);
    return cleave_host_element(&Record, &Array, &Facts, Index);
  }
  HostValue makeCast(HostValue Operand, clang::QualType Type);
  // Counts EXPRESSION, and removes nodes without a meaning; false: there are too many, or something before it is not supported.
  bool reach(const clang::Expr *&Expression);
  Value unknown(const clang::Expr *Expression);
  Value assignment(const clang::BinaryOperator *Operator, Place &To);
  Value binary(const clang::BinaryOperator *Operator);
  Value cast(const clang::CastExpr *Cast);
  Value unary(const clang::UnaryOperator *Operator);
  Value created(const clang::CXXNewExpr *New);
  Value deleted(const clang::CXXDeleteExpr *Delete);
  Value loaded(const Place &From, const clang::Expr *Name);

  clang::ASTContext &Context;
  cleave_arena *Arena;
  cleave_host_record Record;
  cleave_memory *Memory = Record.function.memory;
  bool &IsComplete = Record.function.is_complete;
  const clang::FunctionDecl *Root = nullptr; // the function itself
  Frame *Current = nullptr;
  unsigned Depth = 0;
  llvm::DenseMap<const clang::VarDecl *, Place> Globals;
};

} // namespace cleave

#endif
