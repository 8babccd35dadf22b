/* FILE: lib/environments/host_record.c
 * WHAT: the tree of statements of host code, and what the evaluation of their expressions records in it.
 */
#include "environments/host_record.h"

#include <string.h>

#include "model/arena.h"

struct cleave_host_record cleave_host_record_new(struct cleave_arena *arena) {
  struct cleave_host_record it = {.arena = arena};
  it.function.is_complete = true;
  it.function.memory = cleave_memory_new(arena);
  return it;
}

/* The current node. */
static struct cleave_host_node *node_here(const struct cleave_host_record *it) {
  return &it->function.nodes[it->here];
}

uint32_t cleave_host_add_node(struct cleave_host_record *it, enum cleave_host_node_kind kind,
                              uint32_t parent) {
  struct cleave_host_function *function = &it->function;
  const uint32_t made = (uint32_t)function->node_count;
  const struct cleave_host_node node = {.kind = kind,
                                        .parent = parent,
                                        .first_child = CLEAVE_NO_NODE,
                                        .last_child = CLEAVE_NO_NODE,
                                        .next = CLEAVE_NO_NODE,
                                        .region = CLEAVE_NO_REGION,
                                        .flags = it->implicit ? CLEAVE_HOST_IMPLICIT : 0};
  CLEAVE_APPEND(it->arena, function->nodes, function->node_count, node);
  if (parent == CLEAVE_NO_NODE)
    return made;
  struct cleave_host_node *above = &function->nodes[parent];
  if (above->last_child == CLEAVE_NO_NODE)
    above->first_child = made;
  else
    function->nodes[above->last_child].next = made;
  above->last_child = made;
  return made;
}

struct cleave_host_outside cleave_host_begin_implicit(struct cleave_host_record *it) {
  const struct cleave_host_outside outside = {it->here, it->conditional};
  if (it->in_region) /* code of a kernel */
    return outside;
  it->implicit++;
  it->conditional++;
  it->here = cleave_host_add_node(it, CLEAVE_HOST_STATEMENT, it->here);
  node_here(it)->in_callee = true; /* nothing can be inserted before it */
  return outside;
}

void cleave_host_end_implicit(struct cleave_host_record *it, struct cleave_host_outside outside) {
  it->implicit -= !it->in_region;
  it->conditional = outside.conditional;
  it->here = outside.here;
}

void cleave_host_event(struct cleave_host_record *it, uint32_t cell, bool writes,
                       const struct cleave_host_value *base) {
  if (it->silent)
    return;
  struct cleave_host_node *node = node_here(it);
  const struct cleave_host_access access = {cell, writes, it->site};
  const struct cleave_host_event event = {cell, writes, base};
  CLEAVE_APPEND(it->arena, node->accesses, node->access_count, access);
  for (size_t i = 0; i < node->event_count; i++)
    if (node->events[i].cell == cell && node->events[i].writes == writes && node->events[i].base == base)
      return;
  CLEAVE_APPEND(it->arena, node->events, node->event_count, event);
  it->work += (unsigned)node->event_count / 16;
}

void cleave_host_flag(struct cleave_host_record *it, uint32_t flags) {
  if (!it->silent)
    node_here(it)->flags |= flags;
}

void cleave_host_never_ends(struct cleave_host_record *it) {
  cleave_host_flag(it, it->conditional ? 0 : CLEAVE_HOST_ENDLESS);
}

void cleave_host_add_copy(struct cleave_host_record *it, uint32_t cell, const struct cleave_host_value *to,
                          const struct cleave_host_result *from) {
  const struct cleave_host_copy copy = {
      cell, to, {from->path ? from->path : from->either[0], from->either[1]}, from->is_fresh};
  if (!it->silent)
    CLEAVE_APPEND(it->arena, node_here(it)->copies, node_here(it)->copy_count, copy);
}

void cleave_host_add_size(struct cleave_host_record *it, uint32_t cell,
                          const struct cleave_host_value *size) {
  const struct cleave_host_size added = {cell, size};
  if (!it->silent)
    CLEAVE_APPEND(it->arena, it->function.sizes, it->function.size_count, added);
}

const struct cleave_host_value *
cleave_host_add_variable(struct cleave_host_record *it, struct cleave_host_variable variable, uint32_t cell) {
  struct cleave_host_function *function = &it->function;
  struct cleave_host_value *made = cleave_arena_allocate(it->arena, sizeof *made);
  *made = (struct cleave_host_value){
      .kind = CLEAVE_HOST_VARIABLE, .variable = (uint32_t)function->variable_count, .cell = cell};
  for (size_t i = 0; i < function->variable_count; i++)
    if (!strcmp(function->variables[i].name, variable.name))
      variable.has_other_scope = function->variables[i].has_other_scope = true;
  CLEAVE_APPEND(it->arena, function->variables, function->variable_count, variable);
  return made;
}

void cleave_host_add_hidden_callee(struct cleave_host_record *it, const void *callee) {
  struct cleave_host_function *function = &it->function;
  for (size_t i = 0; i < function->hidden_callee_count; i++)
    if (function->hidden_callees[i] == callee)
      return;
  CLEAVE_APPEND(it->arena, function->hidden_callees, function->hidden_callee_count, callee);
}

/* A construct is plain if its clauses read nothing that it maps. */
void cleave_host_finish(struct cleave_host_record *it) {
  struct cleave_memory *memory = it->function.memory;
  for (size_t n = 0; n < it->function.node_count; n++) {
    struct cleave_host_node *node = &it->function.nodes[n];
    for (size_t k = 0; k < node->item_count; k++)
      for (size_t e = 0; e < node->clause_event_count; e++)
        node->is_plain &=
            cleave_cell_class(memory, node->events[e].cell) != cleave_cell_class(memory, node->items[k].cell);
  }
}
