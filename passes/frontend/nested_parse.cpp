// FILE: passes/frontend/nested_parse.cpp
// WHAT: see nested_parse.h.
//
// The regions can only be read from an AST, and the compiler's own AST comes too late: its text
// must be changed before it is parsed. So the file is parsed twice, the first time here.
#include "nested_parse.h"

#include "../compat.h"
#include "driver/driver.h"
#include "pragma.h"
#include "reader.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/SourceManagerInternals.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"

using namespace clang;

const char cleave::PluginName[] = "cleave";
const char cleave::NestedArgument[] = "<nested parse>";

namespace {

std::vector<cleave::LineNote> readLineNotes(SourceManager &SM, FileID Id) {
  std::vector<cleave::LineNote> Notes;
  if (!SM.hasLineTable())
    return Notes;
  LineTableInfo &Table = SM.getLineTable();
  for (const auto &[File, Entries] : Table) {
    if (File != Id)
      continue;
    for (const LineEntry &Entry : Entries)
      Notes.push_back({Entry.FileOffset, Entry.LineNo,
                       Entry.FilenameID < 0 ? "" : Table.getFilename(Entry.FilenameID).str(),
                       Entry.FileKind});
  }
  return Notes;
}

// Whether the main file is also included, by itself or by one of its headers.
bool isMainFileIncluded(const SourceManager &SM) {
  OptionalFileEntryRef Main = SM.getFileEntryRefForID(SM.getMainFileID());
  unsigned Count = 0;
  for (unsigned I = 0, E = SM.local_sloc_entry_size(); Main && I != E; ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (Entry.isFile() && Entry.getFile().getContentCache().OrigEntry == Main)
      ++Count;
  }
  return Count > 1;
}

class ReadingConsumer : public ASTConsumer {
public:
  ReadingConsumer(CompilerInstance &CI, std::vector<cleave::ParsedFile> &Result,
                  cleave_arena *Arena)
      : CI(CI), Result(Result), Arena(Arena), Pragmas(cleave::registerPragma(CI.getPreprocessor())) {}

  void HandleTranslationUnit(ASTContext &Context) override {
    SourceManager &SM = CI.getSourceManager();
    // Warnings that -Werror turned into errors do not keep a file from being understood. The text
    // of a file that includes itself means different things at once: nothing in it can be edited.
    if (CI.getDiagnostics().hasUncompilableErrorOccurred() || isMainFileIncluded(SM))
      return;
    for (const ReadFile &Read : readUnits(Context, CI, *Pragmas, Arena)) {
      OptionalFileEntryRef File = SM.getFileEntryRefForID(Read.Id);
      StringRef Name = File ? File->getName() : SM.getBufferOrFake(Read.Id).getBufferIdentifier();
      Result.push_back({Read.Unit, readLineNotes(SM, Read.Id), Name.str(), File});
    }
  }

private:
  CompilerInstance &CI;
  std::vector<cleave::ParsedFile> &Result;
  cleave_arena *Arena;
  std::shared_ptr<const cleave::PragmaLines> Pragmas;
};

class ReadingAction : public ASTFrontendAction {
public:
  ReadingAction(std::vector<cleave::ParsedFile> &Result, cleave_arena *Arena)
      : Result(Result), Arena(Arena) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, StringRef) override {
    return std::make_unique<ReadingConsumer>(CI, Result, Arena);
  }

private:
  std::vector<cleave::ParsedFile> &Result;
  cleave_arena *Arena;
};

} // namespace

