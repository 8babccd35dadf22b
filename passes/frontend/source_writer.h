// FILE: passes/frontend/source_writer.h
// WHAT: makes the compiler compile another text than the main file holds.
#ifndef CLEAVE_FRONTEND_SOURCE_WRITER_H
#define CLEAVE_FRONTEND_SOURCE_WRITER_H

#include "clang/Basic/FileEntry.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class SourceManager;
}

namespace cleave {

// Puts TEXT (copied) in the place of the main file, which must not have been entered yet. TEXT has
// the lines of the main file; everything the compiler says of it names the main file.
void replaceMainFile(clang::SourceManager &SM, llvm::StringRef Text);

// Likewise in the place of a header.
void replaceHeader(clang::SourceManager &SM, clang::FileEntryRef Header, llvm::StringRef Text);

// Once, when files were replaced: leaves the checksums of the files out of the debug information. They
// would be those of the texts in their place, which no debugger finds on disk.
void dropChecksums(clang::SourceManager &SM);

} // namespace cleave

#endif
