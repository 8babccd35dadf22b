// FILE: passes/frontend/expansions.cpp
// WHAT: see expansions.h.
//
// The preprocessor runs without a parser, so that pragmas remain text. A token's location gives its macro,
// and whether it comes from an argument. Expansions of system-header macros are replaced by their
// invocations: users do not see their bodies, and warnings about them are suppressed.
#include "expansions.h"

#include "../compat_clang.h"
#include "model/arena.h"
#include "model/region.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/MacroArgs.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/TokenConcatenation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"

#include <optional>

using namespace clang;

namespace {

class Recorder {
public:
  Recorder(Preprocessor &PP, llvm::ArrayRef<cleave::ParsedFile> Files)
      : PP(PP), SM(PP.getSourceManager()), Concatenation(PP), Files(Files), Found(Files.size()),
        Unfit(Files.size()) {}

  // The next token of the program, or of a `#pragma`.
  void token(const Token &Read) {
    Invocation *Macro = Read.getLocation().isMacroID() ? invocation(Read.getLocation()) : nullptr;
    if (!Macro)
      return;
    size_t Instance = 0;
    if (SourceLocation Use = systemMacro(Read.getLocation(), Instance); Use.isValid()) {
      if (Use.isFileID() && SM.getFileOffset(Use) == Macro->Range.begin)
        Macro->IsOfSystem = true;
      const size_t Key = llvm::hash_combine(Use.getRawEncoding(), Instance);
      if (Macro->System == Key)
        return;
      Macro->System = Key;
      auto Text = SystemText.find(Use);
      Macro->IsFit &= Text != SystemText.end();
      if (Text != SystemText.end())
        append(*Macro, Read.getLocation(), Text->second, /*Separated=*/true);
      return;
    }
    Macro->System.reset();
    Macro->IsFit &= !isMacro(Read);
    append(*Macro, Read.getLocation(), PP.getSpelling(Read),
           Read.hasLeadingSpace() || Read.isAtStartOfLine() ||
               Concatenation.AvoidConcat(BeforeLast, Last, Read));
    BeforeLast = Last;
    Last = Read;
  }

  // An operator at AT, if that is valid. The preprocessor keeps some pragmas to itself: these are lost.
  void pragmaBegins(SourceLocation At) {
    if (Pending.isValid())
      unfit(Pending);
    Pending = At;
  }

  // An operator `_Pragma` at KEYWORD, with TOKENS after PREFIX. EXPANDS: so macros in it have been.
  void pragma(SourceLocation Keyword, StringRef Prefix, llvm::ArrayRef<Token> Tokens, bool Expands) {
    Pending = SourceLocation();
    const bool IsInMacro = Keyword.isMacroID();
    if (!IsInMacro && llvm::all_of(Tokens, [&](const Token &Word) {
          return SM.getImmediateExpansionRange(Word.getLocation()).getBegin().isFileID();
        }))
      return;
    Invocation *Macro = invocation(IsInMacro ? Keyword : Tokens.front().getLocation());
    if (!Macro)
      return;
    std::string Text = "_Pragma(\"" + Prefix.str();
    for (const Token &Word : Tokens) {
      Macro->IsFit &= !Expands || !isMacro(Word);
      if (&Word == Tokens.begin() ? !Prefix.empty() : Word.hasLeadingSpace())
        Text += ' ';
      for (char Byte : PP.getSpelling(Word)) {
        if (Byte == '"' || Byte == '\\')
          Text += '\\';
        Text += Byte;
      }
    }
    Macro->System.reset();
    append(*Macro, Keyword, Text + "\")", /*Separated=*/true);
    BeforeLast = Last = Token();
    Last.startToken();
    BeforeLast.startToken();
  }

  void expansion(const Token &Name, const MacroInfo *Macro, const MacroArgs *Arguments) {
    if (!wantedFile(SM.getExpansionLoc(Name.getLocation())))
      return;
    // Each expansion counts, so there cannot be one more or less.
    if (Macro->isBuiltinMacro() && Name.getIdentifierInfo()->isStr("__COUNTER__"))
      unfit(Name.getLocation());
    if (!SM.isInSystemHeader(Macro->getDefinitionLoc()))
      return;
    std::string Text = PP.getSpelling(Name);
    for (unsigned I = 0; Arguments && I < Macro->getNumParams(); ++I) {
      if (I + 1 == Macro->getNumParams() && Arguments->isVarargsElidedUse())
        break;
      Text += I ? ", " : "(";
      for (const Token *Word = Arguments->getUnexpArgument(I); Word->isNot(tok::eof); ++Word)
        Text += (Word->hasLeadingSpace() ? " " : "") + PP.getSpelling(*Word);
    }
    if (Arguments)
      Text += Macro->getNumParams() ? ")" : "()";
    SystemText[Name.getLocation()] = Text;
  }

