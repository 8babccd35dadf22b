/* FILE: test/fuzz/kernelinfo_fuzz.c
 * WHAT: feeds the decoder of kernel information with random bytes, and evaluates all that it
 *       accepts.
 * USE:  kernelinfo_fuzz [-runs=N] [-seed=N] CORPUS SEEDS; see test/fuzz/fuzz.sh.
 *
 * The first 64 bytes are the arguments of the launch. What is accepted must be encoded again into the
 * very words it was decoded from.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernelinfo/kernelinfo.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(int holds, const char *what) {
  if (holds)
    return;
  fprintf(stderr, "kernelinfo_fuzz: %s\n", what);
  abort();
}

static void evaluate(const struct cleave_kernel_expression *expression,
                     const struct cleave_kernel_arguments *arguments) {
  int64_t value = 42;
  if (!cleave_kernel_expression_evaluate(expression, arguments, &value))
    demand(value == 42, "an expression without a value changed it");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  enum { ARGUMENTS = 8 };
  if (size < 8 * ARGUMENTS)
    return -1;
  uint64_t values[ARGUMENTS];
  bool known[ARGUMENTS];
  memcpy(values, data, sizeof values);
  for (size_t i = 0; i < ARGUMENTS; i++)
    known[i] = values[i] % 16 != 3;
  const struct cleave_kernel_arguments arguments = {values, known, ARGUMENTS};
  data += sizeof values;
  size -= sizeof values;

  /* A copy of the very size, so that the sanitizer sees what is read behind it. */
  uint8_t *bytes = malloc(size ? size : 1);
  if (!bytes)
    abort();
  memcpy(bytes, data, size);
  struct cleave_arena *arena = cleave_arena_new();
  struct cleave_kernel_information information;
  const char *error = cleave_kernel_information_decode(bytes, size, arena, &information);
  if (error) {
    demand(*error && !strchr(error, '\n'), "an error is no line");
    demand(!information.loop_count && !information.stream_count && !information.argument_count,
           "what cannot be decoded holds something");
  } else {
    for (size_t i = 0; i < information.loop_count; i++) {
      demand(information.loops[i].parent < (int32_t)i, "a loop stands before the loop around it");
      evaluate(&information.loops[i].trip_count, &arguments);
    }
    for (size_t i = 0; i < information.stream_count; i++) {
      const struct cleave_kernel_stream *stream = &information.streams[i];
      demand(stream->loop < (int32_t)information.loop_count, "the loop of a stream is none");
      demand(*cleave_access_class_name(stream->access), "a class has no name");
      evaluate(&stream->stride, &arguments);
      evaluate(&stream->row_extent, &arguments);
    }
    size_t count;
    const int32_t *words = cleave_kernel_information_encode(&information, arena, &count);
    demand(words && 4 * count <= size && !memcmp(words, bytes, 4 * count),
           "what was decoded is encoded in another way");
  }
  cleave_arena_free(arena);
  free(bytes);
  return 0;
}
