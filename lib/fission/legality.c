/* FILE: lib/fission/legality.c
 * WHAT: conditions under which a region cannot be split, whatever its plan nodes.
 *
 * The rules follow OpenMP 5.1 (2.14.5 target, 2.21.7 map) and on C's scoping. A region that passes here can
 * still be refused by a later part, when a plan node cannot be built.
 */
#include <string.h>

#include "fission/fission_internal.h"

#define BIT(fact) (UINT64_C(1) << (fact))

/* Clauses of the region whose argument is computed before its first kernel: see directives.c. */
static bool is_evaluated_once(const struct cleave_clause *clause) {
  return clause->kind == CLEAVE_CLAUSE_DEVICE || cleave_clause_is_condition(clause);
}

/* Checks for a clause on any construct: its text can be copied, and several evaluations (or one on the host)
 * have the same result. */
static bool check_clause_text(struct planner *planner, const struct cleave_clause *clause) {
  if (clause->flags & CLEAVE_CLAUSE_IN_MACRO)
    return refuse(planner, CLEAVE_REASON_CLAUSE_MACRO, clause->range.begin, text_of(planner, clause->range));
  if ((clause->flags & CLEAVE_CLAUSE_SIDE_EFFECTS) && !is_evaluated_once(clause))
    return refuse(planner, CLEAVE_REASON_CLAUSE_EFFECTS, clause->range.begin,
                  text_of(planner, clause->range));
  return true;
}

static bool check_region_clauses(struct planner *planner, const struct cleave_clause *clauses, size_t count,
                                 bool replicated) {
  for (size_t i = 0; i < count; i++) {
    const struct cleave_clause *clause = &clauses[i];
    if (clause->flags & CLEAVE_CLAUSE_MOVED)
      continue;
    /* Private data of a team or thread would have to outlive the kernel that creates them. */
    if (replicated &&
        (clause->kind == CLEAVE_CLAUSE_PRIVATE || clause->kind == CLEAVE_CLAUSE_REDUCTION ||
         (clause->kind == CLEAVE_CLAUSE_DEFAULT && (clause->flags & CLEAVE_CLAUSE_DEFAULT_NOT_SHARED))))
      return refuse(planner, CLEAVE_REASON_CLAUSE_PER_TEAM_DATA, clause->range.begin,
                    text_of(planner, clause->range));
    if (clause->kind == CLEAVE_CLAUSE_COLLAPSE && is_distribute_loop(planner->region))
      continue; /* distribute_checks.c */
    const bool of_teams = clauses != planner->region->clauses && clause->kind == CLEAVE_CLAUSE_IF;
    if (cleave_clause_in(clause, CLEAVE_FORM_REGION) == CLEAVE_CLAUSE_USE_NO ||
        of_teams) /* OpenMP 5.2: one team, or many */
      return refuse(planner, CLEAVE_REASON_CLAUSE_UNSUPPORTED, clause->range.begin,
                    text_of(planner, clause->range));
    if (clause->kind == CLEAVE_CLAUSE_DEPEND)
      continue; /* tasks.c */
    /* A member in such a clause has a separate copy, and the object does not receive its value. */
    if ((clause->kind == CLEAVE_CLAUSE_PRIVATE || clause->kind == CLEAVE_CLAUSE_FIRSTPRIVATE) &&
        clause->flags & CLEAVE_CLAUSE_NOT_PLAIN)
      return refuse(planner, CLEAVE_REASON_CLAUSE_ITEM, clause->range.begin, text_of(planner, clause->range));
    if (!check_clause_text(planner, clause))
      return false;
    for (size_t u = 0; u < clause->use_count && !is_evaluated_once(clause); u++) {
      uint32_t changes = flowing_uses(planner, clause->uses[u].variable);
      if (changes & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS) ||
          clause->uses[u].flags & CLEAVE_USE_ELEMENT_READ)
        return refuse(planner, CLEAVE_REASON_CLAUSE_ON_DEVICE, clause->range.begin,
                      text_of(planner, clause->range));
    }
  }
  return true;
}

