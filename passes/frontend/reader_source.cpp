// FILE: passes/frontend/reader_source.cpp
// WHAT: computes the source ranges of statements and directives.
//
// The printers edit text. A range that begins or ends inside a macro expansion has no separate text, because
// all uses of the macro share it. A range that is a complete expansion has the text of the invocation. Clang
// reads the words of `_Pragma("omp ...")` from a scratch buffer; their text is in the file, between the
// quotes.
#include "reader_source.h"

#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace cleave;

PresumedLoc cleave::presumedPlace(const SourceManager &SM, SourceLocation At) {
  return SM.getPresumedLoc(SM.getExpansionLoc(At));
}

bool SourceText::isInFile(SourceLocation At) const {
  return At.isValid() && SM.getFileID(SM.getExpansionLoc(At)) == File;
}

uint32_t SourceText::offset(SourceLocation At) const {
  return isInFile(At) ? SM.getFileOffset(SM.getExpansionLoc(At)) : 0;
}

std::optional<SourceText::Operator> SourceText::operatorAt(SourceLocation Keyword) const {
  if (Keyword.isMacroID() || !isInFile(Keyword) ||
      !SM.getBufferData(File).substr(offset(Keyword)).starts_with("_Pragma"))
    return std::nullopt;
  const tok::TokenKind Kinds[] = {tok::l_paren, tok::string_literal, tok::r_paren};
  SourceLocation Last = Keyword;
  cleave_range Words = {0, 0};
  for (tok::TokenKind Kind : Kinds) {
    std::optional<Token> Next = Lexer::findNextToken(Last, SM, Language);
    if (!Next || Next->isNot(Kind))
      return std::nullopt;
    Last = Next->getLocation();
    if (Kind == tok::string_literal)
      Words = {offset(Last) + 1, offset(Last) + Next->getLength() - 1};
  }
  return Operator{{offset(Keyword), offset(Lexer::getLocForEndOfToken(Last, 0, SM, Language))}, Words};
}

// The position of AT in the literal of an operator with an OpenMP directive, if it does; and whether it is
// the begin, or the last token, of what stands there.
std::optional<std::pair<SourceLocation, bool>> SourceText::inOperator(SourceLocation At, bool IsEnd) const {
  bool Exact = true;
  while (At.isMacroID()) {
    CharSourceRange Outer = SM.getImmediateExpansionRange(At);
    if (std::optional<Operator> Found = operatorAt(Outer.getBegin())) {
      StringRef Words = SM.getBufferData(File).slice(Found->Words.begin, Found->Words.end);
      if (!Words.ltrim().starts_with("omp") || Words.contains('\\'))
        return std::nullopt;
      // A line of Clang's buffer has a blank in the place of the first quote, and then the words.
      const auto [Buffer, Offset] = SM.getDecomposedSpellingLoc(At);
      const size_t Before = SM.getBufferData(Buffer).take_front(Offset).rfind('\n');
      return std::pair(
          SM.getLocForStartOfFile(File).getLocWithOffset(Found->Words.begin - 1 + Offset - (Before + 1)),
          Exact);
    }
    if (IsEnd)
      Exact &= SM.isAtEndOfImmediateMacroExpansion(
          At.getLocWithOffset(Lexer::MeasureTokenLength(SM.getSpellingLoc(At), SM, Language)));
    else
      Exact &= SM.isAtStartOfImmediateMacroExpansion(At);
    At = IsEnd ? Outer.getEnd() : Outer.getBegin();
  }
  return std::nullopt;
}

std::pair<uint32_t, bool> SourceText::beginOf(SourceLocation At) const {
  if (auto Written = inOperator(At, /*IsEnd=*/false))
    return {offset(Written->first), Written->second};
  SourceLocation Begin = At;
  bool Exact = At.isFileID() || Lexer::isAtStartOfMacroExpansion(At, SM, Language, &Begin);
  return {offset(Begin), Exact && isInFile(Begin)};
}

