// FILE: passes/frontend/compilation.cpp
// WHAT: see compilation.h.
#include "compilation.h"

#include "device_views.h"
#include "host_device_stamp.h"
#include "compiler_fork.h"
#include "diagnostics.h"
#include "expansions.h"
#include "included_files.h"
#include "nested_parse.h"
#include "optimization_record.h"
#include "original_locations.h"
#include "preprocessed_text.h"
#include "remarks.h"
#include "source_writer.h"

#include "../compat_clang.h"
#include "compile/compile_driver.h"
#include "model/arena.h"
#include "model/dump.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace {

struct ArenaDeleter {
  void operator()(cleave_arena *Arena) const { cleave_arena_free(Arena); }
};

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

// One run of the compiler.
class Compilation : public std::enable_shared_from_this<Compilation> {
public:
  Compilation(CompilerInstance &CI, const cleave_options &Options) : CI(CI), Options(Options) {}

private:
  // The files of a translation unit, and what becomes of them.
  struct Driven {
    std::vector<cleave::ParsedFile> Files;
    std::vector<cleave_unit *> Units;
    cleave_result *Results = nullptr;

    const cleave_unit *const *units() const { return Units.data(); }
  };

  // A translation unit as one compilation of the command reads it.
  class View {
  public:
    // As CI does, or with the options of OTHER.
    View(CompilerInstance &CI, std::shared_ptr<CompilerInvocation> Other, cleave_arena *Arena,
         std::vector<cleave::ParsedFile> Files, const cleave_options &Options)
        : CI(CI), Other(std::move(Other)), Arena(Arena), Options(Options) {
      Read.Files = std::move(Files);
      for (const cleave::ParsedFile &File : Read.Files)
        Read.Units.push_back(File.Unit);
    }

    Driven Read;

    cleave_view interface() {
      return {Read.Units.data(), Read.Units.size(), Options, {this, readInvocations, readAgain}};
    }

  private:
    static void readInvocations(void *Context) {
      auto *Self = static_cast<View *>(Context);
      cleave::readInvocations(Self->CI, Self->Other.get(), Self->Read.Files, Self->Arena);
    }

    // Reads for the core once more, where macros are in the way.
    static cleave_unit **readAgain(void *Context, const cleave_expanded *Texts) {
      auto *Self = static_cast<View *>(Context);
      Self->Units.clear();
      for (const cleave::ParsedFile &File :
           cleave::parseNested(Self->CI, Self->Other.get(), Self->Arena, Self->Read.Files, Texts))
        Self->Units.push_back(File.Unit);
      return Self->Units.size() == Self->Read.Units.size() ? Self->Units.data() : nullptr;
    }

    CompilerInstance &CI;
    const std::shared_ptr<CompilerInvocation> Other;
    cleave_arena *Arena;
    const cleave_options Options;
    std::vector<cleave_unit *> Units;
  };

  // Adds a view with the options of OTHER. A file with errors has none: the compiler reports them.
  void addView(std::vector<std::unique_ptr<View>> &Views, std::shared_ptr<CompilerInvocation> Other,
               cleave_arena *Arena) {
    cleave_options Its;
    if (!cleave::readOptions(Other->getLangOpts(), Other->getPreprocessorOpts(),
                             Other->getFrontendOpts().PluginArgs[cleave::PluginName], Its)
             .empty())
      return;
    std::vector<cleave::ParsedFile> Files = cleave::parseNested(CI, Other.get(), Arena, nullptr);
    if (!Files.empty())
      Views.push_back(std::make_unique<View>(CI, std::move(Other), Arena, std::move(Files), Its));
  }

