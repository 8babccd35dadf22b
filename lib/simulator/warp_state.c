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

static const char *file_name(const struct ptx_module *ptx, unsigned file) {
  return file < ptx->file_count && ptx->files[file] ? ptx->files[file] : "?";
}

void source_describe(const struct code *code, const struct operation *operation, char *text, size_t size) {
  const struct ptx_instruction *source = operation->source;
  const struct ptx_module *ptx = &code->module->ptx;
  if (!source || !source->source_line) {
    snprintf(text, size, "function %s, line %u of the PTX (no source lines: -gline-directives-only)",
             code->function->name, source ? source->line : 0);
    return;
  }
  size_t used = (size_t)snprintf(text, size, "%s:%u", file_name(ptx, source->file), source->source_line);
  for (unsigned at = source->inlined_at; at && used < size; at = code->function->places[at - 1].inlined_at) {
    const struct ptx_place *place = &code->function->places[at - 1];
    used += (size_t)snprintf(text + used, size - used, ", inlined at %s:%u", file_name(ptx, place->file),
                             place->line);
  }
}

void shared_describe(const struct block *block, uint64_t offset, char *text, size_t size) {
  const struct gpu_program *program = block->launch->program;
  const struct shared_variable *found = NULL;
  uint32_t start = 0;
  for (size_t i = 0; i < program->shared_count; i++) {
    const uint32_t at = block->shared_offsets[i];
    if (at != SHARED_UNUSED && at <= offset && (!found || at >= start))
      found = &program->shared[i], start = at;
  }
  if (found)
    snprintf(text, size, "0x%llx ('%s' + %llu)", (unsigned long long)offset, found->name,
             (unsigned long long)(offset - start));
  else
    snprintf(text, size, "0x%llx", (unsigned long long)offset);
}

void warp_describe(const struct warp *warp, const struct operation *operation, unsigned lane, char *text,
                   size_t size) {
  const struct block *block = warp->block;
  char place[256];
  source_describe(warp->frame->code, operation, place, sizeof place);
  snprintf(text, size, "kernel %s, %s, block (%u,%u,%u), thread (%u,%u,%u)",
           block->launch->kernel->kernel.name, place, block->index[0], block->index[1], block->index[2],
           warp->specials[SPECIAL_TID_X][lane], warp->specials[SPECIAL_TID_Y][lane],
           warp->specials[SPECIAL_TID_Z][lane]);
}

void warp_fault(struct warp *warp, const struct operation *operation, unsigned lane, enum gpu_status status,
                const char *format, ...) {
  char what[384], where[512];
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
