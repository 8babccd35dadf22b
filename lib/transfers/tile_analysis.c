/* FILE: lib/transfers/tile_analysis.c
 * WHAT: which kernels run tile by tile, each tile as soon as its part of the objects is on the device.
 *
 *   copy of A   [ tile 0 ][ tile 1 ][ tile 2 ]
 *   kernel                [ tile 0 ][ tile 1 ][ tile 2 ]
 *   copy of C                       [ tile 0 ][ tile 1 ][ tile 2 ]
 *
 * A tile is a range of iterations of the outermost associated loop. Tiles are useful if each iteration uses
 * its own chunk of a copied object (chunks.c), and if one of two conditions holds: the copy to the device
 * must be complete before this kernel and no other one, or the copy back can begin after it. All other data
 * of the kernel is on the device before the first tile.
 *
 * Why the loop may be executed range by range:
 * 1. Thread and order of the iterations are unspecified (OpenMP 5.1, 2.11.4 and 2.11.6); one permitted order
 *    executes all iterations of one range before those of the next. If the program specifies a chunk size, it
 *    may depend on the order of iterations in a chunk. So such loops stay whole, unless they have been
 *    widened: then it is proved or promised that no iteration depends on another.
 * 2. The end of one kernel and the begin of the next form a barrier between two ranges. The loop's own values
 *    live for one iteration (polyhedral/dependence.c, point 7): no value has to be carried over. A
 *    firstprivate variable begins with the same value in each kernel, since the host's does not change.
 * 3. Results other than in arrays would be produced several times: reductions, lastprivate, linear. Such
 *    loops stay whole.
 * 4. The host evaluates the bounds once, before the loop, as for a kernel; the counter is private, so that a
 *    variable of its name outside keeps its value.
 * 5. A directive that is encountered several times evaluates the arguments of its clauses each time: they
 *    must have no effects.
 *
 * Why an object may be copied meanwhile:
 * 6. All accesses of the loop under its own name are in chunks. If another list item names the same storage,
 *    the engine copies neither (engine/engine.h). If a name without its own list item may lead to it, it is
 *    not copied by tiles.
 * 7. A tile's results are final if no later stage writes the object.
 */
#include "transfers/transfers_internal.h"

/* ---- The loop --------------------------------------------------------------------------------- */

static const char *clause_obstacle(const struct planner *planner, const struct cleave_clause *clauses,
                                   size_t count, bool widened) {
  for (size_t i = 0; i < count; i++) {
    const struct cleave_clause *clause = &clauses[i];
    const bool changes_nothing = clause->kind == CLEAVE_CLAUSE_MAP;
    const enum cleave_clause_bounds bounds = cleave_clause_bounds(clause->kind);
    const bool leaves_values = bounds == CLEAVE_BOUNDS_VALUES,
               orders = bounds == CLEAVE_BOUNDS_ORDER || bounds == CLEAVE_BOUNDS_ANYTHING;
    const bool has_chunks =
        !widened && (clause->flags & CLEAVE_CLAUSE_HAS_CHUNK ||
                     (clause->kind == CLEAVE_CLAUSE_SCHEDULE && !(clause->flags & CLEAVE_CLAUSE_IS_STATIC)));
    if (!changes_nothing &&
        (leaves_values || orders || has_chunks || clause->flags & CLEAVE_CLAUSE_SIDE_EFFECTS))
      return text_of(planner, clause->range);
  }
  return NULL;
}

static bool has_boundary(const struct cleave_node *node) {
  for (size_t i = 0; i < node->fact_count; i++)
    if (node->facts[i].kind == CLEAVE_FACT_MACRO_BOUNDARY)
      return true;
  return false;
}

static struct cleave_range first_of(const struct cleave_loop_header *header) {
  return (struct cleave_range){header->first_begin, header->first_end};
}

static struct cleave_range bound_of(const struct cleave_loop_header *header) {
  return (struct cleave_range){header->bound_begin, header->bound_end};
}

/* Why the loop of PLAN_NODE is executed as a whole, in words; NULL if it can be executed in ranges of
 * iterations. */
static const char *loop_obstacle(const struct planner *planner, const struct cleave_plan_node *plan_node) {
  const struct cleave_region *region = planner->region;
  const struct cleave_node *node = node_at(planner, plan_node->node);
  const struct cleave_loop_header *header = &node->accesses->header;
  if (!header->bound_end || has_boundary(node) || has_expansions(planner->unit, first_of(header)) ||
      has_expansions(planner->unit, bound_of(header)))
    return "its outermost loop does not have the form 'for (i = first; i < end; i++)'";
  if (plan_node->launch_value_count)
    return "its bounds are known only on the device";
  for (size_t i = 0; i < node->bound_count; i++)
    if (!host_knows(planner, node->bounds[i].variable))
      return "its bounds are known only on the device";
  if (node->bound_call)
    return "its bounds call a function";
  const char *clause = clause_obstacle(planner, node->clauses, node->clause_count, plan_node->widened);
  for (uint32_t at = node->parent; !clause && at != CLEAVE_NO_NODE; at = node_at(planner, at)->parent)
    clause = clause_obstacle(planner, node_at(planner, at)->clauses, node_at(planner, at)->clause_count,
                             plan_node->widened);
  if (!clause)
    clause = clause_obstacle(planner, region->clauses, region->clause_count, plan_node->widened);
  return clause
             ? cleave_arena_format(planner->arena, "'%s' is not valid for a part of its iterations", clause)
             : NULL;
}

