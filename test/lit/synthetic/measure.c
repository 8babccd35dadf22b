/* What all micro programs share: statistics, the budget, JSON that survives any text, and children.
 * RUN: %clang -std=c11 -Wall -Wextra -Werror -I%S/../../../bench/synthetic %s \
 * RUN:   %S/../../../bench/synthetic/measure.c %S/../../../bench/synthetic/host_memory.c -lm -o %t
 * RUN: %t > %t.out 2> %t.err
 * RUN: FileCheck %s < %t.out
 * RUN: python3 -m json.tool --json-lines %t.out | FileCheck %s --check-prefix=READ
 * RUN: %S/Inputs/exits.sh 1 %t --corrupt | FileCheck %s --check-prefix=CORRUPT
 * RUN: %S/Inputs/exits.sh 1 %t --parent | FileCheck %s --check-prefix=CHILD
 */
#define _GNU_SOURCE
#include "host_memory.h"
#include "measure.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool child, failing, parent_of_failing, corrupt;
static const struct measure_option options[] = {{"--child", "", NULL, &child},
                                                {"--failing", "", NULL, &failing},
                                                {"--parent", "", NULL, &parent_of_failing},
                                                {"--corrupt", "", NULL, &corrupt},
                                                {0}};
static const struct measure_program program = {
    .name = "micro-test", .measures = "nothing", .question = 7, .seconds = 0.5, .options = options};

static void statistics(void) {
  struct measure_sample sample;
  measure_begin(&sample, 4, 4);
  static const double values[] = {4, 1, 3, 2};
  for (int i = 0; measure_again(&sample); i++)
    measure_add(&sample, values[i]);
  assert(sample.count == 4);
  assert(measure_median(&sample) == 2.5);
  assert(measure_quantile(&sample, 0) == 1 && measure_quantile(&sample, 1) == 4);
  assert(measure_quantile(&sample, 0.25) == 1.75);
  assert(sample.values[0] == 4); /* the order in which they were taken stays */
  /* CHECK: {"question":7,"name":"a \"b\" \\ \u000a \u00b5","unit":"us","median":2.5,"minimum":1,"maximum":4,"lower_quartile":1.75,"upper_quartile":3.25,"repeats":4,"nothing":null,"infinite":null,"large":1073741824}
   * READ: "name": "a \"b\" \\ \n \u00b5"
   */
  measure_open("a \"b\" \\ \n \xb5");
  measure_sample("us", &sample);
  measure_number("nothing", NAN);
  measure_number("infinite", INFINITY);
  measure_number("large", 1073741824);
  measure_close();
  measure_end(&sample);
  assert(isnan(measure_median(&sample)));
}

/* Figures share the budget; the fewest values come whatever is left of it. */
static void budget(void) {
  measure_plan(2);
  struct measure_sample first, second, late;
  double start = measure_now();
  measure_begin(&first, 1, 1000000000);
  assert(first.end - start > 0 && first.end - start < 0.26);
  measure_begin(&second, 1, 1000000000);
  assert(second.end > first.end);
  while (measure_left() > 0)
    ;
  measure_begin(&late, 3, 1000);
  while (measure_again(&late))
    measure_add(&late, 1);
  assert(late.count == 3);
  measure_end(&late);
}

static void children(void) {
  setenv("MICRO_TEST", "ours", 1);
  setenv("MICRO_TEST_OTHER", "kept", 1);
  const char *const arguments[] = {"--child", NULL};
  const char *const variables[] = {"MICRO_TEST=theirs", NULL};
  char answer[64];
  measure_child(arguments, variables, answer, sizeof answer);
  assert(!strcmp(answer, "theirs kept\n"));
  measure_child(arguments, NULL, answer, sizeof answer);
  assert(!strcmp(answer, "ours kept\n"));
  measure_child(arguments, NULL, answer, 4); /* cut, and still read to its end */
  assert(!strcmp(answer, "our"));
  assert(!strcmp(getenv("MICRO_TEST"), "ours"));
}

static void memory(void) {
  enum { BYTES = 3 << 20 };
  static const enum host_pages kinds[] = {PAGES_DEFAULT, PAGES_SMALL, PAGES_MERGED};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    char *memory = host_memory_new(BYTES, kinds[i]);
    assert(memory && (size_t)memory % (2 << 20) == 0);
    host_memory_touch(memory, BYTES);
    assert(host_memory_huge_bytes(memory, BYTES) <= BYTES);
    assert(kinds[i] != PAGES_SMALL || host_memory_huge_bytes(memory, BYTES) == 0);
    host_memory_fill(memory, BYTES, 5);
    host_memory_check(memory, BYTES, 5, "filled");
    host_memory_stamp(memory, BYTES, 6);
    host_memory_check_stamp(memory, BYTES, 6, "stamped");
    if (corrupt) {
      memory[BYTES - 8] ^= 1;
      /* CORRUPT: micro-test: stamped: wrong contents at byte 3145720
       */
      host_memory_check_stamp(memory, BYTES, 6, "stamped");
    }
    host_memory_free(memory, BYTES, kinds[i]);
  }
}

int main(int argc, char **argv) {
  measure_start(&program, argc, argv);
  if (child) {
    printf("%s %s\n", getenv("MICRO_TEST"), getenv("MICRO_TEST_OTHER"));
    return 0;
  }
  if (failing)
    measure_fail("failed as it should");
  if (parent_of_failing) {
    /* CHILD: micro-test: failed as it should
     * CHILD: micro-test: the child process micro-test --failing failed
     */
    const char *const arguments[] = {"--failing", NULL};
    measure_child(arguments, NULL, NULL, 0);
    return 0;
  }
  statistics();
  memory();
  children();
  budget();
  return 0;
}
