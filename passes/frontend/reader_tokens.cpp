// FILE: passes/frontend/reader_tokens.cpp
// WHAT: reads the tokens of regions with Clang's lexer: their extent depends on the language, line splices and
//       trigraphs. Adds the words that macros insert: an expansion can contain names that are not uses but need a
//       declaration, in sizeof, typeof, or the controlling expression of _Generic.
#include "reader_internal.h"

#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace cleave;

namespace {

// The first word of the pragma LINE, or its first two, if the first names a compiler.
std::string nameOfPragma(StringRef Line) {
  SmallVector<StringRef, 8> Words;
  Line.take_until([](char Byte) { return Byte == '(' || Byte == '/'; }).rtrim().split(Words, ' ', -1, false);
  if (Words.empty())
    return "";
  const bool HasPrefix = Words.size() > 1 && (Words[0] == "clang" || Words[0] == "GCC");
  return HasPrefix ? (Words[0] + " " + Words[1]).str() : Words[0].str();
}

// Whether Clang takes the pragma LINE for a hint about the loop after it.
bool isLoopHint(StringRef Line) {
  static const StringRef Names[] = {"unroll",     "nounroll",   "unroll_and_jam", "nounroll_and_jam",
                                    "clang loop", "GCC unroll", "GCC nounroll"};
  return llvm::is_contained(Names, nameOfPragma(Line));
}

// Whether the pragma LINE tells another compiler something about the loop after it.
bool isIgnoredPragma(StringRef Line) {
  static const StringRef Names[] = {"ivdep", "GCC ivdep", "vector", "novector", "loop_count", "simd"};
  return llvm::is_contained(Names, nameOfPragma(Line));
}

// Whether the words of the pragma LINE can stand in a `_Pragma`. A line that goes on is joined there.
bool isPlain(StringRef Line) {
  for (size_t At = 0; (At = Line.find_first_of("\"\\", At)) != StringRef::npos; ++At)
    if (Line[At] == '"' || !Line.drop_front(At + 1).ltrim('\r').starts_with("\n"))
      return false;
  return true;
}

class RegionLexer {
public:
  RegionLexer(const LangOptions &Language, const cleave_unit &Unit, cleave_arena *Arena,
              std::vector<cleave_range> LeftOut)
      : Language(Language), Unit(Unit), Arena(Arena), LeftOut(std::move(LeftOut)) {}

  std::vector<cleave_token> Tokens;

  // Reads the unit's text in RANGE.
  void read(const cleave_range &Range) {
    const StringRef Text(Unit.text, Unit.length);
    const size_t First = Tokens.size();
    AfterConditional = 0;
    IsSame = true;
    read(Text, Range.begin, Range.end, 0, true);
    for (size_t I = First; I < Tokens.size() && !IsSame; ++I)
      if (Tokens[I].kind == CLEAVE_TOKEN_CONDITIONAL)
        Tokens[I].kind = CLEAVE_TOKEN_OTHER_DIRECTIVE;
    for (uint32_t At = Range.begin; At < Range.end; At++)
      if (Text[At] == '\\' && At + 1 < Text.size() && (Text[At + 1] == '\n' || Text[At + 1] == '\r'))
        add(CLEAVE_TOKEN_CONTINUATION, At, At + 1);
      else if (Text.substr(At).starts_with("\?\?/") || Text.substr(At).starts_with("\?\?="))
        add(CLEAVE_TOKEN_TRIGRAPH, At, At + 3);
  }

