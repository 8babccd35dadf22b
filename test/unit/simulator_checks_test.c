/* FILE: test/unit/simulator_checks_test.c
 * WHAT: faults that the simulator's checks must find, with kernel, source line, block and thread; the same kernels without
 *       the fault; the same faults with the check off.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "simulator/simulator.h"

enum { MOST_BYTES = 1 << 16, MOST_LINES = 32, LINE = 1024, ALLOCATION = 100 };

/* ---- Device memory: the program's variables, and one allocation with nothing around it ---------------------------- */

static struct gpu_range variables[8], allocation;
static size_t variable_count;

static bool find(void *context, uint64_t address, struct gpu_range *range) {
  (void)context;
  for (size_t i = 0; i < variable_count; i++)
    if (address >= variables[i].start && address < variables[i].end) {
      *range = variables[i];
      return true;
    }
  *range = allocation;
  return address >= allocation.start && address < allocation.end;
}

static uint64_t allocate(void *context, size_t bytes) {
  (void)context;
  void *memory = aligned_alloc(256, (bytes + 255) / 256 * 256);
  memset(memory, 0, bytes);
  const uint64_t start = (uint64_t)(uintptr_t)memory;
  variables[variable_count++] = (struct gpu_range){start, start + bytes, false};
  return start;
}

static void release(void *context, uint64_t address) {
  (void)context;
  free((void *)(uintptr_t)address);
}

/* ---- Launches ------------------------------------------------------------------------------------------------- */

static const struct gpu_memory memory = {NULL, find, allocate, release};
static struct gpu_program *program;
static unsigned char buffer[4096] __attribute__((aligned(256)));
static char lines[MOST_LINES][LINE], error[LINE];
static size_t line_count;

static int load(void **state) {
  (void)state;
  static char text[MOST_BYTES];
  FILE *file = fopen(CLEAVE_SOURCE_DIR "/test/unit/data/checks.ptx", "r");
  assert_non_null(file);
  const struct gpu_text module = {text, fread(text, 1, sizeof text, file)};
  fclose(file);
  program = gpu_program_load(&module, 1, &memory, error, sizeof error);
  if (!program)
    fail_msg("%s", error);
  const uint64_t start = (uint64_t)(uintptr_t)buffer + 1024;
  allocation = (struct gpu_range){start, start + ALLOCATION, false};
  return 0;
}

static int unload(void **state) {
  (void)state;
  gpu_program_unload(program);
  return 0;
}

static void keep_line(void *context, const char *line) {
  assert_ptr_equal(context, lines);
  assert_true(line_count < MOST_LINES);
  snprintf(lines[line_count++], LINE, "%s", line);
}

static const struct gpu_kernel *kernel(const char *name) {
  for (size_t i = 0;; i++) {
    const struct gpu_kernel *found = gpu_program_kernel(program, i);
    if (!found)
      fail_msg("no kernel %s", name);
    if (!strcmp(found->name, name))
      return found;
  }
}

/* Executes two blocks of THREADS threads. */
static enum gpu_status execute(const char *name, unsigned threads, int32_t fault, unsigned checks) {
  const struct {
    uint64_t out;
    int32_t fault;
  } parameters = {allocation.start, fault};
  const struct gpu_launch launch = {.kernel = kernel(name),
                                    .grid = {2, 1, 1},
                                    .block = {threads, 1, 1},
                                    .parameters = &parameters,
                                    .parameter_bytes = sizeof parameters,
                                    .host_threads = 1,
                                    .checks = checks,
                                    .report = keep_line,
                                    .report_context = lines,
                                    .multiprocessors = 1};
  line_count = 0;
  memset(lines, 0, sizeof lines);
  *error = 0;
  return gpu_execute(program, &launch, NULL, error, sizeof error);
}

/* ---- Faults --------------------------------------------------------------------------------------------------- */

