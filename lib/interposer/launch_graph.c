/* FILE: lib/interposer/launch_graph.c
 * WHAT: finds the period of a sequence of launches, holds launches that repeat it, and gives batches of them to CUDA as one
 *       graph.
 *
 * A graph is a straight line of kernels, so it is the same work in the same order as the launches. It is built once for a
 * sequence of kernels and grids; before each further batch only changed arguments are set.
 */
#include "interposer/launch_graph.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "interposer/cuda_table.h"

enum {
  LONGEST_PERIOD = 64,
  PROOF = 64,    /* so many launches repeat a period, and at least two periods do, before one is held */
  HISTORY = 128, /* at least PROOF and 2 * LONGEST_PERIOD; a power of 2 */
  BATCH = 32,    /* a graph has at least so many kernels, in whole periods */
  MOST_NODES = BATCH + LONGEST_PERIOD,
  LARGEST_ARGUMENTS = 512 /* bytes */
};

/* What all repetitions of a launch share. No padding: compared as bytes. */
struct shape {
  CUfunction function;
  unsigned grid[3], block[3], shared_bytes, argument_bytes;
};

struct node {
  struct shape shape;
  unsigned char arguments[LARGEST_ARGUMENTS];
};

struct launch_graph {
  /* The sequence. */
  struct shape history[HISTORY];
  size_t count;    /* of all launches of the sequence */
  unsigned period; /* 0: none is known */
  /* The launches that are held. */
  struct node held[MOST_NODES];
  unsigned held_count;
  CUstream stream;
  CUcontext context;
  /* The graph that was built last. */
  CUgraph graph; /* NULL: none */
  CUgraphExec executable;
  unsigned node_count;
  struct node nodes[MOST_NODES]; /* with the arguments of the executable graph */
  CUgraphNode handles[MOST_NODES];
};

struct launch_graph *launch_graph_new(void) { return calloc(1, sizeof(struct launch_graph)); }

static bool is_equal(const struct shape *a, const struct shape *b) { return !memcmp(a, b, sizeof *a); }

/* ---- Arguments ------------------------------------------------------------------------------------- */

