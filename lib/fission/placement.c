/* FILE: lib/fission/placement.c
 * WHAT: where the scalars of a region live after its loops have become separate kernels.
 *
 * A region has scalars that control it (a time step, a bound), and scalars that carry results from one kernel
 * to the next (a sum). The host, which launches the kernels, needs the first; the second should never leave
 * the device. A scalar is placed on the host if the host can compute all values assigned to it in the region
 * with the same outcome: from host values, by integer arithmetic or by copying. Otherwise it is placed on the
 * device.
 *
 * Why the outcome is the same: a firstprivate or private scalar, and one declared in the region, changes only
 * by the statements of the region that name it (OpenMP 5.1, 2.21.4: it is private to the target task).
 * Integer types and arithmetic are the same on host and device. Floating-point arithmetic may be contracted
 * or rounded differently, so it stays on the device.
 */
#include "fission/fission_internal.h"

static bool host_can_use(const struct planner *planner, const struct cleave_use *uses, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const struct cleave_use *use = &uses[i];
    if (use->flags & ~(uint32_t)(CLEAVE_USE_READ | CLEAVE_USE_WRITE))
      return false;
    if (!host_knows(planner, use->variable))
      return false;
    if ((use->flags & CLEAVE_USE_WRITE) && planner->placements[use->variable] != ON_HOST)
      return false;
  }
  return true;
}

/* Whether the host has all that determines the value of a pointer, which it computes without memory or calls. */
static bool host_can_set(const struct planner *planner, const struct cleave_pointer_value *value) {
  return is_set_on_host(planner, value->variable) && planner->placements[value->variable] == ON_HOST &&
         host_can_use(planner, value->uses, value->use_count);
}

/* Whether the text of NODE cannot be edited. */
static bool has_boundary(const struct cleave_node *node) {
  for (size_t i = 0; i < node->fact_count; i++)
    if (node->facts[i].kind == CLEAVE_FACT_MACRO_BOUNDARY)
      return true;
  return false;
}

/* Whether the declaration NODE declares a pointer that the host sets. */
static bool declares_pointer(const struct planner *planner, const struct cleave_node *node) {
  for (size_t i = 0; i < node->declarator_count; i++)
    if (is_set_on_host(planner, node->declarators[i].variable))
      return node->kind == CLEAVE_NODE_DECLARATION;
  return false;
}

static bool host_can_declare(const struct planner *planner, const struct cleave_node *node) {
  for (size_t i = 0; i < node->declarator_count; i++) {
    const struct cleave_declarator *declarator = &node->declarators[i];
    if (declarator->has_initializer &&
        (planner->placements[declarator->variable] != ON_HOST || !host_can_initialize(planner, declarator)))
      return false;
  }
  return !has_boundary(node);
}

bool host_can_execute(const struct planner *planner, uint32_t index) {
  const struct cleave_node *node = node_at(planner, index);
  if (declares_pointer(planner, node))
    return host_can_declare(planner, node);
  if (node->kind == CLEAVE_NODE_EXPRESSION && node->pointer_value_count) {
    for (size_t i = 0; i < node->pointer_value_count; i++)
      if (!host_can_set(planner, &node->pointer_values[i]))
        return false;
    return !has_boundary(node);
  }
  if (node->kind == CLEAVE_NODE_LOOP || node->kind == CLEAVE_NODE_OPAQUE ||
      node->kind == CLEAVE_NODE_PARALLEL || node->kind == CLEAVE_NODE_TEAMS)
    return false;
  if (node->fact_count || !host_can_use(planner, node->uses, node->use_count))
    return false;
  for (uint32_t child = node->first_child; child != CLEAVE_NO_NODE; child = node_at(planner, child)->next)
    if (!host_can_execute(planner, child))
      return false;
  return true;
}

bool host_can_initialize(const struct planner *planner, const struct cleave_declarator *declarator) {
  if (declarator->pointer_value && is_set_on_host(planner, declarator->variable))
    return host_can_use(planner, declarator->pointer_value->uses, declarator->pointer_value->use_count);
  return !declarator->fact_count && host_can_use(planner, declarator->uses, declarator->use_count);
}

/* ---- Why the host cannot ------------------------------------------------------------------------------ */

