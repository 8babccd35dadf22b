/* FILE: lib/fission/distribute_loop.c
 * WHAT: plans a region `target teams distribute` whose iterations contain parallel loops: loop fission of the distribute loop.
 *
 *   for (int t = 0; t < n; t++) {                  float *cleave_s = (float *)__builtin_malloc(n * sizeof *cleave_s);
 *     float s = 0;                                 target data ... map(alloc: cleave_s[0:n])
 *   #pragma omp parallel for reduction(+: s)       target teams distribute
 *     for (int i = 0; i < m; i++)                  for (int t = 0; t < n; t++) { float s = 0;
 *       s += x[t][i];                          ->    parallel for reduction(+: s) ... s += x[t][i];
 *     s /= m;                                        s /= m; cleave_s[t] = s; }
 *   #pragma omp parallel for                       target teams distribute parallel for collapse(2)
 *     for (int i = 0; i < m; i++)                  for (int t = 0; t < n; t++) for (int i = 0; i < m; i++)
 *       y[t][i] = x[t][i] - s;                       { float s = cleave_s[t]; y[t][i] = x[t][i] - s; }
 *   }
 *
 * A parallel loop whose bounds do not depend on the outer iteration forms one nest with the outer loop, on all threads of the
 * device. All other statements form parts, as long as possible: a team for each outer iteration, as before, or a thread for
 * each if its parallel loops have at most MOST_SERIAL_ITERATIONS iterations. That thread is a team (OpenMP 5.1, 2.6.1).
 *
 * A variable of an iteration is declared in the part that uses it. If several parts use it, it is computed again in each, if
 * its value is an integer or address computed from constants of the region and counters; otherwise it is expanded: it has an
 * element for each outer iteration, in device memory. distribute_checks.c has the legality argument.
 *
 * A pointer that an iteration reads from memory is expanded, and not read again: the parallel loop of the same iteration may overwrite the
 * memory that it was read from. The iteration has read it before, and stores of other iterations to that memory would be a data race
 * (OpenMP 5.1, 1.4.1). The expanded value is an address of the device. It stays valid in the next kernel, because the data environment
 * around both keeps what it refers to; objects of one kernel are excluded (distribute_flow.c). No other code has the address of
 * the elements.
 */
#include <string.h>

#include "fission/distribute_flow.h"
#include "transfers/transfers.h"

/* Memory for expanded variables: with more, the original form runs. */
#define MOST_EXPANDED (INT64_C(1) << 30)

/* ---- Parts --------------------------------------------------------------------------------------- */

static bool holds_kernel(const struct fission *fission, uint32_t index) {
  if (fission->loop.is_kernel[index])
    return true;
  for (uint32_t child = node_at(fission->planner, index)->first_child; child != CLEAVE_NO_NODE;
       child = node_at(fission->planner, child)->next)
    if (holds_kernel(fission, child))
      return true;
  return false;
}

/* Whether the host declares the variables of NODE: counters of its loops, and none that a kernel needs. */
static bool is_host_declaration(const struct fission *fission, const struct cleave_node *node) {
  bool any = false;
  for (size_t i = 0; node->kind == CLEAVE_NODE_DECLARATION && i < node->declarator_count; i++)
    any |= fission->loop.is_uniform[node->declarators[i].variable];
  return any; /* then the others have no values: see distribute_checks.c */
}

static void add_children(struct fission *fission, struct cleave_plan_node *parent, uint32_t first) {
  const struct planner *planner = fission->planner;
  struct cleave_plan_node *part = NULL;
  for (uint32_t at = first; at != CLEAVE_NO_NODE; at = node_at(planner, at)->next) {
    const struct cleave_node *node = node_at(planner, at);
    struct cleave_plan_node *child = NULL;
    const bool contains = holds_kernel(fission, at);
    if (fission->loop.is_kernel[at])
      child = new_plan_node(fission->planner, CLEAVE_PLAN_KERNEL, at);
    else if (contains && (fission->loop.is_control[at] || node->kind == CLEAVE_NODE_COMPOUND))
      child = new_plan_node(fission->planner, CLEAVE_PLAN_CONTROL, at);
    else if (is_host_declaration(fission, node) || node->kind == CLEAVE_NODE_EMPTY)
      child = new_plan_node(fission->planner, CLEAVE_PLAN_HOST, at);
    if (!child && part) {
      part->last = at;
      continue;
    }
    part = child ? NULL : new_plan_node(fission->planner, CLEAVE_PLAN_SERIAL, at);
    child = child ? child : part;
    CLEAVE_APPEND(planner->arena, parent->children, parent->child_count, child);
    if (child->kind == CLEAVE_PLAN_CONTROL)
      add_children(fission, child, node->first_child);
    else if (child->kind != CLEAVE_PLAN_HOST)
      CLEAVE_APPEND(planner->arena, fission->parts, fission->part_count, child);
  }
}