/* ---- Objects ---------------------------------------------------------------------------------- */

/* Whether a clause of the loop gives VARIABLE another meaning, or one of its bounds uses it. */
static bool is_in_directive(const struct cleave_node *node, uint32_t variable) {
  for (size_t i = 0; i < node->clause_count; i++)
    if (node->clauses[i].kind != CLEAVE_CLAUSE_SHARED && cleave_clause_lists(&node->clauses[i], variable))
      return true;
  for (size_t i = 0; i < node->bound_count; i++)
    if (node->bounds[i].variable == variable)
      return true;
  return false;
}

/* Point 6. */
static bool has_one_name(const struct analysis *analysis, const struct access_summary *summary,
                         const struct object *object) {
  for (uint32_t v = 0; v < analysis->planner->region->variable_count; v++)
    if ((summary->reads[v] || summary->writes[v]) && alias_of(analysis, summary, v, object) == MAY_ALIAS &&
        analysis->object_of[v] == CLEAVE_NO_VARIABLE)
      return false;
  return true;
}

/* Whether the host can compute VALUE, by the names of its variables. */
static bool has_text(const struct planner *planner, const struct cleave_loop_model *model,
                     const struct cleave_polynomial *value) {
  for (size_t i = 0; i < value->term_count; i++)
    for (uint32_t f = 0; f < value->terms[i].factor_count; f++) {
      const uint32_t variable = model->loop->dimensions[value->terms[i].factors[f]].variable;
      if (!host_knows(planner, variable) || is_hidden(planner, variable))
        return false;
    }
  return true;
}

/* VALUE as an expression of type long. */
static const struct cleave_expression *expression_of(const struct planner *planner,
                                                     const struct cleave_loop_model *model,
                                                     const struct cleave_polynomial *value) {
  struct cleave_arena *arena = planner->arena;
  const struct cleave_expression *sum = NULL;
  for (size_t i = 0; i < value->term_count; i++) {
    const struct cleave_term *term = &value->terms[i];
    const struct cleave_expression *product =
        cleave_make_constant(arena, CLEAVE_EXPRESSION_LONG, term->coefficient);
    for (uint32_t f = 0; f < term->factor_count; f++)
      product = cleave_make_binary(
          arena, CLEAVE_MULTIPLY, product,
          cleave_make_cast(arena, CLEAVE_TYPE_LONG,
                           variable_value(planner, model->loop->dimensions[term->factors[f]].variable)));
    sum = sum ? cleave_make_binary(arena, CLEAVE_ADD, sum, product) : product;
  }
  return sum ? sum : cleave_make_constant(arena, CLEAVE_EXPRESSION_LONG, 0);
}

/* As if no other list item named the same storage: point 6. */
static bool leaves_here(const struct cleave_transfer *transfer, uint32_t stage) {
  return fetches(transfer->needed) && transfer->last_write_apart == stage;
}

static bool arrives_here(const struct cleave_transfer *transfer, uint32_t stage) {
  return sends(transfer->needed) && transfer->first_use_apart == stage;
}

/* Fills in TILED for the object, if all accesses of the loop to it are in chunks. */
static bool describe(struct planner *planner, const struct cleave_loop_model *model,
                     const struct cleave_transfer *transfer, struct cleave_tiled_object *tiled) {
  struct cleave_object object = {0};
  struct chunk chunk;
  uint32_t offset;
  if (!find_chunks(model, transfer->variable, &chunk, &offset) || !has_text(planner, model, &chunk.base) ||
      is_hidden(planner, transfer->variable) || !find_memory(planner, transfer->variable, &object))
    return false;
  struct cleave_arena *arena = planner->arena;
  const struct cleave_expression *element =
      cleave_make_unary(arena, CLEAVE_DEREFERENCE, variable_value(planner, transfer->variable));
  const struct cleave_expression *unit = /* bytes of one unit of the first subscript */
      cleave_make_cast(arena, CLEAVE_TYPE_LONG, cleave_make_unary(arena, CLEAVE_SIZEOF, element));
  for (size_t i = 0; i < chunk.row_count; i++) {
    if (!has_text(planner, model, &chunk.rows[i]))
      return false;
    unit = cleave_make_binary(arena, CLEAVE_MULTIPLY, unit,
                              cleave_make_parentheses(arena, expression_of(planner, model, &chunk.rows[i])));
  }
  tiled->address = object.address;
  tiled->unit = unit;
  tiled->stride = cleave_make_constant(arena, CLEAVE_EXPRESSION_LONG, chunk.stride);
  tiled->base = expression_of(planner, model, &chunk.base);
  return true;
}