static const char *obstacle_of_use(const struct planner *planner, const struct cleave_use *use) {
  const struct cleave_variable *variable = variable_at(planner, use->variable);
  const char *what = "is known only on the device";
  if (use->flags & (CLEAVE_USE_ELEMENT_READ | CLEAVE_USE_ELEMENT_WRITE))
    what = "accesses device memory";
  else if (use->flags & CLEAVE_USE_ADDRESS)
    what = "has its address taken";
  else if (!is_scalar(variable))
    what = "is not a number";
  else if (!is_owned(variable))
    what = "is mapped and has a separate copy on the device";
  else if (host_knows(planner, use->variable) &&
           !(use->flags & CLEAVE_USE_WRITE && planner->placements[use->variable] != ON_HOST))
    return NULL;
  return cleave_arena_format(planner->arena, "'%s' %s", variable->name, what);
}

static const char *obstacle_of_fact(const struct planner *planner, const struct cleave_fact *fact) {
  switch (fact->kind) {
  case CLEAVE_FACT_FLOAT_ARITHMETIC:
    return "floating-point arithmetic may be rounded differently on the host";
  case CLEAVE_FACT_CALL:
  case CLEAVE_FACT_CALL_VISIBLE:
    return fact->name ? cleave_arena_format(planner->arena, "they call '%s'", fact->name)
                      : "they call a function";
  default:
    return "they do more than compute numbers";
  }
}

static const char *obstacle_of_lists(const struct planner *planner, const struct cleave_use *uses,
                                     size_t use_count, const struct cleave_fact *facts, size_t fact_count) {
  /* An assigned variable is on the device because of its assigned values: an obstacle among these explains more. */
  const char *assigned = NULL;
  for (size_t i = 0; i < use_count; i++) {
    const char *obstacle = obstacle_of_use(planner, &uses[i]);
    if (obstacle && !(uses[i].flags & CLEAVE_USE_WRITE))
      return obstacle;
    assigned = assigned ? assigned : obstacle;
  }
  return fact_count ? obstacle_of_fact(planner, &facts[0]) : assigned;
}

static const char *obstacle_of_node(const struct planner *planner, uint32_t index) {
  const struct cleave_node *node = node_at(planner, index);
  const char *obstacle =
      obstacle_of_lists(planner, node->uses, node->use_count, node->facts, node->fact_count);
  for (uint32_t child = node->first_child; child != CLEAVE_NO_NODE && !obstacle;
       child = node_at(planner, child)->next)
    obstacle = obstacle_of_node(planner, child);
  return obstacle;
}

const char *host_obstacle(const struct planner *planner, uint32_t first, uint32_t last) {
  for (uint32_t at = first; at != CLEAVE_NO_NODE;
       at = at == last ? CLEAVE_NO_NODE : node_at(planner, at)->next) {
    const char *obstacle = obstacle_of_node(planner, at);
    if (obstacle)
      return obstacle;
  }
  return "they do more than compute numbers";
}

/* Puts VARIABLE on the device. Returns whether that changes its placement. */
static bool move_to_device(enum placement *placements, uint32_t variable) {
  if (placements[variable] != ON_HOST)
    return false;
  placements[variable] = ON_DEVICE;
  return true;
}

/* Variables that a statement of the device assigns, or takes the address of, are on the device. */
static bool move_written(enum placement *placements, const struct cleave_use *uses, size_t count) {
  bool news = false;
  for (size_t i = 0; i < count; i++)
    if (uses[i].flags & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS))
      news |= move_to_device(placements, uses[i].variable);
  return news;
}

static bool move_written_to_device(const struct planner *planner, enum placement *placements,
                                   const struct cleave_node *node) {
  bool news = false;
  for (size_t i = 0; i < node->use_count; i++)
    if (!(node->kind == CLEAVE_NODE_LOOP && cleave_is_private_in_loop(node, node->uses[i].variable) &&
          !cleave_is_result_of_loop(node, node->uses[i].variable)))
      news |= move_written(placements, &node->uses[i], 1);
  for (size_t i = 0; node->kind == CLEAVE_NODE_LOOP && i < node->clause_count; i++)
    for (size_t v = 0; v < node->clauses[i].variable_count; v++)
      if (cleave_is_result_of_loop(node, node->clauses[i].variables[v]))
        news |= move_to_device(placements, node->clauses[i].variables[v]);
  for (uint32_t child = node->first_child; child != CLEAVE_NO_NODE; child = node_at(planner, child)->next)
    news |= move_written_to_device(planner, placements, node_at(planner, child));
  return news;
}

