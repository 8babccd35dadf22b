// FILE: passes/frontend/reader_expressions.h
// WHAT: the walk over code: objects, operators, casts, list items of clauses, and unsupported kinds.
#ifndef CLEAVE_FRONTEND_READER_EXPRESSIONS_H
#define CLEAVE_FRONTEND_READER_EXPRESSIONS_H

#include "reader_uses.h"

namespace cleave {

class ExpressionWalker : public UseWalker {
public:
  using UseWalker::UseWalker;

  // The subscripts and bounds on the way to the base of a listed item, which is returned: null for
  // `this`, or where there is no variable. SEEN_MEMBER and SEEN_THIS, if given, say whether a member
  // is passed, and that it is `this`.
  const clang::VarDecl *listItem(const clang::Expr *Item, bool *SeenMember = nullptr,
                                 bool *SeenThis = nullptr);

protected:
  // The functions of reader_nodes.def.
  void reference(const clang::DeclRefExpr *Expression, unsigned Access);
  void member(const clang::MemberExpr *Expression, unsigned Access);
  void subscript(const clang::ArraySubscriptExpr *Expression, unsigned Access);
  void section(const clang::ArraySectionExpr *Expression, unsigned Access);
  void matrixElement(const clang::MatrixSubscriptExpr *Expression, unsigned Access);
  void temporary(const clang::MaterializeTemporaryExpr *Expression, unsigned Access);
  void opaqueValue(const clang::OpaqueValueExpr *Expression, unsigned Access);
  void thisPointer(const clang::CXXThisExpr *Expression, unsigned Access);
  void conditional(const clang::AbstractConditionalOperator *Expression, unsigned Access);
  void binary(const clang::BinaryOperator *Expression, unsigned Access);
  void unary(const clang::UnaryOperator *Expression, unsigned Access);
  void operands(const clang::Expr *Expression, unsigned Access);
  void sizeOperand(const clang::UnaryExprOrTypeTraitExpr *Expression, unsigned Access);
  void typeIdentity(const clang::CXXTypeidExpr *Expression, unsigned Access);
  void statementExpression(const clang::StmtExpr *Expression, unsigned Access);
  void pseudoObject(const clang::PseudoObjectExpr *Expression, unsigned Access);
  void conversion(const clang::CastExpr *Expression, unsigned Access);
  // Every access to each variable below NODE.
  void unknown(const clang::Stmt *Node);

  unsigned NewObjects = 0; // number of enclosing default member initializers

private:
  class EverythingBelow;
  // Whether OBJECT is a member of a union, which other members read as something else.
  static bool isPartOfUnion(const clang::Expr *Object);
  void elements(const clang::Expr *Base, unsigned Access);
};

} // namespace cleave

#endif
