// FILE: passes/frontend/reader_values.h
// WHAT: converts integer expressions to polynomials over loop counters and variables declared outside the
//       loop.
//
// A polynomial equals the C value because signed overflow is undefined (C11, 6.5p5). Unsigned arithmetic and
// conversions may wrap; each adds a condition to Fits, which must be proved. With -fwrapv no loop is
// described.
#ifndef CLEAVE_FRONTEND_READER_VALUES_H
#define CLEAVE_FRONTEND_READER_VALUES_H

#include "model/affine.h"
#include "reader_source.h"
#include "reader_uses.h"

#include <map>

namespace cleave {

// Maps the factors of each term, in ascending order, to its coefficient.
using Polynomial = std::map<std::vector<uint32_t>, int64_t>;

class ValueReader {
public:
  // INDEX returns a variable's index in the region, or CLEAVE_NO_VARIABLE. KEEPSVALUE returns whether the
  // function never changes it after its declaration.
  ValueReader(const clang::ASTContext &Context, const SourceText &Text,
              llvm::function_ref<uint32_t(const clang::VarDecl *)> Index,
              llvm::function_ref<bool(const clang::VarDecl *)> KeepsValue)
      : Context(Context), Text(Text), Index(Index), KeepsValue(KeepsValue) {}

  // The members that the region assigns. Without it, no member has a text.
  void setAssignedFields(const std::set<const clang::ValueDecl *> &Fields) { AssignedFields = &Fields; }

protected:
  struct Dimension {
    cleave_dimension Facts;
    Polynomial First, Least, Most, Numerator;
  };
  struct Fit {
    Polynomial Value;
    clang::QualType Type;
    uint32_t Around;
  };
  // The value of a variable of the body that never changes.
  template <typename T> struct Kept {
    T Value;
    std::vector<Fit> Assumed;
  };
  using Variables = std::set<const clang::VarDecl *>;

  Polynomial constant(int64_t Value) const;
  Polynomial dimension(uint32_t Index) const { return {{{Index}, 1}}; }
  uint32_t newDimension(cleave_dimension_kind Kind, clang::QualType Type);
  Polynomial unknown(clang::QualType Type);
  Polynomial member(const clang::MemberExpr *Member, clang::QualType Type);
  std::optional<Polynomial> sum(const Polynomial &Left, const Polynomial &Right, int64_t Sign) const;
  std::optional<Polynomial> product(const Polynomial &Left, const Polynomial &Right) const;
  // The value of an integer EXPRESSION; its assumptions are appended to Fits.
  Polynomial value(const clang::Expr *Expression);
  Polynomial binary(const clang::BinaryOperator *Expression);
  Polynomial variable(const clang::VarDecl *Variable, clang::QualType Type);
  // The same without assumptions; none if it needs any.
  std::optional<Polynomial> plainValue(const clang::Expr *Expression);
  // Removes and returns the assumptions from index BEFORE on.
  std::vector<Fit> takeFits(size_t Before);
  void mustFit(const Polynomial &Value, clang::QualType Type);
  std::optional<int64_t> constantValue(const clang::Expr *Expression) const;
  uint32_t counterOf(const clang::ForStmt *Loop, const clang::VarDecl *Counter, bool Associated);
  void readBound(const clang::ForStmt *Loop, const clang::VarDecl *Counter, uint32_t Dimension);
  // The number of elements of ARRAY.
  std::optional<Polynomial> extent(clang::QualType Array);
  // The loop cannot be described.
  void giveUp() { Known = false; }

  const clang::ASTContext &Context;
  const SourceText &Text;
  llvm::function_ref<uint32_t(const clang::VarDecl *)> Index;
  llvm::function_ref<bool(const clang::VarDecl *)> KeepsValue;

  const std::set<const clang::ValueDecl *> *AssignedFields = nullptr;
  bool Known = true;
  uint32_t Around = CLEAVE_NO_DIMENSION; // the innermost loop that encloses the current statement
  std::vector<Dimension> Dimensions;
  std::vector<Fit> Fits; // assumptions of the current expression

  Variables Written; // assigned in the body, or with their address taken there
  Variables Inside;  // declared in the body
  Variables Private; // private to a thread; the value carries over between iterations
  std::map<const clang::VarDecl *, std::string> Reductions; // with their operators
  std::map<const clang::VarDecl *, uint32_t> Symbols, Counters;
  std::map<const clang::VarDecl *, Kept<Polynomial>> Values;
};

} // namespace cleave

#endif
