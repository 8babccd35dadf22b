/* FILE: lib/fission/no_alias_versions.c
 * WHAT: which kernels get a no-alias version, for launches in which the arrays they write overlap no others.
 *
 * In `C[i] += A[i * n + k] * x[k]`, C[i] could stay in a register while k runs. But C may overlap A or x:
 * every iteration stores it, and waits for the store before it loads again. `restrict` is lost in target
 * regions. So the kernel has two versions, and the run-time library selects one at each launch.
 *
 * Why that is allowed. The version states __builtin_assume_separate_storage(C, A) for each array C that it
 * writes and each other array A: no access through a pointer that is based on C is to memory that one based
 * on A accesses. This holds if
 * 1. accesses based on C stay in the section of C that a map clause names, and those of A in A's (OpenMP 5.1,
 *    2.14.5 and 2.21.7.1: no other element is present on the device; planner/memory.c). Under unified shared memory
 *    this holds for the whole of an array only. Without a section, the subscripts give an interval (access_bounds.c);
 * 2. these sections share no byte on the device: the check finds that out for the sections in the plan's own
 *    map clauses, at the addresses where the kernel will find them (lib/runtime/alias_check.c). Memory without a section
 *    has to be present, or is given by an address of the device;
 * 3. C and A have the same meaning at the top of the loop's body as in the check: they are arrays, or
 *    pointers that nothing in the region changes or takes the address of. Some programs violate point 1: they
 *    read past a section, within an enclosing mapped one. So the check fails for two sections in one mapping.
 *    Each statement is independent: an object that is overlooked only leaves a pair that may overlap. So the
 *    completeness of the list affects speed, not correctness.
 *
 * The version is useful if the innermost sequential loop around a store does not change the store's address,
 * and another array may overlap: all other stores have to be made anyway.
 */
#include <string.h>

#include "fission/fission_internal.h"
#include "model/affine.h"
#include "polyhedral/dependence.h"

/* ---- Objects -------------------------------------------------------------------------------- */

bool is_own_copy(const struct planner *planner, uint32_t index) {
  const struct cleave_variable *variable = variable_at(planner, index);
  return variable->type_class != CLEAVE_TYPE_POINTER && planner->placements[index] != ON_DEVICE &&
         (variable->sharing == CLEAVE_SHARING_INSIDE || variable->sharing == CLEAVE_SHARING_PRIVATE ||
          variable->sharing == CLEAVE_SHARING_FIRSTPRIVATE);
}

static bool has_object(const struct cleave_disjoint *disjoint, uint32_t variable) {
  for (size_t i = 0; i < disjoint->object_count; i++)
    if (disjoint->objects[i].variable == variable)
      return true;
  return false;
}

/* Adds the objects that the loop's accesses are based on: those it writes if WRITTEN, or else the others. ALL: those without elements too.
 * Emits a remark and returns false for the first one without a known section. */
static bool add_objects(struct planner *planner, const struct cleave_loop_model *model,
                        struct cleave_disjoint *disjoint, bool written, bool all,
                        struct cleave_assumptions *assumptions) {
  const struct cleave_loop_accesses *loop = model->loop ? model->loop : model->node->accesses;
  for (size_t i = 0; i < loop->access_count; i++) {
    const struct cleave_access *access = &loop->accesses[i];
    struct cleave_object object = {.written = written};
    if (access->writes != written || is_own_copy(planner, access->variable) ||
        has_object(disjoint, access->variable) ||
        !(all ? cleave_may_be_compared(model, access) : access->subscript_count))
      continue;
    if (!find_compared_memory(planner, access->variable, &object) &&
        (!find_accessed_memory(planner, model, access->variable, assumptions, &object) ||
         !check_ranges(planner, model, assumptions, &disjoint->ranges))) {
      note(planner, CLEAVE_REASON_NO_ALIAS_EXTENT, access->offset,
           variable_at(planner, access->variable)->name);
      return false;
    }
    CLEAVE_APPEND(planner->arena, disjoint->objects, disjoint->object_count, object);
    disjoint->written_count += written;
  }
  return true;
}

