// FILE: passes/frontend/reader.cpp
// WHAT: see reader.h. Finds the target regions of the translation unit.
#include "reader.h"
#include "reader_internal.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;
using namespace cleave;
using namespace llvm::omp;

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
  bool MapsSections = false, MapsMembers = false; // in a data environment beside the regions

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

  bool VisitOMPExecutableDirective(OMPExecutableDirective *Directive) {
    if (Directive->getDirectiveKind() != OMPD_target_data &&
        Directive->getDirectiveKind() != OMPD_target_enter_data)
      return true;
    for (const auto *Map : Directive->getClausesOfKind<OMPMapClause>())
      for (const Expr *Item : Map->varlists())
        for (Item = Item->IgnoreParenImpCasts(); Item;) {
          if (auto *Section = dyn_cast<ArraySectionExpr>(Item)) {
            MapsSections = true;
            Item = Section->getBase()->IgnoreParenImpCasts();
          } else if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(Item)) {
            MapsSections = true;
            Item = Subscript->getBase()->IgnoreParenImpCasts();
          } else {
            MapsMembers |= isa<MemberExpr, CXXDependentScopeMemberExpr>(Item);
            break;
          }
        }
    return true;
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

cleave_unit *readUnit(ASTContext &Context, const CompilerInstance &Compiler, cleave_arena *Arena) {
  const SourceManager &SM = Compiler.getSourceManager();
  const LangOptions &Language = Compiler.getLangOpts();
  auto *Unit = static_cast<cleave_unit *>(cleave_arena_allocate(Arena, sizeof(cleave_unit)));
  OptionalFileEntryRef File = SM.getFileEntryRefForID(SM.getMainFileID());
  StringRef Name = File ? File->getName() : "<stdin>";
  StringRef Source = SM.getBufferData(SM.getMainFileID());
  Unit->arena = Arena;
  Unit->file = cleave_arena_copy(Arena, Name.data(), Name.size());
  Unit->text = cleave_arena_copy(Arena, Source.data(), Source.size());
  Unit->length = Source.size();
  Unit->openmp_version = Language.OpenMP;
  Unit->cplusplus = Language.CPlusPlus;

  RegionFinder Finder(SM);
  Finder.TraverseDecl(Context.getTranslationUnitDecl());
  Unit->maps_sections = Finder.MapsSections;
  Unit->maps_members = Finder.MapsMembers;
  Unit->unified_shared_memory = Finder.UnifiedSharedMemory || Language.OpenMPForceUSM;

  // Late-parsed bodies, those of member functions, come in another order than they stand.
  std::stable_sort(Finder.Regions.begin(), Finder.Regions.end(),
                   [&SM](const RegionFinder::Found &Left, const RegionFinder::Found &Right) {
                     return SM.isBeforeInTranslationUnit(Left.Target->getBeginLoc(),
                                                         Right.Target->getBeginLoc());
                   });
  SourceText Text(SM, Language);
  Callees Functions(Context);
  std::vector<cleave_region> Regions;
  for (const RegionFinder::Found &Region : Finder.Regions)
    Regions.push_back(
        RegionReader(Context, Text, Functions, Arena).read(Region.Target, Region.Where));
  storeList(Arena, Regions, Unit->regions, Unit->region_count);
  return Unit;
}
