// FILE: passes/frontend/reader_lexemes.cpp
// WHAT: finds comments, literals and macro names in the text of regions, with Clang's lexer: their extent
//       depends on the language, line splices and trigraphs.
#include "reader_internal.h"

#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace cleave;

namespace {

class RegionLexer {
public:
  RegionLexer(const LangOptions &Language, const cleave_unit &Unit) : Language(Language), Unit(Unit) {}

  std::vector<cleave_lexeme> Lexemes;
  std::vector<const char *> Words;

  // Reads TEXT, which a NUL ends, from BEGIN to END. It begins at offset BASE of the file.
  void read(StringRef Text, uint32_t Begin, uint32_t End, uint32_t Base) {
    // In C89 the first `//` of a file makes Clang's lexer take all later ones for comments, `//*` among them.
    Lexer Raw(SourceLocation::getFromRawEncoding(1), Language, Text.begin(),
              Text.begin() + (Language.LineComment ? Begin : 0), Text.end());
    Raw.SetCommentRetentionState(true);
    unsigned InOperator = 0; // tokens of one so far
    Token Next;
    for (bool Last = false; !Last && Raw.getCurrentBufferOffset() < End;) {
      Last = Raw.LexFromRawLexer(Next);
      const uint32_t At = Raw.getCurrentBufferOffset() - Next.getLength();
      if (At < Begin)
        continue;
      const StringRef Spelling = Text.substr(At, Next.getLength());
      const bool IsLiteral =
          isStringLiteral(Next.getKind()) ||
          Next.isOneOf(tok::char_constant, tok::wide_char_constant, tok::utf8_char_constant,
                       tok::utf16_char_constant, tok::utf32_char_constant);
      if (IsLiteral || Next.is(tok::comment))
        Lexemes.push_back(
            {{Base + At, Base + At + Next.getLength()},
             Next.is(tok::comment),
             IsLiteral && Spelling.take_until([](char Byte) { return Byte == '"'; }).ends_with("R")});
      if (InOperator == 2 && Next.is(tok::string_literal))
        read(Spelling.drop_front().str(), 0, Spelling.size() - 2, Base + At + 1);
      if (Next.isNot(tok::comment))
        InOperator = Spelling == "_Pragma" ? 1 : InOperator == 1 && Next.is(tok::l_paren) ? 2 : 0;
      if (Next.is(tok::raw_identifier))
        add(Spelling, Next.needsCleaning());
    }
  }

private:
  void add(StringRef Spelling, bool NeedsCleaning) {
    std::string Clean = NeedsCleaning ? "" : Spelling.str();
    for (size_t I = 0; NeedsCleaning && I < Spelling.size();) {
      const Lexer::SizedChar Read = Lexer::getCharAndSizeNoWarn(Spelling.data() + I, Language);
      Clean += Read.Char;
      I += Read.Size;
    }
    const cleave_macro *Begin = Unit.macros, *End = Begin + Unit.macro_count;
    const cleave_macro *Known =
        std::lower_bound(Begin, End, StringRef(Clean),
                         [](const cleave_macro &Macro, StringRef Name) { return Macro.name < Name; });
    if (Known != End && Known->name == Clean && !llvm::is_contained(Words, Known->name))
      Words.push_back(Known->name);
  }

  const LangOptions &Language;
  const cleave_unit &Unit;
};

} // namespace

void cleave::readLexemes(const LangOptions &Language, std::vector<cleave_region> &Regions,
                         cleave_arena *Arena, cleave_unit &Unit) {
  RegionLexer Lexemes(Language, Unit);
  for (cleave_region &Region : Regions) {
    if (Region.header || !Region.node_count)
      continue;
    Lexemes.Words.clear();
    Lexemes.read(StringRef(Unit.text, Unit.length), Region.offset, Region.nodes[0].range.end, 0);
    storeList(Arena, Lexemes.Words, Region.words, Region.word_count);
  }
  storeList(Arena, Lexemes.Lexemes, Unit.lexemes, Unit.lexeme_count);
}