std::pair<uint32_t, bool> SourceText::endOf(SourceLocation At) const {
  auto Written = inOperator(At, /*IsEnd=*/true);
  if (Written)
    return {offset(Lexer::getLocForEndOfToken(Written->first, 0, SM, Language)), Written->second};
  SourceLocation Last = At;
  bool Exact = At.isFileID() || Lexer::isAtEndOfMacroExpansion(At, SM, Language, &Last);
  if (!Exact)
    Last = SM.getExpansionRange(At).getEnd();
  return {offset(Lexer::getLocForEndOfToken(Last, 0, SM, Language)), Exact && isInFile(Last)};
}

// The `#` of the line of OFFSET, or OFFSET if the line is no preprocessing directive.
uint32_t SourceText::pragmaAround(uint32_t Offset) const {
  StringRef Before = SM.getBufferData(File).take_front(Offset);
  size_t LineEnd = Before.rfind('\n');
  while (LineEnd != StringRef::npos && Before.take_front(LineEnd).rtrim('\r').ends_with("\\"))
    LineEnd = Before.rfind('\n', LineEnd); // a continued line
  size_t First = Before.find_first_not_of(" \t", LineEnd == StringRef::npos ? 0 : LineEnd + 1);
  return First != StringRef::npos && Before[First] == '#' ? First : Offset;
}

cleave_range SourceText::pragma(const PragmaLine &Line) const {
  SourceLocation Begin = Line.Tokens.getBegin(), Last = Line.Tokens.getEnd();
  if (Begin.isMacroID() || !isInFile(Begin))
    return {0, 0};
  if (Line.IsOperator) {
    std::optional<Operator> Written = operatorAt(Begin);
    return Written ? Written->Whole : cleave_range{0, 0};
  }
  return {offset(Begin), offset(Lexer::getLocForEndOfToken(Last, 0, SM, Language))};
}

SourceText::Piece SourceText::tokens(SourceRange Tokens) const {
  if (Tokens.isInvalid() || !isInFile(Tokens.getBegin()) || !isInFile(Tokens.getEnd()))
    return {{0, 0}, false};
  auto [Begin, ExactBegin] = beginOf(Tokens.getBegin());
  auto [End, ExactEnd] = endOf(Tokens.getEnd());
  return {{Begin, End}, ExactBegin && ExactEnd};
}

// The `;` that must follow AT, also if both come from the body of one macro. Invalid if it cannot be
// found: then it comes from another macro.
SourceLocation SourceText::semicolonAfter(SourceLocation At) const {
  if (At.isFileID() || Lexer::isAtEndOfMacroExpansion(At, SM, Language)) {
    std::optional<Token> Next = Lexer::findNextToken(At, SM, Language);
    return Next && Next->is(tok::semi) ? Next->getLocation() : SourceLocation();
  }
  SourceLocation Spelling = SM.getSpellingLoc(At);
  std::optional<Token> Next = Lexer::findNextToken(Spelling, SM, Language);
  if (!Next || Next->isNot(tok::semi))
    return SourceLocation();
  int Distance = SM.getFileOffset(Next->getLocation()) - SM.getFileOffset(Spelling);
  SourceLocation Semicolon = At.getLocWithOffset(Distance);
  return SM.getFileID(Semicolon) == SM.getFileID(At) ? Semicolon : SourceLocation();
}

