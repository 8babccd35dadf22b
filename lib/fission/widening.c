/* FILE: lib/fission/widening.c
 * WHAT: when a loop written for one team may run on the whole device.
 *
 * `parallel for` runs its iterations on the threads of one team; `teams distribute parallel for` on those of
 * many. The outcome is the same if no iteration can detect, or depends on, the team that executes it:
 *
 * 1. Nothing in the loop asks for or synchronizes within the team: thread queries, critical, locks,
 *    barriers, worksharing and tasks bind to the innermost team (OpenMP 5.1, 2.11, 2.19), while
 *    atomic and reductions hold device-wide. Functions whose body is not visible may contain any of
 *    these.
 * 2. No iteration depends on another. The program itself promises this: without a schedule clause, or with
 *    schedule(kind) without a chunk size, the standard does not specify which iterations share a thread
 *    (2.11.4). So a dependence between two iterations is a data race already. A chunk size takes
 *    that argument away, and so do a bound on the threads and an `if` that may leave one thread: a program may
 *    legally order the iterations of one chunk, or run the loop on one thread. A constant chunk size of 1 does
 *    not, unless num_threads is there as well: which iterations share a thread depends on the number of
 *    threads. A bound of 2 or more threads does not: the iterations of a thread are unknown. order(concurrent) restores the
 * promise explicitly. Otherwise the
 *    independence must be proved (polyhedral/dependence.c), or the user must assert it with
 *    `#pragma cleave widen(assume)`. The assertion includes functions without a visible body. A construct that is
 *    known to need its team still keeps the loop in one team.
 * 3. No clause loses its meaning: a distribute loop cannot have ordered or linear, and LLVM 19's run time
 *    never returns from a reduction over teams in a construct with nowait. An initializer that reads omp_orig would read the copy of the
 *    team, where a distributed loop combines a team's values several times, or an original variable that other teams have changed already.
 */
#include <string.h>

#include "fission/fission_internal.h"
#include "polyhedral/dependence.h"

static bool refuse_widening(struct planner *planner, unsigned code, uint32_t offset, const char *name) {
  note(planner, code, offset, name);
  return false;
}

/* Point 1, except calls: constructs that the loop must not contain, and their names. Nested parallel is not
 * in the list: each thread serializes it in both forms. simd is harmless. */
static const struct {
  enum cleave_fact_kind fact;
  unsigned code;
  const char *name;
} obstacles[] = {
    {CLEAVE_FACT_OMP_CRITICAL, CLEAVE_REASON_WIDEN_CRITICAL, "critical"},
    {CLEAVE_FACT_OMP_BARRIER, CLEAVE_REASON_WIDEN_SYNCHRONIZATION, "a barrier"},
    {CLEAVE_FACT_OMP_FLUSH, CLEAVE_REASON_WIDEN_SYNCHRONIZATION, "flush"},
    {CLEAVE_FACT_OMP_ORDERED, CLEAVE_REASON_WIDEN_SYNCHRONIZATION, "ordered"},
    {CLEAVE_FACT_OMP_CANCEL, CLEAVE_REASON_WIDEN_SYNCHRONIZATION, "cancellation"},
    {CLEAVE_FACT_OMP_TASK, CLEAVE_REASON_WIDEN_SYNCHRONIZATION, "tasks"},
    {CLEAVE_FACT_OMP_WORKSHARING, CLEAVE_REASON_WIDEN_SYNCHRONIZATION, "a worksharing construct"},
    {CLEAVE_FACT_OMP_DISTRIBUTE, CLEAVE_REASON_WIDEN_SYNCHRONIZATION, "a distribute construct"},
    {CLEAVE_FACT_OMP_OTHER, CLEAVE_REASON_WIDEN_SYNCHRONIZATION, "an unknown directive"},
    {CLEAVE_FACT_ASM, CLEAVE_REASON_WIDEN_VOLATILE, "contains assembler code"},
    {CLEAVE_FACT_VOLATILE, CLEAVE_REASON_WIDEN_VOLATILE, "accesses volatile or _Atomic objects"},
    {CLEAVE_FACT_STATIC_LOCAL, CLEAVE_REASON_WIDEN_VOLATILE, "uses a static variable"},
    {CLEAVE_FACT_UNKNOWN_KIND, CLEAVE_REASON_WIDEN_VOLATILE, "contains an expression of unknown kind"},
};

/* The facts for point 2. */
struct independence {
  unsigned code;                      /* why CLAUSE invalidates the program's promise */
  const struct cleave_clause *clause; /* the first that does; NULL: none */
  const struct cleave_clause *dealt;  /* a schedule clause with chunks of one iteration; NULL: none */
  bool has_size;                      /* a clause asks for a number of threads */
  const char *proved_against;         /* its text, if a proof replaces the promise; NULL: none needed */
  bool assumed;                       /* by widen(assume) */
  const char *missing;                /* the fact that only widen(assume) asserts; NULL: none so far */
};

