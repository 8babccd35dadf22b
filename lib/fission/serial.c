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
 *
 * Scalars that loops of the statements update, as `sum += a[i]`, are in device memory, because they pass values from kernel to
 * kernel. The compiler cannot keep them in registers there: a store through another pointer might change them. So the kernel
 * works on copies, which it stores at its end. No other thread accesses a scalar while the kernel runs, and no statement has
 * another name for it: its address is not taken in the function, and it is no global variable. So each statement reads the value
 * that it would read without the copy.
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

/* ---- Scalars in registers --------------------------------------------------------------------------- */

/* How the loops of NODE, and all below it, use VARIABLE. */
static uint32_t uses_in_loops(const struct planner *planner, uint32_t index, uint32_t variable) {
  if (is_loop_statement(node_at(planner, index)))
    return cleave_region_uses(planner->region, index, variable, NULL);
  uint32_t flags = 0;
  for (uint32_t child = node_at(planner, index)->first_child; child != CLEAVE_NO_NODE;
       child = node_at(planner, child)->next)
    flags |= uses_in_loops(planner, child, variable);
  return flags;
}

static bool may_be_held(const struct planner *planner, const struct cleave_plan_node *serial,
                        uint32_t index) {
  const struct cleave_variable *variable = variable_at(planner, index);
  if ((variable->type_class != CLEAVE_TYPE_FLOATING && variable->type_class != CLEAVE_TYPE_INTEGER) ||
      !variable->type || variable->address_taken || variable->is_captured || variable->is_global ||
      variable->is_const || variable->is_volatile || variable->is_atomic || variable->is_thread_local ||
      variable->is_reference || variable->is_structured_binding_or_capture || variable->is_lambda_capture)
    return false;
  for (uint32_t at = serial->node;; at = node_at(planner, at)->next) {
    for (uint32_t inside = variable->declared_by; inside != CLEAVE_NO_NODE;
         inside = node_at(planner, inside)->parent)
      if (inside == at)
        return false; /* declared by the statements */
    if (at == serial->last)
      return true;
  }
}

void hold_scalars(struct planner *planner, struct cleave_plan_node *serial, const bool *in_device_memory) {
  const uint32_t updates = CLEAVE_USE_READ | CLEAVE_USE_WRITE;
  if (!are_plain(planner, serial->node, serial->last))
    return;
  for (uint32_t v = 0; v < planner->region->variable_count; v++) {
    uint32_t flags = 0, all = 0;
    for (uint32_t at = serial->node; in_device_memory[v] && may_be_held(planner, serial, v);
         at = node_at(planner, at)->next) {
      flags |= uses_in_loops(planner, at, v);
      all |= cleave_region_uses(planner->region, at, v, NULL);
      if (at == serial->last)
        break;
    }
    if ((flags & updates) != updates || all & ~(updates | CLEAVE_USE_ASSIGNED_FIRST))
      continue;
    const char *name =
        new_name(planner, cleave_arena_format(planner->arena, "at_%s", variable_at(planner, v)->name));
    size_t count = serial->held_count;
    CLEAVE_APPEND(planner->arena, serial->held_names, count, name);
    CLEAVE_APPEND(planner->arena, serial->held, serial->held_count, v);
  }
}

/* ---- Loads in flight -------------------------------------------------------------------------------- */

static void unroll_below(struct planner *planner, uint32_t index, struct cleave_plan_node *serial) {
  const struct cleave_node *node = node_at(planner, index);
  if (node->kind == CLEAVE_NODE_FOR && node->accesses) {
    const struct cleave_offsets found =
        find_unrolled_loops(planner, node->accesses, node->range, NULL, UNROLL_NESTED);
    for (size_t i = 0; i < found.count; i++)
      CLEAVE_APPEND(planner->arena, serial->unrolled.items, serial->unrolled.count, found.items[i]);
  }
  for (uint32_t child = node->first_child; child != CLEAVE_NO_NODE; child = node_at(planner, child)->next)
    unroll_below(planner, child, serial);
}

void unroll_loops(struct planner *planner, struct cleave_plan_node *serial) {
  for (uint32_t at = serial->node; are_plain(planner, serial->node, serial->last);
       at = node_at(planner, at)->next) {
    unroll_below(planner, at, serial);
    if (at == serial->last)
      return;
  }
}
