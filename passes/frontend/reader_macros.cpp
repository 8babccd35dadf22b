// FILE: passes/frontend/reader_macros.cpp
// WHAT: reads the macros that are defined in regions.
#include "reader_internal.h"

#include "clang/Lex/Preprocessor.h"

using namespace clang;
using namespace cleave;

namespace {

// The place of a directive of the preprocessor, as an offset into one file: see cleave_macro.
class Places {
public:
  Places(const SourceManager &SM, FileID File) : SM(SM), File(File), Begin(SM.getLocForStartOfFile(File)) {}

  uint32_t offset(SourceLocation At) const {
    for (auto [Id, Offset] = SM.getDecomposedLoc(At); Id.isValid();
         std::tie(Id, Offset) = SM.getDecomposedIncludedLoc(Id))
      if (Id == File)
        return Offset;
    return SM.isBeforeInTranslationUnit(At, Begin) ? 0 : UINT32_MAX;
  }

private:
  const SourceManager &SM;
  const FileID File;
  const SourceLocation Begin;
};

} // namespace

// Whether the name of MACRO means the same without it. `bool` of C is how Clang spells the type _Bool.
static bool isHarmless(const SourceManager &SM, const IdentifierInfo &Name, const MacroInfo &Macro) {
  if (Macro.isBuiltinMacro() || SM.isWrittenInBuiltinFile(Macro.getDefinitionLoc()))
    return true;
  if (Macro.isFunctionLike() || Macro.getNumTokens() != 1)
    return false;
  const Token &Body = Macro.getReplacementToken(0);
  return Body.getIdentifierInfo() == &Name || (Name.isStr("bool") && Body.is(tok::kw__Bool));
}

static bool isDefinedIn(const cleave_macro &Macro, const cleave_range &Range) {
  return Macro.defined.begin < Range.end && Range.begin < Macro.defined.end;
}

void cleave::readMacros(const Preprocessor &PP, FileID File, const std::vector<cleave_range> &Ranges,
                        cleave_arena *Arena, cleave_unit &Unit) {
  const SourceManager &SM = PP.getSourceManager();
  const Places Where(SM, File);
  if (Ranges.empty())
    return;
  std::vector<cleave_macro> Macros;
  for (const auto &Entry : PP.macros()) {
    const IdentifierInfo &Name = *Entry.first;
    const MacroDirective *Last = PP.getLocalMacroDirectiveHistory(&Name);
    MacroDirective::DefInfo Definition;
    if (Last)
      Definition = Last->getDefinition();
    for (; Definition; Definition = Definition.getPreviousDefinition()) {
      const MacroInfo &Macro = *Definition.getMacroInfo();
      if (isHarmless(SM, Name, Macro))
        continue;
      const cleave_range Defined = {Where.offset(Definition.getLocation()),
                                    Definition.isUndefined() ? Where.offset(Definition.getUndefLocation())
                                                             : UINT32_MAX};
      cleave_macro Known = {nullptr, Macro.isFunctionLike(), Defined};
      if (llvm::none_of(Ranges, [&](const cleave_range &Range) { return isDefinedIn(Known, Range); }))
        continue;
      Known.name = cleave_arena_copy(Arena, Name.getName().data(), Name.getName().size());
      Macros.push_back(Known);
    }
  }
  llvm::stable_sort(Macros, [](const cleave_macro &Left, const cleave_macro &Right) {
    return StringRef(Left.name) < StringRef(Right.name);
  });
  storeList(Arena, Macros, Unit.macros, Unit.macro_count);
}
