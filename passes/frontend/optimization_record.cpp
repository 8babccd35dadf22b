// FILE: passes/frontend/optimization_record.cpp
// WHAT: see optimization_record.h.
#include "optimization_record.h"

#include "../compat.h"
#include "../compat_remarks.h"
#include "model/region.h"
#include "model/remark.h"

#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Remarks/Remark.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace {

std::string pathBeside(StringRef Path) {
  // PROGRAM.opt.yaml, or what -foptimization-record-file= says.
  StringRef Stem = Path.rsplit('.').first;
  Stem.consume_back(".opt");
  return (Stem + ".cleave.opt.yaml").str();
}

llvm::remarks::Type typeOf(cleave_remark_kind Kind) {
  switch (Kind) {
  case CLEAVE_REMARK_PASSED:
    return llvm::remarks::Type::Passed;
  case CLEAVE_REMARK_MISSED:
    return llvm::remarks::Type::Missed;
  default:
    return llvm::remarks::Type::Analysis;
  }
}

} // namespace

bool cleave::OptimizationRecord::isWanted(const CompilerInstance &CI) {
  const CodeGenOptions &Options = CI.getCodeGenOpts();
  if (Options.OptRecordFile.empty() || CI.getLangOpts().OpenMPIsTargetDevice)
    return false;
  return Options.OptRecordPasses.empty() || llvm::Regex(Options.OptRecordPasses).match(PluginName);
}

void cleave::OptimizationRecord::add(const cleave_remark &Remark, const cleave_unit &Unit,
                                     SourceLocation Where) {
  if (Remark.kind == CLEAVE_REMARK_ERROR || Remark.kind == CLEAVE_REMARK_WARNING)
    return;
  const PresumedLoc Place = CI.getSourceManager().getPresumedLoc(Where);
  const char *Function = Remark.region < Unit.region_count ? Unit.regions[Remark.region].function : nullptr;
  if (Place.isValid())
    Entries.push_back(
        {&Remark, Function ? Function : "", Place.getFilename(), Place.getLine(), Place.getColumn()});
}

void cleave::OptimizationRecord::write() const {
  const std::string Path = pathBeside(CI.getCodeGenOpts().OptRecordFile);
  std::error_code Error;
  llvm::raw_fd_ostream Output(Path, Error);
  if (!Error) {
    auto Serializer = cleave::remarkSerializer(Output);
    if (!Serializer)
      return showError(CI, llvm::toString(Serializer.takeError()));
    for (const Entry &It : Entries) {
      char Code[16];
      snprintf(Code, sizeof Code, "CLV%03u", It.Remark->code);
      llvm::remarks::Remark Remark;
      Remark.RemarkType = typeOf(It.Remark->kind);
      Remark.PassName = PluginName;
      Remark.RemarkName = Code;
      Remark.FunctionName = It.Function;
      Remark.Loc = llvm::remarks::RemarkLocation{It.File, It.Line, It.Column};
      auto Argument = [&Remark](StringRef Key, StringRef Value) {
        Remark.Args.emplace_back();
        Remark.Args.back().Key = Key;
        Remark.Args.back().Val = Value;
      };
      Argument("Code", Code);
      Argument("String", ": ");
      Argument("Message", It.Remark->message);
      if (*It.Remark->advice) {
        Argument("String", "; ");
        Argument("Advice", It.Remark->advice);
      }
      (*Serializer)->emit(Remark);
    }
    Output.flush();
    Error = Output.error();
    Output.clear_error();
  }
  if (Error)
    showError(CI, "cannot write the optimization record '" + Path + "': " + Error.message());
}
