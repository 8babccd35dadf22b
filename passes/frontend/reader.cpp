// FILE: passes/frontend/reader.cpp
// WHAT: see reader.h. Finds the target regions of the translation unit.
#include "reader.h"
#include "analysis/loop_analysis.h"
#include "ast_visitor.h"
#include "model/enclosing_clauses.h"
#include "model/infer_private.h"
#include "model/merge.h"
#include "host_reader.h"
#include "reader_tree.h"

#include "../compat_clang.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;
using namespace cleave;
using namespace llvm::omp;

namespace {

// Visits every function body, in source order: templates as they are written, and again for each of
// their instances, as only there everything has a type.
class RegionFinder : public AstVisitor {
public:
  struct Found {
    const OMPExecutableDirective *Target;
    RegionPlace Where;
  };
  std::vector<Found> Regions;
  bool UnifiedSharedMemory = false;
  bool TypesMayAlias = false;                     // -fno-strict-aliasing
  bool MapsSections = false, MapsMembers = false; // in a data environment beside the regions
  MappedTypes Mapped;                             // by a default mapper, wherever it is declared

  // Variables whose type depends on a parameter of a template, by the place of their declaration.
  llvm::DenseMap<SourceLocation, const VarDecl *> Dependent;

  explicit RegionFinder(const SourceManager &SM) : SM(SM) {}

  bool shouldVisitTemplateInstantiations() const override { return true; }

  bool VisitVarDecl(VarDecl *Variable) override {
    if (Variable->getType()->isDependentType())
      Dependent.try_emplace(Variable->getLocation(), Variable);
    return true;
  }

  bool TraverseDecl(Decl *Declaration) override {
    auto *Function = dyn_cast_or_null<FunctionDecl>(Declaration);
    if (!Function)
      return AstVisitor::TraverseDecl(Declaration);
    if (SM.isInSystemHeader(SM.getExpansionLoc(Function->getLocation())))
      return true;
    RegionPlace Outside = Place;
    Place = {Function, nullptr};
    bool Continue = AstVisitor::TraverseDecl(Declaration);
    Place = Outside;
    return Continue;
  }

  bool enterStmt(Stmt *Statement) override {
    if (!isRegion(Statement))
      return true;
    if (!RegionsAround && !SM.isInSystemHeader(SM.getExpansionLoc(Statement->getBeginLoc())))
      Regions.push_back({cast<OMPExecutableDirective>(Statement), Place});
    ++RegionsAround; // Regions inside it are not listed.
    return true;
  }

  void leaveStmt(Stmt *Statement) override { RegionsAround -= isRegion(Statement); }

  bool TraverseLambdaExpr(LambdaExpr *Expression) override {
    RegionPlace Outside = Place;
    Place.Lambda = Expression->getCallOperator();
    bool Continue = AstVisitor::TraverseLambdaExpr(Expression);
    Place = Outside;
    return Continue;
  }

  bool VisitOMPExecutableDirective(OMPExecutableDirective *Directive) override {
    if (Directive->getDirectiveKind() != OMPD_target_data &&
        Directive->getDirectiveKind() != OMPD_target_enter_data)
      return true;
    llvm::SmallPtrSet<const Decl *, 4> Whole, Parts; // objects; null for what this points to
    for (const auto *Map : Directive->getClausesOfKind<OMPMapClause>())
      for (const Expr *Item : cleave::listItems(Map)) {
        mapped(Item, Whole, Parts);
        MapsMembers |= usesMapper(Map, Item); // whatever it maps
      }
    for (const Decl *Object : Parts)
      MapsMembers |= !Whole.count(Object);
    return true;
  }

  bool VisitOMPDeclareMapperDecl(OMPDeclareMapperDecl *Mapper) override {
    if (Mapper->getDeclName().isIdentifier() && Mapper->getName() == "default")
      Mapped.insert(
          Mapper->getType().getCanonicalType().getTypePtr()->getCanonicalTypeUnqualified().getTypePtr());
    return true;
  }

  bool VisitOMPRequiresDecl(OMPRequiresDecl *Requires) override {
    for (const OMPClause *Clause : Requires->clauselists())
      UnifiedSharedMemory |= isa<OMPUnifiedSharedMemoryClause>(Clause);
    return true;
  }

private:
  static bool isRegion(const Stmt *Statement) {
    auto *Directive = dyn_cast<OMPExecutableDirective>(Statement);
    return Directive && isOpenMPTargetExecutionDirective(Directive->getDirectiveKind());
  }

