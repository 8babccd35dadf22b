// FILE: passes/frontend/reader_combined.cpp
// WHAT: see reader_combined.h.
#include "reader_combined.h"

#include "reader_constructs.h"

using namespace clang;
using namespace cleave;
using namespace llvm::omp;

bool cleave::holdsParallelLoops(const OMPExecutableDirective *Directive, OpenMPDirectiveKind Kind) {
  if (Directive->getDirectiveKind() != Kind)
    return false;
  const Stmt *Statement = withoutWrapper(Directive->getRawStmt());
  for (auto *Block = dyn_cast<CompoundStmt>(Statement); Block && Block->size() == 1;
       Block = dyn_cast<CompoundStmt>(Statement))
    Statement = Block->body_front();
  auto *For = dyn_cast<ForStmt>(Statement);
  return For && !For->getConditionVariable() && hasDirective(For->getBody(), isLoopNode);
}

static bool isLoopOfTeams(OpenMPDirectiveKind Kind) {
  return Kind == OMPD_teams_distribute_parallel_for || Kind == OMPD_teams_distribute_parallel_for_simd ||
         Kind == OMPD_teams_loop;
}

// The expression of the object that the list item ITEM is a part of.
static const Stmt *objectOf(const Stmt *Item) {
  while (auto *Value = dyn_cast_or_null<Expr>(Item)) {
    Value = Value->IgnoreParenImpCasts();
    if (auto *Section = dyn_cast<ArraySectionExpr>(Value))
      Item = Section->getBase();
    else if (auto *Element = dyn_cast<ArraySubscriptExpr>(Value))
      Item = Element->getBase();
    else
      return Value;
  }
  return Item;
}

namespace {
// `target`, and the directive that is all of it.
struct Pair {
  const OMPExecutableDirective *Target, *Nested;
  const ASTContext &Context;
  llvm::function_ref<bool(const VarDecl *)> HasHostValue; // of a variable that `target` maps

  // Whether VAR is in a map or a list of device pointers of `target`; it may have other values on the device then.
  bool hasClauseFor(const VarDecl *Var) const {
    return llvm::any_of(Target->clauses(), [&](const OMPClause *Clause) {
      return !Clause->isImplicit() &&
             isa<OMPMapClause, OMPIsDevicePtrClause, OMPHasDeviceAddrClause>(Clause) &&
             llvm::any_of(Clause->children(), [&](const Stmt *Item) { return names(objectOf(Item), Var); });
    });
  }

  // Whether `target` makes VAR firstprivate and no clause says so: a scalar that has no copy on the device (OpenMP 5.1, 2.21.1.1, 2.21.7).
  bool isImplicitlyFirstprivate(const VarDecl *Var) const {
    return (Var->hasLocalStorage() ||
            (Var->isFileVarDecl() && !Var->getTLSKind() && !Var->hasAttr<OMPThreadPrivateDeclAttr>() &&
             !OMPDeclareTargetDeclAttr::isDeclareTargetDeclaration(Var))) &&
           Var->getType()->isArithmeticType() && !Var->getType().isVolatileQualified() &&
           !Target->hasClausesOfKind<OMPDefaultmapClause>() && !hasClauseFor(Var);
  }

  // Whether CODE has the same value on the host before `target` as in `target`.
  bool isSameOnHost(const Stmt *Code) const {
    auto *Value = dyn_cast_or_null<Expr>(Code);
    if (!Code || (Value && Value->isIntegerConstantExpr(Context)))
      return true;
    if (isa<CallExpr, MemberExpr, ArraySubscriptExpr, StmtExpr, LambdaExpr>(Code))
      return false;
    if (auto *Unary = dyn_cast<UnaryOperator>(Code); Unary && Unary->getOpcode() == UO_Deref)
      return false;
    if (auto *Reference = dyn_cast<DeclRefExpr>(Code)) {
      auto *Var = dyn_cast<VarDecl>(Reference->getDecl());
      return Var && (isImplicitlyFirstprivate(Var) || HasHostValue(Var) || llvm::is_contained(Counters, Var));
    }
    return llvm::all_of(Code->children(), [&](const Stmt *Child) { return isSameOnHost(Child); });
  }

  // The iteration variables of the nested loops.
  std::vector<const VarDecl *> Counters;

  // Whether the loops of the nested directive have the same iterations if the host evaluates their bounds.
  bool hasSameIterations() {
    const AssociatedLoops Loops = associatedLoops(Nested);
    Counters = Loops.Counters;
    for (const Stmt *Loop : Loops.Loops) {
      auto *For = dyn_cast<ForStmt>(Loop);
      if (!For)
        return false;
      if (auto *Declaration = dyn_cast_or_null<DeclStmt>(For->getInit()))
        for (const Decl *Declared : Declaration->decls())
          if (auto *Var = dyn_cast<VarDecl>(Declared)) {
            if (!isSameOnHost(Var->getInit()))
              return false;
            Counters.push_back(Var);
          }
    }
    return llvm::all_of(Loops.Loops, [&](const Stmt *Loop) {
      auto *For = cast<ForStmt>(Loop);
      return (isa_and_nonnull<DeclStmt>(For->getInit()) || isSameOnHost(For->getInit())) &&
             isSameOnHost(For->getCond()) && isSameOnHost(For->getInc());
    });
  }

