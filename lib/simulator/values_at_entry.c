/* FILE: lib/simulator/values_at_entry.c
 * WHAT: the registers whose values at the entry of a function some path reads: those that live there. They are cleared for each call, so
 *       that a program that reads a register before it writes it computes the same in all runs. To clear all takes as long as a short
 *       kernel: PTX has a register for each value.
 *
 * Backward data flow over basic blocks. A lane follows a path of the graph, and an operation changes the registers of its own lanes only,
 * so the argument holds for each lane. An operation with a guard, a collective one, and one that the scheduler executes may leave a
 * register as it was; they write none here. What is not known to be a result counts as read.
 */
#include <stdlib.h>

#include "simulator/decoder.h"
#include "simulator/flow.h"

typedef uint64_t word;
enum { WORD_BITS = 64, NO_REGISTER = -1, SMALLEST = sizeof(lane_mask) };

struct flow {
  const struct flow_graph *graph;
  int *registers; /* by offset in the frame / SMALLEST */
  size_t words;   /* of a set of registers */
  word *live;     /* at the start of a block, by block */
};

static int register_at(const struct flow *flow, slot at) {
  return at >> SLOT_SHIFT == BANK_REGISTERS ? flow->registers[(at & ((1u << SLOT_SHIFT) - 1)) / SMALLEST]
                                            : NO_REGISTER;
}

static void add(const struct flow *flow, slot at, word *set) {
  const int number = register_at(flow, at);
  if (number != NO_REGISTER)
    set[number / WORD_BITS] |= (word)1 << number % WORD_BITS;
}

static void take(const struct flow *flow, slot at, word *set) {
  const int number = register_at(flow, at);
  if (number != NO_REGISTER)
    set[number / WORD_BITS] &= ~((word)1 << number % WORD_BITS);
}

static bool is_load(const struct operation *operation) {
  return operation->class == GPU_LOAD_GLOBAL || operation->class == GPU_LOAD_SHARED ||
         operation->class == GPU_LOAD_LOCAL;
}

/* SET: the registers that live behind the operation; on return, before it. */
static void step_back(const struct flow *flow, const struct operation *operation, word *set) {
  const bool writes =
      operation->kind == KIND_SIMPLE && operation->guard == NO_GUARD && operation->class != GPU_COLLECTIVE;
  if (writes) {
    take(flow, operation->d, set);
    take(flow, operation->d2, set);
  }
  for (unsigned i = 0; i < operation->count && i < VECTOR_MOST; i++)
    if (is_load(operation) && writes)
      take(flow, operation->vector[i], set);
    else
      add(flow, operation->vector[i], set);
  const slot sources[] = {operation->guard, operation->a, operation->b, operation->c, operation->e};
  for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
    add(flow, sources[i], set);
}

static void find_live(struct flow *flow) {
  const struct flow_graph *graph = flow->graph;
  int *list = malloc((graph->code->count + 4) * sizeof *list);
  word *set = malloc((flow->words + 1) * sizeof *set);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t block = graph->count; block-- > 0;) {
      const size_t count = flow_successors(graph, block, list);
      memset(set, 0, flow->words * sizeof *set);
      for (size_t i = 0; i < count; i++)
        for (size_t w = 0; (size_t)list[i] < graph->count && w < flow->words; w++)
          set[w] |= flow->live[(size_t)list[i] * flow->words + w];
      for (size_t i = graph->first[block + 1]; i-- > graph->first[block];)
        step_back(flow, &graph->code->operations[i], set);
      word *live = flow->live + block * flow->words;
      for (size_t w = 0; w < flow->words; w++) {
        changed |= live[w] != set[w];
        live[w] = set[w];
      }
    }
  }
  free(list);
  free(set);
}

static size_t bytes_of(const struct code *code, size_t i) {
  const enum ptx_type type = code->function->registers[i].type;
  return type == PTX_PRED ? sizeof(lane_mask) : (size_t)decoder_register_width(type) * LANES;
}

void find_values_at_entry(struct code *code, const struct flow_graph *graph, struct cleave_arena *arena) {
  const size_t count = code->function->register_count, places = code->frame_bytes / SMALLEST + 1;
  struct flow flow = {.graph = graph, .words = (count + WORD_BITS - 1) / WORD_BITS};
  flow.registers = malloc(places * sizeof *flow.registers);
  for (size_t i = 0; i < places; i++)
    flow.registers[i] = NO_REGISTER;
  for (size_t i = 0; i < count; i++)
    flow.registers[code->offsets[i] / SMALLEST] = (int)i;
  flow.live = calloc(graph->count * flow.words + 1, sizeof *flow.live);
  find_live(&flow);
  for (size_t i = 0; i < count; i++) {
    const struct frame_range range = {.offset = code->offsets[i], .bytes = bytes_of(code, i)};
    if (flow.live[i / WORD_BITS] >> i % WORD_BITS & 1)
      CLEAVE_APPEND(arena, code->cleared, code->cleared_count, range);
  }
  free(flow.registers);
  free(flow.live);
}
