/* FILE: lib/simulator/flow.c
 * WHAT: where the lanes of a divergent branch meet again: the immediate post-dominator of the branch; and the flow graph of a function,
 *       which values_at_entry.c uses as well.
 *
 * Post-dominators are dominators of the reversed flow graph, computed by the iterative algorithm of Cooper, Harvey and
 * Kennedy over basic blocks. All returns, exits and traps lead to one virtual node, EXIT.
 */
#include <stdlib.h>

#include "simulator/flow.h"

enum { NONE = -1 };

static bool ends_block(const struct operation *operation) {
  switch (operation->kind) {
  case KIND_BRANCH:
  case KIND_BRANCH_INDEXED:
  case KIND_RETURN:
  case KIND_EXIT:
  case KIND_TRAP:
    return true;
  default:
    return false;
  }
}

static bool falls_through(const struct operation *operation) {
  if (!ends_block(operation))
    return true;
  return operation->guard != NO_GUARD;
}

/* The targets of the last operation of a block, as operations. */
static size_t target_count(const struct operation *operation) {
  if (operation->kind == KIND_BRANCH)
    return 1;
  return operation->kind == KIND_BRANCH_INDEXED ? operation->call->target_count : 0;
}

static size_t target(const struct operation *operation, size_t i) {
  return operation->kind == KIND_BRANCH ? operation->target : operation->call->targets[i];
}

static void find_blocks(struct flow_graph *graph) {
  const struct code *code = graph->code;
  bool *leader = calloc(code->count + 2, sizeof *leader);
  leader[0] = true;
  for (size_t i = 0; i <= code->count; i++) {
    for (size_t t = 0; t < target_count(&code->operations[i]); t++)
      leader[target(&code->operations[i], t)] = true;
    if (ends_block(&code->operations[i]))
      leader[i + 1] = true;
  }
  graph->block_of = malloc((code->count + 2) * sizeof *graph->block_of);
  graph->first = malloc((code->count + 2) * sizeof *graph->first);
  for (size_t i = 0; i <= code->count; i++) {
    if (leader[i])
      graph->first[graph->count++] = i;
    graph->block_of[i] = (int)graph->count - 1;
  }
  graph->first[graph->count] = code->count + 1;
  free(leader);
}

size_t flow_successors(const struct flow_graph *graph, size_t block, int *list) {
  const struct operation *last = &graph->code->operations[graph->first[block + 1] - 1];
  size_t count = 0;
  for (size_t t = 0; t < target_count(last); t++)
    list[count++] = graph->block_of[target(last, t)];
  if (last->kind == KIND_RETURN || last->kind == KIND_EXIT || last->kind == KIND_TRAP)
    list[count++] = (int)graph->count;
  if (falls_through(last))
    list[count++] = block + 1 < graph->count ? (int)block + 1 : (int)graph->count;
  return count;
}

struct edges {
  int *items;
  size_t *start; /* of the predecessors of a block */
};

static struct edges find_edges(const struct flow_graph *graph, bool reversed) {
  const size_t nodes = graph->count + 1;
  struct edges edges = {NULL, calloc(nodes + 2, sizeof(size_t))};
  int *list = malloc((graph->code->count + 4) * sizeof *list);
  for (int pass = 0; pass < 2; pass++) {
    for (size_t block = 0; block < graph->count; block++) {
      size_t count = flow_successors(graph, block, list);
      for (size_t i = 0; i < count; i++) {
        size_t from = reversed ? (size_t)list[i] : block, to = reversed ? block : (size_t)list[i];
        if (pass)
          edges.items[edges.start[from]++] = (int)to;
        else
          edges.start[from + 1]++;
      }
    }
    if (!pass) {
      for (size_t i = 0; i < nodes; i++)
        edges.start[i + 1] += edges.start[i];
      edges.items = malloc((edges.start[nodes] + 1) * sizeof *edges.items);
    }
  }
  for (size_t i = nodes; i > 0; i--)
    edges.start[i] = edges.start[i - 1];
  edges.start[0] = 0;
  free(list);
  return edges;
}

