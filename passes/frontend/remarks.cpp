// FILE: passes/frontend/remarks.cpp
// WHAT: see remarks.h.
//
// Clang's own remark ids are used, with LLVM's own filter, so that -Rpass=cleave, -Rpass=.* and
// -Werror treat cleave as one more pass.
#include "remarks.h"

#include "../compat.h"
#include "model/remark.h"

#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;

// Where in the main file OFFSET is. The compiler has not seen the `#line` directives of the main
// file yet, so they are given to a second FileID of it, for messages alone.
static SourceLocation locate(CompilerInstance &CI, const cleave::ParsedUnit &Parsed,
                             unsigned Offset) {
  SourceManager &SM = CI.getSourceManager();
  FileID File = SM.getMainFileID();
  OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
  if (Entry && !Parsed.LineNotes.empty()) {
    File = SM.createFileID(*Entry, SourceLocation(), SrcMgr::C_User);
    for (const cleave::LineNote &Note : Parsed.LineNotes)
      SM.AddLineNote(SM.getLocForStartOfFile(File).getLocWithOffset(Note.Offset), Note.Line,
                     Note.File.empty() ? -1 : SM.getLineTableFilenameID(Note.File),
                     /*IsFileEntry=*/false, /*IsFileExit=*/false, Note.Kind);
  }
  return SM.getLocForStartOfFile(File).getLocWithOffset(Offset);
}

void cleave::showRemark(CompilerInstance &CI, const ParsedUnit &Parsed,
                        const cleave_remark &Remark) {
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
  case CLEAVE_REMARK_ERROR:
    break;
  }
  if (!Wanted)
    return;
  char Code[16];
  snprintf(Code, sizeof Code, "CLV%03u: ", Remark.code);
  DiagnosticBuilder Builder = CI.getDiagnostics().Report(locate(CI, Parsed, Remark.offset), Id);
  Builder << Code + std::string(Remark.message);
  if (Remark.kind != CLEAVE_REMARK_ERROR)
    Builder << AddFlagValue(PluginName);
}

void cleave::showError(const CompilerInstance &CI, StringRef Message) {
  CI.getDiagnostics().Report(diag::err_fe_backend_plugin)
      << (llvm::Twine(PluginName) + ": " + Message).str();
}
