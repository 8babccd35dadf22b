/* FILE: lib/polyhedral/row_dependence.h
 * WHAT: dependence tests for parallel loops whose iterations are rows, alone and fused.
 */
#ifndef CLEAVE_POLYHEDRAL_ROW_DEPENDENCE_H
#define CLEAVE_POLYHEDRAL_ROW_DEPENDENCE_H

#include "polyhedral/dependence.h"
#include "polyhedral/loop_model.h"

/* Whether it is proved that the loop over DIMENSION writes nothing that its header and the statements before it in the same iteration of
 * the only associated loop access. Its body begins at offset BODY. Adds what the proof assumes to *ASSUMPTIONS. */
bool cleave_inner_loop_keeps_values(const struct cleave_loop_model *model, uint32_t dimension, uint32_t body,
                                    struct cleave_assumptions *assumptions);

/* A loop of a fused model whose iterations are rows. */
struct cleave_row_part {
  uint32_t outer, inner; /* its counters: dimensions of the model */
  uint32_t body_begin;   /* of the inner loop */
};

/* Whether it is proved that a kernel may execute the COUNT PARTS of a fused model row by row: all statements before the inner loops
 * at any time, the inner loops element by element, each in the order of the parts, and then the other statements in the order of the
 * parts. All parts have the same rows with the same elements, and each part's own loops are independent. Sets *ASSUMES_DISJOINT if
 * the proof assumes that objects of two names do not overlap where one of them is written; else does not change it. If it is not
 * proved, *OBSTACLE gives the reason in words, in the model's arena, about the text at *OFFSET. */
bool cleave_rows_are_independent(const struct cleave_loop_model *model, const struct cleave_row_part *parts,
                                 size_t count, bool *assumes_disjoint, const char **obstacle,
                                 uint32_t *offset);

#endif