static struct cleave_range range_of(const struct planner *planner, const struct cleave_plan_node *part) {
  return (struct cleave_range){node_at(planner, part->node)->range.begin,
                               node_at(planner, part->last)->range.end};
}

/* Whether the text of PART names VARIABLE, which no other part uses: as a counter, in a private clause. */
static bool names(const struct planner *planner, const struct cleave_plan_node *part, uint32_t variable) {
  return cleave_mentions(&planner->unit->tokens, range_of(planner, part),
                         variable_at(planner, variable)->name);
}

/* ---- The text of a part ---------------------------------------------------------------------------- */

/* Whether the part cannot contain the declaration NODE as it is: an array of it is expanded. */
static bool is_removed(const struct fission *fission, const struct cleave_node *node) {
  for (size_t i = 0; node->kind == CLEAVE_NODE_DECLARATION && i < node->declarator_count; i++)
    if (fission->flows[node->declarators[i].variable] == FLOW_EXPANDED &&
        variable_at(fission->planner, node->declarators[i].variable)->element_type)
      return true;
  return false;
}

/* Whether PART contains nothing but declarations that other parts repeat. */
static bool is_empty(const struct fission *fission, const struct cleave_plan_node *part) {
  for (uint32_t at = part->node;; at = node_at(fission->planner, at)->next) {
    const struct cleave_node *node = node_at(fission->planner, at);
    if (node->kind != CLEAVE_NODE_DECLARATION || !node->declarator_count)
      return false;
    for (size_t i = 0; i < node->declarator_count; i++)
      if (node->declarators[i].has_initializer && fission->flows[node->declarators[i].variable] != FLOW_AGAIN)
        return false;
    if (at == part->last)
      return true;
  }
}

/* Whether PART, a kernel, declares VARIABLE before its directive. */
static bool is_named_by_directive(const struct planner *planner, const struct cleave_plan_node *part,
                                  uint32_t variable) {
  const struct cleave_node *loop = node_at(planner, part->node);
  for (size_t i = 0; i < loop->counter_count; i++)
    if (loop->counters[i] == variable)
      return true;
  return cleave_loop_lists(loop, CLEAVE_CLAUSE_PRIVATE, variable);
}

/* Whether PART needs VARIABLE, also to compute the value of another one. */
static bool needs(const struct fission *fission, const struct cleave_plan_node *part, uint32_t index) {
  const struct planner *planner = fission->planner;
  if (uses_in_part(planner, part, index))
    return true;
  for (uint32_t v = 0; v < planner->region->variable_count; v++)
    for (size_t u = 0;
         v != index && fission->flows[v] == FLOW_AGAIN && u < fission->declarators[v]->use_count; u++)
      if (fission->declarators[v]->uses[u].variable == index && needs(fission, part, v))
        return true;
  return false;
}

