/* FILE: lib/simulator/warp_state.c
 * WHAT: the lanes of a warp, its current frame, and faults with the place where they happened.
 */
#include <stdarg.h>
#include <stdio.h>

#include "simulator/machine.h"

lane_mask warp_lanes(const struct warp *warp) {
  const unsigned threads = warp->block->launch->threads, first = warp->number * LANES;
  return threads - first >= LANES ? ALL_LANES : (1u << (threads - first)) - 1;
}

void warp_enter(struct warp *warp, const struct group *group) {
  warp->frame = group->frame;
  warp->operations = group->frame->code->operations;
  warp->banks[BANK_REGISTERS] = group->frame->registers;
  warp->banks[BANK_CONSTANTS] = group->frame->code->constants;
}

void warp_describe(const struct warp *warp, const struct operation *operation, unsigned lane, char *text,
                   size_t size) {
  const struct block *block = warp->block;
  const struct ptx_instruction *source = operation->source;
  const struct ptx_module *ptx = &warp->frame->code->module->ptx;
  int used = snprintf(text, size, "kernel %s, ", block->launch->kernel->kernel.name);
  if (source && source->source_line && source->file < ptx->file_count && ptx->files[source->file])
    used +=
        snprintf(text + used, size - (size_t)used, "%s:%u", ptx->files[source->file], source->source_line);
  else
    used +=
        snprintf(text + used, size - (size_t)used,
                 "line %u of the PTX (no debug lines: -gline-directives-only)", source ? source->line : 0);
  if ((size_t)used < size)
    snprintf(text + used, size - (size_t)used, ", block (%u,%u,%u), thread (%u,%u,%u)", block->index[0],
             block->index[1], block->index[2], warp->specials[SPECIAL_TID_X][lane],
             warp->specials[SPECIAL_TID_Y][lane], warp->specials[SPECIAL_TID_Z][lane]);
}

void warp_fault(struct warp *warp, const struct operation *operation, unsigned lane, enum gpu_status status,
                const char *format, ...) {
  char what[256], where[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  warp_describe(warp, operation, lane, where, sizeof where);
  struct launch_state *launch = warp->block->launch;
  pthread_mutex_lock(&launch->lock);
  if (launch->status == GPU_DONE || launch->status == GPU_CHECK_FAILED) {
    launch->status = status;
    snprintf(launch->error, sizeof launch->error, "%s: %s", what, where);
  }
  pthread_mutex_unlock(&launch->lock);
  atomic_store(&launch->stop, true);
  warp->stopped = true;
}

const void *library_argument(const struct warp *warp, const struct call_site *site, size_t number,
                             unsigned lane) {
  const struct frame *frame = warp->frame;
  return frame->parameters + lane * frame->code->parameter_bytes + site->arguments[number].offset;
}

void *library_result(struct warp *warp, const struct call_site *site, unsigned lane) {
  const struct frame *frame = warp->frame;
  return frame->parameters + lane * frame->code->parameter_bytes + site->results[0].offset;
}
