/* FILE: lib/analysis/atomics.c
 * WHAT: parallel loops that update elements of arrays by atomic constructs (cleave_atomic_updates): histograms.
 */
#include "analysis/analysis_internal.h"

/* Whether the loop uses the array of UPDATE outside of atomic constructs. */
static bool has_other_uses(const struct analysis *it, const struct atomic_update *update) {
  size_t uses = 0, own = 0;
  for (size_t i = 0; i < it->access_count; i++)
    uses += it->bases[i] == update->array;
  for (size_t i = 0; i < it->atomic_count; i++)
    own += it->atomics[i].array == update->array;
  return uses != own;
}

/* In these operations only the low bits of the operands decide those of the result. So conversions between updates change nothing. */
static bool is_modular(enum cleave_combiner combiner) {
  return combiner == CLEAVE_COMBINER_ADD || combiner == CLEAVE_COMBINER_MULTIPLY ||
         combiner == CLEAVE_COMBINER_AND || combiner == CLEAVE_COMBINER_OR || combiner == CLEAVE_COMBINER_XOR;
}

struct cleave_atomic_updates *cleave_describe_atomics(struct cleave_arena *arena,
                                                      const struct cleave_body *body) {
  struct analysis it = begin_analysis(arena, body);
  it.takes_atomics = true;
  struct cleave_loop_accesses *accesses = describe_loops(&it);
  if (!accesses || !it.atomic_count)
    return NULL;
  struct cleave_atomic_updates *result = cleave_arena_allocate(arena, sizeof *result);
  result->accesses = accesses;
  for (size_t i = 0; i < it.atomic_count; i++) {
    struct atomic_update *update = &it.atomics[i];
    size_t *number = &update->facts.array;
    while (*number < result->array_count && result->arrays[*number].variable != update->array->in_region)
      ++*number;
    if (*number == result->array_count) {
      if (!*update->element->spelling)
        return NULL;
      const struct cleave_updated_array added = {update->array->in_region,
                                                 update->element->spelling,
                                                 (unsigned)update->element->bytes,
                                                 update->element->kind == CLEAVE_BODY_FLOATING,
                                                 update->combiner,
                                                 has_other_uses(&it, update)};
      CLEAVE_APPEND(arena, result->arrays, result->array_count, added);
    }
    if (result->arrays[*number].combiner != update->combiner)
      result->arrays[*number].combiner = CLEAVE_COMBINER_UNKNOWN;
    CLEAVE_APPEND(arena, result->updates, result->update_count, update->facts);
  }
  for (size_t i = 0; i < result->update_count; i++) {
    const struct cleave_updated_array *array = &result->arrays[result->updates[i].array];
    accesses->accesses[result->updates[i].access].commutes =
        !array->is_floating && is_modular(array->combiner) && !array->has_other_uses;
  }
  return result;
}