  // Reads the words of an expansion with the text BODY, of a macro that is invoked at OFFSET.
  void readExpansion(const std::string &Body, uint32_t Offset) {
    Invocation = Offset;
    read(Body, 0, Body.size(), 0, false);
    Invocation.reset();
  }

private:
  // Reads TEXT, which a NUL ends, from BEGIN to END. It begins at offset BASE of the file. HAS_LINES: a `#` at the
  // beginning of a line begins a directive.
  void read(StringRef Text, uint32_t Begin, uint32_t End, uint32_t Base, bool HasLines) {
    // In C89 the first `//` of a file makes Clang's lexer take all later ones for comments, `//*` among them.
    Lexer Raw(SourceLocation::getFromRawEncoding(1), Language, Text.begin(),
              Text.begin() + (Language.LineComment ? Begin : 0), Text.end());
    Raw.SetCommentRetentionState(true);
    unsigned InOperator = 0;  // tokens of one so far
    unsigned InDirective = 0; // the same
    size_t Directive = 0;     // its token
    size_t Operator = 0;      // the token of the last _Pragma
    bool IsHint = false;      // the operand of that is a loop hint
    bool BeginsLine = false;  // nothing but comments so far
    Token Next;
    for (bool Last = false; !Last && Raw.getCurrentBufferOffset() < End;) {
      Last = Raw.LexFromRawLexer(Next);
      const uint32_t At = Raw.getCurrentBufferOffset() - Next.getLength();
      if (At < Begin || (HasLines && Base + At < AfterConditional))
        continue;
      const StringRef Spelling = Text.substr(At, Next.getLength());
      const uint32_t Stop = Base + At + Next.getLength();
      BeginsLine |= Next.isAtStartOfLine();
      if (Next.is(tok::comment)) {
        add(CLEAVE_TOKEN_COMMENT, Base + At, Stop);
        continue;
      }
      if (isStringLiteral(Next.getKind()) ||
          Next.isOneOf(tok::char_constant, tok::wide_char_constant, tok::utf8_char_constant,
                       tok::utf16_char_constant, tok::utf32_char_constant))
        add(Spelling.take_until([](char Byte) { return Byte == '"'; }).ends_with("R")
                ? CLEAVE_TOKEN_RAW_STRING
                : CLEAVE_TOKEN_LITERAL,
            Base + At, Stop);
      if (InOperator == 2 && Next.is(tok::string_literal)) {
        read(Spelling.drop_front().str(), 0, Spelling.size() - 2, Base + At + 1, false);
        IsHint =
            !Invocation && isLoopHint(Spelling.substr(1, Spelling.size() - 2)) && !Spelling.contains('\\');
      }
      if (InOperator == 3 && Next.is(tok::r_paren) && IsHint)
        Tokens[Operator] = {CLEAVE_TOKEN_LOOP_HINT, {Tokens[Operator].range.begin, Stop}, nullptr};
      if (Spelling == "_Pragma")
        Operator = Tokens.size();
      InOperator = Spelling == "_Pragma"                             ? 1
                   : InOperator == 1 && Next.is(tok::l_paren)        ? 2
                   : InOperator == 2 && Next.is(tok::string_literal) ? 3
                                                                     : 0;
      if (Next.is(tok::raw_identifier))
        add(CLEAVE_TOKEN_WORD, Base + At, Stop, name(Spelling, Next.needsCleaning()));
      if (Next.is(tok::l_brace))
        add(CLEAVE_TOKEN_OPEN_BRACE, Base + At, Stop);
      if (Next.is(tok::numeric_constant) && Spelling.contains('\''))
        add(CLEAVE_TOKEN_DIGIT_SEPARATOR, Base + At, Stop);
      if (HasLines && Next.is(tok::hash) && BeginsLine) {
        Directive = Tokens.size();
        InDirective = 1;
        add(CLEAVE_TOKEN_OTHER_DIRECTIVE, Base + At, cleave_unit_directive_line(&Unit, Base + At).end);
      } else if (InDirective == 1 && isConditional(Spelling)) {
        endConditional(Tokens[Directive]);
        InDirective = 0;
      } else if (InDirective == 2) {
        const StringRef Line = Text.slice(At, Tokens[Directive].range.end - Base);
        Tokens[Directive].kind = Spelling == "omp"                        ? CLEAVE_TOKEN_OPENMP_PRAGMA
                                 : Spelling == "cleave"                   ? CLEAVE_TOKEN_CLEAVE_PRAGMA
                                 : isPlain(Line) && isLoopHint(Line)      ? CLEAVE_TOKEN_LOOP_HINT
                                 : isPlain(Line) && isIgnoredPragma(Line) ? CLEAVE_TOKEN_IGNORED_PRAGMA
                                                                          : CLEAVE_TOKEN_OTHER_DIRECTIVE;
        InDirective = 0;
      } else {
        InDirective = InDirective == 1 && Spelling == "pragma" ? 2 : 0;
      }
      BeginsLine = false;
    }
  }

  static bool isConditional(StringRef Name) {
    static const StringRef Names[] = {"if",      "ifdef",    "ifndef", "elif",
                                      "elifdef", "elifndef", "else",   "endif"};
    return llvm::is_contained(Names, Name);
  }

  // Whether a directive in TEXT has a word that begins with an underscore. Such names may differ between host and device.
  static bool hasReservedName(StringRef Text) {
    auto IsOfWord = [](char Byte) { return isAsciiIdentifierContinue(Byte); };
    bool IsDirective = true;
    for (size_t At = 0; At < Text.size(); ++At) {
      if (Text[At] == '\n' && Text[At - 1] != '\\')
        IsDirective = Text.drop_front(At).ltrim().starts_with("#");
      if (IsDirective && Text[At] == '_' && !IsOfWord(Text[At - 1]))
        return true;
    }
    return false;
  }

