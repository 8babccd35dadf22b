// FILE: passes/frontend/remarks.h
// WHAT: shows the remarks of the core as Clang shows those of its own optimizations.
#ifndef CLEAVE_FRONTEND_REMARKS_H
#define CLEAVE_FRONTEND_REMARKS_H

#include "nested_parse.h"

struct cleave_remark;

namespace cleave {

// Shows REMARK if -Rpass=, -Rpass-missed= or -Rpass-analysis= asks for it; errors always. To be
// called before the main file is replaced, so that the user sees the text that he wrote.
void showRemark(clang::CompilerInstance &CI, const ParsedUnit &Parsed,
                const struct cleave_remark &Remark);

// An error of cleave that belongs to no place in the source.
void showError(const clang::CompilerInstance &CI, llvm::StringRef Message);

} // namespace cleave

#endif
