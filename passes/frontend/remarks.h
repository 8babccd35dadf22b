// FILE: passes/frontend/remarks.h
// WHAT: shows the core's remarks as Clang's optimization remarks.
#ifndef CLEAVE_FRONTEND_REMARKS_H
#define CLEAVE_FRONTEND_REMARKS_H

#include "nested_parse.h"

struct cleave_remark;

namespace cleave {

class RemarkPrinter {
public:
  // For remarks about FILE. CI and FILE must outlive the printer.
  RemarkPrinter(clang::CompilerInstance &CI, const ParsedFile &File) : CI(CI), File(File) {}

  // Shows REMARK if -Rpass=, -Rpass-missed= or -Rpass-analysis= selects it; shows errors and warnings always.
  void show(const struct cleave_remark &Remark);

  // The location of byte OFFSET in the user's file.
  clang::SourceLocation locate(unsigned Offset);

private:
  clang::CompilerInstance &CI;
  const ParsedFile &File;
  clang::SourceLocation Start; // of the copy of the file that remarks point into
};

// Shows an error without a source location.
void showError(const clang::CompilerInstance &CI, llvm::StringRef Message);

// Shows a note without a source location.
void showNote(const clang::CompilerInstance &CI, llvm::StringRef Message);

} // namespace cleave

#endif
