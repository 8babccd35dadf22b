// FILE: passes/frontend/reader_clauses.cpp
// WHAT: see reader_clauses.h.
#include "reader_clauses.h"
#include "reader_effects.h"
#include "reader_reductions.h"

#include "../compat_nodes.h"

using namespace clang;
using namespace cleave;
using namespace llvm::omp;

static constexpr std::pair<OpenMPClauseKind, cleave_clause_kind> ClauseKinds[] = {
    {OMPC_map, CLEAVE_CLAUSE_MAP},
    {OMPC_if, CLEAVE_CLAUSE_IF},
    {OMPC_device, CLEAVE_CLAUSE_DEVICE},
    {OMPC_nowait, CLEAVE_CLAUSE_NOWAIT},
    {OMPC_depend, CLEAVE_CLAUSE_DEPEND},
    {OMPC_num_teams, CLEAVE_CLAUSE_NUM_TEAMS},
    {OMPC_thread_limit, CLEAVE_CLAUSE_THREAD_LIMIT},
    {OMPC_num_threads, CLEAVE_CLAUSE_NUM_THREADS},
    {OMPC_private, CLEAVE_CLAUSE_PRIVATE},
    {OMPC_firstprivate, CLEAVE_CLAUSE_FIRSTPRIVATE},
    {OMPC_lastprivate, CLEAVE_CLAUSE_LASTPRIVATE},
    {OMPC_shared, CLEAVE_CLAUSE_SHARED},
    {OMPC_reduction, CLEAVE_CLAUSE_REDUCTION},
    {OMPC_default, CLEAVE_CLAUSE_DEFAULT},
    {OMPC_defaultmap, CLEAVE_CLAUSE_DEFAULTMAP},
    {OMPC_schedule, CLEAVE_CLAUSE_SCHEDULE},
    {OMPC_dist_schedule, CLEAVE_CLAUSE_DIST_SCHEDULE},
    {OMPC_collapse, CLEAVE_CLAUSE_COLLAPSE},
    {OMPC_order, CLEAVE_CLAUSE_ORDER},
    {OMPC_ordered, CLEAVE_CLAUSE_ORDERED},
    {OMPC_linear, CLEAVE_CLAUSE_LINEAR},
    {OMPC_proc_bind, CLEAVE_CLAUSE_PROC_BIND},
    {OMPC_safelen, CLEAVE_CLAUSE_SIMD},
    {OMPC_simdlen, CLEAVE_CLAUSE_SIMD},
    {OMPC_aligned, CLEAVE_CLAUSE_SIMD},
    {OMPC_nontemporal, CLEAVE_CLAUSE_SIMD},
    {OMPC_bind, CLEAVE_CLAUSE_BIND},
    {OMPC_is_device_ptr, CLEAVE_CLAUSE_IS_DEVICE_PTR},
    {OMPC_has_device_addr, CLEAVE_CLAUSE_HAS_DEVICE_ADDR},
};

// A predefined allocator is an enumerator, and has no traits in the clause; any other is a variable.
static bool isPredefined(const OMPUsesAllocatorsClause::Data &Allocator) {
  auto *Name = dyn_cast<DeclRefExpr>(Allocator.Allocator->IgnoreParenImpCasts());
  return Name && isa<EnumConstantDecl>(Name->getDecl()) && !Allocator.AllocatorTraits;
}

static cleave_clause_kind kindOf(const OMPClause *Clause) {
  if (auto *Allocators = dyn_cast<OMPUsesAllocatorsClause>(Clause)) {
    for (unsigned I = 0; I < Allocators->getNumberOfAllocators(); ++I)
      if (!isPredefined(Allocators->getAllocatorData(I)))
        return CLEAVE_CLAUSE_OTHER;
    return CLEAVE_CLAUSE_USES_ALLOCATORS;
  }
  if (auto *Device = dyn_cast<OMPDeviceClause>(Clause))
    if (Device->getModifier() == OMPC_DEVICE_ancestor) // runs on the host
      return CLEAVE_CLAUSE_OTHER;
  for (auto [Kind, Result] : ClauseKinds)
    if (Kind == Clause->getClauseKind())
      return Result;
  return CLEAVE_CLAUSE_OTHER;
}

