/* FILE: lib/fission/distribute_checks.c
 * WHAT: whether the iterations of a distribute loop may be split, and which of their parallel loops become kernels over the
 *       outer and the inner iterations.
 *
 * The split executes part P of all outer iterations before part P + 1 of any. Without dist_schedule, the assignment of
 * iterations to teams is implementation-defined (OpenMP 5.1, 2.11.6.1), and so is the number of teams, unless num_teams
 * asks for one. Each iteration may have a team of its own, and teams do not synchronize. So an execution in which all
 * teams finish part P before one begins part P + 1 is allowed, and a dependence between iterations is a data race
 * (1.4.1). num_teams takes a part of this argument away: with one team, iterations have an order; with several, a team
 * may have several iterations, which is visible only by atomic operations. dist_schedule(static) without num_teams still
 * permits a team for each iteration. With num_teams, or with a chunk size above 1, it gives the iterations of a chunk an
 * order. If the host knows the number only at run time, the original form runs for one team. Variables outside of the loop that the
 * iterations write belong to a team, so they may carry values from one
 * iteration of the team to the next.
 *
 * With collapse, the iterations of all associated loops form one iteration space, which is distributed like that of one loop
 * (2.11.6.1, 2.11.4.1). The argument above holds for its iterations. The loops must be nested without statements between
 * them, and rectangular: the headers have the same values in all iterations. An iteration then has a number: its position in the
 * space.
 */
#include <string.h>

#include "fission/fission_internal.h"
#include "model/infer_private.h"

bool is_distribute_loop(const struct cleave_region *region) {
  return cleave_distribute_loop_of(region) != NULL;
}

static bool refuse_loop(struct planner *planner, uint32_t offset, const char *why) {
  return refuse(planner, CLEAVE_REASON_DISTRIBUTE_NOT_SPLIT, offset, why);
}

uint32_t uses_below(const struct planner *planner, uint32_t index, uint32_t variable) {
  const struct cleave_node *node = node_at(planner, index);
  uint32_t flags = 0;
  if (node->kind == CLEAVE_NODE_LOOP && cleave_is_private_in_loop(node, variable)) {
    if (cleave_is_result_of_loop(node, variable))
      return CLEAVE_USE_READ | CLEAVE_USE_WRITE;
    return cleave_loop_lists(node, CLEAVE_CLAUSE_FIRSTPRIVATE, variable) ? CLEAVE_USE_READ : 0;
  }
  for (size_t u = 0; u < node->use_count; u++)
    if (node->uses[u].variable == variable)
      flags |= node->uses[u].flags;
  for (uint32_t child = node->first_child; child != CLEAVE_NO_NODE; child = node_at(planner, child)->next)
    flags |= uses_below(planner, child, variable);
  return flags;
}

/* Whether the host has the value of VARIABLE, from outside of the region, and nothing changes it. */
static bool is_host_constant(const struct planner *planner, uint32_t index) {
  const struct cleave_variable *variable = variable_at(planner, index);
  return (variable->sharing == CLEAVE_SHARING_FIRSTPRIVATE || variable->has_host_value) &&
         variable->type_class == CLEAVE_TYPE_INTEGER &&
         !(flowing_uses(planner, index) & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS));
}

/* ---- The distribute loop ----------------------------------------------------------------------- */

/* Finds the loops that the directive distributes. */
static bool find_nest(struct distribute_loop *loop) {
  struct planner *planner = loop->planner;
  uint32_t at = (uint32_t)(cleave_distribute_loop_of(planner->region) - planner->region->nodes);
  CLEAVE_APPEND(planner->arena, loop->nest, loop->nest_count, at);
  while (loop->nest_count < node_at(planner, 0)->depth) {
    at = node_at(planner, at)->first_child;
    while (node_at(planner, at)->kind == CLEAVE_NODE_COMPOUND &&
           node_at(planner, at)->first_child != CLEAVE_NO_NODE &&
           node_at(planner, node_at(planner, at)->first_child)->next == CLEAVE_NO_NODE)
      at = node_at(planner, at)->first_child;
    if (node_at(planner, at)->kind != CLEAVE_NODE_FOR)
      return refuse_loop(planner, node_at(planner, at)->range.begin,
                         "a statement is between the loops that 'collapse' associates");
    CLEAVE_APPEND(planner->arena, loop->nest, loop->nest_count, at);
  }
  loop->body = at;
  return true;
}