static bool add_variable(struct fission *fission, struct cleave_plan_node *part, struct cleave_part *it,
                         uint32_t index) {
  struct planner *planner = fission->planner;
  const bool kernel = part->kind == CLEAVE_PLAN_KERNEL;
  const uint32_t declared_by = variable_at(planner, index)->declared_by;
  /* A variable from outside has no declaration; the part that assigns it first needs no earlier value. */
  const bool inferred = variable_at(planner, index)->is_inferred,
             begins = part_contains(planner, part, declared_by),
             declares = begins && !inferred && !is_removed(fission, node_at(planner, declared_by));
  struct cleave_part_variable variable = {.variable = index};
  const struct cleave_expansion stored = {index, fission->names[index]};
  switch (fission->flows[index]) {
  case FLOW_EXPANDED:
    variable.expansion = inferred && begins ? NULL : fission->names[index];
    if (!uses_in_part(planner, part, index))
      return true;
    if (!kernel && !variable_at(planner, index)->element_type &&
        uses_in_part(planner, part, index) & CLEAVE_USE_WRITE)
      CLEAVE_APPEND(planner->arena, it->stored, it->stored_count, stored);
    break;
  case FLOW_AGAIN:
    variable.value = fission->declarators[index]->initializer;
    if (!needs(fission, part, index))
      return true;
    break;
  case FLOW_NONE:
    if (!names(planner, part, index))
      return true;
    variable.is_outside = kernel;
    if (kernel && is_host_declaration(fission, node_at(planner, declared_by)))
      return true;
    if (kernel && !is_named_by_directive(planner, part, index))
      return !cleave_mentions(&planner->unit->tokens, range_of(planner, part), "sizeof") ||
             refuse_flow(fission, index, "'sizeof' may refer to it");
    break;
  case FLOW_LOCAL:
    if (!inferred || !begins)
      return true;
    break;
  case FLOW_UNIFORM:
    return true;
  }
  if (declares)
    return true;
  if (!variable_at(planner, index)->type && !variable_at(planner, index)->element_type)
    return refuse_flow(fission, index, "its type has no name");
  CLEAVE_APPEND(planner->arena, it->variables, it->variable_count, variable);
  return true;
}

/* ---- One thread for each iteration ------------------------------------------------------------------ */

static bool takes_one_thread(const struct planner *planner, const struct cleave_plan_node *part) {
  for (uint32_t n = 0; n < planner->region->node_count; n++) {
    const struct cleave_node *node = node_at(planner, n);
    if (node->kind == CLEAVE_NODE_LOOP && part_contains(planner, part, n) && !can_be_serial(planner, node))
      return false;
  }
  return true;
}

/* Removes declarations of expanded arrays, and, for ONE_THREAD, the directives of loops. */
static bool find_removed(struct fission *fission, struct cleave_plan_node *part, struct cleave_part *it,
                         bool one_thread) {
  struct planner *planner = fission->planner;
  for (uint32_t n = 0; n < planner->region->node_count; n++) {
    const struct cleave_node *node = node_at(planner, n);
    if (!part_contains(planner, part, n))
      continue;
    if (node->kind == CLEAVE_NODE_LOOP && one_thread)
      CLEAVE_APPEND(planner->arena, it->removed, it->removed_count, node->directive);
    if (!is_removed(fission, node))
      continue;
    for (size_t i = 0; i < node->declarator_count; i++)
      if (node->declarators[i].has_initializer || fission->flows[node->declarators[i].variable] == FLOW_LOCAL)
        return refuse_flow(fission, node->declarators[i].variable, "it is declared together with an array");
    CLEAVE_APPEND(planner->arena, it->removed, it->removed_count, node->range);
  }
  return true;
}

static void add_used(struct fission *fission, const struct cleave_plan_node *part, bool *set) {
  const struct planner *planner = fission->planner;
  for (uint32_t v = 0; v < planner->region->variable_count; v++)
    set[v] = variable_at(planner, v)->sharing != CLEAVE_SHARING_INSIDE && needs(fission, part, v);
  for (size_t i = 0; i < fission->loop.nest_count; i++) {
    const struct cleave_node *outer = node_at(planner, fission->loop.nest[i]);
    for (size_t u = 0; u < outer->use_count; u++)
      if (variable_at(planner, outer->uses[u].variable)->sharing != CLEAVE_SHARING_INSIDE)
        set[outer->uses[u].variable] = true;
  }
}