static void readListed(RegionScope &Scope, cleave_clause &Clause, llvm::ArrayRef<const Expr *> Items) {
  std::vector<uint32_t> Listed;
  for (const Expr *Item : Items) {
    const VarDecl *Base = nullptr;
    Scope.walk([&](CodeWalker &Walker) { Base = Walker.listItem(Item); });
    if (Base)
      Listed.push_back(Scope.variable(Base));
    if (!isa<DeclRefExpr>(sourceExpression(Item)->IgnoreParenImpCasts()))
      Clause.flags |= CLEAVE_CLAUSE_NOT_PLAIN;
  }
  storeList(Scope.Arena, Listed, Clause.variables, Clause.variable_count);
}

static void readArgument(RegionScope &Scope, cleave_clause &Clause, const Expr *Argument) {
  Argument = sourceExpression(Argument);
  if (!Argument)
    return;
  SourceText::Piece Piece = Scope.Text.tokens(Argument->getSourceRange());
  Clause.argument = Piece.Range;
  if (!Piece.Exact)
    Clause.flags |= CLEAVE_CLAUSE_IN_MACRO;
  if (const std::optional<llvm::APSInt> Value = Argument->getIntegerConstantExpr(Scope.Context)) {
    Clause.flags |= CLEAVE_CLAUSE_IS_CONSTANT;
    Clause.value = Value->getExtValue();
  }
  if (cleave::hasSideEffects(Argument, Scope.Context))
    Clause.flags |= CLEAVE_CLAUSE_SIDE_EFFECTS;
}

