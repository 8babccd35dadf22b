/* FILE: lib/fission/privatization.c
 * WHAT: privatized copies: of outer variables that the region uses but must not change.
 *
 * The region owns a scalar that is firstprivate or private in it (OpenMP 5.1, 2.21.4): values that the region
 * assigns to it reach its later statements only. After the split, the statements are in several constructs,
 * so a variable around them must carry the value, under the name that the statements use. It hides the outer
 * one, which keeps its value.
 *
 * The same holds for an array or a record that is firstprivate or private. Its copy is on the host's stack
 * and is mapped to the device for the kernels: a map clause for the original would find storage that other
 * code may have mapped for its address, with other contents.
 *
 * In a lambda, the captures that the region uses get copies or references of the same names. clang 19 does not find the
 * device copies of captures that a target data construct maps.
 *
 * A value that never leaves one serial kernel needs no such variable: the kernel's own firstprivate copy is
 * enough. This holds if only one serial plan node uses the variable, and earlier executions of the node
 * cannot affect it: the node is not in a loop of the host, or it first assigns the variable.
 */
#include <string.h>

#include "fission/fission_internal.h"

struct search {
  const struct planner *planner;
  uint32_t variable;
  unsigned users; /* plan nodes that use it; a plan node that is no kernel of one thread alone counts twice */
  const struct cleave_plan_node *serial; /* the last serial plan node that uses it */
  bool in_host_loop;                     /* that plan node is in one */
};

static bool node_uses(const struct search *search, const struct cleave_node *node) {
  for (size_t i = 0; i < node->use_count; i++)
    if (node->uses[i].variable == search->variable)
      return true;
  for (size_t i = 0; i < node->clause_count; i++)
    if (cleave_clause_lists(&node->clauses[i], search->variable))
      return true;
  return false;
}

static void find_users(struct search *search, const struct cleave_plan_node *plan_node, bool in_loop) {
  const struct planner *planner = search->planner;
  const struct cleave_node *node = node_at(planner, plan_node->node);
  if (plan_node->kind == CLEAVE_PLAN_SERIAL) {
    for (uint32_t at = plan_node->node;; at = node_at(planner, at)->next) {
      if (cleave_region_uses(planner->region, at, search->variable, NULL)) {
        /* The reduction clause of a distributed loop maps its variable (OpenMP 5.1, 2.21.7), which must not be the outer one. */
        search->users += plan_node->depth || plan_node->scans ? 2 : 1;
        search->serial = plan_node;
        search->in_host_loop = in_loop;
        return;
      }
      if (at == plan_node->last)
        return;
    }
  }
  bool whole = plan_node->kind == CLEAVE_PLAN_HOST;
  if (plan_node->kind == CLEAVE_PLAN_KERNEL && cleave_is_private_in_loop(node, search->variable) &&
      !cleave_is_result_of_loop(node, search->variable) &&
      !cleave_loop_lists(node, CLEAVE_CLAUSE_FIRSTPRIVATE, search->variable))
    return;
  if (whole ? cleave_region_uses(planner->region, plan_node->node, search->variable, NULL) != 0
            : node_uses(search, node))
    search->users += 2;
  for (size_t i = 0; i < plan_node->child_count; i++)
    find_users(search, plan_node->children[i], in_loop || is_loop_statement(node));
}

/* Whether NODE begins by assigning VARIABLE: a statement `s = ...;` that does nothing else with it, or a loop
 * `for (s = ...; ...)`. */
static bool assigns_first(const struct planner *planner, const struct cleave_node *node, uint32_t variable) {
  const uint32_t index = (uint32_t)(node - planner->region->nodes);
  return node->assigns && node->assigned == variable &&
         (node->kind == CLEAVE_NODE_FOR ||
          (node->kind == CLEAVE_NODE_EXPRESSION &&
           cleave_region_uses(planner->region, index, variable, NULL) == CLEAVE_USE_WRITE));
}

enum first_use { NOT_NAMED, ASSIGNED, MAY_BE_READ };

/* The first access of NODE to VARIABLE, on all paths. A jump that could skip an assignment counts as a use:
 * it may lead to one. */
