/* FILE: test/unit/kernelinfo_test.c
 * WHAT: tests of lib/kernelinfo: what is encoded is decoded as it was; what is cut off, changed or
 *       absurd is no information.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "guarded.h"
#include "kernelinfo_sample.h"

static void assert_same_expression(const struct cleave_kernel_expression *left,
                                   const struct cleave_kernel_expression *right) {
  assert_int_equal(left->count, right->count);
  for (size_t i = 0; i < left->count; i++) {
    assert_int_equal(left->instructions[i].operation, right->instructions[i].operation);
    assert_int_equal(left->instructions[i].value, right->instructions[i].value);
  }
}

static void assert_same(const struct cleave_kernel_information *left,
                        const struct cleave_kernel_information *right) {
  assert_int_equal(left->argument_count, right->argument_count);
  assert_int_equal(left->flops, right->flops);
  assert_int_equal(left->unknown_accesses, right->unknown_accesses);
  assert_int_equal(left->keeps_grid, right->keeps_grid);
  assert_int_equal(!left->file, !right->file);
  assert_string_equal(left->file ? left->file : "", right->file ? right->file : "");
  assert_int_equal(left->loop_count, right->loop_count);
  for (size_t i = 0; i < left->loop_count; i++) {
    const struct cleave_kernel_loop *a = &left->loops[i], *b = &right->loops[i];
    assert_int_equal(a->parent, b->parent);
    assert_int_equal(a->depth, b->depth);
    assert_int_equal(a->varies, b->varies);
    assert_int_equal(a->flops, b->flops);
    assert_same_expression(&a->trip_count, &b->trip_count);
  }
  assert_int_equal(left->stream_count, right->stream_count);
  for (size_t i = 0; i < left->stream_count; i++) {
    const struct cleave_kernel_stream *a = &left->streams[i], *b = &right->streams[i];
    assert_int_equal(a->access, b->access);
    assert_int_equal(a->reads, b->reads);
    assert_int_equal(a->writes, b->writes);
    assert_int_equal(a->row_break, b->row_break);
    assert_int_equal(a->loop, b->loop);
    assert_int_equal(a->element_bytes, b->element_bytes);
    assert_int_equal(a->sites, b->sites);
    assert_int_equal(a->line, b->line);
    assert_same_expression(&a->stride, &b->stride);
    assert_same_expression(&a->row_extent, &b->row_extent);
  }
}

static const struct cleave_kernel_information nothing;

/* Decodes WORDS, placed where reading behind them ends the program. */
static const char *decode(struct guarded *guarded, const void *bytes, size_t size, struct cleave_arena *arena,
                          struct cleave_kernel_information *result) {
  memset(result, 0xff, sizeof *result);
  const char *error =
      cleave_kernel_information_decode(guarded_put(guarded, bytes, size), size, arena, result);
  if (error)
    assert_same(result, &nothing);
  return error;
}

static void test_round_trip(void **state) {
  (void)state;
  struct cleave_arena *arena = cleave_arena_new();
  const struct cleave_kernel_information *all[] = {&sample, &nothing};
  for (size_t i = 0; i < 2; i++) {
    size_t count;
    const int32_t *words = cleave_kernel_information_encode(all[i], arena, &count);
    assert_non_null(words);
    /* At every alignment, and with bytes behind it. */
    char bytes[4096] = {0};
    for (size_t shift = 0; shift < 4; shift++) {
      memcpy(bytes + shift, words, 4 * count);
      struct cleave_kernel_information decoded;
      assert_null(cleave_kernel_information_decode(bytes + shift, 4 * count + 3 * shift, arena, &decoded));
      assert_same(&decoded, all[i]);
    }
  }
  cleave_arena_free(arena);
}

static void test_cut_off(void **state) {
  (void)state;
  struct cleave_arena *arena = cleave_arena_new();
  struct guarded guarded = guarded_new(4096);
  size_t count;
  const int32_t *words = cleave_kernel_information_encode(&sample, arena, &count);
  for (size_t size = 0; size < 4 * count; size++) {
    struct cleave_kernel_information decoded;
    assert_non_null(decode(&guarded, words, size, arena, &decoded));
  }
  /* Cut off, and its size changed to fit. */
  int32_t copy[1024];
  memcpy(copy, words, 4 * count);
  for (size_t shorter = 0; shorter < count; shorter++) {
    copy[2] = (int32_t)shorter;
    struct cleave_kernel_information decoded;
    assert_non_null(decode(&guarded, copy, 4 * shorter, arena, &decoded));
  }
  guarded_free(&guarded);
  cleave_arena_free(arena);
}

