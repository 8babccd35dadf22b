/* FILE: lib/kernelinfo/encode.c
 * WHAT: encodes kernel information as the words of a constant; format.h has the layout.
 */
#include <string.h>

#include "kernelinfo/format.h"

struct words {
  struct cleave_arena *arena;
  int32_t *items;
  size_t count;
};

static void put(struct words *words, uint32_t word) {
  CLEAVE_APPEND(words->arena, words->items, words->count, (int32_t)word);
}

static void put_expression(struct words *words, const struct cleave_kernel_expression *expression,
                           uint32_t argument_count) {
  size_t count = cleave_kernel_expression_is_valid(expression, argument_count) ? expression->count : 0;
  put(words, (uint32_t)count);
  for (size_t i = 0; i < count; i++) {
    const struct cleave_kernel_instruction *instruction = &expression->instructions[i];
    put(words, instruction->operation);
    if (cleave_kernel_operation_has_value(instruction->operation)) {
      put(words, (uint32_t)instruction->value);
      put(words, (uint32_t)((uint64_t)instruction->value >> 32));
    }
  }
}

/* A name that is too long is unknown. */
static void put_file(struct words *words, const char *file) {
  size_t size = file ? strlen(file) : 0;
  if (size > CLEAVE_KERNEL_MAX_FILE)
    size = 0;
  put(words, (uint32_t)size);
  for (size_t i = 0; i < size; i += 4) {
    uint32_t word = 0;
    for (size_t k = 0; k < 4 && i + k < size; k++)
      word |= (uint32_t)(unsigned char)file[i + k] << 8 * k;
    put(words, word);
  }
}

static bool is_encodable(const struct cleave_kernel_information *information) {
  if (information->argument_count > CLEAVE_KERNEL_MAX_ARGUMENTS ||
      information->loop_count > CLEAVE_KERNEL_MAX_LOOPS ||
      information->stream_count > CLEAVE_KERNEL_MAX_STREAMS)
    return false;
  for (size_t i = 0; i < information->loop_count; i++) {
    int32_t parent = information->loops[i].parent;
    uint32_t around = parent >= 0 && (size_t)parent < i ? information->loops[parent].depth : 0;
    if (parent < -1 || parent >= (int32_t)i || information->loops[i].depth != around + 1)
      return false;
  }
  for (size_t i = 0; i < information->stream_count; i++) {
    const struct cleave_kernel_stream *stream = &information->streams[i];
    if (stream->loop < -1 || stream->loop >= (int32_t)information->loop_count ||
        (unsigned)stream->access > CLEAVE_ACCESS_IRREGULAR)
      return false;
  }
  return true;
}

const int32_t *cleave_kernel_information_encode(const struct cleave_kernel_information *information,
                                                struct cleave_arena *arena, size_t *count) {
  *count = 0;
  if (!is_encodable(information))
    return NULL;
  struct words words = {.arena = arena};
  const uint32_t arguments = information->argument_count;
  put(&words, CLEAVE_KERNEL_INFORMATION_MAGIC);
  put(&words, CLEAVE_KERNEL_INFORMATION_VERSION);
  put(&words, 0); /* CLEAVE_WORD_TOTAL, known at the end */
  put(&words, arguments);
  put(&words, information->flops);
  put(&words, (information->unknown_accesses ? CLEAVE_INFORMATION_UNKNOWN_ACCESSES : 0) |
                  (information->keeps_grid ? CLEAVE_INFORMATION_KEEPS_GRID : 0) |
                  (information->uneven ? CLEAVE_INFORMATION_UNEVEN : 0));
  put(&words, (uint32_t)information->loop_count);
  put(&words, (uint32_t)information->stream_count);
  put_file(&words, information->file);
  for (size_t i = 0; i < information->loop_count; i++) {
    const struct cleave_kernel_loop *loop = &information->loops[i];
    put(&words, (uint32_t)loop->parent);
    put(&words, loop->depth);
    put(&words, loop->varies ? CLEAVE_LOOP_VARIES : 0);
    put(&words, loop->flops);
    put_expression(&words, &loop->trip_count, arguments);
  }
  for (size_t i = 0; i < information->stream_count; i++) {
    const struct cleave_kernel_stream *stream = &information->streams[i];
    put(&words, stream->access);
    put(&words, (stream->reads ? CLEAVE_STREAM_READS : 0) | (stream->writes ? CLEAVE_STREAM_WRITES : 0) |
                    (stream->row_break ? CLEAVE_STREAM_ROW_BREAK : 0));
    put(&words, (uint32_t)stream->loop);
    put(&words, stream->element_bytes);
    put(&words, stream->sites);
    put(&words, stream->line);
    put_expression(&words, &stream->stride, arguments);
    put_expression(&words, &stream->row_extent, arguments);
  }
  words.items[CLEAVE_WORD_TOTAL] = (int32_t)words.count;
  *count = words.count;
  return words.items;
}
