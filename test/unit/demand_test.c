/* FILE: test/unit/demand_test.c
 * WHAT: what a kernel's hottest loop demands of memory, from its information and the arguments.
 */
#include "geometry/geometry.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* The launches have two arguments: 0 is 1000, and 1 is not known. */
static const uint64_t values[] = {1000, 7};
static const bool known[] = {true, false};
static const struct cleave_kernel_arguments arguments = {values, known, 2};

#define EXPRESSION(...)                                                                                      \
  {(const struct cleave_kernel_instruction[]){__VA_ARGS__},                                                  \
   sizeof((struct cleave_kernel_instruction[]){__VA_ARGS__}) / sizeof(struct cleave_kernel_instruction)}
#define CONSTANT(value) EXPRESSION({CLEAVE_KERNEL_CONSTANT, value})
#define ARGUMENT(index) EXPRESSION({CLEAVE_KERNEL_ARGUMENT, index})
/* FACTOR * argument INDEX */
#define PRODUCT(factor, index)                                                                               \
  EXPRESSION({CLEAVE_KERNEL_CONSTANT, factor}, {CLEAVE_KERNEL_ARGUMENT, index}, {CLEAVE_KERNEL_MULTIPLY, 0})

static struct cleave_memory_demand demand_of(const struct cleave_kernel_loop *loops, size_t loop_count,
                                             const struct cleave_kernel_stream *streams,
                                             size_t stream_count) {
  const struct cleave_kernel_information information = {.argument_count = 2,
                                                        .flops = 11,
                                                        .loops = loops,
                                                        .loop_count = loop_count,
                                                        .streams = streams,
                                                        .stream_count = stream_count};
  struct cleave_memory_demand demand;
  cleave_memory_demand_of(&information, 32, &arguments, &demand);
  assert_true(demand.known);
  return demand;
}

/* SYRK: C[i][j] += A[i][k] * A[j][k], rows of 1000 doubles. */
static void test_syrk(void **state) {
  (void)state;
  const struct cleave_kernel_loop loops[] = {
      {.parent = -1, .depth = 1, .flops = 3, .trip_count = ARGUMENT(0)}};
  const struct cleave_kernel_stream streams[] = {
      {.access = CLEAVE_ACCESS_COALESCED, .reads = true, .writes = true, .loop = -1, .element_bytes = 8},
      {.access = CLEAVE_ACCESS_UNIFORM,
       .reads = true,
       .row_break = true,
       .element_bytes = 8,
       .row_extent = ARGUMENT(0)},
      {.access = CLEAVE_ACCESS_SYMBOLIC_STRIDE, .reads = true, .element_bytes = 8, .stride = PRODUCT(8, 0)},
      {.access = CLEAVE_ACCESS_COALESCED, .writes = true, .element_bytes = 8}};
  struct cleave_memory_demand demand = demand_of(loops, 1, streams, 4);
  assert_int_equal(demand.uncoalesced, 1);
  assert_int_equal(demand.coalesced, 1);
  assert_int_equal(demand.uniform, 1);
  assert_int_equal(demand.irregular, 0);
  assert_true(demand.inner_iterations == 1000);
  assert_true(demand.bytes == 24);
  assert_true(demand.flops == 3);
}

/* The product along the nest decides: 0 { 1 { } } runs 5000 times, 2 runs 4000 times. */
static void test_hottest_loop(void **state) {
  (void)state;
  struct cleave_kernel_loop loops[] = {{.parent = -1, .depth = 1, .flops = 1, .trip_count = CONSTANT(50)},
                                       {.parent = 0, .depth = 2, .flops = 2, .trip_count = CONSTANT(100)},
                                       {.parent = -1, .depth = 1, .flops = 4, .trip_count = CONSTANT(4000)}};
  struct cleave_memory_demand demand = demand_of(loops, 3, NULL, 0);
  assert_true(demand.inner_iterations == 5000);
  assert_true(demand.flops == 2);
  loops[1].trip_count = (struct cleave_kernel_expression)CONSTANT(79);
  assert_true(demand_of(loops, 3, NULL, 0).flops == 4);
  /* An unknown count stands for 100. */
  loops[1].trip_count = (struct cleave_kernel_expression)ARGUMENT(1);
  assert_true(demand_of(loops, 3, NULL, 0).inner_iterations == 5000);
  /* Of loops that run equally often it is the inner one. */
  loops[1].trip_count = (struct cleave_kernel_expression)CONSTANT(1);
  assert_true(demand_of(loops, 2, NULL, 0).flops == 2);
  loops[1].trip_count = (struct cleave_kernel_expression)ARGUMENT(1);
  /* A loop that does not run is not hot, nor is what is in it. */
  loops[0].trip_count = (struct cleave_kernel_expression)CONSTANT(-3);
  assert_true(demand_of(loops, 3, NULL, 0).inner_iterations == 4000);
  demand = demand_of(loops, 2, NULL, 0);
  assert_true(demand.inner_iterations == 1);
  assert_true(demand.flops == 11);
}

/* How one stream of 4-byte elements is counted. */
enum counted { UNIFORM, COALESCED, UNCOALESCED, IRREGULAR };

