/* FILE: lib/environments/contexts.c
 * WHAT: see contexts.h.
 */
#include "environments/contexts.h"

#include "model/arena.h"
#include "model/host_code.h"

/* A class of the function, by its index, and a class of main that it is in a call. */
struct pair {
  size_t own;
  uint32_t actual;
};

struct contexts {
  struct cleave_arena *arena;
  struct cleave_memory *memory, *main_memory;
  uint32_t *classes; /* of the function, with an access or a map item */
  size_t class_count;
  bool *overlaps; /* class_count x class_count */
};

struct call {
  struct contexts *contexts;
  struct pair *pairs;
  size_t pair_count;
};

static size_t index_of(const struct contexts *contexts, uint32_t class) {
  size_t i = 0;
  while (i < contexts->class_count && contexts->classes[i] != class)
    i++;
  return i;
}

static void add_class(struct contexts *contexts, uint32_t cell) {
  const uint32_t class = cleave_cell_class(contexts->memory, cell);
  if (index_of(contexts, class) == contexts->class_count)
    CLEAVE_APPEND(contexts->arena, contexts->classes, contexts->class_count, class);
}

/* Whether FUNCTION is the main function of a closed program. */
static bool is_closed(const struct cleave_host_function *function) {
  bool closed = function->is_main && function->is_complete;
  for (size_t i = 0; closed && i < function->node_count; i++)
    closed = !(function->nodes[i].flags & CLEAVE_HOST_UNKNOWN_CALL);
  return closed;
}

static void add_pair(struct call *call, uint32_t cell, uint32_t actual) {
  struct contexts *contexts = call->contexts;
  const struct pair pair = {index_of(contexts, cleave_cell_class(contexts->memory, cell)),
                            cleave_cell_class(contexts->main_memory, actual)};
  for (size_t i = 0; i < call->pair_count; i++)
    if (call->pairs[i].own == pair.own && call->pairs[i].actual == pair.actual)
      return;
  CLEAVE_APPEND(contexts->arena, call->pairs, call->pair_count, pair);
}

/* Notes the classes of NODE, and those of the same statement in a call. Returns false if the walks differ. */
static bool compare(struct call *call, const struct cleave_host_node *node,
                    const struct cleave_host_node *actual) {
  if (node->kind != actual->kind || node->access_count != actual->access_count ||
      node->item_count != actual->item_count)
    return false;
  for (size_t i = 0; i < node->access_count; i++) {
    const struct cleave_host_access *left = &node->accesses[i], *right = &actual->accesses[i];
    if (left->site != right->site || left->writes != right->writes)
      return false;
    add_pair(call, left->cell, right->cell);
  }
  for (size_t i = 0; i < node->item_count; i++)
    add_pair(call, node->items[i].cell, actual->items[i].cell);
  return true;
}

/* Notes what overlaps in the call whose body is the node BASE of ROOT. Returns false if the walks differ. */
static bool read_call(struct contexts *contexts, const struct cleave_host_function *function,
                      const struct cleave_host_function *root, size_t base) {
  struct call call = {.contexts = contexts};
  if (base + function->node_count > root->node_count)
    return false;
  for (size_t i = 0; i < function->node_count; i++)
    if (!compare(&call, &function->nodes[i], &root->nodes[base + i]) ||
        (i && root->nodes[base + i].parent != base + function->nodes[i].parent))
      return false;
  for (size_t i = 0; i < call.pair_count; i++)
    for (size_t j = 0; j < call.pair_count; j++)
      if (cleave_cell_contains(root->memory, call.pairs[i].actual, call.pairs[j].actual) ||
          cleave_cell_may_be_same(root->memory, call.pairs[i].actual, call.pairs[j].actual)) {
        contexts->overlaps[call.pairs[i].own * contexts->class_count + call.pairs[j].own] = true;
        contexts->overlaps[call.pairs[j].own * contexts->class_count + call.pairs[i].own] = true;
      }
  return true;
}

const struct contexts *find_contexts(const struct cleave_unit *unit,
                                     const struct cleave_host_function *function) {
  const struct cleave_host_function *root = NULL;
  for (size_t i = 0; i < unit->function_count; i++)
    if (is_closed(&unit->functions[i]))
      root = &unit->functions[i];
  if (!root || !function->is_internal || root == function)
    return NULL;
  for (size_t i = 0; i < root->hidden_callee_count; i++)
    if (root->hidden_callees[i] == function->identity)
      return NULL;
  struct contexts *contexts = cleave_arena_allocate(unit->arena, sizeof *contexts);
  *contexts =
      (struct contexts){.arena = unit->arena, .memory = function->memory, .main_memory = root->memory};
  for (size_t i = 0; i < function->node_count; i++) {
    for (size_t k = 0; k < function->nodes[i].access_count; k++)
      add_class(contexts, function->nodes[i].accesses[k].cell);
    for (size_t k = 0; k < function->nodes[i].item_count; k++)
      add_class(contexts, function->nodes[i].items[k].cell);
  }
  contexts->overlaps = cleave_arena_allocate(unit->arena, contexts->class_count * contexts->class_count + 1);
  size_t calls = 0;
  for (size_t base = 0; base < root->node_count; base++)
    if (root->nodes[base].callee == function->identity) {
      calls++;
      if (!read_call(contexts, function, root, base))
        return NULL;
    }
  return calls ? contexts : NULL;
}

bool overlap_in_contexts(const struct contexts *contexts, uint32_t left, uint32_t right) {
  const size_t first = index_of(contexts, left), second = index_of(contexts, right);
  if (first == contexts->class_count || second == contexts->class_count)
    return true; /* a class without an access */
  return contexts->overlaps[first * contexts->class_count + second];
}