static bool check_header(struct distribute_loop *loop, uint32_t index) {
  struct planner *planner = loop->planner;
  const struct cleave_node *outer = node_at(planner, index);
  const struct cleave_loop_header *header = outer->accesses ? &outer->accesses->header : NULL;
  bool good = header && header->first_end > header->first_begin && header->bound_end > header->bound_begin &&
              outer->declarator_count == 1 && !outer->fact_count &&
              (index != loop->body || node_at(planner, outer->first_child)->kind == CLEAVE_NODE_COMPOUND);
  for (size_t u = 0; good && u < outer->use_count; u++)
    good = outer->uses[u].variable == outer->declarators[0].variable ||
           (outer->uses[u].flags == CLEAVE_USE_READ && is_host_constant(planner, outer->uses[u].variable));
  /* Copies of the header follow declarations of the iterations. */
  for (uint32_t v = 0; good && v < planner->region->variable_count; v++)
    good = variable_at(planner, v)->sharing != CLEAVE_SHARING_INSIDE || v == outer->declarators[0].variable ||
           !cleave_mentions(&planner->unit->tokens, outer->header, variable_at(planner, v)->name);
  return good ||
         refuse_loop(
             planner, outer->range.begin,
             "its header is not of the form 'for (int i = first; i < bound; i++)' with values of the host");
}

/* Whether the host may evaluate CLAUSE again before the region, with the same value: the clause of a combined directive, whose variables
 * nothing changes. */
static bool is_known_at_launch(const struct planner *planner, const struct cleave_clause *clause) {
  bool known = planner->region->construct & CLEAVE_CONSTRUCT_TEAMS &&
               !(clause->flags & CLEAVE_CLAUSE_IS_CONSTANT) &&
               !(clause->flags & (CLEAVE_CLAUSE_SIDE_EFFECTS | CLEAVE_CLAUSE_IN_MACRO)) &&
               clause->argument.end > clause->argument.begin;
  for (size_t u = 0; known && u < clause->use_count; u++)
    known = clause->uses[u].flags == CLEAVE_USE_READ && is_host_constant(planner, clause->uses[u].variable);
  return known;
}

/* CHECKED: a num_teams clause whose value decides at run time; else NULL. */
static bool check_clauses(struct planner *planner, bool has_atomic, const struct cleave_clause **checked) {
  const struct cleave_region *region = planner->region;
  const struct cleave_clause *teams =
      cleave_clause_find(region->clauses, region->clause_count, CLEAVE_CLAUSE_NUM_TEAMS);
  const bool is_checked = teams && !has_atomic && !cleave_clause_is_at_least(teams, 2);
  if (teams && (has_atomic || (is_checked && !is_known_at_launch(planner, teams))))
    return refuse_loop(planner, teams->range.begin,
                       "a team may have several iterations, and 'num_teams' gives them an order");
  *checked = is_checked ? teams : NULL;
  const struct cleave_clause *chunk =
      cleave_clause_find(region->clauses, region->clause_count, CLEAVE_CLAUSE_DIST_SCHEDULE);
  if (chunk &&
      (teams || (chunk->flags & CLEAVE_CLAUSE_HAS_CHUNK && !cleave_clause_has_single_iterations(chunk))))
    return refuse_loop(planner, chunk->range.begin,
                       "a team has all iterations of a chunk, and 'dist_schedule' gives them an order");
  for (size_t i = 0; i < region->clause_count; i++)
    if (region->clauses[i].kind == CLEAVE_CLAUSE_NOWAIT || region->clauses[i].kind == CLEAVE_CLAUSE_DEPEND)
      return refuse(planner, CLEAVE_REASON_CLAUSE_UNSUPPORTED, region->clauses[i].range.begin,
                    text_of(planner, region->clauses[i].range));
  return true;
}