  // Notes the object that ITEM of a map clause is, or is a part of.
  void mapped(const Expr *Item, llvm::SmallPtrSetImpl<const Decl *> &Whole,
              llvm::SmallPtrSetImpl<const Decl *> &Parts) {
    auto *Set = &Whole;
    for (Item = Item->IgnoreParenImpCasts();;) {
      const Expr *Base = nullptr;
      if (auto *Section = dyn_cast<ArraySectionExpr>(Item))
        Base = Section->getBase();
      else if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(Item))
        Base = Subscript->getBase();
      MapsSections |= Base != nullptr;
      if (auto *Member = dyn_cast<MemberExpr>(Item)) {
        Base = Member->getBase();
        Set = &Parts;
      }
      if (!Base)
        break;
      Item = Base->IgnoreParenImpCasts();
    }
    if (auto *Reference = dyn_cast<DeclRefExpr>(Item))
      Set->insert(Reference->getDecl());
    else if (isa<CXXThisExpr>(Item))
      Set->insert(nullptr);
    else
      MapsMembers = true; // whatever it is
  }

  const SourceManager &SM;
  RegionPlace Place;
  unsigned RegionsAround = 0;
};

// Reads the regions that were found, one for each place in the text.
class InstanceReader {
public:
  InstanceReader(ASTContext &Context, const SourceText &Text, FileID File, const RegionFinder &Finder,
                 Callees &Functions, const Pragmas &Asked, PartialPresence &Presence, cleave_arena *Arena)
      : Context(Context), Text(Text), File(File), Finder(Finder), Functions(Functions), Asked(Asked),
        Presence(Presence), Arena(Arena) {}

  // INSTANCES have one position: a template, if it is one, and its instances.
  cleave_region read(llvm::ArrayRef<const RegionFinder::Found *> Instances) {
    std::optional<cleave_region> Merged;
    const RegionFinder::Found *Pattern = nullptr;
    bool Alike = true;
    for (const RegionFinder::Found *Instance : Instances) {
      if (Instance->Where.Function && Instance->Where.Function->isDependentContext()) {
        Pattern = Instance;
        continue;
      }
      cleave_region Region = readOne(*Instance);
      if (!Merged)
        Merged = Region;
      else if (!cleave_region_merge(Arena, &*Merged, &Region))
        Alike = false;
    }
    cleave_region Region = Merged && Alike ? *Merged : readOne(Pattern ? *Pattern : *Instances.front());
    if (Pattern && Merged)
      Region.flags |= CLEAVE_REGION_HAS_INSTANCES | (Merged->flags & CLEAVE_REGION_SHARED);
    if (!Merged || !Alike)
      Region.flags |= CLEAVE_REGION_IN_TEMPLATE;
    return Region;
  }

private:
  cleave_region readOne(const RegionFinder::Found &Instance) {
    cleave_region Region =
        RegionReader(Context, Text, Functions, Asked, Presence, Finder.Mapped, Arena, Finder.TypesMayAlias)
            .read(Instance.Target, Instance.Where);
    const bool Plain = hasPlainArguments(Instance.Where.Function);
    for (size_t I = 0; I < Region.variable_count; ++I)
      spellAsWritten(Region.variables[I], Plain);
    return Region;
  }

  // Whether no parameter of the templates around FUNCTION denotes a reference or a constant.
  static bool hasPlainArguments(const FunctionDecl *Function) {
    auto IsPlain = [](const TemplateArgument &Argument) {
      return Argument.getKind() == TemplateArgument::Integral ||
             (Argument.getKind() == TemplateArgument::Type && !Argument.getAsType()->isReferenceType() &&
              !Argument.getAsType().isConstQualified());
    };
    for (const DeclContext *Around = Function; Around; Around = Around->getParent()) {
      const TemplateArgumentList *Arguments = nullptr;
      if (auto *Instance = dyn_cast<FunctionDecl>(Around))
        Arguments = Instance->getTemplateSpecializationArgs();
      else if (auto *Class = dyn_cast<ClassTemplateSpecializationDecl>(Around))
        Arguments = &Class->getTemplateArgs();
      if (Arguments && !llvm::all_of(Arguments->asArray(), IsPlain))
        return false;
    }
    return true;
  }