std::shared_ptr<CompilerInvocation> cleave::nestedInvocation(CompilerInstance &CI) {
  auto Invocation = std::make_shared<CompilerInvocation>(CI.getInvocation());

  FrontendOptions &Frontend = Invocation->getFrontendOpts();
  Frontend.ProgramAction = frontend::ParseSyntaxOnly;
  Frontend.ActionName.clear();
  Frontend.Plugins.clear();
  Frontend.AddPluginActions.clear();
  Frontend.PluginArgs.clear();
  Frontend.PluginArgs[cleave::PluginName] = {cleave::NestedArgument};
  Frontend.OutputFile.clear();
  Frontend.TimeTracePath.clear();
  Frontend.StatsFile.clear();
  Frontend.ShowStats = false;
  Frontend.DisableFree = false;

  // Clang may have been given several inputs; the main file says which of them this is about.
  FrontendInputFile Input = Frontend.Inputs.front();
  SourceManager &SM = CI.getSourceManager();
  FileID Main = SM.getMainFileID();
  OptionalFileEntryRef File = SM.getFileEntryRefForID(Main);
  Frontend.Inputs.clear();
  if (!File || Input.isBuffer() || Input.getFile() == "-") // It can be read only once.
    Frontend.Inputs.emplace_back(SM.getBufferOrFake(Main), Input.getKind(), Input.isSystem());
  else
    Frontend.Inputs.emplace_back(File->getName(), Input.getKind(), Input.isSystem());

  DiagnosticOptions &Diagnostics = Invocation->getDiagnosticOpts();
  Diagnostics.IgnoreWarnings = true;
  Diagnostics.VerifyDiagnostics = false;
  Diagnostics.DiagnosticSerializationFile.clear();
  Diagnostics.DiagnosticLogFile.clear();

  Invocation->getHeaderSearchOpts().Verbose = false;
  Invocation->getLangOpts().DumpRecordLayouts = false;
  Invocation->getCodeGenOpts().TimePasses = false;
  Invocation->getDependencyOutputOpts() = DependencyOutputOptions();
  Invocation->getCodeGenOpts().PassPlugins.clear();
  Invocation->getCodeGenOpts().PassBuilderCallbacks.clear();
  Invocation->getPreprocessorOpts().RetainRemappedFileBuffers = true;
  return Invocation;
}

StringRef cleave::mainFileName(const SourceManager &SM) {
  OptionalFileEntryRef File = SM.getFileEntryRefForID(SM.getMainFileID());
  return File ? File->getName() : SM.getBufferOrFake(SM.getMainFileID()).getBufferIdentifier();
}

std::vector<cleave::ParsedFile> cleave::parseNested(CompilerInstance &CI, cleave_arena *Arena) {
  return parseNested(CI, Arena, {}, nullptr);
}

std::vector<cleave::ParsedFile> cleave::parseNested(CompilerInstance &CI, cleave_arena *Arena,
                                                    llvm::ArrayRef<ParsedFile> Files,
                                                    const cleave_expanded *Texts) {
  std::vector<ParsedFile> Result;
  CompilerInstance Nested(CI.getPCHContainerOperations());
  Nested.setInvocation(nestedInvocation(CI));
  Nested.createDiagnostics(new IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
  Nested.setFileManager(&CI.getFileManager());
  Nested.createSourceManager(CI.getFileManager());
  std::unique_ptr<llvm::MemoryBuffer> Input; // of standard input
  for (size_t I = 0; I < Files.size(); ++I) {
    if (!Texts[I].text)
      continue;
    auto Buffer = llvm::MemoryBuffer::getMemBufferCopy(
        StringRef(Texts[I].text, Texts[I].length), Files[I].Name);
    auto &Inputs = Nested.getFrontendOpts().Inputs;
    if (I == 0 && Inputs.front().isBuffer()) {
      Input = std::move(Buffer);
      Inputs = {FrontendInputFile(Input->getMemBufferRef(), Inputs.front().getKind(),
                                  Inputs.front().isSystem())};
    } else {
      Nested.getSourceManager().overrideFileContents(*Files[I].File, std::move(Buffer));
    }
  }
  ReadingAction Action(Result, Arena);
  Nested.ExecuteAction(Action);
  // Standard input may have another name than the buffer it was read from a second time.
  if (!Result.empty())
    Result.front().Name = mainFileName(CI.getSourceManager()).str();
  return Result;
}
