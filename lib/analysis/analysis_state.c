/* FILE: lib/analysis/analysis_state.c
 * WHAT: the state of the analysis of one loop: the obstacle, dimensions, assumptions, assigned variables.
 */
#include "analysis/analysis_internal.h"

#include <string.h>

void give_up(struct analysis *it, const char *reason, uint32_t offset) {
  if (it->is_known)
    it->obstacle = (struct cleave_obstacle){reason, offset};
  it->is_known = false;
}

uint32_t new_dimension(struct analysis *it, enum cleave_dimension_kind kind, const Type *type) {
  const struct cleave_dimension added = {.kind = kind,
                                         .variable = CLEAVE_NO_VARIABLE,
                                         .around = CLEAVE_NO_DIMENSION,
                                         .object = CLEAVE_NO_VARIABLE,
                                         .bits = type->bits,
                                         .is_signed = type->is_signed};
  CLEAVE_APPEND(it->arena, it->dimensions, it->dimension_count, added);
  return (uint32_t)it->dimension_count - 1;
}

struct cleave_polynomial unknown_value(struct analysis *it, const Type *type) {
  return polynomial_of_dimension(it->arena, new_dimension(it, CLEAVE_DIMENSION_UNKNOWN, type));
}

void add_fits(struct analysis *it, const struct fits *added) {
  for (size_t i = 0; i < added->count; i++)
    CLEAVE_APPEND(it->arena, it->fits.items, it->fits.count, added->items[i]);
}

struct fits take_fits(struct analysis *it, size_t before) {
  struct fits taken = {0};
  for (size_t i = before; i < it->fits.count; i++)
    CLEAVE_APPEND(it->arena, taken.items, taken.count, it->fits.items[i]);
  it->fits.count = before;
  return taken;
}

bool *copy_assigned(const struct analysis *it) {
  const size_t size = (it->body->variable_count + MOST_MEMBERS) * sizeof(bool);
  bool *copy = cleave_arena_allocate(it->arena, size);
  return memcpy(copy, it->assigned, size);
}

const struct described_loop *described_loop_of(const struct analysis *it, const Statement *loop) {
  for (size_t i = it->described_count; i-- > 0;)
    if (it->described[i].loop == loop)
      return &it->described[i];
  return NULL;
}

uint32_t dimension_of_loop(const struct analysis *it, const Statement *loop) {
  const struct described_loop *found = described_loop_of(it, loop);
  return found && found->is_counter ? found->dimension : CLEAVE_NO_DIMENSION;
}

const struct known_step *known_step_of(const struct analysis *it, const Variable *variable,
                                       const Value *value) {
  const struct known *known = known_of(it, variable);
  for (size_t i = 0; i < known->step_count; i++)
    if (known->steps[i].step == value)
      return &known->steps[i];
  return NULL;
}
