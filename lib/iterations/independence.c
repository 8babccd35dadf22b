/* FILE: lib/iterations/independence.c
 * WHAT: proves that no iteration of a parallel loop touches what another one writes.
 *
 * The proof, for every two accesses of which one writes, and every two iterations that differ in a
 * counter: the set of all values of counters and symbols for which both name the same element is
 * empty. isl decides that, exactly, over the integers. Why each step is sound:
 *
 * 1. Accesses. The reader lists all of them or none (model/affine.h). Conditions around an access are
 *    left out, and so are bounds that are no affine expressions: the sets get larger.
 * 2. Counters. An associated loop has the canonical form (OpenMP 5.1, 2.11.1), whose iterations are
 *    known when it begins: a counter moves from its first value by its step and obeys its bound.
 * 3. Symbols. An integer from outside has one value for the whole loop if no statement of the loop
 *    writes it, its address is not taken in the loop, and it is no storage that a pointer can name:
 *    a private or firstprivate variable of the target construct is a copy (2.21.4), and one declared
 *    in the region is reached by its name as long as nobody takes its address. Any other variable may
 *    have another value at each evaluation.
 * 4. Subscripts. Signed overflow is undefined in C, so a signed expression is the number it says
 *    (C11, 6.5p5). Unsigned ones and conversions are, if they fit; that is proved first.
 * 5. Rows. a[i][j] and a[k][l] are one element only if i = k and j = l, if the inner subscripts are
 *    within the row; that is proved, not assumed. The same turns a[i * n + j] into a[i][j]: i * n + j
 *    names one pair (i, j) if 0 <= j < n for both accesses.
 * 6. Names. Two variables that the program declares are distinct objects. A pointer may lead to either,
 *    or to what another pointer leads to, with one exception: two list items of the map clauses of one
 *    construct do not share storage, unless they are the same list item (OpenMP 5.1, 2.21.7.1,
 *    Restrictions). So if all accesses stay within what explicit clauses of the target construct map,
 *    two names are either apart or lead to the same section; and for the second it is proved that the
 *    subscripts are apart as well.
 * 7. Many accesses. Comparing all pairs is quadratic, so that all accesses to an object, or all through
 *    pointers, are first taken together: W maps an iteration to the elements that it writes, A to those that
 *    it touches. If W combined with the inverse of A leads from no iteration to another one, no two of these
 *    accesses meet. Subscripts must have the same meaning in all of them: the same number, and the same
 *    extents of rows. Only where that proves nothing are pairs compared, MOST_PAIRS at most; beyond that the
 *    answer is "not known".
 * 8. Scalars. A variable of the body lives for one iteration. The copy of a private variable, which
 *    lives as long as the thread, is written in every iteration before it is read, and a reduction
 *    variable is only added to; the reader sees to both.
 */
#include "iterations/independence.h"

#include <isl/map.h>

#include "iterations/iterations.h"
#include "model/sharing.h"

/* The two iterations differ in the counter of an associated loop. */
static void add_difference(struct condition *condition) {
  const struct cleave_loop_accesses *loop = condition->prover->loop;
  cleave_text_add(&condition->text, " and (0 = 1");
  struct cleave_text out = {.arena = condition->text.arena};
  for (uint32_t i = 0; i < loop->dimension_count; i++)
    if (loop->dimensions[i].kind == CLEAVE_DIMENSION_PARALLEL)
      cleave_text_format(&out, " or a%u != b%u", i, i);
  cleave_text_format(&condition->text, "%s)", cleave_text_get(&out));
}

static bool are_apart(const struct prover *prover, const struct cleave_access *first,
                      const struct cleave_access *second) {
  if (first->subscript_count != second->subscript_count || !first->subscript_count ||
      first->subscript_count > MOST_SUBSCRIPTS || !fits(prover, first) || !fits(prover, second))
    return false;
  struct element one = element_of(first), other = element_of(second);
  if (!split_rows(prover, &one, &other) || !is_within_rows(prover, &one) || !is_within_rows(prover, &other))
    return false;
  struct condition condition = new_condition(prover);
  add_domain(&condition, first->around, 0);
  add_domain(&condition, second->around, 1);
  for (size_t i = 0; i < one.count; i++)
    cleave_text_format(&condition.text, " and %s = %s", text_of_value(&condition, &one.subscripts[i], 0),
                       text_of_value(&condition, &other.subscripts[i], 1));
  add_difference(&condition);
  return is_empty(&condition);
}

