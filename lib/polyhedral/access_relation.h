/* FILE: lib/polyhedral/access_relation.h
 * WHAT: the iteration domains and access relations of a loop, and proofs about a single access.
 *
 * Functions that return an isl object return a reference that the caller owns.
 */
#ifndef CLEAVE_POLYHEDRAL_ACCESS_RELATION_H
#define CLEAVE_POLYHEDRAL_ACCESS_RELATION_H

#include <isl/map.h>
#include <isl/set.h>
#include <isl/val.h>

#include "polyhedral/element.h"
#include "polyhedral/loop_model.h"

/* Returns the element of ACCESS, not delinearized. ACCESS has at most CLEAVE_MOST_SUBSCRIPTS subscripts. */
struct cleave_element cleave_element_of(const struct cleave_access *access);

/* Delinearizes two elements in the same way: splits first subscripts i * n + j into i and j, until those of both are
 * affine. Then equal subscripts mean equal elements if both stay within their rows. Returns false
 * if a subscript stays nonlinear; the elements are then unspecified. */
bool cleave_delinearize(const struct cleave_loop_model *model, struct cleave_element *one,
                        struct cleave_element *other);

/* Splits the subscripts of two elements into rows of constant lengths, `a[i * 64 + j]`. False: no counter has a factor in both. As with
 * cleave_delinearize, columns within their rows are a condition. */
bool cleave_split_constants(const struct cleave_loop_model *model, struct cleave_element *one,
                            struct cleave_element *other);

/* Returns the position after the last element of a section of LENGTH elements, for cleave_delinearize together with an
 * access to the section. It has no access. */
struct cleave_element cleave_section_length(const struct cleave_polynomial *length);

/* Whether a section that begins at element FIRST and has the delinearized LENGTH consists of whole rows, the first one
 * included. */
bool cleave_is_whole_rows(const struct cleave_element *length, const struct cleave_polynomial *first);

/* Whether all subscripts of ELEMENT but the first are proved to be within their extents. */
bool cleave_stays_within_rows(const struct cleave_loop_model *model, const struct cleave_element *element);
/* Whether the subscript INDEX is; not the first one. */
bool cleave_stays_within_row(const struct cleave_loop_model *model, const struct cleave_element *element,
                             size_t index);

/* Whether ACCESS, an element of the model's list, is proved to touch the element that its subscripts describe: no
 * intermediate value of the subscripts overflows its type. */
bool cleave_access_fits(const struct cleave_loop_model *model, const struct cleave_access *access);

/* A value and its sign, 1 or -1, in a sum. */
struct cleave_signed_value {
  int sign;
  const struct cleave_polynomial *value;
};

/* Whether the sum of VALUES and CONSTANT is proved to be at least 0 in each iteration of the loops around;
 * AROUND is the node of the innermost loop. Consumes CONSTANT. */
bool cleave_is_never_negative(const struct cleave_loop_model *model, uint32_t around,
                              const struct cleave_signed_value *values, size_t count,
                              __isl_take isl_val *constant);

/* { [counters] }: the iterations of the loops around a piece of code; AROUND is the node of the innermost
 * loop. The coordinates are those of cleave_add_iteration (set_builder.h). Bounds that are not affine are left out, so the set may be
 * too large. */
__isl_give isl_set *cleave_iteration_domain(const struct cleave_loop_model *model, uint32_t around);

/* How many coordinates the iterations of two pieces of code have in common: they come first in both. */
unsigned cleave_common_counters(const struct cleave_loop_model *model, uint32_t around, uint32_t other);

/* { [counters] -> [subscripts] }: the iterations that perform the access of ELEMENT, and the elements that it
 * touches. It may be too large, as iteration domains are. NULL if a subscript is not affine. */
__isl_give isl_map *cleave_access_relation(const struct cleave_loop_model *model,
                                           const struct cleave_element *element);

/* { [subscripts] }: the elements that the access of ELEMENT touches, where all iterations of the loops around
 * it are known and none of their counters overflows. */
__isl_give isl_set *cleave_touched_elements(const struct cleave_loop_model *model,
                                            const struct cleave_element *element);

#endif
