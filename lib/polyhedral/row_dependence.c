/* FILE: lib/polyhedral/row_dependence.c
 * WHAT: see row_dependence.h.
 *
 * A row is a parallel iteration: statements before an inner loop, that loop, and statements after it. The bounds of the inner loop are not
 * known, so two elements of two rows cannot be told apart by their counters. For a fused kernel:
 *
 * 1. Rows share no counter of an element if the inner loop of a part writes, in each of its iterations, an element whose subscripts contain
 * no counter but that of the inner loop. Otherwise two iterations of a parallel loop would write the same element, and nothing orders them
 * (OpenMP 5.1, 1.4.1: the result would be unspecified). All parts have the same rows, and each row the same elements in all parts.
 * 2. Then two accesses in inner loops of two parts belong to the same element of the same row if they meet only for equal inner counters. The
 * kernel executes these in the order of the parts.
 * 3. Statements after the inner loop of a later part are executed after all other statements of their row. So they may meet what an earlier part
 * accesses in the same row.
 * 4. All other pairs of accesses in two parts lose their order, so they must be to different objects.
 */
#include "polyhedral/row_dependence.h"

#include "polyhedral/access_relation.h"
#include "polyhedral/dependence.h"
#include "polyhedral/dependence_internal.h"

/* Whether FIRST and SECOND are proved to be accesses to different objects, or may be assumed to be. */
static bool are_apart(struct proof *proof, const struct cleave_access *first,
                      const struct cleave_access *second) {
  const struct cleave_loop_model *model = proof->model;
  const bool first_is_pointer = cleave_is_through_pointer(model, first),
             second_is_pointer = cleave_is_through_pointer(model, second);
  if (first->variable == second->variable || !cleave_access_is_known(model, first) ||
      !cleave_access_is_known(model, second))
    return false;
  if ((!cleave_may_have_other_names(model, first) && !cleave_may_have_other_names(model, second)) ||
      (!first_is_pointer && cleave_loop_is_unaliased(model, first->variable)) ||
      (!second_is_pointer && cleave_loop_is_unaliased(model, second->variable)))
    return true;
  return cleave_may_be_compared(model, first) && cleave_may_be_compared(model, second) &&
         (proof->assumptions->are_disjoint = true);
}

static struct proof new_proof(const struct cleave_loop_model *model, uint32_t inner,
                              struct cleave_assumptions *assumptions) {
  struct proof proof = cleave_make_proof(model, cleave_depth_of(model, inner), inner);
  proof.assumptions = assumptions;
  return proof;
}

bool cleave_inner_loop_keeps_values(const struct cleave_loop_model *model, uint32_t dimension, uint32_t body,
                                    struct cleave_assumptions *assumptions) {
  struct proof proof = new_proof(model, dimension, assumptions);
  const struct cleave_loop_accesses *loop = model->loop;
  for (size_t i = 0; i < loop->access_count; i++)
    for (size_t j = 0; j < loop->access_count; j++) {
      const struct cleave_access *write = &loop->accesses[i], *other = &loop->accesses[j];
      /* Not in an inner loop before this one: a barrier follows it. */
      if (write->writes && cleave_proof_counts(&proof, write) &&
          other->around == loop->dimensions[dimension].around && other->offset < body &&
          !are_apart(&proof, write, other))
        return false;
    }
  return true;
}

/* ---- Fused rows -------------------------------------------------------------------------------------------- */

enum place { BEFORE, BODY, AFTER };

static bool is_in(const struct cleave_loop_model *model, uint32_t at, uint32_t dimension) {
  while (at != CLEAVE_NO_DIMENSION && at != dimension)
    at = model->loop->dimensions[at].around;
  return at == dimension;
}

/* Where ACCESS, which is in PART, is executed. The model lists equal reads once, at their first place: that has the strictest rules. */
static enum place place_of(const struct cleave_loop_model *model, const struct cleave_access *access,
                           const struct cleave_row_part *part) {
  if (is_in(model, access->around, part->inner))
    return BODY;
  return access->offset < part->body_begin ? BEFORE : AFTER;
}