/* ---- Names ------------------------------------------------------------------------------------------- */

static bool is_through_pointer(const struct prover *prover, const struct cleave_access *access) {
  return access->subscript_count &&
         prover->region->variables[access->variable].type_class == CLEAVE_TYPE_POINTER;
}

/* Whether the access is to the variable that it names, or to what a pointer leads to that has the same
 * value in every iteration. */
static bool is_known(const struct prover *prover, const struct cleave_access *access) {
  const struct cleave_variable *variable = &prover->region->variables[access->variable];
  if (variable->type_class == CLEAVE_TYPE_REFERENCE || variable->type_class == CLEAVE_TYPE_OTHER ||
      variable->is_reference || variable->is_this || variable->is_volatile || variable->is_atomic ||
      variable->is_structured_binding_or_capture)
    return false;
  if (!is_through_pointer(prover, access))
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
static bool is_within(const struct prover *prover, const struct cleave_access *access,
                      const struct cleave_section *section) {
  if (!access->subscript_count || access->subscript_count > MOST_SUBSCRIPTS ||
      !is_fixed(prover, &section->first) || !is_fixed(prover, &section->length) || !fits(prover, access))
    return false;
  const struct cleave_access end = {.subscripts = (struct cleave_polynomial *)&section->length,
                                    .subscript_count = 1,
                                    .extents = (struct cleave_polynomial *)&section->length};
  struct element element = element_of(access), length = element_of(&end);
  if (!split_rows(prover, &element, &length) || !is_within_rows(prover, &element))
    return false;
  /* Taken apart, the section must consist of whole rows from the first on. */
  for (size_t i = 1; i < length.count; i++)
    if (length.subscripts[i].term_count || section->first.term_count)
      return false;
  struct condition condition = new_condition(prover);
  add_domain(&condition, access->around, 0);
  const char *subscript = text_of_value(&condition, &element.subscripts[0], 0);
  const char *first = text_of_value(&condition, &section->first, 0);
  cleave_text_format(&condition.text, " and (%s < %s or %s >= %s + %s)", subscript, first, subscript, first,
                     text_of_value(&condition, &length.subscripts[0], 0));
  return is_empty(&condition);
}

/* Whether an explicit map clause names all that ACCESS may touch. A pointer must lead to where it led
 * when the clause was evaluated. */
static bool is_within_map(const struct prover *prover, const struct cleave_access *access) {
  const struct cleave_map_item *item = find_map(prover->region, access->variable);
  if (is_through_pointer(prover, access) &&
      cleave_region_flowing_uses(prover->region, access->variable) & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS))
    return false;
  if (!item || item->flags & (CLEAVE_MAP_MEMBER | CLEAVE_MAP_MAPPER_OR_ITERATOR))
    return false;
  if (!is_through_pointer(prover, access))
    return item->flags & CLEAVE_MAP_WHOLE;
  for (size_t i = 0; i < prover->loop->section_count; i++)
    if (prover->loop->sections[i].variable == access->variable)
      return is_within(prover, access, &prover->loop->sections[i]);
  return false;
}

/* ---- All accesses at once (point 7) ---------------------------------------------------------------------
 */

/* How many pairs of accesses are compared one by one, and of how many convex pieces W and A may consist: isl
 * compares each piece of one with each of the other. */
#define MOST_PAIRS 512
#define MOST_PIECES 24

enum answer { OPEN, PROVED, NOT_PROVED };

/* One loop, and what is known of it so far. */
struct proof {
  const struct prover *prover;
  enum answer *objects;    /* per variable: the accesses to it are apart */
  enum answer pointers;    /* likewise all accesses through pointers */
  enum answer *within_map; /* per access */
  unsigned pairs;          /* compared so far */
};

