// FILE: passes/frontend/pragma.h
// WHAT: registers `#pragma cleave` with Clang's preprocessor: reports misspelled words, and records the
//       directive that follows each line, and the text that conditional directives leave out. The same for the marks of transformed
//       text: `cleave_keeps_grid`, which replaces `cleave geometry(off)`, and `cleave_uneven`.
#ifndef CLEAVE_FRONTEND_PRAGMA_H
#define CLEAVE_FRONTEND_PRAGMA_H

#include "../device/device.h"

#include "clang/Basic/SourceLocation.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace clang {
class Preprocessor;
class SourceManager;
} // namespace clang

namespace cleave {

// A valid line.
struct PragmaLine {
  // From the `#` to the end of the line's last token, or `_Pragma(...)`.
  clang::SourceRange Tokens;
  bool IsOperator; // `_Pragma`
  uint32_t Hints;  // a set of cleave_hint: the words of this line alone
  // The begin of the OpenMP directive that follows; invalid if none follows.
  clang::SourceLocation Directive = {};
  clang::SourceLocation Next = {}; // the next token of the program
};

struct PragmaLines : std::vector<PragmaLine> {
  // What the preprocessor leaves out: from the `#` of a conditional directive to the name of the one that ends it.
  std::vector<clang::SourceRange> LeftOut;
};

// Must be called once per preprocessor, before it reads input. Every line, and what is left out, is appended to the result.
std::shared_ptr<const PragmaLines> registerPragma(clang::Preprocessor &PP);

// The locations of directives in LINES that have a mark for the device's passes.
std::vector<KernelPlace> markedKernels(const clang::SourceManager &SM, const PragmaLines &Lines);

} // namespace cleave

#endif
