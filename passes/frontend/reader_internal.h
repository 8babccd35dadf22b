// FILE: passes/frontend/reader_internal.h
// WHAT: the base of all files of the reader: Clang's headers, lists of the model, text of macros and tokens.
#ifndef CLEAVE_FRONTEND_READER_INTERNAL_H
#define CLEAVE_FRONTEND_READER_INTERNAL_H

#include "../compat.h"
#include "model/arena.h"
#include "model/region.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ExprConcepts.h"
#include "clang/AST/ExprOpenMP.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace cleave {

// Puts ITEMS into the arena as a list of the model.
template <typename T>
void storeList(cleave_arena *Arena, const std::vector<T> &Items, T *&List, size_t &Count) {
  Count = Items.size();
  List = nullptr;
  if (Items.empty())
    return;
  List = static_cast<T *>(cleave_arena_allocate(Arena, Items.size() * sizeof(T)));
  std::copy(Items.begin(), Items.end(), List);
}

// ---- reader_macros.cpp: what macros hide ----------------------------------------------------------

// The bodies of the macros that are invoked in FILE between the offsets of RANGES, in order.
void readExpansions(const clang::SourceManager &SM, clang::FileID File,
                    const std::vector<cleave_range> &Ranges, cleave_arena *Arena, cleave_unit &Unit);

// The macros of the translation unit that are defined somewhere in RANGES of FILE.
void readMacros(const clang::Preprocessor &PP, clang::FileID File, const std::vector<cleave_range> &Ranges,
                cleave_arena *Arena, cleave_unit &Unit);

// ---- reader_lexemes.cpp: the text of regions as Clang's lexer reads it ------------------------------

// The comments and literals in REGIONS of UNIT, and which names of its macros their texts contain.
void readLexemes(const clang::LangOptions &Language, std::vector<cleave_region> &Regions, cleave_arena *Arena,
                 cleave_unit &Unit);

} // namespace cleave

#endif
