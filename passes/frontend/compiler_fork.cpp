// FILE: passes/frontend/compiler_fork.cpp
// WHAT: see compiler_fork.h.
#include "compiler_fork.h"

#include "../compat_clang.h"
#include "remarks.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cerrno>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace clang;

namespace {

// ---- where to fork ------------------------------------------------------------------------------------

// False if a second process would print something twice, or not write it.
bool canFork(CompilerInstance &CI) {
  const DiagnosticOptions &Diagnostics = CI.getDiagnosticOpts();
  const DependencyOutputOptions &Dependencies = CI.getInvocation().getDependencyOutputOpts();
  const LangOptions &Language = CI.getLangOpts();
  return Diagnostics.DiagnosticSerializationFile.empty() && Diagnostics.DiagnosticLogFile.empty() &&
         Diagnostics.getFormat() != TextDiagnosticFormat::SARIF && !Diagnostics.VerifyDiagnostics &&
         !Dependencies.ShowHeaderIncludes && Dependencies.HeaderIncludeOutputFile.empty() &&
         !Language.Modules && !Language.DumpRecordLayouts && CI.getFrontendOpts().Plugins.size() <= 1;
}

// Reads the tokens of a file, unexpanded, up to the first function.
class Scanner {
public:
  Scanner(const SourceManager &SM, FileID Main, const LangOptions &Language)
      : SM(SM), Raw(Main, SM.getBufferOrFake(Main), SM, Language) {}

  // The offset of the `#` of the last #include that will do.
  std::optional<unsigned> lastInclude() {
    std::optional<unsigned> Found;
    next();
    while (Now.isNot(tok::eof)) {
      if (Now.is(tok::hash) && Now.isAtStartOfLine()) {
        const unsigned Hash = SM.getFileOffset(Now.getLocation());
        bool Includes = false;
        if (!directive(Includes))
          return Found;
        if (Includes && !Conditions && !Braces && !InDeclaration)
          Found = Hash;
      } else if (!token()) {
        return Found;
      }
    }
    return Found;
  }

private:
  void next() { Raw.LexFromRawLexer(Now); }

  // False if regions may follow, or lines may get other numbers.
  bool directive(bool &Includes) {
    next();
    const StringRef Name =
        Now.isAtStartOfLine() || Now.isNot(tok::raw_identifier) ? "" : Now.getRawIdentifier();
    if (Now.is(tok::numeric_constant) || Name == "line")
      return false;
    Conditions += Name == "if" || Name == "ifdef" || Name == "ifndef";
    Conditions -= Name == "endif";
    Includes = Name == "include" || Name == "import";
    if (Name == "pragma") {
      next();
      if (Now.is(tok::raw_identifier) &&
          (Now.getRawIdentifier() == "omp" || Now.getRawIdentifier() == "cleave"))
        return false;
    }
    while (Now.isNot(tok::eof) && !Now.isAtStartOfLine())
      next();
    return true;
  }

  // False if it may begin the body of a function.
  bool token() {
    switch (Now.getKind()) {
    case tok::semi:
      InDeclaration = NamesType = HasParameters = false;
      break;
    case tok::l_brace:
      if (!NamesType || HasParameters)
        return false;
      ++Braces;
      InDeclaration = NamesType = HasParameters = false;
      break;
    case tok::r_brace:
      Braces -= Braces > 0;
      InDeclaration = NamesType = HasParameters = false;
      break;
    case tok::l_paren:
      InDeclaration = HasParameters = true;
      break;
    case tok::string_literal: // extern "C"
      InDeclaration = NamesType = true;
      break;
    case tok::raw_identifier:
      if (Now.getRawIdentifier() == "_Pragma")
        return false;
      InDeclaration = true;
      NamesType |= llvm::StringSwitch<bool>(Now.getRawIdentifier())
                       .Cases("struct", "union", "enum", "class", "namespace", true)
                       .Default(false);
      break;
    default:
      InDeclaration = true;
    }
    next();
    return true;
  }

