/* FILE: lib/environments/section_bounds.c
 * WHAT: see section_bounds.h. Bounds are compared as polynomials with integer coefficients.
 *
 * Signed arithmetic does not overflow (C11 6.5p5), unsigned arithmetic of 64 bits is a ring, and conversion of a signed
 * value to 64 bits preserves sums and products. So bounds with equal polynomials have equal values. An unsigned operation
 * of fewer bits is one indeterminate, as is a quotient.
 */
#include "environments/section_bounds.h"

#include <string.h>

enum { MOST_TERMS = 24, MOST_FACTORS = 6, MOST_EXPANSIONS = 64 };

struct term {
  int64_t coefficient;
  const struct cleave_host_value *factors[MOST_FACTORS];
  unsigned count;
};

struct polynomial {
  struct term terms[MOST_TERMS];
  unsigned count;
  bool is_known; /* false: too large */
};

struct comparison {
  const struct analysis *analysis;
  unsigned expansions;
};

static uint32_t class_of(const struct analysis *analysis, uint32_t cell) {
  return cleave_cell_class(analysis->function->memory, cell);
}

/* The number of assignments to CELL in the function; that of a variable with a value is one. */
static unsigned assignments(const struct analysis *analysis, uint32_t cell) {
  unsigned count = 0;
  for (uint32_t i = 0; i < analysis->function->node_count; i++) {
    const struct cleave_host_node *node = host_node(analysis, i);
    for (size_t e = 0; e < node->event_count; e++)
      count += writes_to(analysis, &node->events[e], cell);
    for (size_t c = 0; c < node->copy_count; c++)
      count += 2 * (class_of(analysis, node->copies[c].cell) == class_of(analysis, cell));
    if (node->flags & CLEAVE_HOST_UNKNOWN_CALL && cleave_cell_is_exposed(analysis->function->memory, cell) &&
        !analysis->closed)
      count += 2;
  }
  return count;
}

/* Whether PART has one value in the whole function: a local variable gets one, all other memory none. */
static bool is_constant(void *context, const struct cleave_host_value *part) {
  const struct analysis *analysis = context;
  if (part->cell == CLEAVE_NO_CELL)
    return true;
  const bool is_local = part->kind == CLEAVE_HOST_VARIABLE && part->variable != CLEAVE_NO_VARIABLE &&
                        analysis->function->variables[part->variable].declared_by != CLEAVE_NO_NODE;
  return assignments(analysis, part->cell) <= is_local;
}

/* The number of elements of the container CELL, if it is constructed with that number and keeps it; or NULL. Containers
 * that exchange their contents have the same number. */
static const struct cleave_host_value *size_of(const struct analysis *analysis, uint32_t cell) {
  const struct cleave_host_function *function = analysis->function;
  const struct cleave_host_value *size = NULL;
  unsigned constructed = 0;
  for (size_t i = 0; i < function->size_count; i++)
    if (class_of(analysis, function->sizes[i].cell) == class_of(analysis, cell)) {
      size = function->sizes[i].size;
      constructed++;
    }
  const bool keeps = constructed == 1 && size && assignments(analysis, cell) <= 1;
  return keeps && cleave_host_visit(size, is_constant, (void *)analysis) ? size : NULL;
}

/* The value that VALUE, a variable or the size of a container, has in the whole function; or NULL. */
static const struct cleave_host_value *definition(const struct analysis *analysis,
                                                  const struct cleave_host_value *value) {
  if (value->kind == CLEAVE_HOST_QUERY && !strcmp(value->name, "size"))
    return size_of(analysis, value->cell);
  if (value->kind != CLEAVE_HOST_VARIABLE || value->variable == CLEAVE_NO_VARIABLE ||
      value->cell == CLEAVE_NO_CELL)
    return NULL;
  const struct cleave_host_value *initial = analysis->function->variables[value->variable].initial;
  return initial && is_constant((void *)analysis, value) &&
                 cleave_host_visit(initial, is_constant, (void *)analysis)
             ? initial
             : NULL;
}

static bool has_factors(const struct term *left, const struct term *right) {
  bool used[MOST_FACTORS] = {false};
  if (left->count != right->count)
    return false;
  for (unsigned i = 0; i < left->count; i++) {
    unsigned k = 0;
    while (k < right->count && (used[k] || !cleave_host_equal(left->factors[i], right->factors[k])))
      k++;
    if (k == right->count)
      return false;
    used[k] = true;
  }
  return true;
}

