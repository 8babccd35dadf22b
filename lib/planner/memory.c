/* FILE: lib/planner/memory.c
 * WHAT: how a region maps a variable, and the memory that its list item in the map clauses names.
 */
#include <string.h>

#include "planner/planner.h"

/* Copying it back could hit read-only memory. */
enum cleave_map_type implicit_map_type(const struct cleave_variable *variable) {
  return variable->is_const ? CLEAVE_MAP_TO : CLEAVE_MAP_TOFROM;
}

const struct cleave_map_item *only_item(const struct planner *planner, uint32_t variable,
                                        size_t *index) {
  const struct cleave_map_item *found = NULL;
  for (size_t i = 0; i < planner->region->map_count; i++) {
    if (planner->region->maps[i].variable != variable)
      continue;
    if (found)
      return NULL;
    found = &planner->region->maps[i];
    *index = i;
  }
  return found;
}

bool is_hidden(const struct planner *planner, uint32_t variable) {
  for (uint32_t i = 0; i < planner->region->variable_count; i++)
    if (i != variable &&
        !strcmp(variable_at(planner, i)->name, variable_at(planner, variable)->name))
      return true;
  return false;
}

/* Where the bracket that opens at OPEN closes, and the one colon in between, NULL if there is none;
 * NULL if it is not for us to say what the colons mean. */
static const char *closing_bracket(const char *open, const char **colon) {
  int depth = 0;
  *colon = NULL;
  for (const char *at = open + 1; *at && *at != '?'; at++) {
    if (!depth && *at == ']')
      return at;
    depth += (*at == '[' || *at == '(') - (*at == ']' || *at == ')');
    if (*at == ':' && *colon)
      return NULL;
    if (*at == ':')
      *colon = at;
  }
  return NULL;
}

static bool is_zero(const char *text, const char *end) {
  text += strspn(text, " ");
  if (text < end && *text == '0')
    text++;
  return text + strspn(text, " ") >= end;
}

/* The section that ITEM, `name[first:length]` or `name[first]`, names, as whole elements of the
 * outermost dimension; the others begin at 0. */
static bool read_section(struct planner *planner, const char *item, struct cleave_object *object) {
  const char *open = item + strlen(object->name), *colon;
  if (strncmp(item, object->name, (size_t)(open - item)))
    return false;
  open += strspn(open, " ");
  const char *close = *open == '[' ? closing_bracket(open, &colon) : NULL;
  if (!close)
    return false;
  const char *end = colon ? colon : close;
  object->address = is_zero(open + 1, end)
                        ? object->name
                        : cleave_arena_format(planner->arena, "&%s[%.*s]", object->name,
                                              (int)(end - open - 1), open + 1);
  object->bytes = colon ? cleave_arena_format(planner->arena, "sizeof *%s * (%.*s)", object->name,
                                              (int)(close - colon - 1), colon + 1)
                        : cleave_arena_format(planner->arena, "sizeof *%s", object->name);
  if (colon && colon + 1 + strspn(colon + 1, " ") >= close)
    return false; /* no length: up to the end */
  while (*(open = close + 1 + strspn(close + 1, " ")) == '[') {
    close = closing_bracket(open, &colon);
    if (!close || !is_zero(open + 1, colon ? colon : close))
      return false;
  }
  return !*open;
}

bool find_memory(struct planner *planner, uint32_t index, struct cleave_object *object) {
  const struct cleave_variable *variable = variable_at(planner, index);
  const bool pointer = variable->type_class == CLEAVE_TYPE_POINTER;
  const bool array =
      variable->type_class == CLEAVE_TYPE_ARRAY || variable->type_class == CLEAVE_TYPE_VLA;
  object->name = object->address = variable->name;
  object->bytes = cleave_arena_format(planner->arena, "sizeof %s", variable->name);
  if ((!pointer && !array) || variable->is_reference || variable->is_thread_local ||
      variable->is_structured_binding_or_capture || variable->may_be_partly_present ||
      is_hidden(planner, index) || planner->pointers[index] != AS_WRITTEN ||
      (pointer && flowing_uses(planner, index) & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS)))
    return false;
  if (array &&
      (planner->placements[index] == ON_DEVICE || variable->sharing == CLEAVE_SHARING_IMPLICIT_MAP))
    return true;
  size_t number = 0;
  const struct cleave_map_item *item = only_item(planner, index, &number);
  if (variable->sharing != CLEAVE_SHARING_MAPPED || !item ||
      item->flags & (CLEAVE_MAP_MAPPER_OR_ITERATOR | CLEAVE_MAP_MEMBER | CLEAVE_MAP_SIDE_EFFECTS))
    return false;
  return item->flags & CLEAVE_MAP_WHOLE ? array
                                        : read_section(planner, planner->map_texts[number], object);
}
