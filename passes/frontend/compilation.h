// FILE: passes/frontend/compilation.h
// WHAT: what cleave does with one translation unit: reads it, lets the core decide, and reports, or has the result
//       compiled.
#ifndef CLEAVE_FRONTEND_COMPILATION_H
#define CLEAVE_FRONTEND_COMPILATION_H

#include "pragma.h"

#include "model/options.h"

namespace clang {
class ASTConsumer;
class CompilerInstance;
} // namespace clang

namespace cleave {

// Writes what the mode of OPTIONS asks for. The compiler continues with the user's text.
void report(clang::CompilerInstance &CI, const cleave_options &Options);

// Makes the compiler compile transformed text, with the PRAGMAS that it reads. The consumer comes before that of the code
// generator.
std::unique_ptr<clang::ASTConsumer> transform(clang::CompilerInstance &CI, const cleave_options &Options,
                                              std::shared_ptr<const PragmaLines> Pragmas);

} // namespace cleave

#endif