bool add_disjoint_objects(struct planner *planner, const struct cleave_loop_model *model, bool all,
                          struct cleave_disjoint *disjoint) {
  struct cleave_assumptions assumptions = {.may_have_ranges = true};
  if (!add_objects(planner, model, disjoint, true, all, &assumptions) ||
      !add_objects(planner, model, disjoint, false, all, &assumptions))
    return false;
  /* Their sums do not overflow for small symbols. */
  const struct cleave_expression *small = disjoint->ranges ? symbols_are_small(planner, model) : NULL;
  if (small)
    disjoint->ranges = cleave_make_binary(planner->arena, CLEAVE_AND, small, disjoint->ranges);
  return true;
}

/* ---- The decision --------------------------------------------------------------------------- */

bool take_clauses(const struct planner *planner, struct target_clauses *clauses) {
  const struct cleave_region *region = planner->region;
  const bool combined = is_combined_loop(region);
  for (size_t i = 0; i < region->clause_count; i++) {
    const struct cleave_clause *clause = &region->clauses[i];
    const bool device = clause->kind == CLEAVE_CLAUSE_DEVICE;
    if (!device && !cleave_clause_is_condition(clause))
      continue;
    if (combined && clause->flags & CLEAVE_CLAUSE_SIDE_EFFECTS)
      return false;
    *(device ? &clauses->device : &clauses->condition) =
        combined ? cleave_make_source(planner->arena, clause->argument)
        : device ? planner->device
                 : planner->condition;
  }
  return true;
}

static const char *first_accumulated(const struct planner *planner, const struct cleave_loop_accesses *loop) {
  bool others = false;
  const char *name = NULL;
  for (size_t i = 0; i < loop->access_count; i++)
    if (!name && is_accumulated(loop, &loop->accesses[i]) &&
        !is_own_copy(planner, loop->accesses[i].variable))
      name = variable_at(planner, loop->accesses[i].variable)->name;
  for (size_t i = 0; name && i < loop->access_count; i++)
    others |= loop->accesses[i].subscript_count && !is_own_copy(planner, loop->accesses[i].variable) &&
              strcmp(name, variable_at(planner, loop->accesses[i].variable)->name) != 0;
  return others ? name : NULL;
}

void add_object(struct cleave_arena *arena, struct cleave_expression *call,
                const struct cleave_object *object) {
  cleave_add_memory(arena, call, object->address, object->bytes);
  cleave_add_number(arena, call, (int64_t)object->kind);
  cleave_add_number(arena, call, (int64_t)object->bound_count);
  for (size_t i = 0; i < object->bound_count; i++) {
    cleave_add_number(arena, call, (int64_t)object->bounds[i].term_count);
    for (size_t t = 0; t < object->bounds[i].term_count; t++)
      cleave_add_argument(arena, call, object->bounds[i].terms[t]);
  }
}

const struct cleave_expression *guard_of_call(const struct planner *planner,
                                              const struct target_clauses *clauses,
                                              const struct cleave_expression *call) {
  struct cleave_arena *arena = planner->arena;
  const struct cleave_expression *guard = cleave_make_function(arena, call->function);
  if (clauses->condition)
    guard = cleave_make_binary(arena, CLEAVE_AND, cleave_make_parentheses(arena, clauses->condition), guard);
  return cleave_make_binary(arena, CLEAVE_AND, guard, call);
}