  Driven drive(cleave_arena *Arena, std::vector<cleave::ParsedFile> Files) {
    if (Files.empty())
      return Driven();
    std::vector<std::unique_ptr<View>> Views;
    Views.push_back(std::make_unique<View>(CI, nullptr, Arena, std::move(Files), Options));
    size_t Reference = 0;
    const LangOptions &Language = CI.getLangOpts();
    if (!Language.OpenMPIsTargetDevice && !Language.OMPTargetTriples.empty()) {
      cleave::DeviceViews Others = cleave::findDeviceViews(CI);
      if (Others.Source) {
        addView(Views, Others.Source, Arena);
        Reference = Views.size() - 1;
      }
      for (const std::shared_ptr<CompilerInvocation> &Device : Others.Devices)
        addView(Views, Device, Arena);
    }
    std::vector<cleave_view> Interfaces;
    for (const std::unique_ptr<View> &It : Views)
      Interfaces.push_back(It->interface());
    cleave_result *Results = cleave_compile_agreeing(Interfaces.data(), Interfaces.size(), Reference);
    Driven Result = std::move(Views.front()->Read); // the views have read it until here
    Result.Results = Results;
    return Result;
  }

public:
  // Writes what the mode asks for. The compiler continues with the user's text.
  void report() {
    std::unique_ptr<cleave_arena, ArenaDeleter> Arena(cleave_arena_new());
    const Driven All = drive(Arena.get(), cleave::parseNested(CI, nullptr, Arena.get(), nullptr));
    if (All.Files.empty())
      return;
    if (Options.mode == CLEAVE_MODE_DUMP) {
      std::string Text;
      for (const cleave_unit *Unit : All.Units)
        Text += cleave_unit_dump(Unit);
      writeOutput(CI, Options.output, Text);
    } else if (Options.mode == CLEAVE_MODE_EXPLAIN) {
      writeOutput(CI, Options.output, cleave_compile_report(All.units(), All.Units.size(), All.Results));
    } else {
      writeRewritten(All);
    }
  }

private:
  // Writes the file that was asked for, and names the others that are transformed.
  void writeRewritten(const Driven &All) {
    StringRef Wanted = Options.file;
    const auto *Chosen = Wanted.empty() ? All.Files.data() : nullptr;
    for (const cleave::ParsedFile &File : All.Files)
      if (!Chosen && File.Name == Wanted)
        Chosen = &File;
    if (!Chosen)
      return cleave::showError(CI, "'" + Wanted.str() +
                                       "' is not a file of this translation unit with "
                                       "target regions; 'cleave explain' lists them");
    const size_t Index = Chosen - All.Files.data();
    const cleave_result &Result = All.Results[Index];
    const bool Compiled = Options.form == CLEAVE_FORM_COMPILED;
    const char *Text = Compiled ? Result.text : Result.readable;
    std::string Before;
    // The line numbers of kernels are those of the file.
    if (Compiled && Index == 0 && Result.declarations)
      Before = std::string(Result.declarations) + "#line 1\n";
    writeOutput(CI, Options.output,
                Before + (Text ? std::string(Text, Compiled ? Result.length : Result.readable_length)
                               : std::string(All.Units[Index]->text, All.Units[Index]->length)));
    for (size_t I = 1; Wanted.empty() && I < All.Files.size(); ++I)
      if (All.Results[I].readable)
        cleave::showNote(CI, "the header '" + All.Files[I].Name + "' is also transformed; --header='" +
                                 All.Files[I].Name + "' shows it");
  }

public:
  std::unique_ptr<ASTConsumer> transform(std::shared_ptr<const cleave::PragmaLines> Pragmas) {
    const LangOptions &Language = CI.getLangOpts();
    const bool FollowsHost = Language.OpenMPIsTargetDevice && !Language.OMPHostIRFile.empty();
    std::string HostAsm;
    if (FollowsHost) {
      HostAsm = cleave::readModuleAsm(Language.OMPHostIRFile);
      if (!cleave_compile_host_transforms(HostAsm.c_str()))
        return std::make_unique<ASTConsumer>();
      Options.differing = cleave_compile_differing(Lines.get(), HostAsm.c_str(), &Options.differing_count);
    }
    const bool WithoutMacros = cleave::readsWithoutMacros(CI);
    if (std::optional<unsigned> Include = WithoutMacros ? std::nullopt : cleave::findForkPoint(CI))
      if (!cleave::mayHoldRegionsInHeaders(CI))
        return cleave::forkAfter(CI, *Include, branchActions(Pragmas, HostAsm));

    std::shared_ptr<cleave_arena> Arena(cleave_arena_new(), cleave_arena_free);
    cleave::RecordedDiagnostics Record;
    const Driven All = drive(Arena.get(), cleave::parseNested(CI, nullptr, Arena.get(), &Record));
    // The compilation fails, by -Werror: the compiler says so of the text as it is.
    if (Record.HasErrors)
      return std::make_unique<ASTConsumer>();
    show(All, HostAsm);
    if (All.Files.empty() || !All.Results[0].stamp)
      return std::make_unique<ASTConsumer>();

    SourceManager &SM = CI.getSourceManager();
    cleave::RewrittenSources Sources;
    Sources.Owner = Arena;
    for (size_t I = 0; I < All.Files.size(); ++I) {
      StringRef Text(All.Results[I].text, All.Results[I].length);
      if (!All.Results[I].text)
        continue;
      addSource(Sources, All.Files[I], Text);
      const std::string Plain = WithoutMacros ? cleave::withoutMacros(CI, Text) : std::string();
      const StringRef Compiled = WithoutMacros ? StringRef(Plain) : Text;
      if (I == 0)
        cleave::replaceMainFile(SM, Compiled);
      else
        cleave::replaceHeader(SM, *All.Files[I].File, Compiled);
    }
    if (const char *Declarations = All.Results[0].declarations)
      /* Before everything, including what -include names. */
      CI.getPreprocessor().setPredefines(
          (WithoutMacros ? cleave::withoutMacros(CI, Declarations) : std::string(Declarations)) +
          CI.getPreprocessor().getPredefines());
    cleave::dropChecksums(SM);
    cleave::showRecorded(CI.getDiagnostics(), Record);
    return continueWith(std::move(Sources), All.Results[0].stamp);
  }

private:
  // The same, in two processes: in the child,
  cleave::Outcome decide(ASTContext &Context, const cleave::RecordedDiagnostics &Record,
                         const cleave::PragmaLines &Pragmas, const std::string &HostAsm) {
    cleave::Outcome Result;
    std::unique_ptr<cleave_arena, ArenaDeleter> Arena(cleave_arena_new());
    const Driven All = drive(Arena.get(), cleave::readFiles(CI, Context, Pragmas, Arena.get()));
    show(All, HostAsm);
    if (All.Files.empty() || !All.Results[0].stamp)
      return Result;
    cleave::showRecorded(CI.getDiagnostics(), Record);
    Result.Text.assign(All.Results[0].text, All.Results[0].length);
    if (All.Results[0].declarations)
      Result.Declarations = All.Results[0].declarations;
    Result.Stamp = All.Results[0].stamp;
    Result.LineNotes = All.Files[0].LineNotes;
    return Result;
  }

