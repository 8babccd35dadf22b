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

struct PragmaLine;
struct RecordedDiagnostics;

// The plugin's own name, in -fplugin-arg-NAME-..., in -Rpass=NAME and in messages.
extern const char PluginName[];

// The one plugin argument of the nested parse. It keeps the plugin from parsing again inside its
// own parse: Clang runs every loaded plugin in every parse, also in the module builds that a parse
// starts on other threads, but all of them inherit the plugin arguments.
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

// Parses what CI is about to parse, with the same options but without any output. The diagnostics go to RECORD,
// which may be NULL. The main file comes first, then the headers with regions that can be edited. Nothing if it
// does not compile: then the compiler says why, and there is nothing to do. The units are ARENA's.
std::vector<ParsedFile> parseNested(clang::CompilerInstance &CI, struct cleave_arena *Arena,
                                    RecordedDiagnostics *Record);

// The same with other contents: TEXTS[I] in the place of FILES[I], where it has a text.
std::vector<ParsedFile> parseNested(clang::CompilerInstance &CI, struct cleave_arena *Arena,
                                    llvm::ArrayRef<ParsedFile> Files, const struct cleave_expanded *Texts);

// Reads what CI has just parsed into CONTEXT, with PRAGMAS in it, as parseNested does.
std::vector<ParsedFile> readFiles(clang::CompilerInstance &CI, clang::ASTContext &Context,
                                  const std::vector<PragmaLine> &Pragmas, struct cleave_arena *Arena);

// Whether DECLARATION or anything in it has instances and stands outside of system headers.
bool hasTemplates(const clang::SourceManager &SM, clang::Decl *Declaration);

// The options of CI, less everything that makes output.
std::shared_ptr<clang::CompilerInvocation> nestedInvocation(clang::CompilerInstance &CI);

// The main file's name as Clang prints it.
llvm::StringRef mainFileName(const clang::SourceManager &SM);

} // namespace cleave

#endif
