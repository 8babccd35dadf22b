// FILE: passes/frontend/reader_accesses.h
// WHAT: describes what the iterations of a parallel loop touch (model/affine.h). The values of
//       subscripts: reader_values.cpp. Statements: reader_accesses.cpp.
//       The objects they name: reader_objects.cpp.
#ifndef CLEAVE_FRONTEND_READER_ACCESSES_H
#define CLEAVE_FRONTEND_READER_ACCESSES_H

#include "model/affine.h"
#include "reader_internal.h"

#include <map>
#include <set>

namespace cleave {

// The variable that EXPRESSION names, and nothing more; or null.
const clang::VarDecl *namedVariable(const clang::Expr *Expression);

class AccessReader {
public:
  // INDEX gives the place of a variable in the region's list, or CLEAVE_NO_VARIABLE.
  // KEEPS_VALUE says whether nothing in the function changes it once it is declared.
  AccessReader(const clang::ASTContext &Context, cleave_arena *Arena, const SourceText &Text,
               llvm::function_ref<uint32_t(const clang::VarDecl *)> Index,
               llvm::function_ref<bool(const clang::VarDecl *)> KeepsValue)
      : Context(Context), Arena(Arena), Text(Text), Index(Index), KeepsValue(KeepsValue) {}

  // Null if there is anything in LOOP, which is TARGET or stands in it, that the description has no
  // words for.
  cleave_loop_accesses *read(const clang::OMPExecutableDirective *Loop,
                             const clang::OMPExecutableDirective *Target);

  // The header of LOOP, which no directive is associated with, as one sequential dimension. Null if
  // anything but the header may change the counter, or if it has none.
  cleave_loop_accesses *readCounter(const clang::ForStmt *Loop);

private:
  // The factors of each term, in ascending order, and its coefficient.
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
  // An element of an array, or of what a pointer points to.
  struct Place {
    const clang::VarDecl *Base;
    std::vector<Polynomial> Subscripts, Extents;
    bool InMember; // the subscripts name a record, and the access is to a part of it
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
  // What a variable of the body stands for, if it is never changed.
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
  // The value of an integer EXPRESSION; what it assumes goes to Fits.
  Polynomial value(const clang::Expr *Expression);
  Polynomial binary(const clang::BinaryOperator *Expression);
  Polynomial variable(const clang::VarDecl *Variable, clang::QualType Type);
  // The same without assumptions: nothing if there would be any.
  std::optional<Polynomial> plainValue(const clang::Expr *Expression);
  // What has been assumed since there were BEFORE assumptions; it is taken off the list.
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
  // What may or may not be executed assigns nothing for sure.
  void perhaps(const clang::Stmt *Statement);
  // The same for the body of a loop, whose description says whether it is executed.
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
  unsigned Conditions = 0; // on which the current statement is executed, besides the loops around it
  uint32_t Around = CLEAVE_NO_DIMENSION; // the innermost loop around the current statement
  cleave_range BodyText = {0, 0};
  unsigned LoopCount = 0;
  bool HasJump = false;
  cleave_loop_header Header = {};
  std::vector<Dimension> Dimensions;
  std::vector<Access> Accesses;
  std::vector<Section> Sections;
  std::vector<Fit> Fits; // assumed by the expression that is being read

  Variables Written;  // assigned in the body, or their address is taken
  Variables Inside;   // declared in the body
  Variables Private;  // each thread has a copy, whose value passes from one iteration to the next
  Variables Assigned; // those among them that the current iteration has given a value
  std::map<const clang::VarDecl *, std::string> Reductions; // and their operators
  std::map<const clang::VarDecl *, uint32_t> Symbols, Counters;
  std::map<const clang::VarDecl *, Kept<Polynomial>> Values;
  std::map<const clang::VarDecl *, Kept<Place>> Pointers;
};

// The variables that STATEMENT assigns, or whose address it takes.
std::set<const clang::VarDecl *> writtenIn(const clang::Stmt *Statement, const clang::ASTContext &Context);

} // namespace cleave

#endif