  const SourceManager &SM;
  Lexer Raw;
  Token Now;
  unsigned Conditions = 0, Braces = 0;
  // Since the last semicolon or brace.
  bool InDeclaration = false, NamesType = false, HasParameters = false;
};

// ---- what goes through the pipe -----------------------------------------------------------------------

void put(std::string &Out, uint64_t Number) {
  Out.append(reinterpret_cast<const char *>(&Number), sizeof Number);
}
void put(std::string &Out, StringRef Text) {
  put(Out, uint64_t(Text.size()));
  Out += Text;
}

uint64_t takeNumber(StringRef &In) {
  uint64_t Number = 0;
  if (In.size() >= sizeof Number)
    memcpy(&Number, In.data(), sizeof Number);
  In = In.drop_front(std::min(In.size(), sizeof Number));
  return Number;
}
std::string takeText(StringRef &In) {
  const size_t Size = std::min<size_t>(takeNumber(In), In.size());
  std::string Text = In.take_front(Size).str();
  In = In.drop_front(Size);
  return Text;
}

constexpr uint64_t Complete = 0x6c65617665; // last, so that a child that died is noticed

std::string pack(const cleave::Outcome &It) {
  std::string Out;
  put(Out, It.Text);
  put(Out, It.Declarations);
  put(Out, It.Stamp);
  put(Out, uint64_t(It.LineNotes.size()));
  for (const cleave::LineNote &Note : It.LineNotes) {
    put(Out, uint64_t(Note.Offset));
    put(Out, uint64_t(Note.Line));
    put(Out, Note.File);
    put(Out, uint64_t(Note.Kind));
  }
  put(Out, uint64_t(It.Warnings));
  put(Out, uint64_t(It.Errors));
  put(Out, Complete);
  return Out;
}

std::optional<cleave::Outcome> unpack(StringRef In) {
  cleave::Outcome It;
  It.Text = takeText(In);
  It.Declarations = takeText(In);
  It.Stamp = takeText(In);
  for (uint64_t Notes = takeNumber(In); Notes && !In.empty(); --Notes) {
    cleave::LineNote Note;
    Note.Offset = takeNumber(In);
    Note.Line = takeNumber(In);
    Note.File = takeText(In);
    Note.Kind = SrcMgr::CharacteristicKind(takeNumber(In));
    It.LineNotes.push_back(Note);
  }
  It.Warnings = takeNumber(In);
  It.Errors = takeNumber(In);
  if (takeNumber(In) != Complete)
    return std::nullopt;
  return It;
}

void writeAll(int Pipe, StringRef Text) {
  while (!Text.empty()) {
    const ssize_t Written = write(Pipe, Text.data(), Text.size());
    if (Written < 0 && errno != EINTR)
      return;
    Text = Text.drop_front(std::max<ssize_t>(Written, 0));
  }
}

std::string readAll(int Pipe) {
  std::string Text;
  char Part[1 << 16];
  for (ssize_t Count; (Count = read(Pipe, Part, sizeof Part)) != 0;)
    if (Count > 0)
      Text.append(Part, Count);
    else if (errno != EINTR)
      break;
  return Text;
}

// ---- the two sides ------------------------------------------------------------------------------------

class BranchConsumer : public ASTConsumer {
public:
  BranchConsumer(CompilerInstance &CI, unsigned Include, cleave::ForkActions Actions)
      : CI(CI), Actions(std::move(Actions)), Include(Include) {
    // The preprocessor holds pointers into the text that it reads. It must outlive the contents of the file.
    SourceManager &SM = CI.getSourceManager();
    Main = SM.getMainFileID();
    FileEntryRef File = *SM.getFileEntryRefForID(Main);
    User = llvm::MemoryBuffer::getMemBufferCopy(SM.getBufferData(Main), File.getName());
    SM.overrideFileContents(File, User->getMemBufferRef());
    CI.getPreprocessor().addPPCallbacks(std::make_unique<Watcher>(*this));
  }

  // The child needs no instances of templates that system headers define (see nested_parse.cpp). Clang makes them at
  // the end of the translation unit.
  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    if (Pipe < 0 || HasTemplates)
      return true;
    for (Decl *Declaration : Group)
      HasTemplates = HasTemplates || cleave::hasTemplates(CI.getSourceManager(), Declaration);
    deferInstances();
    return true;
  }