  // The text that cannot be expanded is at AT.
  void unfit(SourceLocation At) {
    At = SM.getExpansionLoc(At);
    if (std::optional<size_t> File = wantedFile(At))
      Unfit[*File].push_back(SM.getFileOffset(At));
  }

  void store(cleave_arena *Arena) {
    pragmaBegins(SourceLocation());
    for (size_t I = 0; I < Files.size(); ++I) {
      std::vector<cleave_invocation> List;
      for (const Invocation &Macro : Found[I]) {
        const bool IsFit = Macro.IsFit && llvm::none_of(Unfit[I], [&](uint32_t Offset) {
                             return Macro.Range.begin <= Offset && Offset < Macro.Range.end;
                           });
        if (!Macro.IsOfSystem)
          List.push_back({Macro.Range,
                          IsFit ? cleave_arena_copy(Arena, Macro.Text.data(), Macro.Text.size()) : nullptr});
      }
      cleave_unit &Unit = *Files[I].Unit;
      Unit.invocation_count = List.size();
      Unit.invocations = static_cast<cleave_invocation *>(
          cleave_arena_allocate(Arena, List.size() * sizeof(cleave_invocation) + 1));
      std::copy(List.begin(), List.end(), Unit.invocations);
    }
  }

private:
  struct Invocation {
    FileID File;
    cleave_range Range;
    unsigned Line; // of the end of the text
    std::string Text;
    std::optional<size_t> System; // the macro of a system header that it ends with
    bool IsFit = true, IsOfSystem = false;
  };

  // Whether READ, a token that was not expanded, would be if it were read again.
  static bool isMacro(const Token &Read) {
    const IdentifierInfo *Name = Read.getIdentifierInfo();
    return Name && Name->hasMacroDefinition();
  }

  // The file of AT, if AT is in one of its regions.
  std::optional<size_t> wantedFile(SourceLocation At) const {
    const FileID Id = SM.getFileID(At);
    OptionalFileEntryRef Entry = SM.getFileEntryRefForID(Id);
    for (size_t I = 0; I < Files.size(); ++I) {
      if (I ? !Entry || !Files[I].File || *Entry != *Files[I].File : Id != SM.getMainFileID())
        continue;
      const cleave_unit &Unit = *Files[I].Unit;
      const uint32_t Offset = SM.getFileOffset(At);
      for (size_t R = 0; R < Unit.region_count; ++R) {
        const cleave_region &Region = Unit.regions[R];
        if (!Region.header && Region.node_count && Region.offset <= Offset &&
            Offset < Region.nodes[0].range.end)
          return I;
      }
    }
    return std::nullopt;
  }

  // The invocation in the file that a token at AT comes from, if it is in a region.
  Invocation *invocation(SourceLocation At) {
    const CharSourceRange Whole = SM.getExpansionRange(At);
    std::optional<size_t> File = wantedFile(Whole.getBegin());
    if (!File)
      return nullptr;
    const SourceLocation End = Lexer::getLocForEndOfToken(Whole.getEnd(), 0, SM, PP.getLangOpts());
    const cleave_range Range = {SM.getFileOffset(Whole.getBegin()), SM.getFileOffset(End)};
    std::vector<Invocation> &List = Found[*File];
    // What the end of an expansion takes for its arguments is text of the file after it.
    if (!List.empty() && Range.begin < List.back().Range.end) {
      List.back().Range.end = std::max(List.back().Range.end, Range.end);
      return &List.back();
    }
    const FileID Id = SM.getFileID(Whole.getBegin());
    List.push_back({Id, Range, SM.getLineNumber(Id, Range.begin), "", std::nullopt});
    Last.startToken();
    BeforeLast.startToken();
    return &List.back();
  }

  // Appends TEXT, whose position is AT, on its line.
  void append(Invocation &Macro, SourceLocation At, StringRef Text, bool Separated) {
    const SourceLocation Written = SM.getFileLoc(At);
    const auto [File, Offset] = SM.getDecomposedLoc(Written);
    const bool IsArgument = File == Macro.File && Offset < Macro.Range.end;
    const unsigned Line = IsArgument ? SM.getLineNumber(File, Offset) : 0;
    if (Line > Macro.Line) {
      Macro.Text.append(Line - Macro.Line, '\n');
      Macro.Text.append(SM.getColumnNumber(File, Offset) - 1, ' ');
      Macro.Line = Line;
    } else if (Separated && !Macro.Text.empty()) {
      Macro.Text += ' ';
    }
    Macro.IsFit &= !Text.contains('\n');
    Macro.Text += Text;
  }

