// FILE: passes/frontend/pragma.h
// WHAT: teaches Clang's preprocessor `#pragma cleave`, so that it knows the pragma, reports misspelt
//       words of it, and remembers what each line stands in front of.
#ifndef CLEAVE_FRONTEND_PRAGMA_H
#define CLEAVE_FRONTEND_PRAGMA_H

#include "clang/Basic/SourceLocation.h"

#include <cstdint>
#include <vector>

namespace clang {
class Preprocessor;
}

namespace cleave {

// A line without errors.
struct PragmaLine {
  // From the `#` to the end of the line's last token, or `_Pragma(...)`.
  clang::SourceRange Tokens;
  bool IsOperator; // `_Pragma`
  uint32_t Wishes; // a set of cleave_wish: the words of this line alone
  // Where the OpenMP directive begins that follows; invalid if something else follows.
  clang::SourceLocation Directive;
};

// Once per preprocessor, before it reads anything. LINES, if given, gets every line and must live
// until the preprocessor has read its last token.
void registerPragma(clang::Preprocessor &PP, std::vector<PragmaLine> *Lines = nullptr);

} // namespace cleave

#endif