// The statement that S ends with.
static const Stmt *lastStatement(const Stmt *S) {
  while (true) {
    if (auto *Captured = dyn_cast<CapturedStmt>(S))
      S = Captured->getCapturedStmt();
    else if (auto *Canonical = dyn_cast<OMPCanonicalLoop>(S))
      S = Canonical->getLoopStmt();
    else if (auto *For = dyn_cast<ForStmt>(S))
      S = For->getBody();
    else if (auto *Range = dyn_cast<CXXForRangeStmt>(S))
      S = Range->getBody();
    else if (auto *While = dyn_cast<WhileStmt>(S))
      S = While->getBody();
    else if (auto *If = dyn_cast<IfStmt>(S))
      S = If->getElse() ? If->getElse() : If->getThen();
    else if (auto *Switch = dyn_cast<SwitchStmt>(S))
      S = Switch->getBody();
    else if (auto *Case = dyn_cast<SwitchCase>(S))
      S = Case->getSubStmt();
    else if (auto *Label = dyn_cast<LabelStmt>(S))
      S = Label->getSubStmt();
    else if (auto *Attributed = dyn_cast<AttributedStmt>(S))
      S = Attributed->getSubStmt();
    else if (auto *Directive = dyn_cast<OMPExecutableDirective>(S);
             Directive && Directive->hasAssociatedStmt() && !Directive->isStandaloneDirective())
      S = Directive->getRawStmt();
    else
      return S;
  }
}

static bool endsWithSemicolon(const Stmt *S) {
  return isa<Expr, ReturnStmt, BreakStmt, ContinueStmt, GotoStmt, IndirectGotoStmt, DoStmt, GCCAsmStmt>(S);
}

SourceText::Piece SourceText::statement(const Stmt *Statement) const {
  Piece Whole;
  if (auto *Directive = dyn_cast<OMPExecutableDirective>(Statement)) {
    std::optional<cleave_range> Pragma = this->directive(Directive);
    Whole.Exact = Pragma.has_value();
    Whole.Range = Pragma.value_or(cleave_range{offset(Statement->getBeginLoc()), 0});
  } else {
    auto [Begin, Exact] = beginOf(Statement->getBeginLoc());
    if (isa<AttributedStmt>(Statement)) // `#pragma unroll` is an attribute of its loop
      Begin = pragmaAround(Begin);
    Whole = {{Begin, 0}, Exact};
  }

  const Stmt *Last = lastStatement(Statement);
  if (auto *Directive = dyn_cast<OMPExecutableDirective>(Last)) {
    std::optional<cleave_range> Pragma = this->directive(Directive);
    Whole.Exact &= Pragma.has_value();
    Whole.Range.end = Pragma ? Pragma->end : Whole.Range.begin;
    return Whole;
  }
  SourceLocation EndToken = Last->getEndLoc();
  if (endsWithSemicolon(Last)) {
    SourceLocation Semicolon = semicolonAfter(EndToken);
    Whole.Exact &= Semicolon.isValid();
    if (Semicolon.isValid())
      EndToken = Semicolon;
  }
  auto [End, Exact] = endOf(EndToken);
  Whole.Exact &= Exact;
  Whole.Range.end = std::max(End, Whole.Range.begin);
  return Whole;
}

SourceText::Piece SourceText::clause(const OMPClause *Clause) const {
  // The end that Clang notes of a clause without parentheses is the next clause.
  auto Written = inOperator(Clause->getBeginLoc(), /*IsEnd=*/false);
  std::optional<Token> Next =
      Lexer::findNextToken(Written ? Written->first : Clause->getBeginLoc(), SM, Language);
  if (Next && Next->isNot(tok::l_paren))
    return tokens({Clause->getBeginLoc(), Clause->getBeginLoc()});
  return tokens({Clause->getBeginLoc(), Clause->getEndLoc()});
}

bool SourceText::isChosen(const OMPExecutableDirective *Directive) const {
  SourceLocation Begin = Directive->getBeginLoc();
  if (Begin.isMacroID() || !isInFile(Begin))
    return false;
  // Clang gives the directive that was chosen the place of its own words.
  StringRef Text = SM.getBufferData(File);
  Lexer Raw(SM.getLocForStartOfFile(File), Language, Text.begin(), Text.begin() + pragmaAround(offset(Begin)),
            Text.end());
  Token Next;
  for (StringRef Word : {"#", "pragma", "omp", "metadirective"}) {
    Raw.LexFromRawLexer(Next);
    if (Lexer::getSpelling(Next, SM, Language) != Word)
      return false;
  }
  return true;
}

