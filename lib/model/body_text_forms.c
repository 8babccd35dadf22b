/* FILE: lib/model/body_text_forms.c
 * WHAT: the forms of a text (body_text.h): lists, words and strings, with their positions.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "model/body_text_internal.h"

/* Deeper lists would need too much of the stack. */
enum { MOST_DEPTH = 1000 };

void body_fail(struct body_reader *reader, unsigned line, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const char *message = cleave_arena_vformat(reader->arena, format, arguments);
  va_end(arguments);
  reader->error = cleave_arena_format(reader->arena, "line %u: %s", line, message);
  longjmp(reader->failed, 1);
}

static void skip_spaces(struct body_reader *reader) {
  bool is_comment = false;
  for (; reader->position < reader->length; reader->position++) {
    const char at = reader->text[reader->position];
    if (at == ';')
      is_comment = true;
    else if (at == '\n')
      is_comment = false;
    else if (!is_comment && !isspace((unsigned char)at))
      return;
    reader->line += at == '\n';
  }
}

static bool ends_word(char c) { return !c || isspace((unsigned char)c) || strchr("()\";", c); }

/* ---- Ranges --------------------------------------------------------------------------------------------------- */

static uint32_t read_offset(struct body_reader *reader, const char **at) {
  char *end;
  if (!isdigit((unsigned char)**at))
    body_fail(reader, reader->line, "a range is @BEGIN-END, not '@%.20s'", *at);
  const unsigned long value = strtoul(*at, &end, 10);
  if (value > UINT32_MAX)
    body_fail(reader, reader->line, "the offset %.12s is too large", *at);
  *at = end;
  return (uint32_t)value;
}

static struct cleave_body_text read_range(struct body_reader *reader, const char **at) {
  struct cleave_body_text range = {.is_exact = true};
  range.begin = range.at = read_offset(reader, at);
  if (*(*at)++ != '-')
    body_fail(reader, reader->line, "a range is @BEGIN-END: a '-' is missing");
  range.end = read_offset(reader, at);
  if (**at == '/') {
    ++*at;
    range.at = read_offset(reader, at);
  }
  if (**at == '~') {
    ++*at;
    range.is_exact = false;
  }
  return range;
}

/* Moves the range from WORD into FORM. */
static void take_ranges(struct body_reader *reader, struct body_form *form, char *word) {
  char *mark = strchr(word, '@');
  if (!mark)
    return;
  *mark = '\0';
  const char *at = mark + 1;
  form->has_range = true;
  form->range = form->whole = read_range(reader, &at);
  if (*at == '@') {
    at++;
    form->has_whole = true;
    form->whole = read_range(reader, &at);
  }
  if (*at)
    body_fail(reader, reader->line, "'%.20s' follows a range", at);
}

/* ---- Forms ---------------------------------------------------------------------------------------------------- */

static struct body_form *new_form(struct body_reader *reader, int kind) {
  struct body_form *form = cleave_arena_allocate(reader->arena, sizeof *form);
  form->kind = kind;
  form->word = "";
  form->begin = (uint32_t)reader->position;
  form->line = reader->line;
  return form;
}

static struct body_form *read_word(struct body_reader *reader) {
  struct body_form *form = new_form(reader, BODY_WORD);
  while (reader->position < reader->length && !ends_word(reader->text[reader->position]))
    reader->position++;
  char *word = cleave_arena_copy(reader->arena, reader->text + form->begin, reader->position - form->begin);
  take_ranges(reader, form, word);
  form->word = word;
  form->end = form->begin + (uint32_t)strlen(word);
  if (!*word)
    body_fail(reader, reader->line, "there is no word before the range");
  return form;
}

static struct body_form *read_string(struct body_reader *reader) {
  struct body_form *form = new_form(reader, BODY_STRING);
  char *result = cleave_arena_allocate(reader->arena, reader->length - reader->position + 1);
  size_t length = 0;
  for (reader->position++;; reader->position++) {
    const char at = reader->position < reader->length ? reader->text[reader->position] : '\n';
    if (at == '\n')
      body_fail(reader, reader->line, "a string has no end");
    if (at == '"')
      break;
    if (at != '\\') {
      result[length++] = at;
      continue;
    }
    const char escaped = reader->position + 1 < reader->length ? reader->text[++reader->position] : '\0';
    if (escaped != 'n' && escaped != '"' && escaped != '\\')
      body_fail(reader, reader->line, "a string contains an unknown '\\' sequence");
    result[length++] = escaped == 'n' ? '\n' : escaped;
  }
  reader->position++;
  form->word = cleave_arena_copy(reader->arena, result, length);
  form->end = (uint32_t)reader->position;
  return form;
}

/* The properties that are followed by a value. */
static bool has_value(const char *property) {
  static const char *const with_values[] = {
      ":type",  ":value",    ":as",       ":computed", ":contract",   ":index",       ":loops",
      ":order", ":declared", ":keyword",  ":truth",    ":associated", ":reduction",   ":operation",
      ":bits",  ":bytes",    ":spelling", ":element",  ":extent",     ":unqualified", ":map"};
  for (size_t i = 0; i < sizeof with_values / sizeof *with_values; i++)
    if (!strcmp(property, with_values[i]))
      return true;
  return false;
}

static struct body_form *read_form(struct body_reader *reader);

static struct body_form *read_list(struct body_reader *reader) {
  struct body_form *form = new_form(reader, BODY_LIST);
  if (++reader->depth > MOST_DEPTH)
    body_fail(reader, form->line, "more than %d lists are inside of each other", MOST_DEPTH);
  reader->position++;
  skip_spaces(reader);
  bool is_first = true;
  while (reader->position < reader->length && reader->text[reader->position] != ')') {
    struct body_form *item = read_form(reader);
    if (is_first && item->kind == BODY_WORD) {
      form->word = item->word;
      form->has_range = item->has_range;
      form->has_whole = item->has_whole;
      form->range = item->range;
      form->whole = item->whole;
    } else if (item->kind == BODY_WORD && *item->word == ':') {
      CLEAVE_APPEND(reader->arena, form->properties, form->property_count, item);
      if (has_value(item->word)) {
        skip_spaces(reader);
        if (reader->position == reader->length || reader->text[reader->position] == ')')
          body_fail(reader, item->line, "'%s' has no value", item->word);
        struct body_form *value = read_form(reader);
        CLEAVE_APPEND(reader->arena, form->properties, form->property_count, value);
      }
    } else {
      CLEAVE_APPEND(reader->arena, form->items, form->item_count, item);
    }
    is_first = false;
    skip_spaces(reader);
  }
  if (reader->position == reader->length)
    body_fail(reader, form->line, "the list has no end");
  reader->position++;
  reader->depth--;
  form->end = (uint32_t)reader->position;
  return form;
}

static struct body_form *read_form(struct body_reader *reader) {
  const char at = reader->text[reader->position];
  if (at == '(')
    return read_list(reader);
  return at == '"' ? read_string(reader) : read_word(reader);
}

struct body_form *body_read_form(struct body_reader *reader) {
  reader->line = 1;
  reader->length = strlen(reader->text);
  if (reader->length >= UINT32_MAX)
    body_fail(reader, 1, "the text is too long");
  skip_spaces(reader);
  if (reader->position == reader->length || reader->text[reader->position] != '(')
    body_fail(reader, reader->line, "a body is a list in parentheses");
  struct body_form *form = read_list(reader);
  skip_spaces(reader);
  if (reader->position < reader->length)
    body_fail(reader, reader->line, "more follows the body");
  return form;
}
