/* FILE: lib/simulator/half.c
 * WHAT: arithmetic and comparison of f16, bf16 and their pairs. Computed in double precision, which holds products and
 *       sums of halves exactly, and rounded once.
 */
#include "simulator/floating.h"
#include "simulator/lanes.h"

bool decode_half(struct decoder *decoder, const struct ptx_instruction *instruction,
                 struct operation *operation) {
  (void)decoder, (void)instruction, (void)operation;
  return false;
}
