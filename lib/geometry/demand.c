/* FILE: lib/geometry/demand.c
 * WHAT: what the hottest loop of a kernel asks of memory in one launch.
 */
#include "geometry/geometry.h"

#include <string.h>

enum {
  SECTOR = 32, /* bytes that memory transfers at least: a stride within it wastes nothing; 64 on AMD GPUs */
  DEEPEST = 64 /* loops of a nest that are looked at */
};

/* Iterations of loop INDEX for one of the parallel loop. */
static double iterations_of(const struct cleave_kernel_information *information,
                            const struct cleave_kernel_arguments *arguments, int32_t index) {
  double product = 1;
  for (int depth = 0; index >= 0 && depth < DEEPEST; depth++) {
    const struct cleave_kernel_loop *loop = &information->loops[index];
    int64_t count = CLEAVE_UNKNOWN_TRIP_COUNT;
    cleave_kernel_expression_evaluate(&loop->trip_count, arguments, &count);
    product *= count > 0 ? (double)count : 0;
    index = loop->parent;
  }
  return product;
}

/* The class of STREAM in this launch. A constant or symbolic stride that stays one is uncoalesced. */
static enum cleave_access_class class_of(const struct cleave_kernel_stream *stream, uint32_t warp,
                                         const struct cleave_kernel_arguments *arguments) {
  int64_t extent, stride;
  /* A warp that reaches into the next row does something else there. Rows of unknown length are taken
   * for longer than a warp. */
  if (stream->row_break && cleave_kernel_expression_evaluate(&stream->row_extent, arguments, &extent) &&
      extent < warp)
    return CLEAVE_ACCESS_IRREGULAR;
  if (stream->access != CLEAVE_ACCESS_CONSTANT_STRIDE && stream->access != CLEAVE_ACCESS_SYMBOLIC_STRIDE)
    return stream->access;
  if (!cleave_kernel_expression_evaluate(&stream->stride, arguments, &stride))
    return CLEAVE_ACCESS_IRREGULAR;
  if (stride == 0)
    return CLEAVE_ACCESS_UNIFORM;
  int64_t widest = stream->element_bytes > SECTOR ? stream->element_bytes : SECTOR;
  return stride >= -widest && stride <= widest ? CLEAVE_ACCESS_COALESCED : stream->access;
}

static void count_stream(const struct cleave_kernel_stream *stream, uint32_t warp,
                         const struct cleave_kernel_arguments *arguments,
                         struct cleave_memory_demand *demand) {
  uint32_t requests = (uint32_t)stream->reads + (uint32_t)stream->writes;
  demand->bytes += (double)stream->element_bytes * requests;
  switch (class_of(stream, warp, arguments)) {
  case CLEAVE_ACCESS_UNIFORM:
    demand->uniform++;
    break;
  case CLEAVE_ACCESS_COALESCED:
    demand->coalesced++;
    break;
  case CLEAVE_ACCESS_CONSTANT_STRIDE:
  case CLEAVE_ACCESS_SYMBOLIC_STRIDE:
    demand->uncoalesced += requests;
    break;
  case CLEAVE_ACCESS_IRREGULAR:
    demand->irregular++;
    break;
  }
}

void cleave_memory_demand_of(const struct cleave_kernel_information *information, uint32_t warp,
                             const struct cleave_kernel_arguments *arguments,
                             struct cleave_memory_demand *demand) {
  memset(demand, 0, sizeof *demand);
  if (!information)
    return;
  demand->known = true;
  demand->inner_iterations = 1;
  int32_t hottest = -1;
  for (size_t i = 0; i < information->loop_count; i++) {
    double iterations = iterations_of(information, arguments, (int32_t)i);
    if (iterations >= demand->inner_iterations) { /* of equals the inner one */
      demand->inner_iterations = iterations;
      hottest = (int32_t)i;
    }
  }
  demand->uneven = information->uneven || (hottest >= 0 && information->loops[hottest].varies);
  demand->flops = hottest < 0 ? information->flops : information->loops[hottest].flops;
  for (size_t i = 0; i < information->stream_count; i++)
    if (information->streams[i].loop == hottest)
      count_stream(&information->streams[i], warp, arguments, demand);
  if (information->unknown_accesses)
    demand->irregular++;
}