/* The number of counters of associated loops; *CONDITION says that the coordinates are their values. */
static size_t add_parallel_counters(struct condition *condition) {
  const struct cleave_loop_accesses *loop = condition->prover->loop;
  size_t count = 0;
  for (uint32_t i = 0; i < loop->dimension_count; i++)
    if (loop->dimensions[i].kind == CLEAVE_DIMENSION_PARALLEL)
      cleave_text_format(&condition->text, " and e%zu = %s", count++, name_of(condition, i, 0));
  return count;
}

/* { iteration -> element that ACCESS names in it }. The subscripts of *MODEL, unless it is empty, say what
 * those of ACCESS must mean. NULL if that is not so, or if it is not known. */
static isl_map *map_of(const struct prover *prover, const struct cleave_access *access,
                       struct element *model) {
  if (!access->subscript_count || access->subscript_count > MOST_SUBSCRIPTS || !fits(prover, access))
    return NULL;
  struct element element = element_of(access), same = element;
  if (!split_rows(prover, &element, &same) || !is_within_rows(prover, &element))
    return NULL;
  if (!model->count)
    *model = element;
  if (model->count != element.count)
    return NULL;
  for (size_t i = 1; i < element.count; i++)
    if (!is_same_value(&element.extents[i], &model->extents[i]))
      return NULL;
  struct condition condition = new_condition(prover);
  add_domain(&condition, access->around, 0);
  const size_t counters = add_parallel_counters(&condition);
  for (size_t i = 0; i < element.count; i++)
    cleave_text_format(&condition.text, " and e%zu = %s", counters + i,
                       text_of_value(&condition, &element.subscripts[i], 0));
  isl_map *map = isl_map_from_domain(set_of(&condition, counters + element.count));
  return isl_map_move_dims(map, isl_dim_out, 0, isl_dim_in, (unsigned)counters, (unsigned)element.count);
}

/* *ALL and MAP, in as few pieces as isl finds; false if they are too many. */
static bool add_map(isl_map **all, isl_map *map) {
  *all = *all ? isl_map_coalesce(isl_map_union(*all, map)) : map;
  const isl_size pieces = isl_map_n_basic_map(*all);
  return pieces >= 0 && pieces <= MOST_PIECES;
}

/* Whether no element that WRITES leads to from one iteration is one that ALL leads to from another. */
static bool never_meet(isl_map *writes, isl_map *all) {
  isl_map *meeting = isl_map_apply_range(writes, isl_map_reverse(all));
  isl_map *same = isl_map_identity(isl_map_get_space(meeting));
  meeting = isl_map_subtract(meeting, same);
  const isl_bool empty = isl_map_is_empty(meeting);
  isl_map_free(meeting);
  return empty == isl_bool_true;
}

/* Whether no two iterations meet in accesses to VARIABLE; with CLEAVE_NO_VARIABLE, in those through pointers.
 */
static bool are_all_apart(const struct prover *prover, uint32_t variable) {
  const struct cleave_loop_accesses *loop = prover->loop;
  struct element model = {0};
  isl_map *writes = NULL, *all = NULL;
  bool known = true;
  for (size_t i = 0; known && i < loop->access_count; i++) {
    const struct cleave_access *access = &loop->accesses[i];
    if (variable == CLEAVE_NO_VARIABLE ? !is_through_pointer(prover, access) : access->variable != variable)
      continue;
    isl_map *map = map_of(prover, access, &model);
    known = map && (!access->writes || add_map(&writes, isl_map_copy(map)));
    if (known)
      known = add_map(&all, map);
    else
      isl_map_free(map);
  }
  if (known && writes)
    return never_meet(writes, all);
  isl_map_free(writes);
  isl_map_free(all);
  return known;
}

static bool is_answered(enum answer *answer, bool proved) {
  *answer = proved ? PROVED : NOT_PROVED;
  return proved;
}

