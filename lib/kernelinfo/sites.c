/* FILE: lib/kernelinfo/sites.c
 * WHAT: groups accesses into streams.
 */
#include "kernelinfo/sites.h"

/* What the memory system moves at a time. */
enum { SECTOR_BYTES = 32 };

enum cleave_access_class cleave_site_class(const struct cleave_site *site) {
  switch (site->difference) {
  case CLEAVE_DIFFERENCE_CONSTANT:
    if (!site->bytes)
      return CLEAVE_ACCESS_UNIFORM;
    /* Downwards the same sectors are touched in another order. */
    if (site->bytes >= -(int64_t)site->element_bytes && site->bytes <= (int64_t)site->element_bytes)
      return CLEAVE_ACCESS_COALESCED;
    return CLEAVE_ACCESS_CONSTANT_STRIDE;
  case CLEAVE_DIFFERENCE_SYMBOLIC:
    return CLEAVE_ACCESS_SYMBOLIC_STRIDE;
  default:
    return CLEAVE_ACCESS_IRREGULAR;
  }
}

static struct cleave_kernel_expression stride_of(const struct cleave_site *site, struct cleave_arena *arena) {
  struct cleave_kernel_expression unknown = {0};
  if (site->difference == CLEAVE_DIFFERENCE_SYMBOLIC)
    return site->symbolic;
  if (site->difference != CLEAVE_DIFFERENCE_CONSTANT)
    return unknown;
  struct cleave_kernel_instruction *constant = cleave_arena_allocate(arena, sizeof *constant);
  *constant = (struct cleave_kernel_instruction){CLEAVE_KERNEL_CONSTANT, site->bytes};
  return (struct cleave_kernel_expression){constant, 1};
}

/* Whether SITE touches the sectors that FIRST, the first site of a stream, does. */
static bool moves_with(const struct cleave_site *site, const struct cleave_site *first) {
  if (site->base != first->base || site->loop != first->loop ||
      cleave_site_class(site) != cleave_site_class(first))
    return false;
  uint64_t apart = site->offset > first->offset ? (uint64_t)site->offset - (uint64_t)first->offset
                                                : (uint64_t)first->offset - (uint64_t)site->offset;
  return apart < SECTOR_BYTES;
}

static void join(struct cleave_kernel_stream *stream, const struct cleave_site *site) {
  stream->reads |= site->reads;
  stream->writes |= site->writes;
  stream->row_break |= site->row_break;
  stream->sites++;
  if (site->element_bytes > stream->element_bytes)
    stream->element_bytes = site->element_bytes;
  if (!stream->line)
    stream->line = site->line;
}

/* Sorts streams by loop and line, for a deterministic result. The insertion sort is stable, and fast enough
 * for few streams. */
static void sort_by_loop(struct cleave_kernel_stream *streams, size_t count) {
  for (size_t i = 1; i < count; i++) {
    struct cleave_kernel_stream moved = streams[i];
    size_t at = i;
    for (; at > 0 && (streams[at - 1].loop > moved.loop ||
                      (streams[at - 1].loop == moved.loop && streams[at - 1].line > moved.line));
         at--)
      streams[at] = streams[at - 1];
    streams[at] = moved;
  }
}

void cleave_kernel_information_add_sites(struct cleave_kernel_information *information,
                                         const struct cleave_site *sites, size_t count,
                                         struct cleave_arena *arena) {
  struct cleave_kernel_stream *streams = NULL;
  size_t *firsts = NULL; /* of each stream, the index of its first site */
  size_t stream_count = 0;
  for (size_t i = 0; i < count; i++) {
    const struct cleave_site *site = &sites[i];
    size_t at = 0;
    while (at < stream_count && !moves_with(site, &sites[firsts[at]]))
      at++;
    if (at == CLEAVE_KERNEL_MAX_STREAMS) {
      information->unknown_accesses = true;
      continue;
    }
    if (at == stream_count) {
      struct cleave_kernel_stream stream = {.access = cleave_site_class(site),
                                            .loop = site->loop,
                                            .stride = stride_of(site, arena),
                                            .row_extent = site->row_extent};
      size_t same = stream_count;
      CLEAVE_APPEND(arena, firsts, same, i);
      CLEAVE_APPEND(arena, streams, stream_count, stream);
    }
    join(&streams[at], site);
  }
  sort_by_loop(streams, stream_count);
  information->streams = streams;
  information->stream_count = stream_count;
}