static const struct {
  const char *kernel;
  unsigned threads, check;
  const char *reports[2];
} faults[] = {
    {"race",
     64,
     GPU_CHECK_RACES,
     {"race: 4-byte read of shared memory 0x84 ('tile' + 124), not ordered after the write by thread (31,0,0) at "
      "checks.cu:10: kernel race, checks.cu:2, inlined at checks.cu:3, inlined at checks.cu:12, block (0,0,0), "
      "thread (32,0,0) (64 times)",
      "race: 4-byte write of shared memory 0x88 ('tile' + 128), not ordered after the read by thread (31,0,0) at "
      "checks.cu:2, inlined at checks.cu:3, inlined at checks.cu:12: kernel race, checks.cu:10, block (0,0,0), "
      "thread (32,0,0) (64 times)"}},
    {"bytes",
     64,
     GPU_CHECK_RACES,
     {"race: 1-byte write of shared memory 0x0 ('tile' + 0), not ordered after the write by thread (0,0,0) at "
      "checks.cu:20: kernel bytes, checks.cu:20, block (0,0,0), thread (32,0,0) (64 times)"}},
    {"lanes",
     32,
     GPU_CHECK_RACES,
     {"race: 4-byte write of shared memory 0x8 ('tile' + 8), to which thread (31,0,0) writes another value in the same "
      "instruction: kernel lanes, checks.cu:30, block (0,0,0), thread (0,0,0) (2 times)"}},
    {"named",
     96,
     GPU_CHECK_RACES,
     {"race: 4-byte read of shared memory 0x0 ('tile' + 0), not ordered after the write by thread (0,0,0) at "
      "checks.cu:40: kernel named, checks.cu:43, block (0,0,0), thread (64,0,0) (64 times)"}},
    {"arrive",
     64,
     GPU_CHECK_RACES,
     {"race: 4-byte read of shared memory 0x4 ('tile' + 4), not ordered after the write by thread (31,0,0) at "
      "checks.cu:52: kernel arrive, checks.cu:54, block (0,0,0), thread (32,0,0) (64 times)"}},
    {"flags",
     64,
     GPU_CHECK_RACES,
     {"race: 4-byte read of shared memory 0x0 ('tile' + 0), not ordered after the write by thread (31,0,0) at "
      "checks.cu:60: kernel flags, checks.cu:63, block (0,0,0), thread (32,0,0) (64 times)"}},
    {"locks",
     64,
     GPU_CHECK_RACES,
     {"race: 4-byte read of shared memory 0x0 ('tile' + 0), not ordered after the write by thread (0,0,0) at "
      "checks.cu:72: kernel locks, checks.cu:71, block (0,0,0), thread (32,0,0) (2 times)",
      "race: 4-byte write of shared memory 0x0 ('tile' + 0), not ordered after the write by thread (0,0,0) at "
      "checks.cu:72: kernel locks, checks.cu:72, block (0,0,0), thread (32,0,0) (2 times)"}},
    {"atomics",
     64,
     GPU_CHECK_RACES,
     {"race: 4-byte write of shared memory 0x0 ('tile' + 0), not ordered after the strong write by thread (31,0,0) at "
      "checks.cu:81: kernel atomics, checks.cu:80, block (0,0,0), thread (40,0,0) (2 times)"}},
    {"exits",
     64,
     GPU_CHECK_RACES,
     {"race: 4-byte read of shared memory 0x0 ('tile' + 0), not ordered after the write by thread (31,0,0) at "
      "checks.cu:140: kernel exits, checks.cu:142, block (0,0,0), thread (32,0,0) (64 times)"}},
    {"uninitialized",
     64,
     GPU_CHECK_INITIALIZED,
     {"4-byte read of shared memory 0x1c ('tile' + 20), which no thread has written: kernel uninitialized, "
      "checks.cu:91, block (0,0,0), thread (5,0,0) (2 times)"}},
    {"halves",
     64,
     GPU_CHECK_BARRIERS,
     {"divergent barrier: lanes 0x0000ffff of warp 1 wait at barrier 0, and other lanes of the warp wait at the barrier "
      "at checks.cu:101: kernel halves, checks.cu:100, block (0,0,0), thread (32,0,0) (2 times)"}},
    {"missing",
     64,
     GPU_CHECK_BARRIERS,
     {"divergent barrier: lanes 0x0000ffff of warp 1 wait at barrier 0, and lanes 0xffff0000 of the warp do not reach "
      "it: kernel missing, checks.cu:110, block (0,0,0), thread (32,0,0) (2 times)"}},
    {"odd_count",
     64,
     GPU_CHECK_BARRIERS,
     {"barrier 1 waits for 33 threads, which is not a multiple of 32: kernel odd_count, checks.cu:150, block (0,0,0), "
      "thread (0,0,0) (4 times)"}},
};
enum { FAULTS = sizeof faults / sizeof *faults };

