// FILE: passes/frontend/expansions.h
// WHAT: the expansions of user macros in target regions.
#ifndef CLEAVE_FRONTEND_EXPANSIONS_H
#define CLEAVE_FRONTEND_EXPANSIONS_H

#include "nested_parse.h"

namespace cleave {

// Preprocesses CI's main file again, with the options of OTHER if it is set, and fills in `invocations` of the units of
// FILES: those that begin in a region. ARENA owns the lists.
void readInvocations(clang::CompilerInstance &CI, const clang::CompilerInvocation *Other,
                     llvm::ArrayRef<ParsedFile> Files, struct cleave_arena *Arena);

} // namespace cleave

#endif
