// FILE: passes/frontend/reader_source.h
// WHAT: the source ranges of statements and directives in one file.
#ifndef CLEAVE_FRONTEND_READER_SOURCE_H
#define CLEAVE_FRONTEND_READER_SOURCE_H

#include "pragma.h"
#include "reader_internal.h"

namespace cleave {

class SourceText {
public:
  SourceText(const clang::SourceManager &SM, const clang::LangOptions &Language, clang::FileID File)
      : SM(SM), Language(Language), File(File) {}

  // A piece of the file. It is exact if its text can be edited: it begins and ends in the
  // file, and not inside a macro expansion (at the very edge of one is fine).
  struct Piece {
    cleave_range Range;
    bool Exact;
  };

  bool isInFile(clang::SourceLocation At) const;
  // 0 if AT is not in the file. Inside a macro expansion it is the offset of the macro's use.
  uint32_t offset(clang::SourceLocation At) const;
  // From the first to the last token of TOKENS, of a statement with its `;` and its directive, or
  // of a clause.
  Piece tokens(clang::SourceRange Tokens) const;
  Piece statement(const clang::Stmt *Statement) const;
  Piece clause(const clang::OMPClause *Clause) const;
  // From the `#` to the end of the last token, or `_Pragma(...)`. Of a metadirective that chose the directive, if it chooses the same
  // one for host and device. Nothing if it is in a macro.
  std::optional<cleave_range> directive(const clang::OMPExecutableDirective *Directive) const;
  // What follows `omp` in that, between the quotes of an operator. Of a metadirective, the words of the CHOSEN directive.
  cleave_range words(const clang::OMPExecutableDirective *Chosen, cleave_range Directive) const;

  // Whether DIRECTIVE was chosen by a metadirective, in a clause of which it stands.
  bool isChosen(const clang::OMPExecutableDirective *Directive) const;
  // Whether DIRECTIVE is written with `_Pragma`.
  bool isOperator(const clang::OMPExecutableDirective *Directive) const {
    return operatorAt(Directive->getBeginLoc()).has_value();
  }

  // A pragma of cleave: empty if it is not written out in the file.
  cleave_range pragma(const PragmaLine &Line) const;

private:
  // `_Pragma("...")`: the whole of it, and its literal without the quotes.
  struct Operator {
    cleave_range Whole, Words;
  };
  std::optional<Operator> operatorAt(clang::SourceLocation Keyword) const;
  std::optional<std::pair<clang::SourceLocation, bool>> inOperator(clang::SourceLocation At,
                                                                   bool IsEnd) const;
  uint32_t pragmaAround(uint32_t Offset) const;
  bool choosesAlike(uint32_t Begin) const;
  cleave_range chosenWords(uint32_t Begin) const;
  std::pair<uint32_t, bool> beginOf(clang::SourceLocation At) const;
  std::pair<uint32_t, bool> endOf(clang::SourceLocation At) const;
  clang::SourceLocation semicolonAfter(clang::SourceLocation At) const;

  const clang::SourceManager &SM;
  const clang::LangOptions &Language;
  const clang::FileID File;
};

// The position of AT for the user: `#line` and line markers count.
clang::PresumedLoc presumedPlace(const clang::SourceManager &SM, clang::SourceLocation At);

} // namespace cleave

#endif
