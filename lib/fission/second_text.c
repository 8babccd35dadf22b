/* FILE: lib/fission/second_text.c
 * WHAT: whether text of the user's can be written a second time, on one line, with its meaning: for second
 *       versions, which stand on a line that is there already.
 */
#include <ctype.h>
#include <string.h>

#include "fission/parts.h"

/* Where the literal that the quote at AT begins ends. */
static const char *literal_end(const char *at, const char *end) {
  const char quote = *at;
  for (at++; at < end && *at != quote; at++)
    at += *at == '\\';
  return at;
}

/* The last character of the comment or the literal that begins at AT, or AT itself. */
static const char *last_of(const char *at, const char *end) {
  if (*at == '"' || *at == '\'')
    return literal_end(at, end);
  if (*at != '/' || (at[1] != '*' && at[1] != '/'))
    return at;
  if (at[1] == '/')
    return at + strcspn(at, "\n") - 1;
  const char *close = strstr(at + 2, "*/");
  return close ? close + 1 : end;
}

uint32_t next_directive(const struct cleave_unit *unit, uint32_t begin, uint32_t end) {
  const char *stop = unit->text + end;
  for (const char *at = unit->text + begin; at < stop; at = last_of(at, stop) + 1) {
    if (*at != '#')
      continue;
    const uint32_t offset = (uint32_t)(at - unit->text);
    const char *line = unit->text + cleave_unit_line_begin(unit, offset);
    if (line + strspn(line, " \t") == at)
      return offset;
  }
  return end;
}

const char *layout_obstacle(const char *at, const char *end) {
  for (const char *any = at; any < end; any++)
    if ((*any == '\\' && (any[1] == '\n' || any[1] == '\r')) ||
        (*any == '?' && any[1] == '?' && (any[2] == '/' || any[2] == '=')))
      return *any == '\\' ? "a continued line" : "a trigraph";
  bool begins_line = false; /* nothing but blanks and comments so far */
  for (; at < end; at++) {
    if (*at == '/' && at[1] == '*') {
      at = strstr(at + 2, "*/") + 1;
    } else if (*at == '/' && at[1] == '/') {
      at += strcspn(at, "\n") - 1;
    } else if (*at == '\n') {
      begins_line = true;
    } else if (!isspace((unsigned char)*at)) {
      if (begins_line && (*at == '#' || (*at == '%' && at[1] == ':')))
        return "a preprocessing directive";
      begins_line = false;
      if (*at != '"' && *at != '\'')
        continue;
      if (*at == '"' ? at[-1] == 'R' : isalnum((unsigned char)at[-1]))
        return *at == '"' ? "a raw string" : "a digit separator"; /* or L'x', which is as rare */
      at = literal_end(at, end);
    }
  }
  return NULL;
}

/* How often WORD stands in TEXT. */
static size_t count_word(const char *text, const char *word) {
  size_t count = 0;
  const size_t length = strlen(word);
  for (const char *at = text; (at = strstr(at, word)); at += length)
    count += (at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_')) &&
             !(isalnum((unsigned char)at[length]) || at[length] == '_');
  return count;
}

size_t count_in_range(const struct planner *planner, struct cleave_range range, const char *word) {
  size_t count = count_word(text_of(planner, range), word);
  for (size_t i = 0; i < planner->unit->expansion_count; i++) {
    const struct cleave_expansion *macro = &planner->unit->expansions[i];
    if (range.begin <= macro->offset && macro->offset < range.end)
      count += count_word(macro->text, word);
  }
  return count;
}

const char *word_obstacle(const struct planner *planner, struct cleave_range range) {
  static const char *const words[] = {"__COUNTER__",      "__LINE__",
                                      "__builtin_LINE",   "_Pragma",
                                      "__builtin_COLUMN", "__builtin_source_location",
                                      "source_location"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (count_in_range(planner, range, words[i]))
      return words[i];
  return NULL;
}

const char *text_obstacle(const struct planner *planner, struct cleave_range range) {
  const char *obstacle =
      layout_obstacle(planner->unit->text + range.begin, planner->unit->text + range.end);
  return obstacle ? obstacle : word_obstacle(planner, range);
}

const char *fact_obstacle(const struct cleave_node *node, uint32_t *offset) {
  for (size_t i = 0; i < node->fact_count; i++) {
    const struct cleave_fact *fact = &node->facts[i];
    *offset = fact->offset;
    if (fact->kind == CLEAVE_FACT_MACRO_BOUNDARY)
      return "parts of it come from a macro";
    if (fact->in_callee)
      continue;
    if (fact->kind == CLEAVE_FACT_LABEL || fact->kind == CLEAVE_FACT_GOTO)
      return "a label";
    if (fact->kind == CLEAVE_FACT_STATIC_LOCAL)
      return "a static variable";
    if (fact->kind == CLEAVE_FACT_LAMBDA || fact->kind == CLEAVE_FACT_STATEMENT_EXPRESSION)
      return "a lambda or a statement expression";
    if (fact->kind == CLEAVE_FACT_ASM)
      return "assembler code";
    if (fact->kind == CLEAVE_FACT_UNKNOWN_KIND)
      return "an expression of unknown kind";
  }
  return NULL;
}
