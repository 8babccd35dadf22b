// FILE: passes/frontend/reader.h
// WHAT: reads the target regions of a translation unit out of Clang's AST into the region model.
//
// It reads facts and makes no decisions; lib/model/region.h defines the facts.
// reader.cpp finds the regions, and RegionReader (reader_tree.h) reads each of them. CodeWalker (reader_code.h)
// computes the uses of variables by code; reader_nodes.def lists the kinds of expressions and statements.
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

// Reads the translation unit that COMPILER has parsed into CONTEXT without errors, and its PRAGMAS. Returns
// the main file, then the headers with editable regions. ARENA owns the units and their text; they do not
// refer to the AST.
std::vector<ReadFile> readUnits(clang::ASTContext &Context, const clang::CompilerInstance &Compiler,
                                const cleave::PragmaLines &Pragmas, struct cleave_arena *Arena);

#endif
