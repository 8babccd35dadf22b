/* FILE: test/unit/simulator_threads.h
 * WHAT: executes a piece of PTX by several blocks of threads and compares what each thread stores with an expected value.
 *
 * In a body, %l1 is the address of the thread's result, %l2 of its input (both of 64 bits), %l3 the value of the input,
 * %l4 and %l9 the addresses of the first result and the first input, %r1 the thread's number in the grid, %r2 in the
 * block, %r3 the block. %r10, %l10, %h10, %f10, %d10, %p5 and those above are free.
 */
#ifndef CLEAVE_TEST_SIMULATOR_THREADS_H
#define CLEAVE_TEST_SIMULATOR_THREADS_H

#include "simulator_program.h"

enum { THREADS_BLOCKS = 3, THREADS_PER_BLOCK = 128, THREADS_ALL = THREADS_BLOCKS * THREADS_PER_BLOCK };

struct threads_case {
  const char *name;
  const char *module; /* text in front of the kernel */
  const char *body;
  uint64_t (*expected)(unsigned thread, const uint64_t *in);
};

static inline uint64_t threads_input(unsigned thread) {
  return (thread + 1) * 0x9e3779b97f4a7c15ull ^ (uint64_t)thread << 7;
}

/* What a launch gives for the text of CASE; RESULTS has an element per thread. */
static inline enum gpu_status threads_execute(const struct threads_case *test, uint64_t *results,
                                              uint64_t *in, char *error, size_t size) {
  static char text[1 << 15];
  snprintf(text, sizeof text,
           "%s\n.visible .entry k(.param .u64 out, .param .u64 in) {\n"
           ".reg .pred %%p<32>; .reg .b16 %%h<32>; .reg .b32 %%r<64>; .reg .b64 %%l<64>;\n"
           ".reg .f32 %%f<32>; .reg .f64 %%d<32>;\n"
           "mov.u32 %%r2, %%tid.x; mov.u32 %%r3, %%ctaid.x; mov.u32 %%r4, %%ntid.x;\n"
           "mad.lo.u32 %%r1, %%r3, %%r4, %%r2; mul.wide.u32 %%l5, %%r1, 8;\n"
           "ld.param.u64 %%l4, [out]; ld.param.u64 %%l9, [in];\n"
           "add.u64 %%l1, %%l4, %%l5; add.u64 %%l2, %%l9, %%l5; ld.global.u64 %%l3, [%%l2];\n%s\nret;\n}\n",
           test->module ? test->module : "", test->body);
  for (unsigned i = 0; i < THREADS_ALL; i++)
    in[i] = threads_input(i), results[i] = 0;
  struct gpu_program *program = program_try(text, error, size);
  if (!program)
    fail_msg("%s: %s", test->name, error);
  const uint64_t parameters[] = {(uint64_t)(uintptr_t)results, (uint64_t)(uintptr_t)in};
  const enum gpu_status status =
      program_execute(program, THREADS_BLOCKS, THREADS_PER_BLOCK, parameters, sizeof parameters, error, size);
  gpu_program_unload(program);
  return status;
}

static inline bool threads_check(const struct threads_case *test) {
  static _Alignas(64) uint64_t results[THREADS_ALL], in[THREADS_ALL], given[THREADS_ALL];
  char error[512] = "";
  if (threads_execute(test, results, in, error, sizeof error) != GPU_DONE)
    return print_error("%s: %s\n", test->name, error), false;
  for (unsigned i = 0; i < THREADS_ALL; i++)
    given[i] = threads_input(i);
  for (unsigned i = 0; i < THREADS_ALL; i++) {
    const uint64_t expected = test->expected(i, given);
    if (results[i] != expected)
      return print_error("%s: thread %u: 0x%llx, expected 0x%llx\n", test->name, i,
                         (unsigned long long)results[i], (unsigned long long)expected),
             false;
  }
  return true;
}

static inline void threads_check_all(const struct threads_case *cases, size_t count) {
  size_t wrong = 0;
  for (size_t i = 0; i < count; i++)
    wrong += !threads_check(&cases[i]);
  if (wrong)
    fail_msg("%zu of %zu cases are wrong", wrong, count);
}
#define CHECK_CASES(cases) threads_check_all(cases, sizeof(cases) / sizeof *(cases))
#define VALUE_OF(NAME, EXPRESSION)                                                                           \
  static uint64_t NAME(unsigned t, const uint64_t *in) {                                                     \
    (void)t, (void)in;                                                                                       \
    return (uint64_t)(EXPRESSION);                                                                           \
  }

#endif