static void add_term(struct polynomial *sum, struct term term) {
  for (unsigned i = 0; i < sum->count; i++)
    if (has_factors(&sum->terms[i], &term)) {
      sum->terms[i].coefficient = (int64_t)((uint64_t)sum->terms[i].coefficient + (uint64_t)term.coefficient);
      return;
    }
  sum->is_known &= sum->count < MOST_TERMS;
  if (sum->is_known)
    sum->terms[sum->count++] = term;
}

static void add_scaled(struct polynomial *sum, const struct polynomial *other, int64_t scale) {
  sum->is_known &= other->is_known;
  for (unsigned i = 0; i < other->count; i++) {
    struct term term = other->terms[i];
    term.coefficient = (int64_t)((uint64_t)term.coefficient * (uint64_t)scale);
    add_term(sum, term);
  }
}

static void add_product(struct polynomial *sum, const struct polynomial *left,
                        const struct polynomial *right) {
  sum->is_known &= left->is_known && right->is_known;
  for (unsigned i = 0; i < left->count; i++)
    for (unsigned k = 0; k < right->count && sum->is_known; k++) {
      struct term term = left->terms[i];
      const struct term *factor = &right->terms[k];
      sum->is_known &= term.count + factor->count <= MOST_FACTORS;
      for (unsigned f = 0; f < factor->count && sum->is_known; f++)
        term.factors[term.count++] = factor->factors[f];
      term.coefficient = (int64_t)((uint64_t)term.coefficient * (uint64_t)factor->coefficient);
      add_term(sum, term);
    }
}

static bool is_wide_cast(const struct cleave_host_value *value) {
  static const char *const types[] = {"long", "unsigned long", "size_t", "std::size_t"};
  for (size_t i = 0; value->kind == CLEAVE_HOST_CAST && i < sizeof types / sizeof *types; i++)
    if (!strcmp(value->name, types[i]))
      return true;
  return false;
}

static void expand(struct comparison *comparison, const struct cleave_host_value *value,
                   struct polynomial *result) {
  *result = (struct polynomial){.is_known = true};
  const struct cleave_host_value *known = NULL;
  if (is_wide_cast(value)) {
    expand(comparison, value->left, result);
    return;
  }
  if (comparison->expansions < MOST_EXPANSIONS && (known = definition(comparison->analysis, value))) {
    comparison->expansions++;
    expand(comparison, known, result);
    return;
  }
  if (value->kind == CLEAVE_HOST_OPERATION && !value->wraps && value->operation != CLEAVE_DIVIDE) {
    struct polynomial left, right;
    expand(comparison, value->left, &left);
    expand(comparison, value->right, &right);
    if (value->operation == CLEAVE_MULTIPLY) {
      add_product(result, &left, &right);
      return;
    }
    add_scaled(result, &left, 1);
    add_scaled(result, &right, value->operation == CLEAVE_SUBTRACT ? -1 : 1);
    return;
  }
  if (value->kind == CLEAVE_HOST_INTEGER)
    add_term(result, (struct term){.coefficient = value->integer});
  else
    add_term(result, (struct term){.coefficient = 1, .factors = {value}, .count = 1});
}

/* Whether LEFT and RIGHT have the same value. NULL: zero, or no bound. */
static bool is_same_bound(const struct analysis *analysis, const struct cleave_host_value *left,
                          const struct cleave_host_value *right) {
  if (cleave_host_equal(left, right))
    return true;
  if (!left || !right)
    return false;
  struct comparison comparison = {.analysis = analysis};
  struct polynomial difference, other;
  expand(&comparison, left, &difference);
  expand(&comparison, right, &other);
  add_scaled(&difference, &other, -1);
  bool zero = difference.is_known;
  for (unsigned i = 0; i < difference.count; i++)
    zero &= difference.terms[i].coefficient == 0;
  return zero;
}

bool is_same_section(const struct analysis *analysis, const struct cleave_host_item *left,
                     const struct cleave_host_item *right) {
  bool same = left->has_section == right->has_section && left->inner_count == right->inner_count &&
              is_same_bound(analysis, left->first, right->first) &&
              is_same_bound(analysis, left->length, right->length);
  for (unsigned i = 0; same && i < left->inner_count; i++)
    same = is_same_bound(analysis, left->inner[i], right->inner[i]);
  return same;
}
