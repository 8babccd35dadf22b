// FILE: passes/frontend/ast_visitor.h
// WHAT: Clang's RecursiveASTVisitor as one class with virtual functions. A class template for each reader costs ten seconds
//       of compilation; this one is compiled once, in ast_visitor.cpp.
//
// The functions are those of RecursiveASTVisitor, and call each other in the same order. A Visit function that returns
// false ends the traversal. Statements are kept in a queue, so deep nesting needs no stack; enterStmt and leaveStmt stand
// for an override of TraverseStmt, which would give up that queue.
#ifndef CLEAVE_AST_VISITOR_H
#define CLEAVE_AST_VISITOR_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"

// The nodes that a reader visits.
// clang-format off
#define CLEAVE_VISITED_NODES(NODE) \
  NODE(Decl) NODE(NamedDecl) NODE(VarDecl) NODE(FunctionDecl) NODE(UsingDecl) NODE(UsingDirectiveDecl) \
  NODE(OMPDeclareMapperDecl) NODE(OMPRequiresDecl) \
  NODE(Stmt) NODE(BinaryOperator) NODE(CallExpr) NODE(CXXConstructExpr) NODE(CXXThisExpr) NODE(DeclRefExpr) \
  NODE(ImplicitCastExpr) NODE(LambdaExpr) NODE(MemberExpr) NODE(OMPExecutableDirective) NODE(OpaqueValueExpr) \
  NODE(PseudoObjectExpr) NODE(UnaryOperator)
// clang-format on

namespace cleave {

class AstVisitor {
public:
  virtual ~AstVisitor() = default;

  bool TraverseStmt(clang::Stmt *Statement);
  // An override calls AstVisitor's function to go below the node.
  virtual bool TraverseDecl(clang::Decl *Declaration);
  virtual bool TraverseLambdaExpr(clang::LambdaExpr *Lambda);

protected:
  virtual bool shouldVisitTemplateInstantiations() const { return false; }
  virtual bool shouldVisitImplicitCode() const { return false; }

  // Before a statement and what is below it; false skips both, and leaveStmt.
  virtual bool enterStmt(clang::Stmt *) { return true; }
  virtual void leaveStmt(clang::Stmt *) {}

#define CLEAVE_VISIT(NODE)                                                                                   \
  virtual bool Visit##NODE(clang::NODE *) { return true; }
  CLEAVE_VISITED_NODES(CLEAVE_VISIT)
#undef CLEAVE_VISIT

private:
  class Walk;
};

} // namespace cleave
#endif
