/* FILE: lib/fission/serial.c
 * WHAT: the construct that runs serial statements on the device, once.
 *
 * By definition, `target` alone has that effect: its initial thread executes the statements. clang 19
 * compiles it in generic mode, because it may contain parallel constructs. In generic mode it loses pointers
 * to arrays of variable length: double (*a)[n] has a slot in the team's memory, which is read but never
 * written. So accesses through it are undefined, and the optimizer deletes them (seen in the IR for sm_90 at
 * -O0: the slot of __kmpc_alloc_shared has no store). There is no diagnostic.
 *
 * `target parallel num_threads(1)` compiles in SPMD mode, without a state machine and without this fault, in
 * a team of one thread. The effect is the same if the statements cannot detect the parallel region of one
 * thread: such a region is inactive, num_threads and thread numbers are those of the initial thread (OpenMP
 * 5.1, 2.6, 3.2), variables of the target construct are shared in it (2.21.1.1). Statements that could detect
 * it, or would nest in it, stay under `target` alone: constructs that bind to a parallel region or create
 * one, and functions without a visible body.
 */
#include "fission/fission_internal.h"

static bool is_harmless(const struct cleave_fact *fact) {
  switch (fact->kind) {
  case CLEAVE_FACT_CALL:
    return fact->callee == CLEAVE_CALLEE_MATHEMATICAL || fact->callee == CLEAVE_CALLEE_NO_OPENMP;
  case CLEAVE_FACT_OMP_BARRIER:
  case CLEAVE_FACT_OMP_CRITICAL:
  case CLEAVE_FACT_OMP_ORDERED:
  case CLEAVE_FACT_OMP_CANCEL:
  case CLEAVE_FACT_OMP_TASK:
  case CLEAVE_FACT_OMP_PARALLEL:
  case CLEAVE_FACT_OMP_WORKSHARING:
  case CLEAVE_FACT_OMP_DISTRIBUTE:
  case CLEAVE_FACT_OMP_OTHER:
  case CLEAVE_FACT_ASM:
  case CLEAVE_FACT_TRY_THROW:
  case CLEAVE_FACT_UNKNOWN_KIND:
  case CLEAVE_FACT_LAMBDA: /* its body may be called elsewhere */
    return false;
  default:
    return true;
  }
}

static bool are_harmless(const struct cleave_fact *facts, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!is_harmless(&facts[i]))
      return false;
  return true;
}

/* Whether FACT is a directive that lib/print removes from serial code. */
static bool is_removed(const struct cleave_node *node, const struct cleave_fact *fact) {
  return node->construct & CLEAVE_CONSTRUCT_NEEDLESS && fact->offset == node->range.begin &&
         !fact->in_callee &&
         (fact->kind == CLEAVE_FACT_OMP_WORKSHARING || fact->kind == CLEAVE_FACT_OMP_BARRIER);
}

static bool is_plain(const struct planner *planner, uint32_t index) {
  const struct cleave_node *node = node_at(planner, index);
  if (node->kind == CLEAVE_NODE_LOOP || node->kind == CLEAVE_NODE_PARALLEL || node->kind == CLEAVE_NODE_TEAMS)
    return false;
  for (size_t i = 0; i < node->fact_count; i++)
    if (!is_harmless(&node->facts[i]) && !is_removed(node, &node->facts[i]))
      return false;
  for (uint32_t child = node->first_child; child != CLEAVE_NO_NODE; child = node_at(planner, child)->next)
    if (!is_plain(planner, child))
      return false;
  return true;
}

static struct cleave_directive *construct_for(const struct planner *planner, bool plain) {
  struct cleave_arena *arena = planner->arena;
  struct cleave_directive *it = cleave_make_directive(
      arena, CLEAVE_DIRECTIVE_CONSTRUCT, CLEAVE_CONSTRUCT_TARGET | (plain ? CLEAVE_CONSTRUCT_PARALLEL : 0));
  if (plain)
    cleave_add_clause(
        arena, &it->clauses,
        (struct cleave_plan_clause){.kind = CLEAVE_CLAUSE_NUM_THREADS,
                                    .argument = cleave_make_constant(arena, CLEAVE_EXPRESSION_INTEGER, 1)});
  return it;
}

/* Whether all statements from FIRST to LAST are plain. */
static bool are_plain(const struct planner *planner, uint32_t first, uint32_t last) {
  for (uint32_t at = first;; at = node_at(planner, at)->next) {
    if (!is_plain(planner, at) || at == last)
      return is_plain(planner, at);
  }
}

struct cleave_directive *serial_construct(const struct planner *planner, uint32_t first, uint32_t last) {
  return construct_for(planner, are_plain(planner, first, last));
}

/* Whether these statements, and the visible functions that they call, contain no parallel construct. */
static bool runs_in_one_thread(const struct planner *planner, uint32_t first, uint32_t last) {
  for (uint32_t at = first;; at = node_at(planner, at)->next) {
    if (cleave_region_find_fact(planner->region, at, UINT64_C(1) << CLEAVE_FACT_OMP_PARALLEL) ||
        cleave_region_contains(planner->region, at, CLEAVE_NODE_PARALLEL))
      return false;
    if (at == last)
      return true;
  }
}

const char *serial_kernel_threads(const struct planner *planner, uint32_t first, uint32_t last) {
  if (are_plain(planner, first, last))
    return "thread";
  return runs_in_one_thread(planner, first, last) ? "team, in its initial thread" : "team";
}

struct cleave_directive *condition_construct(const struct planner *planner,
                                             const struct cleave_source_expression *condition) {
  return construct_for(planner, are_harmless(condition->facts, condition->fact_count));
}
