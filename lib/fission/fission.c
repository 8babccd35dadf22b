/* FILE: lib/fission/fission.c
 * WHAT: the order in which one region is planned, and what the parts share.
 */
#include "fission/fission.h"

#include <string.h>

#include "fission/planner.h"

/* ---- What the parts share ----------------------------------------------------------------------- */

void note(struct planner *planner, unsigned code, uint32_t offset, const char *name) {
  const struct cleave_reason *reason = cleave_reason_find(code);
  char *what = cleave_arena_allocate(planner->arena,
                                     strlen(reason->what) + (name ? strlen(name) : 0) + 1);
  const char *slot = strstr(reason->what, "%s");
  if (slot) {
    memcpy(what, reason->what, (size_t)(slot - reason->what));
    strcat(strcat(what, name ? name : ""), slot + 2);
  } else {
    strcpy(what, reason->what);
  }
  struct cleave_remark remark = {
      .kind = reason->kind,
      .code = code,
      .region = planner->region_index,
      .offset = offset,
      .message = *reason->advice
                     ? cleave_arena_format(planner->arena, "%s; %s", what, reason->advice)
                     : what,
  };
  CLEAVE_APPEND(planner->arena, planner->plan->remarks, planner->plan->remark_count, remark);
}

bool refuse(struct planner *planner, unsigned code, uint32_t offset, const char *name) {
  if (!planner->refused) {
    planner->plan->remark_count = 0; /* what was noted on the way is void */
    planner->plan->remarks = NULL;
    note(planner, code, offset, name);
  }
  planner->refused = true;
  return false;
}

bool decide(struct planner *planner) {
  if (planner->options->bisect >= 0 && planner->decisions->made >= planner->options->bisect)
    return false;
  planner->decisions->made++;
  return true;
}

const struct cleave_node *node_at(const struct planner *planner, uint32_t node) {
  return &planner->region->nodes[node];
}

const struct cleave_variable *variable_at(const struct planner *planner, uint32_t variable) {
  return &planner->region->variables[variable];
}

const char *text_of(const struct planner *planner, struct cleave_range range) {
  return cleave_unit_text(planner->unit, range);
}

bool clause_lists(const struct cleave_clause *clause, uint32_t variable) {
  for (size_t i = 0; i < clause->variable_count; i++)
    if (clause->variables[i] == variable)
      return true;
  return false;
}

bool loop_lists(const struct cleave_node *node, enum cleave_clause_kind kind, uint32_t variable) {
  for (size_t i = 0; i < node->clause_count; i++)
    if (node->clauses[i].kind == kind && clause_lists(&node->clauses[i], variable))
      return true;
  return false;
}

bool is_result_of_loop(const struct cleave_node *node, uint32_t variable) {
  return loop_lists(node, CLEAVE_CLAUSE_REDUCTION, variable) ||
         loop_lists(node, CLEAVE_CLAUSE_LASTPRIVATE, variable) ||
         loop_lists(node, CLEAVE_CLAUSE_LINEAR, variable);
}

bool is_private_in_loop(const struct cleave_node *node, uint32_t variable) {
  return is_result_of_loop(node, variable) ||
         loop_lists(node, CLEAVE_CLAUSE_PRIVATE, variable) ||
         loop_lists(node, CLEAVE_CLAUSE_FIRSTPRIVATE, variable);
}

uint32_t flowing_uses(const struct planner *planner, uint32_t variable) {
  uint32_t flags = 0;
  for (uint32_t i = 0; i < planner->region->node_count; i++) {
    const struct cleave_node *node = node_at(planner, i);
    if (node->kind == CLEAVE_NODE_LOOP && is_private_in_loop(node, variable)) {
      if (is_result_of_loop(node, variable))
        flags |= CLEAVE_USE_READ | CLEAVE_USE_WRITE;
      else if (loop_lists(node, CLEAVE_CLAUSE_FIRSTPRIVATE, variable))
        flags |= CLEAVE_USE_READ;
      continue;
    }
    for (size_t u = 0; u < node->use_count; u++)
      if (node->uses[u].variable == variable)
        flags |= node->uses[u].flags;
  }
  return flags;
}

/* ---- The plan of one region ------------------------------------------------------------------------ */

/* Whether LOOP binds to threads that a split can give it. `for` alone in serial code runs on one
 * thread: it is a serial statement. */
