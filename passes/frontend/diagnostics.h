// FILE: passes/frontend/diagnostics.h
// WHAT: shows the compiler's diagnostics of the source as the user wrote it, and none of the text that
//       is compiled in its place.
//
// The preprocessor, the parser and the semantic analysis diagnose the source. They run twice: in the nested
// parse, over the user's text, and in the compiler's own parse, over the rewritten text. The first
// run is recorded and shown, the second is left out. What the code generator and LLVM diagnose is
// shown as it comes: they run once.
#ifndef CLEAVE_FRONTEND_DIAGNOSTICS_H
#define CLEAVE_FRONTEND_DIAGNOSTICS_H

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"

#include <vector>

namespace cleave {

// What one parse says of the source.
struct RecordedDiagnostics {
  // The locations are SOURCES'; ENGINE is what SOURCES reports to.
  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> Engine;
  llvm::IntrusiveRefCntPtr<clang::SourceManager> Sources;
  std::vector<clang::StoredDiagnostic> Messages;
  bool HasErrors = false; // also warnings that -Werror made errors
};

// A consumer that records into RECORD, which must outlive it.
std::unique_ptr<clang::DiagnosticConsumer> recordDiagnostics(RecordedDiagnostics &Record);

// Shows RECORD, which has no errors.
void showRecorded(clang::DiagnosticsEngine &Diagnostics, const RecordedDiagnostics &Record);

// Keeps DIAGNOSTICS from showing any warning or remark about the source from now on.
void hideSource(clang::DiagnosticsEngine &Diagnostics);

// Counts what another process has shown, WARNINGS and ERRORS, as if DIAGNOSTICS had.
void countShown(clang::DiagnosticsEngine &Diagnostics, unsigned Warnings, unsigned Errors);

} // namespace cleave

#endif
