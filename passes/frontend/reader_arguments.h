// FILE: passes/frontend/reader_arguments.h
// WHAT: the walk over code: values that escape from named variables, by arguments, initializers, captures and
//       implicit calls.
//
// Code that has an object's address may perform any access that the address's type allows, at any later time.
#ifndef CLEAVE_FRONTEND_READER_ARGUMENTS_H
#define CLEAVE_FRONTEND_READER_ARGUMENTS_H

#include "reader_expressions.h"

namespace cleave {

class ArgumentWalker : public ExpressionWalker {
public:
  using ExpressionWalker::ExpressionWalker;

  // The initializer of VARIABLE and the sizes in its type.
  void initializer(const clang::VarDecl *Variable);
  // The destructors that DESTRUCTOR calls after its body.
  void parts(const clang::CXXDestructorDecl *Destructor);

protected:
  void keptOperands(const clang::Expr *Expression, unsigned Access);
  void unnamedObject(const clang::Expr *Expression, unsigned Access);
  void initializerList(const clang::InitListExpr *Expression, unsigned Access);
  void defaultMember(const clang::CXXDefaultInitExpr *Expression, unsigned Access);
  void parenthesizedList(const clang::CXXParenListInitExpr *Expression, unsigned Access);
  void arrayCopy(const clang::ArrayInitLoopExpr *Expression, unsigned Access);
  void call(const clang::CallExpr *Expression, unsigned Access);
  void construct(const clang::CXXConstructExpr *Expression, unsigned Access);
  void inheritedConstructor(const clang::CXXInheritedCtorInitExpr *Expression, unsigned Access);
  void boundTemporary(const clang::CXXBindTemporaryExpr *Expression, unsigned Access);
  void allocation(const clang::CXXNewExpr *Expression, unsigned Access);
  void deallocation(const clang::CXXDeleteExpr *Expression, unsigned Access);
  void thrown(const clang::CXXThrowExpr *Expression, unsigned Access);
  void atomic(const clang::AtomicExpr *Expression, unsigned Access);
  void lambda(const clang::LambdaExpr *Expression, unsigned Access);

  unsigned LambdaDepth = 0;

private:
  void listItems(llvm::ArrayRef<const clang::Expr *> Items, const clang::Expr *List, unsigned Access);
  void destroyed(clang::QualType Type, clang::SourceLocation At);
};

} // namespace cleave

#endif
