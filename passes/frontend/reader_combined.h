// FILE: passes/frontend/reader_combined.h
// WHAT: `target` and the directive nested in it that are read as one combined directive.
#ifndef CLEAVE_FRONTEND_READER_COMBINED_H
#define CLEAVE_FRONTEND_READER_COMBINED_H

#include "reader_source.h"

namespace cleave {

// Whether the loop of DIRECTIVE, of the kind KIND, has parallel loops in its iterations: then the loop is a FOR node.
bool holdsParallelLoops(const clang::OMPExecutableDirective *Directive, clang::OpenMPDirectiveKind Kind);

// The loop construct with teams that is all of TARGET, if both directives are read as the combined directive that is
// the short form of them (OpenMP 5.1, 2.14); else NULL. HAS_HOST_VALUE: whether the copy on the device of a variable has the value of the
// host when TARGET begins.
const clang::OMPExecutableDirective *
combinedWith(const clang::OMPExecutableDirective *Target, const SourceText &Text,
             const clang::ASTContext &Context, llvm::function_ref<bool(const clang::VarDecl *)> HasHostValue);

} // namespace cleave

#endif