static cleave_clause readClause(RegionScope &Scope, const OMPExecutableDirective *Directive,
                                const OMPClause *Clause) {
  cleave_clause Result = {};
  Result.kind = kindOf(Clause);
  SourceText::Piece Piece = Scope.Text.clause(Clause);
  Result.range = Piece.Range;
  if (!Piece.Exact)
    Result.flags |= CLEAVE_CLAUSE_IN_MACRO;

  auto Listed = [&](const auto *List) {
    std::vector<const Expr *> Items(List->varlist_begin(), List->varlist_end());
    readListed(Scope, Result, Items);
  };
  auto SetFlag = [&](bool Condition, unsigned Flag) { Result.flags |= Condition ? Flag : 0; };

  if (auto *If = dyn_cast<OMPIfClause>(Clause)) {
    readArgument(Scope, Result, If->getCondition());
    Result.modifier = If->getNameModifier() == OMPD_unknown    ? CLEAVE_IF_ANY
                      : If->getNameModifier() == OMPD_target   ? CLEAVE_IF_TARGET
                      : If->getNameModifier() == OMPD_parallel ? CLEAVE_IF_PARALLEL
                      : If->getNameModifier() == OMPD_simd     ? CLEAVE_IF_SIMD
                                                               : CLEAVE_IF_OTHER;
  } else if (auto *Device = dyn_cast<OMPDeviceClause>(Clause)) {
    readArgument(Scope, Result, Device->getDevice());
  } else if (auto *NumTeams = dyn_cast<OMPNumTeamsClause>(Clause)) {
    readArgument(Scope, Result, cleave::numTeams(NumTeams));
  } else if (auto *ThreadLimit = dyn_cast<OMPThreadLimitClause>(Clause)) {
    readArgument(Scope, Result, cleave::threadLimit(ThreadLimit));
  } else if (auto *NumThreads = dyn_cast<OMPNumThreadsClause>(Clause)) {
    readArgument(Scope, Result, NumThreads->getNumThreads());
  } else if (auto *Collapse = dyn_cast<OMPCollapseClause>(Clause)) {
    readArgument(Scope, Result, Collapse->getNumForLoops());
  } else if (auto *Ordered = dyn_cast<OMPOrderedClause>(Clause)) {
    readArgument(Scope, Result, Ordered->getNumForLoops());
  } else if (auto *Private = dyn_cast<OMPPrivateClause>(Clause)) {
    Listed(Private);
  } else if (auto *Firstprivate = dyn_cast<OMPFirstprivateClause>(Clause)) {
    Listed(Firstprivate);
  } else if (auto *Shared = dyn_cast<OMPSharedClause>(Clause)) {
    Listed(Shared);
  } else if (auto *IsDevicePtr = dyn_cast<OMPIsDevicePtrClause>(Clause)) {
    Listed(IsDevicePtr);
  } else if (auto *HasDeviceAddr = dyn_cast<OMPHasDeviceAddrClause>(Clause)) {
    Listed(HasDeviceAddr);
  } else if (auto *Lastprivate = dyn_cast<OMPLastprivateClause>(Clause)) {
    Listed(Lastprivate);
    SetFlag(Lastprivate->getKind() == OMPC_LASTPRIVATE_conditional, CLEAVE_CLAUSE_HAS_MODIFIER);
  } else if (auto *Linear = dyn_cast<OMPLinearClause>(Clause)) {
    Listed(Linear);
    SetFlag(Linear->getModifierLoc().isValid(), CLEAVE_CLAUSE_HAS_MODIFIER);
  } else if (auto *Reduction = dyn_cast<OMPReductionClause>(Clause)) {
    Listed(Reduction);
    SetFlag(Reduction->getModifier() == OMPC_REDUCTION_inscan ||
                Reduction->getModifier() == OMPC_REDUCTION_task,
            CLEAVE_CLAUSE_HAS_MODIFIER);
    readReductions(Scope, Directive, Reduction, Result);
    SetFlag(llvm::any_of(Reduction->reduction_ops(), isDeclaredReduction), CLEAVE_CLAUSE_USER_REDUCTION);
    const OverloadedOperatorKind Operator = Reduction->getNameInfo().getName().getCXXOverloadedOperator();
    SetFlag(Operator == OO_Plus || Operator == OO_Minus || Operator == OO_Star, CLEAVE_CLAUSE_ARITHMETIC);
  } else if (auto *Default = dyn_cast<OMPDefaultClause>(Clause)) {
    SetFlag(Default->getDefaultKind() == OMP_DEFAULT_none, CLEAVE_CLAUSE_DEFAULT_NONE);
    SetFlag(Default->getDefaultKind() == OMP_DEFAULT_private ||
                Default->getDefaultKind() == OMP_DEFAULT_firstprivate,
            CLEAVE_CLAUSE_DEFAULT_NOT_SHARED);
  } else if (auto *Schedule = dyn_cast<OMPScheduleClause>(Clause)) {
    readArgument(Scope, Result, Schedule->getChunkSize());
    SetFlag(Schedule->getChunkSize(), CLEAVE_CLAUSE_HAS_CHUNK);
    SetFlag(Schedule->getScheduleKind() == OMPC_SCHEDULE_static, CLEAVE_CLAUSE_IS_STATIC);
    SetFlag(Schedule->getScheduleKind() == OMPC_SCHEDULE_runtime, CLEAVE_CLAUSE_IS_RUNTIME);
    SetFlag(Schedule->getFirstScheduleModifier() != OMPC_SCHEDULE_MODIFIER_unknown,
            CLEAVE_CLAUSE_HAS_MODIFIER);
  } else if (auto *DistSchedule = dyn_cast<OMPDistScheduleClause>(Clause)) {
    readArgument(Scope, Result, DistSchedule->getChunkSize());
    SetFlag(DistSchedule->getChunkSize(), CLEAVE_CLAUSE_HAS_CHUNK);
    SetFlag(DistSchedule->getDistScheduleKind() == OMPC_DIST_SCHEDULE_static, CLEAVE_CLAUSE_IS_STATIC);
  } else if (auto *Depend = dyn_cast<OMPDependClause>(Clause)) {
    const OpenMPDependClauseKind Kind = Depend->getDependencyKind();
    SetFlag((Kind != OMPC_DEPEND_in && Kind != OMPC_DEPEND_out && Kind != OMPC_DEPEND_inout) ||
                Depend->getModifier(),
            CLEAVE_CLAUSE_OTHER_DEPENDENCE);
  } else if (auto *Order = dyn_cast<OMPOrderClause>(Clause)) {
    SetFlag(Order->getKind() == OMPC_ORDER_concurrent, CLEAVE_CLAUSE_CONCURRENT);
    SetFlag(Order->getModifier() != OMPC_ORDER_MODIFIER_unknown, CLEAVE_CLAUSE_HAS_MODIFIER);
  }

  auto *Aligned = dyn_cast<OMPAlignedClause>(Clause);
  const bool NamesArrays = Aligned && llvm::all_of(cleave::listItems(Aligned), [](const Expr *Item) {
                             return Item->IgnoreParenImpCasts()->getType()->isArrayType();
                           });                            // of which only the addresses count
  if (Result.kind != CLEAVE_CLAUSE_MAP && !NamesArrays) { // the items of a map say it themselves
    UseLists Arguments = Scope.walk([&](CodeWalker &Walker) { Walker.clauseArguments(Clause); });
    storeList(Scope.Arena, Arguments.Uses, Result.uses, Result.use_count);
  }
  return Result;
}