/* An obstacle that only the user's assertion overrides. */
static bool outweigh(struct planner *planner, struct independence *independence, unsigned code,
                     uint32_t offset, const char *name) {
  if (!independence->assumed)
    return refuse_widening(planner, code, offset, name);
  if (!independence->missing)
    independence->missing = cleave_arena_format(
        planner->arena, code == CLEAVE_REASON_WIDEN_CALL ? "the call of '%s'" : "'%s'", name);
  return true;
}

static bool check_fact(struct planner *planner, const struct cleave_fact *fact,
                       struct independence *independence) {
  if (fact->kind == CLEAVE_FACT_CALL) {
    if (!fact->name)
      return outweigh(planner, independence, CLEAVE_REASON_WIDEN_CALL, fact->offset, "an indirect callee");
    if (fact->callee == CLEAVE_CALLEE_OPENMP || fact->callee == CLEAVE_CALLEE_OPENMP_SETTING)
      return refuse_widening(planner, CLEAVE_REASON_WIDEN_THREAD_QUERY, fact->offset, fact->name);
    if (fact->callee != CLEAVE_CALLEE_MATHEMATICAL && fact->callee != CLEAVE_CALLEE_NO_OPENMP)
      return outweigh(planner, independence, CLEAVE_REASON_WIDEN_CALL, fact->offset, fact->name);
  }
  for (size_t i = 0; i < sizeof obstacles / sizeof *obstacles; i++)
    if (fact->kind == obstacles[i].fact)
      return refuse_widening(planner, obstacles[i].code, fact->offset, obstacles[i].name);
  return true;
}

static bool reads_original(const struct cleave_clause *clause) {
  for (size_t i = 0; i < clause->reduction_count; i++)
    if (clause->reductions[i].uses_original)
      return true;
  return false;
}

/* Points 2 and 3: refuses because of clauses that independence does not make valid. Stores the first clause
 * that requires a proof of independence in INDEPENDENCE. */
static bool check_clause(struct planner *planner, const struct cleave_clause *clause,
                         struct independence *independence) {
  const char *text = text_of(planner, clause->range);
  const uint32_t at = clause->range.begin;
  unsigned code = 0;
  switch (clause->kind) {
  case CLEAVE_CLAUSE_NUM_THREADS:
  case CLEAVE_CLAUSE_THREAD_LIMIT:
    independence->has_size |= clause->kind == CLEAVE_CLAUSE_NUM_THREADS;
    code = cleave_clause_is_at_least(clause, 2) ? 0 : CLEAVE_REASON_WIDEN_TEAM_SIZE;
    break;
  case CLEAVE_CLAUSE_IF:
    code = clause->modifier == CLEAVE_IF_TARGET || clause->modifier == CLEAVE_IF_SIMD
               ? 0
               : CLEAVE_REASON_WIDEN_TEAM_SIZE;
    break;
  case CLEAVE_CLAUSE_SCHEDULE:
    if (clause->flags & CLEAVE_CLAUSE_HAS_MODIFIER)
      return refuse_widening(planner, CLEAVE_REASON_WIDEN_CLAUSE, at, text);
    /* schedule(runtime): the chunk size may come from the environment. */
    if (clause->flags & CLEAVE_CLAUSE_IS_RUNTIME ||
        (clause->flags & CLEAVE_CLAUSE_HAS_CHUNK && !cleave_clause_has_single_iterations(clause)))
      code = CLEAVE_REASON_WIDEN_CHUNK;
    else if (clause->flags & CLEAVE_CLAUSE_HAS_CHUNK)
      independence->dealt = clause;
    break;
  case CLEAVE_CLAUSE_LINEAR:
  case CLEAVE_CLAUSE_ORDERED:
  case CLEAVE_CLAUSE_OTHER:
  /* With `distribute`, clang 19 lets each thread of the last team store its own copy on a GPU, so the value is
   * undefined there; `parallel for` in one team is right. */
  case CLEAVE_CLAUSE_LASTPRIVATE:
    return refuse_widening(planner, CLEAVE_REASON_WIDEN_CLAUSE, at, text);
  case CLEAVE_CLAUSE_REDUCTION:
    return !(clause->flags & CLEAVE_CLAUSE_HAS_MODIFIER || reads_original(clause)) ||
           refuse_widening(planner, CLEAVE_REASON_WIDEN_CLAUSE, at, text);
  default:
    break;
  }
  if (code && !independence->clause) {
    independence->code = code;
    independence->clause = clause;
  }
  return true;
}

static bool check_clauses(struct planner *planner, const struct cleave_node *node,
                          const struct cleave_node *parallel, struct independence *independence) {
  const struct cleave_region *region = planner->region;
  for (size_t i = 0; i < node->clause_count; i++)
    if (!check_clause(planner, &node->clauses[i], independence))
      return false;
  for (size_t i = 0; parallel && i < parallel->clause_count; i++)
    if (!check_clause(planner, &parallel->clauses[i], independence))
      return false;
  /* Clauses of the region apply to the loop's team as well; its `if` applies to target alone, unless the
   * region is itself a parallel construct. */
  for (size_t i = 0; node->directive.begin != region->directive.begin && i < region->clause_count; i++) {
    const struct cleave_clause *clause = &region->clauses[i];
    if (clause->kind == CLEAVE_CLAUSE_IF && clause->modifier == CLEAVE_IF_ANY &&
        !(region->construct & CLEAVE_CONSTRUCT_PARALLEL))
      continue;
    if (!check_clause(planner, clause, independence))
      return false;
  }
  if (independence->dealt && independence->has_size && !independence->clause) {
    independence->code = CLEAVE_REASON_WIDEN_CHUNK;
    independence->clause = independence->dealt;
  }
  return true;
}

