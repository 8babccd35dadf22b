/* FILE: lib/segmented/typed_operations.h
 * WHAT: the operations of segmented.h for one type. A file includes it once for each type.
 *
 * Parameters, macros that this file undefines at its end:
 *   CLEAVE_TYPED_NAME           the last part of the generated names, for example double
 *   CLEAVE_TYPED_TYPE           an arithmetic type
 *   CLEAVE_TYPED_ADD(a, b)      an expression: the sum; for a signed type one that wraps
 *   CLEAVE_TYPED_SUM            the type of the sum of an array
 *   CLEAVE_TYPED_MULTIPLY_ADD(a, x, y)  an expression: x * y + a, in type CLEAVE_TYPED_SUM
 *   CLEAVE_TYPED_LEAST, CLEAVE_TYPED_GREATEST   the bounds of the type
 */
#define CLEAVE_TYPED_MIN(a, b) ((b) < (a) ? (b) : (a))
#define CLEAVE_TYPED_MAX(a, b) ((b) > (a) ? (b) : (a))

/* Scans and operations on rows: sum, min, max. */
#define CLEAVE_SEGMENTED_NAME CLEAVE_SEGMENTED_JOIN(sum, CLEAVE_TYPED_NAME)
#define CLEAVE_SEGMENTED_TYPE CLEAVE_TYPED_TYPE
#define CLEAVE_SEGMENTED_COMBINE(a, b) CLEAVE_TYPED_ADD(a, b)
#define CLEAVE_SEGMENTED_IDENTITY ((CLEAVE_TYPED_TYPE)0)
#include "operation_template.h"
#define CLEAVE_SEGMENTED_NAME CLEAVE_SEGMENTED_JOIN(min, CLEAVE_TYPED_NAME)
#define CLEAVE_SEGMENTED_TYPE CLEAVE_TYPED_TYPE
#define CLEAVE_SEGMENTED_COMBINE(a, b) CLEAVE_TYPED_MIN(a, b)
#define CLEAVE_SEGMENTED_IDENTITY CLEAVE_TYPED_GREATEST
#include "operation_template.h"
#define CLEAVE_SEGMENTED_NAME CLEAVE_SEGMENTED_JOIN(max, CLEAVE_TYPED_NAME)
#define CLEAVE_SEGMENTED_TYPE CLEAVE_TYPED_TYPE
#define CLEAVE_SEGMENTED_COMBINE(a, b) CLEAVE_TYPED_MAX(a, b)
#define CLEAVE_SEGMENTED_IDENTITY CLEAVE_TYPED_LEAST
#include "operation_template.h"

/* Reductions of one array. */
#define CLEAVE_REDUCTION_INPUTS const CLEAVE_TYPED_TYPE *input
#define CLEAVE_REDUCTION_PASSED input
#define CLEAVE_REDUCTION_NAME CLEAVE_SEGMENTED_JOIN(sum, CLEAVE_TYPED_NAME)
#define CLEAVE_REDUCTION_TYPE CLEAVE_TYPED_SUM
#define CLEAVE_REDUCTION_COMBINE(a, b) ((a) + (b))
#define CLEAVE_REDUCTION_IDENTITY ((CLEAVE_TYPED_SUM)0)
#define CLEAVE_REDUCTION_ADD(a, i) ((a) + (CLEAVE_TYPED_SUM)input[i])
#include "reduction_template.h"
#undef CLEAVE_REDUCTION_NAME
#undef CLEAVE_REDUCTION_TYPE
#undef CLEAVE_REDUCTION_COMBINE
#undef CLEAVE_REDUCTION_IDENTITY
#undef CLEAVE_REDUCTION_ADD
#define CLEAVE_REDUCTION_NAME CLEAVE_SEGMENTED_JOIN(min, CLEAVE_TYPED_NAME)
#define CLEAVE_REDUCTION_TYPE CLEAVE_TYPED_TYPE
#define CLEAVE_REDUCTION_COMBINE(a, b) CLEAVE_TYPED_MIN(a, b)
#define CLEAVE_REDUCTION_IDENTITY CLEAVE_TYPED_GREATEST
#define CLEAVE_REDUCTION_ADD(a, i) CLEAVE_TYPED_MIN(a, input[i])
#include "reduction_template.h"
#undef CLEAVE_REDUCTION_NAME
#undef CLEAVE_REDUCTION_COMBINE
#undef CLEAVE_REDUCTION_IDENTITY
#undef CLEAVE_REDUCTION_ADD
#define CLEAVE_REDUCTION_NAME CLEAVE_SEGMENTED_JOIN(max, CLEAVE_TYPED_NAME)
#define CLEAVE_REDUCTION_COMBINE(a, b) CLEAVE_TYPED_MAX(a, b)
#define CLEAVE_REDUCTION_IDENTITY CLEAVE_TYPED_LEAST
#define CLEAVE_REDUCTION_ADD(a, i) CLEAVE_TYPED_MAX(a, input[i])
#include "reduction_template.h"
#undef CLEAVE_REDUCTION_NAME
#undef CLEAVE_REDUCTION_TYPE
#undef CLEAVE_REDUCTION_COMBINE
#undef CLEAVE_REDUCTION_IDENTITY
#undef CLEAVE_REDUCTION_ADD

