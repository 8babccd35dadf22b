/* FILE: lib/fission/independence.c
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
 * 7. Scalars. A variable of the body lives for one iteration. The copy of a private variable, which
 *    lives as long as the thread, is written in every iteration before it is read, and a reduction
 *    variable is only added to; the reader sees to both.
 */
#include <inttypes.h>
#include <string.h>

#include <isl/ctx.h>
#include <isl/options.h>
#include <isl/set.h>

#include "fission/independence.h"
#include "model/affine.h"
#include "model/text.h"

/* An end for sets that isl cannot decide soon. A number of steps, not of seconds: host and device must
 * come to the same answer. */
#define LONGEST_SEARCH 200000

#define MOST_SUBSCRIPTS 8

struct prover {
  const struct planner *planner;
  const struct cleave_node *node;
  const struct cleave_loop_accesses *loop;
  isl_ctx *isl;
};

/* A set under construction, in isl's notation: { [names] : 0 = 0 and ... and ... }. Each of the two
 * iterations that are compared has variables of its own, with its letter; symbols are common to both. */
struct condition {
  const struct prover *prover;
  struct cleave_text names, text;
  bool *declared[2]; /* per iteration and dimension: whether it is among the names */
  unsigned mentions; /* of symbols that may change */
  bool failed;       /* something in it is not affine: the set is not known */
};

static struct condition new_condition(const struct prover *prover) {
  struct cleave_arena *arena = prover->planner->arena;
  const size_t size = prover->loop->dimension_count + 1;
  return (struct condition){
      .prover = prover,
      .names = {.arena = arena},
      .text = {.arena = arena},
      .declared = {cleave_arena_allocate(arena, size), cleave_arena_allocate(arena, size)}};
}

/* Whether the set is known to be empty. */
static bool is_empty(const struct condition *condition) {
  if (condition->failed)
    return false;
  const struct prover *prover = condition->prover;
  isl_ctx_reset_operations(prover->isl);
  isl_set *set = isl_set_read_from_str(
      prover->isl, cleave_arena_format(prover->planner->arena, "{ [%s] : 0 = 0%s }",
                                       cleave_text_get(&condition->names),
                                       cleave_text_get(&condition->text)));
  const isl_bool empty = isl_set_is_empty(set);
  isl_set_free(set);
  return empty == isl_bool_true;
}

/* ---- Values ------------------------------------------------------------------------------------------ */

/* Whether VARIABLE is a copy of the region's own that no pointer can lead to. */
static bool is_unreachable(const struct prover *prover, uint32_t index) {
  const struct cleave_region *region = prover->planner->region;
  const struct cleave_variable *variable = variable_at(prover->planner, index);
  const bool copy = variable->sharing == CLEAVE_SHARING_FIRSTPRIVATE ||
                    variable->sharing == CLEAVE_SHARING_PRIVATE ||
                    (variable->sharing == CLEAVE_SHARING_INSIDE && !variable->address_taken);
  return copy && !(cleave_region_uses(region, 0, index, NULL) & CLEAVE_USE_ADDRESS);
}

/* Point 3. */
static bool is_invariant(const struct prover *prover, const struct cleave_dimension *dimension) {
  if (dimension->kind != CLEAVE_DIMENSION_SYMBOL)
    return false;
  const struct cleave_variable *variable = variable_at(prover->planner, dimension->variable);
  if (!is_unreachable(prover, dimension->variable) ||
      variable->type_class != CLEAVE_TYPE_INTEGER || variable->is_volatile)
    return false;
  for (size_t i = 0; i < prover->node->use_count; i++)
    if (prover->node->uses[i].variable == dimension->variable &&
        prover->node->uses[i].flags != CLEAVE_USE_READ)
      return false;
  return true;
}

/* Whether VALUE is made of symbols that keep their values. */
static bool is_fixed(const struct prover *prover, const struct cleave_polynomial *value) {
  for (size_t i = 0; i < value->term_count; i++)
    for (uint32_t f = 0; f < value->terms[i].factor_count; f++)
      if (!is_invariant(prover, &prover->loop->dimensions[value->terms[i].factors[f]]))
        return false;
  return true;
}

static bool is_affine(const struct cleave_polynomial *value) {
  for (size_t i = 0; i < value->term_count; i++)
    if (value->terms[i].factor_count > 1 || value->terms[i].coefficient == INT64_MIN)
      return false;
  return true;
}

static const char *name_of(struct condition *condition, uint32_t dimension, int iteration);