/* The obstacles are those that keep a loop in one team: see widening.c, point 1. */
static const char *obstacle_of(const struct cleave_node *node, const struct cleave_fact *fact) {
  switch (fact->kind) {
  case CLEAVE_FACT_CALL:
    return fact->callee == CLEAVE_CALLEE_MATHEMATICAL || fact->callee == CLEAVE_CALLEE_NO_OPENMP
               ? NULL
               : "it calls a function of OpenMP or one without a visible body";
  case CLEAVE_FACT_OMP_CRITICAL:
  case CLEAVE_FACT_OMP_BARRIER:
  case CLEAVE_FACT_OMP_FLUSH:
  case CLEAVE_FACT_OMP_ORDERED:
  case CLEAVE_FACT_OMP_CANCEL:
  case CLEAVE_FACT_OMP_TASK:
  case CLEAVE_FACT_OMP_PARALLEL:
  case CLEAVE_FACT_OMP_WORKSHARING:
  case CLEAVE_FACT_OMP_DISTRIBUTE:
  case CLEAVE_FACT_OMP_OTHER:
    return "it contains a construct other than parallel loops that binds to the team";
  case CLEAVE_FACT_ASM:
  case CLEAVE_FACT_VOLATILE:
  case CLEAVE_FACT_STATIC_LOCAL:
  case CLEAVE_FACT_UNKNOWN_KIND:
  case CLEAVE_FACT_UNKNOWN_MEMORY:
  case CLEAVE_FACT_LAMBDA:
  case CLEAVE_FACT_THIS:
  case CLEAVE_FACT_MACRO_BOUNDARY:
    return "it contains code that cannot be moved";
  case CLEAVE_FACT_GOTO:
  case CLEAVE_FACT_LABEL:
  case CLEAVE_FACT_RETURN:
    return node->kind == CLEAVE_NODE_LOOP ? NULL : "a jump leaves its statement";
  default:
    return NULL;
  }
}

