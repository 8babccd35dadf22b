// FILE: passes/frontend/included_files.h
// WHAT: whether a translation unit is worth a second parse, by a look at the text of its files.
#ifndef CLEAVE_FRONTEND_INCLUDED_FILES_H
#define CLEAVE_FRONTEND_INCLUDED_FILES_H

namespace clang {
class CompilerInstance;
}

namespace cleave {

// Whether the main file, or a file that it includes by name and that is no system header, can hold a
// target region or a pragma of cleave. False only if none of them can.
bool mayHoldRegions(clang::CompilerInstance &CI);

// The same of the files that the main file includes alone.
bool mayHoldRegionsInHeaders(clang::CompilerInstance &CI);

// Whether one of these files holds the word `template`, or may include one that does. A guess, that spares time.
bool mentionsTemplates(clang::CompilerInstance &CI);

} // namespace cleave

#endif
