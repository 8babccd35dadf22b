/* FILE: lib/transfers/coverage.c
 * WHAT: proves that a parallel loop overwrites an object, by the subscripts (model/affine.h).
 *
 * That a kernel has written all of an object, and that it has read nothing of it but what it wrote,
 * are statements about sets, which isl decides for all values of the symbols: also for those with
 * which loops have no iteration at all. Here the sets of writes must not be too large:
 *
 * 1. Only writes count that take place in every iteration of the loops around them, and only loops
 *    of which all iterations are known: first value, step and bound are made of symbols and outer
 *    counters. A parallel loop executes each iteration once, whatever its schedule is (OpenMP 5.1,
 *    2.11.4). A counter that could not hold all its values would overflow, which is undefined, or
 *    never end.
 * 2. The section that a map clause names has the size that its bounds have when the region begins.
 *    They may be compared with the bounds of a loop if both are made of the same variables, which
 *    the region owns and does not change.
 * 3. Rows. The n * n elements of a section are n rows of n elements, and i * n + j names element j
 *    of row i, if n is not negative. A negative n has a section as well, of which that says
 *    nothing; the caller hears of the variables that must not be negative. (Whether j is within its
 *    row is no matter here: what is equal in row and column is the same element.)
 * 4. What a loop reads of the object it must have written before: in the same iteration of its
 *    associated loops, since these have no order among each other; and in the same iteration of the
 *    other loops around both accesses, further up in their body.
 */
#include <inttypes.h>
#include <string.h>

#include "transfers/transfers_internal.h"

/* Whether VALUE is made of counters and of symbols that keep their values, and linear. */
static bool is_exact(const struct prover *prover, const struct cleave_polynomial *value) {
  for (size_t i = 0; i < value->term_count; i++)
    for (uint32_t f = 0; f < value->terms[i].factor_count; f++) {
      const struct cleave_dimension *factor = &prover->loop->dimensions[value->terms[i].factors[f]];
      if (factor->kind != CLEAVE_DIMENSION_PARALLEL && factor->kind != CLEAVE_DIMENSION_SEQUENTIAL &&
          !is_invariant(prover, factor))
        return false;
    }
  return is_linear(prover, value);
}

static bool are_exact(const struct prover *prover, const struct element *element) {
  for (size_t i = 0; i < element->count; i++)
    if (!is_exact(prover, &element->subscripts[i]))
      return false;
  return true;
}

/* Point 1: whether all iterations of the loops from AROUND outwards are known. */
static bool has_known_iterations(const struct prover *prover, uint32_t around) {
  const struct cleave_dimension *dimensions = prover->loop->dimensions;
  for (uint32_t i = around; i != CLEAVE_NO_DIMENSION; i = dimensions[i].around) {
    const struct cleave_dimension *counter = &dimensions[i];
    const bool upwards = counter->step > 0;
    if (!counter->has_first || !counter->step || counter->step == INT64_MIN ||
        !(upwards ? counter->has_most : counter->has_least) || !is_exact(prover, &counter->first) ||
        !is_exact(prover, upwards ? &counter->most : &counter->least))
      return false;
  }
  return true;
}

/* Point 2: whether VALUE is the same now as when the region began. */
static bool is_steady(const struct prover *prover, const struct cleave_polynomial *value) {
  for (size_t i = 0; i < value->term_count; i++)
    for (uint32_t f = 0; f < value->terms[i].factor_count; f++) {
      const struct cleave_dimension *symbol = &prover->loop->dimensions[value->terms[i].factors[f]];
      if (!is_invariant(prover, symbol) ||
          prover->region->variables[symbol->variable].sharing != CLEAVE_SHARING_FIRSTPRIVATE ||
          cleave_region_flowing_uses(prover->region, symbol->variable) &
              (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS))
        return false;
    }
  return true;
}

/* ALL and MORE, either of which may be NULL for a set that is not known; without MORE if they are too many convex
 * pieces. Sets of writes may be too small, and isl compares each piece with each. */
static isl_set *join(isl_set *all, isl_set *more) {
  enum { MOST_PIECES = 24 };
  if (!all || !more)
    return all ? all : more;
  const isl_size pieces = isl_set_n_basic_set(all);
  if (pieces < 0 || pieces >= MOST_PIECES) {
    isl_set_free(more);
    return all;
  }
  return isl_set_coalesce(isl_set_union(all, more));
}

/* ---- What a loop writes ----------------------------------------------------------------------- */

