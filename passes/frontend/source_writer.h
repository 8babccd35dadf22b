// FILE: passes/frontend/source_writer.h
// WHAT: makes the compiler compile another text than the main file holds.
#ifndef CLEAVE_FRONTEND_SOURCE_WRITER_H
#define CLEAVE_FRONTEND_SOURCE_WRITER_H

#include "llvm/ADT/StringRef.h"

namespace clang {
class SourceManager;
}

namespace cleave {

// Puts TEXT (copied) in the place of the main file, which must not have been entered yet. TEXT has
// the lines of the main file; everything the compiler says of it names the main file.
void replaceMainFile(clang::SourceManager &SM, llvm::StringRef Text);

} // namespace cleave

#endif