/* Point 1, for the write ACCESS in PART. */
static bool tells_rows_apart(const struct cleave_loop_model *model, const struct cleave_access *access,
                             const struct cleave_row_part *part) {
  bool tells = access->writes && access->certain && access->around == part->inner &&
               access->subscript_count && cleave_access_is_known(model, access) &&
               cleave_access_fits(model, access);
  for (size_t s = 0; tells && s < access->subscript_count; s++)
    for (size_t t = 0; tells && t < access->subscripts[s].term_count; t++) {
      const struct cleave_term *term = &access->subscripts[s].terms[t];
      for (uint32_t f = 0; f < term->factor_count; f++)
        tells &= term->factors[f] == part->inner || model->is_invariant[term->factors[f]];
    }
  return tells;
}

static bool rows_are_apart(const struct cleave_loop_model *model, const struct cleave_row_part *parts,
                           size_t count) {
  for (size_t i = 0; i < model->loop->access_count; i++)
    for (size_t p = 0; p < count; p++)
      if (tells_rows_apart(model, &model->loop->accesses[i], &parts[p]))
        return true;
  return false;
}

/* Whether FIRST and SECOND meet only in iterations that are equal in the counter at POSITION: 0 for the rows, 1 for the elements. */
static bool meet_only_in_equal(const struct proof *proof, const struct cleave_access *first,
                               const struct cleave_access *second, unsigned position) {
  const struct cleave_loop_model *model = proof->model;
  return first->variable == second->variable && cleave_access_is_known(model, first) &&
         cleave_access_is_known(model, second) &&
         cleave_relates_only_equal(1, 0, &position, &position, cleave_meeting_of(proof, first, second),
                                   false);
}

/* Points 2 to 4, for FIRST in an earlier part than SECOND. Returns an obstacle, or NULL. */
static const char *check_pair(struct proof *proof, const struct cleave_access *first, enum place of_first,
                              const struct cleave_access *second, enum place of_second,
                              bool rows_share_none) {
  const struct cleave_region *region = proof->model->region;
  const char *name = region->variables[first->variable].name;
  if (of_second == AFTER && meet_only_in_equal(proof, first, second, 0))
    return NULL;
  if (of_first == BODY && of_second == BODY && meet_only_in_equal(proof, first, second, 1))
    return rows_share_none
               ? NULL
               : cleave_arena_format(proof->model->arena, "two rows may share elements of '%s'", name);
  if (are_apart(proof, first, second))
    return NULL;
  return cleave_arena_format(proof->model->arena,
                             first->variable == second->variable
                                 ? "a row of one loop may access what another row of the other loop, or a "
                                   "statement beside its inner loop, accesses: '%s'"
                                 : "'%s' may overlap another array",
                             name);
}

bool cleave_rows_are_independent(const struct cleave_loop_model *model, const struct cleave_row_part *parts,
                                 size_t count, bool *assumes_disjoint, const char **obstacle,
                                 uint32_t *offset) {
  struct cleave_assumptions assumptions = {.may_have_ranges = false};
  struct proof proof = new_proof(model, parts[0].inner, &assumptions);
  const struct cleave_loop_accesses *loop = model->loop;
  const bool rows_share_none = rows_are_apart(model, parts, count);
  for (size_t p = 0; p < count; p++)
    for (size_t q = p + 1; q < count; q++)
      for (size_t i = 0; i < loop->access_count; i++)
        for (size_t j = 0; j < loop->access_count; j++) {
          const struct cleave_access *first = &loop->accesses[i], *second = &loop->accesses[j];
          if ((!first->writes && !second->writes) || !is_in(model, first->around, parts[p].outer) ||
              !is_in(model, second->around, parts[q].outer))
            continue;
          *offset = second->offset;
          *obstacle = check_pair(&proof, first, place_of(model, first, &parts[p]), second,
                                 place_of(model, second, &parts[q]), rows_share_none);
          if (*obstacle)
            return false;
        }
  *assumes_disjoint |= assumptions.are_disjoint;
  return true;
}
