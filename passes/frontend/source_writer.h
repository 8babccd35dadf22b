// FILE: passes/frontend/source_writer.h
// WHAT: replaces the text of files that the compiler reads.
#ifndef CLEAVE_FRONTEND_SOURCE_WRITER_H
#define CLEAVE_FRONTEND_SOURCE_WRITER_H

#include "clang/Basic/FileEntry.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class SourceManager;
}

namespace cleave {

// Replaces the main file, which must not have been entered yet, by a copy of TEXT. TEXT has the same lines;
// diagnostics name the main file.
void replaceMainFile(clang::SourceManager &SM, llvm::StringRef Text);

// The same for a header.
void replaceHeader(clang::SourceManager &SM, clang::FileEntryRef Header, llvm::StringRef Text);

// Omits file checksums from the debug information. Must be called once if files were replaced: the checksums
// would be those of the replacement texts, not of the files on disk.
void dropChecksums(clang::SourceManager &SM);

} // namespace cleave

#endif
