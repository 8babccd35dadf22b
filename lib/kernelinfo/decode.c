/* FILE: lib/kernelinfo/decode.c
 * WHAT: decodes kernel information from untrusted bytes; format.h has the layout.
 *
 * Every read is bounds-checked. After the first error all reads return 0, so that only the ends of loops need
 * to check.
 */
#include <string.h>

#include "kernelinfo/format.h"

struct reader {
  const unsigned char *next;
  size_t words; /* that are left */
  uint32_t argument_count;
  struct cleave_arena *arena;
  const char *error;
};

static void fail(struct reader *reader, const char *error) {
  if (!reader->error)
    reader->error = error;
  reader->words = 0;
}

static uint32_t take(struct reader *reader) {
  if (!reader->words) {
    fail(reader, "it is truncated");
    return 0;
  }
  const unsigned char *byte = reader->next;
  reader->next += 4;
  reader->words--;
  return (uint32_t)byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
}

/* A word whose bits are all among ALLOWED. */
static uint32_t take_flags(struct reader *reader, uint32_t allowed) {
  uint32_t flags = take(reader);
  if (flags & ~allowed)
    fail(reader, "it has flags that this version does not know");
  return flags & allowed;
}

/* A number from 0 to LIMIT. */
static size_t take_count(struct reader *reader, size_t limit, const char *error) {
  size_t count = take(reader);
  if (count > limit)
    fail(reader, error);
  return count <= limit ? count : 0;
}

/* The index of one of COUNT loops, or -1. */
static int32_t take_loop(struct reader *reader, size_t count) {
  uint32_t index = take(reader);
  if (index != UINT32_MAX && index >= count) {
    fail(reader, "it names a loop that is not there");
    return -1;
  }
  return index == UINT32_MAX ? -1 : (int32_t)index;
}

static struct cleave_kernel_expression take_expression(struct reader *reader) {
  struct cleave_kernel_expression none = {0};
  size_t count = take_count(reader, CLEAVE_KERNEL_MAX_INSTRUCTIONS, "an expression in it is too long");
  if (!count)
    return none;
  struct cleave_kernel_instruction instructions[CLEAVE_KERNEL_MAX_INSTRUCTIONS];
  struct cleave_kernel_expression expression = {instructions, count};
  for (size_t i = 0; i < count; i++) {
    uint64_t value = 0;
    instructions[i].operation = (enum cleave_kernel_operation)take(reader);
    if (cleave_kernel_operation_has_value(instructions[i].operation)) {
      value = take(reader);
      value |= (uint64_t)take(reader) << 32;
    }
    memcpy(&instructions[i].value, &value, sizeof value);
  }
  if (reader->error)
    return none;
  if (!cleave_kernel_expression_is_valid(&expression, reader->argument_count)) {
    fail(reader, "an expression in it cannot be evaluated");
    return none;
  }
  struct cleave_kernel_instruction *kept = cleave_arena_allocate(reader->arena, count * sizeof *kept);
  memcpy(kept, instructions, count * sizeof *kept);
  expression.instructions = kept;
  return expression;
}

static const char *take_file(struct reader *reader) {
  const size_t size = take_count(reader, CLEAVE_KERNEL_MAX_FILE, "its file name is too long");
  if (!size)
    return NULL;
  char *file = cleave_arena_allocate(reader->arena, size + 1);
  uint32_t word = 0;
  for (size_t i = 0; i < size; i++, word >>= 8) {
    if (i % 4 == 0)
      word = take(reader);
    file[i] = (char)(word & 0xff);
    if (!file[i])
      fail(reader, "its file name ends too early");
  }
  if (word)
    fail(reader, "its file name is longer than it says");
  return file;
}

static const struct cleave_kernel_loop *take_loops(struct reader *reader, size_t count) {
  struct cleave_kernel_loop *loops = NULL;
  for (size_t i = 0; i < count && !reader->error; i++) {
    struct cleave_kernel_loop loop = {.parent = take_loop(reader, i)};
    loop.depth = take(reader);
    if (loop.depth != (loop.parent < 0 ? 1 : loops[loop.parent].depth + 1))
      fail(reader, "the depth of a loop in it is wrong");
    loop.varies = take_flags(reader, CLEAVE_LOOP_FLAGS) & CLEAVE_LOOP_VARIES;
    loop.flops = take(reader);
    loop.trip_count = take_expression(reader);
    size_t filled = i;
    CLEAVE_APPEND(reader->arena, loops, filled, loop);
  }
  return loops;
}

static const struct cleave_kernel_stream *take_streams(struct reader *reader, size_t count,
                                                       size_t loop_count) {
  struct cleave_kernel_stream *streams = NULL;
  for (size_t i = 0; i < count && !reader->error; i++) {
    struct cleave_kernel_stream stream = {
        .access = (enum cleave_access_class)take_count(reader, CLEAVE_ACCESS_IRREGULAR,
                                                       "it has a class that does not exist")};
    uint32_t flags = take_flags(reader, CLEAVE_STREAM_FLAGS);
    stream.reads = flags & CLEAVE_STREAM_READS;
    stream.writes = flags & CLEAVE_STREAM_WRITES;
    stream.row_break = flags & CLEAVE_STREAM_ROW_BREAK;
    stream.loop = take_loop(reader, loop_count);
    stream.element_bytes = take(reader);
    stream.sites = take(reader);
    stream.line = take(reader);
    stream.stride = take_expression(reader);
    stream.row_extent = take_expression(reader);
    size_t filled = i;
    CLEAVE_APPEND(reader->arena, streams, filled, stream);
  }
  return streams;
}

const char *cleave_kernel_information_decode(const void *bytes, size_t size, struct cleave_arena *arena,
                                             struct cleave_kernel_information *information) {
  struct reader reader = {.next = bytes, .words = size / 4, .arena = arena};
  memset(information, 0, sizeof *information);
  if (take(&reader) != CLEAVE_KERNEL_INFORMATION_MAGIC)
    return "it is no kernel information";
  if (take(&reader) != CLEAVE_KERNEL_INFORMATION_VERSION)
    return "it is of another version of cleave";
  size_t total = take(&reader);
  if (total < CLEAVE_WORD_HEAD || total > size / 4)
    return "its size is wrong";
  reader.words = total - CLEAVE_WORD_TOTAL - 1;

  struct cleave_kernel_information read = {0};
  reader.argument_count = read.argument_count =
      (uint32_t)take_count(&reader, CLEAVE_KERNEL_MAX_ARGUMENTS, "it has too many arguments");
  read.flops = take(&reader);
  uint32_t flags = take_flags(&reader, CLEAVE_INFORMATION_FLAGS);
  read.unknown_accesses = flags & CLEAVE_INFORMATION_UNKNOWN_ACCESSES;
  read.keeps_grid = flags & CLEAVE_INFORMATION_KEEPS_GRID;
  read.uneven = flags & CLEAVE_INFORMATION_UNEVEN;
  read.loop_count = take_count(&reader, CLEAVE_KERNEL_MAX_LOOPS, "it has too many loops");
  read.stream_count = take_count(&reader, CLEAVE_KERNEL_MAX_STREAMS, "it has too many streams");
  read.file = take_file(&reader);
  read.loops = take_loops(&reader, read.loop_count);
  read.streams = take_streams(&reader, read.stream_count, read.loop_count);
  if (!reader.error && reader.words)
    fail(&reader, "it is longer than what it holds");
  if (!reader.error)
    *information = read;
  return reader.error;
}