static enum counted count(struct cleave_kernel_stream stream) {
  stream.loop = -1;
  stream.reads = true;
  stream.element_bytes = stream.element_bytes ? stream.element_bytes : 4;
  struct cleave_memory_demand demand = demand_of(NULL, 0, &stream, 1);
  assert_int_equal(demand.uniform + demand.coalesced + demand.uncoalesced + demand.irregular, 1);
  return demand.uniform       ? UNIFORM
         : demand.coalesced   ? COALESCED
         : demand.uncoalesced ? UNCOALESCED
                              : IRREGULAR;
}

static void test_strides(void **state) {
  (void)state;
  const struct {
    enum cleave_access_class access;
    struct cleave_kernel_expression stride;
    uint32_t element_bytes;
    enum counted counted;
  } rows[] = {{CLEAVE_ACCESS_CONSTANT_STRIDE, CONSTANT(32), 4, COALESCED},
              {CLEAVE_ACCESS_CONSTANT_STRIDE, CONSTANT(-32), 4, COALESCED},
              {CLEAVE_ACCESS_CONSTANT_STRIDE, CONSTANT(33), 4, UNCOALESCED},
              {CLEAVE_ACCESS_CONSTANT_STRIDE, CONSTANT(-33), 4, UNCOALESCED},
              {CLEAVE_ACCESS_CONSTANT_STRIDE, CONSTANT(8192), 8, UNCOALESCED},
              {CLEAVE_ACCESS_CONSTANT_STRIDE, CONSTANT(INT64_MIN), 8, UNCOALESCED},
              {CLEAVE_ACCESS_SYMBOLIC_STRIDE, ARGUMENT(0), 4, UNCOALESCED},
              {CLEAVE_ACCESS_SYMBOLIC_STRIDE, CONSTANT(4), 4, COALESCED},
              {CLEAVE_ACCESS_SYMBOLIC_STRIDE, CONSTANT(64), 64, COALESCED},
              {CLEAVE_ACCESS_SYMBOLIC_STRIDE, CONSTANT(65), 64, UNCOALESCED},
              {CLEAVE_ACCESS_SYMBOLIC_STRIDE, CONSTANT(0), 4, UNIFORM},
              {CLEAVE_ACCESS_SYMBOLIC_STRIDE, ARGUMENT(1), 4, IRREGULAR},
              {CLEAVE_ACCESS_SYMBOLIC_STRIDE, {NULL, 0}, 4, IRREGULAR},
              {CLEAVE_ACCESS_IRREGULAR, {NULL, 0}, 4, IRREGULAR},
              {CLEAVE_ACCESS_UNIFORM, {NULL, 0}, 4, UNIFORM},
              {CLEAVE_ACCESS_COALESCED, {NULL, 0}, 4, COALESCED}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct cleave_kernel_stream stream = {
        .access = rows[i].access, .stride = rows[i].stride, .element_bytes = rows[i].element_bytes};
    if (count(stream) != rows[i].counted)
      fail_msg("row %zu", i);
  }
}

/* In rows shorter than a warp nothing is sure; rows of unknown length are long. */
static void test_row_breaks(void **state) {
  (void)state;
  struct cleave_kernel_stream stream = {.access = CLEAVE_ACCESS_CONSTANT_STRIDE,
                                        .stride = CONSTANT(8192),
                                        .row_break = true,
                                        .row_extent = CONSTANT(32)};
  assert_int_equal(count(stream), UNCOALESCED);
  stream.row_extent = (struct cleave_kernel_expression)CONSTANT(31);
  assert_int_equal(count(stream), IRREGULAR);
  stream.row_extent = (struct cleave_kernel_expression)ARGUMENT(1);
  assert_int_equal(count(stream), UNCOALESCED);
  stream.row_break = false;
  stream.row_extent = (struct cleave_kernel_expression)CONSTANT(31);
  assert_int_equal(count(stream), UNCOALESCED);
}

/* COVAR: symmat[j1][j2] += data[i][j1] * data[i][j2] loads and stores along a row of its own: two. */
static void test_read_and_written(void **state) {
  (void)state;
  const struct cleave_kernel_stream stream = {.access = CLEAVE_ACCESS_SYMBOLIC_STRIDE,
                                              .reads = true,
                                              .writes = true,
                                              .loop = -1,
                                              .element_bytes = 8,
                                              .stride = PRODUCT(8, 0)};
  struct cleave_memory_demand demand = demand_of(NULL, 0, &stream, 1);
  assert_int_equal(demand.uncoalesced, 2);
  assert_true(demand.bytes == 16);
}

static void test_unknown(void **state) {
  (void)state;
  struct cleave_kernel_information information = {.unknown_accesses = true};
  struct cleave_memory_demand demand;
  cleave_memory_demand_of(&information, 32, &arguments, &demand);
  assert_int_equal(demand.irregular, 1);
  cleave_memory_demand_of(NULL, 32, &arguments, &demand);
  assert_false(demand.known);
  assert_int_equal(demand.irregular, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_syrk),
                                     cmocka_unit_test(test_hottest_loop),
                                     cmocka_unit_test(test_strides),
                                     cmocka_unit_test(test_row_breaks),
                                     cmocka_unit_test(test_read_and_written),
                                     cmocka_unit_test(test_unknown)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
