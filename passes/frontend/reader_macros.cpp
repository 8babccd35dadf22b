// FILE: passes/frontend/reader_macros.cpp
// WHAT: the text that macros put into regions. A name can stand there though the file does not show it,
//       in places that are no use of the variable but need its declaration all the same: sizeof,
//       typeof, the controlling expression of _Generic.
#include "reader_internal.h"

using namespace clang;
using namespace cleave;

void cleave::readExpansions(const SourceManager &SM, FileID File,
                            const std::vector<cleave_range> &Ranges, cleave_arena *Arena,
                            cleave_unit &Unit) {
  auto IsWanted = [&](uint32_t Offset) {
    return llvm::any_of(Ranges, [&](const cleave_range &Range) {
      return Range.begin <= Offset && Offset < Range.end;
    });
  };
  std::vector<cleave_expansion> Expansions;
  // Each invocation has an entry of its own, also one inside the body of another, and each argument.
  for (unsigned I = 0; I < SM.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isExpansion())
      continue;
    // The words of an operator _Pragma have entries, too. The one for all of them is said to begin where
    // the buffer for such words begins, which is with another operator's. No word of any begins there.
    const SourceLocation Spelling = Entry.getExpansion().getSpellingLoc();
    if (SM.isWrittenInScratchSpace(Spelling) && SM.getFileOffset(Spelling) == 0)
      continue;
    const SourceLocation At = SM.getExpansionLoc(Entry.getExpansion().getExpansionLocStart());
    if (SM.getFileID(At) != File || !IsWanted(SM.getFileOffset(At)))
      continue;
    const unsigned Length = SM.getFileIDSize(SM.getFileID(SourceLocation::getFromRawEncoding(
        SourceLocation::UIntTy(Entry.getOffset()) | (SourceLocation::UIntTy(1) << 31))));
    bool Invalid = false;
    const char *Body = SM.getCharacterData(Spelling, &Invalid);
    if (!Invalid)
      Expansions.push_back({SM.getFileOffset(At), cleave_arena_copy(Arena, Body, Length)});
  }
  llvm::stable_sort(Expansions, [](const cleave_expansion &Left, const cleave_expansion &Right) {
    return Left.offset < Right.offset;
  });
  storeList(Arena, Expansions, Unit.expansions, Unit.expansion_count);
}