static isl_set *elements_of(const struct prover *prover, const struct element *element) {
  struct condition condition = new_condition(prover);
  condition.runs_all = true;
  add_domain(&condition, element->access->around, 0);
  for (size_t i = 0; i < element->count; i++)
    cleave_text_format(&condition.text, " and e%zu = %s", i,
                       text_of_value(&condition, &element->subscripts[i], 0));
  return set_of(&condition, element->count);
}

/* What a map clause names: LENGTH rows from FIRST on, each with all elements that the extents of ELEMENT
 * tell. */
static isl_set *section_of(const struct prover *prover, const struct element *element,
                           const struct cleave_polynomial *first, const struct cleave_polynomial *length) {
  struct condition condition = new_condition(prover);
  const char *begin = text_of_value(&condition, first, 0);
  cleave_text_format(&condition.text, " and e0 >= %s and e0 < %s + %s", begin, begin,
                     text_of_value(&condition, length, 0));
  for (size_t i = 1; i < element->count; i++)
    cleave_text_format(&condition.text, " and e%zu >= 0 and e%zu < %s", i, i,
                       text_of_value(&condition, &element->extents[i], 0));
  return set_of(&condition, element->count);
}

/* Whether WRITE can count, and its ELEMENT as well as the LENGTH of the section taken apart alike. */
static bool take_apart(const struct prover *prover, const struct cleave_access *write,
                       const struct cleave_polynomial *first, const struct cleave_polynomial *section,
                       struct element *element, struct cleave_polynomial *length) {
  if (!write->certain || !write->subscript_count || write->subscript_count > MOST_SUBSCRIPTS ||
      !has_known_iterations(prover, write->around) || !fits(prover, write))
    return false;
  const struct cleave_access end = {.subscripts = (struct cleave_polynomial *)section,
                                    .subscript_count = 1,
                                    .extents = (struct cleave_polynomial *)section};
  struct element apart = element_of(&end);
  *element = element_of(write);
  const bool is_one_row = is_linear(prover, &element->subscripts[0]) && is_linear(prover, section);
  if ((!is_one_row && !split_rows(prover, element, &apart)) || !are_exact(prover, element))
    return false;
  *length = apart.subscripts[0];
  /* Taken apart, the section must consist of whole rows from the first on. */
  for (size_t i = 1; i < apart.count; i++)
    if (apart.subscripts[i].term_count || first->term_count)
      return false;
  return true;
}

static const struct cleave_section *only_section(const struct cleave_loop_accesses *loop, uint32_t variable) {
  const struct cleave_section *found = NULL;
  for (size_t i = 0; i < loop->section_count; i++)
    if (loop->sections[i].variable == variable) {
      if (found)
        return NULL;
      found = &loop->sections[i];
    }
  return found;
}

/* FIRST and LENGTH of what TRANSFER maps; false if that is not known. Of a whole array an access to it
 * tells the length. */
static bool find_section(const struct prover *prover, const struct cleave_transfer *transfer,
                         const struct cleave_access *access, struct cleave_polynomial *first,
                         struct cleave_polynomial *length) {
  if (transfer->item == CLEAVE_NO_ITEM || prover->region->maps[transfer->item].flags & CLEAVE_MAP_WHOLE) {
    *first = (struct cleave_polynomial){0};
    *length = access->extents[0];
    return prover->region->variables[transfer->variable].type_class == CLEAVE_TYPE_ARRAY &&
           length->term_count;
  }
  const struct cleave_section *section = only_section(prover->loop, transfer->variable);
  if (!section || !is_steady(prover, &section->first) || !is_steady(prover, &section->length))
    return false;
  *first = section->first;
  *length = section->length;
  return true;
}

bool overwrites(const struct prover *prover, const struct cleave_transfer *transfer, bool *guards,
                uint32_t *offset) {
  const struct cleave_loop_accesses *loop = prover->loop;
  struct element model = {0}; /* of the first write that counts; the others are taken apart like it */
  isl_set *rest = NULL, *written = NULL;
  for (size_t i = 0; i < loop->access_count; i++) {
    const struct cleave_access *write = &loop->accesses[i];
    struct cleave_polynomial first, section, length;
    struct element element;
    if (!write->writes || write->variable != transfer->variable || !write->subscript_count ||
        !find_section(prover, transfer, write, &first, &section) ||
        !take_apart(prover, write, &first, &section, &element, &length))
      continue;
    bool alike = !model.count || model.count == element.count;
    for (size_t k = 1; alike && k < element.count; k++)
      alike = is_fixed(prover, &element.extents[k]) && is_affine(&element.extents[k]) &&
              (!model.count || is_same_value(&element.extents[k], &model.extents[k]));
    if (!alike)
      continue;
    if (!model.count) {
      model = element;
      *offset = write->offset;
      rest = section_of(prover, &element, &first, &length);
    }
    written = join(written, elements_of(prover, &element));
  }
  const bool all = written && isl_set_is_subset(rest, written) == isl_bool_true;
  isl_set_free(rest);
  isl_set_free(written);
  /* Point 3. split_row puts the length of rows that it finds in front of the others. */
  for (size_t k = 1; all && k <= model.count - model.access->subscript_count; k++)
    guards[loop->dimensions[model.extents[k].terms[0].factors[0]].variable] = true;
  return all;
}