static bool is_parallel_loop(const struct planner *planner, uint32_t index) {
  const struct cleave_node *node = node_at(planner, index);
  if (node->kind != CLEAVE_NODE_LOOP)
    return false;
  if (node->construct & CLEAVE_CONSTRUCT_PARALLEL)
    return true;
  if (planner->region->construct & CLEAVE_CONSTRUCT_PARALLEL)
    return true;
  for (uint32_t at = node->parent; at != CLEAVE_NO_NODE; at = node_at(planner, at)->parent)
    if (node_at(planner, at)->kind == CLEAVE_NODE_PARALLEL)
      return true;
  return false;
}

/* Whether a parallel construct holds nothing but loops and what may steer them: then its loops can be
 * split off. Otherwise (single, barrier, sections, private data, ...) it stays one piece, which the
 * initial thread of a serial step encounters as it did before. */
static bool can_unwrap(const struct planner *planner, uint32_t index) {
  const struct cleave_node *node = node_at(planner, index);
  if (node->kind == CLEAVE_NODE_OPAQUE)
    return false;
  if (node->kind == CLEAVE_NODE_LOOP)
    return !(node->construct & CLEAVE_CONSTRUCT_PARALLEL);
  if (node->kind == CLEAVE_NODE_PARALLEL) {
    for (size_t i = 0; i < node->clause_count; i++) {
      const struct cleave_clause *clause = &node->clauses[i];
      bool carries = clause->kind == CLEAVE_CLAUSE_NUM_THREADS ||
                     clause->kind == CLEAVE_CLAUSE_PROC_BIND ||
                     clause->kind == CLEAVE_CLAUSE_SHARED || clause->kind == CLEAVE_CLAUSE_IF ||
                     (clause->kind == CLEAVE_CLAUSE_DEFAULT &&
                      !(clause->flags & CLEAVE_CLAUSE_DEFAULT_NOT_SHARED));
      if (!carries || clause->flags & (CLEAVE_CLAUSE_IN_MACRO | CLEAVE_CLAUSE_SIDE_EFFECTS))
        return false;
    }
  } else if (node->fact_count) {
    return false;
  }
  for (uint32_t child = node->first_child; child != CLEAVE_NO_NODE;
       child = node_at(planner, child)->next)
    if (!can_unwrap(planner, child))
      return false;
  return true;
}

/* Marks NODE and what is around it as steered by the host. */
static void steer_up_to(struct planner *planner, uint32_t node, uint32_t top) {
  for (uint32_t at = node;; at = node_at(planner, at)->parent) {
    planner->steered[at] = true;
    if (at == top || node_at(planner, at)->parent == CLEAVE_NO_NODE)
      return;
  }
}

static bool is_loop_statement(const struct cleave_node *node) {
  return node->kind == CLEAVE_NODE_FOR || node->kind == CLEAVE_NODE_WHILE ||
         node->kind == CLEAVE_NODE_DO;
}

/* Finds what the host must steer: everything around a loop that is split off, and every break and
 * continue of a host loop. Returns whether there is a loop to split off at all. */
static bool find_steered(struct planner *planner) {
  const struct cleave_region *region = planner->region;
  planner->steered = cleave_arena_allocate(planner->arena, region->node_count + 1);
  bool any = false;
  for (uint32_t i = 0; i < region->node_count; i++) {
    if (!is_parallel_loop(planner, i))
      continue;
    bool whole = false; /* inside a parallel construct that stays in one piece */
    for (uint32_t at = i; at != CLEAVE_NO_NODE; at = node_at(planner, at)->parent)
      whole |= node_at(planner, at)->kind == CLEAVE_NODE_PARALLEL && !can_unwrap(planner, at);
    if (whole)
      continue;
    steer_up_to(planner, i, 0);
    any = true;
  }
  for (uint32_t i = 0; i < region->node_count; i++) {
    const struct cleave_node *node = node_at(planner, i);
    if (node->kind != CLEAVE_NODE_BREAK && node->kind != CLEAVE_NODE_CONTINUE)
      continue;
    uint32_t loop = node->parent;
    while (loop != CLEAVE_NO_NODE && !is_loop_statement(node_at(planner, loop)))
      loop = node_at(planner, loop)->parent;
    if (loop != CLEAVE_NO_NODE && planner->steered[loop])
      steer_up_to(planner, i, loop);
  }
  return any;
}

