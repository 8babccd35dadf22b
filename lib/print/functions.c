/* FILE: lib/print/functions.c
 * WHAT: see functions.h.
 *
 * Entry points of libcleave are weak, so that programs link without the library; generated text tests their address
 * before it calls them.
 */
#include "print/functions.h"

#include "abi/entry_points.h"

/* A function that generated text defines and that is always inlined. See mapping_parts.c. */
#define QUOTIENT                                                                                             \
  "static __inline__ int cleave_quotient(int cleave_number, int cleave_by, unsigned cleave_factor, int "     \
  "cleave_shift) __attribute__((always_inline, unused, nothrow)); "                                          \
  "static __inline__ int cleave_quotient(int cleave_number, int cleave_by, unsigned cleave_factor, int "     \
  "cleave_shift) { (void)cleave_by; "                                                                        \
  "return (int)((unsigned)((unsigned long)(2u * (unsigned)cleave_number) * cleave_factor >> 32) >> "         \
  "cleave_shift); }"

/* Marks the versions of a kernel, which only devices run. See passes/device/host_versions.cpp. */
#define VERSION                                                                                              \
  "static __inline__ void cleave_version(void) __attribute__((always_inline, unused, nothrow)); "            \
  "static __inline__ void cleave_version(void) {}"

/* What the clause `allocate` needs. Only for a unit that does not include omp.h. */
#define ALLOCATORS                                                                                             \
  "typedef enum omp_allocator_handle_t { omp_null_allocator, omp_default_mem_alloc, omp_large_cap_mem_alloc, " \
  "omp_const_mem_alloc, omp_high_bw_mem_alloc, omp_low_lat_mem_alloc, omp_cgroup_mem_alloc, "                  \
  "omp_pteam_mem_alloc, omp_thread_mem_alloc } omp_allocator_handle_t;"

/* In the order of enum cleave_function. */
static const struct {
  const char *name, *declaration;
} functions[CLEAVE_CALLS] = {
#define ENTRY_POINT(result, name, parameters)                                                                \
  {#name, "extern %s" #result " " #name #parameters " __attribute__((weak, nothrow));"},
    CLEAVE_ENTRY_POINTS(ENTRY_POINT)
#undef ENTRY_POINT
        {"cleave_quotient", QUOTIENT},
    {"cleave_version", VERSION},
    {"omp_pteam_mem_alloc", ALLOCATORS},
    {"omp_get_thread_num", "extern %sint omp_get_thread_num(void);"},
    {"omp_get_num_threads", "extern %sint omp_get_num_threads(void);"},
    {"omp_get_team_num", "extern %sint omp_get_team_num(void);"},
    {"omp_get_num_teams", "extern %sint omp_get_num_teams(void);"},
    {"omp_get_thread_limit", "extern %sint omp_get_thread_limit(void);"},
    {"omp_get_max_threads", "extern %sint omp_get_max_threads(void);"},
    {"omp_set_num_threads", "extern %svoid omp_set_num_threads(int);"},
    {"omp_target_is_present", "extern %sint omp_target_is_present(const void *, int);"},
    {"omp_get_default_device", "extern %sint omp_get_default_device(void);"},
};

const char *cleave_function_name(enum cleave_function function) { return functions[function].name; }

const char *cleave_function_declaration(enum cleave_function function) {
  return functions[function].declaration;
}