void cleave::readClauses(RegionScope &Scope, const OMPExecutableDirective *Directive, cleave_clause *&List,
                         size_t &Count) {
  std::vector<cleave_clause> Clauses;
  for (const OMPClause *Clause : Directive->clauses())
    if (!Clause->isImplicit())
      Clauses.push_back(readClause(Scope, Directive, Clause));
  storeList(Scope.Arena, Clauses, List, Count);
}

// ---- Map items -----------------------------------------------------------------------------------

static cleave_map_type mapTypeOf(OpenMPMapClauseKind Kind) {
  return Kind == OMPC_MAP_to       ? CLEAVE_MAP_TO
         : Kind == OMPC_MAP_from   ? CLEAVE_MAP_FROM
         : Kind == OMPC_MAP_tofrom ? CLEAVE_MAP_TOFROM
         : Kind == OMPC_MAP_alloc  ? CLEAVE_MAP_ALLOC
                                   : CLEAVE_MAP_OTHER;
}

static unsigned modifiersOf(const OMPMapClause *Map) {
  unsigned Flags = 0;
  for (OpenMPMapModifierKind Modifier : Map->getMapTypeModifiers()) {
    switch (Modifier) {
    case OMPC_MAP_MODIFIER_unknown:
      break;
    case OMPC_MAP_MODIFIER_always:
      Flags |= CLEAVE_MAP_ALWAYS;
      break;
    case OMPC_MAP_MODIFIER_present:
      Flags |= CLEAVE_MAP_PRESENT;
      break;
    case OMPC_MAP_MODIFIER_close:
      Flags |= CLEAVE_MAP_CLOSE;
      break;
    case OMPC_MAP_MODIFIER_mapper:
      Flags |= CLEAVE_MAP_MAPPER;
      break;
    default:
      Flags |= CLEAVE_MAP_OTHER_MODIFIER;
    }
  }
  return Flags;
}

// The argument of the modifier `mapper`, with the qualifier that the program writes.
static const char *mapperOf(const OMPMapClause *Map, const RegionScope &Scope) {
  std::string Name;
  llvm::raw_string_ostream Out(Name);
  cleave::printMapperQualifier(Map, Out, Scope.Context.getPrintingPolicy());
  Out << Map->getMapperIdInfo().getAsString();
  Out.flush();
  return cleave_arena_copy(Scope.Arena, Name.data(), Name.size());
}