  void HandleTranslationUnit(ASTContext &Context) override {
    DiagnosticsEngine &Diagnostics = CI.getDiagnostics();
    if (Pipe < 0) { // the parent
      if (!Branched && !Diagnostics.hasErrorOccurred())
        cleave::showError(
            CI,
            "the target regions were not read: the preprocessor did not reach an #include; please report this file");
      if (AtEnd)
        AtEnd->HandleTranslationUnit(Context);
      return;
    }
    cleave::Outcome Result;
    const bool HasErrors = Diagnostics.hasErrorOccurred();
    Diagnostics.setClient(Client, /*ShouldOwnClient=*/false);
    Record.Engine = &Diagnostics;
    Record.Sources = &CI.getSourceManager();
    if (!HasErrors) { // else the parent shows them
      const unsigned Warnings = Client->getNumWarnings(), Errors = Client->getNumErrors();
      Result = Actions.Decide(Context, Record);
      Result.Warnings = Client->getNumWarnings() - Warnings;
      Result.Errors = Client->getNumErrors() - Errors;
    }
    writeAll(Pipe, pack(Result));
    // Nothing of the parent's is to be flushed, removed or finished here.
    _exit(0);
  }

private:
  // Waits until the preprocessor has read the #include.
  class Watcher : public PPCallbacks {
  public:
    explicit Watcher(BranchConsumer &Owner) : Owner(Owner) {}

    void InclusionDirective(SourceLocation Hash, const Token &, StringRef, bool, CharSourceRange,
                            OptionalFileEntryRef, StringRef, StringRef, const Module *, bool,
                            SrcMgr::CharacteristicKind) override {
      Armed = Armed ||
              (Hash.isFileID() && SM().getDecomposedLoc(Hash) == std::make_pair(Owner.Main, Owner.Include));
    }
    void FileSkipped(const FileEntryRef &, const Token &, SrcMgr::CharacteristicKind) override { look(); }
    void FileChanged(SourceLocation, FileChangeReason Reason, SrcMgr::CharacteristicKind, FileID) override {
      if (Reason == ExitFile)
        look();
    }

  private:
    SourceManager &SM() { return Owner.CI.getSourceManager(); }

    void look() {
      PreprocessorLexer *Lexer = Owner.CI.getPreprocessor().getCurrentFileLexer();
      if (!Armed || !Lexer || Lexer->getFileID() != Owner.Main)
        return;
      Armed = false;
      Owner.branch(*static_cast<clang::Lexer *>(Lexer));
    }

    BranchConsumer &Owner;
    bool Armed = false;
  };

  void branch(Lexer &MainLexer) {
    int Ends[2];
    Branched = true;
    if (pipe(Ends) != 0)
      return cleave::showError(CI, std::string("cannot open a pipe: ") + strerror(errno) +
                                       "; raise the limit of open files");
    const pid_t Child = fork();
    if (Child == 0) {
      close(Ends[0]);
      becomeChild(Ends[1]);
      return;
    }
    const int Error = errno;
    close(Ends[1]);
    const std::string Sent = readAll(Ends[0]);
    close(Ends[0]);
    if (Child < 0)
      return cleave::showError(CI, std::string("cannot start a second process: ") + strerror(Error) +
                                       "; raise the limit of processes, or free memory");
    while (waitpid(Child, nullptr, 0) < 0 && errno == EINTR)
      ;
    if (std::optional<cleave::Outcome> Result = unpack(Sent))
      continueWith(MainLexer, *Result);
    else
      cleave::showError(CI, "the process that reads the target regions died; please report this file");
  }

