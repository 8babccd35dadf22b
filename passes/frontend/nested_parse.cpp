// FILE: passes/frontend/nested_parse.cpp
// WHAT: see nested_parse.h.
//
// Regions are read from an AST, but the text must change before the compiler parses it. The file is therefore
// parsed twice; this is the first parse.
#include "nested_parse.h"
#include "ast_visitor.h"

#include "../compat_clang.h"
#include "diagnostics.h"
#include "compile/compile_driver.h"
#include "included_files.h"
#include "pragma.h"
#include "reader.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/DeclTemplate.h"
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

bool isTemplated(const Decl *Function) {
  return isa<FunctionTemplateDecl>(Function) || cast<FunctionDecl>(Function)->isDependentContext();
}

// Whether FUNCTION is a member of a specialized class, as std::complex<double>: loops call those as they call templates.
static bool isSpecialized(const Decl *Function) {
  auto *Template = dyn_cast<FunctionTemplateDecl>(Function);
  auto *Method = dyn_cast<CXXMethodDecl>(Template ? Template->getTemplatedDecl() : Function);
  return Method && isa<ClassTemplateSpecializationDecl>(Method->getParent()) &&
         !isa<ClassTemplatePartialSpecializationDecl>(Method->getParent());
}

// Whether anything outside of system headers has instances.
class TemplateFinder : public cleave::AstVisitor {
public:
  explicit TemplateFinder(const SourceManager &SM) : SM(SM) {}

  bool Found = false;

  bool TraverseDecl(Decl *Declaration) override {
    return !Declaration || SM.isInSystemHeader(SM.getExpansionLoc(Declaration->getLocation())) ||
           AstVisitor::TraverseDecl(Declaration);
  }

  bool VisitDecl(Decl *Declaration) override {
    Found |= isa<TemplateDecl, ClassTemplatePartialSpecializationDecl, VarTemplatePartialSpecializationDecl>(
        Declaration);
    return !Found;
  }

  bool VisitLambdaExpr(LambdaExpr *Lambda) override {
    Found |= Lambda->isGenericLambda();
    return !Found;
  }

private:
  const SourceManager &SM;
};

// What one reading is asked for, and what comes of it.
struct Reading {
  std::vector<cleave::ParsedFile> &Result;
  cleave_arena *Arena;
  bool SkipsTemplates; // the bodies of templates in system headers
  bool Incomplete = false;
};

class ReadingConsumer : public ASTConsumer {
public:
  ReadingConsumer(CompilerInstance &CI, Reading &It)
      : CI(CI), It(It), Pragmas(cleave::registerPragma(CI.getPreprocessor())) {}

  // Nothing that is read comes from bodies in system headers: see visibleDefinition, RegionFinder and isKnown. Those
  // of templates are needed all the same if the user has templates: they may tell with which types these are used.
  // Clang asks for no body that tells the type of a result or may be part of a constant expression.
  bool shouldSkipFunctionBody(Decl *Function) override {
    const SourceManager &SM = CI.getSourceManager();
    return SM.isInSystemHeader(SM.getExpansionLoc(Function->getLocation())) &&
           (It.SkipsTemplates || !isTemplated(Function)) && !isSpecialized(Function);
  }

  void HandleTranslationUnit(ASTContext &Context) override {
    if (CI.getDiagnostics().hasUncompilableErrorOccurred())
      return;
    It.Incomplete =
        It.SkipsTemplates && cleave::hasTemplates(CI.getSourceManager(), Context.getTranslationUnitDecl());
    if (It.Incomplete)
      return;
    It.Result = cleave::readFiles(CI, Context, *Pragmas, It.Arena);
  }

private:
  CompilerInstance &CI;
  Reading &It;
  std::shared_ptr<const cleave::PragmaLines> Pragmas;
};

class ReadingAction : public ASTFrontendAction {
public:
  explicit ReadingAction(Reading &It) : It(It) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, StringRef) override {
    return std::make_unique<ReadingConsumer>(CI, It);
  }

private:
  Reading &It;
};

} // namespace

bool cleave::hasTemplates(const SourceManager &SM, Decl *Declaration) {
  TemplateFinder Templates(SM);
  Templates.TraverseDecl(Declaration);
  return Templates.Found;
}

// Warnings that -Werror turned into errors do not keep a file from being understood. The text of a file that includes
// itself means different things at once: nothing in it can be edited.
std::vector<cleave::ParsedFile> cleave::readFiles(CompilerInstance &CI, ASTContext &Context,
                                                  const PragmaLines &Pragmas, cleave_arena *Arena) {
  SourceManager &SM = CI.getSourceManager();
  std::vector<ParsedFile> Result;
  if (isMainFileIncluded(SM))
    return Result;
  for (const ReadFile &Read : readUnits(Context, CI, Pragmas, Arena)) {
    OptionalFileEntryRef File = SM.getFileEntryRefForID(Read.Id);
    StringRef Name = File ? File->getName() : SM.getBufferOrFake(Read.Id).getBufferIdentifier();
    Result.push_back({Read.Unit, readLineNotes(SM, Read.Id), Name.str(), File});
  }
  return Result;
}