/* VALUE in ITERATION, as text. */
static const char *text_of_value(struct condition *condition, const struct cleave_polynomial *value,
                                 int iteration) {
  struct cleave_text out = {.arena = condition->names.arena};
  condition->failed |= !is_affine(value);
  cleave_text_add(&out, "(0");
  for (size_t i = 0; i < value->term_count && !condition->failed; i++) {
    const struct cleave_term *term = &value->terms[i];
    const int64_t size = term->coefficient < 0 ? -term->coefficient : term->coefficient;
    cleave_text_format(&out, " %c %" PRId64, term->coefficient < 0 ? '-' : '+', size);
    if (term->factor_count)
      cleave_text_format(&out, "*%s", name_of(condition, term->factors[0], iteration));
  }
  cleave_text_add(&out, ")");
  return cleave_text_get(&out);
}

/* " AND least <= VALUE <= most" of an integer type, or with NOT that it is not so. */
static void add_range(struct condition *condition, const char *value, unsigned bits, bool is_signed,
                      bool outside) {
  const uint64_t half = UINT64_C(1) << (bits - 1);
  const char *least = is_signed ? cleave_arena_format(condition->text.arena, "-%" PRIu64, half) : "0";
  const uint64_t most = is_signed ? half - 1 : half - 1 + half;
  condition->failed |= !bits || bits > 64;
  cleave_text_format(&condition->text, outside ? " and (%s < %s or %s > %" PRIu64 ")"
                                               : " and (%s >= %s and %s <= %" PRIu64 ")",
                     value, least, value, most);
}

/* The quotient is rounded towards 0. */
static void add_quotient(struct condition *condition, const char *name,
                         const struct cleave_dimension *quotient, int iteration) {
  if (!is_affine(&quotient->numerator))
    return; /* any value */
  const char *top = text_of_value(condition, &quotient->numerator, iteration);
  const char *whole =
      cleave_arena_format(condition->text.arena, "%" PRId64 "*%s", quotient->denominator, name);
  cleave_text_format(&condition->text,
                     " and ((%s >= 0 and %s <= %s and %s < %s + %" PRId64 ")"
                     " or (%s < 0 and %s >= %s and %s > %s - %" PRId64 "))",
                     top, whole, top, top, whole, quotient->denominator, top, whole, top, top, whole,
                     quotient->denominator);
}

/* The name of DIMENSION in ITERATION. Its first mention declares it, with what always holds for it. */
static const char *name_of(struct condition *condition, uint32_t dimension, int iteration) {
  const struct prover *prover = condition->prover;
  const struct cleave_dimension *it = &prover->loop->dimensions[dimension];
  const bool common = is_invariant(prover, it);
  const int owner = common ? 0 : iteration;
  const char *name = cleave_arena_format(condition->names.arena, "%c%u",
                                         common ? 's' : "ab"[owner], dimension);
  if (it->kind == CLEAVE_DIMENSION_SYMBOL && !common) /* another value each time */
    name = cleave_arena_format(condition->names.arena, "%s_%u", name, condition->mentions++);
  else if (condition->declared[owner][dimension])
    return name;
  condition->declared[owner][dimension] = true;
  cleave_text_format(&condition->names, "%s%s", condition->names.length ? ", " : "", name);
  add_range(condition, name, it->bits, it->is_signed, false);
  if (it->kind == CLEAVE_DIMENSION_QUOTIENT)
    add_quotient(condition, name, it, iteration);
  return name;
}

/* ---- Where the code runs ----------------------------------------------------------------------------- */

/* What holds for the counters of the loops around a piece of code; AROUND is the innermost. */
static void add_domain(struct condition *condition, uint32_t around, int iteration) {
  const struct cleave_dimension *dimensions = condition->prover->loop->dimensions;
  for (uint32_t i = around; i != CLEAVE_NO_DIMENSION; i = dimensions[i].around) {
    const struct cleave_dimension *counter = &dimensions[i];
    const char *name = name_of(condition, i, iteration);
    if (counter->has_least && is_affine(&counter->least))
      cleave_text_format(&condition->text, " and %s >= %s", name,
                         text_of_value(condition, &counter->least, iteration));
    if (counter->has_most && is_affine(&counter->most))
      cleave_text_format(&condition->text, " and %s <= %s", name,
                         text_of_value(condition, &counter->most, iteration));
    if (counter->has_first && is_affine(&counter->first) && counter->step &&
        counter->step != INT64_MIN)
      cleave_text_format(&condition->text,
                         " and (exists turn : turn >= 0 and %s = %s %c %" PRId64 "*turn)", name,
                         text_of_value(condition, &counter->first, iteration),
                         counter->step < 0 ? '-' : '+',
                         counter->step < 0 ? -counter->step : counter->step);
  }
}

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

