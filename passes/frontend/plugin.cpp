// FILE: passes/frontend/plugin.cpp
// WHAT: the plugin's entry: what cleave does in one run of the compiler, in order.
// USE:  clang -fplugin=cleave.so [-fplugin-arg-cleave-NAME=VALUE...] -fopenmp ...
//
// Clang asks every plugin for a consumer of the AST when it has opened the main file and read
// nothing of it. That is the moment to parse the file once, let the core decide, and put the
// rewritten text in the file's place. Clang then compiles it as if the user had written it.
//
// Nothing here decides whether or how a region is transformed: that is lib/driver. The passes over
// device code (passes/device) are added here, too, so that one flag loads all of cleave: the code
// generator reads CodeGenOptions::PassBuilderCallbacks after this.
#include "agreement.h"
#include "diagnostics.h"
#include "expansions.h"
#include "included_files.h"
#include "nested_parse.h"
#include "original_places.h"
#include "pragma.h"
#include "remarks.h"
#include "source_writer.h"

#include "../compat.h"
#include "../device/device.h"
#include "driver/driver.h"
#include "model/arena.h"
#include "model/dump.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/Path.h"
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
    Options.may_call = CI.getPreprocessorOpts().ImplicitPCHInclude.empty();
    Options.checks_pointers = CI.getLangOpts().Sanitize.has(SanitizerKind::PointerOverflow);
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
    std::shared_ptr<const cleave::PragmaLines> Pragmas; // of the text that is compiled
    if (CI.hasPreprocessor())
      Pragmas = cleave::registerPragma(CI.getPreprocessor());
    if (isSourceOfCOrCxx(CI)) {
      if (Options.mode != CLEAVE_MODE_COMPILE) {
        if (!Language.OpenMPIsTargetDevice)
          report(CI);
      } else if (Language.OpenMP && !Language.OpenMPSimd && generatesCode(CI)) {
        if (Language.OpenMPIsTargetDevice && Options.kernel_information)
          CI.getCodeGenOpts().PassBuilderCallbacks.push_back([&CI, Pragmas](llvm::PassBuilder &PB) {
            cleave::addKernelInformation(PB, cleave::placesOfKeptGrids(CI.getSourceManager(), *Pragmas));
          });
        if (Language.OpenMPIsTargetDevice && Options.openmp_opt)
          CI.getCodeGenOpts().PassBuilderCallbacks.push_back(cleave::addSecondOpenMPOpt);
        if (cleave::mayHoldRegions(CI))
          return transform(CI);
      }
    }
    return std::make_unique<ASTConsumer>();
  }