/* Whether several kernels can share the storage of ITEM. A member is part of a record. The items of one record
 * make a part of it present, from the first member to the last, and no item may extend a present part (OpenMP
 * 5.1, 2.21.7.1). So each kernel that uses the record repeats all its items, and maps the part that the environment
 * holds. For a variable and for r->p, clang 19 maps nothing else. For a use of a member of `this` it maps this[:1]
 * (2.21.7), which is then an object of its own.
 *
 * The item r.p[0:n] adds the target of r.p, and r.p on the device points to it as long as the environment lives: the
 * pointer is set when both are mapped first, and not again by the kernels' clauses. */
static bool is_known_item(const struct planner *planner, const struct cleave_map_item *item) {
  if (item->variable == CLEAVE_NO_VARIABLE)
    return false;
  const struct cleave_variable *variable = variable_at(planner, item->variable);
  if (variable->is_this && item->flags & CLEAVE_MAP_WHOLE)
    return true;
  if (!(item->flags & CLEAVE_MAP_MEMBER))
    return !variable->is_this;
  /* With nowait, the end of the environment is a separate list with another order. */
  if (planner->deferred)
    return false;
  return variable->is_this ? item->flags & CLEAVE_MAP_POINTER_MEMBER : true;
}

/* `map(p, p[0:n])`: whether another item names the memory that the pointer of ITEM points to. The pointer is then set
 * on the device (2.21.7.1), and each kernel that uses it repeats both items. */
static bool has_section(const struct planner *planner, const struct cleave_map_item *item) {
  for (size_t i = 0; i < planner->region->map_count; i++)
    if (planner->region->maps[i].variable == item->variable &&
        !(planner->region->maps[i].flags & CLEAVE_MAP_WHOLE))
      return !planner->deferred;
  return false;
}

/* Whether the kernels can repeat what a mapper maps: see add_present_item in maps.c. The items of a record that name its members
 * are merged by clang 19, and with nowait begin and end of the environment are separate constructs: for these it is not shown
 * that the run time keeps the pointers in the record. */
static bool is_known_mapping(const struct planner *planner, const struct cleave_map_item *item) {
  return !(item->flags & CLEAVE_MAP_MAPPER) || !(planner->deferred || item->flags & CLEAVE_MAP_MEMBER);
}

/* The data environment and each kernel repeat map items, so their bounds must have no side effects. bounds.c
 * ensures that they have the same value each time. */
static bool check_maps(struct planner *planner) {
  for (size_t i = 0; i < planner->region->map_count; i++) {
    const struct cleave_map_item *item = &planner->region->maps[i];
    const uint32_t at = item->range.begin;
    if (item->flags & CLEAVE_MAP_IN_MACRO)
      return refuse(planner, CLEAVE_REASON_CLAUSE_MACRO, at, text_of(planner, item->range));
    if (!is_known_item(planner, item))
      return refuse(planner, CLEAVE_REASON_MAP_OF_MEMBER, at, text_of(planner, item->range));
    if (item->type == CLEAVE_MAP_OTHER || item->flags & CLEAVE_MAP_OTHER_MODIFIER ||
        !is_known_mapping(planner, item))
      return refuse(planner, CLEAVE_REASON_MAP_MODIFIERS, at, text_of(planner, item->range));
    if (item->flags & CLEAVE_MAP_SIDE_EFFECTS)
      return refuse(planner, CLEAVE_REASON_CLAUSE_EFFECTS, at, text_of(planner, item->range));
    if (item->flags & CLEAVE_MAP_BRANCHES) /* it crashes with clauses that contain blocks */
      return refuse(planner, CLEAVE_REASON_MAP_BRANCHES, at, text_of(planner, item->range));
    const struct cleave_variable *variable = variable_at(planner, item->variable);
    if (variable->type_class == CLEAVE_TYPE_POINTER && item->flags & CLEAVE_MAP_WHOLE &&
        !has_section(planner, item))
      return refuse(planner, CLEAVE_REASON_VARIABLE_KIND, at,
                    cleave_arena_format(planner->arena, "pointer '%s' itself is mapped", variable->name));
  }
  return true;
}