/* Whether the text in RANGE may denote the type of a variable, which a part would declare with another one. */
static bool names_types(const struct planner *planner, struct cleave_range range) {
  static const char *const words[] = {"typeof", "__typeof__", "__typeof", "__auto_type", "decltype",
                                      "auto",   "_Generic",   "_Alignof", "__alignof__", "alignof"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (cleave_mentions(&planner->unit->tokens, range, words[i]))
      return true;
  return false;
}

static bool check_nodes(const struct distribute_loop *loop, bool *has_atomic) {
  struct planner *planner = loop->planner;
  for (uint32_t i = 0; i < planner->region->node_count; i++) {
    const struct cleave_node *node = node_at(planner, i);
    for (size_t f = 0; f < node->fact_count; f++) {
      const char *why = obstacle_of(node, &node->facts[f]);
      *has_atomic |= node->facts[f].kind == CLEAVE_FACT_OMP_ATOMIC;
      if (why)
        return refuse_loop(planner, node->facts[f].offset, why);
    }
    if (node->kind == CLEAVE_NODE_PARALLEL || node->kind == CLEAVE_NODE_TEAMS ||
        (node->kind == CLEAVE_NODE_OPAQUE && node->construct))
      return refuse_loop(planner, node->range.begin,
                         "it contains a construct other than parallel loops that binds to the team");
    if (cleave_find_token(&planner->unit->tokens, node->range,
                          1 << CLEAVE_TOKEN_CONDITIONAL | 1 << CLEAVE_TOKEN_OTHER_DIRECTIVE, NULL) ||
        names_types(planner, node->range))
      return refuse_loop(planner, node->range.begin,
                         "it contains preprocessing directives, or the type of an expression");
    if (node->kind != CLEAVE_NODE_BREAK && node->kind != CLEAVE_NODE_CONTINUE)
      continue;
    uint32_t at = node->parent;
    while (!is_loop_statement(node_at(planner, at)))
      at = node_at(planner, at)->parent;
    if (at <= loop->body)
      return refuse_loop(planner, node->range.begin, "a jump leaves its statement");
  }
  return true;
}

/* Values that flow between the iterations of one team. */
static bool check_shared(struct planner *planner) {
  for (uint32_t v = 0; v < planner->region->variable_count; v++) {
    const struct cleave_variable *variable = variable_at(planner, v);
    uint32_t at = planner->region->offset;
    if (variable->sharing == CLEAVE_SHARING_INSIDE ||
        (variable->sharing == CLEAVE_SHARING_MAPPED && is_aggregate(variable)))
      continue;
    const uint32_t flags = flowing_uses(planner, v);
    const bool owns =
        variable->sharing == CLEAVE_SHARING_FIRSTPRIVATE || variable->sharing == CLEAVE_SHARING_PRIVATE;
    if ((flags & CLEAVE_USE_WRITE && !(flags & CLEAVE_USE_PROTECTED)) ||
        (owns && flags & CLEAVE_USE_ADDRESS) ||
        (owns && is_aggregate(variable) && flags & CLEAVE_USE_ELEMENT_WRITE)) {
      cleave_region_uses(planner->region, 0, v, &at);
      return refuse_loop(planner, at,
                         cleave_arena_format(planner->arena,
                                             "'%s' is declared outside of it, and iterations write it",
                                             variable->name));
    }
  }
  return true;
}

/* ---- Control flow with equal values in all iterations ------------------------------------------- */

static bool holds_loops(const struct planner *planner, uint32_t index) {
  return cleave_region_contains(planner->region, index, CLEAVE_NODE_LOOP);
}

static bool is_below(const struct planner *planner, uint32_t node, uint32_t top) {
  for (uint32_t at = node; at != CLEAVE_NO_NODE; at = node_at(planner, at)->parent)
    if (at == top)
      return true;
  return false;
}

/* Whether DECLARATION stays on the host: none of its variables has a value there. */
static bool has_no_values(const struct cleave_node *declaration) {
  for (size_t i = 0; i < declaration->declarator_count; i++)
    if (declaration->declarators[i].has_initializer)
      return false;
  return true;
}

/* Whether only headers of control loops give VARIABLE values. */
static bool stays_uniform(const struct distribute_loop *loop, uint32_t index) {
  const struct planner *planner = loop->planner;
  const struct cleave_variable *variable = variable_at(planner, index);
  if (flowing_uses(planner, index) & CLEAVE_USE_ADDRESS)
    return false;
  const struct cleave_node *declaration = node_at(planner, variable->declared_by);
  if (declaration->kind == CLEAVE_NODE_FOR ? !loop->is_control[variable->declared_by]
                                           : !has_no_values(declaration))
    return false;
  for (size_t i = 0; declaration->kind == CLEAVE_NODE_DECLARATION && i < declaration->declarator_count; i++) {
    const uint32_t other = declaration->declarators[i].variable;
    if (!loop->is_uniform[other] && flowing_uses(planner, other))
      return false; /* the statement is removed, or becomes part of a kernel */
  }
  for (uint32_t n = 0; n < planner->region->node_count; n++) {
    const struct cleave_node *node = node_at(planner, n);
    for (size_t u = 0; u < node->use_count; u++)
      if (node->uses[u].variable == index && node->uses[u].flags & CLEAVE_USE_WRITE && !loop->is_control[n] &&
          !(node->kind == CLEAVE_NODE_LOOP && cleave_is_private_in_loop(node, index)))
        return false;
  }
  return true;
}

static bool stays_control(const struct distribute_loop *loop, uint32_t index) {
  const struct planner *planner = loop->planner;
  const struct cleave_node *node = node_at(planner, index);
  for (uint32_t at = node->parent; at != loop->body; at = node_at(planner, at)->parent)
    if (!loop->is_control[at] && node_at(planner, at)->kind != CLEAVE_NODE_COMPOUND)
      return false;
  for (size_t u = 0; u < node->use_count; u++) {
    const uint32_t variable = node->uses[u].variable;
    if (!loop->is_uniform[variable] &&
        !(node->uses[u].flags == CLEAVE_USE_READ && is_host_constant(planner, variable)))
      return false;
  }
  for (uint32_t n = index + 1; n < planner->region->node_count; n++) {
    const struct cleave_node *jump = node_at(planner, n);
    if (is_below(planner, n, index) &&
        (jump->kind == CLEAVE_NODE_BREAK || jump->kind == CLEAVE_NODE_CONTINUE)) {
      uint32_t at = jump->parent;
      while (!is_loop_statement(node_at(planner, at)))
        at = node_at(planner, at)->parent;
      if (at == index)
        return false;
    }
  }
  return true;
}

/* The host may execute a loop around parts if its header has the same values in all outer iterations: then the loops are
 * interchanged. Starts from all candidates, and removes those that depend on anything else. */
static void find_control(struct distribute_loop *loop) {
  const struct planner *planner = loop->planner;
  const struct cleave_region *region = planner->region;
  for (uint32_t n = loop->body + 1; n < region->node_count; n++)
    loop->is_control[n] = region->nodes[n].kind == CLEAVE_NODE_FOR && holds_loops(planner, n) &&
                          !region->nodes[n].fact_count &&
                          node_at(planner, region->nodes[n].first_child)->kind == CLEAVE_NODE_COMPOUND;
  for (uint32_t v = 0; v < region->variable_count; v++)
    loop->is_uniform[v] = region->variables[v].sharing == CLEAVE_SHARING_INSIDE &&
                          region->variables[v].declared_by > loop->body &&
                          region->variables[v].type_class == CLEAVE_TYPE_INTEGER && flowing_uses(planner, v);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t v = 0; v < region->variable_count; v++)
      if (loop->is_uniform[v] && !stays_uniform(loop, v))
        loop->is_uniform[v] = false, changed = true;
    for (uint32_t n = 1; n < region->node_count; n++)
      if (loop->is_control[n] && !stays_control(loop, n))
        loop->is_control[n] = false, changed = true;
  }
}

