// FILE: passes/frontend/reader_body_calls.h
// WHAT: called functions: the body of each call is part of the tree, with variables of its own.
#ifndef CLEAVE_FRONTEND_READER_BODY_CALLS_H
#define CLEAVE_FRONTEND_READER_BODY_CALLS_H

#include "reader_body_base.h"

namespace cleave {

class BodyCallReader : public BodyBase {
public:
  using BodyBase::BodyBase;

protected:
  ~BodyCallReader() = default;

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
  bool initializers(const clang::CXXConstructorDecl *Constructor, Place *Object,
                    std::vector<Statement *> &Statements);
  Value *copiedBytes(const clang::CallExpr *Code);
  const clang::FunctionDecl *bodyOf(const clang::FunctionDecl *Function) const;
  bool bindParameters(const clang::FunctionDecl *Definition, llvm::ArrayRef<const clang::Expr *> Arguments,
                      Frame &Called, std::vector<Statement *> &Statements, const clang::Expr *Code);
  Variable *bindThis(const clang::CXXMethodDecl *Method, Frame &Called, Value *Pointer,
                     std::vector<Statement *> &Statements);
};

} // namespace cleave

#endif
