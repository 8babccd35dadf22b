// FILE: passes/frontend/expansions.h
// WHAT: what the user's macros in target regions expand to.
#ifndef CLEAVE_FRONTEND_EXPANSIONS_H
#define CLEAVE_FRONTEND_EXPANSIONS_H

#include "nested_parse.h"

#include "llvm/ADT/StringSet.h"

namespace clang {
class Preprocessor;
}

namespace cleave {

// Preprocesses the main file of CI once more and fills in the invocations of the units of FILES: those
// that begin in a region. The lists are ARENA's. Returns the names of all macros that are expanded in
// regions.
llvm::StringSet<> readInvocations(clang::CompilerInstance &CI, llvm::ArrayRef<ParsedFile> Files,
                                  struct cleave_arena *Arena);

// Keeps Clang from warning (-Wunused-macros) of macros that were used until they were written out. To
// be called before PP reads anything.
void markMacrosAsUsed(clang::Preprocessor &PP, llvm::StringSet<> Names);

} // namespace cleave

#endif
