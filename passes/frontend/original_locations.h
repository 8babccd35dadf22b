// FILE: passes/frontend/original_locations.h
// WHAT: makes debug information, optimizer remarks and run-time messages refer to the user's text.
#ifndef CLEAVE_FRONTEND_ORIGINAL_LOCATIONS_H
#define CLEAVE_FRONTEND_ORIGINAL_LOCATIONS_H

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
  // Keys: file name without its folder, and line, both after `#line` directives. The folder is omitted
  // because options may replace it in debug information.
  std::map<std::pair<std::string, unsigned>, cleave_changed_line> Lines;
  struct File {
    clang::FileEntryRef Entry;
    std::string Text; // the user's
  };
  std::vector<File> Files;
  std::shared_ptr<cleave_arena> Owner; // of the lines
};

// Must be called before CI generates code from the texts that replace SOURCES.
void restoreOriginalLocations(clang::CompilerInstance &CI, RewrittenSources Sources);

} // namespace cleave

#endif