  // and in the parent.
  std::unique_ptr<ASTConsumer> replace(StringRef User, StringRef Compiled, const cleave::Outcome &Result) {
    cleave::RewrittenSources Sources;
    Sources.Owner.reset(cleave_arena_new(), cleave_arena_free);
    cleave_arena *Arena = Sources.Owner.get();
    auto *Unit = static_cast<cleave_unit *>(cleave_arena_allocate(Arena, sizeof(cleave_unit)));
    Unit->arena = Arena;
    Unit->text = cleave_arena_copy(Arena, User.data(), User.size());
    Unit->length = User.size();
    const SourceManager &SM = CI.getSourceManager();
    addSource(
        Sources,
        {Unit, Result.LineNotes, cleave::mainFileName(SM).str(), SM.getFileEntryRefForID(SM.getMainFileID())},
        {cleave_arena_copy(Arena, Compiled.data(), Compiled.size()), Compiled.size()});
    return continueWith(std::move(Sources), Result.Stamp);
  }

  cleave::ForkActions branchActions(std::shared_ptr<const cleave::PragmaLines> Pragmas,
                                    const std::string &HostAsm) {
    auto Self = shared_from_this();
    return {[Self, Pragmas, HostAsm](ASTContext &Context, const cleave::RecordedDiagnostics &Record) {
              return Self->decide(Context, Record, *Pragmas, HostAsm);
            },
            [Self](StringRef User, StringRef Compiled, const cleave::Outcome &Result) {
              return Self->replace(User, Compiled, Result);
            }};
  }

  // What both ways have in common: shows remarks, and checks that host and device decide alike.
  void show(const Driven &All, const std::string &HostAsm) {
    cleave::OptimizationRecord Record(CI);
    for (size_t I = 0; I < All.Files.size(); ++I)
      showRemarks(All.Files[I], All.Results[I], Record);
    if (!All.Files.empty() && cleave::OptimizationRecord::isWanted(CI))
      Record.write();
    if (CI.getLangOpts().OpenMPIsTargetDevice && !CI.getLangOpts().OMPHostIRFile.empty() &&
        !All.Files.empty())
      checkAgreement(All, HostAsm);
    if (!Options.summary || CI.getLangOpts().OpenMPIsTargetDevice || All.Files.empty())
      return;
    if (const char *Line = cleave_drive_summary(All.units(), All.Units.size(), All.Results))
      llvm::errs() << Line << '\n';
  }

