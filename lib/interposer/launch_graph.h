/* FILE: lib/interposer/launch_graph.h
 * WHAT: launches of a time loop, held back and given to CUDA as one graph (docs/design/graphs.md).
 *
 * A struct launch_graph belongs to a chain of stream_chain.c. The caller holds that file's lock in each call.
 */
#ifndef CLEAVE_INTERPOSER_LAUNCH_GRAPH_H
#define CLEAVE_INTERPOSER_LAUNCH_GRAPH_H

#include <stdbool.h>

#include "cuda/cuda.h"

/* A call of cuLaunchKernel. */
struct launch {
  CUfunction function;
  unsigned grid[3], block[3], shared_bytes;
  CUstream stream;
  void **parameters, **extra;
};

struct launch_graph;

/* NULL if there is no memory for it. It is never freed. */
struct launch_graph *launch_graph_new(void);

/* The next launch of the sequence, in a stream of CONTEXT. Returns whether it is held or already given to CUDA; else the caller
 * launches it. *RESULT is the error of an earlier launch that was held; the sequence is then empty. */
bool launch_graph_holds(struct launch_graph *graph, const struct launch *launch, CUcontext context,
                        CUresult *result);

/* Launches what is held, in order. Returns the first error; the launches after it are not made. */
CUresult launch_graph_release(struct launch_graph *graph);

/* The sequence ends: the next launch begins another one. No launch is held. */
void launch_graph_end_sequence(struct launch_graph *graph);

/* Destroys CUDA's objects and ends the sequence, before functions become invalid. No launch is held. */
void launch_graph_forget(struct launch_graph *graph);

#endif