/* An element and its place. The place of the identity is LONG_MAX, which is the result if no element is a number. */
struct CLEAVE_SEGMENTED_JOIN(cleave_place, CLEAVE_TYPED_NAME) {
  CLEAVE_TYPED_TYPE value;
  long place;
};
#pragma omp begin declare target
CLEAVE_SEGMENTED_INLINE struct CLEAVE_SEGMENTED_JOIN(cleave_place, CLEAVE_TYPED_NAME)
    CLEAVE_SEGMENTED_JOIN(cleave_make_place, CLEAVE_TYPED_NAME)(CLEAVE_TYPED_TYPE value, long place) {
  struct CLEAVE_SEGMENTED_JOIN(cleave_place, CLEAVE_TYPED_NAME) it;
  it.value = value;
  it.place = place;
  return it;
}
CLEAVE_SEGMENTED_INLINE struct CLEAVE_SEGMENTED_JOIN(cleave_place, CLEAVE_TYPED_NAME)
    CLEAVE_SEGMENTED_JOIN(cleave_lower,
                          CLEAVE_TYPED_NAME)(struct CLEAVE_SEGMENTED_JOIN(cleave_place, CLEAVE_TYPED_NAME) a,
                                             struct CLEAVE_SEGMENTED_JOIN(cleave_place, CLEAVE_TYPED_NAME)
                                                 b) {
  return b.value < a.value || (b.value == a.value && b.place < a.place) ? b : a;
}
CLEAVE_SEGMENTED_INLINE struct CLEAVE_SEGMENTED_JOIN(cleave_place, CLEAVE_TYPED_NAME)
    CLEAVE_SEGMENTED_JOIN(cleave_higher,
                          CLEAVE_TYPED_NAME)(struct CLEAVE_SEGMENTED_JOIN(cleave_place, CLEAVE_TYPED_NAME) a,
                                             struct CLEAVE_SEGMENTED_JOIN(cleave_place, CLEAVE_TYPED_NAME)
                                                 b) {
  return b.value > a.value || (b.value == a.value && b.place < a.place) ? b : a;
}
#pragma omp end declare target
#define CLEAVE_REDUCTION_TYPE struct CLEAVE_SEGMENTED_JOIN(cleave_place, CLEAVE_TYPED_NAME)
#define CLEAVE_REDUCTION_ADD(a, i)                                                                           \
  CLEAVE_REDUCTION_COMBINE(a, CLEAVE_SEGMENTED_JOIN(cleave_make_place, CLEAVE_TYPED_NAME)(input[i], i))
#define CLEAVE_REDUCTION_NAME CLEAVE_SEGMENTED_JOIN(argmin, CLEAVE_TYPED_NAME)
#define CLEAVE_REDUCTION_COMBINE(a, b) CLEAVE_SEGMENTED_JOIN(cleave_lower, CLEAVE_TYPED_NAME)(a, b)
#define CLEAVE_REDUCTION_IDENTITY                                                                            \
  CLEAVE_SEGMENTED_JOIN(cleave_make_place, CLEAVE_TYPED_NAME)(CLEAVE_TYPED_GREATEST, LONG_MAX)
#include "reduction_template.h"
#undef CLEAVE_REDUCTION_NAME
#undef CLEAVE_REDUCTION_COMBINE
#undef CLEAVE_REDUCTION_IDENTITY
#define CLEAVE_REDUCTION_NAME CLEAVE_SEGMENTED_JOIN(argmax, CLEAVE_TYPED_NAME)
#define CLEAVE_REDUCTION_COMBINE(a, b) CLEAVE_SEGMENTED_JOIN(cleave_higher, CLEAVE_TYPED_NAME)(a, b)
#define CLEAVE_REDUCTION_IDENTITY                                                                            \
  CLEAVE_SEGMENTED_JOIN(cleave_make_place, CLEAVE_TYPED_NAME)(CLEAVE_TYPED_LEAST, LONG_MAX)
#include "reduction_template.h"
#undef CLEAVE_REDUCTION_NAME
#undef CLEAVE_REDUCTION_TYPE
#undef CLEAVE_REDUCTION_COMBINE
#undef CLEAVE_REDUCTION_IDENTITY
#undef CLEAVE_REDUCTION_ADD
#undef CLEAVE_REDUCTION_INPUTS
#undef CLEAVE_REDUCTION_PASSED

/* The dot product. */
#define CLEAVE_REDUCTION_INPUTS const CLEAVE_TYPED_TYPE *x, const CLEAVE_TYPED_TYPE *y
#define CLEAVE_REDUCTION_PASSED x, y
#define CLEAVE_REDUCTION_NAME CLEAVE_SEGMENTED_JOIN(dot, CLEAVE_TYPED_NAME)
#define CLEAVE_REDUCTION_TYPE CLEAVE_TYPED_SUM
#define CLEAVE_REDUCTION_COMBINE(a, b) ((a) + (b))
#define CLEAVE_REDUCTION_IDENTITY ((CLEAVE_TYPED_SUM)0)
#define CLEAVE_REDUCTION_ADD(a, i) CLEAVE_TYPED_MULTIPLY_ADD(a, x[i], y[i])
#include "reduction_template.h"
#undef CLEAVE_REDUCTION_NAME
#undef CLEAVE_REDUCTION_TYPE
#undef CLEAVE_REDUCTION_COMBINE
#undef CLEAVE_REDUCTION_IDENTITY
#undef CLEAVE_REDUCTION_ADD
#undef CLEAVE_REDUCTION_INPUTS
#undef CLEAVE_REDUCTION_PASSED

#undef CLEAVE_TYPED_NAME
#undef CLEAVE_TYPED_TYPE
#undef CLEAVE_TYPED_ADD
#undef CLEAVE_TYPED_SUM
#undef CLEAVE_TYPED_MULTIPLY_ADD
#undef CLEAVE_TYPED_LEAST
#undef CLEAVE_TYPED_GREATEST