/* The buffer of packed arguments that EXTRA names, the form of LLVM's run time; NULL for any other form. */
static const void *packed_arguments(void **extra, size_t *bytes) {
  const void *buffer = NULL;
  const size_t *size = NULL;
  for (; extra && (uintptr_t)*extra != CU_LAUNCH_PARAM_END; extra += 2)
    if ((uintptr_t)*extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
      buffer = extra[1];
    else if ((uintptr_t)*extra == CU_LAUNCH_PARAM_BUFFER_SIZE)
      size = extra[1];
    else
      return NULL;
  *bytes = size ? *size : 0;
  return *bytes ? buffer : NULL;
}

/* A list `extra` of a node's arguments. */
struct extra {
  size_t bytes;
  void *list[5];
};

static void **extra_of(struct node *node, struct extra *extra) {
  extra->bytes = node->shape.argument_bytes;
  void *list[] = {(void *)(uintptr_t)CU_LAUNCH_PARAM_BUFFER_POINTER, node->arguments,
                  (void *)(uintptr_t)CU_LAUNCH_PARAM_BUFFER_SIZE, &extra->bytes,
                  (void *)(uintptr_t)CU_LAUNCH_PARAM_END};
  memcpy(extra->list, list, sizeof list);
  return extra->list;
}

/* ---- CUDA's objects -------------------------------------------------------------------------------- */

/* Makes CONTEXT current and returns the previous one. Another thread may release launches, and this one may have turned to
 * another device. */
static CUcontext enter(CUcontext context) {
  CUcontext before = NULL;
  interposer.cuda.cuCtxGetCurrent(&before);
  if (before != context)
    interposer.cuda.cuCtxSetCurrent(context);
  return before;
}

static void leave(CUcontext context, CUcontext before) {
  if (before != context)
    interposer.cuda.cuCtxSetCurrent(before);
}

static CUDA_KERNEL_NODE_PARAMS_v1 parameters_of(struct node *node, struct extra *extra) {
  const struct shape *shape = &node->shape;
  const unsigned *grid = shape->grid, *block = shape->block;
  return (CUDA_KERNEL_NODE_PARAMS_v1){.func = shape->function,
                                      .gridDimX = grid[0],
                                      .gridDimY = grid[1],
                                      .gridDimZ = grid[2],
                                      .blockDimX = block[0],
                                      .blockDimY = block[1],
                                      .blockDimZ = block[2],
                                      .sharedMemBytes = shape->shared_bytes,
                                      .extra = extra_of(node, extra)};
}

static void destroy(struct launch_graph *it) {
  if (it->executable)
    interposer.graph.cuGraphExecDestroy(it->executable);
  if (it->graph)
    interposer.graph.cuGraphDestroy(it->graph);
  it->executable = NULL;
  it->graph = NULL;
}

/* A function belongs to one context, so equal shapes are of the same one. */
static bool is_built(const struct launch_graph *it) {
  bool same = it->executable && it->node_count == it->held_count;
  for (unsigned i = 0; same && i < it->held_count; i++)
    same = is_equal(&it->nodes[i].shape, &it->held[i].shape);
  return same;
}

static bool build(struct launch_graph *it) {
  destroy(it);
  if (interposer.graph.cuGraphCreate(&it->graph, 0))
    return false;
  for (unsigned i = 0; i < it->held_count; i++) {
    struct extra extra;
    const CUDA_KERNEL_NODE_PARAMS_v1 parameters = parameters_of(&it->held[i], &extra);
    if (interposer.graph.cuGraphAddKernelNode(&it->handles[i], it->graph, i ? &it->handles[i - 1] : NULL,
                                              i != 0, &parameters))
      return false;
    it->nodes[i] = it->held[i];
  }
  it->node_count = it->held_count;
  return !interposer.graph.cuGraphInstantiateWithFlags(&it->executable, it->graph, 0);
}

/* Sets the arguments that differ from those of the last batch. */
static bool update(struct launch_graph *it) {
  for (unsigned i = 0; i < it->held_count; i++) {
    struct node *held = &it->held[i];
    if (!memcmp(it->nodes[i].arguments, held->arguments, held->shape.argument_bytes))
      continue;
    struct extra extra;
    const CUDA_KERNEL_NODE_PARAMS_v1 parameters = parameters_of(held, &extra);
    if (interposer.graph.cuGraphExecKernelNodeSetParams(it->executable, it->handles[i], &parameters))
      return false;
    it->nodes[i] = *held;
  }
  return true;
}

/* Gives what is held to CUDA as a graph. If that fails, all is still held, and the process uses no graphs from now on. */
static bool launch_as_graph(struct launch_graph *it) {
  const CUcontext before = enter(it->context);
  const bool launched =
      (is_built(it) ? update(it) : build(it)) && !interposer.graph.cuGraphLaunch(it->executable, it->stream);
  if (launched)
    it->held_count = 0;
  else {
    atomic_store(&interposer.holds, false);
    destroy(it);
  }
  leave(it->context, before);
  return launched;
}

CUresult launch_graph_release(struct launch_graph *it) {
  if (!it || !it->held_count)
    return CUDA_SUCCESS;
  CUresult result = CUDA_SUCCESS;
  const CUcontext before = enter(it->context);
  for (unsigned i = 0; !result && i < it->held_count; i++) {
    struct extra extra;
    const struct shape *shape = &it->held[i].shape;
    const unsigned *grid = shape->grid, *block = shape->block;
    result = interposer.cuda.cuLaunchKernel(shape->function, grid[0], grid[1], grid[2], block[0], block[1],
                                            block[2], shape->shared_bytes, it->stream, NULL,
                                            extra_of(&it->held[i], &extra));
  }
  it->held_count = 0;
  leave(it->context, before);
  return result;
}

/* ---- The sequence ---------------------------------------------------------------------------------- */

static struct shape *shape_before(struct launch_graph *it, size_t distance) {
  return &it->history[(it->count - distance) % HISTORY];
}

static bool has_period(struct launch_graph *it, unsigned period) {
  const size_t proof = 2 * period > PROOF ? 2 * period : PROOF;
  if (it->count < proof)
    return false;
  for (size_t i = 1; i <= proof - period; i++)
    if (!is_equal(shape_before(it, i), shape_before(it, i + period)))
      return false;
  return true;
}

static void add_to_sequence(struct launch_graph *it, const struct shape *shape) {
  it->history[it->count++ % HISTORY] = *shape;
}

static unsigned find_period(struct launch_graph *it) {
  for (unsigned period = 1; period <= LONGEST_PERIOD && it->count >= PROOF; period++)
    if (has_period(it, period))
      return period;
  return 0;
}

void launch_graph_end_sequence(struct launch_graph *it) {
  if (!it)
    return;
  it->count = 0;
  it->period = 0;
}

void launch_graph_forget(struct launch_graph *it) {
  if (!it)
    return;
  destroy(it);
  launch_graph_end_sequence(it);
}

bool launch_graph_holds(struct launch_graph *it, const struct launch *launch, CUcontext context,
                        CUresult *result) {
  size_t bytes = 0;
  const void *arguments = launch->parameters ? NULL : packed_arguments(launch->extra, &bytes);
  *result = CUDA_SUCCESS;
  if (!arguments || bytes > LARGEST_ARGUMENTS) {
    *result = launch_graph_release(it);
    launch_graph_end_sequence(it);
    return false;
  }
  struct shape shape = {
      .function = launch->function, .shared_bytes = launch->shared_bytes, .argument_bytes = (unsigned)bytes};
  memcpy(shape.grid, launch->grid, sizeof shape.grid);
  memcpy(shape.block, launch->block, sizeof shape.block);
  const bool repeats = it->period && is_equal(&shape, shape_before(it, it->period));
  if (!repeats)
    *result = launch_graph_release(it);
  add_to_sequence(it, &shape);
  if (!repeats) {
    it->period = find_period(it);
    return false;
  }
  struct node *node = &it->held[it->held_count++];
  node->shape = shape;
  memcpy(node->arguments, arguments, bytes);
  it->stream = launch->stream;
  it->context = context;
  if (it->held_count >= BATCH && it->held_count % it->period == 0 && !launch_as_graph(it)) {
    *result = launch_graph_release(it);
    launch_graph_end_sequence(it);
  }
  return true;
}