  // Where the outermost macro of a system header is invoked that a token at AT comes from; invalid if
  // there is none. INSTANCE tells the copies of an argument apart.
  SourceLocation systemMacro(SourceLocation At, size_t &Instance) const {
    if (At.isFileID())
      return SourceLocation();
    const SrcMgr::ExpansionInfo &Expansion = SM.getSLocEntry(SM.getFileID(At)).getExpansion();
    const SourceLocation Caller = Expansion.getExpansionLocStart();
    size_t Outside = Instance;
    if (SourceLocation Outer = systemMacro(Caller, Outside); Outer.isValid()) {
      Instance = Outside;
      return Outer;
    }
    if (Expansion.isMacroArgExpansion()) {
      Instance = llvm::hash_combine(Instance, Caller.getRawEncoding());
      return systemMacro(SM.getImmediateSpellingLoc(At), Instance);
    }
    return SM.isInSystemHeader(Expansion.getSpellingLoc()) ? Caller : SourceLocation();
  }

  Preprocessor &PP;
  SourceManager &SM;
  TokenConcatenation Concatenation;
  SourceLocation Pending; // an operator that has not been used yet
  Token Last, BeforeLast; // of the invocation at hand
  llvm::ArrayRef<cleave::ParsedFile> Files;
  std::vector<std::vector<Invocation>> Found; // for each file
  std::vector<std::vector<uint32_t>> Unfit;
  llvm::DenseMap<SourceLocation, std::string> SystemText;
};

// Takes the pragmas of one namespace as they are; those of OpenMP with their macros expanded.
class PragmaCopier : public PragmaHandler {
public:
  PragmaCopier(Recorder &Record, StringRef Namespace) : Record(Record), Namespace(Namespace) {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer, Token &First) override {
    const bool Expands = Namespace == "omp";
    std::vector<Token> Words;
    Token Next = First;
    if (Expands) { // It was read without.
      auto Stream = std::make_unique<Token[]>(1);
      Stream[0] = First;
      PP.EnterTokenStream(std::move(Stream), 1, /*DisableMacroExpansion=*/false,
                          /*IsReinject=*/false);
      PP.Lex(Next);
    }
    while (Next.isNot(tok::eod)) {
      Words.push_back(Next);
      if (Expands)
        PP.Lex(Next);
      else
        PP.LexUnexpandedToken(Next);
    }
    if (Introducer.Kind == PIK__Pragma)
      Record.pragma(Introducer.Loc, Namespace, Words, Expands);
    else if (Expands)
      for (const Token &Word : Words)
        Record.token(Word);
  }

private:
  Recorder &Record;
  const std::string Namespace;
};

class Callbacks : public PPCallbacks {
public:
  explicit Callbacks(Recorder &Record) : Record(Record) {}

  void MacroExpands(const Token &Name, const MacroDefinition &Macro, SourceRange,
                    const MacroArgs *Arguments) override {
    Record.expansion(Name, Macro.getMacroInfo(), Arguments);
  }
  void PragmaDirective(SourceLocation At, PragmaIntroducerKind Kind) override {
    Record.pragmaBegins(Kind == PIK__Pragma ? At : SourceLocation());
  }

private:
  Recorder &Record;
};

class PreprocessingAction : public PreprocessorFrontendAction {
public:
  PreprocessingAction(llvm::ArrayRef<cleave::ParsedFile> Files, cleave_arena *Arena)
      : Files(Files), Arena(Arena) {}

  void ExecuteAction() override {
    Preprocessor &PP = getCompilerInstance().getPreprocessor();
    Recorder Record(PP, Files);
    PP.addPPCallbacks(std::make_unique<Callbacks>(Record));
    for (const char *Namespace : {"", "omp", "clang", "GCC"})
      PP.AddPragmaHandler(Namespace, new PragmaCopier(Record, Namespace));
    PP.EnterMainSourceFile();
    Token Read;
    do {
      PP.Lex(Read);
      Record.token(Read);
    } while (Read.isNot(tok::eof));
    Record.store(Arena);
  }

private:
  llvm::ArrayRef<cleave::ParsedFile> Files;
  cleave_arena *Arena;
};

} // namespace

void cleave::readInvocations(CompilerInstance &CI, const CompilerInvocation *Other,
                             llvm::ArrayRef<ParsedFile> Files, cleave_arena *Arena) {
  NestedCompiler Nested(CI, nestedInvocation(CI, Other), new IgnoringDiagConsumer, /*OwnsConsumer=*/true);
  PreprocessingAction Action(Files, Arena);
  Nested.ExecuteAction(Action);
}