  // Whether `target` maps the whole of VAR.
  bool maps(const VarDecl *Var) const {
    return llvm::any_of(Target->getClausesOfKind<OMPMapClause>(), [&](const OMPMapClause *Map) {
      return !Map->isImplicit() && llvm::any_of(Map->children(), [&](const Stmt *Item) {
        auto *Named = dyn_cast_or_null<DeclRefExpr>(Item);
        return Named && Named->getDecl() == Var;
      });
    });
  }

  static bool allNamed(const OMPClause *Clause, llvm::function_ref<bool(const VarDecl *)> Holds) {
    return llvm::all_of(Clause->children(), [&](const Stmt *Argument) {
      auto *Named = dyn_cast_or_null<DeclRefExpr>(Argument);
      auto *Var = Named ? dyn_cast<VarDecl>(Named->getDecl()) : nullptr;
      return Var && Holds(Var);
    });
  }

  bool allSameOnHost(const OMPClause *Clause) const {
    return llvm::all_of(Clause->children(), [&](const Stmt *Argument) { return isSameOnHost(Argument); });
  }

  // Whether CLAUSE, of OWNER, means the same on the combined construct. There, data-sharing clauses and reductions
  // apply to `target` also, an `if` without a modifier applies to `parallel` also, and the host evaluates the limits
  // (OpenMP 5.1, 2.13.10). `target` would map the variable of a reduction (2.21.7), so it must have a map already.
  bool meansTheSame(const OMPClause *Clause, const OMPExecutableDirective *Owner) const {
    const bool IsNested = Owner == Nested;
    switch (Clause->getClauseKind()) {
    case OMPC_map:
    case OMPC_device:
    case OMPC_is_device_ptr:
    case OMPC_has_device_addr:
    case OMPC_defaultmap:
    case OMPC_shared:
    case OMPC_collapse:
    case OMPC_safelen:
    case OMPC_simdlen:
    case OMPC_bind:
    case OMPC_order:
    case OMPC_proc_bind:
      return true;
    case OMPC_if:
      return !IsNested && (cast<OMPIfClause>(Clause)->getNameModifier() == OMPD_target ||
                           !isLoopOfTeams(Nested->getDirectiveKind()));
    case OMPC_default:
      return cast<OMPDefaultClause>(Clause)->getDefaultKind() == OMP_DEFAULT_shared;
    case OMPC_schedule:
      return isSameOnHost(cast<OMPScheduleClause>(Clause)->getChunkSize());
    case OMPC_dist_schedule:
      return isSameOnHost(cast<OMPDistScheduleClause>(Clause)->getChunkSize());
    case OMPC_num_teams:
    case OMPC_thread_limit:
    case OMPC_num_threads:
      return allSameOnHost(Clause);
    case OMPC_private:
      return IsNested && allNamed(Clause, [&](const VarDecl *Var) { return !hasClauseFor(Var); });
    case OMPC_firstprivate:
      return IsNested && allNamed(Clause, [&](const VarDecl *Var) { return isImplicitlyFirstprivate(Var); });
    case OMPC_reduction:
      return IsNested && allNamed(Clause, [&](const VarDecl *Var) { return maps(Var); });
    default:
      return false;
    }
  }

  bool allMeanTheSame(const OMPExecutableDirective *Owner) const {
    return llvm::all_of(Owner->clauses(), [&](const OMPClause *Clause) {
      return Clause->isImplicit() || meansTheSame(Clause, Owner);
    });
  }
};
} // namespace

const OMPExecutableDirective *cleave::combinedWith(const OMPExecutableDirective *Target,
                                                   const SourceText &Text, const ASTContext &Context,
                                                   llvm::function_ref<bool(const VarDecl *)> HasHostValue) {
  if (Target->getDirectiveKind() != OMPD_target)
    return nullptr;
  auto *Nested = dyn_cast<OMPExecutableDirective>(withoutWrapper(Target->getRawStmt()));
  if (!Nested ||
      !(isLoopOfTeams(Nested->getDirectiveKind()) || holdsParallelLoops(Nested, OMPD_teams_distribute)))
    return nullptr;
  for (const OMPExecutableDirective *Each : {Target, Nested})
    if (Text.isChosen(Each) || Text.isOperator(Each) || !Text.directive(Each))
      return nullptr;
  Pair Both{Target, Nested, Context, HasHostValue, {}};
  if (!Both.allMeanTheSame(Target) || !Both.allMeanTheSame(Nested) || !Both.hasSameIterations())
    return nullptr;
  const SourceManager &SM = Context.getSourceManager();
  const StringRef File = SM.getBufferData(SM.getFileID(Target->getBeginLoc()));
  const StringRef Between = File.slice(Text.directive(Target)->end, Text.directive(Nested)->begin);
  return Between.trim().empty() ? Nested : nullptr;
}
