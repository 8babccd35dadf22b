/* FILE: lib/analysis/members.c
 * WHAT: members of records as bases of accesses and as symbols: `g->u[i]`, `this->n`.
 *
 * A pointer member has one value in all iterations if none of them writes to it. It is written under its own name, which the
 * reader reports for the
 * whole region (is_kept), or through a pointer to memory. The latter is excluded by types: an object of pointer type is accessed
 * by pointer types,
 * by records that contain one, and by characters (C11, 6.5p7). The same holds for integer members, with integers of the same size. With
 * -fno-strict-aliasing nothing is known.
 */
#include "analysis/analysis_internal.h"

#include <string.h>

/* ---- What the body writes --------------------------------------------------------------------------------- */

static void note_write(struct analysis *it, const Place *place) {
  const Type *type = place->type;
  if (place->kind == CLEAVE_BODY_CHOICE) {
    note_write(it, place->record);
    note_write(it, place->other);
    return;
  }
  /* A variable as a whole is another object; a reference may be any. */
  if (place->kind == CLEAVE_BODY_VARIABLE && place->variable->type->kind != CLEAVE_BODY_REFERENCE)
    return;
  if (is_integral(type))
    it->written_integers |= type->bytes ? (unsigned)type->bytes : ~0u;
  it->writes_pointers |=
      type->kind == CLEAVE_BODY_POINTER || type->holds_pointers || type->kind == CLEAVE_BODY_OTHER;
  if (type->kind == CLEAVE_BODY_RECORD || type->kind == CLEAVE_BODY_ARRAY ||
      type->kind == CLEAVE_BODY_OTHER || type->holds_pointers)
    it->written_integers = ~0u;
}

/* What code that is not in the tree writes. */
static void note_anything(struct analysis *it) {
  it->written_integers = ~0u;
  it->writes_pointers = true;
}

static void note_value(struct analysis *it, const Value *value);

static void note_place(struct analysis *it, const Place *place) {
  if (!place)
    return;
  if (place->opaque)
    note_anything(it);
  note_value(it, place->pointer);
  note_place(it, place->record);
  note_place(it, place->other);
}

static void note_value(struct analysis *it, const Value *value) {
  if (!value)
    return;
  if (value->kind == CLEAVE_BODY_ASSIGN || value->kind == CLEAVE_BODY_STEP)
    note_write(it, value->place);
  if (value->opaque || (value->kind == CLEAVE_BODY_CALL && !value->has_no_effects))
    note_anything(it);
  const struct parts parts = parts_of_value(value);
  for (size_t i = 0; i < 4; i++)
    note_value(it, parts.values[i]);
  for (size_t i = 0; i < value->item_count; i++)
    note_value(it, value->items[i]);
  note_place(it, value->place);
  if (value->body)
    note_writes(it, value->body);
}

void note_writes(struct analysis *it, const Statement *statement) {
  if (statement->opaque)
    note_anything(it);
  note_value(it, statement->value);
  note_value(it, statement->step);
  note_place(it, statement->place);
  for (size_t i = 0; i < statement->child_count; i++)
    note_writes(it, statement->children[i]);
}

static bool is_stable(const struct analysis *it, const Type *type) {
  if (it->body->types_may_alias || !it->body->members)
    return false;
  return type->kind == CLEAVE_BODY_POINTER ? !it->writes_pointers
                                           : type->bytes && !(it->written_integers & (unsigned)type->bytes);
}

/* ---- Names ------------------------------------------------------------------------------------------------ */

/* How the region may name OBJECT, a record. */
static const char *path_of_record(struct analysis *it, const struct object *object) {
  const Variable *base = object->base;
  if (!base || base->is_callees || !base->name[0])
    return NULL;
  /* Each iteration has its own, or changes it. */
  const struct known *known = known_of(it, base);
  if (known->is_inside || known->is_private || known->is_written || known->reduction)
    return NULL;
  if (object->in_member)
    return object->path;
  if (base->in_region == CLEAVE_NO_VARIABLE && !base->is_this)
    return NULL;
  if (!object->subscript_count)
    return base->name;
  const bool is_first = base->type->kind == CLEAVE_BODY_POINTER && object->subscript_count == 1 &&
                        !object->subscripts[0].term_count;
  return is_first ? cleave_arena_format(it->arena, "%s->", base->name) : NULL;
}