/* target parallel for: one loop already. Only its directive can change. */
static bool is_combined_loop(const struct cleave_region *region) {
  return region->construct & CLEAVE_CONSTRUCT_FOR;
}

static bool is_known_form(const struct cleave_region *region) {
  const uint32_t construct = region->construct & ~(uint32_t)CLEAVE_CONSTRUCT_SIMD;
  return region->node_count &&
         (construct == CLEAVE_CONSTRUCT_TARGET ||
          construct == (CLEAVE_CONSTRUCT_TARGET | CLEAVE_CONSTRUCT_TEAMS) ||
          construct == (CLEAVE_CONSTRUCT_TARGET | CLEAVE_CONSTRUCT_PARALLEL) ||
          construct ==
              (CLEAVE_CONSTRUCT_TARGET | CLEAVE_CONSTRUCT_PARALLEL | CLEAVE_CONSTRUCT_FOR));
}

static void note_split(struct planner *planner) {
  const struct cleave_plan *plan = planner->plan;
  const char *text = cleave_arena_format(
      planner->arena, "%u kernel%s of one parallel loop each%s", plan->kernels,
      plan->kernels == 1 ? "" : "s",
      plan->serial_kernels
          ? cleave_arena_format(planner->arena, " and %u kernel%s of one thread",
                                plan->serial_kernels, plan->serial_kernels == 1 ? "" : "s")
          : "");
  note(planner, CLEAVE_REASON_REGION_SPLIT, planner->region->offset, text);
}

static void plan_region(struct planner *planner) {
  const struct cleave_region *region = planner->region;
  struct cleave_plan *plan = planner->plan;
  if (!check_region(planner))
    return;
  if (!is_known_form(region)) {
    note(planner, CLEAVE_REASON_NOTHING_TO_SPLIT, region->offset,
         "the directive stands over one loop nest or over none");
    return;
  }
  if (!find_steered(planner)) {
    note(planner, CLEAVE_REASON_NOTHING_TO_SPLIT, region->offset, "it holds no parallel loop");
    return;
  }
  if (!check_tree(planner) || !place_variables(planner))
    return;
  prepare_shared_clauses(planner);
  if (!build_steps(planner))
    return;
  if (!is_combined_loop(region) && !add_shadows(planner))
    return;
  const bool splits =
      plan->kernels + plan->serial_kernels > 1 || (planner->needs_environment && plan->kernels);
  if (plan->kernels + plan->serial_kernels == 1 && !plan->widened) {
    /* What was to be done is not done; why the loop is not widened still holds. */
    size_t kept = 0;
    for (size_t i = 0; i < plan->remark_count; i++)
      if (plan->remarks[i].kind == CLEAVE_REMARK_MISSED)
        plan->remarks[kept++] = plan->remarks[i];
    plan->remark_count = kept;
    if (!kept)
      note(planner, CLEAVE_REASON_NOTHING_TO_SPLIT, region->offset, "it holds one parallel loop");
    return;
  }
  if (splits && !planner->options->split) {
    refuse(planner, CLEAVE_REASON_REGION_SPLIT_OFF, region->offset, NULL);
    return;
  }
  planner->needs_environment |= splits;
  if (!make_directives(planner, plan->root, NULL))
    return;
  make_environment(planner);
  if (splits && !decide(planner)) {
    planner->limited = true;
    refuse(planner, CLEAVE_REASON_REGION_BISECT, region->offset, NULL);
    return;
  }
  if (splits)
    note_split(planner);
  plan->transforms = true;
}

struct cleave_plan *cleave_fission_plan(const struct cleave_unit *unit, uint32_t index,
                                        const struct cleave_options *options,
                                        struct cleave_decisions *decisions) {
  const struct cleave_decisions before = *decisions;
  struct planner planner = {
      .unit = unit,
      .region = &unit->regions[index],
      .options = options,
      .decisions = decisions,
      .arena = unit->arena,
      .plan = cleave_arena_allocate(unit->arena, sizeof *planner.plan),
      .region_index = index,
  };
  planner.plan->region = planner.region;
  plan_region(&planner);
  /* A region that stays as it was used up no decision. If the limit of bisect= is what kept it, all
   * that follows has to stay as well: with a lower limit it must not be more that is done. */
  if (!planner.plan->transforms && !planner.limited)
    *decisions = before;
  return planner.plan;
}