  // Ends the token of a conditional directive behind the text that it leaves out.
  void endConditional(cleave_token &Directive) {
    auto Out = llvm::find_if(LeftOut, [&](cleave_range It) { return It.begin == Directive.range.begin; });
    Directive.kind = CLEAVE_TOKEN_CONDITIONAL;
    if (Out != LeftOut.end())
      Directive.range.end = cleave_unit_directive_line(&Unit, Out->end).end;
    AfterConditional = Directive.range.end;
    IsSame &=
        !hasReservedName(StringRef(Unit.text, Unit.length).slice(Directive.range.begin, Directive.range.end));
  }

  void add(cleave_token_kind Kind, uint32_t Begin, uint32_t End, const char *Name = nullptr) {
    if (!Invocation)
      Tokens.push_back({Kind, {Begin, End}, Name});
    else if (Name)
      Tokens.push_back({Kind, {*Invocation, *Invocation}, Name});
  }

  // The identifier that SPELLING denotes, without splices.
  const char *name(StringRef Spelling, bool NeedsCleaning) {
    std::string Clean = NeedsCleaning ? "" : Spelling.str();
    for (size_t I = 0; NeedsCleaning && I < Spelling.size();) {
      const Lexer::SizedChar Read = Lexer::getCharAndSizeNoWarn(Spelling.data() + I, Language);
      Clean += Read.Char;
      I += Read.Size;
    }
    const char *&Name = Names[Clean];
    if (!Name)
      Name = cleave_arena_copy(Arena, Clean.data(), Clean.size());
    return Name;
  }

  const LangOptions &Language;
  const cleave_unit &Unit;
  cleave_arena *Arena;
  llvm::StringMap<const char *> Names;
  std::optional<uint32_t> Invocation; // of the expansion that is being read
  // From the `#` of a conditional directive to the name of the one that ends it.
  std::vector<cleave_range> LeftOut;
  uint32_t AfterConditional = 0; // of the current range: the end of the last conditional directive
  bool IsSame = true;            // the conditions of the current range are the same on host and device
};

// Those of ALL that are in FILE.
std::vector<cleave_range> rangesIn(const SourceManager &SM, const std::vector<SourceRange> &All,
                                   FileID File) {
  std::vector<cleave_range> Ranges;
  for (const SourceRange &Range : All)
    if (SM.getFileID(Range.getBegin()) == File)
      Ranges.push_back({SM.getFileOffset(Range.getBegin()), SM.getFileOffset(Range.getEnd())});
  return Ranges;
}

// Calls READ with the text and the offset of each macro body that is invoked in RANGES of FILE. Each invocation has an
// entry of its own, also one inside the body of another, and each argument.
void readExpansions(const SourceManager &SM, FileID File, const std::vector<cleave_range> &Ranges,
                    llvm::function_ref<void(const std::string &, uint32_t)> Read) {
  auto IsWanted = [&](uint32_t Offset) {
    return llvm::any_of(
        Ranges, [&](const cleave_range &Range) { return Range.begin <= Offset && Offset < Range.end; });
  };
  for (unsigned I = 0; I < SM.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isExpansion())
      continue;
    // The words of an operator _Pragma have entries as well. The entry of all of them begins where the buffer for such
    // words begins, which belongs to another operator. No word begins there.
    const SourceLocation Spelling = Entry.getExpansion().getSpellingLoc();
    if (SM.isWrittenInScratchSpace(Spelling) && SM.getFileOffset(Spelling) == 0)
      continue;
    const SourceLocation At = SM.getExpansionLoc(Entry.getExpansion().getExpansionLocStart());
    if (SM.getFileID(At) != File || !IsWanted(SM.getFileOffset(At)))
      continue;
    const unsigned Length = SM.getFileIDSize(SM.getFileID(SourceLocation::getFromRawEncoding(
        SourceLocation::UIntTy(Entry.getOffset()) | (SourceLocation::UIntTy(1) << 31))));
    bool Invalid = false;
    const char *Body = SM.getCharacterData(Spelling, &Invalid);
    if (!Invalid)
      Read(std::string(Body, Length), SM.getFileOffset(At));
  }
}

} // namespace

void cleave::readTokens(const CompilerInstance &CI, const std::vector<SourceRange> &LeftOut, FileID File,
                        const std::vector<cleave_range> &Ranges, cleave_arena *Arena, cleave_unit &Unit) {
  RegionLexer Reader(CI.getLangOpts(), Unit, Arena, rangesIn(CI.getSourceManager(), LeftOut, File));
  for (const cleave_range &Range : Ranges)
    Reader.read(Range);
  readExpansions(CI.getSourceManager(), File, Ranges,
                 [&](const std::string &Body, uint32_t Offset) { Reader.readExpansion(Body, Offset); });
  llvm::stable_sort(Reader.Tokens, [](const cleave_token &Left, const cleave_token &Right) {
    return Left.range.begin < Right.range.begin;
  });
  storeList(Arena, Reader.Tokens, Unit.tokens.items, Unit.tokens.count);
}