/* Depth-first search from EXIT along reversed edges, without recursion. */
static void order_blocks(struct flow_graph *graph, const struct edges *predecessors) {
  const size_t nodes = graph->count + 1;
  size_t *next = calloc(nodes, sizeof *next), depth = 0, finished = nodes;
  int *stack = malloc(nodes * sizeof *stack);
  bool *seen = calloc(nodes, sizeof *seen);
  stack[depth++] = (int)graph->count;
  seen[graph->count] = true;
  while (depth) {
    size_t node = (size_t)stack[depth - 1];
    size_t at = predecessors->start[node] + next[node];
    if (at == predecessors->start[node + 1]) {
      graph->order[--finished] = (int)node;
      depth--;
      continue;
    }
    next[node]++;
    int to = predecessors->items[at];
    if (!seen[to]) {
      seen[to] = true;
      stack[depth++] = to;
    }
  }
  graph->ordered = nodes - finished;
  memmove(graph->order, graph->order + finished, graph->ordered * sizeof *graph->order);
  for (size_t i = 0; i < nodes; i++)
    graph->place[i] = NONE; /* an endless loop: no path leads to EXIT */
  for (size_t i = 0; i < graph->ordered; i++)
    graph->place[graph->order[i]] = (int)i;
  free(next);
  free(stack);
  free(seen);
}

static int common(const struct flow_graph *graph, int a, int b) {
  while (a != b) {
    while (graph->place[a] > graph->place[b])
      a = graph->dominator[a];
    while (graph->place[b] > graph->place[a])
      b = graph->dominator[b];
  }
  return a;
}

static void find_dominators(struct flow_graph *graph, const struct edges *following) {
  const size_t nodes = graph->count + 1;
  for (size_t i = 0; i < nodes; i++)
    graph->dominator[i] = NONE;
  graph->dominator[graph->count] = (int)graph->count;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 1; i < graph->ordered; i++) {
      int block = graph->order[i], found = NONE;
      for (size_t e = following->start[block]; e < following->start[block + 1]; e++) {
        int to = following->items[e];
        if (graph->place[to] == NONE || graph->dominator[to] == NONE)
          continue;
        found = found == NONE ? to : common(graph, to, found);
      }
      changed |= graph->dominator[block] != found;
      graph->dominator[block] = found;
    }
  }
}

static void set_targets(struct code *code, const struct flow_graph *graph) {
  for (size_t i = 0; i < code->count; i++) {
    struct operation *operation = &code->operations[i];
    if (operation->kind == KIND_CALL_INDIRECT)
      operation->reconverge = (uint32_t)i + 1;
    /* Lanes that call different functions, or skip an operation of all lanes by its guard, meet after it. */
    if (operation->kind == KIND_CALL_INDIRECT ||
        (operation->kind != KIND_SIMPLE && operation->guard != NO_GUARD))
      code->operations[i + 1].flags |= FLAG_TARGET;
    if (operation->kind != KIND_BRANCH && operation->kind != KIND_BRANCH_INDEXED)
      continue;
    int meet = graph->dominator[graph->block_of[i]];
    if (meet == NONE || meet == (int)graph->count)
      continue;
    operation->reconverge = (uint32_t)graph->first[meet];
    code->operations[graph->first[meet]].flags |= FLAG_TARGET;
  }
}

void flow_find(struct code *code, struct flow_graph *graph) {
  *graph = (struct flow_graph){.code = code};
  find_blocks(graph);
  const size_t nodes = graph->count + 1;
  graph->order = malloc(nodes * sizeof *graph->order);
  graph->place = malloc(nodes * sizeof *graph->place);
  graph->dominator = malloc(nodes * sizeof *graph->dominator);
  struct edges predecessors = find_edges(graph, true), following = find_edges(graph, false);
  order_blocks(graph, &predecessors);
  find_dominators(graph, &following);
  set_targets(code, graph);
  free(predecessors.items), free(predecessors.start), free(following.items), free(following.start);
}

void flow_free(struct flow_graph *graph) {
  free(graph->block_of), free(graph->first), free(graph->order), free(graph->place), free(graph->dominator);
}