/* Whether an outer data environment may hold a part of an implicitly mapped object: the target of a
 * reference, and the object of `this`, have other names there. For variables the reader has more facts: see
 * may_be_partly_present. */
static bool may_be_partly_mapped(const struct planner *planner, const struct cleave_variable *variable) {
  if (!variable->is_this && !variable->is_reference)
    return false;
  return variable->type_class == CLEAVE_TYPE_RECORD ? planner->unit->maps_members
                                                    : planner->unit->maps_sections;
}

static bool check_variable(struct planner *planner, uint32_t index) {
  const struct cleave_variable *variable = variable_at(planner, index);
  uint32_t at = planner->region->offset;
  const uint32_t uses = cleave_region_uses(planner->region, 0, index, &at);
  const bool changes = uses & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS);
  const char *kind = NULL;
  /* clang 19 applies the clause of each member, and maps this[:1] for none. */
  if (variable->is_this &&
      cleave_clause_find(planner->region->clauses, planner->region->clause_count, CLEAVE_CLAUSE_DEFAULTMAP))
    return refuse(planner, CLEAVE_REASON_REGION_MEMBER, at, "has a defaultmap clause for the members");
  if (variable->is_thread_local)
    kind = "thread-local";
  else if (variable->is_volatile)
    kind = "volatile";
  else if (variable->is_atomic)
    kind = "_Atomic";
  else if (variable->is_structured_binding_or_capture)
    kind = "a capture or a structured binding";
  else if (variable->type_class == CLEAVE_TYPE_REFERENCE)
    kind = "a reference";
  else if (variable->type_class == CLEAVE_TYPE_POINTER && variable->sharing == CLEAVE_SHARING_IMPLICIT_MAP)
    kind = "a pointer that is itself mapped";
  else if (variable->is_linked && variable->sharing == CLEAVE_SHARING_OTHER)
    kind = "of 'declare target link', and no map clause of the region lists it as a whole";
  else if (variable->sharing == CLEAVE_SHARING_OTHER ||
           (variable->type_class == CLEAVE_TYPE_OTHER && changes))
    kind = "of an unsupported kind";
  else if (variable->has_default_mapper && variable->sharing == CLEAVE_SHARING_IMPLICIT_MAP &&
           planner->deferred)
    kind = "mapped by the default mapper of its type, with nowait";
  else if (variable->has_default_mapper && variable->is_this)
    kind = "an object of a class with a default mapper"; /* clang 19 maps the members without it */
  else if (variable->has_allocator && variable->declared_by != CLEAVE_NO_NODE &&
           node_at(planner, variable->declared_by)->kind == CLEAVE_NODE_DECLARATION)
    kind =
        "in memory that an 'allocate' directive selects"; /* which stays in its scope: OpenMP 5.1, 2.13.3 */
  if (kind)
    return refuse(planner, CLEAVE_REASON_VARIABLE_KIND, at,
                  cleave_arena_format(planner->arena, "'%s' is %s", variable->name, kind));

  /* An implicit map accepts an array of which a part is present (OpenMP 5.1, 2.21.7.1); the explicit one that
   * the plan would need does not. */
  if (variable->sharing == CLEAVE_SHARING_IMPLICIT_MAP && may_be_partly_mapped(planner, variable))
    return refuse(planner, CLEAVE_REASON_VARIABLE_KIND, at,
                  cleave_arena_format(planner->arena,
                                      "'%s' has no map clause, and part of it may already be mapped",
                                      variable->name));

  if (variable->is_static_local && variable->sharing == CLEAVE_SHARING_INSIDE)
    return refuse(planner, CLEAVE_REASON_STATIC_LOCAL, variable->declared_at, variable->name);

  const bool copied =
      variable->sharing == CLEAVE_SHARING_PRIVATE || variable->sharing == CLEAVE_SHARING_FIRSTPRIVATE;
  /* clang 19 makes lambda objects firstprivate, and sets their captured references to the objects that are
   * present on the device: to the same objects in each kernel, if the environment holds them. */
  if (copied && variable->is_closure && uses & CLEAVE_USE_WRITE)
    return refuse(planner, CLEAVE_REASON_CLAUSE_PRIVATE_AGGREGATE, at, variable->name);
  if (copied && !is_combined_loop(planner->region) &&
      (variable->type_class == CLEAVE_TYPE_VLA ||
       (is_aggregate(variable) && !can_privatize_aggregate(planner, index)) ||
       (variable->type_class == CLEAVE_TYPE_POINTER && variable->sharing == CLEAVE_SHARING_PRIVATE)))
    return refuse(planner, CLEAVE_REASON_CLAUSE_PRIVATE_AGGREGATE, at, variable->name);

  /* A pointer is translated to its device address anew for every kernel, from its host value. Private copies of loops get
   * their values on the device. */
  if (variable->type_class == CLEAVE_TYPE_POINTER && changes &&
      flowing_uses(planner, index) & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS) &&
      variable->sharing != CLEAVE_SHARING_INSIDE && planner->pointers[index].kind == POINTER_UNCHANGED)
    return refuse(planner, CLEAVE_REASON_POINTER_CHANGES, at, variable->name);
  return true;
}

