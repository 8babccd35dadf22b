/* FILE: lib/print/mapping_parts.h
 * WHAT: what the texts of mapped nests have in common. Not for use outside of lib/print.
 */
#ifndef CLEAVE_PRINT_MAPPING_PARTS_H
#define CLEAVE_PRINT_MAPPING_PARTS_H

#include "model/plan.h"

struct cleave_text;

/* Declares the factor and the shift of the divisor BY, for cleave_add_division. BY is 0 only if the nest has no iteration. */
void cleave_add_divisor(struct cleave_text *out, const char *by);
/* Declares QUOTIENT and REMAINDER of NUMBER and BY; the remainder less LESS, if it is given. */
void cleave_add_division(struct cleave_text *out, const char *quotient, const char *remainder,
                         const char *number, const char *by, const char *less);

/* Adds the assumption that no two objects overlap, for each pair of which at least one is written. */
void cleave_print_assumptions(struct cleave_text *out, const struct cleave_region *region,
                              const struct cleave_disjoint *disjoint);

/* Declares the first value and the trip count of LOOP. */
void cleave_add_loop_values(struct cleave_text *out, const struct cleave_unit *unit,
                            const struct cleave_mapped_loop *loop);
/* Declares COUNTER of TYPE, in iteration POSITION of LOOP. */
void cleave_add_counter(struct cleave_text *out, const struct cleave_mapped_loop *loop, const char *counter,
                        const char *type, const char *position);
/* The text that gets to iteration POSITION of a loop; see cleave_mapped_start. It opens two blocks. */
void cleave_add_start(struct cleave_text *out, const struct cleave_unit *unit,
                      const struct cleave_mapped_start *start, const char *position);

/* Adds a statement that combines VALUE into TARGET, which is the left operand. COMBINER is a built-in one. */
void cleave_add_operation(struct cleave_text *out, enum cleave_combiner combiner, const char *target,
                          const char *value);
/* The value of TYPE, of BYTES bytes, that COMBINER ignores (OpenMP 5.1, table 2.11). */
const char *cleave_neutral_value(const struct cleave_unit *unit, enum cleave_combiner combiner,
                                 const char *type, bool is_floating, bool is_unsigned, unsigned bytes);
/* Declares the counters of PART of a fused kernel; those of MAPPING's loops are declared. */
void cleave_add_part_counters(struct cleave_text *out, const struct cleave_mapping *mapping,
                              const struct cleave_fused_part *part);
/* Adds the statements of PART. */
void cleave_add_part_body(struct cleave_text *out, const struct cleave_unit *unit,
                          const struct cleave_fused_part *part);

/* Adds the text of RANGE, a part of the nest's body. A single iteration, POSITION, replaces each aligned loop. */
void cleave_add_point(struct cleave_text *out, const struct cleave_unit *unit,
                      const struct cleave_mapping *mapping, struct cleave_range range, const char *position);

#endif
