/* FILE: lib/iterations/iterations.c
 * WHAT: see iterations.h.
 */
#include <inttypes.h>
#include <string.h>

#include <isl/options.h>

#include "iterations/iterations.h"

/* An end for all sets of a loop together, and for one that isl cannot decide soon: beyond it nothing is known. A
 * number of steps, not of seconds: host and device must come to the same answer. */
#define MOST_OPERATIONS 4000000

/* ---- Accesses that are the same --------------------------------------------------------------- */

static size_t hash_of(const struct cleave_access *access) {
  size_t hash = access->variable * 31u + access->around;
  for (size_t i = 0; i < access->subscript_count; i++)
    for (size_t t = 0; t < access->subscripts[i].term_count; t++) {
      const struct cleave_term *term = &access->subscripts[i].terms[t];
      hash = hash * 31 + (size_t)term->coefficient;
      for (uint32_t f = 0; f < term->factor_count; f++)
        hash = hash * 31 + term->factors[f];
    }
  return hash;
}

bool is_same_value(const struct cleave_polynomial *one, const struct cleave_polynomial *other) {
  if (one->term_count != other->term_count)
    return false;
  for (size_t i = 0; i < one->term_count; i++)
    if (one->terms[i].coefficient != other->terms[i].coefficient ||
        one->terms[i].factor_count != other->terms[i].factor_count ||
        memcmp(one->terms[i].factors, other->terms[i].factors,
               one->terms[i].factor_count * sizeof *one->terms[i].factors))
      return false;
  return true;
}

static bool is_same_fit(const struct cleave_fit *one, const struct cleave_fit *other) {
  return one->bits == other->bits && one->is_signed == other->is_signed && one->around == other->around &&
         is_same_value(&one->value, &other->value);
}

/* Whether all that is said of the two is the same, but where they stand. */
static bool is_same_access(const struct cleave_access *one, const struct cleave_access *other) {
  if (one->variable != other->variable || one->writes != other->writes || one->updates != other->updates ||
      one->certain != other->certain || one->around != other->around ||
      one->subscript_count != other->subscript_count || one->fit_count != other->fit_count)
    return false;
  for (size_t i = 0; i < one->subscript_count; i++)
    if (!is_same_value(&one->subscripts[i], &other->subscripts[i]) ||
        !is_same_value(&one->extents[i], &other->extents[i]))
      return false;
  for (size_t i = 0; i < one->fit_count; i++)
    if (!is_same_fit(&one->fits[i], &other->fits[i]))
      return false;
  return true;
}

/* LOOP with the first of those accesses alone that are the same, in their order. What is proved of the first holds
 * for the others: they name the same elements in the same iterations, and what comes before it comes before them.
 * NULL if there are more than MOST_ACCESSES. */
static const struct cleave_loop_accesses *merge_accesses(struct cleave_arena *arena,
                                                         const struct cleave_loop_accesses *loop) {
  const size_t most = loop->access_count < MOST_ACCESSES ? loop->access_count : MOST_ACCESSES;
  const size_t slot_count = 2 * most + 1;
  struct cleave_loop_accesses *merged = cleave_arena_allocate(arena, sizeof *merged);
  const struct cleave_access **slots = cleave_arena_allocate(arena, slot_count * sizeof *slots);
  *merged = *loop;
  merged->access_count = 0;
  merged->accesses = cleave_arena_allocate(arena, most * sizeof *merged->accesses);
  for (size_t i = 0; i < loop->access_count; i++) {
    const struct cleave_access *access = &loop->accesses[i];
    size_t slot = hash_of(access) % slot_count;
    while (slots[slot] && !is_same_access(slots[slot], access))
      slot = (slot + 1) % slot_count;
    if (slots[slot])
      continue;
    if (merged->access_count == MOST_ACCESSES)
      return NULL;
    slots[slot] = access;
    merged->accesses[merged->access_count++] = *access;
  }
  return merged;
}