/* A type name for TYPE, a number, a pointer, or a pointer to an array. NULL: there is none. */
static const char *name_of_type(struct analysis *it, const Type *type) {
  if (type->spelling[0])
    return type->spelling;
  const Type *element = type->kind == CLEAVE_BODY_POINTER ? type->element : NULL;
  const char *extents = "";
  for (; element && element->kind == CLEAVE_BODY_ARRAY; element = element->element) {
    if (!element->extent || !element->extent->has_constant)
      return NULL;
    extents = cleave_arena_format(it->arena, "%s[%lld]", extents, (long long)element->extent->constant);
  }
  return element && *extents && element->unqualified->spelling[0]
             ? cleave_arena_format(it->arena, "__typeof__(%s%s%s) *", element->is_const ? "const " : "",
                                   element->unqualified->spelling, extents)
             : NULL;
}

const char *path_of_member(struct analysis *it, const struct object *object, const Place *place) {
  const char *record = path_of_record(it, object), *name = place->member;
  if (!record)
    return NULL;
  const size_t length = strlen(record);
  const bool is_arrow = length > 2 && !strcmp(record + length - 2, "->");
  if (place->member_index == CLEAVE_BODY_BASE_CLASS)
    return !place->type->spelling[0] ? NULL
           : is_arrow ? cleave_arena_format(it->arena, "((const %s &)*%.*s)", place->type->spelling,
                                            (int)(length - 2), record)
                      : cleave_arena_format(it->arena, "((const %s &)%s)", place->type->spelling, record);
  /* Host and device have the same layout of closures, which clang copies byte by byte. */
  if (place->is_capture) {
    const char *type = name_of_type(it, place->type->unqualified);
    return !type ? NULL
                 : cleave_arena_format(it->arena, "(*(%s const *)((const char *)%s%.*s + %llu))", type,
                                       is_arrow ? "" : "&", (int)(is_arrow ? length - 2 : length), record,
                                       (unsigned long long)place->offset);
  }
  if (!name[0] || (name[0] == '_' && name[1] == '_'))
    return NULL;
  return cleave_arena_format(it->arena, is_arrow ? "%s%s" : "%s.%s", record, name);
}

/* The variable that stands for the member PATH of TYPE; NULL: there are too many. */
static const Variable *member_variable(struct analysis *it, const char *path, const Type *type) {
  struct cleave_body_members *members = it->body->members;
  size_t at = 0;
  while (at < members->count && strcmp(members->items[at].name, path) != 0)
    at++;
  if (at == members->count) {
    const bool is_pointer = type->kind == CLEAVE_BODY_POINTER;
    const struct cleave_variable added = {
        .name = path,
        .type = type->spelling[0] ? type->spelling : NULL,
        .size = type->bytes,
        .type_class = is_pointer ? CLEAVE_TYPE_POINTER : CLEAVE_TYPE_INTEGER,
        .sharing = CLEAVE_SHARING_POINTER,
        .declared_by = CLEAVE_NO_NODE,
        .is_unsigned = !is_pointer && !type->is_signed,
        .is_floating = is_pointer && type->element->kind == CLEAVE_BODY_FLOATING,
        .is_volatile = is_pointer && type->element->is_volatile,
        .is_member = true,
        .member_map = CLEAVE_NO_MAP};
    CLEAVE_APPEND(it->arena, members->items, members->count, added);
  }
  for (size_t i = 0; i < it->member_count; i++)
    if (it->members[i]->in_region == CLEAVE_FIRST_MEMBER + at)
      return it->members[i];
  if (it->member_count == MOST_MEMBERS)
    return NULL;
  Variable *variable = cleave_arena_allocate(it->arena, sizeof *variable);
  variable->index = (uint32_t)(it->body->variable_count + it->member_count);
  variable->name = path;
  variable->type = type;
  variable->in_region = (uint32_t)(CLEAVE_FIRST_MEMBER + at);
  variable->order = UINT32_MAX;
  it->known[variable->index].counter = it->known[variable->index].symbol = CLEAVE_NO_DIMENSION;
  it->members[it->member_count++] = variable;
  it->result->has_members = true;
  return variable;
}

/* Whether the region assigns no member on the way to PLACE by its name, and may name it. Members of a union share memory. */
static bool is_never_assigned(const Place *place) {
  for (; place->kind == CLEAVE_BODY_MEMBER; place = place->record)
    if (place->is_assigned || !place->is_accessible || place->record->type->is_union)
      return false;
  return true;
}

bool find_quietly(struct analysis *it, const Place *place, struct object *result) {
  if (!it->is_known || place_has_effects(place))
    return false;
  const size_t before = it->fits.count, accesses = it->access_count;
  const struct cleave_obstacle obstacle = it->obstacle;
  const bool is_found = it->find_object(it, place, result) && it->access_count == accesses && it->is_known;
  result->assumed = take_fits(it, before);
  it->access_count = it->base_count = accesses;
  it->obstacle = obstacle;
  it->is_known = true;
  return is_found;
}

