// FILE: passes/frontend/reader.cpp
// WHAT: see reader.h. Finds the target regions of the translation unit.
#include "reader.h"
#include "reader_internal.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;
using namespace cleave;

namespace {

// Visits every function body once, in source order. Templates are visited as they are written, and
// not again for their instances.
class RegionFinder : public RecursiveASTVisitor<RegionFinder> {
public:
  struct Found {
    const OMPExecutableDirective *Target;
    RegionPlace Where;
  };
  std::vector<Found> Regions;
  bool UnifiedSharedMemory = false;

  explicit RegionFinder(const SourceManager &SM) : SM(SM) {}

  bool TraverseDecl(Decl *Declaration) {
    auto *Function = dyn_cast_or_null<FunctionDecl>(Declaration);
    if (!Function)
      return RecursiveASTVisitor::TraverseDecl(Declaration);
    RegionPlace Outside = Place;
    Place = {Function, nullptr};
    bool Continue = RecursiveASTVisitor::TraverseDecl(Declaration);
    Place = Outside;
    return Continue;
  }

  bool TraverseStmt(Stmt *Statement) {
    auto *Directive = dyn_cast_or_null<OMPExecutableDirective>(Statement);
    if (Directive && isOpenMPTargetExecutionDirective(Directive->getDirectiveKind())) {
      if (!SM.isInSystemHeader(SM.getExpansionLoc(Directive->getBeginLoc())))
        Regions.push_back({Directive, Place});
      return true; // Regions inside it are not listed.
    }
    return RecursiveASTVisitor::TraverseStmt(Statement);
  }

  bool TraverseLambdaExpr(LambdaExpr *Expression) {
    RegionPlace Outside = Place;
    Place.Lambda = Expression->getCallOperator();
    bool Continue = RecursiveASTVisitor::TraverseLambdaExpr(Expression);
    Place = Outside;
    return Continue;
  }

  bool VisitOMPRequiresDecl(OMPRequiresDecl *Requires) {
    for (const OMPClause *Clause : Requires->clauselists())
      UnifiedSharedMemory |= isa<OMPUnifiedSharedMemoryClause>(Clause);
    return true;
  }

private:
  const SourceManager &SM;
  RegionPlace Place;
};

} // namespace

// Why the header FILE cannot be edited, after "a header that"; null if it can.
static const char *headerObstacle(const SourceManager &SM, FileID File) {
  if (SM.isLoadedFileID(File))
    return "is part of a precompiled header or of a module";
  OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
  if (!Entry)
    return "comes from no file";
  // What a text is replaced by must be right wherever it is included.
  unsigned Inclusions = 0;
  for (unsigned I = 0, E = SM.local_sloc_entry_size(); I != E; ++I) {
    const SrcMgr::SLocEntry &Candidate = SM.getLocalSLocEntry(I);
    Inclusions += Candidate.isFile() && Candidate.getFile().getContentCache().OrigEntry == Entry;
  }
  return Inclusions > 1 ? "is included more than once" : nullptr;
}

static cleave_unit *newUnit(const CompilerInstance &Compiler, FileID File, cleave_arena *Arena) {
  const SourceManager &SM = Compiler.getSourceManager();
  auto *Unit = static_cast<cleave_unit *>(cleave_arena_allocate(Arena, sizeof(cleave_unit)));
  OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
  StringRef Name = Entry ? Entry->getName() : "<stdin>";
  StringRef Source = SM.getBufferData(File);
  Unit->arena = Arena;
  Unit->file = cleave_arena_copy(Arena, Name.data(), Name.size());
  Unit->text = cleave_arena_copy(Arena, Source.data(), Source.size());
  Unit->length = Source.size();
  Unit->openmp_version = Compiler.getLangOpts().OpenMP;
  Unit->cplusplus = Compiler.getLangOpts().CPlusPlus;
  return Unit;
}

std::vector<ReadFile> readUnits(ASTContext &Context, const CompilerInstance &Compiler,
                                const std::vector<PragmaLine> &Lines, cleave_arena *Arena) {
  const SourceManager &SM = Compiler.getSourceManager();
  RegionFinder Finder(SM);
  Finder.TraverseDecl(Context.getTranslationUnitDecl());

  // Late-parsed bodies, those of member functions, come in another order than they stand.
  std::stable_sort(Finder.Regions.begin(), Finder.Regions.end(),
                   [&SM](const RegionFinder::Found &Left, const RegionFinder::Found &Right) {
                     return SM.isBeforeInTranslationUnit(Left.Target->getBeginLoc(),
                                                         Right.Target->getBeginLoc());
                   });

  // The regions of each file that can be edited. Those of other files are told of in the main file.
  struct File {
    FileID Id;
    std::vector<const RegionFinder::Found *> Regions;
  };
  std::vector<File> Files = {{SM.getMainFileID(), {}}};
  for (const RegionFinder::Found &Region : Finder.Regions) {
    FileID Id = SM.getFileID(SM.getExpansionLoc(Region.Target->getBeginLoc()));
    auto Known = std::find_if(Files.begin(), Files.end(),
                              [&](const File &Candidate) { return Candidate.Id == Id; });
    if (Known == Files.end() && headerObstacle(SM, Id))
      Known = Files.begin();
    else if (Known == Files.end())
      Known = Files.insert(Known, {Id, {}});
    Known->Regions.push_back(&Region);
  }

  Callees Functions(Context);
  PartialPresence Presence(Context);
  std::vector<ReadFile> Result;
  for (const File &Current : Files) {
    cleave_unit *Unit = newUnit(Compiler, Current.Id, Arena);
    Unit->unified_shared_memory =
        Finder.UnifiedSharedMemory || Compiler.getLangOpts().OpenMPForceUSM;
    SourceText Text(SM, Compiler.getLangOpts(), Current.Id);
    Pragmas Asked(Lines, Text);
    std::vector<cleave_region> Regions;
    for (const RegionFinder::Found *Found : Current.Regions) {
      SourceLocation Begin = SM.getExpansionLoc(Found->Target->getBeginLoc());
      Asked.claim(Found->Target, Regions.size());
      Regions.push_back(
          RegionReader(Context, Text, Functions, Asked, Presence, Arena)
              .read(Found->Target, Found->Where));
      if (!Text.isInFile(Begin))
        Regions.back().header = headerObstacle(SM, SM.getFileID(Begin));
    }
    Asked.store(Arena, *Unit);
    std::vector<cleave_range> Ranges;
    for (const cleave_region &Region : Regions)
      if (!Region.header && Region.node_count)
        Ranges.push_back({Region.offset, Region.nodes[0].range.end});
    readExpansions(SM, Current.Id, Ranges, Arena, *Unit);
    storeList(Arena, Regions, Unit->regions, Unit->region_count);
    Result.push_back({Unit, Current.Id});
  }
  return Result;
}
