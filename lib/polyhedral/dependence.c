/* FILE: lib/polyhedral/dependence.c
 * WHAT: the dependence test: proves that no iteration of a parallel loop touches memory that another one
 * writes.
 *
 * For each pair of accesses of which one writes, and for each pair of iterations that differ in a counter of
 * an associated loop, the set of all counters and symbols for which both touch the same element must be
 * empty. isl decides this exactly, over the integers. Why each part is sound:
 *
 * 1. Accesses. The reader lists all of them or none (model/affine.h). Conditions around an access and bounds
 * that are not affine are left out, so the sets may be too large.
 * 2. Counters. An associated loop has the canonical form (OpenMP 5.1, 2.11.1): its iterations are known when
 * it begins. A counter starts with its first value, moves by its step and obeys its bound.
 * 3. Symbols. An integer from outside the loop is a loop invariant if no statement of the loop writes it, its
 * address is not taken, and no pointer can point to its storage. A private or firstprivate variable of the
 * target construct is a copy (2.21.4), and only its name refers to a variable that is declared in the region,
 * as long as its address is not taken. Any other variable may have another value at each evaluation.
 * 4. Subscripts. Signed overflow is undefined in C, so a signed expression has its mathematical value
 * (C11, 6.5p5). Unsigned expressions and conversions have it if it fits into their types. This is proved
 * first. For a version of a kernel, it may be an assumption that the guard of the version checks.
 * 5. Rows. a[i][j] and a[k][l] are the same element only if i = k and j = l, provided that the inner
 * subscripts are within the row. It also delinearizes a[i * n + j] into a[i][j]: i * n + j determines the pair
 * (i, j) if 0 <= j < n holds for both accesses. This is proved, or assumed as in point 4.
 * 6. Names. Two variables that the program declares are distinct objects. A pointer may point to either of
 * them, or to the target of another pointer, with one exception: two list items of the map clauses of a
 * construct share no storage, unless they are the same list item (OpenMP 5.1, 2.21.7.1, Restrictions). If all
 * accesses stay within the sections that explicit clauses of the target construct map, two names either share
 * no storage or name the same section. For the second case it is proved that the subscripts never meet
 * either.
 * 7. Many accesses. The number of pairs is quadratic. So all accesses to an object, or all accesses through
 * pointers, are tested together first: W relates an iteration to the elements that it writes, A to those that
 * it touches. If W followed by the inverse of A relates no two different iterations, no two of these accesses
 * meet. The subscripts of all of them must have the same meaning: the same number, and the same extents of
 * rows. Only if this proves nothing are pairs compared, at most MOST_PAIRS; beyond that the answer is "not
 * known".
 * 8. Scalars. A variable of the body lives for one iteration. The copy of a private variable lives as long as
 * its thread; each iteration writes it before it reads it. A reduction variable is only accumulated. The
 * reader checks both.
 *
 * 9. Atomic updates. Each is atomic with respect to all others of the same storage, in whichever threads (OpenMP 5.1, 2.19.7). If all
 * accesses to an array update integers by one operation that is associative and commutative modulo a power of 2, and no value is
 * captured, every order leaves the same values.
 */
#include "polyhedral/dependence.h"

#include "model/sharing.h"
#include "polyhedral/access_relation.h"
#include "polyhedral/dependence_internal.h"
#include "polyhedral/model_cache.h"

/* ---- Two accesses ----------------------------------------------------------------------------------------
 */

