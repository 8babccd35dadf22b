/* FILE: lib/transfers/coverage.c
 * WHAT: proves that a parallel loop overwrites an object, by the subscripts (model/affine.h).
 *
 * Two statements about sets are decided by isl for all values of the symbols, also for those for which loops
 * have no iteration: a kernel writes all of an object, and it reads only elements that it has written. The
 * sets of writes must not be too large:
 *
 * 1. A write counts only if it occurs in every iteration of the loops around it, and if all iterations of
 *    these loops are known: first value, step and bound consist of symbols and outer counters. A parallel
 *    loop executes each iteration once, whatever its schedule is (OpenMP 5.1, 2.11.4). A counter that could
 *    not hold all its values would overflow, which is undefined, or never end.
 * 2. The section that a map clause names has the size that its bounds have when the region begins.
 *    They may be compared with the bounds of a loop if both are made of the same variables, which
 *    the region owns and does not change.
 * 3. Rows. The n * n elements of a section are n rows of n elements, and i * n + j names element j of row i,
 *    if n is not negative. For a negative n the section exists as well, but the proof does not hold; the
 *    caller gets the variables that must not be negative. (j need not be within its row: accesses with equal
 *    row and column are to the same element.)
 * 4. The loop must have written each element of the object that it reads. The write is in the same iteration
 *    of the associated loops, whose iterations have no order. It is also in the same iteration of the other
 *    loops around both accesses, and earlier in their body.
 */
#include "polyhedral/access_relation.h"
#include "polyhedral/set_builder.h"
#include "transfers/transfers_internal.h"

/* Whether VALUE is linear and consists of counters and of symbols that keep their values. */
static bool is_exact(const struct cleave_loop_model *model, const struct cleave_polynomial *value) {
  for (size_t i = 0; i < value->term_count; i++)
    for (uint32_t f = 0; f < value->terms[i].factor_count; f++) {
      const uint32_t factor = value->terms[i].factors[f];
      const enum cleave_dimension_kind kind = model->loop->dimensions[factor].kind;
      if (kind != CLEAVE_DIMENSION_PARALLEL && kind != CLEAVE_DIMENSION_SEQUENTIAL &&
          !model->is_invariant[factor])
        return false;
    }
  return cleave_loop_is_affine(model, value);
}

static bool are_exact(const struct cleave_loop_model *model, const struct cleave_element *element) {
  for (size_t i = 0; i < element->count; i++)
    if (!is_exact(model, &element->subscripts[i]))
      return false;
  return true;
}

/* Point 1: whether all iterations of the loops from AROUND outwards are known. */
static bool has_known_iterations(const struct cleave_loop_model *model, uint32_t around) {
  const struct cleave_dimension *dimensions = model->loop->dimensions;
  for (uint32_t i = around; i != CLEAVE_NO_DIMENSION; i = dimensions[i].around) {
    const struct cleave_dimension *counter = &dimensions[i];
    const bool upwards = counter->step > 0;
    if (!counter->has_first || !counter->step || counter->step == INT64_MIN ||
        !(upwards ? counter->has_most : counter->has_least) || !is_exact(model, &counter->first) ||
        !is_exact(model, upwards ? &counter->most : &counter->least))
      return false;
  }
  return true;
}

/* Point 2: whether VALUE is the same now as when the region began. */
static bool is_steady(const struct cleave_loop_model *model, const struct cleave_polynomial *value) {
  for (size_t i = 0; i < value->term_count; i++)
    for (uint32_t f = 0; f < value->terms[i].factor_count; f++) {
      const uint32_t factor = value->terms[i].factors[f], symbol = model->loop->dimensions[factor].variable;
      if (!model->is_invariant[factor] ||
          model->region->variables[symbol].sharing != CLEAVE_SHARING_FIRSTPRIVATE ||
          cleave_region_flowing_uses(model->region, symbol) & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS))
        return false;
    }
  return true;
}

/* ALL and MORE; either may be NULL for a set that is not known. Without MORE if the union has too many convex
 * pieces: sets of writes may be too small, and isl compares each piece with each. */
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

