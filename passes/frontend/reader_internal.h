// FILE: passes/frontend/reader_internal.h
// WHAT: the base of all files of the reader: Clang's headers, lists of the model, text of macros and tokens.
#ifndef CLEAVE_FRONTEND_READER_INTERNAL_H
#define CLEAVE_FRONTEND_READER_INTERNAL_H

#include "../compat_clang.h"
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

// ---- reader_macros.cpp: macros -----------------------------------------------------------------------

// The macros of the translation unit that are defined somewhere in RANGES of FILE.
void readMacros(const clang::Preprocessor &PP, clang::FileID File, const std::vector<cleave_range> &Ranges,
                cleave_arena *Arena, cleave_unit &Unit);

// ---- reader_tokens.cpp: the text of regions as Clang's lexer reads it --------------------------------

// The tokens in RANGES of FILE, and the words in the bodies of macros that are invoked there. LEFTOUT: what conditional
// directives leave out, as in PragmaLines.
void readTokens(const clang::CompilerInstance &CI, const std::vector<clang::SourceRange> &LeftOut,
                clang::FileID File, const std::vector<cleave_range> &Ranges, cleave_arena *Arena,
                cleave_unit &Unit);

} // namespace cleave

#endif