bool cleave_relates_only_equal(unsigned depth, unsigned fixed, const unsigned *in, const unsigned *out,
                               isl_map *meeting, bool is_symmetric) {
  bool proved = meeting != NULL;
  for (unsigned i = 0; proved && i < depth; i++)
    proved = isl_map_dim(meeting, isl_dim_in) > (isl_size)in[i] &&
             isl_map_dim(meeting, isl_dim_out) > (isl_size)out[i];
  for (unsigned i = 0; proved && i < fixed; i++)
    meeting = isl_map_equate(meeting, isl_dim_in, (int)in[i], isl_dim_out, (int)out[i]);
  for (unsigned i = fixed; proved && i < depth; i++) {
    isl_map *before =
        isl_map_order_lt(isl_map_copy(meeting), isl_dim_in, (int)in[i], isl_dim_out, (int)out[i]);
    isl_map *after =
        isl_map_order_gt(isl_map_copy(meeting), isl_dim_in, (int)in[i], isl_dim_out, (int)out[i]);
    proved = isl_map_is_empty(before) == isl_bool_true &&
             (is_symmetric || isl_map_is_empty(after) == isl_bool_true);
    isl_map_free(before);
    isl_map_free(after);
  }
  isl_map_free(meeting);
  return proved;
}

bool cleave_proof_counts(const struct proof *proof, const struct cleave_access *access) {
  uint32_t at = access->around;
  while (at != CLEAVE_NO_DIMENSION && at != proof->inside)
    at = proof->model->loop->dimensions[at].around;
  return proof->inside == CLEAVE_NO_DIMENSION || at == proof->inside;
}

/* The coordinates of the compared loops in an iteration of the loops around ACCESS. False if a loop is not around it. */
static bool find_positions(const struct proof *proof, const struct cleave_access *access,
                           unsigned positions[MOST_COMPARED]) {
  const struct cleave_loop_accesses *loop = proof->model->loop;
  const unsigned plain = proof->aligned ? proof->depth - 1 : proof->depth;
  if (proof->depth > MOST_COMPARED)
    return false;
  for (unsigned i = 0; i < plain; i++)
    positions[i] = i;
  if (!proof->aligned)
    return true;
  uint32_t at = access->around;
  while (at != CLEAVE_NO_DIMENSION && !proof->aligned[at])
    at = loop->dimensions[at].around;
  if (at == CLEAVE_NO_DIMENSION)
    return false;
  unsigned position = 0; /* the loops around it come first */
  while ((at = loop->dimensions[at].around) != CLEAVE_NO_DIMENSION)
    position++;
  positions[plain] = position;
  return true;
}

static bool assume_range(struct cleave_assumptions *assumptions, const struct cleave_assumed_range *range) {
  for (size_t i = 0; i < assumptions->range_count; i++) {
    const struct cleave_assumed_range *known = &assumptions->ranges[i];
    if (cleave_polynomials_equal(&known->value, &range->value) &&
        cleave_polynomials_equal(&known->extent, &range->extent) && known->bits == range->bits &&
        known->is_signed == range->is_signed)
      return true;
  }
  if (assumptions->range_count == CLEAVE_MOST_RANGES)
    return false;
  assumptions->ranges[assumptions->range_count++] = *range;
  return true;
}

static bool may_assume_ranges(const struct proof *proof) {
  return proof->assumptions && proof->assumptions->may_have_ranges;
}

bool cleave_assume_access_fits(const struct cleave_loop_model *model, const struct cleave_access *access,
                               struct cleave_assumptions *assumptions) {
  bool fit = cleave_access_fits(model, access);
  if (fit || !assumptions || !assumptions->may_have_ranges)
    return fit;
  fit = true;
  for (size_t i = 0; fit && i < access->fit_count; i++) {
    const struct cleave_fit *assumed = &access->fits[i];
    const struct cleave_assumed_range range = {
        .value = assumed->value, .bits = assumed->bits, .is_signed = assumed->is_signed};
    fit = assumed->bits && assumed->bits <= 64 && assume_range(assumptions, &range);
  }
  return fit;
}

/* Point 4. */
static bool fits(const struct proof *proof, const struct cleave_access *access) {
  return cleave_assume_access_fits(proof->model, access, proof->assumptions);
}

