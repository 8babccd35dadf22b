// FILE: passes/frontend/reader_pragmas.h
// WHAT: assigns the `#pragma cleave` lines of the unit to regions and loops.
#ifndef CLEAVE_FRONTEND_READER_PRAGMAS_H
#define CLEAVE_FRONTEND_READER_PRAGMAS_H

#include "reader_source.h"

namespace cleave {

class Pragmas {
public:
  Pragmas(const std::vector<PragmaLine> &Lines, const SourceText &Text);

  // The hints of the lines before DIRECTIVE: a set of cleave_hint.
  uint32_t before(const clang::OMPExecutableDirective *Directive) const;
  // Assigns the lines before TARGET, region number REGION, and before its loops to that region.
  void claim(const clang::OMPExecutableDirective *Target, uint32_t Region);
  void store(cleave_arena *Arena, cleave_unit &Unit) const;

private:
  void mark(const clang::OMPExecutableDirective *Directive, cleave_pragma_place Place, uint32_t Region);
  void markLoops(const clang::Stmt *Statement, uint32_t Region);

  const std::vector<PragmaLine> &Lines;
  const SourceText &Text;
  std::vector<cleave_pragma> Stored; // one for each line
};

} // namespace cleave

#endif