/* One round over the tree: statements that the host cannot execute write on the device. Each variable of a
 * declaration is judged separately: the device may run the initializer alone. */
static bool place_below(const struct planner *planner, enum placement *placements, uint32_t index) {
  const struct cleave_node *node = node_at(planner, index);
  bool news = false;
  if (node->kind == CLEAVE_NODE_DECLARATION) {
    for (size_t i = 0; i < node->declarator_count; i++) {
      const struct cleave_declarator *declarator = &node->declarators[i];
      if (!declarator->has_initializer || host_can_initialize(planner, declarator))
        continue;
      news |= move_to_device(placements, declarator->variable);
      news |= move_written(placements, declarator->uses, declarator->use_count);
    }
    return news;
  }
  if (!planner->host_controlled[index] || node->kind == CLEAVE_NODE_LOOP)
    return host_can_execute(planner, index) ? false : move_written_to_device(planner, placements, node);
  for (uint32_t child = node->first_child; child != CLEAVE_NO_NODE; child = node_at(planner, child)->next)
    news |= place_below(planner, placements, child);
  return news;
}

static void place_all(struct planner *planner, enum placement *placements) {
  const struct cleave_region *region = planner->region;
  for (uint32_t i = 0; i < region->variable_count; i++) {
    const struct cleave_variable *variable = &region->variables[i];
    const bool outside = variable->sharing != CLEAVE_SHARING_INSIDE;
    if (is_set_on_host(planner, i)) {
      placements[i] = ON_HOST;
      continue;
    }
    /* Constants from outside stay unchanged: sizes of arrays may depend on them. */
    if (!is_owned(variable) || (outside && variable->is_const && !is_aggregate(variable)))
      placements[i] = UNCHANGED;
    else if (!is_scalar(variable))
      /* An array or record that the region owns passes values from kernel to kernel, as one declared in it
       * does. */
      placements[i] =
          variable->sharing == CLEAVE_SHARING_INSIDE || (is_aggregate(variable) && flowing_uses(planner, i))
              ? ON_DEVICE
              : UNCHANGED;
    else /* private copies of loops alone do not make the region its owner */
      placements[i] =
          variable->sharing == CLEAVE_SHARING_INSIDE || flowing_uses(planner, i) ? ON_HOST : UNCHANGED;
  }
  planner->placements = placements; /* host_can_execute reads it in each round */
  while (place_below(planner, placements, 0))
    continue; /* each round moves at least one variable, so this ends */
}

/* The pointers without SET, of which code that only the device executes sets one. */
static const struct pointer *without_set(const struct planner *planner, uint32_t set) {
  const size_t count = planner->region->variable_count;
  struct pointer *pointers = cleave_arena_allocate(planner->arena, count * sizeof *pointers);
  for (size_t i = 0; i < count; i++) {
    pointers[i] = planner->pointers[i];
    if (pointers[i].set == set)
      pointers[i].kind = POINTER_UNCHANGED;
  }
  return pointers;
}

bool place_variables(struct planner *planner) {
  const struct cleave_region *region = planner->region;
  enum placement *placements =
      cleave_arena_allocate(planner->arena, region->variable_count * sizeof *placements);
  place_all(planner, placements);
  for (uint32_t i = 0; i < region->variable_count; i++) {
    if (!is_set_on_host(planner, i) || placements[i] == ON_HOST)
      continue;
    /* If all are declared there, the host may not need them. */
    for (uint32_t j = 0; j < region->variable_count; j++)
      if (is_outer_pointer_set(planner, j) && planner->pointers[j].set == planner->pointers[i].set) {
        uint32_t at = region->offset;
        cleave_region_uses(region, 0, j, &at);
        return refuse(planner, CLEAVE_REASON_POINTER_CHANGES, at, region->variables[j].name);
      }
    planner->pointers = without_set(planner, planner->pointers[i].set);
    place_all(planner, placements);
    i = UINT32_MAX; /* from the begin again; each round removes a set */
  }
  /* The memory must be present before a kernel translates a pointer to it: a construct that maps both has no order. */
  for (uint32_t i = 0; i < region->variable_count; i++)
    planner->needs_environment |= is_set_on_host(planner, i);
  return true;
}