/* Point 5. */
static bool stays_within_rows(const struct proof *proof, const struct cleave_element *element) {
  bool stays = cleave_stays_within_rows(proof->model, element);
  if (stays || !may_assume_ranges(proof))
    return stays;
  stays = true;
  for (size_t i = 1; stays && i < element->count; i++)
    if (!cleave_stays_within_row(proof->model, element, i)) {
      const struct cleave_assumed_range row = {.value = element->subscripts[i],
                                               .extent = element->extents[i]};
      stays = row.extent.term_count && cleave_loop_is_invariant(proof->model, &row.extent) &&
              assume_range(proof->assumptions, &row);
    }
  return stays;
}

__isl_give isl_map *cleave_meeting_of(const struct proof *proof, const struct cleave_access *first,
                                      const struct cleave_access *second) {
  const struct cleave_loop_model *model = proof->model;
  if (first->subscript_count != second->subscript_count || first->subscript_count > CLEAVE_MOST_SUBSCRIPTS ||
      !fits(proof, first) || !fits(proof, second))
    return NULL;
  struct cleave_element one = cleave_element_of(first), other = cleave_element_of(second);
  /* One of them may be the record, or a part of it with fewer subscripts: they share memory only if the common subscripts are equal. */
  one.count = other.count = one.count < other.count ? one.count : other.count;
  if (!one.count)
    return NULL;
  if (!cleave_delinearize(model, &one, &other) || !stays_within_rows(proof, &one) ||
      !stays_within_rows(proof, &other))
    return NULL;
  return isl_map_apply_range(cleave_access_relation(model, &one),
                             isl_map_reverse(cleave_access_relation(model, &other)));
}

static bool accesses_never_meet(const struct proof *proof, const struct cleave_access *first,
                                const struct cleave_access *second) {
  unsigned of_one[MOST_COMPARED], of_other[MOST_COMPARED];
  if (!find_positions(proof, first, of_one) || !find_positions(proof, second, of_other))
    return false;
  return cleave_relates_only_equal(proof->depth, proof->fixed, of_one, of_other,
                                   cleave_meeting_of(proof, first, second), first == second);
}

/* Point 5, for rows of constant lengths: `a[i * 64 + j]` determines (i, j) if 0 <= j < 64, which is assumed where it is not proved. */
static bool constant_rows_never_meet(const struct proof *proof, const struct cleave_access *first,
                                     const struct cleave_access *second) {
  const struct cleave_loop_model *model = proof->model;
  unsigned of_one[MOST_COMPARED], of_other[MOST_COMPARED];
  struct cleave_element one = cleave_element_of(first), other = cleave_element_of(second);
  if (!may_assume_ranges(proof) || !find_positions(proof, first, of_one) ||
      !find_positions(proof, second, of_other) || !fits(proof, first) || !fits(proof, second) ||
      !cleave_split_constants(model, &one, &other) || !stays_within_rows(proof, &one) ||
      !stays_within_rows(proof, &other))
    return false;
  isl_map *meeting = isl_map_apply_range(cleave_access_relation(model, &one),
                                         isl_map_reverse(cleave_access_relation(model, &other)));
  return cleave_relates_only_equal(proof->depth, proof->fixed, of_one, of_other, meeting, first == second);
}

/* ---- Names ------------------------------------------------------------------------------------------- */

bool cleave_is_through_pointer(const struct cleave_loop_model *model, const struct cleave_access *access) {
  return access->subscript_count &&
         model->region->variables[access->variable].type_class == CLEAVE_TYPE_POINTER;
}

bool cleave_may_have_other_names(const struct cleave_loop_model *model, const struct cleave_access *access) {
  const struct cleave_variable *variable = &model->region->variables[access->variable];
  return cleave_is_through_pointer(model, access) || variable->is_reference || variable->is_this;
}

bool cleave_may_be_compared(const struct cleave_loop_model *model, const struct cleave_access *access) {
  return access->subscript_count || cleave_variable_is_mapped_object(model->region, access->variable);
}

