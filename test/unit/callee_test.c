/* FILE: test/unit/callee_test.c
 * WHAT: the classes of library functions, by name.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/region.h"

static void classes(void **state) {
  (void)state;
  static const struct {
    const char *name;
    enum cleave_callee callee;
  } rows[] = {
      {"sqrt", CLEAVE_CALLEE_MATHEMATICAL},
      {"sqrtf", CLEAVE_CALLEE_MATHEMATICAL},
      {"atan2l", CLEAVE_CALLEE_MATHEMATICAL},
      {"__builtin_fabs", CLEAVE_CALLEE_MATHEMATICAL},
      {"abs", CLEAVE_CALLEE_MATHEMATICAL},
      {"llabs", CLEAVE_CALLEE_MATHEMATICAL},
      {"absf", CLEAVE_CALLEE_UNKNOWN},
      {"sqrtx", CLEAVE_CALLEE_UNKNOWN},
      {"sqrtff", CLEAVE_CALLEE_UNKNOWN},
      {"sq", CLEAVE_CALLEE_UNKNOWN},
      {"::sqrt", CLEAVE_CALLEE_UNKNOWN}, /* a function of the program, in C++ */
      {"exit", CLEAVE_CALLEE_LEAVES_PROGRAM},
      {"siglongjmp", CLEAVE_CALLEE_LEAVES_PROGRAM},
      {"exits", CLEAVE_CALLEE_UNKNOWN},
      {"omp_get_thread_num", CLEAVE_CALLEE_OPENMP},
      {"omp_set_lock", CLEAVE_CALLEE_OPENMP},
      {"omp_set_nest_lock", CLEAVE_CALLEE_OPENMP},
      {"omp_set_num_threads", CLEAVE_CALLEE_OPENMP_SETTING},
      {"my_omp_set_num_threads", CLEAVE_CALLEE_UNKNOWN},
      {"", CLEAVE_CALLEE_UNKNOWN},
      {NULL, CLEAVE_CALLEE_UNKNOWN},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (cleave_callee_of(rows[i].name) != rows[i].callee)
      fail_msg("'%s' has class %d", rows[i].name ? rows[i].name : "NULL", cleave_callee_of(rows[i].name));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(classes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
