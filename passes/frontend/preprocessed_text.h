// FILE: passes/frontend/preprocessed_text.h
// WHAT: transformed text for a compiler that expands no macros in preprocessed files: Clang 22 expands none, not even `_Pragma` and
//       predefined macros.
#ifndef CLEAVE_FRONTEND_PREPROCESSED_TEXT_H
#define CLEAVE_FRONTEND_PREPROCESSED_TEXT_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace clang {
class CompilerInstance;
}

namespace cleave {

// Whether the compiler reads the text of CI's input without expanding macros.
bool readsWithoutMacros(const clang::CompilerInstance &CI);

// TEXT with `#pragma` in place of `_Pragma`, and without the predefined macros that cleave prints. Line markers and blanks give each
// token outside of directives the same presumed line and column as in TEXT.
std::string withoutMacros(const clang::CompilerInstance &CI, llvm::StringRef Text);

} // namespace cleave

#endif