/* ---- Kernels over the outer and the inner iterations -------------------------------------------- */

static bool has_plain_clauses(const struct planner *planner, const struct cleave_node *loop) {
  for (size_t i = 0; i < loop->clause_count; i++) {
    const struct cleave_clause *clause = &loop->clauses[i];
    if (cleave_clause_in(clause, CLEAVE_FORM_PART) == CLEAVE_CLAUSE_USE_NO)
      return false;
    for (size_t v = 0; clause->kind == CLEAVE_CLAUSE_PRIVATE && v < clause->variable_count; v++)
      if (!variable_at(planner, clause->variables[v])->type || flowing_uses(planner, clause->variables[v]))
        return false;
  }
  return true;
}

/* Whether the loops of LOOP and of the region form one nest, whose bounds the host computes. The inner header must not
 * hide a name that the outer one declares. */
static bool forms_nest(const struct distribute_loop *outer, const struct cleave_node *loop) {
  const struct planner *planner = outer->planner;
  if (loop->iteration.end <= loop->iteration.begin || loop->bound_call || loop->bounds_may_trap ||
      loop->has_member_of_no_variable)
    return false;
  for (size_t i = 0; i < loop->bound_count; i++)
    if (loop->bounds[i].flags != CLEAVE_USE_READ || (!outer->is_uniform[loop->bounds[i].variable] &&
                                                     !is_host_constant(planner, loop->bounds[i].variable)))
      return false;
  for (size_t i = 0; i < loop->counter_count; i++)
    if (flowing_uses(planner, loop->counters[i]) || !variable_at(planner, loop->counters[i])->type ||
        (variable_at(planner, loop->counters[i])->sharing != CLEAVE_SHARING_INSIDE &&
         variable_at(planner, loop->counters[i])->sharing != CLEAVE_SHARING_FIRSTPRIVATE))
      return false;
  const struct cleave_range headers = {loop->body.begin, loop->iteration.begin};
  for (uint32_t v = 0; v < planner->region->variable_count; v++) {
    bool known = false;
    for (size_t i = 0; i < loop->bound_count; i++)
      known |= loop->bounds[i].variable == v;
    for (size_t i = 0; i < loop->counter_count; i++)
      known |= loop->counters[i] == v;
    if (!known && cleave_mentions(&planner->unit->tokens, headers, variable_at(planner, v)->name))
      return false;
  }
  return true;
}