// Whether ITEM is a section of what a pointer member points to.
static bool isPointerMemberSection(const Expr *Item) {
  auto *Section = dyn_cast<ArraySectionExpr>(Item->IgnoreParens());
  if (!Section)
    return false;
  auto *Member = dyn_cast<MemberExpr>(Section->getBase()->IgnoreParenImpCasts());
  return Member && isa<FieldDecl>(Member->getMemberDecl()) && Member->getType()->isPointerType() &&
         !Member->getMemberDecl()->getType()->isReferenceType();
}

// Whether ITEM is this[:1] or this[0:1], the whole object.
static bool isWholeThis(const Expr *Item, const ASTContext &Context) {
  auto *Section = dyn_cast<ArraySectionExpr>(Item->IgnoreParens());
  if (!Section || !isa<CXXThisExpr>(Section->getBase()->IgnoreParenImpCasts()) || !Section->getLength())
    return false;
  auto Value = [&](const Expr *Bound) { return Bound->getIntegerConstantExpr(Context); };
  auto Length = Value(Section->getLength());
  auto First = Section->getLowerBound() ? Value(Section->getLowerBound()) : llvm::APSInt::get(0);
  return Length && *Length == 1 && First && *First == 0;
}

// The bounds in ITEM, if it is a variable with sections and subscripts and nothing else: on the way to
// the base nothing is evaluated but these.
static bool readBounds(RegionScope &Scope, const Expr *Item, std::vector<cleave_bound> &Bounds,
                       uint32_t &Dimensions) {
  Item = sourceExpression(Item)->IgnoreParenImpCasts();
  if (isa<DeclRefExpr, CXXThisExpr>(Item))
    return true;
  if (auto *Member = dyn_cast<MemberExpr>(Item); Member && isa<FieldDecl>(Member->getMemberDecl()))
    return readBounds(Scope, Member->getBase(), Bounds, Dimensions) && !Dimensions;
  auto Add = [&](const Expr *Bound, cleave_bound_kind Kind, uint32_t Dimension) {
    if (!Bound)
      return true;
    Bound = sourceExpression(Bound)->IgnoreImpCasts();
    cleave_bound Result = {};
    Result.kind = Kind;
    Result.dimension = Dimension;
    const std::optional<llvm::APSInt> Value = Bound->getIntegerConstantExpr(Scope.Context);
    Result.is_zero = Value && Value->isZero();
    SourceText::Piece Piece = Scope.Text.tokens(Bound->getSourceRange());
    if (Piece.Exact)
      Result.range = Piece.Range;
    std::string Type = spellType(Bound->getType(), Scope.Context);
    // The type of a constant of an enumeration without a name has no name: the value is an integer.
    if (auto *Enumeration = Bound->getType()->getAs<EnumType>();
        Type.empty() && Enumeration && !Enumeration->getDecl()->isScoped())
      Type = spellType(Enumeration->getDecl()->getPromotionType(), Scope.Context);
    Result.type = cleave_arena_copy(Scope.Arena, Type.data(), Type.size());
    UseLists Found = Scope.walk([&](CodeWalker &Walker) { Walker.value(Bound); });
    storeList(Scope.Arena, Found.Uses, Result.uses, Result.use_count);
    Bounds.push_back(Result);
    return Piece.Exact && !Type.empty();
  };
  if (auto *Section = dyn_cast<ArraySectionExpr>(Item)) {
    if (!readBounds(Scope, Section->getBase(), Bounds, Dimensions))
      return false;
    const uint32_t Own = Dimensions++;
    return Add(Section->getLowerBound(), CLEAVE_BOUND_FIRST, Own) &&
           Add(Section->getLength(), CLEAVE_BOUND_LENGTH, Own) && !Section->getStride();
  }
  if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(Item))
    return readBounds(Scope, Subscript->getBase(), Bounds, Dimensions) &&
           Add(Subscript->getIdx(), CLEAVE_BOUND_SUBSCRIPT, Dimensions++);
  return false;
}

