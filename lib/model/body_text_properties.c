/* FILE: lib/model/body_text_properties.c
 * WHAT: the operands and the properties of a form (body_text.h).
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/body_text_internal.h"

void body_check_count(struct body_builder *it, const struct body_form *form, size_t least, size_t most) {
  if (form->kind != BODY_LIST)
    body_fail(it->reader, form->line, "a list is expected instead of '%.40s'", form->word);
  if (form->item_count < least || form->item_count > most)
    body_fail(it->reader, form->line, "'%.40s' has %zu operands, not %s%zu", form->word, form->item_count,
              form->item_count < least ? least == most ? "" : "at least "
              : least == most          ? ""
                                       : "at most ",
              form->item_count < least ? least : most);
}

static size_t find_property(const struct body_form *form, const char *property) {
  size_t i = 0;
  while (i < form->property_count && (!form->properties[i] || form->properties[i]->kind != BODY_WORD ||
                                      strcmp(form->properties[i]->word, property) != 0))
    i++;
  return i;
}

bool body_take_flag(struct body_form *form, const char *property) {
  const size_t at = find_property(form, property);
  if (at == form->property_count)
    return false;
  form->properties[at] = NULL;
  return true;
}

struct body_form *body_take_property(struct body_form *form, const char *property) {
  const size_t at = find_property(form, property);
  if (at == form->property_count)
    return NULL;
  struct body_form *value = form->properties[at + 1];
  form->properties[at] = form->properties[at + 1] = NULL;
  return value;
}

const char *body_take_word(struct body_builder *it, struct body_form *form, const char *property) {
  const struct body_form *value = body_take_property(form, property);
  if (value && value->kind == BODY_LIST)
    body_fail(it->reader, value->line, "the value of '%s' is a list", property);
  return value ? value->word : NULL;
}

int64_t body_number(struct body_builder *it, const struct body_form *form) {
  char *end;
  errno = 0;
  const long long number = strtoll(form->word, &end, 10);
  if (form->kind != BODY_WORD || !*form->word || isspace((unsigned char)*form->word) || *end || errno)
    body_fail(it->reader, form->line, "a number is expected instead of '%.40s'", form->word);
  return number;
}

int64_t body_take_number(struct body_builder *it, struct body_form *form, const char *property, int64_t least,
                         int64_t default_value) {
  const struct body_form *value = body_take_property(form, property);
  if (!value)
    return default_value;
  const int64_t number = body_number(it, value);
  if (number < least)
    body_fail(it->reader, value->line, "the value of '%s' is too small", property);
  return number;
}

uint32_t body_take_index(struct body_builder *it, struct body_form *form, const char *property,
                         uint32_t default_value) {
  const int64_t number = body_take_number(it, form, property, 0, default_value);
  if (number > UINT32_MAX)
    body_fail(it->reader, form->line, "the value of '%s' is too large", property);
  return (uint32_t)number;
}

void body_check_properties(struct body_builder *it, const struct body_form *form) {
  for (size_t i = 0; i < form->property_count; i++)
    if (form->properties[i])
      body_fail(it->reader, form->properties[i]->line, "'%.40s' is no property of '%.40s'",
                form->properties[i]->word, form->word);
}