static bool writes_shared(const struct planner *planner, const struct cleave_node *loop) {
  for (size_t u = 0; u < loop->use_count; u++) {
    const struct cleave_variable *variable = variable_at(planner, loop->uses[u].variable);
    if (loop->uses[u].flags & CLEAVE_USE_WRITE && !(loop->uses[u].flags & CLEAVE_USE_PROTECTED) &&
        !is_aggregate(variable) && !cleave_is_private_in_loop(loop, loop->uses[u].variable))
      return true;
    if (variable->sharing == CLEAVE_SHARING_INSIDE && is_scalar(variable) &&
        loop->uses[u].flags & CLEAVE_USE_WRITE && !cleave_is_private_in_loop(loop, loop->uses[u].variable))
      return true;
  }
  return false;
}

/* Whether the host encounters LOOP: only blocks and control loops are around it. */
static bool is_reached_by_host(const struct distribute_loop *loop, uint32_t index) {
  for (uint32_t at = node_at(loop->planner, index)->parent; at != loop->body;
       at = node_at(loop->planner, at)->parent)
    if (!loop->is_control[at] && node_at(loop->planner, at)->kind != CLEAVE_NODE_COMPOUND)
      return false;
  return true;
}

/* Whether the iterations of the parallel loop INDEX may run on many teams. The outer loop is distributed across all teams
 * already, so the remark that the loop now is does not apply. */
static bool is_wide(struct planner *planner, uint32_t index) {
  struct cleave_plan *plan = planner->plan;
  if (!may_widen(planner, index, NULL))
    return false;
  size_t kept = 0;
  for (size_t i = 0; i < plan->remark_count; i++)
    if (plan->remarks[i].code != CLEAVE_REASON_LOOP_WIDENED)
      plan->remarks[kept++] = plan->remarks[i];
  plan->remark_count = kept;
  return true;
}

static void find_kernels(struct distribute_loop *loop) {
  struct planner *planner = loop->planner;
  for (uint32_t n = loop->body + 1; n < planner->region->node_count; n++) {
    const struct cleave_node *node = node_at(planner, n);
    loop->is_kernel[n] = node->kind == CLEAVE_NODE_LOOP && node->construct & CLEAVE_CONSTRUCT_PARALLEL &&
                         !(node->construct & CLEAVE_CONSTRUCT_DISTRIBUTE) && is_reached_by_host(loop, n) &&
                         has_plain_clauses(planner, node) && forms_nest(loop, node) &&
                         !writes_shared(planner, node) && is_wide(planner, n);
  }
}

/* Private copies are the variables of the part. */
bool can_be_serial(const struct planner *planner, const struct cleave_node *loop) {
  for (size_t i = 0; i < loop->counter_count; i++)
    if (flowing_uses(planner, loop->counters[i]) ||
        variable_at(planner, loop->counters[i])->sharing != CLEAVE_SHARING_INSIDE)
      return false;
  for (size_t i = 0; i < loop->clause_count; i++) {
    const struct cleave_clause *clause = &loop->clauses[i];
    if (cleave_clause_in(clause, CLEAVE_FORM_SERIAL) == CLEAVE_CLAUSE_USE_NO)
      return false;
    for (size_t v = 0; clause->kind == CLEAVE_CLAUSE_PRIVATE && v < clause->variable_count; v++)
      if (flowing_uses(planner, clause->variables[v]) ||
          variable_at(planner, clause->variables[v])->sharing != CLEAVE_SHARING_INSIDE)
        return false;
  }
  return loop->trip_count && loop->trip_count <= MOST_SERIAL_ITERATIONS;
}

bool check_distribute_loop(struct distribute_loop *loop) {
  struct planner *planner = loop->planner;
  const struct cleave_region *region = planner->region;
  bool has_atomic = false;
  loop->is_control = cleave_arena_allocate(planner->arena, region->node_count);
  loop->is_kernel = cleave_arena_allocate(planner->arena, region->node_count);
  loop->is_uniform = cleave_arena_allocate(planner->arena, region->variable_count + 1);
  if (!find_nest(loop) || !check_nodes(loop, &has_atomic) ||
      !check_clauses(planner, has_atomic, &loop->checked_teams))
    return false;
  for (size_t i = 0; i < loop->nest_count; i++)
    if (!check_header(loop, loop->nest[i]))
      return false;
  if (!check_shared(planner))
    return false;
  find_control(loop);
  find_kernels(loop);
  return true;
}