bool cleave_access_is_known(const struct cleave_loop_model *model, const struct cleave_access *access) {
  const struct cleave_variable *variable = &model->region->variables[access->variable];
  if (variable->type_class == CLEAVE_TYPE_REFERENCE || variable->type_class == CLEAVE_TYPE_OTHER ||
      variable->is_volatile || variable->is_atomic ||
      (variable->is_reference && variable->type_class == CLEAVE_TYPE_POINTER) ||
      variable->is_structured_binding_or_capture)
    return false;
  if (!cleave_is_through_pointer(model, access))
    return true;
  return variable->sharing == CLEAVE_SHARING_POINTER || variable->sharing == CLEAVE_SHARING_MAPPED ||
         variable->sharing == CLEAVE_SHARING_FIRSTPRIVATE ||
         variable->sharing == CLEAVE_SHARING_IS_DEVICE_PTR ||
         (variable->sharing == CLEAVE_SHARING_INSIDE && !variable->address_taken);
}

/* The only item of the region's map clauses that names VARIABLE; NULL if there is another number. */
static const struct cleave_map_item *find_map(const struct cleave_region *region, uint32_t variable) {
  const struct cleave_map_item *found = NULL;
  for (size_t i = 0; i < region->map_count; i++)
    if (region->maps[i].variable == variable) {
      if (found)
        return NULL;
      found = &region->maps[i];
    }
  return found;
}

/* Whether ACCESS, through a pointer, stays within SECTION. */
static bool is_within_section(const struct cleave_loop_model *model, const struct cleave_access *access,
                              const struct cleave_section *section) {
  if (!access->subscript_count || access->subscript_count > CLEAVE_MOST_SUBSCRIPTS ||
      !cleave_loop_is_invariant(model, &section->first) ||
      !cleave_loop_is_invariant(model, &section->length) || !cleave_access_fits(model, access))
    return false;
  struct cleave_element element = cleave_element_of(access), length = cleave_section_length(&section->length);
  if (!cleave_delinearize(model, &element, &length) || !cleave_stays_within_rows(model, &element) ||
      !cleave_is_whole_rows(&length, &section->first))
    return false;
  const struct cleave_signed_value after_first[] = {{1, &element.subscripts[0]}, {-1, &section->first}};
  const struct cleave_signed_value before_end[] = {
      {1, &section->first}, {1, &length.subscripts[0]}, {-1, &element.subscripts[0]}};
  return cleave_is_never_negative(model, access->around, after_first, 2, isl_val_zero(model->isl)) &&
         cleave_is_never_negative(model, access->around, before_end, 3, isl_val_negone(model->isl));
}

/* Whether an explicit map clause maps all elements that ACCESS may touch. A pointer must still have the value
 * that it had when the clause was evaluated. */
static bool is_within_map(const struct cleave_loop_model *model, const struct cleave_access *access) {
  const struct cleave_map_item *item = find_map(model->region, access->variable);
  if (cleave_is_through_pointer(model, access) &&
      cleave_region_flowing_uses(model->region, access->variable) & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS))
    return false;
  if (!item || item->flags & (CLEAVE_MAP_MEMBER | CLEAVE_MAP_MAPPER))
    return false;
  if (!cleave_is_through_pointer(model, access))
    return item->flags & CLEAVE_MAP_WHOLE;
  for (size_t i = 0; i < model->loop->section_count; i++)
    if (model->loop->sections[i].variable == access->variable)
      return is_within_section(model, access, &model->loop->sections[i]);
  return false;
}

/* ---- All accesses at once (point 7) ---------------------------------------------------------------------
 */

/* Limits: pairs of accesses that are compared one by one, and convex pieces of W and of A, because isl
 * compares each piece of one with each piece of the other. */
#define MOST_PAIRS 512
#define MOST_PIECES 24

/* { iteration of the compared loops -> element }, for ACCESS. Subscripts must have the same meaning for all
 * accesses: those of *FIRST, which the first call sets. NULL if they have another one, or if nothing is
 * known. */