/* ---- Pairs ----------------------------------------------------------------------------------------------
 */

/* Whether two iterations never meet in FIRST and SECOND, which either belong to one variable or both go
 * through pointers. */
static bool never_name_one_element(struct proof *proof, const struct cleave_access *first,
                                   const struct cleave_access *second) {
  const struct prover *prover = proof->prover;
  const bool one_object = first->variable == second->variable;
  enum answer *answer = one_object ? &proof->objects[first->variable] : &proof->pointers;
  if (*answer == OPEN)
    is_answered(answer, are_all_apart(prover, one_object ? first->variable : CLEAVE_NO_VARIABLE));
  if (*answer == PROVED)
    return true;
  return proof->pairs++ < MOST_PAIRS && are_apart(prover, first, second);
}

static bool stays_within_map(struct proof *proof, const struct cleave_access *access) {
  enum answer *answer = &proof->within_map[access - proof->prover->loop->accesses];
  return *answer == OPEN ? is_answered(answer, is_within_map(proof->prover, access)) : *answer == PROVED;
}

/* Point 6, for accesses to variables of different names. */
static bool are_distinct(struct proof *proof, const struct cleave_access *first,
                         const struct cleave_access *second) {
  const struct prover *prover = proof->prover;
  const bool first_leads = is_through_pointer(prover, first),
             second_leads = is_through_pointer(prover, second);
  if (!first_leads && !second_leads)
    return true;
  if ((!first_leads && is_unreachable(prover, first->variable)) ||
      (!second_leads && is_unreachable(prover, second->variable)))
    return true;
  return stays_within_map(proof, first) && stays_within_map(proof, second) &&
         (!first_leads || !second_leads || never_name_one_element(proof, first, second));
}

static bool check_accesses(struct proof *proof, const char **obstacle, uint32_t *offset) {
  const struct prover *prover = proof->prover;
  const struct cleave_loop_accesses *loop = prover->loop;
  for (size_t i = 0; i < loop->access_count; i++)
    for (size_t j = i; j < loop->access_count; j++) {
      const struct cleave_access *first = &loop->accesses[i], *second = &loop->accesses[j];
      if (!first->writes && !second->writes)
        continue;
      if (is_known(prover, first) && is_known(prover, second) &&
          (first->variable == second->variable ? never_name_one_element(proof, first, second)
                                               : are_distinct(proof, first, second)))
        continue;
      const char *name = prover->region->variables[first->variable].name;
      *offset = first->offset;
      if (isl_ctx_last_error(prover->isl) == isl_error_quota)
        *obstacle = "the analysis exceeds its limit of isl operations";
      else if (proof->pairs > MOST_PAIRS)
        *obstacle = cleave_arena_format(prover->arena, "too many pairs of accesses to '%s'", name);
      else if (first->variable == second->variable)
        *obstacle =
            cleave_arena_format(prover->arena, "two iterations may access the same element of '%s'", name);
      else
        *obstacle = cleave_arena_format(prover->arena, "'%s' and '%s' may overlap", name,
                                        prover->region->variables[second->variable].name);
      return false;
    }
  return true;
}

bool cleave_iterations_are_independent(const struct cleave_region *region, struct cleave_arena *arena,
                                       uint32_t loop, const char **obstacle, uint32_t *offset) {
  struct prover prover = new_prover(region, arena, loop);
  *obstacle = "the loop contains statements that cleave cannot analyze";
  *offset = prover.node->directive.begin;
  bool independent = false;
  if (prover.loop) {
    struct proof proof = {
        .prover = &prover,
        .objects = cleave_arena_allocate(arena, region->variable_count * sizeof *proof.objects),
        .within_map = cleave_arena_allocate(arena, prover.loop->access_count * sizeof *proof.within_map)};
    independent = check_accesses(&proof, obstacle, offset);
  } else if (region->nodes[loop].accesses) {
    *obstacle = cleave_arena_format(arena, "the loop has more than %d distinct accesses", MOST_ACCESSES);
  }
  end_prover(&prover);
  return independent;
}