/* order(concurrent) applies to any two iterations (OpenMP 5.1, 2.11.3). */
static bool promises_independence(const struct cleave_node *node) {
  for (size_t i = 0; i < node->clause_count; i++)
    if (node->clauses[i].flags & CLEAVE_CLAUSE_CONCURRENT)
      return true;
  return false;
}

/* Point 2, if CLAUSE invalidates the promise: a proof, or else the user's assertion. */
static bool check_independence(struct planner *planner, uint32_t loop, struct independence *independence) {
  const struct cleave_clause *clause = independence->clause;
  const char *obstacle;
  uint32_t offset;
  if (!clause || promises_independence(node_at(planner, loop)))
    return true;
  const char *text = text_of(planner, clause->range);
  if (cleave_loop_is_independent(cleave_loop_model_get(planner->loop_models, loop), &obstacle, &offset)) {
    independence->proved_against = text;
    return true;
  }
  if (!independence->assumed)
    note(planner, CLEAVE_REASON_WIDEN_NOT_PROVED, offset, obstacle);
  return outweigh(planner, independence, independence->code, clause->range.begin, text);
}

/* OpenMP does not specify the order in which the copies of a reduction are combined (5.1, 2.21.5), so this is
 * legal; but users compare digits. Integers, min, max and the logical operators have the same result in each
 * order. */
static void note_reordered(struct planner *planner, const struct cleave_node *node) {
  for (size_t i = 0; i < node->clause_count; i++) {
    const struct cleave_clause *clause = &node->clauses[i];
    for (size_t v = 0; clause->kind == CLEAVE_CLAUSE_REDUCTION && v < clause->variable_count; v++) {
      const struct cleave_variable *variable = variable_at(planner, clause->variables[v]);
      if (clause->flags & CLEAVE_CLAUSE_USER_REDUCTION ||
          (clause->flags & CLEAVE_CLAUSE_ARITHMETIC && variable->is_floating))
        note(planner, CLEAVE_REASON_REDUCTION_REORDERED, clause->range.begin, variable->name);
    }
  }
}

bool may_widen(struct planner *planner, uint32_t loop, const struct cleave_node *parallel) {
  const struct cleave_node *node = node_at(planner, loop);
  const struct cleave_region *region = planner->region;
  const uint32_t at = node->directive.begin;
  if (!planner->options->widen)
    return refuse_widening(planner, CLEAVE_REASON_WIDEN_OFF, at, NULL);
  /* The loop's own pragma overrides the region's. */
  const uint32_t either = CLEAVE_HINT_WIDEN_OFF | CLEAVE_HINT_WIDEN_ASSUME;
  const uint32_t hints = node->hints & either ? node->hints : region->hints;
  if (hints & CLEAVE_HINT_WIDEN_OFF)
    return refuse_widening(planner, CLEAVE_REASON_WIDEN_PRAGMA, at, NULL);
  const char *bound = is_combined_loop(region) ? NULL : value_missing_on_host(planner, node);
  if (bound)
    return refuse_widening(planner, CLEAVE_REASON_WIDEN_BOUND_TRAPS, node->body.begin, bound);
  struct independence independence = {.assumed = hints & CLEAVE_HINT_WIDEN_ASSUME};
  if (!check_clauses(planner, node, parallel, &independence) ||
      !check_independence(planner, loop, &independence))
    return false;
  const struct cleave_clause *nowait =
      cleave_clause_find(node->clauses, node->clause_count, CLEAVE_CLAUSE_NOWAIT);
  if (region->construct & CLEAVE_CONSTRUCT_FOR && nowait &&
      cleave_clause_find(node->clauses, node->clause_count, CLEAVE_CLAUSE_REDUCTION))
    return refuse_widening(planner, CLEAVE_REASON_WIDEN_NOWAIT, nowait->range.begin, NULL);
  for (size_t i = 0; i < node->fact_count; i++)
    if (!check_fact(planner, &node->facts[i], &independence))
      return false;
  if (!decide(planner))
    return refuse_widening(planner, CLEAVE_REASON_WIDEN_BISECT, at, NULL);
  if (independence.missing)
    note(planner, CLEAVE_REASON_LOOP_WIDENED_ASSUMED, at, independence.missing);
  else if (independence.proved_against)
    note(planner, CLEAVE_REASON_LOOP_INDEPENDENT, at, independence.proved_against);
  else
    note(planner, CLEAVE_REASON_LOOP_WIDENED, at, NULL);
  note_reordered(planner, node);
  return true;
}
