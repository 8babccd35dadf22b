// FILE: passes/frontend/ast_visitor.cpp
// WHAT: see ast_visitor.h.
#include "ast_visitor.h"

#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using namespace cleave;

class AstVisitor::Walk : public RecursiveASTVisitor<Walk> {
public:
  using Base = RecursiveASTVisitor<Walk>;

  explicit Walk(AstVisitor &Reader) : Reader(Reader) {}

  bool shouldVisitTemplateInstantiations() const { return Reader.shouldVisitTemplateInstantiations(); }
  bool shouldVisitImplicitCode() const { return Reader.shouldVisitImplicitCode(); }

  bool TraverseDecl(Decl *Declaration) { return Reader.TraverseDecl(Declaration); }
  bool TraverseLambdaExpr(LambdaExpr *Lambda) { return Reader.TraverseLambdaExpr(Lambda); }

  bool dataTraverseStmtPre(Stmt *Statement) { return Reader.enterStmt(Statement); }
  bool dataTraverseStmtPost(Stmt *Statement) {
    Reader.leaveStmt(Statement);
    return true;
  }

#define CLEAVE_VISIT(NODE)                                                                                   \
  bool Visit##NODE(NODE *Node) { return Reader.Visit##NODE(Node); }
  CLEAVE_VISITED_NODES(CLEAVE_VISIT)
#undef CLEAVE_VISIT

private:
  AstVisitor &Reader;
};

bool AstVisitor::TraverseStmt(Stmt *Statement) { return Walk(*this).TraverseStmt(Statement); }

bool AstVisitor::TraverseDecl(Decl *Declaration) { return Walk(*this).Walk::Base::TraverseDecl(Declaration); }

bool AstVisitor::TraverseLambdaExpr(LambdaExpr *Lambda) {
  return Walk(*this).Walk::Base::TraverseLambdaExpr(Lambda);
}
