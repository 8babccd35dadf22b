/* FILE: lib/trace/kernel_names.c
 * WHAT: names of kernels by the addresses with which the host program launches them.
 *
 * A table for each descriptor, in a list that is read without a lock. Nothing is freed: a thread may read
 * while another one unloads a library.
 */
#include "trace/kernel_names.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "abi/offload.h"

struct region {
  const void *address;
  const char *name;
};

struct table {
  struct table *next;
  _Atomic(const struct cleave_descriptor *) descriptor; /* NULL: no longer registered */
  size_t count;
  struct region regions[]; /* by address */
};

static _Atomic(struct table *) tables; /* the newest first */

static int compare(const void *a, const void *b) {
  const struct region *left = a, *right = b;
  return (left->address > right->address) - (left->address < right->address);
}

void cleave_kernel_names_add(const struct cleave_descriptor *descriptor) {
  const size_t bytes = (size_t)((const char *)descriptor->entries_end - (const char *)descriptor->entries),
               entries = bytes / sizeof(struct cleave_entry); /* the smallest layout */
  struct table *table = malloc(sizeof *table + entries * sizeof *table->regions);
  if (!table)
    return; /* its kernels have no names */
  table->count = 0;
  struct cleave_entry entry;
  for (const void *at = descriptor->entries; at < descriptor->entries_end;) {
    at = cleave_next_entry(at, descriptor->entries_end, &entry);
    char *name = entry.size || !entry.name ? NULL : strdup(entry.name);
    if (name)
      table->regions[table->count++] = (struct region){entry.address, name};
  }
  qsort(table->regions, table->count, sizeof *table->regions, compare);
  atomic_init(&table->descriptor, descriptor);
  table->next = atomic_load(&tables);
  while (!atomic_compare_exchange_weak(&tables, &table->next, table))
    ;
}

void cleave_kernel_names_remove(const struct cleave_descriptor *descriptor) {
  for (struct table *table = atomic_load(&tables); table; table = table->next)
    if (atomic_load(&table->descriptor) == descriptor)
      atomic_store(&table->descriptor, NULL);
}

const char *cleave_kernel_names_find(const void *host_pointer) {
  const struct region wanted = {.address = host_pointer};
  for (struct table *table = atomic_load(&tables); table; table = table->next) {
    const struct region *found = atomic_load_explicit(&table->descriptor, memory_order_relaxed)
                                     ? bsearch(&wanted, table->regions, table->count, sizeof wanted, compare)
                                     : NULL;
    if (found)
      return found->name;
  }
  return NULL;
}