/* The elements that a map clause names: LENGTH rows from FIRST on, each with the extents of ELEMENT. */
static isl_set *section_of(const struct cleave_loop_model *model, const struct cleave_element *element,
                           const struct cleave_polynomial *first, const struct cleave_polynomial *length) {
  struct cleave_set_builder builder = cleave_set_builder_new(model);
  for (size_t i = 0; i < element->count; i++) {
    const struct cleave_sum coordinate = cleave_add_coordinate(&builder);
    struct cleave_sum from = {0}, to = {0}; /* both are at least 0 */
    cleave_sum_add(&builder, &from, 1, coordinate);
    if (!i)
      cleave_sum_add(&builder, &from, -1, cleave_sum_of(&builder, first));
    cleave_sum_add(&builder, &to, 1, cleave_sum_of(&builder, i ? &element->extents[i] : length));
    cleave_sum_add(&builder, &to, -1, from);
    cleave_sum_add_constant(&builder, &to, -1);
    cleave_require_not_negative(&builder, from);
    cleave_require_not_negative(&builder, to);
  }
  return cleave_set_builder_finish(&builder);
}

/* Whether WRITE can count: its ELEMENT and the LENGTH of the section have the same structure. */
static bool take_apart(const struct cleave_loop_model *model, const struct cleave_access *write,
                       const struct cleave_polynomial *first, const struct cleave_polynomial *section,
                       struct cleave_element *element, struct cleave_polynomial *length) {
  if (!write->certain || !write->subscript_count || write->inner_count ||
      write->subscript_count > CLEAVE_MOST_SUBSCRIPTS || !has_known_iterations(model, write->around) ||
      !cleave_access_fits(model, write))
    return false;
  struct cleave_element apart = cleave_section_length(section);
  *element = cleave_element_of(write);
  const bool is_one_row =
      cleave_loop_is_affine(model, &element->subscripts[0]) && cleave_loop_is_affine(model, section);
  if ((!is_one_row && !cleave_delinearize(model, element, &apart)) || !are_exact(model, element))
    return false;
  *length = apart.subscripts[0];
  return cleave_is_whole_rows(&apart, first);
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

/* FIRST and LENGTH of the section that TRANSFER maps; false if they are not known. For a whole array, an
 * access to it gives the length. */
static bool find_section(const struct cleave_loop_model *model, const struct cleave_transfer *transfer,
                         const struct cleave_access *access, struct cleave_polynomial *first,
                         struct cleave_polynomial *length) {
  if (transfer->item == CLEAVE_NO_ITEM || model->region->maps[transfer->item].flags & CLEAVE_MAP_WHOLE) {
    *first = (struct cleave_polynomial){0};
    *length = access->extents[0];
    return model->region->variables[transfer->variable].type_class == CLEAVE_TYPE_ARRAY && length->term_count;
  }
  const struct cleave_section *section = only_section(model->loop, transfer->variable);
  if (!section || !is_steady(model, &section->first) || !is_steady(model, &section->length))
    return false;
  *first = section->first;
  *length = section->length;
  return true;
}

bool overwrites(const struct cleave_loop_model *model, const struct cleave_transfer *transfer, bool *guards,
                uint32_t *offset) {
  const struct cleave_loop_accesses *loop = model->loop;
  struct cleave_element shape = {0}; /* of the first write that counts; the others must have the same */
  isl_set *rest = NULL, *written = NULL;
  for (size_t i = 0; i < loop->access_count; i++) {
    const struct cleave_access *write = &loop->accesses[i];
    struct cleave_polynomial first, section, length;
    struct cleave_element element;
    if (!write->writes || write->variable != transfer->variable || !write->subscript_count ||
        !find_section(model, transfer, write, &first, &section) ||
        !take_apart(model, write, &first, &section, &element, &length))
      continue;
    bool alike = !shape.count || shape.count == element.count;
    for (size_t k = 1; alike && k < element.count; k++)
      alike = cleave_loop_is_invariant(model, &element.extents[k]) && cleave_is_affine(&element.extents[k]) &&
              (!shape.count || cleave_polynomials_equal(&element.extents[k], &shape.extents[k]));
    if (!alike)
      continue;
    if (!shape.count) {
      shape = element;
      *offset = write->offset;
      rest = section_of(model, &element, &first, &length);
    }
    written = join(written, cleave_touched_elements(model, &element));
  }
  const bool all = written && isl_set_is_subset(rest, written) == isl_bool_true;
  isl_set_free(rest);
  isl_set_free(written);
  /* Point 3. split_row puts the length of rows that it finds before the others. */
  for (size_t k = 1; all && k <= shape.count - shape.access->subscript_count; k++)
    guards[loop->dimensions[shape.extents[k].terms[0].factors[0]].variable] = true;
  return all;
}

/* ---- What a loop reads of it ------------------------------------------------------------------ */

/* The iterations that perform READ after WRITE has accessed the same element in them; NULL: not known. */
static isl_set *iterations_after(const struct cleave_loop_model *model, const struct cleave_access *read,
                                 const struct cleave_access *write) {
  if (write->subscript_count != read->subscript_count || write->inner_count ||
      !cleave_access_fits(model, write) || !has_known_iterations(model, write->around))
    return NULL;
  struct cleave_element from = cleave_element_of(read), to = cleave_element_of(write);
  from.count = to.count; /* the write of a record writes the parts of it that are read */
  if (!cleave_delinearize(model, &from, &to) || !are_exact(model, &from) || !are_exact(model, &to))
    return NULL;
  isl_map *reads = cleave_access_relation(model, &from), *writes = cleave_access_relation(model, &to);
  if (read->around == write->around)
    return isl_map_domain(isl_map_intersect(reads, writes));
  /* The two are in the same iteration of the loops around both. */
  isl_map *meeting = isl_map_apply_range(reads, isl_map_reverse(writes));
  const unsigned common = cleave_common_counters(model, read->around, write->around);
  for (int i = 0; i < (int)common; i++)
    meeting = isl_map_equate(meeting, isl_dim_in, i, isl_dim_out, i);
  return isl_map_domain(meeting);
}

/* Whether WRITE and READ have identical subscripts. */
static bool is_same_element(const struct cleave_access *read, const struct cleave_access *write) {
  if (read->subscript_count != write->subscript_count)
    return false;
  for (size_t i = 0; i < read->subscript_count; i++)
    if (!cleave_polynomials_equal(&read->subscripts[i], &write->subscripts[i]))
      return false;
  return true;
}

/* Point 4, for the access number INDEX. Usually one write has identical subscripts: it is tested first. The
 * others are tested one by one, up to a limit: their number is the same for each read. */
static bool has_been_written(const struct cleave_loop_model *model, size_t index) {
  enum { MOST_WRITES = 32 };
  const struct cleave_loop_accesses *loop = model->loop;
  const struct cleave_access *read = &loop->accesses[index];
  if (!read->subscript_count || read->subscript_count > CLEAVE_MOST_SUBSCRIPTS ||
      !cleave_access_fits(model, read))
    return false;
  isl_set *rest = cleave_iteration_domain(model, read->around), *written = NULL;
  bool all = false;
  unsigned asked = 0;
  for (int same = 1; same >= 0; same--)
    for (size_t i = 0; rest && !all && i < index; i++) {
      const struct cleave_access *write = &loop->accesses[i];
      if (write->variable != read->variable || !write->certain || is_same_element(read, write) != same ||
          (!same && asked++ >= MOST_WRITES))
        continue;
      isl_set *one = iterations_after(model, read, write);
      all = one && isl_set_is_subset(rest, one) == isl_bool_true;
      written = join(written, one);
    }
  all = all || (rest && written && isl_set_is_subset(rest, written) == isl_bool_true);
  isl_set_free(rest);
  isl_set_free(written);
  return all;
}

bool reads_only_own(const struct cleave_loop_model *model, uint32_t variable) {
  const struct cleave_loop_accesses *loop = model->loop;
  bool any = false; /* the reads in the headers of the associated loops are not among the accesses */
  for (size_t i = 0; i < loop->access_count; i++) {
    const struct cleave_access *access = &loop->accesses[i];
    if (access->variable != variable || (access->writes && !access->updates))
      continue;
    any = true;
    if (!has_been_written(model, i))
      return false;
  }
  return any;
}