/* Point 4. */
static bool fits(const struct prover *prover, const struct cleave_access *access) {
  for (size_t i = 0; i < access->fit_count; i++) {
    const struct cleave_fit *fit = &access->fits[i];
    struct condition condition = new_condition(prover);
    add_domain(&condition, fit->around, 0);
    add_range(&condition, text_of_value(&condition, &fit->value, 0), fit->bits, fit->is_signed, true);
    if (!is_empty(&condition))
      return false;
  }
  return true;
}

/* ---- Elements ---------------------------------------------------------------------------------------- */

/* The subscripts of an access, as many as it takes for each to be affine. extents[0] is not used. */
struct element {
  const struct cleave_access *access;
  struct cleave_polynomial subscripts[MOST_SUBSCRIPTS], extents[MOST_SUBSCRIPTS];
  size_t count;
};

static struct element element_of(const struct cleave_access *access) {
  struct element element = {.access = access, .count = access->subscript_count};
  for (size_t i = 0; i < element.count; i++) {
    element.subscripts[i] = access->subscripts[i];
    element.extents[i] = access->extents[i];
  }
  return element;
}

static bool has_factor(const struct cleave_term *term, uint32_t factor) {
  for (uint32_t i = 0; i < term->factor_count; i++)
    if (term->factors[i] == factor)
      return true;
  return false;
}

/* Whether FACTOR stands in all terms of VALUE that are not affine. */
static bool divides_products(const struct cleave_polynomial *value, uint32_t factor) {
  for (size_t i = 0; i < value->term_count; i++)
    if (value->terms[i].factor_count > 1 && !has_factor(&value->terms[i], factor))
      return false;
  return true;
}

/* Takes the first subscript apart into row * LENGTH + column; LENGTH is a symbol. */
static void split_row(struct cleave_arena *arena, struct element *element, uint32_t length) {
  struct cleave_polynomial whole = element->subscripts[0], row = {0}, column = {0}, extent = {0};
  for (size_t i = 0; i < whole.term_count; i++) {
    struct cleave_term term = whole.terms[i];
    if (!has_factor(&term, length)) {
      CLEAVE_APPEND(arena, column.terms, column.term_count, term);
      continue;
    }
    uint32_t at = 0;
    while (term.factors[at] != length)
      at++;
    memmove(&term.factors[at], &term.factors[at + 1],
            (term.factor_count - at - 1) * sizeof *term.factors);
    term.factor_count--;
    CLEAVE_APPEND(arena, row.terms, row.term_count, term);
  }
  struct cleave_term symbol = {.coefficient = 1, .factors = {length}, .factor_count = 1};
  CLEAVE_APPEND(arena, extent.terms, extent.term_count, symbol);
  memmove(&element->subscripts[1], &element->subscripts[0],
          element->count * sizeof *element->subscripts);
  memmove(&element->extents[1], &element->extents[0], element->count * sizeof *element->extents);
  element->count++;
  element->subscripts[0] = row;
  element->subscripts[1] = column;
  element->extents[1] = extent;
}

/* The symbol that is the length of rows in a first subscript that is not affine. */
static bool find_length(const struct prover *prover, const struct element *element,
                        const struct element *other, uint32_t *length) {
  const struct cleave_polynomial *value = &element->subscripts[0];
  for (size_t i = 0; i < value->term_count; i++)
    for (uint32_t f = 0; value->terms[i].factor_count > 1 && f < value->terms[i].factor_count; f++) {
      *length = value->terms[i].factors[f];
      if (is_invariant(prover, &prover->loop->dimensions[*length]) &&
          divides_products(value, *length) && divides_products(&other->subscripts[0], *length))
        return true;
    }
  return false;
}

/* Point 5, the second half: both elements get subscripts of the same meaning. */
static bool split_rows(const struct prover *prover, struct element *one, struct element *other) {
  while (one->count && (!is_affine(&one->subscripts[0]) || !is_affine(&other->subscripts[0]))) {
    uint32_t length;
    if (one->count == MOST_SUBSCRIPTS || (!find_length(prover, one, other, &length) &&
                                          !find_length(prover, other, one, &length)))
      return false;
    split_row(prover->planner->arena, one, length);
    split_row(prover->planner->arena, other, length);
  }
  return true;
}

/* Point 5, the first half. */
static bool is_within_rows(const struct prover *prover, const struct element *element) {
  for (size_t i = 1; i < element->count; i++) {
    const struct cleave_polynomial *extent = &element->extents[i];
    if (!is_fixed(prover, extent))
      return false;
    struct condition condition = new_condition(prover);
    add_domain(&condition, element->access->around, 0);
    const char *subscript = text_of_value(&condition, &element->subscripts[i], 0);
    cleave_text_format(&condition.text, " and (%s < 0 or %s >= %s)", subscript, subscript,
                       text_of_value(&condition, extent, 0));
    if (!is_empty(&condition))
      return false;
  }
  return true;
}

