// FILE: passes/frontend/preprocessed_text.cpp
// WHAT: see preprocessed_text.h.
//
// `_Pragma("omp barrier") }` on line 12 becomes
//
//   # 12
//   #pragma omp barrier
//   # 12
//                           }
//
// Clang names kernels after presumed lines, so host and device agree on them also if only one of them reads preprocessed text.
#include "preprocessed_text.h"

#include "../compat_nodes.h"

#include "clang/Basic/TargetInfo.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace {

class Writer {
public:
  Writer(const CompilerInstance &CI, StringRef Input)
      : Text(Input.str()),
        Raw(SourceLocation(), CI.getLangOpts(), Text.data(), Text.data(), Text.data() + Text.size()),
        SizeType(TargetInfo::getTypeName(CI.getTarget().getSizeType())) {}

  std::string write() {
    next();
    while (Now.isNot(tok::eof)) {
      if (Now.is(tok::hash) && Now.isAtStartOfLine())
        directive();
      else if (isWord("_Pragma"))
        pragma();
      else if (isWord("__SIZE_TYPE__"))
        sizeType();
      else
        next();
    }
    copyTo(Text.size());
    return std::move(Out);
  }

private:
  void next() { Raw.LexFromRawLexer(Now); }
  bool isWord(StringRef Word) const { return Now.is(tok::raw_identifier) && Now.getRawIdentifier() == Word; }
  size_t end() const { return Raw.getBufferLocation() - Text.data(); }
  size_t begin() const { return end() - Now.getLength(); }

  // Macros are expanded in directives, and line directives change the numbers of the lines after them.
  void directive() {
    next();
    if (isWord("line"))
      next();
    unsigned Number = 0;
    const bool Renumbers = Now.is(tok::numeric_constant) && !Now.isAtStartOfLine() &&
                           !StringRef(Text).slice(begin(), end()).getAsInteger(10, Number);
    size_t End = end();
    while (Now.isNot(tok::eof) && !Now.isAtStartOfLine()) {
      End = end();
      next();
    }
    if (Renumbers) {
      Counted = std::min(Text.find('\n', End), Text.size() - 1) + 1;
      Line = Number;
    }
  }

  // What is not an operator stays: the compiler says what is wrong with it.
  void pragma() {
    const size_t Begin = begin();
    next();
    const bool Opens = Now.is(tok::l_paren);
    next();
    const StringRef Literal = StringRef(Text).slice(begin(), end());
    const bool IsOperator = Opens && Now.is(tok::string_literal) && Literal.front() == '"';
    next();
    if (!IsOperator || Now.isNot(tok::r_paren))
      return;
    const size_t End = end();
    copyTo(Begin);
    moveTo(Begin);
    Out += "#pragma ";
    for (size_t I = 1; I + 1 < Literal.size(); ++I) {
      I += Literal[I] == '\\';
      Out += Literal[I];
    }
    moveTo(End);
    Copied = End;
    next();
  }

  void sizeType() {
    copyTo(begin());
    Out += SizeType;
    if (SizeType.size() < Now.getLength())
      Out.append(Now.getLength() - SizeType.size(), ' ');
    Copied = end();
    next();
  }

  void copyTo(size_t Offset) {
    Out.append(Text, Copied, Offset - Copied);
    Copied = Offset;
  }

  // Begins a line whose next token has the place of OFFSET.
  void moveTo(size_t Offset) {
    Line += StringRef(Text).slice(Counted, Offset).count('\n');
    Counted = Offset;
    const size_t Before = StringRef(Text).take_front(Offset).rfind('\n');
    Out += "\n# " + std::to_string(Line) + "\n";
    Out.append(Offset - (Before + 1), ' ');
  }

  const std::string Text;
  Lexer Raw;
  const StringRef SizeType;
  Token Now;
  std::string Out;
  size_t Copied = 0;  // how much of TEXT is in OUT
  size_t Counted = 0; // the offset whose line is
  unsigned Line = 1;
};

} // namespace

bool cleave::readsWithoutMacros(const CompilerInstance &CI) {
  return !hasBuiltinMacros(CI.getFrontendOpts().Inputs.front().getKind());
}

std::string cleave::withoutMacros(const CompilerInstance &CI, StringRef Text) {
  return Writer(CI, Text).write();
}