/* Every expression of INFORMATION has a value, or none, and evaluating it ends. */
static void evaluate_all(const struct cleave_kernel_information *information) {
  uint64_t values[8] = {1, UINT64_MAX, 0, INT64_MAX, (uint64_t)INT64_MIN, 5, 6, 7};
  bool known[8] = {true, true, true, true, true, true, false, true};
  struct cleave_kernel_arguments arguments = {values, known, 8};
  int64_t value;
  for (size_t i = 0; i < information->loop_count; i++)
    cleave_kernel_expression_evaluate(&information->loops[i].trip_count, &arguments, &value);
  for (size_t i = 0; i < information->stream_count; i++) {
    cleave_kernel_expression_evaluate(&information->streams[i].stride, &arguments, &value);
    cleave_kernel_expression_evaluate(&information->streams[i].row_extent, &arguments, &value);
  }
}

static void test_changed(void **state) {
  (void)state;
  struct cleave_arena *arena = cleave_arena_new();
  struct guarded guarded = guarded_new(4096);
  size_t count, refused = 0;
  const int32_t *words = cleave_kernel_information_encode(&sample, arena, &count);
  static const int32_t others[] = {0, 1, -1, 2, 3, 15, 65, 255, 256, 1025, INT32_MAX, INT32_MIN};
  int32_t copy[1024];
  memcpy(copy, words, 4 * count);
  for (size_t at = 0; at < count; at++) {
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
      copy[at] = others[i];
      struct cleave_kernel_information decoded;
      if (decode(&guarded, copy, 4 * count, arena, &decoded))
        refused++;
      else
        evaluate_all(&decoded);
    }
    copy[at] = words[at];
  }
  assert_true(refused > 4 * count);
  guarded_free(&guarded);
  cleave_arena_free(arena);
}

/* What decode says of one changed word. */
static void assert_refused(size_t word, int32_t value, const char *reason) {
  struct cleave_arena *arena = cleave_arena_new();
  size_t count;
  int32_t copy[1024];
  memcpy(copy, cleave_kernel_information_encode(&sample, arena, &count), sizeof(int32_t) * 8);
  const int32_t *words = cleave_kernel_information_encode(&sample, arena, &count);
  memcpy(copy, words, 4 * count);
  copy[word] = value;
  struct cleave_kernel_information decoded;
  const char *error = cleave_kernel_information_decode(copy, 4 * count, arena, &decoded);
  assert_non_null(error);
  assert_string_equal(error, reason);
  cleave_arena_free(arena);
}

static void test_reasons(void **state) {
  (void)state;
  assert_refused(0, 1, "it is no kernel information");
  assert_refused(1, CLEAVE_KERNEL_INFORMATION_VERSION + 1, "it is of another version of cleave");
  assert_refused(2, 7, "its size is wrong");
  assert_refused(2, 100000, "its size is wrong");
  assert_refused(3, 2, "an expression in it cannot be evaluated"); /* fewer arguments */
  assert_refused(3, 100000, "it has too many arguments");
  assert_refused(5, 8, "it has flags that this version does not know");
  assert_refused(6, 100000, "it has too many loops");
  assert_refused(7, 100000, "it has too many streams");
  assert_refused(7, 2, "it is longer than what it holds");
  assert_refused(7, 4, "it is truncated");
  assert_refused(8, 256, "its file name is too long");
  assert_refused(8, 5, "its file name is longer than it says");
  assert_refused(8, 7, "its file name ends too early");
  assert_refused(11, 0, "it names a loop that is not there"); /* around itself */
  assert_refused(12, 2, "the depth of a loop in it is wrong");
  assert_refused(15, 100000, "an expression in it is too long");
}

/* The expression of INSTRUCTIONS as the stride of the only stream, encoded and decoded. */
static size_t encoded_length(const struct cleave_kernel_instruction *instructions, size_t count) {
  struct cleave_arena *arena = cleave_arena_new();
  const struct cleave_kernel_stream stream = {.loop = -1, .stride = {instructions, count}};
  const struct cleave_kernel_information information = {
      .argument_count = 4, .streams = &stream, .stream_count = 1};
  size_t words;
  const int32_t *encoded = cleave_kernel_information_encode(&information, arena, &words);
  struct cleave_kernel_information decoded;
  assert_null(cleave_kernel_information_decode(encoded, 4 * words, arena, &decoded));
  size_t length = decoded.streams[0].stride.count;
  cleave_arena_free(arena);
  return length;
}

