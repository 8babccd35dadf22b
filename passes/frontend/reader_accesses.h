// FILE: passes/frontend/reader_accesses.h
// WHAT: describes the accesses of a parallel loop's iterations (model/affine.h). Values of subscripts:
//       reader_values.cpp. Statements: reader_accesses.cpp. Accessed objects: reader_objects.cpp.
#ifndef CLEAVE_FRONTEND_READER_ACCESSES_H
#define CLEAVE_FRONTEND_READER_ACCESSES_H

#include "model/affine.h"
#include "reader_internal.h"

#include <map>
#include <set>

namespace cleave {

// The variable if EXPRESSION is only its name; or null.
const clang::VarDecl *namedVariable(const clang::Expr *Expression);

class AccessReader {
public:
  // INDEX returns a variable's index in the region, or CLEAVE_NO_VARIABLE. KEEPSVALUE returns whether the
  // function never changes it after its declaration.
  AccessReader(const clang::ASTContext &Context, cleave_arena *Arena, const SourceText &Text,
               llvm::function_ref<uint32_t(const clang::VarDecl *)> Index,
               llvm::function_ref<bool(const clang::VarDecl *)> KeepsValue)
      : Context(Context), Arena(Arena), Text(Text), Index(Index), KeepsValue(KeepsValue) {}

  // Describes LOOP, which is TARGET or inside it. Null if LOOP contains anything that cannot be described.
  cleave_loop_accesses *read(const clang::OMPExecutableDirective *Loop,
                             const clang::OMPExecutableDirective *Target);

  // The header of LOOP, which has no directive, as one sequential dimension. Null if the body may change the
  // counter, or if there is none.
  cleave_loop_accesses *readCounter(const clang::ForStmt *Loop);

private:
  // Maps the factors of each term, in ascending order, to its coefficient.
  using Polynomial = std::map<std::vector<uint32_t>, int64_t>;
  struct Dimension {
    cleave_dimension Facts;
    Polynomial First, Least, Most, Numerator;
  };
  struct Fit {
    Polynomial Value;
    clang::QualType Type;
    uint32_t Around;
  };
  // An element of an array or pointee.
  struct Place {
    const clang::VarDecl *Base;
    std::vector<Polynomial> Subscripts, Extents;
    bool InMember; // the subscripts select a record, and the access is to a member
  };
  struct Access {
    Place Where;
    bool Writes, Updates, Certain;
    clang::SourceLocation At;
    uint32_t Around;
    std::vector<Fit> Assumed;
  };
  struct Section {
    const clang::VarDecl *Base;
    Polynomial First, Length;
  };
  // The value of a variable of the body that never changes.
  template <typename T> struct Kept {
    T Value;
    std::vector<Fit> Assumed;
  };
  using Variables = std::set<const clang::VarDecl *>;

  // reader_values.cpp
  Polynomial constant(int64_t Value) const;
  Polynomial dimension(uint32_t Index) const { return {{{Index}, 1}}; }
  uint32_t newDimension(cleave_dimension_kind Kind, clang::QualType Type);
  Polynomial unknown(clang::QualType Type);
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

  // reader_accesses.cpp
  bool readClauses(const clang::OMPExecutableDirective *Loop);
  bool readNest(const clang::OMPExecutableDirective *Loop, const clang::Stmt *&Body);
  void readHeader(const clang::ForStmt *Loop, const clang::VarDecl *Counter);
  void statement(const clang::Stmt *Statement);
  void declaration(const clang::VarDecl *Variable);
  void forLoop(const clang::ForStmt *Loop);
  // A conditionally executed STATEMENT: its assignments are not certain.
  void perhaps(const clang::Stmt *Statement);
  // The same for a loop body, whose description gives the trip count.
  void body(const clang::Stmt *Statement);
  void evaluate(const clang::Expr *Expression);
  void conversion(const clang::CastExpr *Expression);
  void operation(const clang::BinaryOperator *Expression);
  void call(const clang::CallExpr *Expression);
  void access(const clang::Expr *Object, bool Reads, bool Writes);
  void scalar(const clang::VarDecl *Variable, bool Reads, bool Writes, clang::SourceLocation At);
  bool updatesReduction(const clang::Expr *Expression);
  std::optional<Place> object(const clang::Expr *Object);
  std::optional<Place> target(const clang::Expr *Pointer);
  bool moves(Place &Where, const Polynomial &By) const;
  std::optional<Polynomial> extent(clang::QualType Array);
  void readSections(const clang::OMPExecutableDirective *Target);
  void section(const clang::ArraySectionExpr *Item);
  void giveUp() { Known = false; }

  cleave_polynomial store(const Polynomial &Value) const;
  void countLoops(const clang::Stmt *Statement);
  cleave_loop_accesses *store() const;

  const clang::ASTContext &Context;
  cleave_arena *Arena;
  const SourceText &Text;
  llvm::function_ref<uint32_t(const clang::VarDecl *)> Index;
  llvm::function_ref<bool(const clang::VarDecl *)> KeepsValue;

  bool Known = true;
  unsigned Conditions = 0;               // conditions of the current statement, other than enclosing loops
  uint32_t Around = CLEAVE_NO_DIMENSION; // the innermost loop that encloses the current statement
  cleave_range BodyText = {0, 0};
  unsigned LoopCount = 0;
  bool HasJump = false;
  cleave_loop_header Header = {};
  std::vector<Dimension> Dimensions;
  std::vector<Access> Accesses;
  std::vector<Section> Sections;
  std::vector<Fit> Fits; // assumptions of the current expression

  Variables Written;  // assigned in the body, or with their address taken there
  Variables Inside;   // declared in the body
  Variables Private;  // private to a thread; the value carries over between iterations
  Variables Assigned; // the subset assigned in the current iteration
  std::map<const clang::VarDecl *, std::string> Reductions; // with their operators
  std::map<const clang::VarDecl *, uint32_t> Symbols, Counters;
  std::map<const clang::VarDecl *, Kept<Polynomial>> Values;
  std::map<const clang::VarDecl *, Kept<Place>> Pointers;
};

// Variables that STATEMENT assigns or takes the address of.
std::set<const clang::VarDecl *> writtenIn(const clang::Stmt *Statement, const clang::ASTContext &Context);

} // namespace cleave

#endif
