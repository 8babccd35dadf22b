// FILE: passes/frontend/expansions.h
// WHAT: what the user's macros in target regions expand to.
#ifndef CLEAVE_FRONTEND_EXPANSIONS_H
#define CLEAVE_FRONTEND_EXPANSIONS_H

#include "nested_parse.h"

namespace cleave {

// Preprocesses the main file of CI once more and fills in the invocations of the units of FILES: those
// that begin in a region. The lists are ARENA's.
void readInvocations(clang::CompilerInstance &CI, llvm::ArrayRef<ParsedFile> Files,
                     struct cleave_arena *Arena);

} // namespace cleave

#endif