  // The compiler is about to read other texts than the user's.
  std::unique_ptr<ASTConsumer> continueWith(cleave::RewrittenSources Sources, StringRef Stamp) {
    cleave::hideSource(CI.getDiagnostics());
    cleave::restoreOriginalLocations(CI, std::move(Sources));
    if (!CI.getLangOpts().OpenMPIsTargetDevice && !CI.getLangOpts().OMPTargetTriples.empty())
      return cleave::createStampConsumer(CI, Stamp);
    return std::make_unique<ASTConsumer>();
  }

  void addSource(cleave::RewrittenSources &Sources, const cleave::ParsedFile &File, StringRef Text) {
    size_t Count;
    const cleave_changed_line *Lines =
        cleave_print_changed_lines(File.Unit, Text.data(), Text.size(), &Count);
    cleave::RemarkPrinter Places(CI, File);
    for (size_t I = 0; I < Count; ++I) {
      PresumedLoc Place = CI.getSourceManager().getPresumedLoc(Places.locate(Lines[I].offset));
      Sources.Lines[{llvm::sys::path::filename(Place.getFilename()).str(), Place.getLine()}] = Lines[I];
    }
    if (File.File)
      Sources.Files.push_back({*File.File, std::string(File.Unit->text, File.Unit->length)});
  }

  // In the device's run most remarks would appear a second time: the host's run has shown them.
  void showRemarks(const cleave::ParsedFile &File, const cleave_result &Result,
                   cleave::OptimizationRecord &Record) {
    cleave::RemarkPrinter Printer(CI, File);
    for (size_t I = 0; I < Result.remark_count; ++I) {
      const cleave_remark &Remark = Result.remarks[I];
      if (!CI.getLangOpts().OpenMPIsTargetDevice || Remark.kind == CLEAVE_REMARK_ERROR)
        Printer.show(Remark);
      if (cleave::OptimizationRecord::isWanted(CI))
        Record.add(Remark, *File.Unit, Printer.locate(Remark.offset));
    }
  }

  // Fails the compilation if the host's run decided otherwise than this run, the device's.
  void checkAgreement(const Driven &All, const std::string &HostAsm) {
    size_t File;
    if (const cleave_remark *Difference =
            cleave_compile_check_files(All.units(), All.Units.size(), All.Results, HostAsm.c_str(), &File))
      cleave::RemarkPrinter(CI, All.Files[File]).show(*Difference);
  }

  CompilerInstance &CI;
  cleave_options Options;
  const std::unique_ptr<cleave_arena, ArenaDeleter> Lines{cleave_arena_new()}; // that Options exclude
};

} // namespace

std::string cleave::readOptions(const LangOptions &Language, const PreprocessorOptions &Preprocessing,
                                const std::vector<std::string> &Arguments, cleave_options &Options) {
  cleave_options_defaults(&Options);
  Options.may_call = Preprocessing.ImplicitPCHInclude.empty();
  Options.checks_pointers = Language.Sanitize.has(SanitizerKind::PointerOverflow) ||
                            Language.Sanitize.has(SanitizerKind::SignedIntegerOverflow) ||
                            Language.getSignedOverflowBehavior() == LangOptions::SOB_Trapping;
  if (Language
          .OpenMPCUDAMode) // the variables of teams count as threadprivate, which an allocate clause cannot list
    Options.team_memory = false;
  for (const std::string &Argument : Arguments) {
    char Error[512];
    if (!cleave_options_parse(&Options, Argument.c_str(), Error, sizeof Error))
      return Error;
  }
  return "";
}

void cleave::report(CompilerInstance &CI, const cleave_options &Options) {
  std::make_shared<Compilation>(CI, Options)->report();
}

std::unique_ptr<ASTConsumer> cleave::transform(CompilerInstance &CI, const cleave_options &Options,
                                               std::shared_ptr<const PragmaLines> Pragmas) {
  return std::make_shared<Compilation>(CI, Options)->transform(std::move(Pragmas));
}
