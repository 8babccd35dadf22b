/* FILE: lib/print/mapping_parts.c
 * WHAT: what the texts of mapped nests have in common.
 *
 * Divisions are multiplications with numbers of the host. For a divisor D let s = ceil(log2 D) and m = ceil(2^(31+s) / D). Then
 * N / D = floor(N * m / 2^(31+s)) for 0 <= N < 2^31: m * D exceeds 2^(31+s) by less than D <= 2^s, so the quotient is too large by less
 * than N / 2^31 / D < 1 / D. cleave_quotient takes the upper half of 2N * m, and shifts it by s.
 */
#include "print/mapping_parts.h"

#include "model/text.h"
#include "print/calls.h"

void cleave_add_divisor(struct cleave_text *out, const char *by) {
  cleave_text_format(out,
                     CLEAVE_NO_DEBUG
                     "const int %s_shift = %s > 1 ? 32 - __builtin_clz(%s - 1) : 0; " CLEAVE_NO_DEBUG
                     "const unsigned %s_factor = (unsigned)(((1UL << (31 + %s_shift)) - 1) / "
                     "(unsigned long)(%s | !%s) + 1); ",
                     by, by, by, by, by, by, by);
}

void cleave_add_division(struct cleave_text *out, const char *quotient, const char *remainder,
                         const char *number, const char *by, const char *less) {
  cleave_text_format(out, "const int %s = cleave_quotient(%s, %s, %s_factor, %s_shift); ", quotient, number,
                     by, by, by);
  cleave_text_format(out, "const int %s = %s - %s * %s", remainder, number, quotient, by);
  cleave_text_format(out, less ? " - %s; " : "; ", less);
}

void cleave_print_assumptions(struct cleave_text *out, const struct cleave_region *region,
                              const struct cleave_disjoint *disjoint) {
  for (size_t i = 0; i < disjoint->written_count; i++)
    for (size_t j = i + 1; j < disjoint->object_count; j++)
      cleave_text_format(out, "__builtin_assume_separate_storage(%s, %s); ",
                         region->variables[disjoint->objects[i].variable].name,
                         region->variables[disjoint->objects[j].variable].name);
}
