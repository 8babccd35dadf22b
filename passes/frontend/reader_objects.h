// FILE: passes/frontend/reader_objects.h
// WHAT: reads the accesses of the expressions in a parallel loop's body, and converts their objects to the
//       model's form.
//
// Unsupported kinds of expressions make the description fail, so a new kind is never ignored.
#ifndef CLEAVE_FRONTEND_READER_OBJECTS_H
#define CLEAVE_FRONTEND_READER_OBJECTS_H

#include "reader_values.h"

namespace cleave {

class ObjectReader : public ValueReader {
public:
  using ValueReader::ValueReader;

protected:
  // An element of an array or pointee.
  struct Place {
    const clang::VarDecl *Base;
    std::vector<Polynomial> Subscripts, Extents;
    bool InMember; // the subscripts select a record, and the access is to a member
  };
  struct Access {
    Place Where;
    bool Writes, Updates, Certain;
    clang::SourceLocation At, End; // of its first and last token; END is invalid for a member
    uint32_t Around;
    std::vector<Fit> Assumed;
  };

  // EXPRESSION as a statement.
  void expression(const clang::Expr *Expression);
  // The same for a conditionally executed one: its assignments are not certain.
  void perhapsEvaluate(const clang::Expr *Expression);
  void evaluate(const clang::Expr *Expression);
  void conversion(const clang::CastExpr *Expression);
  void operation(const clang::BinaryOperator *Expression);
  void call(const clang::CallExpr *Expression);
  void access(const clang::Expr *Object, bool Reads, bool Writes);
  void scalar(const clang::VarDecl *Variable, bool Reads, bool Writes, clang::SourceLocation At);
  bool updatesReduction(const clang::Stmt *Statement);
  std::optional<Place> object(const clang::Expr *Object);
  std::optional<Place> target(const clang::Expr *Pointer);
  bool moves(Place &Where, const Polynomial &By) const;

  unsigned Conditions = 0; // conditions of the current statement, other than enclosing loops
  std::vector<Access> Accesses;
  Variables Assigned; // the subset of the private variables that the current iteration has assigned
  std::map<const clang::VarDecl *, Kept<Place>> Pointers;
};

} // namespace cleave

#endif
