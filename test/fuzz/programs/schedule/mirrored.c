/* FILE: test/fuzz/programs/schedule/mirrored.c
 * WHAT: a library for LD_PRELOAD: the first thread of a parallel loop gets the last chunk, the second thread the chunk
 *       before it, and so on.
 *
 * The threads of a team start one after the other, and the loops of the fuzzer are short. So libomp mostly executes the
 * iterations of a loop in their order, and a dependence between them changes no result. The chunks of a static schedule without
 * a chunk size cover a range; mirrored, they cover the same range.
 */
#include <dlfcn.h>
#include <stdint.h>

/* kmp.h: enum sched_type. */
enum { STATIC = 34, DISTRIBUTE_STATIC = 92 };

#define STATIC_INIT(name, type, signed_type)                                                                 \
  void name(void *location, int32_t thread, int32_t schedule, int32_t *is_last, type *lower, type *upper,    \
            signed_type *stride, signed_type increment, signed_type chunk);                                  \
  void name(void *location, int32_t thread, int32_t schedule, int32_t *is_last, type *lower, type *upper,    \
            signed_type *stride, signed_type increment, signed_type chunk) {                                 \
    void (*original)(void *, int32_t, int32_t, int32_t *, type *, type *, signed_type *, signed_type,        \
                     signed_type) = (__typeof__(original))dlsym(RTLD_NEXT, #name);                           \
    const type first = *lower, last = *upper;                                                                \
    original(location, thread, schedule, is_last, lower, upper, stride, increment, chunk);                   \
    if ((schedule != STATIC && schedule != DISTRIBUTE_STATIC) || increment != 1 || *lower > *upper ||        \
        *lower < first || *upper > last)                                                                     \
      return;                                                                                                \
    const type mirrored = first + (last - *upper);                                                           \
    *upper = first + (last - *lower);                                                                        \
    *lower = mirrored;                                                                                       \
    *is_last = *lower <= *upper && *upper == last;                                                           \
  }

STATIC_INIT(__kmpc_for_static_init_4, int32_t, int32_t)
STATIC_INIT(__kmpc_for_static_init_4u, uint32_t, int32_t)
STATIC_INIT(__kmpc_for_static_init_8, int64_t, int64_t)
STATIC_INIT(__kmpc_for_static_init_8u, uint64_t, int64_t)