static enum first_use first_use(const struct planner *planner, uint32_t index, uint32_t variable) {
  const struct cleave_node *node = node_at(planner, index);
  if (node->kind == CLEAVE_NODE_BREAK || node->kind == CLEAVE_NODE_CONTINUE)
    return MAY_BE_READ;
  const bool named =
      cleave_region_uses(planner->region, index, variable, NULL) ||
      cleave_mentions(&planner->unit->tokens, node->range, variable_at(planner, variable)->name);
  if (!named)
    return !is_loop_statement(node) && (cleave_region_contains(planner->region, index, CLEAVE_NODE_BREAK) ||
                                        cleave_region_contains(planner->region, index, CLEAVE_NODE_CONTINUE))
               ? MAY_BE_READ
               : NOT_NAMED;
  if (assigns_first(planner, node, variable))
    return ASSIGNED;
  const uint32_t child = node->first_child;
  if (node->kind == CLEAVE_NODE_COMPOUND) {
    for (uint32_t at = child; at != CLEAVE_NO_NODE; at = node_at(planner, at)->next) {
      enum first_use use = first_use(planner, at, variable);
      if (use != NOT_NAMED)
        return use;
    }
  } else if (node->kind == CLEAVE_NODE_DO) {
    if (first_use(planner, child, variable) == ASSIGNED)
      return ASSIGNED;
  } else if (node->kind == CLEAVE_NODE_IF && node_at(planner, child)->next != CLEAVE_NO_NODE) {
    for (size_t i = 0; i < node->use_count; i++)
      if (node->uses[i].variable == variable)
        return MAY_BE_READ;
    if (!cleave_mentions(&planner->unit->tokens, node->header, variable_at(planner, variable)->name) &&
        first_use(planner, child, variable) == ASSIGNED &&
        first_use(planner, node_at(planner, child)->next, variable) == ASSIGNED)
      return ASSIGNED;
  }
  return MAY_BE_READ;
}

/* Whether the region assigns VARIABLE, which it owns, before anything can read it. Then the outer value, if
 * there is one, has no effect. */
static bool region_assigns_first(const struct planner *planner, uint32_t variable) {
  return first_use(planner, 0, variable) == ASSIGNED;
}

static bool is_assigned_first(const struct search *search) {
  const struct planner *planner = search->planner;
  for (uint32_t at = search->serial->node;; at = node_at(planner, at)->next) {
    const struct cleave_node *node = node_at(planner, at);
    if (cleave_region_uses(planner->region, at, search->variable, NULL))
      return node->kind == CLEAVE_NODE_EXPRESSION && assigns_first(planner, node, search->variable);
    if (at == search->serial->last)
      return false;
  }
}

static bool stays_in_one_kernel(const struct planner *planner, uint32_t variable) {
  struct search search = {.planner = planner, .variable = variable};
  find_users(&search, planner->plan->root, false);
  return search.users == 1 && (!search.in_host_loop || is_assigned_first(&search));
}

/* Whether the region, when it runs on the host, may change scalars under other names: by stores through
 * pointers, also those in records and lambdas, or to the target of a mapped reference. */
static bool stores_under_other_names(const struct planner *planner) {
  const struct cleave_region *region = planner->region;
  const uint64_t unknown = UINT64_C(1) << CLEAVE_FACT_UNKNOWN_MEMORY | UINT64_C(1)
                                                                           << CLEAVE_FACT_UNKNOWN_KIND;
  if (cleave_region_find_fact(region, 0, unknown))
    return true;
  for (uint32_t n = 0; n < region->node_count; n++)
    for (size_t i = 0; i < region->nodes[n].use_count; i++) {
      const struct cleave_use *use = &region->nodes[n].uses[i];
      const struct cleave_variable *variable = variable_at(planner, use->variable);
      if (variable->is_closure ||
          (use->flags & CLEAVE_USE_ELEMENT_WRITE && variable->type_class != CLEAVE_TYPE_ARRAY) ||
          (use->flags & CLEAVE_USE_WRITE && variable->is_reference &&
           variable->sharing != CLEAVE_SHARING_FIRSTPRIVATE && variable->sharing != CLEAVE_SHARING_PRIVATE))
        return true;
    }
  return false;
}

/* Larger arrays are not copied to the stack. */
enum { LARGEST_COPY = 64 * 1024 };

