/* FILE: test/unit/guarded.h
 * WHAT: bytes that end where memory ends and that nobody may write: who reads behind them, or
 *       writes to them, is ended by the processor, whoever compiled his code.
 */
#ifndef CLEAVE_TEST_GUARDED_H
#define CLEAVE_TEST_GUARDED_H

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A wrong 16-bit size must not lead behind what nobody may read. */
enum { GUARD_SIZE = 1 << 20 };

struct guarded {
  unsigned char *memory;
  size_t capacity; /* whole pages */
};

/* Room for up to SIZE bytes. */
static inline struct guarded guarded_new(size_t size) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  struct guarded guarded = {.capacity = (size + page) / page * page};
  guarded.memory = mmap(NULL, guarded.capacity + GUARD_SIZE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (guarded.memory == MAP_FAILED || mprotect(guarded.memory + guarded.capacity, GUARD_SIZE, PROT_NONE))
    abort();
  return guarded;
}

/* The SIZE BYTES, placed so that they end where the memory ends; valid until the next call. */
static inline const void *guarded_put(struct guarded *guarded, const void *bytes, size_t size) {
  if (size > guarded->capacity || mprotect(guarded->memory, guarded->capacity, PROT_READ | PROT_WRITE))
    abort();
  unsigned char *at = guarded->memory + guarded->capacity - size;
  if (size)
    memcpy(at, bytes, size);
  if (mprotect(guarded->memory, guarded->capacity, PROT_READ))
    abort();
  return at;
}

static inline void guarded_free(struct guarded *guarded) {
  munmap(guarded->memory, guarded->capacity + GUARD_SIZE);
}

#endif
