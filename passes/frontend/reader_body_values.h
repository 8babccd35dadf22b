// FILE: passes/frontend/reader_body_values.h
// WHAT: values and places.
#ifndef CLEAVE_FRONTEND_READER_BODY_VALUES_H
#define CLEAVE_FRONTEND_READER_BODY_VALUES_H

#include "reader_body_calls.h"

namespace cleave {

class BodyValueReader : public BodyCallReader {
public:
  using BodyCallReader::BodyCallReader;

protected:
  ~BodyValueReader() = default;

  Value *evaluated(const clang::Expr *Code) final;
  Value *value(const clang::Expr *Code) final;
  Value *plainValue(const clang::Expr *Code);
  Value *conversion(const clang::CastExpr *Code);
  Value *unary(const clang::UnaryOperator *Code);
  Value *binary(const clang::BinaryOperator *Code);
  Value *assignment(const clang::BinaryOperator *Code);
  Value *list(const clang::InitListExpr *Code);
  Value *standardList(const clang::CXXStdInitializerListExpr *Code);
  Place *place(const clang::Expr *Code) final;
  Place *plainPlace(const clang::Expr *Code);
  Place *reference(const clang::DeclRefExpr *Code);
  Place *member(const clang::MemberExpr *Code);
  Place *memberOf(Place *Record, const clang::FieldDecl *Field, const clang::Expr *Code) final;
  Place *captured(const clang::VarDecl *Variable, const clang::Expr *Code);
};

} // namespace cleave

#endif