/* Returns whether PART runs on all threads: it is a loop nest, or one thread executes each outer iteration. */
static bool make_part(struct fission *fission, struct cleave_plan_node *part, bool *wide) {
  struct planner *planner = fission->planner;
  struct cleave_part *it = cleave_arena_allocate(planner->arena, sizeof *it);
  const struct cleave_node *node = node_at(planner, part->node);
  const bool kernel = part->kind == CLEAVE_PLAN_KERNEL;
  const bool one_thread = kernel || takes_one_thread(planner, part);
  *wide = one_thread;
  part->part = it;
  for (size_t i = 0; i < fission->loop.nest_count; i++)
    CLEAVE_APPEND(planner->arena, it->headers, it->header_count,
                  node_at(planner, fission->loop.nest[i])->header);
  it->index = fission->index;
  if (kernel)
    it->body = node->iteration;
  else if (!find_removed(fission, part, it, one_thread))
    return false;
  for (uint32_t v = 0; v < planner->region->variable_count; v++)
    if (belongs_to_iteration(fission, v) && !add_variable(fission, part, it, v))
      return false;
  bool *set = cleave_arena_allocate(planner->arena, planner->region->variable_count + 1);
  add_used(fission, part, set);
  make_part_directive(planner, part,
                      CLEAVE_CONSTRUCT_TEAMS | CLEAVE_CONSTRUCT_DISTRIBUTE |
                          (one_thread ? CLEAVE_CONSTRUCT_PARALLEL | CLEAVE_CONSTRUCT_FOR : 0),
                      set);
  planner->plan->kernels += kernel;
  planner->plan->serial_kernels += !kernel;
  planner->plan->widened += kernel;
  note(planner, kernel ? CLEAVE_REASON_LOOP_KERNEL : CLEAVE_REASON_ITERATION_PART, node->range.begin,
       kernel       ? NULL
       : one_thread ? "thread"
                    : "team");
  return true;
}

/* ---- The region ------------------------------------------------------------------------------------- */

/* The expression in RANGE as an operand: a name, or in parentheses. */
static const struct cleave_expression *operand(struct fission *fission, struct cleave_range range) {
  const struct cleave_expression *value = cleave_make_source(fission->planner->arena, range);
  const struct cleave_token *word =
      cleave_find_token(&fission->planner->unit->tokens, range, 1 << CLEAVE_TOKEN_WORD, NULL);
  const bool is_name = word && word->range.begin == range.begin && word->range.end == range.end;
  return is_name ? value : cleave_make_parentheses(fission->planner->arena, value);
}

/* `bound - first` of the distribute loop NODE as a long: its iterations. AT_LEAST_ONE: 1 instead of less. */
static const struct cleave_expression *count_of(struct fission *fission, uint32_t node, bool at_least_one) {
  struct cleave_arena *arena = fission->planner->arena;
  const struct cleave_loop_header *header = &node_at(fission->planner, node)->accesses->header;
  const struct cleave_range ends[] = {{header->first_begin, header->first_end},
                                      {header->bound_begin, header->bound_end}};
  const struct cleave_expression *values[2];
  for (int i = 0; i < 2; i++)
    values[i] = operand(fission, ends[i]);
  const struct cleave_expression *any = cleave_make_binary(arena, CLEAVE_GREATER, values[1], values[0]);
  for (int i = 0; i < 2; i++)
    values[i] = cleave_make_cast(arena, CLEAVE_TYPE_LONG, values[i]);
  const bool from_zero = !strcmp(text_of(fission->planner, ends[0]), "0");
  const struct cleave_expression *one = cleave_make_constant(arena, CLEAVE_EXPRESSION_INTEGER, 1);
  const struct cleave_expression *count =
      from_zero ? values[1] : cleave_make_binary(arena, CLEAVE_SUBTRACT, values[1], values[0]);
  if (header->bound_is_last)
    count = cleave_make_binary(arena, CLEAVE_ADD, count, one);
  return at_least_one ? cleave_make_conditional(arena, any, count, one) : count;
}

/* The number of iterations of the distribute loop, at least 1. */
static const struct cleave_expression *count_rows(struct fission *fission) {
  struct cleave_arena *arena = fission->planner->arena;
  const struct cleave_expression *product = NULL;
  for (size_t i = 0; i < fission->loop.nest_count; i++) {
    const struct cleave_expression *count = count_of(fission, fission->loop.nest[i], true);
    if (fission->loop.nest_count > 1)
      count = cleave_make_parentheses(arena, count);
    product = product ? cleave_make_binary(arena, CLEAVE_MULTIPLY, product, count) : count;
  }
  return product;
}