struct prover new_prover(const struct cleave_region *region, struct cleave_arena *arena, uint32_t loop) {
  struct prover prover = {.region = region, .arena = arena, .node = &region->nodes[loop]};
  if (prover.node->accesses)
    prover.loop = merge_accesses(arena, prover.node->accesses);
  if (prover.loop)
    prover.known_fits = cleave_arena_allocate(arena, prover.loop->access_count * sizeof *prover.known_fits);
  prover.isl = isl_ctx_alloc();
  isl_options_set_on_error(prover.isl, ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(prover.isl, MOST_OPERATIONS);
  return prover;
}

void end_prover(struct prover *prover) {
  isl_ctx_free(prover->isl);
  prover->isl = NULL;
}

struct condition new_condition(const struct prover *prover) {
  struct cleave_arena *arena = prover->arena;
  const size_t size = prover->loop->dimension_count + 1;
  return (struct condition){
      .prover = prover,
      .symbols = {.arena = arena},
      .names = {.arena = arena},
      .text = {.arena = arena},
      .declared = {cleave_arena_allocate(arena, size), cleave_arena_allocate(arena, size)}};
}

/* { [COORDINATES] : QUANTIFIER condition } */
static isl_set *read_set(const struct condition *condition, const char *coordinates, const char *quantifier) {
  const struct prover *prover = condition->prover;
  if (condition->failed)
    return NULL;
  return isl_set_read_from_str(prover->isl,
                               cleave_arena_format(prover->arena, "[%s] -> { [%s] : %s0 = 0%s }",
                                                   cleave_text_get(&condition->symbols), coordinates,
                                                   quantifier, cleave_text_get(&condition->text)));
}

bool is_empty(const struct condition *condition) {
  isl_set *set = read_set(condition, cleave_text_get(&condition->names), "");
  const isl_bool empty = isl_set_is_empty(set);
  isl_set_free(set);
  return empty == isl_bool_true;
}

isl_set *set_of(const struct condition *condition, size_t coordinate_count) {
  struct cleave_text coordinates = {.arena = condition->names.arena};
  for (size_t i = 0; i < coordinate_count; i++)
    cleave_text_format(&coordinates, "%se%zu", i ? ", " : "", i);
  const char *names = cleave_text_get(&condition->names);
  const char *quantifier = *names ? cleave_arena_format(condition->names.arena, "exists %s : ", names) : "";
  return read_set(condition, cleave_text_get(&coordinates), quantifier);
}

/* ---- Values ----------------------------------------------------------------------------------- */

bool is_unreachable(const struct prover *prover, uint32_t index) {
  const struct cleave_variable *variable = &prover->region->variables[index];
  const bool copy = variable->sharing == CLEAVE_SHARING_FIRSTPRIVATE ||
                    variable->sharing == CLEAVE_SHARING_PRIVATE ||
                    (variable->sharing == CLEAVE_SHARING_INSIDE && !variable->address_taken);
  return copy && !(cleave_region_uses(prover->region, 0, index, NULL) & CLEAVE_USE_ADDRESS);
}

/* independence.c, point 3. */
bool is_invariant(const struct prover *prover, const struct cleave_dimension *dimension) {
  if (dimension->kind != CLEAVE_DIMENSION_SYMBOL)
    return false;
  const struct cleave_variable *variable = &prover->region->variables[dimension->variable];
  if (!is_unreachable(prover, dimension->variable) || variable->type_class != CLEAVE_TYPE_INTEGER ||
      variable->is_volatile)
    return false;
  for (size_t i = 0; i < prover->node->use_count; i++)
    if (prover->node->uses[i].variable == dimension->variable &&
        prover->node->uses[i].flags != CLEAVE_USE_READ)
      return false;
  return true;
}

bool is_fixed(const struct prover *prover, const struct cleave_polynomial *value) {
  for (size_t i = 0; i < value->term_count; i++)
    for (uint32_t f = 0; f < value->terms[i].factor_count; f++)
      if (!is_invariant(prover, &prover->loop->dimensions[value->terms[i].factors[f]]))
        return false;
  return true;
}

bool is_affine(const struct cleave_polynomial *value) {
  for (size_t i = 0; i < value->term_count; i++)
    if (value->terms[i].factor_count > 1 || value->terms[i].coefficient == INT64_MIN)
      return false;
  return true;
}

/* Whether TERM is a product of symbols that keep their values. */
static bool is_fixed_product(const struct prover *prover, const struct cleave_term *term) {
  for (uint32_t f = 0; f < term->factor_count; f++)
    if (!is_invariant(prover, &prover->loop->dimensions[term->factors[f]]))
      return false;
  return term->factor_count > 1;
}

bool is_linear(const struct prover *prover, const struct cleave_polynomial *value) {
  for (size_t i = 0; i < value->term_count; i++)
    if ((value->terms[i].factor_count > 1 && !is_fixed_product(prover, &value->terms[i])) ||
        value->terms[i].coefficient == INT64_MIN)
      return false;
  return true;
}

/* The name of a product of symbols, "t3x4". */
static const char *name_of_product(struct condition *condition, const struct cleave_term *term) {
  struct cleave_text name = {.arena = condition->names.arena};
  for (uint32_t f = 0; f < term->factor_count; f++)
    cleave_text_format(&name, "%c%u", f ? 'x' : 't', term->factors[f]);
  const char *text = cleave_text_get(&name), *at = cleave_text_get(&condition->symbols);
  for (const char *found = at; (found = strstr(found, text)); found++)
    if (found[name.length] == ',' || !found[name.length])
      return text;
  cleave_text_format(&condition->symbols, "%s%s", condition->symbols.length ? ", " : "", text);
  return text;
}

const char *text_of_value(struct condition *condition, const struct cleave_polynomial *value, int iteration) {
  struct cleave_text out = {.arena = condition->names.arena};
  condition->failed |= !is_linear(condition->prover, value);
  cleave_text_add(&out, "(0");
  for (size_t i = 0; i < value->term_count && !condition->failed; i++) {
    const struct cleave_term *term = &value->terms[i];
    const int64_t size = term->coefficient < 0 ? -term->coefficient : term->coefficient;
    cleave_text_format(&out, " %c %" PRId64, term->coefficient < 0 ? '-' : '+', size);
    if (term->factor_count > 1)
      cleave_text_format(&out, "*%s", name_of_product(condition, term));
    else if (term->factor_count)
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
  cleave_text_format(&condition->text,
                     outside ? " and (%s < %s or %s > %" PRIu64 ")" : " and (%s >= %s and %s <= %" PRIu64 ")",
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

const char *name_of(struct condition *condition, uint32_t dimension, int iteration) {
  const struct prover *prover = condition->prover;
  const struct cleave_dimension *it = &prover->loop->dimensions[dimension];
  const bool common = is_invariant(prover, it);
  const int owner = common ? 0 : iteration;
  const char *name =
      cleave_arena_format(condition->names.arena, "%c%u", common ? 's' : "ab"[owner], dimension);
  if (it->kind == CLEAVE_DIMENSION_SYMBOL && !common) /* another value each time */
    name = cleave_arena_format(condition->names.arena, "%s_%u", name, condition->mentions++);
  else if (condition->declared[owner][dimension])
    return name;
  condition->declared[owner][dimension] = true;
  struct cleave_text *list = common ? &condition->symbols : &condition->names;
  cleave_text_format(list, "%s%s", list->length ? ", " : "", name);
  const bool counts = it->kind == CLEAVE_DIMENSION_PARALLEL || it->kind == CLEAVE_DIMENSION_SEQUENTIAL;
  if (!counts || !condition->runs_all)
    add_range(condition, name, it->bits, it->is_signed, false);
  if (it->kind == CLEAVE_DIMENSION_QUOTIENT)
    add_quotient(condition, name, it, iteration);
  return name;
}

/* ---- Where the code runs ---------------------------------------------------------------------- */

void add_domain(struct condition *condition, uint32_t around, int iteration) {
  const struct prover *prover = condition->prover;
  const struct cleave_dimension *dimensions = prover->loop->dimensions;
  for (uint32_t i = around; i != CLEAVE_NO_DIMENSION; i = dimensions[i].around) {
    const struct cleave_dimension *counter = &dimensions[i];
    const char *name = name_of(condition, i, iteration);
    if (counter->has_least && is_linear(prover, &counter->least))
      cleave_text_format(&condition->text, " and %s >= %s", name,
                         text_of_value(condition, &counter->least, iteration));
    if (counter->has_most && is_linear(prover, &counter->most))
      cleave_text_format(&condition->text, " and %s <= %s", name,
                         text_of_value(condition, &counter->most, iteration));
    if (counter->has_first && is_linear(prover, &counter->first) && counter->step &&
        counter->step != INT64_MIN)
      cleave_text_format(&condition->text, " and (exists turn : turn >= 0 and %s = %s %c %" PRId64 "*turn)",
                         name, text_of_value(condition, &counter->first, iteration),
                         counter->step < 0 ? '-' : '+', counter->step < 0 ? -counter->step : counter->step);
  }
}

/* Point 4 there. */
static bool is_number_it_says(const struct prover *prover, const struct cleave_access *access) {
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

bool fits(const struct prover *prover, const struct cleave_access *access) {
  signed char *known = &prover->known_fits[access - prover->loop->accesses];
  if (!*known)
    *known = is_number_it_says(prover, access) ? 1 : -1;
  return *known > 0;
}

/* ---- Elements --------------------------------------------------------------------------------- */

struct element element_of(const struct cleave_access *access) {
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
    memmove(&term.factors[at], &term.factors[at + 1], (term.factor_count - at - 1) * sizeof *term.factors);
    term.factor_count--;
    CLEAVE_APPEND(arena, row.terms, row.term_count, term);
  }
  struct cleave_term symbol = {.coefficient = 1, .factors = {length}, .factor_count = 1};
  CLEAVE_APPEND(arena, extent.terms, extent.term_count, symbol);
  memmove(&element->subscripts[1], &element->subscripts[0], element->count * sizeof *element->subscripts);
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
      if (is_invariant(prover, &prover->loop->dimensions[*length]) && divides_products(value, *length) &&
          divides_products(&other->subscripts[0], *length))
        return true;
    }
  return false;
}

/* Point 5 there, the second half: both elements get subscripts of the same meaning. */
bool split_rows(const struct prover *prover, struct element *one, struct element *other) {
  while (one->count && (!is_affine(&one->subscripts[0]) || !is_affine(&other->subscripts[0]))) {
    uint32_t length;
    if (one->count == MOST_SUBSCRIPTS ||
        (!find_length(prover, one, other, &length) && !find_length(prover, other, one, &length)))
      return false;
    split_row(prover->arena, one, length);
    split_row(prover->arena, other, length);
  }
  return true;
}

/* Point 5 there, the first half. */
bool is_within_rows(const struct prover *prover, const struct element *element) {
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