  // The type of a variable in all instances has the spelling that it has in the template: a parameter T,
  // less the const and the & that stand with it. Where it may have others of its own, or is deduced, it
  // declares no copy.
  void spellAsWritten(cleave_variable &Variable, bool PlainArguments) {
    if (!Variable.type || !Variable.declared_at)
      return;
    const SourceManager &SM = Context.getSourceManager();
    auto Found = Finder.Dependent.find(SM.getLocForStartOfFile(File).getLocWithOffset(Variable.declared_at));
    if (Found == Finder.Dependent.end())
      return;
    const QualType Written = Found->second->getType().getNonReferenceType().getUnqualifiedType();
    std::string Spelling = spellType(Written, Context);
    const bool MayHaveOwn = !PlainArguments || !isa<TemplateTypeParmType>(Written);
    if (Spelling.empty() || Written->getContainedDeducedType() ||
        (MayHaveOwn && (Variable.is_const || Variable.is_reference)))
      Variable.type = nullptr;
    else
      Variable.type = cleave_arena_copy(Arena, Spelling.data(), Spelling.size());
  }

  ASTContext &Context;
  const SourceText &Text;
  const FileID File;
  const RegionFinder &Finder;
  Callees &Functions;
  const Pragmas &Asked;
  PartialPresence &Presence;
  cleave_arena *Arena;
};

} // namespace

// Why the header FILE cannot be edited, after "a header that"; null if it can.
static const char *headerObstacle(const SourceManager &SM, FileID File) {
  if (SM.isLoadedFileID(File))
    return "is part of a precompiled header or of a module";
  OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
  if (!Entry)
    return "does not come from a file";
  // What a text is replaced by must be right wherever it is included.
  unsigned Inclusions = 0;
  for (unsigned I = 0, E = SM.local_sloc_entry_size(); I != E; ++I) {
    const SrcMgr::SLocEntry &Candidate = SM.getLocalSLocEntry(I);
    Inclusions += Candidate.isFile() && Candidate.getFile().getContentCache().OrigEntry == Entry;
  }
  return Inclusions > 1 ? "is included more than once" : nullptr;
}

// Where the numbers of lines do not go on, because of a directive or a line marker.
static void addLineBegins(const SourceManager &SM, FileID File, cleave_unit &Unit) {
  const SourceLocation Begin = SM.getLocForStartOfFile(File);
  std::vector<cleave_line_begin> Found;
  unsigned Expected = 1;
  for (size_t Offset = 0; Offset < Unit.length;) {
    const PresumedLoc Place = SM.getPresumedLoc(Begin.getLocWithOffset(Offset));
    if (Place.isValid() && Place.getLine() != Expected) {
      Found.push_back({uint32_t(Offset), Place.getLine()});
      Expected = Place.getLine();
    }
    ++Expected;
    const size_t End = StringRef(Unit.text, Unit.length).find('\n', Offset);
    Offset = End == StringRef::npos ? Unit.length : End + 1;
  }
  Unit.line_begin_count = Found.size();
  Unit.line_begins = static_cast<cleave_line_begin *>(
      cleave_arena_allocate(Unit.arena, Found.size() * sizeof(cleave_line_begin) + 1));
  std::copy(Found.begin(), Found.end(), Unit.line_begins);
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
  ASTContext &Context = Compiler.getASTContext();
  Unit->has_allocators =
      !Context.getTranslationUnitDecl()->lookup(&Context.Idents.get("omp_pteam_mem_alloc")).empty();
  Unit->cplusplus = Compiler.getLangOpts().CPlusPlus;
  Unit->loops_have_no_scope = !Compiler.getLangOpts().CPlusPlus && !Compiler.getLangOpts().C99;
  Unit->preprocessed = Compiler.getFrontendOpts().Inputs.front().getKind().isPreprocessed();
  Unit->types_may_alias = Compiler.getCodeGenOpts().RelaxedAliasing;
  Unit->reassociates = Compiler.getLangOpts().AllowFPReassoc;
  if (SM.hasLineTable())
    addLineBegins(SM, File, *Unit);
  return Unit;
}

// The identifiers that names of cleave's own might be the same as.
static std::vector<const char *> namesLikeOurs(const IdentifierTable &Table, cleave_arena *Arena) {
  std::vector<const char *> Names;
  auto Add = [&](StringRef Name) {
    if (Name.starts_with("cleave_"))
      Names.push_back(cleave_arena_copy(Arena, Name.data(), Name.size()));
  };
  for (const auto &Entry : Table)
    Add(Entry.getKey());
  if (IdentifierInfoLookup *Precompiled = Table.getExternalIdentifierLookup()) {
    const std::unique_ptr<IdentifierIterator> All(Precompiled->getIdentifiers());
    for (StringRef Name = All->Next(); !Name.empty(); Name = All->Next())
      Add(Name);
  }
  return Names;
}