static isl_map *parallel_relation(const struct proof *proof, const struct cleave_access *access,
                                  struct cleave_element *first) {
  const struct cleave_loop_model *model = proof->model;
  unsigned positions[MOST_COMPARED];
  struct cleave_element element, same;
  if (!find_positions(proof, access, positions) || access->subscript_count > CLEAVE_MOST_SUBSCRIPTS ||
      !fits(proof, access))
    return NULL;
  element = same = cleave_element_of(access);
  if (!element.count)
    return NULL;
  if (!cleave_delinearize(model, &element, &same) || !stays_within_rows(proof, &element))
    return NULL;
  if (!first->count)
    *first = element;
  if (first->count != element.count)
    return NULL;
  for (size_t i = 1; i < element.count; i++)
    if (!cleave_polynomials_equal(&element.extents[i], &first->extents[i]))
      return NULL;
  isl_map *relation = cleave_access_relation(model, &element);
  isl_size counters = isl_map_dim(relation, isl_dim_in);
  for (unsigned i = proof->depth; i--;) {
    const unsigned position = positions[i];
    if (counters <= (isl_size)position) {
      isl_map_free(relation);
      return NULL;
    }
    relation = isl_map_project_out(relation, isl_dim_in, position + 1, (unsigned)counters - position - 1);
    counters = (isl_size)position;
  }
  return relation;
}

/* Adds MAP, which it consumes, to *ALL. False if that makes too many pieces. */
static bool add_map(isl_map **all, isl_map *map) {
  *all = *all ? isl_map_coalesce(isl_map_union(*all, map)) : map;
  const isl_size pieces = isl_map_n_basic_map(*all);
  return pieces >= 0 && pieces <= MOST_PIECES;
}

/* Whether no two iterations touch the same element by accesses to VARIABLE, of which one writes; for
 * CLEAVE_NO_VARIABLE, by accesses through pointers. */
static bool none_meet(const struct proof *proof, uint32_t variable) {
  const struct cleave_loop_model *model = proof->model;
  const struct cleave_loop_accesses *loop = model->loop;
  struct cleave_element first = {0};
  isl_map *writes = NULL, *all = NULL;
  bool known = true;
  for (size_t i = 0; known && i < loop->access_count; i++) {
    const struct cleave_access *access = &loop->accesses[i];
    if ((variable == CLEAVE_NO_VARIABLE ? !cleave_is_through_pointer(model, access)
                                        : access->variable != variable) ||
        !cleave_proof_counts(proof, access) || (access->is_carried && variable != CLEAVE_NO_VARIABLE))
      continue;
    isl_map *map = parallel_relation(proof, access, &first);
    known = map && (!access->writes || add_map(&writes, isl_map_copy(map)));
    if (known)
      known = add_map(&all, map);
    else
      isl_map_free(map);
  }
  if (known && writes) {
    unsigned positions[MOST_COMPARED];
    for (unsigned i = 0; i < MOST_COMPARED; i++)
      positions[i] = i;
    return cleave_relates_only_equal(proof->depth, proof->fixed, positions, positions,
                                     isl_map_apply_range(writes, isl_map_reverse(all)), false);
  }
  isl_map_free(writes);
  isl_map_free(all);
  return known;
}

/* ---- Pairs ----------------------------------------------------------------------------------------------
 */

/* Returns PROVED. A proof that fails needs no ranges: forgets those behind the first COUNT. */
static bool keep_ranges(const struct proof *proof, bool proved, size_t count) {
  if (!proved && proof->assumptions)
    proof->assumptions->range_count = count;
  return proved;
}

/* Whether no two iterations touch the same element by FIRST and SECOND. Either both belong to one variable or
 * both go through pointers. */
static bool are_proved_to_never_meet(struct proof *proof, const struct cleave_access *first,
                                     const struct cleave_access *second) {
  const struct cleave_loop_model *model = proof->model;
  const bool one_object = first->variable == second->variable;
  const size_t ranges = proof->assumptions ? proof->assumptions->range_count : 0;
  enum cleave_answer *answer = one_object ? &proof->objects[first->variable] : &proof->pointers;
  if (*answer == CLEAVE_OPEN)
    cleave_answer(
        model, answer,
        keep_ranges(proof, none_meet(proof, one_object ? first->variable : CLEAVE_NO_VARIABLE), ranges));
  if (*answer == CLEAVE_PROVED)
    return true;
  return proof->pairs++ < MOST_PAIRS &&
         (keep_ranges(proof, accesses_never_meet(proof, first, second), ranges) ||
          keep_ranges(proof, constant_rows_never_meet(proof, first, second), ranges));
}

