// FILE: passes/frontend/reader_accesses.h
// WHAT: describes the accesses of a parallel loop's iterations (model/affine.h): reads the loop nest, its
//       clauses and the statements of its body, in execution order.
//
// Unsupported kinds of statements make the description fail, so a new kind is never ignored.
#ifndef CLEAVE_FRONTEND_READER_ACCESSES_H
#define CLEAVE_FRONTEND_READER_ACCESSES_H

#include "reader_objects.h"

namespace cleave {

class AccessReader : public ObjectReader {
public:
  AccessReader(const clang::ASTContext &Context, cleave_arena *Arena, const SourceText &Text,
               llvm::function_ref<uint32_t(const clang::VarDecl *)> Index,
               llvm::function_ref<bool(const clang::VarDecl *)> KeepsValue)
      : ObjectReader(Context, Text, Index, KeepsValue), Arena(Arena) {}

  // Describes LOOP, which is TARGET or inside it. Null if LOOP contains anything that cannot be described.
  cleave_loop_accesses *read(const clang::OMPExecutableDirective *Loop,
                             const clang::OMPExecutableDirective *Target);

  // Describes the loops that LOOP is associated with, and nothing in their body. Null if a header cannot be described.
  cleave_loop_accesses *readHeaders(const clang::OMPExecutableDirective *Loop);

  // Describes LOOP, serial code of TARGET, as if it were a parallel loop. Null as for read, and unless LOOP declares its counter.
  cleave_loop_accesses *readSerial(const clang::ForStmt *Loop, const clang::OMPExecutableDirective *Target);

  // The header of LOOP, which has no directive, as one sequential dimension. Null if the body may change the
  // counter, or if there is none.
  cleave_loop_accesses *readCounter(const clang::ForStmt *Loop);

private:
  struct Section {
    const clang::VarDecl *Base;
    Polynomial First, Length;
  };

  // Variables that statements between the loops of a nest set, with their values.
  using NestValues = std::vector<std::pair<const clang::VarDecl *, const clang::Expr *>>;

  bool readClauses(const clang::OMPExecutableDirective *Loop);
  cleave_loop_accesses *readLoops(const clang::OMPExecutableDirective *Loop, unsigned Count,
                                  const clang::Stmt *Body, const clang::OMPExecutableDirective *Target);
  bool readNest(const clang::OMPExecutableDirective *Loop, unsigned Count, const clang::Stmt *&Body);
  void findAccumulators(const clang::ForStmt *Loop);
  cleave_nest_loop nestLoop(const clang::ForStmt *Loop, uint32_t Dimension, cleave_range Values) const;
  std::optional<NestValues> valuesSetBy(const clang::Stmt *Statement) const;
  const clang::ForStmt *nextInNest(const clang::Stmt *Body, NestValues &Values, cleave_range &Range) const;
  void readInnerNest(const clang::Stmt *Body);
  bool changesCounterOnly(const clang::ForStmt *Loop) const;
  bool shareValues(const std::vector<const clang::ForStmt *> &Loops) const;
  bool addInnerLoops(const clang::Stmt *Body);
  void readInnerLoops(const clang::Stmt *Body);
  void readLocals(const clang::Stmt *Body);
  void readDirectLoops(const clang::Stmt *Body);
  void addOperand(const clang::Expr *Expression, uint32_t Loop, bool IsAdded);
  void readOperands(const clang::Expr *Expression, uint32_t Loop, bool IsAdded);
  void readOperands(const clang::Stmt *Statement, uint32_t Loop);
  void readHeader(const clang::ForStmt *Loop, const clang::VarDecl *Counter);
  void statement(const clang::Stmt *Statement);
  void declaration(const clang::VarDecl *Variable);
  void forLoop(const clang::ForStmt *Loop);
  // A conditionally executed STATEMENT: its assignments are not certain.
  void perhaps(const clang::Stmt *Statement);
  // The same for a loop body, whose description gives the trip count.
  void body(const clang::Stmt *Statement);
  void readSections(const clang::OMPExecutableDirective *Target);
  void section(const clang::ArraySectionExpr *Item);

  cleave_polynomial store(const Polynomial &Value) const;
  void countLoops(const clang::Stmt *Statement);
  void countElements(const clang::Stmt *Body, cleave_loop_accesses &Result) const;
  cleave_loop_accesses *store() const;

  cleave_arena *Arena;
  cleave_range BodyText = {0, 0};
  unsigned LoopCount = 0;
  bool HasJump = false;
  cleave_loop_header Header = {};
  std::map<const clang::ForStmt *, uint32_t> Described; // loops of the body, and their counters
  std::set<const clang::Stmt *> Hinted;                 // statements with loop hints
  std::vector<cleave_nest_loop> Nest;
  std::vector<cleave_inner_loop> InnerLoops;
  std::vector<cleave_direct_loop> DirectLoops;
  std::vector<cleave_local> Locals;
  std::vector<cleave_operand> Operands;
  std::vector<Section> Sections;
};

// STATEMENT, or the only statement in it.
const clang::Stmt *onlyStatement(const clang::Stmt *Statement);

// The variable that the first statement of LOOP sets; null if there is none, or another one.
const clang::VarDecl *counterVariable(const clang::ForStmt *Loop);

// How the assignments in STATEMENT update VARIABLE: the operator, or nothing if they have several or if one is no update. An
// integer is updated in integer arithmetic: with conversions to and from floating point, the order would decide the value.
// BEFORE: the operator of earlier statements, "" at first.
std::optional<std::string> updateOperator(const clang::Stmt *Statement, const clang::VarDecl *Variable,
                                          std::optional<std::string> Before);

// Variables that STATEMENT assigns or takes the address of.
std::set<const clang::VarDecl *> writtenIn(const clang::Stmt *Statement, const clang::ASTContext &Context);

} // namespace cleave

#endif