/* The position of an iteration: that of the outermost loop times the iterations of the next one, and so on. */
static void find_index(struct fission *fission) {
  struct planner *planner = fission->planner;
  struct cleave_arena *arena = planner->arena;
  for (size_t i = 0; i < fission->loop.nest_count; i++) {
    const struct cleave_node *outer = node_at(planner, fission->loop.nest[i]);
    const struct cleave_range first = {outer->accesses->header.first_begin,
                                       outer->accesses->header.first_end};
    const struct cleave_expression *own = variable_value(planner, outer->declarators[0].variable);
    const bool moved = strcmp(text_of(planner, first), "0");
    if (moved)
      own = cleave_make_binary(arena, CLEAVE_SUBTRACT, own, operand(fission, first));
    if (!i) {
      fission->index = own;
      continue;
    }
    const struct cleave_expression *before =
        cleave_make_cast(arena, CLEAVE_TYPE_LONG, cleave_make_parentheses(arena, fission->index));
    const struct cleave_expression *count =
        cleave_make_parentheses(arena, count_of(fission, fission->loop.nest[i], false));
    fission->index =
        cleave_make_binary(arena, CLEAVE_ADD, cleave_make_binary(arena, CLEAVE_MULTIPLY, before, count),
                           moved ? cleave_make_parentheses(arena, own) : own);
  }
}

/* Adds the original form, which runs if CONDITION holds or one that is added before. */
static bool add_original(struct planner *planner, const struct cleave_expression *condition) {
  struct cleave_versions *versions = &planner->plan->versions;
  struct cleave_version version = {.body = CLEAVE_BODY_SOURCE, .guard = condition};
  if (versions->count) {
    versions->items[0].guard =
        cleave_make_binary(planner->arena, CLEAVE_OR, versions->items[0].guard, condition);
    return true;
  }
  if (!take_region_text(planner, &version))
    return refuse(planner, CLEAVE_REASON_DISTRIBUTE_NOT_SPLIT, planner->region->offset,
                  "its text cannot be repeated for the case of one team, or of too little memory");
  CLEAVE_APPEND(planner->arena, versions->items, versions->count, version);
  return true;
}

/* With one team, iterations have an order. */
static bool check_teams(struct fission *fission) {
  const struct cleave_clause *teams = fission->loop.checked_teams;
  return !teams ||
         add_original(
             fission->planner,
             cleave_make_binary(fission->planner->arena, CLEAVE_LESS, operand(fission, teams->argument),
                                cleave_make_constant(fission->planner->arena, CLEAVE_EXPRESSION_LONG, 2)));
}

/* Declares the number of elements. If the elements need too much memory, the original form runs. */
static bool allocate(struct fission *fission) {
  struct planner *planner = fission->planner;
  struct cleave_plan *plan = planner->plan;
  struct cleave_arena *arena = planner->arena;
  int64_t bytes = 0;
  if (!plan->expansion_count)
    return true;
  for (size_t i = 0; i < plan->expansion_count; i++)
    bytes += (int64_t)variable_at(planner, plan->expansions[i].variable)->size;
  if (!add_original(planner, cleave_make_binary(
                                 arena, CLEAVE_GREATER, cleave_make_parentheses(arena, count_rows(fission)),
                                 cleave_make_constant(arena, CLEAVE_EXPRESSION_LONG, MOST_EXPANDED / bytes))))
    return false;
  plan->row_count = new_name(planner, "iterations");
  const struct cleave_declaration rows = {
      .is_constant = true, .type = "long", .name = plan->row_count, .value = count_rows(fission)};
  CLEAVE_APPEND(arena, plan->temporaries, plan->temporary_count, rows);
  return true;
}

/* The teams of the original form: one for each iteration, or as many as num_teams asks for. */
static const struct cleave_expression *count_teams(struct fission *fission) {
  struct cleave_arena *arena = fission->planner->arena;
  const struct cleave_region *region = fission->planner->region;
  const struct cleave_clause *teams =
      cleave_clause_find(region->clauses, region->clause_count, CLEAVE_CLAUSE_NUM_TEAMS);
  const struct cleave_expression *rows = cleave_make_parentheses(arena, count_rows(fission));
  if (!teams)
    return rows;
  const struct cleave_expression *asked =
      teams->flags & CLEAVE_CLAUSE_IS_CONSTANT
          ? cleave_make_constant(arena, CLEAVE_EXPRESSION_LONG, teams->value)
          : operand(fission, teams->argument);
  return cleave_make_conditional(arena, cleave_make_binary(arena, CLEAVE_GREATER, rows, asked), asked, rows);
}