/* A map clause that only the plan has would map by the default mapper of the type: in addition the targets of pointers, which
 * have no value before the region. */
bool check_added_maps(struct planner *planner) {
  for (uint32_t i = 0; i < planner->region->variable_count; i++) {
    const struct cleave_variable *variable = variable_at(planner, i);
    uint32_t at = planner->region->offset;
    if (!variable->has_default_mapper ||
        (planner->placements[i] != ON_DEVICE && planner->pointers[i].kind != POINTER_INTO))
      continue;
    cleave_region_uses(planner->region, 0, i, &at);
    return refuse(
        planner, CLEAVE_REASON_VARIABLE_KIND, at,
        cleave_arena_format(planner->arena, "'%s' has a type with a default mapper", variable->name));
  }
  return true;
}

/* Every kernel repeats the clauses around it, even if the region has declared another variable under a name
 * that they contain. */
static bool check_hiding(struct planner *planner, struct cleave_range range, const struct cleave_use *uses,
                         size_t count) {
  const struct cleave_region *region = planner->region;
  for (size_t u = 0; u < count; u++)
    for (uint32_t i = 0; i < region->variable_count; i++) {
      const struct cleave_variable *inner = variable_at(planner, i);
      const struct cleave_variable *used = variable_at(planner, uses[u].variable);
      /* Members are named without their object. */
      if (inner->sharing == CLEAVE_SHARING_INSIDE && i != uses[u].variable &&
          (used->is_this ? cleave_mentions(&planner->unit->tokens, range, inner->name)
                         : !strcmp(inner->name, used->name)))
        return refuse(planner, CLEAVE_REASON_VARIABLE_KIND, inner->declared_at,
                      cleave_arena_format(planner->arena,
                                          "'%s' hides a variable of the same name that a clause uses",
                                          inner->name));
    }
  return true;
}

/* The same for the names of predefined allocators, which are enumerators. */
static bool check_allocators(struct planner *planner, const struct cleave_clause *clause) {
  for (uint32_t i = 0; clause->kind == CLEAVE_CLAUSE_USES_ALLOCATORS && i < planner->region->variable_count;
       i++) {
    const struct cleave_variable *inner = variable_at(planner, i);
    if (inner->sharing == CLEAVE_SHARING_INSIDE &&
        cleave_mentions(&planner->unit->tokens, clause->range, inner->name))
      return refuse(
          planner, CLEAVE_REASON_VARIABLE_KIND, inner->declared_at,
          cleave_arena_format(planner->arena, "'%s' hides an allocator that a clause uses", inner->name));
  }
  return true;
}

