// FILE: passes/frontend/pragma.h
// WHAT: teaches Clang's preprocessor `#pragma cleave`, so that it knows the pragma, reports misspelt
//       words of it, and remembers what each line stands in front of. Likewise `cleave_keeps_grid`, which
//       transformed text has in the place of `cleave geometry(off)`.
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

// A line without errors.
struct PragmaLine {
  // From the `#` to the end of the line's last token, or `_Pragma(...)`.
  clang::SourceRange Tokens;
  bool IsOperator; // `_Pragma`
  uint32_t Wishes; // a set of cleave_hint: the words of this line alone
  // Where the OpenMP directive begins that follows; invalid if something else follows.
  clang::SourceLocation Directive;
};

using PragmaLines = std::vector<PragmaLine>;

// Once per preprocessor, before it reads anything. The result gets every line.
std::shared_ptr<const PragmaLines> registerPragma(clang::Preprocessor &PP);

// Where the directives stand that LINES say geometry(off) of.
std::vector<KernelPlace> placesOfKeptGrids(const clang::SourceManager &SM, const PragmaLines &Lines);

} // namespace cleave

#endif
