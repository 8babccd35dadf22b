// FILE: passes/frontend/reader_body.h
// WHAT: lowers the body of a loop from Clang's AST to a tree of statements, values and places (model/body.h).
//
// It knows no idiom and takes no decision. A kind of node that it does not support becomes opaque: a list of what the code may use. A call
// of a function with a visible body becomes that body, with the parameters as variables of their own.
#ifndef CLEAVE_FRONTEND_READER_BODY_H
#define CLEAVE_FRONTEND_READER_BODY_H

#include "model/body.h"
#include "reader_source.h"
#include "reader_uses.h"

#include "llvm/ADT/DenseMap.h"

#include <deque>
#include <map>
#include <set>

namespace cleave {

class BodyReader {
public:
  // INDEX returns a variable's index in the region, or CLEAVE_NO_VARIABLE. KEEPSVALUE returns whether the function never changes it after its
  // declaration. FIELDS: the members that the region assigns. HEADER: the header that contains the region, or empty.
  BodyReader(const clang::ASTContext &Context, cleave_arena *Arena, const SourceText &Text,
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

  // The loops that LOOP, which is TARGET or inside of it, is associated with.
  cleave_body *readDirective(const clang::OMPExecutableDirective *Loop,
                             const clang::OMPExecutableDirective *Target);
  // LOOP, serial code of TARGET.
  cleave_body *readSerial(const clang::ForStmt *Loop, const clang::OMPExecutableDirective *Target);
  // The header of LOOP, around directives.
  cleave_body *readHeader(const clang::ForStmt *Loop);

private:
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
    llvm::DenseMap<const clang::VarDecl *, Variable *> Own;
  };

  // A lambda, and the frame that made it.
  struct Closure {
    const clang::LambdaExpr *Lambda;
    Frame *Made;
  };

  // reader_body.cpp: types, variables, clauses, statements
  template <typename T> T *make() { return static_cast<T *>(cleave_arena_allocate(Arena, sizeof(T))); }
  const char *copy(llvm::StringRef Name) const { return cleave_arena_copy(Arena, Name.data(), Name.size()); }
  const cleave_body_type *type(clang::QualType Type);
  cleave_body_text textOf(SourceText::Piece Piece, clang::SourceLocation At) const;
  cleave_body_text textOf(const clang::Expr *Expression) const;
  Variable *variable(const clang::VarDecl *Declared);
  Variable *declare(const clang::VarDecl *Declared);
  Variable *newVariable(llvm::StringRef Name, clang::QualType Type);
  cleave_body_opaque *opaque(llvm::StringRef Reason, const clang::Stmt *Code);
  void readClauses(const clang::OMPExecutableDirective *Loop, cleave_body &Body);
  void readSections(const clang::OMPExecutableDirective *Target, cleave_body &Body);
  cleave_body *finish(cleave_body *Body);

  Statement *newStatement(cleave_body_statement_kind Kind, const clang::Stmt *Code);
  Statement *sequence(const std::vector<Statement *> &Children, const clang::Stmt *Code);
  void setChildren(Statement *Parent, const std::vector<Statement *> &Children);
  Statement *statement(const clang::Stmt *Code);
  Statement *plainStatement(const clang::Stmt *Code);
  Statement *declarations(const clang::DeclStmt *Code);
  Statement *declaration(const clang::VarDecl *Declared, const clang::Stmt *Code);
  Statement *branch(const clang::IfStmt *Code);
  Statement *forLoop(const clang::ForStmt *Code, bool WithBody = true);
  Statement *rangeLoop(const clang::CXXForRangeStmt *Code);
  Statement *returned(const clang::ReturnStmt *Code);
  Statement *atomic(const clang::OMPAtomicDirective *Code);
  Statement *unknownStatement(const clang::Stmt *Code);
  Statement *bind(Variable *To, const clang::Expr *Initializer, const clang::Stmt *Code);

  // reader_body_values.cpp: values and places
  Value *newValue(cleave_body_value_kind Kind, clang::QualType Type, const clang::Expr *Code);
  Place *newPlace(cleave_body_place_kind Kind, clang::QualType Type, const clang::Expr *Code);
  Value *evaluated(const clang::Expr *Code);
  Value *value(const clang::Expr *Code);
  Value *plainValue(const clang::Expr *Code);
  Value *conversion(const clang::CastExpr *Code);
  Value *unary(const clang::UnaryOperator *Code);
  Value *binary(const clang::BinaryOperator *Code);
  Value *assignment(const clang::BinaryOperator *Code);
  Value *list(const clang::InitListExpr *Code);
  Value *read(Place *From, const clang::Expr *Code);
  Value *addressOf(Place *Of, const clang::Expr *Code);
  Value *unknownValue(const clang::Expr *Code);
  Place *place(const clang::Expr *Code);
  Place *plainPlace(const clang::Expr *Code);
  Place *reference(const clang::DeclRefExpr *Code);
  Place *member(const clang::MemberExpr *Code);
  Place *memberOf(Place *Record, const clang::FieldDecl *Field, const clang::Expr *Code);
  Place *target(Value *Pointer, clang::QualType Type, const clang::Expr *Code);
  Place *variablePlace(Variable *Of, const clang::Expr *Code);
  Place *unknownPlace(const clang::Expr *Code);
  std::optional<int64_t> constantValue(const clang::Expr *Code) const;

  // reader_body_calls.cpp: called functions
  Value *call(const clang::CallExpr *Code);
  Value *unknownCall(const clang::CallExpr *Code, const clang::FunctionDecl *Callee);
  Value *construction(const clang::CXXConstructExpr *Code);
  Value *statementExpression(const clang::StmtExpr *Code);
  Value *inlined(const clang::FunctionDecl *Definition, llvm::ArrayRef<const clang::Expr *> Arguments,
                 Place *Object, Value *ObjectPointer, const clang::Expr *Code);
  Value *lambdaCall(const clang::FunctionDecl *Definition, const clang::Expr *Object,
                    llvm::ArrayRef<const clang::Expr *> Arguments, const clang::CallExpr *Code);
  bool isWrittenLater(const clang::VarDecl *Variable) const;
  bool mayInline(const clang::LambdaExpr *Lambda);
  bool initializers(const clang::CXXConstructorDecl *Constructor, std::vector<Statement *> &Statements);
  const clang::FunctionDecl *bodyOf(const clang::FunctionDecl *Function) const;
  bool bindParameters(const clang::FunctionDecl *Definition, llvm::ArrayRef<const clang::Expr *> Arguments,
                      Frame &Called, std::vector<Statement *> &Statements, const clang::Expr *Code);
  Variable *bindThis(const clang::CXXMethodDecl *Method, Frame &Called, Value *Pointer,
                     std::vector<Statement *> &Statements);

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
