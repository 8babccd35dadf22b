/* FILE: lib/simulator/device_heap.c
 * WHAT: malloc and free of device code.
 *
 * On a device, memory that device code has freed stays readable: LLVM's run time reads a table of dynamic schedules that
 * another thread may have freed, and ignores the value. So freed blocks are kept for the next malloc of the launch, and
 * released when the launch ends. With checks they are released at once, so that a later access is a fault.
 */
#include <stdlib.h>

#include "simulator/machine.h"

enum { LOOKED_AT = 64, ALIGNMENT = 16 };

struct heap_block {
  uint64_t address;
  size_t bytes;
};

/* Takes a freed block of BYTES; 0: there is none. */
static uint64_t take_freed(struct launch_state *launch, size_t bytes) {
  uint64_t address = 0;
  pthread_mutex_lock(&launch->lock);
  const size_t first = launch->freed_count > LOOKED_AT ? launch->freed_count - LOOKED_AT : 0;
  for (size_t i = launch->freed_count; !address && i-- > first;)
    if (launch->freed[i].bytes == bytes) {
      address = launch->freed[i].address;
      launch->freed[i] = launch->freed[--launch->freed_count];
    }
  pthread_mutex_unlock(&launch->lock);
  return address;
}

uint64_t heap_allocate(struct launch_state *launch, uint64_t bytes) {
  const struct gpu_memory *memory = &launch->program->memory;
  if (bytes >> 40)
    return 0;
  bytes = (bytes + ALIGNMENT) / ALIGNMENT * ALIGNMENT;
  const uint64_t address = take_freed(launch, bytes);
  return address ? address : memory->allocate(memory->context, bytes);
}

void heap_release(struct launch_state *launch, uint64_t address) {
  const struct gpu_memory *memory = &launch->program->memory;
  struct gpu_range range;
  if (!address)
    return;
  if (launch->launch->checks || !memory->find(memory->context, address, &range) || range.freed) {
    memory->release(memory->context, address);
    atomic_fetch_add(&launch->frees, 1);
    return;
  }
  pthread_mutex_lock(&launch->lock);
  if (launch->freed_count == launch->freed_capacity) {
    launch->freed_capacity = 2 * launch->freed_capacity + 64;
    launch->freed = realloc(launch->freed, launch->freed_capacity * sizeof *launch->freed);
  }
  launch->freed[launch->freed_count++] = (struct heap_block){address, range.end - range.start};
  pthread_mutex_unlock(&launch->lock);
}

void heap_finish(struct launch_state *launch) {
  const struct gpu_memory *memory = &launch->program->memory;
  for (size_t i = 0; i < launch->freed_count; i++)
    memory->release(memory->context, launch->freed[i].address);
  free(launch->freed);
}
