/* FILE: lib/environments/environment_choice.c
 * WHAT: see environment_choice.h. Chooses the statements that an environment contains, and its objects.
 */
#include "environments/environment_choice.h"

#include <string.h>

#include "environments/planning.h"

enum { MOST_SPANS = 16 }; /* statements of a block that launch regions: more are tried as a whole only */

/* ---- Objects ------------------------------------------------------------------------------------- */

static bool is_covered(const struct enclosing *outer, uint32_t cell) {
  for (; outer; outer = outer->outer)
    for (size_t i = 0; i < outer->count; i++)
      if (outer->cells[i] == cell)
        return true;
  return false;
}

static struct object *find_object(struct object *objects, size_t count, uint32_t cell) {
  for (size_t i = 0; i < count; i++)
    if (objects[i].cell == cell)
      return &objects[i];
  return NULL;
}

/* The statement of the function itself that launches the region NODE. */
static uint32_t launcher_of(const struct analysis *analysis, uint32_t node) {
  while (host_node(analysis, node)->in_callee)
    node = host_node(analysis, node)->parent;
  return node;
}

static bool is_in_loop(const struct analysis *analysis, struct span span, uint32_t node) {
  for (; node != CLEAVE_NO_NODE && is_inside(analysis, span, node); node = host_node(analysis, node)->parent)
    if (host_node(analysis, node)->kind == CLEAVE_HOST_LOOP)
      return true;
  return false;
}

/* The first region that NODE, a region or a `target data` construct, contains; CLEAVE_NO_NODE: none. */
static uint32_t region_in(const struct analysis *analysis, uint32_t node) {
  for (uint32_t i = node; i < end_of(analysis, node); i++)
    if (host_node(analysis, i)->kind == CLEAVE_HOST_REGION)
      return i;
  return CLEAVE_NO_NODE;
}

/* Whether the program keeps the object CELL on the device while SPAN runs, or in SPAN while NODE runs. */
static bool is_kept_by_program(const struct analysis *analysis, struct span span, uint32_t node,
                               uint32_t cell) {
  const uint32_t data = data_construct_of(analysis, 0, node, cell);
  return data != CLEAVE_NO_NODE && data != node &&
         (host_node(analysis, data)->is_plain || is_inside(analysis, span, data));
}

/* The objects that at least two executions of statements in SPAN map, but for those in OUTER. What a `target data` construct
 * maps counts once for all of its regions. What a called function
 * does within one call is left to an environment in that function. */
static struct object *find_objects(const struct analysis *analysis, struct span span,
                                   const struct enclosing *outer, size_t *count) {
  struct object *objects = NULL;
  *count = 0;
  for (uint32_t i = span.first; i < end_of(analysis, span.last); i++) {
    const struct cleave_host_node *node = host_node(analysis, i);
    for (size_t k = 0; k < node->item_count; k++) {
      const uint32_t cell = cleave_cell_class(analysis->function->memory, node->items[k].cell);
      const uint32_t region = region_in(analysis, i);
      if (is_covered(outer, cell) || region == CLEAVE_NO_NODE || is_kept_by_program(analysis, span, i, cell))
        continue;
      if (!find_object(objects, *count, cell)) {
        const struct object object = {.cell = cell,
                                      .region_node = region,
                                      .name = name_of(analysis, node->items[k].base),
                                      .launcher = CLEAVE_NO_NODE};
        CLEAVE_APPEND(analysis->arena, objects, *count, object);
      }
      struct object *object = find_object(objects, *count, cell);
      const uint32_t launcher = launcher_of(analysis, i);
      if (launcher != object->launcher)
        object->executions += is_in_loop(analysis, span, launcher) ? 2 : 1;
      object->launcher = launcher;
    }
  }
  size_t kept = 0;
  for (size_t i = 0; i < *count; i++)
    if (objects[i].executions >= 2)
      objects[kept++] = objects[i];
  *count = kept;
  return objects;
}

static void note_missed(struct planning *planning, const struct object *object) {
  for (size_t i = 0; i < planning->missed_count; i++)
    if (planning->missed[i].cell == object->cell)
      return;
  CLEAVE_APPEND(planning->analysis.arena, planning->missed, planning->missed_count, *object);
}

static void forget_missed(struct planning *planning, uint32_t cell) {
  for (size_t i = 0; i < planning->missed_count; i++)
    if (planning->missed[i].cell == cell)
      planning->missed[i].obstacle = 0;
}

/* Text can be inserted before the first statement and after the last one. */
static bool is_editable(const struct analysis *analysis, struct span span) {
  return !host_node(analysis, span.first)->in_callee && host_node(analysis, span.first)->is_editable &&
         host_node(analysis, span.last)->is_editable;
}

