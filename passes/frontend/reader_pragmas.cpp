// FILE: passes/frontend/reader_pragmas.cpp
// WHAT: see reader_pragmas.h.
#include "reader_pragmas.h"
#include "reader_constructs.h"

using namespace clang;
using namespace cleave;

// A line before code that is no directive, with words for functions alone.
static bool isForFunction(const PragmaLine &Line) {
  return Line.Hints == CLEAVE_HINT_CALLEE_NO_OPENMP && Line.Next.isValid() && !Line.Directive.isValid();
}

Pragmas::Pragmas(const std::vector<PragmaLine> &Lines, const SourceText &Text) : Lines(Lines), Text(Text) {
  for (const PragmaLine &Line : Lines)
    Stored.push_back({isForFunction(Line) ? CLEAVE_PRAGMA_FUNCTION : CLEAVE_PRAGMA_NOWHERE, CLEAVE_NO_REGION,
                      Line.Hints, Text.offset(Line.Tokens.getBegin()), Text.pragma(Line)});
}

uint32_t Pragmas::before(const OMPExecutableDirective *Directive) const {
  uint32_t Hints = 0;
  for (const PragmaLine &Line : Lines)
    if (Line.Directive.isValid() && Line.Directive == Directive->getBeginLoc())
      Hints |= Line.Hints;
  return Hints;
}

void Pragmas::mark(const OMPExecutableDirective *Directive, cleave_pragma_place Place, uint32_t Region) {
  for (size_t I = 0; I < Lines.size(); ++I)
    if (Lines[I].Directive.isValid() && Lines[I].Directive == Directive->getBeginLoc()) {
      Stored[I].place = Place;
      Stored[I].region = Region;
    }
}

void Pragmas::markLoops(const Stmt *Statement, uint32_t Region) {
  if (!Statement)
    return;
  auto *Directive = dyn_cast<OMPExecutableDirective>(Statement);
  if (!Directive) {
    for (const Stmt *Child : Statement->children())
      markLoops(Child, Region);
    return;
  }
  if (constructOf(Directive->getDirectiveKind()) & (CLEAVE_CONSTRUCT_FOR | CLEAVE_CONSTRUCT_LOOP))
    mark(Directive, CLEAVE_PRAGMA_LOOP, Region);
  if (Directive->hasAssociatedStmt())
    markLoops(Directive->getRawStmt(), Region);
}

void Pragmas::claim(const OMPExecutableDirective *Target, uint32_t Region) {
  if (Lines.empty())
    return;
  if (Target->hasAssociatedStmt())
    markLoops(Target->getRawStmt(), Region);
  mark(Target, CLEAVE_PRAGMA_REGION, Region);
}

void Pragmas::store(cleave_arena *Arena, cleave_unit &Unit) const {
  std::vector<cleave_pragma> Own; // those of headers and macros elsewhere are not this file's
  for (size_t I = 0; I < Lines.size(); ++I)
    if (Text.isInFile(Lines[I].Tokens.getBegin()))
      Own.push_back(Stored[I]);
  storeList(Arena, Own, Unit.pragmas, Unit.pragma_count);
}
