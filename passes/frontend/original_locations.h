// FILE: passes/frontend/original_locations.h
// WHAT: makes debug information, optimizer remarks and the run time's messages show the user's text: its
//       columns, its lines and its names.
#ifndef CLEAVE_FRONTEND_ORIGINAL_PLACES_H
#define CLEAVE_FRONTEND_ORIGINAL_PLACES_H

#include "print/print.h"

#include "clang/Basic/FileEntry.h"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class CompilerInstance;
}

namespace cleave {

struct RewrittenSources {
  // By the name of the file, without its folder, and the line, both as `#line` directives leave them. Texts
  // of options may replace folders in debug information.
  std::map<std::pair<std::string, unsigned>, cleave_changed_line> Lines;
  struct File {
    clang::FileEntryRef Entry;
    std::string Text; // the user's
  };
  std::vector<File> Files;
  std::shared_ptr<cleave_arena> Owner; // of the lines
};

// Call it before CI generates code from the texts that replace SOURCES.
void restoreOriginalPlaces(clang::CompilerInstance &CI, RewrittenSources Sources);

} // namespace cleave

#endif
