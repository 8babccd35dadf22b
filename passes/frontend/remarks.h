// FILE: passes/frontend/remarks.h
// WHAT: shows the remarks of the core as Clang shows those of its own optimizations.
#ifndef CLEAVE_FRONTEND_REMARKS_H
#define CLEAVE_FRONTEND_REMARKS_H

#include "nested_parse.h"

struct cleave_remark;

namespace cleave {

class RemarkPrinter {
public:
  // For remarks about FILE. Both must outlive the printer.
  RemarkPrinter(clang::CompilerInstance &CI, const ParsedFile &File) : CI(CI), File(File) {}

  // Shows REMARK if -Rpass=, -Rpass-missed= or -Rpass-analysis= asks for it; errors and warnings always.
  void show(const struct cleave_remark &Remark);

  // Where the byte OFFSET of the file stands, as the user wrote it.
  clang::SourceLocation locate(unsigned Offset);

private:
  clang::CompilerInstance &CI;
  const ParsedFile &File;
  clang::SourceLocation Start; // of the copy of the file that remarks point into
};

// An error of cleave that belongs to no place in the source.
void showError(const clang::CompilerInstance &CI, llvm::StringRef Message);

// Something the user may want to know, of no place in the source either.
void showNote(const clang::CompilerInstance &CI, llvm::StringRef Message);

} // namespace cleave

#endif
