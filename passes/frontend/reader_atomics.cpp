// FILE: passes/frontend/reader_atomics.cpp
// WHAT: parallel loops that update elements of arrays by atomic constructs (cleave_atomic_updates): histograms.
#include "reader_accesses.h"
#include "reader_variables.h"

using namespace clang;
using namespace cleave;

// Whether atomic constructs without a clause are relaxed.
static bool hasRelaxedDefault(const ASTContext &Context) {
  for (const Decl *Declaration : Context.getTranslationUnitDecl()->decls())
    if (auto *Requires = dyn_cast<OMPRequiresDecl>(Declaration))
      for (const OMPClause *Clause : Requires->clauselists())
        if (isa<OMPAtomicDefaultMemOrderClause>(Clause))
          return false;
  return true;
}

cleave_atomic_updates *AccessReader::readAtomics(const OMPExecutableDirective *Loop,
                                                 const OMPExecutableDirective *Target) {
  TakesAtomics = true;
  cleave_atomic_updates Result = {};
  Result.accesses = read(Loop, Target);
  if (!Result.accesses || AtomicUpdates.empty() || !hasRelaxedDefault(Context))
    return nullptr;
  std::vector<cleave_updated_array> Arrays;
  std::vector<cleave_atomic_update> Updates;
  for (AtomicUpdate &It : AtomicUpdates) {
    const uint32_t Variable = Index(It.Array);
    while (It.Facts.array < Arrays.size() && Arrays[It.Facts.array].variable != Variable)
      It.Facts.array++;
    if (It.Facts.array == Arrays.size()) {
      const std::string Spelling = spellType(It.Element, Context);
      if (Spelling.empty())
        return nullptr;
      const auto Uses = llvm::count_if(Accesses, [&](auto &Access) { return Access.Where.Base == It.Array; });
      const auto Own = llvm::count_if(AtomicUpdates, [&](auto &Other) { return Other.Array == It.Array; });
      Arrays.push_back({Variable, cleave_arena_copy(Arena, Spelling.data(), Spelling.size()),
                        static_cast<unsigned>(Context.getTypeSizeInChars(It.Element).getQuantity()),
                        It.Element->isRealFloatingType(), It.Combiner, Uses != Own});
    }
    if (Arrays[It.Facts.array].combiner != It.Combiner)
      Arrays[It.Facts.array].combiner = CLEAVE_COMBINER_UNKNOWN;
    Updates.push_back(It.Facts);
  }
  storeList(Arena, Arrays, Result.arrays, Result.array_count);
  storeList(Arena, Updates, Result.updates, Result.update_count);
  auto *Stored = static_cast<cleave_atomic_updates *>(cleave_arena_allocate(Arena, sizeof Result));
  *Stored = Result;
  return Stored;
}
