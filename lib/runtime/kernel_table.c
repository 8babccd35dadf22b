/* FILE: lib/runtime/kernel_table.c
 * WHAT: the table of kernels: buckets of lists that are changed under a lock and read without one.
 */
#include "runtime/kernel_table.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "image/acceptance.h"
#include "process/fork.h"
#include "runtime/device_state.h"

struct node {
  _Atomic(struct node *) next;
  const void *host_pointer;
  struct cleave_kernel_record record;
};

enum { BUCKETS = 1024 };

static _Atomic(struct node *) buckets[BUCKETS];
CLEAVE_LOCK(lock); /* held by threads that change them */

/* Another thread may still read a record that is removed, so the memory of all is freed when no image is registered. */
struct kept {
  struct kept *next;
  struct cleave_arena *arena;
};
static struct kept *kept_arenas;
static uint64_t serials;

static _Atomic(struct node *) *bucket_of(const void *host_pointer) {
  /* The addresses are those of single bytes, which the linker places consecutively. */
  uint64_t hash = (uint64_t)(uintptr_t)host_pointer * UINT64_C(0x9e3779b97f4a7c15);
  return &buckets[hash >> 54];
}

static int compare_names(const void *a, const void *b) {
  return strcmp(((const struct cleave_kernel *)a)->name, ((const struct cleave_kernel *)b)->name);
}

/* Reads those images that a device may run, and returns their number. */
static size_t read_images(const struct cleave_descriptor *descriptor, struct cleave_arena *arena,
                          struct cleave_image *images) {
  size_t count = 0;
  for (int32_t i = 0; i < descriptor->image_count; i++) {
    const struct cleave_device_image *bytes = &descriptor->images[i];
    struct cleave_image *image = &images[count];
    size_t size = (size_t)((char *)bytes->end - (char *)bytes->start);
    cleave_image_read_header(bytes->start, size, image);
    const bool is_cubin = image->kind == CLEAVE_IMAGE_CUDA && image->layout != CLEAVE_CUBIN_NONE;
    if (!(is_cubin || (image->kind == CLEAVE_IMAGE_AMDGPU && image->architecture)) || !image->linked)
      continue;
    cleave_image_read(bytes->start, size, arena, image);
    qsort(image->kernels, image->kernel_count, sizeof *image->kernels, compare_names);
    count++;
  }
  return count;
}

static void add(const struct cleave_descriptor *descriptor, const struct cleave_entry *entry,
                const struct cleave_image *images, size_t image_count, struct cleave_arena *arena) {
  struct cleave_kernel_in_image *found = cleave_arena_allocate(arena, image_count * sizeof *found);
  struct cleave_kernel wanted = {.name = entry->name};
  for (size_t i = 0; i < image_count; i++) {
    found[i].architecture = images[i].architecture;
    if (images[i].kernel_count)
      found[i].kernel = bsearch(&wanted, images[i].kernels, images[i].kernel_count, sizeof *images[i].kernels,
                                compare_names);
  }
  struct node *node = cleave_arena_allocate(arena, sizeof *node);
  node->host_pointer = entry->address;
  node->record = (struct cleave_kernel_record){
      .descriptor = descriptor, .serial = ++serials, .images = found, .image_count = image_count};
  _Atomic(struct node *) *bucket = bucket_of(entry->address);
  atomic_store_explicit(&node->next, atomic_load(bucket), memory_order_relaxed);
  atomic_store_explicit(bucket, node, memory_order_release);
}

void cleave_kernels_add(const struct cleave_descriptor *descriptor) {
  if (descriptor->image_count <= 0)
    return;
  struct cleave_arena *arena = cleave_arena_new();
  struct cleave_image *images =
      cleave_arena_allocate(arena, (size_t)descriptor->image_count * sizeof *images);
  size_t count = read_images(descriptor, arena, images);
  if (!count) {
    cleave_arena_free(arena);
    return;
  }
  struct kept *keep = cleave_arena_allocate(arena, sizeof *keep);
  pthread_mutex_lock(&lock);
  *keep = (struct kept){kept_arenas, arena};
  kept_arenas = keep;
  struct cleave_entry entry;
  for (const void *at = descriptor->entries; at < descriptor->entries_end;) {
    at = cleave_next_entry(at, descriptor->entries_end, &entry);
    if (entry.name && !entry.size)
      add(descriptor, &entry, images, count, arena);
  }
  pthread_mutex_unlock(&lock);
}

void cleave_kernels_remove(const struct cleave_descriptor *descriptor) {
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < BUCKETS; i++) {
    _Atomic(struct node *) *link = &buckets[i];
    for (struct node *node; (node = atomic_load(link));) {
      if (node->record.descriptor == descriptor)
        atomic_store_explicit(link, atomic_load(&node->next), memory_order_release);
      else
        link = &node->next;
    }
  }
  pthread_mutex_unlock(&lock);
}

void cleave_kernels_free(void) {
  pthread_mutex_lock(&lock);
  while (kept_arenas) {
    struct kept *kept = kept_arenas;
    kept_arenas = kept->next;
    cleave_arena_free(kept->arena);
  }
  pthread_mutex_unlock(&lock);
}

struct cleave_kernel_record *cleave_kernels_find(const void *host_pointer) {
  struct node *node = atomic_load_explicit(bucket_of(host_pointer), memory_order_acquire);
  while (node && node->host_pointer != host_pointer)
    node = atomic_load_explicit(&node->next, memory_order_acquire);
  return node ? &node->record : NULL;
}

const struct cleave_kernel *cleave_kernel_for(const struct cleave_kernel_record *record,
                                              uint32_t architecture) {
  for (size_t i = 0; i < record->image_count; i++)
    if (cleave_image_runs_on(record->images[i].architecture, architecture))
      return record->images[i].kernel;
  return NULL;
}
