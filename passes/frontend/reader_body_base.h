// FILE: passes/frontend/reader_body_base.h
// WHAT: the base of the classes that lower a loop's body: the state, and new nodes of the tree.
//
// Derived classes lower kinds of nodes: reader_body_calls.h, reader_body_values.h and reader_body.h, in this order. A class calls
// functions of its
// bases only; the virtual functions select the one for a node.
#ifndef CLEAVE_FRONTEND_READER_BODY_BASE_H
#define CLEAVE_FRONTEND_READER_BODY_BASE_H

#include "model/body.h"
#include "reader_source.h"
#include "reader_uses.h"

#include "llvm/ADT/DenseMap.h"

#include <deque>
#include <map>
#include <set>

namespace cleave {

class BodyBase {
public:
  // INDEX returns a variable's index in the region, or CLEAVE_NO_VARIABLE; for null, that of `this`. KEEPSVALUE returns whether the function never changes
  // it after its
  // declaration. FIELDS: the members that the region assigns. HEADER: the header that contains the region, or empty.
  BodyBase(const clang::ASTContext &Context, cleave_arena *Arena, const SourceText &Text,
           llvm::function_ref<uint32_t(const clang::VarDecl *)> Index,
           llvm::function_ref<bool(const clang::VarDecl *)> KeepsValue,
           const std::set<const clang::ValueDecl *> &Fields, llvm::StringRef Header)
      : Context(Context), Arena(Arena), Text(Text), Index(Index), KeepsValue(KeepsValue), Fields(Fields),
        Header(Header) {}

  // What all bodies of the region share. TYPES_MAY_ALIAS: -fno-strict-aliasing.
  void setMembers(cleave_body_members *Of, bool MayAlias) {
    Members = Of;
    TypesMayAlias = MayAlias;
  }

protected:
  using Value = cleave_body_value;
  using Place = cleave_body_place;
  using Statement = cleave_body_statement;
  using Variable = cleave_body_variable;

  // The function that is lowered: that of the region, or a called one.
  struct Frame {
    Frame *Outer = nullptr;
    const clang::FunctionDecl *Function = nullptr;
    Frame *Captured = nullptr; // of a lambda: the frame whose variables it captures
    Variable *This = nullptr;
    Place *Closure =
        nullptr; // of a lambda that another function made: the object that holds what it captures
    llvm::DenseMap<const clang::VarDecl *, Variable *> Own;
  };

  // A lambda, and the frame that made it.
  struct Closure {
    const clang::LambdaExpr *Lambda;
    Frame *Made;
  };

  ~BodyBase() = default;

  virtual Statement *statement(const clang::Stmt *Code) = 0;
  virtual Value *value(const clang::Expr *Code) = 0;
  // An expression whose value is not used.
  virtual Value *evaluated(const clang::Expr *Code) = 0;
  virtual Place *place(const clang::Expr *Code) = 0;
  // FIELD of RECORD. Of a reference: what that refers to; a reference is a pointer in the record, its slot.
  virtual Place *memberOf(Place *Record, const clang::FieldDecl *Field, const clang::Expr *Code) = 0;
  Place *slotOf(Place *Record, const clang::FieldDecl *Field);
  Place *baseOf(Place *Derived, clang::QualType Base);

  template <typename T> T *make() { return static_cast<T *>(cleave_arena_allocate(Arena, sizeof(T))); }
  const char *copy(llvm::StringRef Name) const { return cleave_arena_copy(Arena, Name.data(), Name.size()); }
  const cleave_body_type *type(clang::QualType Type);
  cleave_body_text textOf(SourceText::Piece Piece, clang::SourceLocation At) const;
  cleave_body_text textOf(const clang::Expr *Expression) const;
  Variable *variable(const clang::VarDecl *Declared);
  Variable *declare(const clang::VarDecl *Declared);
  Variable *newVariable(llvm::StringRef Name, clang::QualType Type);
  cleave_body_opaque *opaque(llvm::StringRef Reason, const clang::Stmt *Code);
  Statement *newStatement(cleave_body_statement_kind Kind, const clang::Stmt *Code);
  Statement *sequence(const std::vector<Statement *> &Children, const clang::Stmt *Code);
  void setChildren(Statement *Parent, const std::vector<Statement *> &Children);
  Statement *bind(Variable *To, const clang::Expr *Initializer, const clang::Stmt *Code);
  Value *newValue(cleave_body_value_kind Kind, clang::QualType Type, const clang::Expr *Code);
  Place *newPlace(cleave_body_place_kind Kind, clang::QualType Type, const clang::Expr *Code);
  Value *read(Place *From, const clang::Expr *Code);
  Value *addressOf(Place *Of, const clang::Expr *Code);
  Value *unknownValue(const clang::Expr *Code);
  Place *target(Value *Pointer, clang::QualType Type, const clang::Expr *Code);
  Place *variablePlace(Variable *Of, const clang::Expr *Code);
  Place *unknownPlace(const clang::Expr *Code);
  std::optional<int64_t> constantValue(const clang::Expr *Code) const;

  const clang::ASTContext &Context;
  cleave_arena *Arena;
  const SourceText &Text;
  llvm::function_ref<uint32_t(const clang::VarDecl *)> Index;
  llvm::function_ref<bool(const clang::VarDecl *)> KeepsValue;
  const std::set<const clang::ValueDecl *> &Fields;
  llvm::StringRef Header;
  cleave_body_members *Members = nullptr;
  bool TypesMayAlias = true;

  std::map<void *, cleave_body_type *> Types;
  std::map<const clang::VarDecl *, Variable *> Originals; // of copies by clauses
  std::vector<Variable *> Variables;
  Frame Region;
  Frame *Current = &Region;
  unsigned Depth = 0,
           Inlined = 0; // called functions around the current code; statements of called functions so far
  cleave_body_text Call = {}; // the text of the outermost call around it
  std::map<const clang::FunctionDecl *, unsigned> Active;
  std::map<Variable *, Closure> Closures; // variables of the body that hold lambdas
  std::deque<Frame> Frames;
  const clang::Stmt *Root = nullptr;
  std::vector<const clang::ForStmt *> LoopsAround; // of the current statement
};

} // namespace cleave

#endif
