/* FILE: lib/print/functions.c
 * WHAT: see functions.h.
 *
 * Entry points of libcleave are weak, so that programs link without the library; generated text tests their address
 * before it calls them.
 */
#include "print/functions.h"

#include "abi/entry_points.h"

/* In the order of enum cleave_function. */
static const struct {
  const char *name, *declaration;
} functions[CLEAVE_CALLS] = {
#define ENTRY_POINT(result, name, parameters)                                                                \
  {#name, #result " " #name #parameters " __attribute__((weak, nothrow))"},
    CLEAVE_ENTRY_POINTS(ENTRY_POINT)
#undef ENTRY_POINT
        {"omp_get_thread_limit", "int omp_get_thread_limit(void)"},
    {"omp_get_max_threads", "int omp_get_max_threads(void)"},
    {"omp_set_num_threads", "void omp_set_num_threads(int)"},
    {"omp_target_is_present", "int omp_target_is_present(const void *, int)"},
    {"omp_get_default_device", "int omp_get_default_device(void)"},
};

const char *cleave_function_name(enum cleave_function function) { return functions[function].name; }

const char *cleave_function_declaration(enum cleave_function function) {
  return functions[function].declaration;
}