static bool stays_within_map(struct proof *proof, const struct cleave_access *access) {
  const struct cleave_loop_model *model = proof->model;
  enum cleave_answer *answer = &proof->within_map[access - model->loop->accesses];
  return *answer == CLEAVE_OPEN ? cleave_answer(model, answer, is_within_map(model, access))
                                : *answer == CLEAVE_PROVED;
}

/* Point 6, for accesses under two names. */
static bool are_distinct(struct proof *proof, const struct cleave_access *first,
                         const struct cleave_access *second) {
  const struct cleave_loop_model *model = proof->model;
  const bool first_is_pointer = cleave_is_through_pointer(model, first),
             second_is_pointer = cleave_is_through_pointer(model, second);
  if (!cleave_may_have_other_names(model, first) && !cleave_may_have_other_names(model, second))
    return true;
  /* One of them writes, but no program writes a constant object (C11, 6.7.3p6). */
  if ((!first_is_pointer && model->region->variables[first->variable].is_const) ||
      (!second_is_pointer && model->region->variables[second->variable].is_const))
    return true;
  if ((!first_is_pointer && cleave_loop_is_unaliased(model, first->variable)) ||
      (!second_is_pointer && cleave_loop_is_unaliased(model, second->variable)))
    return true;
  if (stays_within_map(proof, first) && stays_within_map(proof, second) &&
      (first_is_pointer == cleave_may_have_other_names(model, first) &&
       second_is_pointer == cleave_may_have_other_names(model, second)) &&
      (!first_is_pointer || !second_is_pointer || are_proved_to_never_meet(proof, first, second)))
    return true;
  if (!proof->may_assume_disjoint || !cleave_may_be_compared(model, first) ||
      !cleave_may_be_compared(model, second))
    return false;
  return proof->assumptions->are_disjoint = true;
}

/* In words: a user can copy a variable that is no array. */
static const char *overlap_of(const struct cleave_loop_model *model, const struct cleave_access *first,
                              const struct cleave_access *second) {
  const bool is_second = first->subscript_count && !second->subscript_count;
  const struct cleave_access *named = is_second ? second : first, *other = is_second ? first : second;
  return cleave_arena_format(
      model->arena, "%s'%s' and '%s' may overlap", named->subscript_count ? "" : "the variable ",
      model->region->variables[named->variable].name, model->region->variables[other->variable].name);
}

static bool check_accesses(struct proof *proof, const char **obstacle, uint32_t *offset) {
  const struct cleave_loop_model *model = proof->model;
  const struct cleave_loop_accesses *loop = model->loop;
  for (size_t i = 0; i < loop->access_count; i++)
    for (size_t j = i; j < loop->access_count; j++) {
      const struct cleave_access *first = &loop->accesses[i], *second = &loop->accesses[j];
      if ((!first->writes && !second->writes) || !cleave_proof_counts(proof, first) ||
          !cleave_proof_counts(proof, second))
        continue;
      if (first->variable == second->variable && (first->is_carried || second->is_carried))
        continue; /* the caller replaces the value that is read */
      if (first->variable == second->variable && first->is_placed && second->is_placed)
        continue;
      if (first->variable == second->variable && first->commutes && second->commutes)
        continue; /* point 9 */
      if ((cleave_access_is_known(model, first) || first->is_placed) &&
          (cleave_access_is_known(model, second) || second->is_placed) &&
          (first->variable == second->variable ? are_proved_to_never_meet(proof, first, second)
                                               : are_distinct(proof, first, second)))
        continue;
      const char *name = model->region->variables[first->variable].name;
      *offset = first->offset;
      if (isl_ctx_last_error(model->isl) == isl_error_quota)
        *obstacle = "the analysis exceeds its limit of isl operations";
      else if (proof->pairs > MOST_PAIRS)
        *obstacle = cleave_arena_format(model->arena, "too many pairs of accesses to '%s'", name);
      else if (first->variable == second->variable)
        *obstacle =
            cleave_arena_format(model->arena, "two iterations may access the same element of '%s'", name);
      else
        *obstacle = overlap_of(model, first, second);
      return false;
    }
  return true;
}