bool follow_quietly(struct analysis *it, const Value *value) {
  const Statement statement = {.kind = CLEAVE_BODY_EVALUATE, .value = (Value *)value};
  const size_t before = it->fits.count, accesses = it->access_count;
  const struct cleave_obstacle obstacle = it->obstacle;
  if (!it->is_known)
    return false;
  it->follow(it, &statement);
  take_fits(it, before);
  it->access_count = it->base_count = accesses;
  const bool is_known = it->is_known;
  it->is_known = true;
  it->obstacle = obstacle;
  return is_known;
}

const Variable *stable_member(struct analysis *it, const Place *place) {
  struct object object;
  const Type *type = place->type;
  if (place->kind != CLEAVE_BODY_MEMBER || type->is_volatile || type->is_atomic ||
      !is_never_assigned(place) || (type->kind != CLEAVE_BODY_POINTER && !is_integral(type)) ||
      !is_stable(it, type->unqualified) || !find_quietly(it, place, &object) || !object.path)
    return NULL;
  return member_variable(it, object.path, type->unqualified);
}

/* An element with a constant subscript, `s.n[1]` or `n[1]`, is like a member. Elements of pointees are not: the host may not have them. */
const Variable *stable_element(struct analysis *it, const Place *place) {
  const Value *sum = place->kind == CLEAVE_BODY_TARGET ? place->pointer : NULL;
  const Type *type = place->type;
  if (!sum || sum->kind != CLEAVE_BODY_BINARY || !sum->is_written || sum->left->kind != CLEAVE_BODY_DECAY ||
      !sum->right->has_constant || sum->right->constant < 0 || !is_integral(type) || type->is_volatile ||
      type->is_atomic || !is_stable(it, type->unqualified))
    return NULL;
  const Place *array = sum->left->place;
  struct object object;
  if (!is_never_assigned(array) || !find_quietly(it, array, &object) || !object.base)
    return NULL;
  if (object.subscript_count && !object.in_member)
    return NULL;
  /* Of a variable: that has the same rules as a record. */
  const char *path = object.in_member ? object.path : path_of_record(it, &object);
  return path ? member_variable(it,
                                cleave_arena_format(it->arena, "%s[%ld]", path, (long)sum->right->constant),
                                type->unqualified)
              : NULL;
}

/* ---- The region ---------------------------------------------------------------------------------------------- */

void note_member_map(struct analysis *it, const struct cleave_body_section *section) {
  const Variable *member = stable_member(it, section->place);
  if (!member)
    return;
  struct cleave_variable *variable = &it->body->members->items[member->in_region - CLEAVE_FIRST_MEMBER];
  variable->member_map = section->map;
  variable->sharing = CLEAVE_SHARING_MAPPED;
}

static void number(struct cleave_loop_accesses *loop, uint32_t first) {
  for (size_t i = 0; loop && i < loop->access_count; i++)
    if (loop->accesses[i].variable != CLEAVE_NO_VARIABLE && loop->accesses[i].variable >= CLEAVE_FIRST_MEMBER)
      loop->accesses[i].variable -= CLEAVE_FIRST_MEMBER - first;
  for (size_t i = 0; loop && i < loop->dimension_count; i++)
    if (loop->dimensions[i].variable != CLEAVE_NO_VARIABLE &&
        loop->dimensions[i].variable >= CLEAVE_FIRST_MEMBER)
      loop->dimensions[i].variable -= CLEAVE_FIRST_MEMBER - first;
  for (size_t i = 0; loop && i < loop->section_count; i++)
    if (loop->sections[i].variable != CLEAVE_NO_VARIABLE && loop->sections[i].variable >= CLEAVE_FIRST_MEMBER)
      loop->sections[i].variable -= CLEAVE_FIRST_MEMBER - first;
}

void number_members(struct cleave_arena *arena, struct cleave_region *region) {
  const struct cleave_body_members *members = region->members;
  const uint32_t first = (uint32_t)region->variable_count;
  if (!members->count)
    return;
  struct cleave_variable *variables =
      cleave_arena_allocate(arena, (first + members->count) * sizeof *variables);
  for (size_t i = 0; i < first; i++)
    variables[i] = region->variables[i];
  for (size_t i = 0; i < members->count; i++)
    variables[first + i] = members->items[i];
  region->variables = variables;
  region->variable_count = first + members->count;
  for (size_t i = 0; i < region->node_count; i++) {
    number(region->nodes[i].accesses, first);
    number(region->nodes[i].headers, first);
  }
}