static bool check_names(struct planner *planner) {
  const struct cleave_region *region = planner->region;
  for (size_t i = 0; i < region->map_count; i++) {
    const struct cleave_map_item *item = &region->maps[i];
    const struct cleave_use base = {.variable = item->variable};
    if (!check_hiding(planner, item->range, item->uses, item->use_count) ||
        (variable_at(planner, item->variable)->is_this && !check_hiding(planner, item->range, &base, 1)))
      return false;
  }
  for (size_t c = 0; c < region->clause_count; c++)
    if (!check_hiding(planner, region->clauses[c].range, region->clauses[c].uses,
                      region->clauses[c].use_count) ||
        !check_allocators(planner, &region->clauses[c]))
      return false;
  for (uint32_t i = 0; i < region->node_count; i++) {
    const struct cleave_node *node = node_at(planner, i);
    if (node->kind != CLEAVE_NODE_PARALLEL && node->kind != CLEAVE_NODE_TEAMS)
      continue;
    for (size_t c = 0; c < node->clause_count; c++)
      if (!check_hiding(planner, node->clauses[c].range, node->clauses[c].uses, node->clauses[c].use_count))
        return false;
  }
  return true;
}

/* One plan is made for all instances of a template in a file. The linker keeps one kernel of an instance for
 * all object files that have it. The other instances, and so the plan, may differ between the files that
 * include a header. */
static bool is_planned_elsewhere(const struct cleave_region *region) {
  const uint32_t both = CLEAVE_REGION_SHARED | CLEAVE_REGION_HAS_INSTANCES;
  return (region->flags & both) == both;
}

/* The kernel of a widened loop in a header is named after the line of its loop, which must not be the line of
 * any directive: see print/plan_edits.c. */
static bool may_share_line(const struct cleave_region *region) {
  const uint32_t both = CLEAVE_REGION_SHARED | CLEAVE_REGION_HAS_OPERATOR;
  return (region->flags & both) == both;
}

/* Whether every capture of the lambda around the region can have a copy or a reference of the same name: see
 * privatization.c. The one directive of a combined loop has no place for them. */
static bool can_copy_captures(const struct planner *planner) {
  for (uint32_t i = 0; i < planner->region->variable_count; i++) {
    const struct cleave_variable *variable = variable_at(planner, i);
    const bool copied =
        variable->type && (is_scalar(variable) || variable->type_class == CLEAVE_TYPE_POINTER);
    const bool owned =
        variable->sharing == CLEAVE_SHARING_PRIVATE || variable->sharing == CLEAVE_SHARING_FIRSTPRIVATE;
    if (variable->is_this || (variable->is_lambda_capture && !variable->by_reference && !copied &&
                              !(owned && is_aggregate(variable))))
      return false;
  }
  for (size_t i = 0; i < planner->region->map_count; i++)
    if (planner->region->maps[i].variable != CLEAVE_NO_VARIABLE &&
        variable_at(planner, planner->region->maps[i].variable)->is_lambda_capture &&
        variable_at(planner, planner->region->maps[i].variable)->type_class == CLEAVE_TYPE_POINTER &&
        planner->region->maps[i].flags & CLEAVE_MAP_WHOLE)
      return false;
  return !is_combined_loop(planner->region);
}

bool check_region(struct planner *planner) {
  const struct cleave_region *region = planner->region;
  const struct cleave_options *options = planner->options;
  static const struct {
    uint32_t flag;
    unsigned code;
  } places[] = {
      {CLEAVE_REGION_IN_HEADER, CLEAVE_REASON_REGION_HEADER},
      {CLEAVE_REGION_IN_METADIRECTIVE, CLEAVE_REASON_REGION_METADIRECTIVE},
      {CLEAVE_REGION_IN_MACRO, CLEAVE_REASON_REGION_MACRO},
      {CLEAVE_REGION_IN_TEMPLATE, CLEAVE_REASON_REGION_TEMPLATE},
      {CLEAVE_REGION_IN_TARGET_FUNCTION, CLEAVE_REASON_REGION_NESTED},
  };
  /* Clang 19 inserts the checks for array sections on 'target data' into the middle of other blocks. The
   * device compilation may not have this sanitizer, but changes nothing if the host compilation changes
   * nothing. */
  if (options->checks_pointers)
    return refuse(planner, CLEAVE_REASON_POINTER_OVERFLOW, region->offset, NULL);
  if (cleave_options_skips(options, region->line))
    return refuse(planner, CLEAVE_REASON_REGION_SKIPPED, region->offset, NULL);
  if (cleave_options_differs(options, region->line))
    return refuse(planner, CLEAVE_REASON_RUNS_DIFFER, region->offset, NULL);
  if (region->hints & CLEAVE_HINT_SPLIT_OFF)
    return refuse(planner, CLEAVE_REASON_REGION_PRAGMA, region->offset, NULL);
  if (is_planned_elsewhere(region))
    return refuse(planner, CLEAVE_REASON_REGION_HEADER, region->offset,
                  "defines it in a template that other files may instantiate");
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    if (region->flags & places[i].flag)
      return refuse(planner, places[i].code, region->offset, region->header);
  if (region->flags & CLEAVE_REGION_IN_LAMBDA && !can_copy_captures(planner))
    return refuse(planner, CLEAVE_REASON_REGION_LAMBDA, region->offset, NULL);
  if (may_share_line(region))
    return refuse(planner, CLEAVE_REASON_REGION_MACRO, region->offset, NULL);

  const bool combined_loop = is_combined_loop(region);
  const bool replicated = region->construct & (CLEAVE_CONSTRUCT_TEAMS | CLEAVE_CONSTRUCT_PARALLEL);
  if (!combined_loop && !check_region_clauses(planner, region->clauses, region->clause_count, replicated))
    return false;
  if ((!combined_loop && !check_task_clauses(planner)) || !check_maps(planner))
    return false;
  for (uint32_t i = 0; i < region->variable_count; i++)
    if (!check_variable(planner, i))
      return false;
  return check_names(planner);
}