static bool hasBranches(const Stmt *Item) {
  auto *Binary = dyn_cast<BinaryOperator>(Item);
  return isa<AbstractConditionalOperator>(Item) || (Binary && Binary->isLogicalOp()) ||
         llvm::any_of(Item->children(), [](const Stmt *Child) { return Child && hasBranches(Child); });
}

// Whether brackets and colons of the sections in ITEM are in the text, where they are looked for.
static bool showsSections(const Expr *Item) {
  Item = sourceExpression(Item)->IgnoreParenImpCasts();
  if (auto *Section = dyn_cast<ArraySectionExpr>(Item))
    return !Section->getColonLocFirst().isMacroID() && !Section->getRBracketLoc().isMacroID() &&
           showsSections(Section->getBase());
  if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(Item))
    return !Subscript->getRBracketLoc().isMacroID() && showsSections(Subscript->getBase());
  return true;
}

void cleave::readMaps(RegionScope &Scope, const OMPExecutableDirective *Target, cleave_region &Region) {
  std::vector<cleave_map_item> Maps;
  for (const auto *Map : Target->getClausesOfKind<OMPMapClause>()) {
    if (Map->isImplicit())
      continue;
    const unsigned Modifiers = modifiersOf(Map);
    const char *Mapper = Modifiers & CLEAVE_MAP_MAPPER ? mapperOf(Map, Scope) : nullptr;
    for (const Expr *Item : cleave::listItems(Map)) {
      cleave_map_item Result = {};
      Result.type = mapTypeOf(Map->getMapType());
      Result.flags = Modifiers;
      Result.mapper = Mapper;
      const VarDecl *Base = nullptr;
      bool SeenMember = false, SeenThis = false;
      UseLists Bounds =
          Scope.walk([&](CodeWalker &Walker) { Base = Walker.listItem(Item, &SeenMember, &SeenThis); });
      Result.variable = Base ? Scope.variable(Base) : SeenThis ? Scope.thisVariable() : CLEAVE_NO_VARIABLE;
      storeList(Scope.Arena, Bounds.Uses, Result.uses, Result.use_count);
      std::vector<cleave_bound> Parts;
      if (uint32_t Dimensions = 0; readBounds(Scope, Item, Parts, Dimensions)) {
        storeList(Scope.Arena, Parts, Result.bounds, Result.bound_count);
        Result.dimension_count = Dimensions;
      }
      SourceText::Piece Piece = Scope.Text.tokens(Item->getSourceRange());
      Result.range = Piece.Range;
      if (!Piece.Exact || (!Item->getBeginLoc().isMacroID() && !showsSections(Item)))
        Result.flags |= CLEAVE_MAP_IN_MACRO;
      if (SeenMember)
        Result.flags |= CLEAVE_MAP_MEMBER;
      if (usesMapper(Map, Item))
        Result.flags |= CLEAVE_MAP_MAPPER;
      if (cleave::hasSideEffects(Item, Scope.Context))
        Result.flags |= CLEAVE_MAP_SIDE_EFFECTS;
      if (hasBranches(Item))
        Result.flags |= CLEAVE_MAP_BRANCHES;
      if (isa<DeclRefExpr>(Item->IgnoreParenImpCasts()))
        Result.flags |= CLEAVE_MAP_WHOLE;
      if (SeenThis && isWholeThis(Item, Scope.Context)) {
        Result.flags |= CLEAVE_MAP_WHOLE;
        Scope.Variables[Result.variable].sharing = CLEAVE_SHARING_MAPPED;
      }
      if (isPointerMemberSection(Item))
        Result.flags |= CLEAVE_MAP_POINTER_MEMBER;
      Maps.push_back(Result);
    }
  }
  storeList(Scope.Arena, Maps, Region.maps, Region.map_count);
}
