/* memory.c: the arrays of a problem: made, filled, copied and compared.
 *
 * The loops over them use all cores: at the sizes that are measured they hold gigabytes. They are
 * cut into chunks of one size, whose results are combined in order, so that the number of threads
 * changes no bit of the checksum.
 */
#include "harness.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 16 }; /* elements, or words of 8 bytes */

const char *const bench_real_name = sizeof(REAL) == sizeof(float) ? "float" : "double";

static struct bench_block new_block(size_t bytes, size_t elements, bool integers)
{
  struct bench_block block = {malloc(bytes), bytes, elements, integers};
  if (!block.address)
    bench_refuse("no memory for %zu bytes: choose a smaller size", bytes);
  /* All ones are a NaN: what nobody wrote, on the host or on the device, shows in the result. */
  memset(block.address, 0xff, bytes);
  return block;
}

static void *add_block(struct bench_memory *memory, size_t bytes, size_t elements, bool integers)
{
  if (memory->blocks == BENCH_BLOCKS_MAX)
    bench_refuse("more than %d arrays: raise BENCH_BLOCKS_MAX in harness.h", BENCH_BLOCKS_MAX);
  memory->block[memory->blocks] = new_block(bytes, elements, integers);
  return memory->block[memory->blocks++].address;
}

REAL *bench_array(struct bench_memory *memory, size_t elements)
{
  return add_block(memory, elements * sizeof(REAL), elements, false);
}

int *bench_integers(struct bench_memory *memory, size_t elements)
{
  return add_block(memory, elements * sizeof(int), elements, true);
}

void *bench_scratch(struct bench_memory *memory, size_t bytes)
{
  return add_block(memory, bytes, 0, false);
}

void bench_fill(REAL *array, size_t elements, unsigned seed)
{
#pragma omp parallel for
  for (size_t i = 0; i < elements; i++) {
    uint32_t hash = (uint32_t)i * 2654435761u + seed * 40503u;
    hash ^= hash >> 15;
    hash *= 2246822519u;
    array[i] = (REAL)(1 + (hash >> 22)) / 1024;
  }
}

void bench_memory_copy(struct bench_memory *copy, const struct bench_memory *memory)
{
  for (int i = 0; i < memory->blocks; i++)
    copy->block[i] =
        new_block(memory->block[i].bytes, memory->block[i].elements, memory->block[i].integers);
  copy->blocks = memory->blocks;
  bench_memory_restore(copy, memory);
}

void bench_memory_restore(struct bench_memory *memory, const struct bench_memory *copy)
{
  for (int i = 0; i < memory->blocks; i++) {
    char *to = memory->block[i].address;
    const char *from = copy->block[i].address;
    size_t bytes = memory->block[i].bytes;
#pragma omp parallel for
    for (size_t begin = 0; begin < bytes; begin += CHUNK)
      memcpy(to + begin, from + begin, bytes - begin < CHUNK ? bytes - begin : CHUNK);
  }
}

void bench_memory_free(struct bench_memory *memory)
{
  for (int i = 0; i < memory->blocks; i++)
    free(memory->block[i].address);
  memory->blocks = 0;
}

unsigned long long bench_hash(const void *bytes, size_t count)
{
  size_t chunks = count / sizeof(uint64_t) / CHUNK + 1;
  uint64_t *part = calloc(chunks, sizeof *part);
  if (!part)
    bench_refuse("no memory for %zu bytes: choose a smaller size", chunks * sizeof *part);
#pragma omp parallel for
  for (size_t chunk = 0; chunk < chunks; chunk++) {
    size_t begin = chunk * CHUNK * sizeof(uint64_t);
    size_t end = chunk + 1 < chunks ? begin + CHUNK * sizeof(uint64_t) : count;
    uint64_t hash = 14695981039346656037u;
    for (size_t i = begin; i < end; i += sizeof hash) {
      uint64_t word = 0;
      memcpy(&word, (const char *)bytes + i, end - i < sizeof word ? end - i : sizeof word);
      hash = (hash ^ word) * 1099511628211u;
    }
    part[chunk] = hash;
  }
  uint64_t hash = count;
  for (size_t chunk = 0; chunk < chunks; chunk++)
    hash = (hash ^ part[chunk] ^ (part[chunk] >> 29)) * 1099511628211u;
  free(part);
  return hash;
}

static double relative_error(double expected, double actual)
{
  if (!isfinite(expected) || !isfinite(actual))
    return INFINITY;
  if (expected == actual)
    return 0;
  return fabs(actual - expected) / fmax(fabs(expected), fabs(actual));
}

static double element_of(const struct bench_block *block, size_t i)
{
  return block->integers ? ((const int *)block->address)[i] : ((const REAL *)block->address)[i];
}

/* Compares the elements from BEGIN to END; `element` is the first wrong one of them. Integers have no tolerance. */
static struct bench_comparison compare_chunk(const struct bench_block *expected,
                                             const struct bench_block *actual, size_t begin,
                                             size_t end, double tolerance)
{
  struct bench_comparison result = {0};
  if (expected->integers)
    tolerance = 0;
  for (size_t i = begin; i < end; i++) {
    double wanted = element_of(expected, i), value = element_of(actual, i);
    double error = relative_error(wanted, value);
    result.checksum += value;
    result.error = fmax(result.error, error);
    if (error > tolerance && !result.wrong++) {
      result.element = i;
      result.expected = wanted;
      result.actual = value;
    }
  }
  result.elements = end - begin;
  return result;
}

struct bench_comparison bench_compare(const struct bench_memory *expected,
                                      const struct bench_memory *actual, double tolerance)
{
  struct bench_comparison total = {0};
  for (int b = 0; b < expected->blocks; b++) {
    size_t elements = expected->block[b].elements;
    size_t chunks = (elements + CHUNK - 1) / CHUNK;
    struct bench_comparison *part = calloc(chunks + 1, sizeof *part);
    if (!part)
      bench_refuse("no memory for %zu bytes: choose a smaller size", chunks * sizeof *part);
#pragma omp parallel for
    for (size_t chunk = 0; chunk < chunks; chunk++)
      part[chunk] = compare_chunk(&expected->block[b], &actual->block[b], chunk * CHUNK,
                                  chunk + 1 < chunks ? (chunk + 1) * CHUNK : elements, tolerance);
    for (size_t chunk = 0; chunk < chunks; chunk++) {
      total.checksum += part[chunk].checksum;
      total.error = fmax(total.error, part[chunk].error);
      total.elements += part[chunk].elements;
      if (part[chunk].wrong && !total.wrong) {
        total.array = b;
        total.element = part[chunk].element;
        total.expected = part[chunk].expected;
        total.actual = part[chunk].actual;
      }
      total.wrong += part[chunk].wrong;
    }
    free(part);
  }
  return total;
}