// Whether every compilation chooses the same directive of the metadirective line that begins at BEGIN: no selector names the device.
// The implementation, constant conditions and enclosing constructs are the same for host and device.
bool SourceText::choosesAlike(uint32_t Begin) const {
  StringRef Text = SM.getBufferData(File);
  Lexer Raw(SM.getLocForStartOfFile(File), Language, Text.begin(), Text.begin() + Begin, Text.end());
  Token Next;
  Raw.LexFromRawLexer(Next); // the #
  while (!Raw.LexFromRawLexer(Next) && !Next.isAtStartOfLine()) {
    StringRef Word = Next.is(tok::raw_identifier) ? Next.getRawIdentifier() : "";
    if (Word == "device" || Word == "target_device")
      return false;
  }
  return true;
}

// The words of the directive that a metadirective has chosen, which begin at BEGIN: up to the `)` of its alternative.
cleave_range SourceText::chosenWords(uint32_t Begin) const {
  StringRef Text = SM.getBufferData(File);
  Lexer Raw(SM.getLocForStartOfFile(File), Language, Text.begin(), Text.begin() + Begin, Text.end());
  cleave_range Words = {Begin, Begin};
  Token Next;
  for (unsigned Depth = 0; !Raw.LexFromRawLexer(Next);) {
    if (Next.is(tok::r_paren) && !Depth--)
      break;
    Depth += Next.is(tok::l_paren);
    Words.end = SM.getFileOffset(Next.getLocation()) + Next.getLength();
  }
  return Words;
}

cleave_range SourceText::words(const OMPExecutableDirective *Chosen, cleave_range Directive) const {
  if (isChosen(Chosen))
    return chosenWords(offset(Chosen->getBeginLoc()));
  const SourceLocation Begin = SM.getLocForStartOfFile(File);
  std::optional<Operator> Written = operatorAt(Begin.getLocWithOffset(Directive.begin));
  cleave_range Words = Written ? Written->Words : Directive;
  StringRef Text = SM.getBufferData(File);
  Lexer Raw(Begin, Language, Text.begin(), Text.begin() + Words.begin, Text.end());
  Token Next;
  do
    if (Raw.LexFromRawLexer(Next) || SM.getFileOffset(Next.getLocation()) >= Words.end)
      return {Words.end, Words.end};
  while (Next.isNot(tok::raw_identifier) || Lexer::getSpelling(Next, SM, Language) != "omp");
  Words.begin = SM.getFileOffset(Next.getLocation()) + Next.getLength();
  return Words;
}

std::optional<cleave_range> SourceText::directive(const OMPExecutableDirective *Directive) const {
  SourceLocation Begin = Directive->getBeginLoc(), End = Directive->getEndLoc();
  if (Begin.isMacroID() || !isInFile(Begin) || !isInFile(End))
    return std::nullopt;
  if (std::optional<Operator> Written = operatorAt(Begin)) {
    StringRef Words = SM.getBufferData(File).slice(Written->Words.begin, Written->Words.end);
    return Words.contains('\\') ? std::nullopt : std::optional(Written->Whole);
  }
  if (End.isMacroID())
    return std::nullopt;
  StringRef Text = SM.getBufferData(File);
  uint32_t From = offset(Begin), Limit = offset(End);
  const bool Chosen = isChosen(Directive);
  if (Chosen) {
    From = pragmaAround(From);
    Limit = Text.size();
  }
  if (From >= Text.size() || Text[From] != '#' || (Chosen && !choosesAlike(From)))
    return std::nullopt;

  // Clang's end is that of the line. What counts is the last token before it: no comment.
  Lexer Raw(SM.getLocForStartOfFile(File), Language, Text.begin(), Text.begin() + From, Text.end());
  cleave_range Range = {From, From};
  Token Next;
  while (true) {
    bool AtEnd = Raw.LexFromRawLexer(Next);
    uint32_t At = SM.getFileOffset(Next.getLocation());
    if (Next.is(tok::eof) || At >= Limit || (At > From && Next.isAtStartOfLine()))
      return Range;
    Range.end = At + Next.getLength();
    if (AtEnd)
      return Range;
  }
}
