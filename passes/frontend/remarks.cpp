// FILE: passes/frontend/remarks.cpp
// WHAT: see remarks.h.
//
// Uses Clang's remark ids and LLVM's filter, so that -Rpass=cleave, -Rpass=.* and -Werror treat cleave as a
// pass.
#include "remarks.h"

#include "../compat_clang.h"
#include "model/region.h"
#include "model/remark.h"

#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace clang;

// Remarks point into a copy of the file. A location in the main file itself would make Clang
// remember where its lines begin, and it would go on using that for the rewritten text; and the
// compiler has not yet read the `#line` directives of the main file.
SourceLocation cleave::RemarkPrinter::locate(unsigned Offset) {
  if (Start.isInvalid()) {
    SourceManager &SM = CI.getSourceManager();
    Start = SM.getLocForStartOfFile(SM.createFileID(
        llvm::MemoryBuffer::getMemBufferCopy(StringRef(File.Unit->text, File.Unit->length), File.Name)));
    for (const LineNote &Note : File.LineNotes)
      SM.AddLineNote(Start.getLocWithOffset(Note.Offset), Note.Line,
                     Note.File.empty() ? -1 : SM.getLineTableFilenameID(Note.File),
                     /*IsFileEntry=*/false, /*IsFileExit=*/false, Note.Kind);
  }
  return Start.getLocWithOffset(Offset);
}

void cleave::RemarkPrinter::show(const cleave_remark &Remark) {
  const CodeGenOptions &Options = CI.getCodeGenOpts();
  bool Wanted = true;
  unsigned Id = diag::err_fe_backend_plugin;
  switch (Remark.kind) {
  case CLEAVE_REMARK_PASSED:
    Id = diag::remark_fe_backend_optimization_remark;
    Wanted = Options.OptimizationRemark.patternMatches(PluginName);
    break;
  case CLEAVE_REMARK_MISSED:
    Id = diag::remark_fe_backend_optimization_remark_missed;
    Wanted = Options.OptimizationRemarkMissed.patternMatches(PluginName);
    break;
  case CLEAVE_REMARK_ANALYSIS:
    Id = diag::remark_fe_backend_optimization_remark_analysis;
    Wanted = Options.OptimizationRemarkAnalysis.patternMatches(PluginName);
    break;
  case CLEAVE_REMARK_WARNING:
    Id = diag::warn_fe_backend_plugin;
    break;
  case CLEAVE_REMARK_ERROR:
    break;
  }
  if (!Wanted)
    return;
  char Code[16];
  snprintf(Code, sizeof Code, "CLV%03u: ", Remark.code);
  DiagnosticBuilder Builder = CI.getDiagnostics().Report(locate(Remark.offset), Id);
  Builder << Code + std::string(Remark.message) + (*Remark.advice ? "; " : "") + Remark.advice;
  if (Remark.kind != CLEAVE_REMARK_ERROR && Remark.kind != CLEAVE_REMARK_WARNING)
    Builder << AddFlagValue(PluginName);
}

void cleave::showError(const CompilerInstance &CI, StringRef Message) {
  CI.getDiagnostics().Report(diag::err_fe_backend_plugin) << (llvm::Twine(PluginName) + ": " + Message).str();
}

void cleave::showNote(const CompilerInstance &CI, StringRef Message) {
  DiagnosticsEngine &Diagnostics = CI.getDiagnostics();
  Diagnostics.Report(Diagnostics.getCustomDiagID(DiagnosticsEngine::Remark, "%0"))
      << (llvm::Twine(PluginName) + ": " + Message).str();
}
