/* FILE: lib/analysis/parts.c
 * WHAT: the members of records that the body declares, and of temporary objects, as variables of their own: views, pairs, iterators.
 *
 * A member of such a record has a known value from an assignment on, as a variable has (value_flow.c): pointers have targets. All writes
 * to the record are found, since a place that is not known ends the analysis. Members of a union share memory and have no variables.
 */
#include "analysis/analysis_internal.h"

#include <string.h>

static Variable *new_variable(struct analysis *it, const char *name, const Type *type) {
  if (it->part_count + it->temporary_count == MOST_PARTS)
    return NULL;
  Variable *variable = cleave_arena_allocate(it->arena, sizeof *variable);
  variable->index =
      (uint32_t)(it->body->variable_count + MOST_MEMBERS + it->part_count + it->temporary_count);
  variable->name = name;
  variable->type = type;
  variable->in_region = CLEAVE_NO_VARIABLE;
  variable->is_local = variable->is_callees = true;
  variable->order = UINT32_MAX;
  struct known *known = known_of(it, variable);
  *known = (struct known){.is_inside = true, .counter = CLEAVE_NO_DIMENSION, .symbol = CLEAVE_NO_DIMENSION};
  return variable;
}

static const struct part *part_in(const struct analysis *it, const Variable *variable) {
  for (size_t i = 0; i < it->part_count; i++)
    if (it->parts[i].variable == variable)
      return &it->parts[i];
  return NULL;
}

/* NAME tells base classes apart, which have no index. */
const Variable *part_named(struct analysis *it, const Variable *whole, const char *name, uint32_t member,
                           const Type *type) {
  for (size_t i = 0; i < it->part_count; i++)
    if (it->parts[i].whole == whole && it->parts[i].member == member &&
        (member != CLEAVE_BODY_BASE_CLASS || !strcmp(it->parts[i].name, name)))
      return it->parts[i].variable;
  const struct part *outer = part_in(it, whole);
  const struct part added = {whole, outer ? outer->root : whole, name, member, new_variable(it, name, type)};
  if (!added.variable)
    return NULL;
  CLEAVE_APPEND(it->arena, it->parts, it->part_count, added);
  return added.variable;
}

const Variable *part_of(struct analysis *it, const Variable *whole, const Place *place) {
  return place->record->type->is_union || place->type->is_volatile || place->is_bit_field
             ? NULL
             : part_named(it, whole, place->member, place->member_index, place->type->unqualified);
}

/* Whether PLACE has the form of a variable, of what a pointer points to, or of a part of such an object: it is no element of an array. */
static bool may_be_part(const Place *place) {
  while (place->kind == CLEAVE_BODY_MEMBER)
    place = place->record;
  if (place->kind == CLEAVE_BODY_TARGET) {
    const Value *pointer = without_conversions(place->pointer);
    return pointer->kind == CLEAVE_BODY_READ || pointer->kind == CLEAVE_BODY_ADDRESS ||
           pointer->kind == CLEAVE_BODY_INLINED;
  }
  return place->kind == CLEAVE_BODY_VARIABLE || place->kind == CLEAVE_BODY_TEMPORARY;
}

void drop_dimensions(struct analysis *it, size_t before, size_t described, size_t changes) {
  const size_t count = it->body->variable_count + it->member_count;
  bool is_used = it->described_count != described || it->changes != changes;
  for (size_t i = 0; i < count; i++)
    is_used |= it->known[i].symbol != CLEAVE_NO_DIMENSION && it->known[i].symbol >= before;
  if (!is_used)
    it->dimension_count = before;
}

const Variable *part_at(struct analysis *it, const Place *place) {
  const size_t before = it->dimension_count, described = it->described_count, changes = it->changes;
  struct object object;
  if (!may_be_part(place))
    return NULL;
  if (find_quietly(it, place, &object) && object.part)
    return object.part;
  drop_dimensions(it, before, described, changes);
  return NULL;
}

const Place *copied_place(struct analysis *it, const Place *place) {
  struct object record;
  if (place->kind != CLEAVE_BODY_MEMBER || !may_be_part(place) || !find_quietly(it, place->record, &record) ||
      !record.part)
    return NULL;
  const Place *from = known_of(it, record.part)->copied;
  if (!from)
    from = copied_place(it, place->record);
  if (!from)
    return NULL;
  Place *member = cleave_arena_allocate(it->arena, sizeof *member);
  *member = *place;
  member->record = (Place *)from;
  return member;
}

const Variable *new_temporary(struct analysis *it, const Place *place, const Type *type) {
  const struct temporary added = {place, new_variable(it, "", type)};
  if (added.variable)
    CLEAVE_APPEND(it->arena, it->temporaries, it->temporary_count, added);
  return added.variable;
}

/* ---- Values ----------------------------------------------------------------------------------------------- */

static void forget(struct known *known) {
  known->has_value = false;
  known->target = NULL;
  known->copied = NULL;
}

void forget_members(struct analysis *it, const Variable *variable) {
  known_of(it, variable)->copied = NULL;
  for (size_t i = 0; i < it->part_count; i++)
    if (it->parts[i].whole == variable) {
      forget(known_of(it, it->parts[i].variable));
      forget_members(it, it->parts[i].variable);
    }
}

/* No program writes a constant object (C11, 6.7.3p6; C++17, 10.1.7.1p4). */
static bool is_constant(const struct temporary *temporary) {
  return temporary->place && temporary->place->type->is_const;
}

void forget_parts(struct analysis *it, const bool *written) {
  for (size_t i = 0; i < it->body->variable_count; i++)
    if (written[i])
      it->known[i].copied = NULL;
  for (size_t i = 0; i < it->part_count; i++)
    if (it->parts[i].root->index >= it->body->variable_count || written[it->parts[i].root->index])
      forget(known_of(it, it->parts[i].variable));
  for (size_t i = 0; i < it->temporary_count; i++)
    if (!is_constant(&it->temporaries[i]))
      forget(known_of(it, it->temporaries[i].variable));
}