static void test_expressions_become_unknown(void **state) {
  (void)state;
  struct cleave_kernel_instruction many[CLEAVE_KERNEL_MAX_INSTRUCTIONS + 1];
  for (size_t i = 0; i <= CLEAVE_KERNEL_MAX_INSTRUCTIONS; i++)
    many[i] = (struct cleave_kernel_instruction){CLEAVE_KERNEL_CONSTANT, 1};
  assert_int_equal(encoded_length(many, 1), 1);
  assert_int_equal(encoded_length(many, 2), 0); /* two values are left */
  for (size_t i = CLEAVE_KERNEL_MAX_VALUES; i < 2 * CLEAVE_KERNEL_MAX_VALUES; i++)
    many[i] = (struct cleave_kernel_instruction){CLEAVE_KERNEL_ADD, 0};
  const size_t full = 2 * CLEAVE_KERNEL_MAX_VALUES - 1;
  assert_int_equal(encoded_length(many, full), full);
  many[0].value = INT64_MIN;
  assert_int_equal(encoded_length(many, full - 1), 0);
  for (size_t i = 0; i <= CLEAVE_KERNEL_MAX_VALUES; i++)
    many[i] = (struct cleave_kernel_instruction){CLEAVE_KERNEL_CONSTANT, 1};
  many[CLEAVE_KERNEL_MAX_VALUES + CLEAVE_KERNEL_MAX_VALUES] =
      (struct cleave_kernel_instruction){CLEAVE_KERNEL_ADD, 0};
  assert_int_equal(encoded_length(many, full + 2), 0); /* one value too many waits */
  struct cleave_kernel_instruction wrong[] = {{CLEAVE_KERNEL_ARGUMENT, 4}};
  assert_int_equal(encoded_length(wrong, 1), 0);
  wrong[0].value = -1;
  assert_int_equal(encoded_length(wrong, 1), 0);
  wrong[0].value = 3;
  assert_int_equal(encoded_length(wrong, 1), 1);
  struct cleave_kernel_instruction extend[] = {{CLEAVE_KERNEL_ARGUMENT, 0}, {CLEAVE_KERNEL_SIGN_EXTEND, 0}};
  assert_int_equal(encoded_length(extend, 2), 0);
  extend[1].value = 65;
  assert_int_equal(encoded_length(extend, 2), 0);
  extend[1].value = 64;
  assert_int_equal(encoded_length(extend, 2), 2);
  for (size_t i = 0; i <= CLEAVE_KERNEL_MAX_INSTRUCTIONS; i++)
    many[i] = i ? extend[1] : extend[0];
  assert_int_equal(encoded_length(many, CLEAVE_KERNEL_MAX_INSTRUCTIONS), CLEAVE_KERNEL_MAX_INSTRUCTIONS);
  assert_int_equal(encoded_length(many, CLEAVE_KERNEL_MAX_INSTRUCTIONS + 1), 0);
}

static void test_not_encodable(void **state) {
  (void)state;
  struct cleave_arena *arena = cleave_arena_new();
  size_t count;
  struct cleave_kernel_information information = sample;
  information.argument_count = CLEAVE_KERNEL_MAX_ARGUMENTS + 1;
  assert_null(cleave_kernel_information_encode(&information, arena, &count));
  struct cleave_kernel_loop loops[3];
  memcpy(loops, sample_loops, sizeof loops);
  information = sample;
  information.loops = loops;
  assert_non_null(cleave_kernel_information_encode(&information, arena, &count));
  loops[1].parent = 2;
  assert_null(cleave_kernel_information_encode(&information, arena, &count));
  assert_int_equal(count, 0);
  struct cleave_kernel_stream stream = {.loop = 3};
  information = sample;
  information.streams = &stream;
  information.stream_count = 1;
  assert_null(cleave_kernel_information_encode(&information, arena, &count));
  cleave_arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_cut_off),
      cmocka_unit_test(test_changed),
      cmocka_unit_test(test_reasons),
      cmocka_unit_test(test_expressions_become_unknown),
      cmocka_unit_test(test_not_encodable),
  };
  return cmocka_run_group_tests_name("kernelinfo", tests, NULL, NULL);
}
