/* FILE: lib/analysis/access_list.c
 * WHAT: the list of accesses.
 */
#include "analysis/analysis_internal.h"

static struct cleave_polynomial *copy_polynomials(struct analysis *it, const struct cleave_polynomial *from,
                                                  size_t count) {
  struct cleave_polynomial *copy = count ? cleave_arena_allocate(it->arena, count * sizeof *copy) : NULL;
  for (size_t i = 0; i < count; i++)
    copy[i] = from[i];
  return copy;
}

size_t known_subscripts(const struct object *object) {
  return object->in_union ? object->union_count : object->subscript_count;
}

static void without_first_subscript(struct object *object) {
  object->subscript_count--;
  object->outer_count--;
  object->union_count -= object->in_union;
  for (size_t i = 0; i < object->subscript_count; i++) {
    object->subscripts[i] = object->subscripts[i + 1];
    object->extents[i] = object->extents[i + 1];
  }
}

void add_access(struct analysis *it, const struct object *object, bool reads, bool writes, bool is_certain,
                const struct cleave_body_text *text) {
  struct object this_object;
  if (object->base->is_this) { /* the object of the member function; it is in no array */
    if (!object->in_member || object->outer_count != 1 || object->subscripts[0].term_count)
      return give_up(it, "it accesses an object that the region does not name", text->at);
    this_object = *object;
    without_first_subscript(&this_object);
    object = &this_object;
  }
  const size_t outer = object->in_member ? object->outer_count : object->subscript_count,
               inner = known_subscripts(object) - outer;
  const size_t before = it->fits.count;
  add_fits(it, &it->around_fits);
  add_fits(it, &object->assumed);
  const struct fits fits = take_fits(it, before);
  const struct cleave_access access = {.variable = object->base->in_region,
                                       .writes = writes,
                                       .updates = reads && writes,
                                       .certain = is_certain,
                                       .offset = text->at,
                                       .end = text->is_exact && outer && !object->in_member ? text->end : 0,
                                       .around = it->around,
                                       .subscripts = copy_polynomials(it, object->subscripts, outer),
                                       .extents = copy_polynomials(it, object->extents, outer),
                                       .subscript_count = outer,
                                       .inner = copy_polynomials(it, object->subscripts + outer, inner),
                                       .inner_extents = copy_polynomials(it, object->extents + outer, inner),
                                       .inner_count = inner,
                                       .fits = fits.items,
                                       .fit_count = fits.count};
  CLEAVE_APPEND(it->arena, it->accesses, it->access_count, access);
  CLEAVE_APPEND(it->arena, it->bases, it->base_count, object->base);
}

const Place *choice_of_pointer(struct analysis *it, const Place *place) {
  const Value *pointer = place->kind == CLEAVE_BODY_TARGET ? place->pointer : NULL;
  const Value *sum = pointer && pointer->kind == CLEAVE_BODY_BINARY ? pointer : NULL;
  const Value *choice = sum ? without_conversions(sum->left) : pointer;
  const bool is_place =
      choice && choice->kind == CLEAVE_BODY_READ && choice->place->kind == CLEAVE_BODY_CHOICE;
  if (!is_place && (!choice || choice->kind != CLEAVE_BODY_SELECT))
    return NULL;
  Place *result = cleave_arena_allocate(it->arena, 3 * sizeof *result), *sides = result + 1;
  Value *values = cleave_arena_allocate(it->arena, 4 * sizeof *values);
  *result = sides[0] = sides[1] = *place;
  result->kind = CLEAVE_BODY_CHOICE;
  result->pointer = is_place ? choice->place->pointer : choice->condition;
  for (int i = 0; i < 2; i++) {
    Value *side = i ? choice->right : choice->left;
    if (is_place) {
      side = &values[2 + i];
      *side = *choice;
      side->place = i ? choice->place->other : choice->place->record;
    }
    if (sum) {
      values[i] = *sum;
      values[i].left = side;
      side = &values[i];
    }
    sides[i].pointer = side;
  }
  result->record = &sides[0];
  result->other = &sides[1];
  return result;
}
