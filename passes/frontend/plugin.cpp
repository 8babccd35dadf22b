// FILE: passes/frontend/plugin.cpp
// WHAT: the plugin's entry: what cleave does in one run of the compiler, in order.
// USE:  clang -fplugin=cleave.so [-fplugin-arg-cleave-NAME=VALUE...] -fopenmp ...
//
// Clang asks every plugin for a consumer of the AST when it has opened the main file and read
// nothing of it. That is the moment to parse the file once, let the core decide, and put the
// rewritten text in the file's place. Clang then compiles it as if the user had written it.
//
// Nothing here decides whether or how a region is transformed: that is lib/driver. Passes over the
// IR, too, are added here: the place for them is CodeGenOptions::PassBuilderCallbacks, which the
// code generator reads after this.
#include "agreement.h"
#include "nested_parse.h"
#include "pragma.h"
#include "remarks.h"
#include "source_writer.h"

#include "../compat.h"
#include "driver/driver.h"
#include "model/arena.h"
#include "model/dump.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace {

struct ArenaDeleter {
  void operator()(cleave_arena *Arena) const { cleave_arena_free(Arena); }
};

// Whether code is made in this run. A precompiled header or a module is no translation unit, and
// where only the syntax is checked, LLVM's passes do not run either.
bool generatesCode(const CompilerInstance &CI) {
  switch (CI.getFrontendOpts().ProgramAction) {
  case frontend::EmitAssembly:
  case frontend::EmitBC:
  case frontend::EmitCodeGenOnly:
  case frontend::EmitLLVM:
  case frontend::EmitLLVMOnly:
  case frontend::EmitObj:
    return true;
  default:
    return false;
  }
}

bool isSourceOfCOrCxx(const CompilerInstance &CI) {
  InputKind Kind = CI.getFrontendOpts().Inputs.front().getKind();
  return Kind.getFormat() == InputKind::Source &&
         (Kind.getLanguage() == Language::C || Kind.getLanguage() == Language::CXX);
}

// PATH may be empty: standard output.
void writeOutput(const CompilerInstance &CI, StringRef Path, StringRef Text) {
  if (Path.empty())
    Path = "-";
  std::error_code Error;
  llvm::raw_fd_ostream Output(Path, Error);
  if (!Error) {
    Output << Text;
    Output.flush();
    Error = Output.error();
    Output.clear_error();
  }
  if (Error)
    cleave::showError(CI, "cannot write '" + Path.str() + "': " + Error.message());
}

class CleaveAction : public PluginASTAction {
public:
  ActionType getActionType() override { return AddBeforeMainAction; }

  bool ParseArgs(const CompilerInstance &CI, const std::vector<std::string> &Arguments) override {
    cleave_options_defaults(&Options);
    for (const std::string &Argument : Arguments) {
      if (Argument == cleave::NestedArgument)
        return false;
      char Error[512];
      if (!cleave_options_parse(&Options, Argument.c_str(), Error, sizeof Error)) {
        cleave::showError(CI, Error);
        return false;
      }
    }
    return true;
  }

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, StringRef) override {
    const LangOptions &Language = CI.getLangOpts();
    if (CI.hasPreprocessor())
      cleave::registerPragma(CI.getPreprocessor());
    if (isSourceOfCOrCxx(CI)) {
      if (Options.mode != CLEAVE_MODE_COMPILE) {
        if (!Language.OpenMPIsTargetDevice)
          report(CI);
      } else if (Language.OpenMP && !Language.OpenMPSimd && generatesCode(CI)) {
        StringRef Text = CI.getSourceManager().getBufferData(CI.getSourceManager().getMainFileID());
        if (cleave_drive_worthwhile(Text.data(), Text.size()))
          return transform(CI);
      }
    }
    return std::make_unique<ASTConsumer>();
  }

private:
  // Writes what the mode asks for. The compiler goes on with the text as it is.
  void report(CompilerInstance &CI) {
    std::unique_ptr<cleave_arena, ArenaDeleter> Arena(cleave_arena_new());
    cleave_unit *Unit = cleave::parseNested(CI, Arena.get()).Unit;
    if (!Unit)
      return;
    if (Options.mode == CLEAVE_MODE_DUMP)
      return writeOutput(CI, Options.output, cleave_unit_dump(Unit));
    cleave_result *Result = cleave_drive(Unit, &Options);
    if (Options.mode == CLEAVE_MODE_EXPLAIN)
      writeOutput(CI, Options.output,
                  cleave_drive_report(Unit, Result, Options.format == CLEAVE_FORMAT_JSON));
    else if (Result->readable)
      writeOutput(CI, Options.output, StringRef(Result->readable, Result->readable_length));
    else
      writeOutput(CI, Options.output, StringRef(Unit->text, Unit->length));
  }

  std::unique_ptr<ASTConsumer> transform(CompilerInstance &CI) {
    const LangOptions &Language = CI.getLangOpts();
    const bool FollowsHost = Language.OpenMPIsTargetDevice && !Language.OMPHostIRFile.empty();
    std::string HostAsm;
    if (FollowsHost) {
      HostAsm = cleave::readModuleAsm(Language.OMPHostIRFile);
      if (!cleave_drive_host_transforms(HostAsm.c_str()))
        return std::make_unique<ASTConsumer>();
    }
    std::unique_ptr<cleave_arena, ArenaDeleter> Arena(cleave_arena_new());
    cleave::ParsedUnit Parsed = cleave::parseNested(CI, Arena.get());
    if (!Parsed.Unit)
      return std::make_unique<ASTConsumer>();
    cleave_result *Result = cleave_drive(Parsed.Unit, &Options);

    // In the device's run most remarks would appear a second time: the host's run has shown them.
    cleave::RemarkPrinter Printer(CI, Parsed);
    for (size_t I = 0; I < Result->remark_count; ++I)
      if (!Language.OpenMPIsTargetDevice || Result->remarks[I].kind == CLEAVE_REMARK_ERROR)
        Printer.show(Result->remarks[I]);
    if (FollowsHost)
      checkAgreement(CI, Parsed, Result, HostAsm);

    if (!Result->text)
      return std::make_unique<ASTConsumer>();
    cleave::replaceMainFile(CI.getSourceManager(), StringRef(Result->text, Result->length));
    if (Result->stamp && !Language.OpenMPIsTargetDevice && !Language.OMPTargetTriples.empty())
      return cleave::createStampConsumer(CI, Result->stamp);
    return std::make_unique<ASTConsumer>();
  }

  // Fails the compilation if the host's run decided otherwise than this run, the device's.
  void checkAgreement(CompilerInstance &CI, const cleave::ParsedUnit &Parsed,
                      const cleave_result *Result, const std::string &HostAsm) {
    if (const cleave_remark *Difference = cleave_drive_check(Parsed.Unit, Result, HostAsm.c_str()))
      cleave::RemarkPrinter(CI, Parsed).show(*Difference);
  }

  cleave_options Options;
};

FrontendPluginRegistry::Add<CleaveAction>
    Registration(cleave::PluginName, "compile OpenMP target regions into better kernels");

} // namespace