  void becomeChild(int End) {
    Pipe = End;
    // Clang's own handlers would remove the parent's output.
    for (int Signal : {SIGABRT, SIGBUS, SIGFPE, SIGHUP, SIGILL, SIGINT, SIGQUIT, SIGSEGV, SIGTERM, SIGTRAP})
      signal(Signal, SIG_DFL);
    DiagnosticsEngine &Diagnostics = CI.getDiagnostics();
    Client = Diagnostics.getClient();
    Diagnostics.takeClient().release();
    Diagnostics.setClient(cleave::recordDiagnostics(Record).release());
    HasTemplates = cleave::hasTemplates(CI.getSourceManager(), CI.getASTContext().getTranslationUnitDecl());
  }

  // Until the user's own templates may ask for them.
  void deferInstances() {
    auto &Pending = CI.getSema().PendingInstantiations;
    if (HasTemplates) {
      Pending.insert(Pending.begin(), Deferred.begin(), Deferred.end());
      return;
    }
    const SourceManager &SM = CI.getSourceManager();
    auto Kept = std::stable_partition(Pending.begin(), Pending.end(), [&SM](const auto &Instance) {
      return !SM.isInSystemHeader(SM.getExpansionLoc(Instance.first->getLocation()));
    });
    Deferred.insert(Deferred.end(), Kept, Pending.end());
    Pending.erase(Kept, Pending.end());
  }

  void continueWith(Lexer &MainLexer, const cleave::Outcome &Result) {
    DiagnosticsEngine &Diagnostics = CI.getDiagnostics();
    cleave::countShown(Diagnostics, Result.Warnings, Result.Errors);
    if (Result.Text.empty() || Result.Errors)
      return;

    SourceManager &SM = CI.getSourceManager();
    Preprocessor &PP = CI.getPreprocessor();
    // The declarations are at the end of the line of the #include: the next may be a directive.
    unsigned Offset = MainLexer.getCurrentBufferOffset();
    Offset -= User->getBuffer().substr(0, Offset).ends_with("\n");
    std::string Text = Result.Text.substr(0, Offset);
    for (char C : Result.Declarations)
      Text += C == '\n' ? ' ' : C;
    Text += StringRef(Result.Text).substr(Offset);
    AtEnd = Actions.Replace(User->getBuffer(), Text, Result);

    // A new entry of the same file: the old one has no more room in the space of locations. Its first lines
    // are those that have been read.
    FileEntryRef File = *SM.getFileEntryRefForID(Main);
    const SrcMgr::CharacteristicKind Kind = SM.getFileCharacteristic(SM.getLocForStartOfFile(Main));
    SM.overrideFileContents(File, llvm::MemoryBuffer::getMemBufferCopy(Text, File.getName()));
    SM.getSLocEntry(Main).getFile().getContentCache().SourceLineCache = {};
    const FileID Rest = SM.createFileID(File, SourceLocation(), Kind);
    SM.setMainFileID(Rest);
    MainLexer.seek(User->getBufferSize(), /*IsAtStartOfLine=*/true);
    PP.EnterSourceFile(Rest, /*Dir=*/nullptr, SourceLocation());
    static_cast<Lexer *>(PP.getCurrentFileLexer())->seek(Offset, /*IsAtStartOfLine=*/true);
  }

  CompilerInstance &CI;
  cleave::ForkActions Actions;
  const unsigned Include;
  FileID Main;
  std::unique_ptr<llvm::MemoryBuffer> User;
  bool Branched = false;
  std::unique_ptr<ASTConsumer> AtEnd;
  // The child's.
  int Pipe = -1;
  DiagnosticConsumer *Client = nullptr;
  bool HasTemplates = false; // of the user's
  std::vector<Sema::PendingImplicitInstantiation> Deferred;
  cleave::RecordedDiagnostics Record;
};

} // namespace

std::optional<unsigned> cleave::findForkPoint(CompilerInstance &CI) {
  SourceManager &SM = CI.getSourceManager();
  const FileID Main = SM.getMainFileID();
  if (!canFork(CI) || !SM.getFileEntryRefForID(Main))
    return std::nullopt;
  return Scanner(SM, Main, CI.getLangOpts()).lastInclude();
}

std::unique_ptr<ASTConsumer> cleave::forkAfter(CompilerInstance &CI, unsigned Include, ForkActions Actions) {
  return std::make_unique<BranchConsumer>(CI, Include, std::move(Actions));
}
