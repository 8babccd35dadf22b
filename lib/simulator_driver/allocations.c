/* FILE: lib/simulator_driver/allocations.c
 * WHAT: the table of allocations: device memory, which is memory of the process, and pinned host memory.
 *
 * Addresses are those of the process and differ between runs; names (D1, P1, M1) do not.
 */
#include "simulator_driver/simulator_driver.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

/* Addresses of freed device memory are not reused until so many bytes are freed, so that kernels which use it fault. */
static const size_t HELD_MOST = (size_t)1 << 40;

static struct allocation *live; /* by address */
static size_t live_count, live_room;
static struct allocation *freed; /* oldest first */
static size_t freed_count, freed_room;
static size_t first_held, held_bytes; /* freed[first_held] is the oldest that may be held */
static unsigned numbers[4];           /* of each kind */

static void *grow(void *items, size_t count, size_t *room, size_t size) {
  if (count < *room)
    return items;
  *room = *room ? 2 * *room : 64;
  items = realloc(items, *room * size);
  if (!items) {
    fputs("cleave simulator: out of memory\n", stderr);
    abort();
  }
  return items;
}

static size_t whole_pages(size_t bytes) { return (bytes + PAGE - 1) / PAGE * PAGE; }

/* The index of the first allocation above ADDRESS. */
static size_t place_above(uint64_t address) {
  size_t low = 0, high = live_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (live[middle].address <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static struct allocation *insert(struct allocation allocation) {
  live = grow(live, live_count, &live_room, sizeof *live);
  size_t place = place_above(allocation.address);
  memmove(live + place + 1, live + place, (live_count - place) * sizeof *live);
  live_count++;
  /* Registered and allocated pinned memory share the letter P, and so the numbers. */
  enum memory_kind kind = allocation.kind == MEMORY_REGISTERED ? MEMORY_PINNED : allocation.kind;
  allocation.number = ++numbers[kind];
  live[place] = allocation;
  return &live[place];
}

struct allocation *memory_allocate(struct device *device, enum memory_kind kind, size_t bytes) {
  bool of_device = kind == MEMORY_DEVICE || kind == MEMORY_MODULE;
  size_t size = whole_pages(bytes);
  if (size < bytes)
    return NULL;
  if (of_device && size > (size_t)driver.profile.memory - device->memory_used)
    return NULL;
  bool reserved = kind == MEMORY_DEVICE && bytes > driver.copy_limit;
  void *memory = mmap(NULL, size, reserved ? PROT_NONE : PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return NULL;
  if (driver.fill && bytes <= driver.copy_limit)
    memset(memory, driver.fill, size);
  if (of_device)
    device->memory_used += size;
  return insert((struct allocation){(uint64_t)(uintptr_t)memory, bytes, 0, kind, device, reserved, false});
}

struct allocation *memory_register(uint64_t address, size_t bytes) {
  size_t above = place_above(address);
  if (above < live_count && live[above].address < address + bytes)
    return NULL;
  if (above > 0 && live[above - 1].address + live[above - 1].bytes > address)
    return NULL;
  return insert((struct allocation){address, bytes, 0, MEMORY_REGISTERED, NULL, false, false});
}

struct allocation *memory_find(uint64_t address) {
  size_t above = place_above(address);
  if (above == 0)
    return NULL;
  struct allocation *found = &live[above - 1];
  return address - found->address < found->bytes ? found : NULL;
}

const struct allocation *memory_find_freed(uint64_t address) {
  for (size_t i = freed_count; i-- > 0;)
    if (address - freed[i].address < freed[i].bytes)
      return &freed[i];
  return NULL;
}

static void unmap(const struct allocation *allocation) {
  munmap((void *)(uintptr_t)allocation->address, whole_pages(allocation->bytes));
}

/* Keeps the addresses of ALLOCATION, which is being freed, without memory. Unmaps the oldest such ranges above a limit. */
static void hold(struct allocation *allocation) {
  const size_t size = whole_pages(allocation->bytes);
  allocation->held = mmap((void *)(uintptr_t)allocation->address, size, PROT_NONE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) != MAP_FAILED;
  held_bytes += allocation->held ? size : 0;
  for (; held_bytes > HELD_MOST && first_held < freed_count; first_held++)
    if (freed[first_held].held) {
      unmap(&freed[first_held]);
      held_bytes -= whole_pages(freed[first_held].bytes);
      freed[first_held].held = false;
    }
}

void memory_free(struct allocation *allocation) {
  size_t place = (size_t)(allocation - live);
  freed = grow(freed, freed_count, &freed_room, sizeof *freed);
  struct allocation *old = &freed[freed_count++];
  *old = *allocation;
  if (old->kind == MEMORY_DEVICE)
    hold(old);
  else if (old->kind != MEMORY_REGISTERED)
    unmap(old);
  if (old->device)
    old->device->memory_used -= whole_pages(old->bytes);
  live_count--;
  memmove(live + place, live + place + 1, (live_count - place) * sizeof *live);
}

static bool holds(uint64_t address, size_t bytes, bool of_device) {
  const struct allocation *found = memory_find(address);
  return found && (found->kind == MEMORY_DEVICE || found->kind == MEMORY_MODULE) == of_device &&
         bytes <= found->bytes - (address - found->address);
}

bool memory_is_device(uint64_t address, size_t bytes) { return holds(address, bytes, true); }

bool memory_is_pinned(uint64_t address, size_t bytes) { return holds(address, bytes, false); }

void memory_name(uint64_t address, char *text, size_t size) {
  static const char letters[] = {'D', 'M', 'P', 'P'};
  const char *before = "";
  const struct allocation *found = memory_find(address);
  if (!found) {
    found = memory_find_freed(address);
    /* Memory that was unregistered is ordinary host memory. */
    if (found && found->kind == MEMORY_REGISTERED)
      found = NULL;
    before = "freed-";
  }
  if (found)
    snprintf(text, size, "%s%c%u+%" PRIu64, before, letters[found->kind], found->number,
             address - found->address);
  else
    snprintf(text, size, "%s", address ? "H" : "0");
}

void memory_forget(void) {
  while (live_count)
    memory_free(&live[live_count - 1]);
  for (size_t i = first_held; i < freed_count; i++)
    if (freed[i].held)
      unmap(&freed[i]);
  free(live);
  free(freed);
  live = freed = NULL;
  live_count = live_room = freed_count = freed_room = first_held = held_bytes = 0;
  memset(numbers, 0, sizeof numbers);
}