static void faults_are_found(void **state) {
  (void)state;
  for (size_t i = 0; i < FAULTS; i++) {
    assert_int_equal(execute(faults[i].kernel, faults[i].threads, 1, faults[i].check), GPU_CHECK_FAILED);
    const size_t expected = faults[i].reports[1] ? 2 : 1;
    for (size_t line = 0; line < expected; line++)
      assert_string_equal(lines[line], faults[i].reports[line]);
    assert_int_equal(line_count, expected);
    char summary[LINE];
    snprintf(summary, sizeof summary, "kernel %s: checks found faults at %zu source places", faults[i].kernel,
             expected);
    assert_string_equal(error, summary);
  }
}

static void kernels_without_fault_are_clean(void **state) {
  (void)state;
  for (size_t i = 0; i < FAULTS; i++) {
    const enum gpu_status status = execute(faults[i].kernel, faults[i].threads, 0, GPU_CHECK_ALL);
    if (line_count)
      fail_msg("%s", lines[0]);
    assert_int_equal(status, GPU_DONE);
  }
  assert_int_equal(execute("legal", 64, 0, GPU_CHECK_ALL), GPU_DONE);
  assert_int_equal(line_count, 0);
}

static void checks_that_are_off_find_nothing(void **state) {
  (void)state;
  static const unsigned checks[] = {GPU_CHECK_INITIALIZED, GPU_CHECK_RACES, GPU_CHECK_BARRIERS};
  for (size_t i = 0; i < FAULTS; i++) {
    assert_int_equal(execute(faults[i].kernel, faults[i].threads, 1, 0), GPU_DONE);
    assert_int_equal(line_count, 0);
    /* A race may also read memory that is not yet written. */
    for (size_t c = 0; c < 3; c++) {
      if (checks[c] == faults[i].check ||
          (faults[i].check == GPU_CHECK_RACES && checks[c] == GPU_CHECK_INITIALIZED))
        continue;
      assert_int_equal(execute(faults[i].kernel, faults[i].threads, 1, checks[c]), GPU_DONE);
      assert_int_equal(line_count, 0);
    }
  }
}

static void reports_are_limited(void **state) {
  (void)state;
  assert_int_equal(execute("many", 64, 1, GPU_CHECK_ALL), GPU_CHECK_FAILED);
  assert_int_equal(line_count, 21);
  assert_string_equal(lines[20], "4 more reports at other source lines");
}

/* ---- Faults that end the launch ------------------------------------------------------------------------------- */

static void expect_fault(const char *name, int32_t offset, const char *expected) {
  assert_int_equal(execute(name, 1, offset, 0), GPU_ILLEGAL_ADDRESS);
  if (!strstr(error, expected))
    fail_msg("expected '%s' in: %s", expected, error);
}

static void accesses_out_of_bounds_name_their_place(void **state) {
  (void)state;
  assert_int_equal(execute("bounds", 1, ALLOCATION - 4, 0), GPU_DONE);
  expect_fault("bounds", ALLOCATION, "after the end of an allocation: at offset 100 of 100 bytes at 0x");
  expect_fault("bounds", -8, "8 bytes before an allocation of 100 bytes at 0x");
  expect_fault("bounds", 1 << 30,
               "outside of all device memory: kernel bounds, checks.cu:120, block (0,0,0), thread (0,0,0)");
  allocation.end -= 2;
  assert_int_equal(execute("bounds", 1, ALLOCATION - 4, 0), GPU_DONE); /* a word for a narrow atomic update */
  expect_fault("bounds_wide", ALLOCATION - 4,
               "across the end of an allocation: at offset 96 of 98 bytes at 0x");
  expect_fault("bounds_byte", ALLOCATION - 2,
               "after the end of an allocation: at offset 98 of 98 bytes at 0x");
  allocation.end += 2;
  allocation.freed = true;
  expect_fault("bounds", 4, "in device memory that was freed: at offset 4 of 100 bytes at 0x");
  allocation.freed = false;
  assert_int_equal(execute("bounds", 1, 2, 0), GPU_MISALIGNED_ADDRESS);
  assert_int_equal(execute("bounds_shared", 1, 252, 0), GPU_DONE);
  expect_fault(
      "bounds_shared", 256,
      "4-byte access to shared memory 0x108 ('tile' + 256), which is outside of the block's 264 bytes: kernel "
      "bounds_shared, checks.cu:130, block (0,0,0), thread (0,0,0)");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(faults_are_found),
      cmocka_unit_test(kernels_without_fault_are_clean),
      cmocka_unit_test(checks_that_are_off_find_nothing),
      cmocka_unit_test(reports_are_limited),
      cmocka_unit_test(accesses_out_of_bounds_name_their_place),
  };
  return cmocka_run_group_tests(tests, load, unload);
}