/* Whether each thread of a parallel construct that would be flattened has a separate VARIABLE. */
static bool belongs_to_thread(const struct planner *planner, uint32_t variable) {
  uint32_t at = variable_at(planner, variable)->declared_by;
  if (at == CLEAVE_NO_NODE)
    return false;
  for (; at != CLEAVE_NO_NODE; at = node_at(planner, at)->parent)
    if (node_at(planner, at)->kind == CLEAVE_NODE_PARALLEL)
      return true;
  return planner->region->construct & CLEAVE_CONSTRUCT_PARALLEL;
}

/* All iterations run concurrently, so a plain write to a shared variable is a data race, and its meaning
 * cannot be kept. An atomic or critical write is no race. */
static bool check_races(struct planner *planner, const struct cleave_node *loop) {
  for (size_t i = 0; i < loop->use_count; i++) {
    const struct cleave_use *use = &loop->uses[i];
    const struct cleave_variable *variable = variable_at(planner, use->variable);
    if ((use->flags & CLEAVE_USE_WRITE) && !(use->flags & CLEAVE_USE_PROTECTED) &&
        (is_scalar(variable) || variable->type_class == CLEAVE_TYPE_REFERENCE ||
         variable->type_class == CLEAVE_TYPE_POINTER) &&
        !cleave_is_private_in_loop(loop, use->variable))
      return belongs_to_thread(planner, use->variable)
                 ? refuse(planner, CLEAVE_REASON_REPLICATED_CODE, use->offset, "thread")
                 : refuse(planner, CLEAVE_REASON_SHARED_SCALAR_WRITTEN, use->offset, variable->name);
  }
  return true;
}

/* A simd construct gives the variable outside the last value of its iteration variable (OpenMP 5.1, 2.21.1.1:
 * lastprivate or linear). No clause of the loop lists this variable, and the planner reads clauses only. */
static bool check_simd_counters(struct planner *planner, const struct cleave_node *loop) {
  for (size_t i = 0; loop->construct & CLEAVE_CONSTRUCT_SIMD && i < loop->counter_count; i++) {
    const struct cleave_variable *variable = variable_at(planner, loop->counters[i]);
    bool owned = variable->sharing == CLEAVE_SHARING_FIRSTPRIVATE ||
                 variable->sharing == CLEAVE_SHARING_PRIVATE || variable->sharing == CLEAVE_SHARING_INSIDE;
    if (!owned || flowing_uses(planner, loop->counters[i]))
      return refuse(planner, CLEAVE_REASON_VARIABLE_KIND, loop->directive.begin,
                    cleave_arena_format(planner->arena,
                                        "'%s' is the counter of a simd loop and is also used outside it",
                                        variable->name));
  }
  return true;
}