std::vector<ReadFile> readUnits(ASTContext &Context, const CompilerInstance &Compiler,
                                const PragmaLines &Lines, cleave_arena *Arena) {
  const SourceManager &SM = Compiler.getSourceManager();
  RegionFinder Finder(SM);
  Finder.TraverseDecl(Context.getTranslationUnitDecl());

  // Late-parsed bodies, those of member functions, come in another order than they stand.
  std::stable_sort(Finder.Regions.begin(), Finder.Regions.end(),
                   [&SM](const RegionFinder::Found &Left, const RegionFinder::Found &Right) {
                     return SM.isBeforeInTranslationUnit(Left.Target->getBeginLoc(),
                                                         Right.Target->getBeginLoc());
                   });

  // The regions of each file that can be edited. Those of other files are reported in the main file.
  struct File {
    FileID Id;
    std::vector<const RegionFinder::Found *> Regions;
  };
  std::vector<File> Files = {{SM.getMainFileID(), {}}};
  for (const RegionFinder::Found &Region : Finder.Regions) {
    FileID Id = SM.getFileID(SM.getExpansionLoc(Region.Target->getBeginLoc()));
    auto Known =
        std::find_if(Files.begin(), Files.end(), [&](const File &Candidate) { return Candidate.Id == Id; });
    if (Known == Files.end() && headerObstacle(SM, Id))
      Known = Files.begin();
    else if (Known == Files.end())
      Known = Files.insert(Known, {Id, {}});
    Known->Regions.push_back(&Region);
  }

  Finder.TypesMayAlias = Compiler.getCodeGenOpts().RelaxedAliasing;
  cleave::setInstantiator(Compiler.hasSema() ? &const_cast<CompilerInstance &>(Compiler).getSema() : nullptr);
  const std::vector<const char *> Names = namesLikeOurs(Context.Idents, Arena);
  Callees Functions(Context, Lines);
  PartialPresence Presence(Context);
  std::vector<ReadFile> Result;
  for (const File &Current : Files) {
    cleave_unit *Unit = newUnit(Compiler, Current.Id, Arena);
    Unit->unified_shared_memory = Finder.UnifiedSharedMemory || Compiler.getLangOpts().OpenMPForceUSM;
    Unit->maps_sections = Finder.MapsSections;
    Unit->maps_members = Finder.MapsMembers;
    storeList(Arena, Names, Unit->names, Unit->name_count);
    SourceText Text(SM, Compiler.getLangOpts(), Current.Id);
    Pragmas Asked(Lines, Text);
    std::vector<cleave_region> Regions;
    RegionIndices Indices;
    InstanceReader Reader(Context, Text, Current.Id, Finder, Functions, Asked, Presence, Arena);
    for (llvm::ArrayRef<const RegionFinder::Found *> Rest = Current.Regions; !Rest.empty();) {
      const OMPExecutableDirective *Target = Rest.front()->Target;
      SourceLocation Begin = SM.getExpansionLoc(Target->getBeginLoc());
      auto Here = Rest.take_while([&](const RegionFinder::Found *Found) {
        return Found->Target->getBeginLoc() == Target->getBeginLoc();
      });
      Rest = Rest.drop_front(Here.size());
      Asked.claim(Target, Regions.size());
      Indices[Target->getBeginLoc()] = Regions.size();
      Regions.push_back(Reader.read(Here));
      cleave_note_first_assignments(Arena, &Regions.back());
      cleave_move_clauses(Arena, Unit, &Regions.back());
      cleave_infer_private(Arena, &Regions.back());
      cleave_infer_iteration_variables(Arena, &Regions.back());
      cleave_describe_region(Arena, &Regions.back());
      if (!Text.isInFile(Begin))
        Regions.back().header = headerObstacle(SM, SM.getFileID(Begin));
    }
    Asked.store(Arena, *Unit);
    std::vector<cleave_range> Ranges;
    for (const cleave_region &Region : Regions)
      if (!Region.header && Region.node_count)
        Ranges.push_back({Region.offset, Region.nodes[0].range.end});
    // Data environments insert text anywhere.
    const std::vector<cleave_range> Everywhere(!Regions.empty(), {0, UINT32_MAX});
    readMacros(Compiler.getPreprocessor(), Current.Id, Everywhere, Arena, *Unit);
    readTokens(Compiler, Lines.LeftOut, Current.Id, Ranges, Arena, *Unit);
    storeList(Arena, Regions, Unit->regions, Unit->region_count);
    if (Current.Id == SM.getMainFileID() && !Regions.empty())
      readHostCode(Context, Text, Indices, *Unit);
    Result.push_back({Unit, Current.Id});
  }
  return Result;
}
