// FILE: passes/frontend/reader.h
// WHAT: reads the target regions of a translation unit out of Clang's AST into the region model.
//
// It reads facts and decides nothing. What each fact means is said in lib/model/region.h.
// The files: reader.cpp finds the regions, reader_tree.cpp takes their statements apart,
// reader_variables.cpp and reader_clauses.cpp describe variables and clauses. reader_nodes.def lists the
// kinds of expressions and statements, and reader_uses.cpp, reader_casts.cpp, reader_arguments.cpp and
// reader_statements.cpp say how code of these kinds uses variables. reader_calls.cpp follows calls, and
// reader_source.cpp knows where things stand.
#ifndef CLEAVE_FRONTEND_READER_H
#define CLEAVE_FRONTEND_READER_H

#include "pragma.h"

struct cleave_arena;
struct cleave_unit;

namespace clang {
class ASTContext;
class CompilerInstance;
} // namespace clang

// One file of the translation unit.
struct ReadFile {
  struct cleave_unit *Unit;
  clang::FileID Id;
};

// Reads the translation unit that COMPILER has just parsed into CONTEXT, with PRAGMAS in it. It must
// have been parsed without errors. The first is the main file; then come the headers with regions
// that can be edited. The units, their text and all in them are ARENA's: nothing refers to the AST.
std::vector<ReadFile> readUnits(clang::ASTContext &Context, const clang::CompilerInstance &Compiler,
                                const std::vector<cleave::PragmaLine> &Pragmas, struct cleave_arena *Arena);

#endif
