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
};

const char *cleave_function_name(enum cleave_function function) { return functions[function].name; }

const char *cleave_function_declaration(enum cleave_function function) {
  return functions[function].declaration;
}