/* ---- What a loop reads of it ------------------------------------------------------------------ */

/* "c0 = a3 and c1 = a4" for the counters of the loops around READ; how many there are. */
static size_t add_counters(struct condition *condition, const struct cleave_access *read) {
  const struct cleave_dimension *dimensions = condition->prover->loop->dimensions;
  size_t count = 0;
  for (uint32_t i = read->around; i != CLEAVE_NO_DIMENSION; i = dimensions[i].around, count++)
    cleave_text_format(&condition->text, " and e%zu = %s", count, name_of(condition, i, 0));
  return count;
}

/* The iterations that perform READ; with WRITE, those in which WRITE names the same element before. */
static isl_set *iterations_of(const struct prover *prover, const struct cleave_access *read,
                              const struct cleave_access *write) {
  struct condition condition = new_condition(prover);
  add_domain(&condition, read->around, 0);
  const size_t count = add_counters(&condition, read);
  if (write) {
    struct element from = element_of(read), to = element_of(write);
    if (write->subscript_count != read->subscript_count || !fits(prover, write) ||
        !has_known_iterations(prover, write->around) || !split_rows(prover, &from, &to) ||
        !are_exact(prover, &from) || !are_exact(prover, &to))
      return NULL;
    add_domain(&condition, write->around, 0);
    for (size_t i = 0; i < from.count; i++)
      cleave_text_format(&condition.text, " and %s = %s", text_of_value(&condition, &from.subscripts[i], 0),
                         text_of_value(&condition, &to.subscripts[i], 0));
  }
  return set_of(&condition, count);
}

/* Whether WRITE names the same element as READ in the same words. */
static bool is_same_element(const struct cleave_access *read, const struct cleave_access *write) {
  if (read->subscript_count != write->subscript_count)
    return false;
  for (size_t i = 0; i < read->subscript_count; i++)
    if (!is_same_value(&read->subscripts[i], &write->subscripts[i]))
      return false;
  return true;
}

/* Point 4, for the access number INDEX. Mostly one write names the element in the same words: it is asked first.
 * Others are asked one by one, up to a number: they are as many for each read. */
static bool has_been_written(const struct prover *prover, size_t index) {
  enum { MOST_WRITES = 32 };
  const struct cleave_loop_accesses *loop = prover->loop;
  const struct cleave_access *read = &loop->accesses[index];
  if (!read->subscript_count || read->subscript_count > MOST_SUBSCRIPTS || !fits(prover, read))
    return false;
  isl_set *rest = iterations_of(prover, read, NULL), *written = NULL;
  bool all = false;
  unsigned asked = 0;
  for (int same = 1; same >= 0; same--)
    for (size_t i = 0; rest && !all && i < index; i++) {
      const struct cleave_access *write = &loop->accesses[i];
      if (write->variable != read->variable || !write->certain || is_same_element(read, write) != same ||
          (!same && asked++ >= MOST_WRITES))
        continue;
      isl_set *one = iterations_of(prover, read, write);
      all = one && isl_set_is_subset(rest, one) == isl_bool_true;
      written = join(written, one);
    }
  all = all || (rest && written && isl_set_is_subset(rest, written) == isl_bool_true);
  isl_set_free(rest);
  isl_set_free(written);
  return all;
}

bool reads_only_own(const struct prover *prover, uint32_t variable) {
  const struct cleave_loop_accesses *loop = prover->loop;
  bool any = false; /* what the headers of the associated loops read is not among the accesses */
  for (size_t i = 0; i < loop->access_count; i++) {
    const struct cleave_access *access = &loop->accesses[i];
    if (access->variable != variable || (access->writes && !access->updates))
      continue;
    any = true;
    if (!has_been_written(prover, i))
      return false;
  }
  return any;
}