/* ---- The decision ----------------------------------------------------------------------------- */

struct choice {
  struct cleave_tiling *tiling;
  bool pays;
  const char *names; /* of the objects for which tiles are useful, for the remark */
};

static void add_name(struct planner *planner, struct choice *choice, const char *name) {
  choice->names = choice->names ? cleave_arena_format(planner->arena, "%s, '%s'", choice->names, name)
                                : cleave_arena_format(planner->arena, "'%s'", name);
}

/* Whether OBJECT is more than a number. */
static bool is_large(const struct planner *planner, const struct cleave_transfer *transfer) {
  return !is_scalar(variable_at(planner, transfer->variable));
}

static void choose_objects(struct analysis *analysis, const struct cleave_loop_model *model,
                           const struct access_summary *summary, uint32_t stage, struct choice *choice) {
  struct planner *planner = analysis->planner;
  for (size_t i = 0; i < analysis->object_count; i++) {
    const struct object *object = &analysis->objects[i];
    const struct cleave_transfer *transfer = object->transfer;
    struct cleave_tiled_object tiled = {.variable = transfer->variable,
                                        .is_final = leaves_here(transfer, stage)};
    if (!transfer->is_known || !(arrives_here(transfer, stage) || tiled.is_final) ||
        is_in_directive(model->node, transfer->variable) || !has_one_name(analysis, summary, object) ||
        !describe(planner, model, transfer, &tiled))
      continue;
    CLEAVE_APPEND(planner->arena, choice->tiling->objects, choice->tiling->object_count, tiled);
    add_name(planner, choice, variable_at(planner, transfer->variable)->name);
  }
}

/* Whether a large object is copied, so that an overlap with the kernel would save time. */
static bool has_something_to_hide(const struct analysis *analysis, uint32_t stage) {
  for (size_t i = 0; i < analysis->object_count; i++) {
    const struct cleave_transfer *transfer = analysis->objects[i].transfer;
    if (is_large(analysis->planner, transfer) &&
        (arrives_here(transfer, stage) || leaves_here(transfer, stage)))
      return true;
  }
  return false;
}

/* If a part of an array without a map clause may be present already, the kernel maps the array; each tile
 * would map it again. */
static bool maps_by_itself(const struct planner *planner, const struct access_summary *summary) {
  for (uint32_t v = 0; v < planner->region->variable_count; v++)
    if ((summary->reads[v] || summary->writes[v]) && variable_at(planner, v)->may_be_partly_present &&
        variable_at(planner, v)->sharing == CLEAVE_SHARING_IMPLICIT_MAP)
      return true;
  return false;
}

static struct cleave_tiling *new_tiling(struct planner *planner, const struct cleave_node *node,
                                        uint32_t stage) {
  const struct cleave_loop_header *header = &node->accesses->header;
  struct cleave_tiling *tiling = cleave_arena_allocate(planner->arena, sizeof *tiling);
  *tiling = (struct cleave_tiling){
      .device = planner->device,
      .stage = stage,
      .is_collapsed = cleave_clause_find(node->clauses, node->clause_count, CLEAVE_CLAUSE_COLLAPSE) != NULL,
      .first = first_of(header),
      .bound = bound_of(header),
      .bound_is_last = header->bound_is_last,
      .first_name = new_name(planner, "first"),
      .bound_name = new_name(planner, header->bound_is_last ? "last" : "end"),
      .tile_name = new_name(planner, "tile"),
      .count_name = new_name(planner, "tiles"),
      .loop_first_name = new_name(planner, "loop_first"),
      .loop_bound_name = new_name(planner, header->bound_is_last ? "loop_last" : "loop_end"),
  };
  tiling->lists_bounds = lists_every_variable(planner, (uint32_t)(node - planner->region->nodes));
  return tiling;
}