std::shared_ptr<CompilerInvocation> cleave::nestedInvocation(CompilerInstance &CI,
                                                             const CompilerInvocation *Other) {
  auto Invocation = std::make_shared<CompilerInvocation>(Other ? *Other : CI.getInvocation());

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
  Frontend.SkipFunctionBodies = true;

  // Clang may have been given several inputs; the main file says which of them this is about.
  FrontendInputFile Input = Frontend.Inputs.front();
  SourceManager &SM = CI.getSourceManager();
  FileID Main = SM.getMainFileID();
  OptionalFileEntryRef File = SM.getFileEntryRefForID(Main);
  Frontend.Inputs.clear();
  if (Other && !Input.isBuffer() && Input.getFile() != "-")
    Frontend.Inputs.push_back(Input);
  else if (!File || Input.isBuffer() || Input.getFile() == "-") // It can be read only once.
    Frontend.Inputs.emplace_back(SM.getBufferOrFake(Main), Input.getKind(), Input.isSystem());
  else
    Frontend.Inputs.emplace_back(File->getName(), Input.getKind(), Input.isSystem());

  DiagnosticOptions &Diagnostics = Invocation->getDiagnosticOpts();
  Diagnostics.IgnoreWarnings = true;
  Diagnostics.VerifyDiagnostics = false;
  Diagnostics.ShowCarets = false; // It also says how many warnings there are, by itself.
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

static void parseAs(CompilerInstance &CI, const CompilerInvocation *Other,
                    llvm::ArrayRef<cleave::ParsedFile> Files, const cleave_expanded *Texts, Reading &It,
                    cleave::RecordedDiagnostics *Record) {
  std::shared_ptr<CompilerInvocation> Invocation = cleave::nestedInvocation(CI, Other);
  std::unique_ptr<DiagnosticConsumer> Consumer;
  if (Record) {
    *Record = cleave::RecordedDiagnostics();
    Invocation->getDiagnosticOpts().IgnoreWarnings = CI.getDiagnosticOpts().IgnoreWarnings;
    Consumer = cleave::recordDiagnostics(*Record);
  } else {
    Consumer = std::make_unique<IgnoringDiagConsumer>();
  }
  cleave::NestedCompiler Nested(CI, std::move(Invocation), Consumer.get(), /*OwnsConsumer=*/false);
  Nested.createSources();
  if (Record) {
    Record->Engine = &Nested.getDiagnostics();
    Record->Sources = &Nested.getSourceManager();
  }
  std::unique_ptr<llvm::MemoryBuffer> Input; // of standard input
  for (size_t I = 0; I < Files.size(); ++I) {
    if (!Texts[I].text)
      continue;
    auto Buffer =
        llvm::MemoryBuffer::getMemBufferCopy(StringRef(Texts[I].text, Texts[I].length), Files[I].Name);
    auto &Inputs = Nested.getFrontendOpts().Inputs;
    if (I == 0 && Inputs.front().isBuffer()) {
      Input = std::move(Buffer);
      Inputs = {
          FrontendInputFile(Input->getMemBufferRef(), Inputs.front().getKind(), Inputs.front().isSystem())};
    } else {
      Nested.getSourceManager().overrideFileContents(*Files[I].File, std::move(Buffer));
    }
  }
  ReadingAction Action(It);
  Nested.ExecuteAction(Action);
}

static std::vector<cleave::ParsedFile> parse(CompilerInstance &CI, const CompilerInvocation *Other,
                                             cleave_arena *Arena, llvm::ArrayRef<cleave::ParsedFile> Files,
                                             const cleave_expanded *Texts,
                                             cleave::RecordedDiagnostics *Record) {
  std::vector<cleave::ParsedFile> Result;
  Reading It = {Result, Arena, CI.getLangOpts().CPlusPlus && !cleave::mentionsTemplates(CI)};
  parseAs(CI, Other, Files, Texts, It, Record);
  if (It.Incomplete) {
    It.SkipsTemplates = It.Incomplete = false;
    parseAs(CI, Other, Files, Texts, It, Record);
  }
  // Standard input may have another name than the buffer it was read from a second time.
  if (!Result.empty() && !Other)
    Result.front().Name = cleave::mainFileName(CI.getSourceManager()).str();
  return Result;
}

std::vector<cleave::ParsedFile> cleave::parseNested(CompilerInstance &CI, const CompilerInvocation *Other,
                                                    cleave_arena *Arena, RecordedDiagnostics *Record) {
  return parse(CI, Other, Arena, {}, nullptr, Record);
}

std::vector<cleave::ParsedFile> cleave::parseNested(CompilerInstance &CI, const CompilerInvocation *Other,
                                                    cleave_arena *Arena, llvm::ArrayRef<ParsedFile> Files,
                                                    const cleave_expanded *Texts) {
  return parse(CI, Other, Arena, Files, Texts, nullptr);
}