/* Whether the region changes a variable in BOUND. */
static bool is_changed(const struct planner *planner, const struct cleave_array_bound *bound) {
  for (size_t i = 0; i < bound->use_count; i++)
    if (bound->uses[i].flags != CLEAVE_USE_READ ||
        flowing_uses(planner, bound->uses[i].variable) & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS))
      return true;
  return false;
}

/* Whether the plan may have a kernel with CLAUSE of a loop. The kernel of a combined construct has the clauses of the source. Other kernels
 * get the clause and a map clause of the region: if both have a section, it must be the same one (OpenMP 5.1, 2.21.7.1), also when the kernel is
 * launched. */
static bool may_move_items(const struct planner *planner, const struct cleave_clause *clause) {
  if (!(clause->flags & CLEAVE_CLAUSE_NOT_PLAIN))
    return true;
  for (size_t i = 0; i < clause->reduction_count; i++) {
    const struct cleave_reduced_array *array = clause->reductions[i].array;
    if (clause->reductions[i].is_variable)
      continue;
    if (!array || clause->reduction_count != clause->variable_count)
      return false;
    if (is_combined_loop(planner->region))
      continue;
    /* In such a clause of a combined construct, clang 19 refers to the array itself, which the device image does not define. */
    const struct cleave_variable *variable = variable_at(planner, clause->variables[i]);
    if (variable->is_global && variable->type_class == CLEAVE_TYPE_ARRAY)
      return false;
    if (array->map == CLEAVE_NO_MAP || is_outer_pointer_set(planner, clause->variables[i]) ||
        is_changed(planner, &array->first) || !array->length.is_constant)
      return false;
  }
  return clause->kind == CLEAVE_CLAUSE_REDUCTION;
}

static bool has_only_symbols(const struct cleave_loop_accesses *loop, const struct cleave_polynomial *value) {
  for (size_t t = 0; t < value->term_count; t++)
    for (uint32_t f = 0; f < value->terms[t].factor_count; f++)
      if (loop->dimensions[value->terms[t].factors[f]].kind != CLEAVE_DIMENSION_SYMBOL)
        return false;
  return true;
}

/* Whether the bounds of the directive's loops are sums of integers, whatever functions of the program compute them: LOOP is described from
 * the bodies of these. */
static bool knows_bounds(const struct cleave_loop_accesses *loop) {
  for (size_t i = 0; loop && i < loop->dimension_count; i++) {
    const struct cleave_dimension *counter = &loop->dimensions[i];
    if (counter->kind == CLEAVE_DIMENSION_PARALLEL &&
        (!counter->has_first || !counter->step || !has_only_symbols(loop, &counter->first) ||
         !(counter->step > 0 ? counter->has_most && has_only_symbols(loop, &counter->most)
                             : counter->has_least && has_only_symbols(loop, &counter->least))))
      return false;
  }
  return loop != NULL;
}

static bool check_loop(struct planner *planner, const struct cleave_node *loop) {
  if (!check_races(planner, loop) || !check_simd_counters(planner, loop))
    return false;
  for (size_t i = 0; i < loop->clause_count; i++) {
    const struct cleave_clause *clause = &loop->clauses[i];
    if (cleave_clause_in(clause, CLEAVE_FORM_LOOP) == CLEAVE_CLAUSE_USE_NO)
      return refuse(planner, CLEAVE_REASON_CLAUSE_UNSUPPORTED, clause->range.begin,
                    text_of(planner, clause->range));
    if (!check_clause_text(planner, clause))
      return false;
    if (!may_move_items(planner, clause))
      return refuse(planner, CLEAVE_REASON_CLAUSE_ITEM, clause->range.begin, text_of(planner, clause->range));
  }
  /* On a combined construct the host evaluates the bounds. It cannot read device memory, and a function may return another value
   * there. Neither matters for bounds that are described, nor for members that keep their values. Other loops, and those members:
   * launch_values.c. */
  if (!is_combined_loop(planner->region) || knows_bounds(loop->accesses))
    return true;
  if (loop->bound_call)
    return refuse(planner, CLEAVE_REASON_BOUND_ON_DEVICE, loop->body.begin,
                  *loop->bound_call ? loop->bound_call : "a function");
  for (size_t i = 0; i < loop->bound_count; i++) {
    const struct cleave_use *use = &loop->bounds[i];
    if (use->flags & (CLEAVE_USE_ELEMENT_WRITE | CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS) ||
        (use->flags & CLEAVE_USE_ELEMENT_READ && !host_has_bounds_of(planner, loop, use->variable)))
      return refuse(planner, CLEAVE_REASON_BOUND_ON_DEVICE, use->offset,
                    variable_at(planner, use->variable)->name);
  }
  return true;
}