static bool may_split(struct planner *planner) {
  if (!planner->options->split)
    return refuse(planner, CLEAVE_REASON_REGION_SPLIT_OFF, planner->region->offset, NULL);
  if (!planner->options->widen || planner->region->hints & CLEAVE_HINT_WIDEN_OFF)
    return refuse(planner, CLEAVE_REASON_DISTRIBUTE_NOT_SPLIT, planner->region->offset,
                  "widening is disabled");
  if (planner->region->flags &
      (CLEAVE_REGION_SHARED | CLEAVE_REGION_HAS_OPERATOR | CLEAVE_REGION_HAS_INSTANCES))
    return refuse(planner, CLEAVE_REASON_DISTRIBUTE_NOT_SPLIT, planner->region->offset,
                  "it is in a header or a template, or a directive uses _Pragma");
  planner->needs_environment = true;
  if (decide(planner))
    return true;
  planner->limited = true;
  return refuse(planner, CLEAVE_REASON_REGION_BISECT, planner->region->offset, NULL);
}

static bool make_parts(struct fission *fission) {
  struct planner *planner = fission->planner;
  bool gains = false, narrow = false, wide;
  for (size_t i = 0; i < fission->part_count; i++) {
    struct cleave_plan_node *part = fission->parts[i];
    if (part->kind == CLEAVE_PLAN_SERIAL && is_empty(fission, part)) {
      part->kind = CLEAVE_PLAN_REMOVED;
      continue;
    }
    if (!make_part(fission, part, &wide))
      return false;
    gains |= part->kind == CLEAVE_PLAN_KERNEL;
    narrow |= !wide;
  }
  return gains || !narrow ||
         refuse(planner, CLEAVE_REASON_DISTRIBUTE_NOT_SPLIT, planner->region->offset,
                "no parallel loop in it can run over the iterations of both loops");
}

static void note_split(struct planner *planner) {
  const unsigned loops = planner->plan->kernels, others = planner->plan->serial_kernels;
  const char *text = loops ? cleave_arena_format(planner->arena, "%u kernel%s of one parallel loop%s", loops,
                                                 loops == 1 ? "" : "s", loops == 1 ? "" : " each")
                           : "";
  if (others)
    text = cleave_arena_format(planner->arena, "%s%s%u kernel%s of other statements", text,
                               loops ? " and " : "", others, others == 1 ? "" : "s");
  note(planner, CLEAVE_REASON_REGION_SPLIT, planner->region->offset, text);
}

void plan_distribute_loop(struct planner *planner) {
  struct fission fission = {.loop = {.planner = planner}, .planner = planner};
  const struct cleave_region *region = planner->region;
  struct cleave_arena *arena = planner->arena;
  planner->placements =
      cleave_arena_allocate(arena, (region->variable_count + 1) * sizeof *planner->placements);
  fission.flows = cleave_arena_allocate(arena, (region->variable_count + 1) * sizeof *fission.flows);
  fission.names = cleave_arena_allocate(arena, (region->variable_count + 1) * sizeof *fission.names);
  fission.declarators =
      cleave_arena_allocate(arena, (region->variable_count + 1) * sizeof *fission.declarators);
  if (!may_split(planner) || !check_distribute_loop(&fission.loop))
    return;
  prepare_shared_clauses(planner);
  if (!prepare_maps(planner))
    return;
  find_index(&fission);
  const bool in_block = node_at(planner, 0)->kind == CLEAVE_NODE_COMPOUND;
  planner->plan->root = new_plan_node(planner, in_block ? CLEAVE_PLAN_CONTROL : CLEAVE_PLAN_ITERATIONS, 0);
  struct cleave_plan_node *block = planner->plan->root;
  for (uint32_t at = 0; at != node_at(planner, fission.loop.body)->first_child;) {
    at = node_at(planner, at)->first_child; /* a distribute loop, or a block with nothing else */
    struct cleave_plan_node *inner = new_plan_node(
        planner, node_at(planner, at)->kind == CLEAVE_NODE_FOR ? CLEAVE_PLAN_ITERATIONS : CLEAVE_PLAN_CONTROL,
        at);
    CLEAVE_APPEND(arena, block->children, block->child_count, inner);
    block = inner;
  }
  add_children(&fission, block, node_at(planner, block->node)->first_child);
  if (!privatize_variables(planner) || !find_flows(&fission) || !check_teams(&fission) ||
      !allocate(&fission) || !make_parts(&fission) || !make_environment(planner))
    return;
  note_split(planner);
  planner->host_controlled = fission.loop.is_control;
  add_teams_fallback(planner, count_teams(&fission));
  planner->plan->transforms = true;
}
