// FILE: passes/frontend/included_files.h
// WHAT: decides from the text of its files whether a translation unit needs a second parse.
#ifndef CLEAVE_FRONTEND_INCLUDED_FILES_H
#define CLEAVE_FRONTEND_INCLUDED_FILES_H

namespace clang {
class CompilerInstance;
}

namespace cleave {

// Whether the main file, or a non-system header that it includes by name, may contain a target region or a
// pragma of cleave. Never a false negative.
bool mayHoldRegions(clang::CompilerInstance &CI);

// The same for the included files only.
bool mayHoldRegionsInHeaders(clang::CompilerInstance &CI);

// Whether one of these files contains the word `template`, or may include one that does. A heuristic to save
// time.
bool mentionsTemplates(clang::CompilerInstance &CI);

} // namespace cleave

#endif