/* `teams firstprivate(x)` under a target construct: each team has a copy, which it may change if no other
 * team does. Without the construct, x is the region's. */
static bool check_team_copies(struct planner *planner, const struct cleave_node *teams) {
  const uint32_t index = (uint32_t)(teams - planner->region->nodes);
  for (size_t i = 0; i < teams->clause_count; i++) {
    const struct cleave_clause *clause = &teams->clauses[i];
    for (size_t v = 0; clause->kind == CLEAVE_CLAUSE_FIRSTPRIVATE && v < clause->variable_count; v++)
      if (cleave_region_uses(planner->region, index, clause->variables[v], NULL) &
          (CLEAVE_USE_WRITE | CLEAVE_USE_ELEMENT_WRITE | CLEAVE_USE_ADDRESS))
        return refuse(planner, CLEAVE_REASON_CLAUSE_PER_TEAM_DATA, clause->range.begin,
                      text_of(planner, clause->range));
  }
  return true;
}

static bool check_node(struct planner *planner, const struct cleave_node *node) {
  for (size_t i = 0; i < node->fact_count; i++) {
    const struct cleave_fact *fact = &node->facts[i];
    if (fact->callee == CLEAVE_CALLEE_LEAVES_PROGRAM)
      return refuse(planner, CLEAVE_REASON_LEAVES_PROGRAM, fact->offset, fact->name);
    /* A setting for later parallel constructs, made by a serial statement, ends with the kernel that runs the
     * statement. */
    if (fact->callee == CLEAVE_CALLEE_OPENMP_SETTING && node->kind != CLEAVE_NODE_LOOP)
      return refuse(planner, CLEAVE_REASON_LEAVES_PROGRAM, fact->offset, fact->name);
    if (fact->kind == CLEAVE_FACT_THIS)
      return refuse(planner, CLEAVE_REASON_REGION_MEMBER, fact->offset, fact->name);
    if (fact->kind == CLEAVE_FACT_STATIC_LOCAL && !fact->in_callee)
      return refuse(planner, CLEAVE_REASON_STATIC_LOCAL, fact->offset, fact->name ? fact->name : "it");
    /* Inside a loop body a jump stays inside (OpenMP 5.1, 2.11.4: a structured block). */
    if (node->kind != CLEAVE_NODE_LOOP && !fact->in_callee &&
        (BIT(fact->kind) & (BIT(CLEAVE_FACT_GOTO) | BIT(CLEAVE_FACT_LABEL) | BIT(CLEAVE_FACT_RETURN) |
                            BIT(CLEAVE_FACT_BREAK) | BIT(CLEAVE_FACT_CONTINUE))))
      return refuse(planner, CLEAVE_REASON_JUMP, fact->offset,
                    fact->kind == CLEAVE_FACT_GOTO     ? "goto"
                    : fact->kind == CLEAVE_FACT_LABEL  ? "a label"
                    : fact->kind == CLEAVE_FACT_RETURN ? "return"
                    : fact->kind == CLEAVE_FACT_BREAK  ? "break"
                                                       : "continue");
  }
  if (node->kind == CLEAVE_NODE_LOOP)
    return check_loop(planner, node);
  if (node->kind == CLEAVE_NODE_TEAMS &&
      (!check_region_clauses(planner, node->clauses, node->clause_count, true) ||
       !check_team_copies(planner, node)))
    return false;
  return true;
}

bool check_tree(struct planner *planner) {
  for (uint32_t i = 0; i < planner->region->node_count; i++)
    if (!check_node(planner, node_at(planner, i)))
      return false;
  return true;
}