static bool is_same_pair(const struct length_pair *pair, const struct length_pair *other) {
  return (cleave_host_equal(pair->left, other->left) && cleave_host_equal(pair->right, other->right)) ||
         (cleave_host_equal(pair->left, other->right) && cleave_host_equal(pair->right, other->left));
}

static bool compare_alike(const struct object *left, const struct object *right) {
  bool alike = left->comparison_count == right->comparison_count;
  for (size_t i = 0; alike && i < left->comparison_count; i++)
    alike = is_same_pair(&left->comparisons[i], &right->comparisons[i]);
  return alike;
}

/* Makes an environment for the objects that require one comparison. A comparison that fails must concern no other
 * object. Reorders OBJECTS. */
static void make_compared(struct planning *planning, struct span span, struct object *objects, size_t count,
                          const struct enclosing *outer) {
  for (size_t first = 0, end; first < count; first = end) {
    end = first + 1;
    for (size_t i = end; i < count; i++)
      if (compare_alike(&objects[first], &objects[i])) {
        const struct object object = objects[i];
        objects[i] = objects[end];
        objects[end++] = object;
      }
    add_environment(planning, span, &objects[first], end - first, outer);
  }
}

/* Makes an environment for the objects that need no condition, and one for the others: if other code has made one of them
 * present, the condition concerns no object of the first. Reorders OBJECTS. */
static void make_guarded(struct planning *planning, struct span span, struct object *objects, size_t count,
                         const struct enclosing *outer) {
  size_t free = 0;
  for (size_t i = 0; i < count; i++)
    if (!needs_condition(&planning->analysis, span, &objects[i])) {
      const struct object object = objects[i];
      memmove(&objects[free + 1], &objects[free], (i - free) * sizeof *objects);
      objects[free++] = object;
    }
  if (free)
    add_environment(planning, span, objects, free, outer);
  if (free < count)
    add_environment(planning, span, &objects[free], count - free, outer);
}

/* Tries an environment around SPAN. Appends the classes it contains to CELLS, which has room for them. */
static bool try_span(struct planning *planning, struct span span, const struct enclosing *outer,
                     uint32_t **cells, size_t *cell_count) {
  const struct analysis *analysis = &planning->analysis;
  size_t count, kept = 0;
  struct object *objects = find_objects(analysis, span, outer, &count), *others = NULL;
  size_t other_count = 0;
  const long limit = analysis->options->bisect;
  if (!count || !is_editable(analysis, span) || (limit >= 0 && planning->decisions->made >= limit))
    return false;
  for (size_t i = 0; i < count; i++) {
    if (is_scratch(analysis, span, &objects[i], NULL))
      continue;
    struct object compared = objects[i];
    if (check_object(analysis, span, &objects[i])) {
      objects[kept++] = objects[i];
      continue;
    }
    compared.may_compare = true;
    if (objects[i].obstacle == CLEAVE_REASON_OUTSIDE_SECTION && check_object(analysis, span, &compared))
      CLEAVE_APPEND(analysis->arena, others, other_count, compared);
    else
      note_missed(planning, &objects[i]);
  }
  if (!kept && !other_count)
    return false;
  if (kept)
    make_guarded(planning, span, objects, kept, outer);
  make_compared(planning, span, others, other_count, outer);
  for (size_t i = 0; i < other_count; i++) {
    CLEAVE_APPEND(analysis->arena, *cells, *cell_count, others[i].cell);
    forget_missed(planning, others[i].cell);
  }
  for (size_t i = 0; i < kept; i++) {
    CLEAVE_APPEND(analysis->arena, *cells, *cell_count, objects[i].cell);
    forget_missed(planning, objects[i].cell);
  }
  return true;
}

static void plan_inside(struct planning *planning, uint32_t node, const struct enclosing *outer);