struct proof cleave_make_proof(const struct cleave_loop_model *model, unsigned depth, uint32_t inside) {
  return (struct proof){.model = model,
                        .depth = depth,
                        .fixed = inside == CLEAVE_NO_DIMENSION ? 0 : depth - 1,
                        .inside = inside,
                        .objects = cleave_arena_allocate(model->arena, model->region->variable_count *
                                                                           sizeof(enum cleave_answer)),
                        .within_map = cleave_arena_allocate(model->arena, model->loop->access_count *
                                                                              sizeof(enum cleave_answer))};
}

/* INSIDE: whose iterations are compared alone, for equal counters of the loops around it; or CLEAVE_NO_DIMENSION. */
static bool is_independent(const struct cleave_loop_model *model, unsigned depth, const bool *aligned,
                           uint32_t inside, bool may_assume_disjoint, struct cleave_assumptions *assumptions,
                           const char **obstacle, uint32_t *offset) {
  *offset = model->node->range.begin;
  if (!model->loop) {
    *obstacle = model->node->accesses
                    ? cleave_arena_format(model->arena, "the loop has more than %d distinct accesses",
                                          CLEAVE_MOST_ACCESSES)
                    : "the loop contains statements that cleave cannot analyze";
    return false;
  }
  struct proof proof = cleave_make_proof(model, depth, inside);
  proof.aligned = aligned;
  proof.may_assume_disjoint = may_assume_disjoint;
  proof.assumptions = assumptions;
  return check_accesses(&proof, obstacle, offset);
}

bool cleave_loop_is_independent(const struct cleave_loop_model *model, const char **obstacle,
                                uint32_t *offset) {
  return is_independent(model, model->parallel_count, NULL, CLEAVE_NO_DIMENSION, false, NULL, obstacle,
                        offset);
}

bool cleave_nest_is_independent(const struct cleave_loop_model *model, unsigned depth, const bool *aligned,
                                struct cleave_assumptions *assumptions, const char **obstacle,
                                uint32_t *offset) {
  assumptions->are_disjoint = false;
  assumptions->range_count = 0;
  if (is_independent(model, depth, aligned, CLEAVE_NO_DIMENSION, false, NULL, obstacle, offset))
    return true;
  return is_independent(model, depth, aligned, CLEAVE_NO_DIMENSION, true, assumptions, obstacle, offset);
}

unsigned cleave_depth_of(const struct cleave_loop_model *model, uint32_t dimension) {
  unsigned depth = 0;
  for (uint32_t at = dimension; at != CLEAVE_NO_DIMENSION; at = model->loop->dimensions[at].around)
    depth++;
  return depth;
}

bool cleave_inner_loop_is_independent(const struct cleave_loop_model *model, uint32_t dimension,
                                      struct cleave_assumptions *assumptions) {
  const char *obstacle;
  uint32_t offset;
  const unsigned depth = cleave_depth_of(model, dimension);
  if (is_independent(model, depth, NULL, dimension, false, NULL, &obstacle, &offset))
    return true;
  for (int with_ranges = 0; with_ranges <= assumptions->may_have_ranges; with_ranges++) {
    struct cleave_assumptions tried = *assumptions;
    tried.may_have_ranges = with_ranges;
    if (!is_independent(model, depth, NULL, dimension, true, &tried, &obstacle, &offset))
      continue;
    tried.may_have_ranges = assumptions->may_have_ranges;
    *assumptions = tried;
    return true;
  }
  return false;
}
