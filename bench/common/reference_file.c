/* reference_file.c: the reference's result in a file, computed once and used by all versions.
 *
 * The file is a header, padded to a page, and the compared arrays one behind the other. Whatever is
 * not exactly the file that this program would write, truncated, damaged or of another problem, is
 * computed again and replaced in one step.
 */
#define _POSIX_C_SOURCE 200809L
#include "harness.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEADER_BYTES = 4096 };

struct header {
  char format[32]; /* with the number of the format */
  char program[32];
  char type[16];
  char input[64]; /* of bench_input_name */
  uint64_t size, steps, elements[BENCH_BLOCKS_MAX];
  uint64_t checksum; /* of all bytes behind the header */
};

/* The bytes of a block in the file: a multiple of 8, so that the next block is aligned. */
static size_t file_bytes(const struct bench_block *block)
{
  return block->elements ? (block->bytes + 7) / 8 * 8 : 0;
}

static size_t compared_bytes(const struct bench_memory *memory)
{
  size_t bytes = 0;
  for (int i = 0; i < memory->blocks; i++)
    bytes += file_bytes(&memory->block[i]);
  return bytes;
}

/* The header that a file for this problem has, but for the checksum. */
static struct header header_of(const struct bench_memory *shape, struct bench_problem_size problem)
{
  struct header header;
  memset(&header, 0, sizeof header); /* padding too: headers are compared as bytes */
  snprintf(header.format, sizeof header.format, "cleave bench reference 2");
  snprintf(header.program, sizeof header.program, "%s", benchmark.name);
  snprintf(header.type, sizeof header.type, "%s", bench_real_name);
  snprintf(header.input, sizeof header.input, "%s", bench_input_name());
  header.size = (uint64_t)problem.size;
  header.steps = (uint64_t)problem.steps;
  for (int i = 0; i < shape->blocks; i++)
    header.elements[i] = shape->block[i].elements;
  return header;
}

/* Makes the blocks of EXPECTED parts of DATA. */
static void lay_out(struct bench_memory *expected, const struct bench_memory *shape, char *data)
{
  *expected = *shape;
  for (int i = 0; i < expected->blocks; i++) {
    expected->block[i].address = data;
    data += file_bytes(&expected->block[i]);
  }
}

/* The file's bytes behind the header, or NULL if the file is not what HEADER says. */
static char *map_file(const char *path, struct header header, size_t bytes)
{
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return NULL;
  struct stat status;
  char *map = MAP_FAILED;
  if (!fstat(file, &status) && (size_t)status.st_size == HEADER_BYTES + bytes)
    map = mmap(NULL, HEADER_BYTES + bytes, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (map != MAP_FAILED) {
    header.checksum = ((const struct header *)map)->checksum;
    if (!memcmp(map, &header, sizeof header) &&
        bench_hash(map + HEADER_BYTES, bytes) == header.checksum)
      return map + HEADER_BYTES;
    munmap(map, HEADER_BYTES + bytes);
  }
  fprintf(stderr, "%s: '%s' is not this problem's reference: computing it again\n", benchmark.name,
          path);
  return NULL;
}

static bool write_all(int file, const char *bytes, size_t count)
{
  while (count) {
    ssize_t written = write(file, bytes, count);
    if (written < 0 && errno != EINTR)
      return false;
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
    }
  }
  return true;
}

/* Stores DATA in PATH. Only a message if that fails: the result is in memory. */
static void store(const char *path, struct header header, const char *data, size_t bytes)
{
  char page[HEADER_BYTES] = {0};
  header.checksum = bench_hash(data, bytes);
  memcpy(page, &header, sizeof header);

  char temporary[4096];
  int length = snprintf(temporary, sizeof temporary, "%s.XXXXXX", path);
  int file = -1;
  if (length < 0 || (size_t)length >= sizeof temporary)
    errno = ENAMETOOLONG;
  else
    file = mkstemp(temporary);
  bool done = file >= 0 && write_all(file, page, sizeof page) && write_all(file, data, bytes);
  done = done && !rename(temporary, path);
  int error = errno;
  if (file >= 0) {
    close(file);
    if (!done)
      unlink(temporary);
  }
  if (!done)
    fprintf(stderr, "%s: cannot store the reference in '%s': %s\n", benchmark.name, path,
            strerror(error));
}

void bench_reference(struct bench_memory *expected, const struct bench_memory *shape,
                     struct bench_problem_size problem, const char *path)
{
  struct header header = header_of(shape, problem);
  size_t bytes = compared_bytes(shape);
  char *data = path ? map_file(path, header, bytes) : NULL;
  if (data) {
    lay_out(expected, shape, data);
    return;
  }
  struct bench_memory memory = {0};
  problem_reference(problem_create(&memory, problem.size, problem.steps));
  data = calloc(bytes, 1);
  if (!data)
    bench_refuse("no memory for %zu bytes: choose a smaller size", bytes);
  lay_out(expected, shape, data);
  for (int i = 0; i < memory.blocks; i++)
    if (memory.block[i].elements)
      memcpy(expected->block[i].address, memory.block[i].address, memory.block[i].bytes);
  bench_memory_free(&memory);
  if (path)
    store(path, header, data, bytes);
}
