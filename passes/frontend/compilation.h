// FILE: passes/frontend/compilation.h
// WHAT: processes one translation unit: reads it, calls the core, and prints a report or replaces the text.
#ifndef CLEAVE_FRONTEND_COMPILATION_H
#define CLEAVE_FRONTEND_COMPILATION_H

#include "pragma.h"

#include "model/options.h"

#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTConsumer;
class CompilerInstance;
class LangOptions;
class PreprocessorOptions;
} // namespace clang

namespace cleave {

// Reads the plugin's ARGUMENTS and the options of Clang that the core must have. Returns an error message, or "".
std::string readOptions(const clang::LangOptions &Language, const clang::PreprocessorOptions &Preprocessing,
                        const std::vector<std::string> &Arguments, cleave_options &Options);

// Writes the output that the mode of OPTIONS requests. The compiler continues with the user's text.
void report(clang::CompilerInstance &CI, const cleave_options &Options);

// Makes the compiler parse the transformed text; PRAGMAS receives the pragmas of that parse. The returned
// consumer must precede the code generator's.
std::unique_ptr<clang::ASTConsumer> transform(clang::CompilerInstance &CI, const cleave_options &Options,
                                              std::shared_ptr<const PragmaLines> Pragmas);

} // namespace cleave

#endif