const struct cleave_expression *disjoint_guard(struct planner *planner,
                                               const struct cleave_disjoint *disjoint,
                                               const struct target_clauses *clauses) {
  struct cleave_arena *arena = planner->arena;
  enum cleave_function function = CLEAVE_CALL_DISJOINT;
  for (size_t i = 0; i < disjoint->object_count; i++)
    if (disjoint->objects[i].kind != CLEAVE_MEMORY_SECTION)
      function = CLEAVE_CALL_DISJOINT_ACCESSES;
  struct cleave_expression *call = cleave_make_call(arena, function);
  cleave_add_device_argument(arena, call, clauses->device);
  cleave_add_number(arena, call, (int64_t)disjoint->written_count);
  cleave_add_number(arena, call, (int64_t)disjoint->object_count);
  for (size_t i = 0; i < disjoint->object_count; i++)
    if (function == CLEAVE_CALL_DISJOINT)
      cleave_add_memory(arena, call, disjoint->objects[i].address, disjoint->objects[i].bytes);
    else
      add_object(arena, call, &disjoint->objects[i]);
  const struct cleave_expression *guard = guard_of_call(planner, clauses, call);
  return disjoint->ranges ? cleave_make_binary(arena, CLEAVE_AND, disjoint->ranges, guard) : guard;
}

/* clone_obstacle, for TEXT of NODE without the directives of its atomic constructs. */
static const char *atomic_clone_obstacle(const struct planner *planner, const struct cleave_node *node,
                                         struct cleave_range text) {
  const char *obstacle = NULL;
  for (size_t i = 0; !obstacle && i < node->atomics->update_count; i++) {
    const struct cleave_atomic_update *update = &node->atomics->updates[i];
    obstacle = clone_obstacle(planner, (struct cleave_range){text.begin, update->begin});
    text.begin = update->statement_begin;
  }
  return obstacle ? obstacle : clone_obstacle(planner, text);
}

/* How a version prints the atomic constructs of its loop. */
enum atomics { ATOMICS_ABSENT, ATOMICS_REPLACED, ATOMICS_KEPT, ATOMICS_AND_LABELS_KEPT };

/* clone_obstacle, for TEXT of NODE whose directives are atomic constructs. They are printed as operators. */
static const char *kept_clone_obstacle(const struct planner *planner, const struct cleave_node *node,
                                       struct cleave_range text) {
  for (size_t i = 0; i < node->fact_count; i++)
    if (node->facts[i].kind > CLEAVE_FACT_OMP_ATOMIC && node->facts[i].kind <= CLEAVE_FACT_OMP_OTHER &&
        node->facts[i].kind != CLEAVE_FACT_OMP_SIMD)
      return clone_obstacle(planner, text);
  const char *obstacle = word_clone_obstacle(planner, text);
  const struct cleave_token *directive;
  while (!obstacle && (directive = cleave_find_token(&planner->unit->tokens, text,
                                                     1 << CLEAVE_TOKEN_OPENMP_PRAGMA, NULL))) {
    obstacle =
        layout_clone_obstacle(planner->unit, (struct cleave_range){text.begin, directive->range.begin});
    if (cleave_find_token(&planner->unit->tokens, directive->range, 1 << CLEAVE_TOKEN_CONTINUATION, NULL))
      obstacle = "a continued line";
    text.begin = directive->range.end;
  }
  return obstacle ? obstacle : layout_clone_obstacle(planner->unit, text);
}

static const char *find_version_obstacle(const struct planner *planner, uint32_t index,
                                         struct target_clauses *clauses, uint32_t *offset,
                                         enum atomics atomics) {
  const struct cleave_node *node = node_at(planner, index);
  const bool has_directive = node->kind == CLEAVE_NODE_LOOP;
  const struct cleave_range text = {has_directive ? node->body.begin : node->range.begin, node->range.end};
  const char *obstacle = fact_clone_obstacle(node, atomics == ATOMICS_AND_LABELS_KEPT, offset);
  for (uint32_t child = node->first_child; !obstacle && child != CLEAVE_NO_NODE;
       child = node_at(planner, child)->next)
    obstacle = find_version_obstacle(planner, child, clauses, offset,
                                     atomics >= ATOMICS_KEPT ? atomics : ATOMICS_ABSENT);
  const struct cleave_loop_accesses *loop = node->scan       ? node->scan
                                            : node->accesses ? node->accesses
                                                             : node->headers;
  if (obstacle || !loop)
    return obstacle;
  *offset = text.begin;
  return loop->body_end == loop->body_begin || has_expansions(planner->unit, text)
             ? "parts of it come from a macro"
         : !take_clauses(planner, clauses) ? "a clause with side effects"
         : atomics == ATOMICS_REPLACED     ? atomic_clone_obstacle(planner, node, text)
         : atomics >= ATOMICS_KEPT         ? kept_clone_obstacle(planner, node, text)
                                           : clone_obstacle(planner, text);
}