static bool are_apart(const struct prover *prover, const struct cleave_access *first,
                      const struct cleave_access *second) {
  if (first->subscript_count != second->subscript_count || !first->subscript_count ||
      first->subscript_count > MOST_SUBSCRIPTS || !fits(prover, first) || !fits(prover, second))
    return false;
  struct element one = element_of(first), other = element_of(second);
  if (!split_rows(prover, &one, &other) || !is_within_rows(prover, &one) ||
      !is_within_rows(prover, &other))
    return false;
  struct condition condition = new_condition(prover);
  add_domain(&condition, first->around, 0);
  add_domain(&condition, second->around, 1);
  for (size_t i = 0; i < one.count; i++)
    cleave_text_format(&condition.text, " and %s = %s",
                       text_of_value(&condition, &one.subscripts[i], 0),
                       text_of_value(&condition, &other.subscripts[i], 1));
  add_difference(&condition);
  return is_empty(&condition);
}

/* ---- Names ------------------------------------------------------------------------------------------- */

static bool is_through_pointer(const struct prover *prover, const struct cleave_access *access) {
  return access->subscript_count &&
         variable_at(prover->planner, access->variable)->type_class == CLEAVE_TYPE_POINTER;
}

/* Whether the access is to the variable that it names, or to what a pointer leads to that has the same
 * value in every iteration. */
static bool is_known(const struct prover *prover, const struct cleave_access *access) {
  const struct cleave_variable *variable = variable_at(prover->planner, access->variable);
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
      !is_fixed(prover, &section->first) || !is_fixed(prover, &section->length) ||
      !fits(prover, access))
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
  cleave_text_format(&condition.text, " and (%s < %s or %s >= %s + %s)", subscript, first, subscript,
                     first, text_of_value(&condition, &length.subscripts[0], 0));
  return is_empty(&condition);
}

/* Whether an explicit map clause names all that ACCESS may touch. A pointer must lead to where it led
 * when the clause was evaluated. */
static bool is_within_map(const struct prover *prover, const struct cleave_access *access) {
  const struct cleave_map_item *item = find_map(prover->planner->region, access->variable);
  if (is_through_pointer(prover, access) &&
      flowing_uses(prover->planner, access->variable) & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS))
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

/* Point 6, for accesses to variables of different names. */
static bool are_distinct(const struct prover *prover, const struct cleave_access *first,
                         const struct cleave_access *second) {
  const bool first_leads = is_through_pointer(prover, first),
             second_leads = is_through_pointer(prover, second);
  if (!first_leads && !second_leads)
    return true;
  if ((!first_leads && is_unreachable(prover, first->variable)) ||
      (!second_leads && is_unreachable(prover, second->variable)))
    return true;
  return is_within_map(prover, first) && is_within_map(prover, second) &&
         (!first_leads || !second_leads || are_apart(prover, first, second));
}

static bool check_accesses(const struct prover *prover, const char **obstacle, uint32_t *offset) {
  const struct cleave_loop_accesses *loop = prover->loop;
  for (size_t i = 0; i < loop->access_count; i++)
    for (size_t j = i; j < loop->access_count; j++) {
      const struct cleave_access *first = &loop->accesses[i], *second = &loop->accesses[j];
      if (!first->writes && !second->writes)
        continue;
      if (is_known(prover, first) && is_known(prover, second) &&
          (first->variable == second->variable ? are_apart(prover, first, second)
                                               : are_distinct(prover, first, second)))
        continue;
      const char *name = variable_at(prover->planner, first->variable)->name;
      *offset = first->offset;
      *obstacle = first->variable == second->variable
                      ? cleave_arena_format(prover->planner->arena,
                                            "two iterations may name one element of '%s'", name)
                      : cleave_arena_format(prover->planner->arena, "'%s' and '%s' may overlap", name,
                                            variable_at(prover->planner, second->variable)->name);
      return false;
    }
  return true;
}

bool iterations_are_independent(const struct planner *planner, uint32_t loop, const char **obstacle,
                                uint32_t *offset) {
  const struct cleave_node *node = node_at(planner, loop);
  struct prover prover = {.planner = planner, .node = node, .loop = node->accesses};
  *obstacle = "not all that it does is understood";
  *offset = node->directive.begin;
  if (!prover.loop)
    return false;
  prover.isl = isl_ctx_alloc();
  isl_options_set_on_error(prover.isl, ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(prover.isl, LONGEST_SEARCH);
  const bool independent = check_accesses(&prover, obstacle, offset);
  isl_ctx_free(prover.isl);
  return independent;
}