private:
  // The files of a translation unit, and what becomes of them.
  struct Driven {
    std::vector<cleave::ParsedFile> Files;
    std::vector<cleave_unit *> Units;
    cleave_result *Results = nullptr;

    const cleave_unit *const *units() const { return Units.data(); }
  };

  // Reads for the core once more, where macros are in the way.
  class Reader {
  public:
    Reader(CompilerInstance &CI, cleave_arena *Arena, Driven &First)
        : CI(CI), Arena(Arena), First(First) {}

    cleave_reader interface() { return {this, readInvocations, readAgain}; }

  private:
    static void readInvocations(void *Context) {
      auto *Self = static_cast<Reader *>(Context);
      cleave::readInvocations(Self->CI, Self->First.Files, Self->Arena);
    }

    static cleave_unit **readAgain(void *Context, const cleave_expanded *Texts) {
      auto *Self = static_cast<Reader *>(Context);
      Self->Units.clear();
      for (const cleave::ParsedFile &File :
           cleave::parseNested(Self->CI, Self->Arena, Self->First.Files, Texts))
        Self->Units.push_back(File.Unit);
      return Self->Units.size() == Self->First.Units.size() ? Self->Units.data() : nullptr;
    }

    CompilerInstance &CI;
    cleave_arena *Arena;
    Driven &First;
    std::vector<cleave_unit *> Units;
  };

  // No files if the main file does not compile.
  Driven drive(CompilerInstance &CI, cleave_arena *Arena,
               cleave::RecordedDiagnostics *Record = nullptr) {
    Driven Result;
    Result.Files = cleave::parseNested(CI, Arena, Record);
    for (const cleave::ParsedFile &File : Result.Files)
      Result.Units.push_back(File.Unit);
    if (!Result.Files.empty()) {
      Reader Again(CI, Arena, Result);
      const cleave_reader Interface = Again.interface();
      Result.Results = cleave_drive_expanding(Result.Units.data(), Result.Units.size(), &Options,
                                              &Interface);
    }
    return Result;
  }

  // Writes what the mode asks for. The compiler goes on with the text as it is.
  void report(CompilerInstance &CI) {
    std::unique_ptr<cleave_arena, ArenaDeleter> Arena(cleave_arena_new());
    const Driven All = drive(CI, Arena.get());
    if (All.Files.empty())
      return;
    if (Options.mode == CLEAVE_MODE_DUMP) {
      std::string Text;
      for (const cleave_unit *Unit : All.Units)
        Text += cleave_unit_dump(Unit);
      writeOutput(CI, Options.output, Text);
    } else if (Options.mode == CLEAVE_MODE_EXPLAIN) {
      writeOutput(CI, Options.output,
                  cleave_drive_report(All.units(), All.Units.size(), All.Results,
                                      Options.format == CLEAVE_FORMAT_JSON));
    } else {
      writeRewritten(CI, All);
    }
  }

  // Writes the file that was asked for, and names the others that are transformed.
  void writeRewritten(CompilerInstance &CI, const Driven &All) {
    StringRef Wanted = Options.file;
    const auto *Chosen = Wanted.empty() ? All.Files.data() : nullptr;
    for (const cleave::ParsedFile &File : All.Files)
      if (!Chosen && File.Name == Wanted)
        Chosen = &File;
    if (!Chosen)
      return cleave::showError(CI, "'" + Wanted.str() + "' is no file of this translation unit with "
                                       "target regions; mode=explain names those that are");
    const size_t Index = Chosen - All.Files.data();
    const cleave_result &Result = All.Results[Index];
    writeOutput(CI, Options.output,
                Result.readable ? StringRef(Result.readable, Result.readable_length)
                                : StringRef(All.Units[Index]->text, All.Units[Index]->length));
    for (size_t I = 1; Wanted.empty() && I < All.Files.size(); ++I)
      if (All.Results[I].readable)
        cleave::showNote(CI, "the header '" + All.Files[I].Name + "' is transformed, too; --header='" +
                                 All.Files[I].Name + "' shows it");
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
    std::shared_ptr<cleave_arena> Arena(cleave_arena_new(), cleave_arena_free);
    cleave::RecordedDiagnostics Record;
    const Driven All = drive(CI, Arena.get(), &Record);
    // The compilation fails, by -Werror: the compiler says so of the text as it is.
    if (Record.HasErrors)
      return std::make_unique<ASTConsumer>();
    for (size_t I = 0; I < All.Files.size(); ++I)
      showRemarks(CI, All.Files[I], All.Results[I]);
    if (FollowsHost && !All.Files.empty())
      checkAgreement(CI, All, HostAsm);
    if (All.Files.empty() || !All.Results[0].stamp)
      return std::make_unique<ASTConsumer>();

    SourceManager &SM = CI.getSourceManager();
    cleave::RewrittenSources Sources;
    Sources.Owner = Arena;
    for (size_t I = 0; I < All.Files.size(); ++I) {
      StringRef Text(All.Results[I].text, All.Results[I].length);
      if (!All.Results[I].text)
        continue;
      addSource(CI, Sources, All.Files[I], Text);
      if (I == 0)
        cleave::replaceMainFile(SM, Text);
      else
        cleave::replaceHeader(SM, *All.Files[I].File, Text);
    }
    if (const char *Declarations = All.Results[0].declarations)
      /* In front of all, also of what -include names. */
      CI.getPreprocessor().setPredefines(Declarations + CI.getPreprocessor().getPredefines());
    cleave::dropChecksums(SM);
    cleave::showInstead(CI, Record);
    cleave::restoreOriginalPlaces(CI, std::move(Sources));
    if (!Language.OpenMPIsTargetDevice && !Language.OMPTargetTriples.empty())
      return cleave::createStampConsumer(CI, All.Results[0].stamp);
    return std::make_unique<ASTConsumer>();
  }

  static void addSource(CompilerInstance &CI, cleave::RewrittenSources &Sources,
                        const cleave::ParsedFile &File, StringRef Text) {
    size_t Count;
    const cleave_changed_line *Lines =
        cleave_rewrite_changed_lines(File.Unit, Text.data(), Text.size(), &Count);
    cleave::RemarkPrinter Places(CI, File);
    for (size_t I = 0; I < Count; ++I) {
      PresumedLoc Place = CI.getSourceManager().getPresumedLoc(Places.locate(Lines[I].offset));
      Sources.Lines[{llvm::sys::path::filename(Place.getFilename()).str(), Place.getLine()}] = Lines[I];
    }
    if (File.File)
      Sources.Files.push_back({*File.File, std::string(File.Unit->text, File.Unit->length)});
  }

  // In the device's run most remarks would appear a second time: the host's run has shown them.
  void showRemarks(CompilerInstance &CI, const cleave::ParsedFile &File,
                   const cleave_result &Result) {
    cleave::RemarkPrinter Printer(CI, File);
    for (size_t I = 0; I < Result.remark_count; ++I)
      if (!CI.getLangOpts().OpenMPIsTargetDevice || Result.remarks[I].kind == CLEAVE_REMARK_ERROR)
        Printer.show(Result.remarks[I]);
  }

  // Fails the compilation if the host's run decided otherwise than this run, the device's.
  void checkAgreement(CompilerInstance &CI, const Driven &All, const std::string &HostAsm) {
    size_t File;
    if (const cleave_remark *Difference =
            cleave_drive_check_files(All.units(), All.Units.size(), All.Results,
                                     HostAsm.c_str(), &File))
      cleave::RemarkPrinter(CI, All.Files[File]).show(*Difference);
  }

  cleave_options Options;
};

FrontendPluginRegistry::Add<CleaveAction>
    Registration(cleave::PluginName, "compile OpenMP target regions into better kernels");

} // namespace