const char *version_obstacle(const struct planner *planner, uint32_t index, struct target_clauses *clauses,
                             uint32_t *offset) {
  return find_version_obstacle(planner, index, clauses, offset, ATOMICS_ABSENT);
}

const char *atomic_version_obstacle(const struct planner *planner, uint32_t index,
                                    struct target_clauses *clauses, uint32_t *offset) {
  return find_version_obstacle(planner, index, clauses, offset, ATOMICS_REPLACED);
}

const char *reduction_version_obstacle(const struct planner *planner, uint32_t index,
                                       struct target_clauses *clauses, uint32_t *offset) {
  return find_version_obstacle(planner, index, clauses, offset, ATOMICS_KEPT);
}

const char *nest_version_obstacle(const struct planner *planner, uint32_t index,
                                  struct target_clauses *clauses, uint32_t *offset) {
  return find_version_obstacle(planner, index, clauses, offset, ATOMICS_AND_LABELS_KEPT);
}

static void add_version(struct planner *planner, struct cleave_plan_node *plan_node) {
  const struct cleave_region *region = planner->region;
  const struct cleave_node *node = node_at(planner, plan_node->node);
  const struct cleave_loop_accesses *loop = node->accesses;
  /* In a header, the name of the second kernel could be that of another kernel in a compilation without cleave. */
  if (!loop || region->flags & CLEAVE_REGION_SHARED ||
      (region->hints | node->hints) & CLEAVE_HINT_NO_ALIAS_OFF)
    return;
  const char *accumulated = first_accumulated(planner, loop);
  if (!accumulated)
    return;
  for (size_t i = 0; i < region->clause_count; i++)
    if (region->clauses[i].kind == CLEAVE_CLAUSE_NOWAIT || region->clauses[i].kind == CLEAVE_CLAUSE_DEPEND) {
      note(planner, CLEAVE_REASON_NO_ALIAS_TASK, node->directive.begin,
           text_of(planner, region->clauses[i].range));
      return;
    }
  struct cleave_disjoint *disjoint = cleave_arena_allocate(planner->arena, sizeof *disjoint);
  struct target_clauses clauses = {0};
  disjoint->body = (struct cleave_range){loop->body_begin, loop->body_end};
  uint32_t offset;
  const char *obstacle = version_obstacle(planner, plan_node->node, &clauses, &offset);
  if (obstacle) {
    note(planner, CLEAVE_REASON_NO_ALIAS_TEXT, offset, obstacle);
    return;
  }
  if (!add_disjoint_objects(planner, cleave_loop_model_get(planner->loop_models, plan_node->node), false,
                            disjoint) ||
      !decide(planner))
    return;
  disjoint->unrolled =
      find_unrolled_loops(planner, loop, disjoint->body, NULL, UNROLL_NESTED | UNROLL_NO_ALIAS);
  const struct cleave_version version = {.guard = disjoint_guard(planner, disjoint, &clauses),
                                         .body = CLEAVE_BODY_NO_ALIAS,
                                         .disjoint = disjoint};
  CLEAVE_APPEND(planner->arena, plan_node->versions.items, plan_node->versions.count, version);
  note(planner, CLEAVE_REASON_NO_ALIAS, node->directive.begin, accumulated);
}

void add_disjoint_versions(struct planner *planner, struct cleave_plan_node *plan_node) {
  if (plan_node->kind == CLEAVE_PLAN_KERNEL && !plan_node->launch_value_count && planner->options->no_alias &&
      planner->options->may_call)
    add_version(planner, plan_node);
  for (size_t i = 0; i < plan_node->child_count; i++)
    add_disjoint_versions(planner, plan_node->children[i]);
}
