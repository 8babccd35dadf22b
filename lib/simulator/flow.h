/* FILE: lib/simulator/flow.h
 * WHAT: the flow graph of a function, of flow.c: its basic blocks, and what follows them.
 */
#ifndef CLEAVE_SIMULATOR_FLOW_H
#define CLEAVE_SIMULATOR_FLOW_H

#include "simulator/machine.h"

struct flow_graph {
  const struct code *code;
  int *block_of;      /* by operation */
  size_t *first;      /* first operation of a block; first[count] is the end */
  size_t count;       /* blocks; number COUNT is EXIT */
  int *order, *place; /* reverse post-order of the reversed graph, and the place of a block in it */
  size_t ordered;
  int *dominator;
};

/* Makes the graph of CODE, and sets OPERATION.reconverge of branches and FLAG_TARGET. The caller frees it with flow_free. */
void flow_find(struct code *code, struct flow_graph *graph);
void flow_free(struct flow_graph *graph);

/* Writes the blocks that may follow BLOCK to LIST, which has room for the operations of the function and 4 more. Returns their number. */
size_t flow_successors(const struct flow_graph *graph, size_t block, int *list);

/* values_at_entry.c: sets CODE->cleared. */
void find_values_at_entry(struct code *code, const struct flow_graph *graph, struct cleave_arena *arena);

#endif