static void tile_kernel(struct analysis *analysis, struct cleave_plan_node *plan_node, uint32_t stage) {
  struct planner *planner = analysis->planner;
  const struct cleave_node *node = node_at(planner, plan_node->node);
  /* Another remark explains why a loop stays in one team. */
  if (!has_something_to_hide(analysis, stage) ||
      (!plan_node->widened && !(node->construct & CLEAVE_CONSTRUCT_DISTRIBUTE)) ||
      (planner->region->hints | node->hints) & CLEAVE_HINT_PIPELINE_OFF)
    return;
  struct access_summary summary = new_access_summary(analysis);
  add_plan_node(analysis, &summary, plan_node);
  const char *obstacle = !summary.is_described ? "the loop contains statements that cleave cannot analyze"
                                               : loop_obstacle(planner, plan_node);
  if (!obstacle && maps_by_itself(planner, &summary))
    obstacle = "part of an array that it uses may already be on the device";
  if (!obstacle && !planner->needs_environment)
    obstacle = planner->environment_obstacle;
  if (!obstacle) {
    const struct cleave_loop_model *model = cleave_loop_model_get(planner->loop_models, plan_node->node);
    struct choice choice = {.tiling = new_tiling(planner, node, stage)};
    if (model->loop)
      choose_objects(analysis, model, &summary, stage, &choice);
    if (choice.tiling->object_count) {
      if (!decide(planner))
        return;
      plan_node->tiling = choice.tiling;
      if (!planner->needs_environment) {
        choice.tiling->condition = new_name(planner, "pays");
        planner->needs_environment = planner->environment_for_tiles = true;
      }
      note(planner, CLEAVE_REASON_TILED, node->directive.begin, choice.names);
      return;
    }
    obstacle = "no copied array is divided into adjacent parts, one for each iteration";
  }
  note(planner, CLEAVE_REASON_NOT_TILED, node->directive.begin, obstacle);
}

/* The user may request several devices for the kernel. */
static void spread_kernel(struct analysis *analysis, const struct cleave_plan_node *plan_node,
                          struct cleave_tiling *tiling) {
  struct planner *planner = analysis->planner;
  const struct cleave_node *node = node_at(planner, plan_node->node);
  const uint32_t hints = planner->region->hints | node->hints;
  const char *obstacle = "it does not run in tiles";
  if (!(hints & CLEAVE_HINT_PIPELINE_DEVICES) || hints & CLEAVE_HINT_PIPELINE_OFF)
    return;
  if (tiling) {
    struct access_summary summary = new_access_summary(analysis);
    add_plan_node(analysis, &summary, plan_node);
    obstacle = spread_tiles(analysis, &summary, tiling);
  }
  note(planner, obstacle ? CLEAVE_REASON_NOT_SPREAD : CLEAVE_REASON_SPREAD, node->directive.begin, obstacle);
}

static void plan_kernel(struct analysis *analysis, struct cleave_plan_node *plan_node, uint32_t stage) {
  tile_kernel(analysis, plan_node, stage);
  spread_kernel(analysis, plan_node, (struct cleave_tiling *)plan_node->tiling);
}

static void visit_plan_nodes(struct analysis *analysis, struct cleave_plan_node *plan_node) {
  const struct cleave_transfers *transfers = analysis->transfers;
  if (plan_node->kind == CLEAVE_PLAN_KERNEL)
    for (uint32_t stage = 0; stage < transfers->stage_count; stage++)
      if (transfers->stages[stage] == plan_node)
        plan_kernel(analysis, plan_node, stage);
  for (size_t i = 0; i < plan_node->child_count; i++)
    visit_plan_nodes(analysis, plan_node->children[i]);
}

static bool has_clause(const struct planner *planner, enum cleave_clause_kind kind) {
  return cleave_clause_find(planner->region->clauses, planner->region->clause_count, kind);
}

/* Why no loop of the region runs tile by tile, in words; NULL: some may. */
static const char *region_obstacle(const struct planner *planner) {
  if (planner->options->transfers != CLEAVE_COPIES_BY_ENGINE || !planner->options->may_call)
    return "options leave its copies to the OpenMP run time";
  /* A kernel could get the name of one with other parameters, in a compilation without cleave. */
  if (planner->region->flags & CLEAVE_REGION_SHARED)
    return "the region is in a header";
  if (has_clause(planner, CLEAVE_CLAUSE_NOWAIT) || has_clause(planner, CLEAVE_CLAUSE_DEPEND))
    return "the region has a nowait or depend clause";
  return NULL;
}

void plan_no_tiles(struct planner *planner, const char *obstacle) {
  const struct cleave_region *region = planner->region;
  if (region->hints & CLEAVE_HINT_PIPELINE_DEVICES) {
    note(planner, CLEAVE_REASON_NOT_SPREAD, region->directive.begin, obstacle);
    return;
  }
  for (uint32_t i = 0; i < region->node_count; i++)
    if (node_at(planner, i)->hints & CLEAVE_HINT_PIPELINE_DEVICES)
      note(planner, CLEAVE_REASON_NOT_SPREAD, node_at(planner, i)->directive.begin, obstacle);
}

void plan_tiles(struct analysis *analysis) {
  const char *obstacle = region_obstacle(analysis->planner);
  if (obstacle)
    plan_no_tiles(analysis->planner, obstacle);
  else
    visit_plan_nodes(analysis, analysis->planner->plan->root);
}