static void plan_block(struct planning *planning, uint32_t block, const struct enclosing *outer) {
  const struct analysis *analysis = &planning->analysis;
  uint32_t *launching = NULL;
  size_t count = 0;
  for (uint32_t child = host_node(analysis, block)->first_child; child != CLEAVE_NO_NODE;
       child = host_node(analysis, child)->next)
    if (analysis->launches[child])
      CLEAVE_APPEND(analysis->arena, launching, count, child);
  if (!count)
    return;
  struct enclosing *found = cleave_arena_allocate(analysis->arena, (count + 1) * sizeof *found);
  /* The longest span first. Spans with different objects must not cross. */
  struct span taken[MOST_SPANS];
  size_t taken_count = 0;
  for (size_t length = count; length && taken_count < MOST_SPANS; length--) {
    if (count > MOST_SPANS && length < count)
      break;
    for (size_t i = 0; i + length <= count && taken_count < MOST_SPANS; i++) {
      const struct span span = {launching[i], launching[i + length - 1]};
      const struct enclosing *around = outer;
      bool crosses = false;
      for (size_t t = 0; t < taken_count; t++) {
        const bool inside = taken[t].first <= span.first && span.last <= taken[t].last;
        const bool apart = taken[t].last < span.first || span.last < taken[t].first;
        crosses |= !inside && !apart;
        if (inside) {
          found[t].outer = around;
          around = &found[t];
        }
      }
      uint32_t *cells = NULL;
      size_t cell_count = 0;
      if (crosses || !try_span(planning, span, around, &cells, &cell_count))
        continue;
      found[taken_count] = (struct enclosing){NULL, cells, cell_count};
      taken[taken_count++] = span;
    }
  }
  for (size_t i = 0; i < count; i++) {
    struct enclosing *chain = cleave_arena_allocate(analysis->arena, (taken_count + 1) * sizeof *chain);
    const struct enclosing *around = outer;
    for (size_t t = 0; t < taken_count; t++)
      if (taken[t].first <= launching[i] && launching[i] <= taken[t].last) {
        chain[t] = (struct enclosing){around, found[t].cells, found[t].count};
        around = &chain[t];
      }
    plan_inside(planning, launching[i], around);
  }
}

/* Environments inside of NODE. */
static void plan_inside(struct planning *planning, uint32_t node, const struct enclosing *outer) {
  const struct cleave_host_node *here = host_node(&planning->analysis, node);
  if (here->in_callee || here->kind == CLEAVE_HOST_REGION)
    return;
  if (here->kind == CLEAVE_HOST_BLOCK) {
    plan_block(planning, node, outer);
    return;
  }
  for (uint32_t child = here->first_child; child != CLEAVE_NO_NODE;
       child = host_node(&planning->analysis, child)->next)
    plan_inside(planning, child, outer);
}

/* The offset of the obstacle of OBJECT, or of the first region that maps it. */
static uint32_t place_of(const struct analysis *analysis, const struct object *object) {
  const struct cleave_region *regions = analysis->unit->regions;
  if (object->where != CLEAVE_NO_NODE) {
    const struct cleave_host_node *node = host_node(analysis, object->where);
    if (node->kind == CLEAVE_HOST_REGION && node->region != CLEAVE_NO_REGION)
      return regions[node->region].offset;
    if (node->kind != CLEAVE_HOST_REGION)
      return host_node(analysis, launcher_of(analysis, object->where))->range.begin;
  }
  return regions[host_node(analysis, object->region_node)->region].offset;
}

struct cleave_environments cleave_environments_plan(const struct cleave_unit *unit, uint32_t index,
                                                    const struct cleave_options *options,
                                                    struct cleave_decisions *decisions) {
  const struct cleave_host_function *function = &unit->functions[index];
  struct cleave_environments result = {0};
  /* With pointer-overflow checks, clang 19 generates an invalid module for `target data` with an array section. */
  if (!options->environments || cleave_options_differs(options, 0) || unit->unified_shared_memory ||
      options->checks_pointers || !function->is_complete)
    return result;
  bool *launches = cleave_arena_allocate(unit->arena, function->node_count);
  bool closed = function->is_main;
  for (uint32_t i = (uint32_t)function->node_count; i--;) {
    launches[i] |= function->nodes[i].kind == CLEAVE_HOST_REGION;
    if (launches[i] && function->nodes[i].parent != CLEAVE_NO_NODE)
      launches[function->nodes[i].parent] = true;
    closed &= !(function->nodes[i].flags & CLEAVE_HOST_UNKNOWN_CALL);
  }
  struct planning planning = {
      .analysis = {unit, function, options, unit->arena, closed, find_contexts(unit, function), launches},
      .result = &result,
      .decisions = decisions,
  };
  if (function->node_count && launches[0])
    plan_block(&planning, 0, NULL);
  for (size_t i = 0; i < planning.missed_count; i++) {
    const struct object *object = &planning.missed[i];
    if (!object->obstacle)
      continue;
    const struct cleave_host_node *region = host_node(&planning.analysis, object->region_node);
    if (region->region == CLEAVE_NO_REGION)
      continue;
    const struct cleave_remark remark = cleave_reason_remark(
        unit->arena, object->obstacle, region->region, place_of(&planning.analysis, object), object->name);
    CLEAVE_APPEND(unit->arena, result.remarks, result.remark_count, remark);
  }
  return result;
}