bool can_privatize_aggregate(const struct planner *planner, uint32_t index) {
  const struct cleave_variable *variable = variable_at(planner, index);
  const uint32_t uses = cleave_region_uses(planner->region, 0, index, NULL);
  /* A copy for each team or thread, which it may change: not one for all (OpenMP 5.1, 2.21.4.4). */
  if (planner->region->construct & (CLEAVE_CONSTRUCT_TEAMS | CLEAVE_CONSTRUCT_PARALLEL) &&
      uses & (CLEAVE_USE_WRITE | CLEAVE_USE_ELEMENT_WRITE | CLEAVE_USE_ADDRESS))
    return false;
  /* In C++ const affects overload resolution, and N::x would not denote the copy. */
  if (planner->unit->cplusplus && (variable->is_const || variable->is_global || variable->is_reference))
    return false;
  return (variable->type || variable->element_type) && variable->size && variable->size <= LARGEST_COPY &&
         !variable->has_destructor_or_constructor;
}

static bool privatize_variable(struct planner *planner, uint32_t index, bool changes) {
  const struct cleave_variable *variable = variable_at(planner, index);
  const bool qualified = variable->is_global && planner->unit->cplusplus;
  if (qualified && !changes)
    return true; /* N::x or ::x does not denote the copy, and reads the same value without it */
  uint32_t at = planner->region->offset;
  cleave_region_uses(planner->region, 0, index, &at);
  if ((!variable->type && !variable->element_type && !variable->by_reference) || qualified)
    return refuse(planner, CLEAVE_REASON_VARIABLE_KIND, at,
                  cleave_arena_format(planner->arena, "no copy of '%s' can be declared", variable->name));
  struct cleave_privatized_variable private_variable = {
      .variable = index,
      .references = variable->by_reference,
      .copies = is_outer_pointer_set(planner, index) ||
                variable->is_lambda_capture || /* its clause reads it */
                (variable->sharing == CLEAVE_SHARING_FIRSTPRIVATE && !region_assigns_first(planner, index)),
      .host_name = new_name(planner, cleave_arena_format(planner->arena, "host_%s", variable->name)),
  };
  CLEAVE_APPEND(planner->arena, planner->plan->privatized, planner->plan->privatized_count, private_variable);
  if (changes)
    note(planner, CLEAVE_REASON_PRIVATIZED, at, variable->name);
  planner->needs_environment |= planner->placements[index] == ON_DEVICE || is_set_on_host(planner, index) ||
                                variable->is_lambda_capture;
  return true;
}

/* The placements, with VARIABLE unchanged. */
static const enum placement *with_unchanged(const struct planner *planner, uint32_t variable) {
  const size_t count = planner->region->variable_count;
  enum placement *placements = cleave_arena_allocate(planner->arena, count * sizeof *placements);
  memcpy(placements, planner->placements, count * sizeof *placements);
  placements[variable] = UNCHANGED;
  return placements;
}

bool privatize_variables(struct planner *planner) {
  const bool stores = stores_under_other_names(planner);
  for (uint32_t i = 0; i < planner->region->variable_count; i++) {
    const struct cleave_variable *variable = variable_at(planner, i);
    bool owned =
        variable->sharing == CLEAVE_SHARING_FIRSTPRIVATE || variable->sharing == CLEAVE_SHARING_PRIVATE;
    uint32_t uses = flowing_uses(planner, i);
    const bool captured = variable->is_lambda_capture && variable->sharing != CLEAVE_SHARING_PRIVATE;
    if (is_outer_pointer_set(planner, i) || captured) {
      if (!privatize_variable(planner, i, is_outer_pointer_set(planner, i)))
        return false;
      continue;
    }
    if (owned && is_aggregate(variable) && uses) {
      if (!privatize_variable(planner, i, uses & (CLEAVE_USE_WRITE | CLEAVE_USE_ELEMENT_WRITE)))
        return false;
      continue;
    }
    if (!owned || !is_scalar(variable) || !uses || variable->is_const)
      continue;
    bool changes = planner->placements[i] == ON_DEVICE || uses & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS) ||
                   variable->sharing == CLEAVE_SHARING_PRIVATE;
    /* Several kernels read the variable where the original region read its value once at the start
     * (2.21.7.2): the region must not change it in between through a pointer, as it could when it runs on the
     * host. */
    /* A reference is always another name of an object. */
    bool reachable = variable->is_reference || (stores && variable->address_taken && !variable->is_const);
    if (!changes && !reachable)
      continue;
    if (variable->sharing == CLEAVE_SHARING_FIRSTPRIVATE && !(uses & CLEAVE_USE_ADDRESS) &&
        planner->placements[i] == ON_DEVICE && stays_in_one_kernel(planner, i)) {
      planner->placements = with_unchanged(planner, i);
      continue;
    }
    if (!privatize_variable(planner, i, changes))
      return false;
  }
  return true;
}
