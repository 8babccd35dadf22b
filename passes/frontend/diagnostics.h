// FILE: passes/frontend/diagnostics.h
// WHAT: shows the compiler's diagnostics of the user's source, and none of the transformed text.
//
// The preprocessor, parser and semantic analysis run twice: over the user's text, and over the transformed
// text. Diagnostics of the first run are recorded and shown; those of the second are suppressed. The code
// generator and LLVM run once; their diagnostics are not changed.
#ifndef CLEAVE_FRONTEND_DIAGNOSTICS_H
#define CLEAVE_FRONTEND_DIAGNOSTICS_H

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"

#include <vector>

namespace cleave {

// The diagnostics of one parse.
struct RecordedDiagnostics {
  // Locations refer to SOURCES, which reports to ENGINE.
  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> Engine;
  llvm::IntrusiveRefCntPtr<clang::SourceManager> Sources;
  std::vector<clang::StoredDiagnostic> Messages;
  bool HasErrors = false; // including warnings promoted by -Werror
};

// Returns a consumer that records into RECORD, which must outlive it.
std::unique_ptr<clang::DiagnosticConsumer> recordDiagnostics(RecordedDiagnostics &Record);

// Shows RECORD, which must have no errors.
void showRecorded(clang::DiagnosticsEngine &Diagnostics, const RecordedDiagnostics &Record);

// Suppresses all further warnings and remarks about the source.
void hideSource(clang::DiagnosticsEngine &Diagnostics);

// Adds WARNINGS and ERRORS, shown by another process, to the counts of DIAGNOSTICS.
void countShown(clang::DiagnosticsEngine &Diagnostics, unsigned Warnings, unsigned Errors);

} // namespace cleave

#endif
