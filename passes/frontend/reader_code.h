// FILE: passes/frontend/reader_code.h
// WHAT: the walk over code that is not subdivided: loop bodies, opaque statements and bodies of called
//       functions. Selects the function for each kind of node (reader_nodes.def); handles statements and
//       directives.
#ifndef CLEAVE_FRONTEND_READER_CODE_H
#define CLEAVE_FRONTEND_READER_CODE_H

#include "reader_arguments.h"

#include <set>

namespace cleave {

class CodeWalker final : public ArgumentWalker {
public:
  using ArgumentWalker::ArgumentWalker;

  // The expressions in the clauses of DIRECTIVE: arguments, bounds of sections.
  void clauseArguments(const clang::OMPExecutableDirective *Directive);
  void clauseArguments(const clang::OMPClause *Clause);

private:
  void walk(const clang::Stmt *Node, unsigned Access) override;
  void loop(const clang::Stmt *Statement);
  void breakStatement(const clang::BreakStmt *Statement);
  void continueStatement(const clang::ContinueStmt *Statement);
  void switchStatement(const clang::SwitchStmt *Statement);
  void returnStatement(const clang::ReturnStmt *Statement);
  void jump(const clang::Stmt *Statement);
  void label(const clang::LabelStmt *Statement);
  void tryStatement(const clang::CXXTryStmt *Statement);
  void handler(const clang::CXXCatchStmt *Statement);
  void declarations(const clang::DeclStmt *Statement);
  void captured(const clang::CapturedStmt *Statement);
  void canonicalLoop(const clang::OMPCanonicalLoop *Statement);
  void assembly(const clang::AsmStmt *Statement);
  void directive(const clang::OMPExecutableDirective *Statement);
  void declaration(const clang::Decl *Declaration);
  void directiveFacts(const clang::OMPExecutableDirective *Directive);

  unsigned BreakableDepth = 0, LoopDepth = 0;
};

// Calls REPORT for each use of a variable by STATEMENT, including variables that are declared in it.
void forEachUse(
    const clang::Stmt *Statement, const clang::ASTContext &Context,
    llvm::function_ref<void(const clang::VarDecl *, unsigned Flags, clang::SourceLocation)> Report);

// Variables, not arrays, that STATEMENT assigns or takes the address of.
std::set<const clang::VarDecl *> writtenIn(const clang::Stmt *Statement, const clang::ASTContext &Context);

} // namespace cleave

#endif
