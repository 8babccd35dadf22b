// FILE: passes/frontend/nested_parse.h
// WHAT: parses the main file a first time, before the compiler does, and reads its regions.
#ifndef CLEAVE_FRONTEND_NESTED_PARSE_H
#define CLEAVE_FRONTEND_NESTED_PARSE_H

#include "clang/Basic/SourceManager.h"

#include <memory>
#include <string>
#include <vector>

struct cleave_arena;
struct cleave_expanded;
struct cleave_unit;

namespace clang {
class ASTContext;
class CompilerInstance;
class CompilerInvocation;
class Decl;
} // namespace clang

namespace cleave {

struct PragmaLines;
struct RecordedDiagnostics;

// The plugin's own name, in -fplugin-arg-NAME-..., in -Rpass=NAME and in messages.
extern const char PluginName[];

// The plugin argument that marks a nested parse and prevents recursion. Clang runs every loaded plugin in
// every parse, including module builds on other threads. All of them inherit plugin arguments.
extern const char NestedArgument[];

// A `#line` directive or line marker.
struct LineNote {
  unsigned Offset, Line;
  std::string File; // empty if it names no file
  clang::SrcMgr::CharacteristicKind Kind;
};

// The main file or a header.
struct ParsedFile {
  struct cleave_unit *Unit;
  std::vector<LineNote> LineNotes;
  std::string Name;                 // as Clang prints it
  clang::OptionalFileEntryRef File; // not for standard input
};

// Parses CI's input with the same options, or with those of OTHER if it is set, without output. Stores diagnostics in
// RECORD, which may be NULL. Returns the main file, then the headers with editable regions. Returns an empty list if
// there are errors: the compiler then reports them. ARENA owns the units.
std::vector<ParsedFile> parseNested(clang::CompilerInstance &CI, const clang::CompilerInvocation *Other,
                                    struct cleave_arena *Arena, RecordedDiagnostics *Record);

// The same with replaced contents: TEXTS[I], if set, replaces FILES[I].
std::vector<ParsedFile> parseNested(clang::CompilerInstance &CI, const clang::CompilerInvocation *Other,
                                    struct cleave_arena *Arena, llvm::ArrayRef<ParsedFile> Files,
                                    const struct cleave_expanded *Texts);

// Reads CONTEXT, which CI has parsed, and its PRAGMAS. The result is that of parseNested.
std::vector<ParsedFile> readFiles(clang::CompilerInstance &CI, clang::ASTContext &Context,
                                  const PragmaLines &Pragmas, struct cleave_arena *Arena);

// Whether DECLARATION or a nested declaration is a template outside of system headers.
bool hasTemplates(const clang::SourceManager &SM, clang::Decl *Declaration);

// The options of CI, or of OTHER if it is set, without those that produce output.
std::shared_ptr<clang::CompilerInvocation> nestedInvocation(clang::CompilerInstance &CI,
                                                            const clang::CompilerInvocation *Other);

// The main file's name as Clang prints it.
llvm::StringRef mainFileName(const clang::SourceManager &SM);

} // namespace cleave

#endif
