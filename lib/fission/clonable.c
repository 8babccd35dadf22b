/* FILE: lib/fission/clonable.c
 * WHAT: whether text of the user's can be written a second time, on one line, with its meaning: for second
 *       versions, which stand on a line that is there already.
 */
#include <ctype.h>
#include <string.h>

#include "fission/fission_internal.h"
#include "model/text.h"

uint32_t next_directive(const struct cleave_unit *unit, uint32_t begin, uint32_t end) {
  const struct cleave_lexeme *next = cleave_unit_lexeme(unit, begin), *last = cleave_unit_lexemes_end(unit);
  for (uint32_t at = begin; at < end; at++) {
    while (next < last && next->range.begin < at)
      next++;
    if (next < last && next->range.begin == at) {
      at = next->range.end - 1;
      continue;
    }
    const char *line = unit->text + cleave_unit_line_begin(unit, at);
    if (unit->text[at] == '#' && line + strspn(line, " \t") == unit->text + at)
      return at;
  }
  return end;
}

const char *layout_clone_obstacle(const struct cleave_unit *unit, struct cleave_range range) {
  const char *text = unit->text;
  for (uint32_t any = range.begin; any < range.end; any++)
    if ((text[any] == '\\' && (text[any + 1] == '\n' || text[any + 1] == '\r')) ||
        (text[any] == '?' && text[any + 1] == '?' && (text[any + 2] == '/' || text[any + 2] == '=')))
      return text[any] == '\\' ? "a continued line" : "a trigraph";
  const struct cleave_lexeme *next = cleave_unit_lexeme(unit, range.begin),
                             *last = cleave_unit_lexemes_end(unit);
  bool begins_line = false; /* nothing but blanks and comments so far */
  for (uint32_t at = range.begin; at < range.end; at++) {
    while (next < last && next->range.begin < at)
      next++;
    if (next < last && next->range.begin == at) {
      if (next->is_raw)
        return "a raw string";
      begins_line &= next->is_comment;
      at = next->range.end - 1;
    } else if (text[at] == '\n' || text[at] == '\r') {
      begins_line = true;
    } else if (!isspace((unsigned char)text[at])) {
      if (begins_line && (text[at] == '#' || (text[at] == '%' && text[at + 1] == ':')))
        return "a preprocessing directive";
      begins_line = false;
      if (text[at] == '\'')
        return "a digit separator";
    }
  }
  return NULL;
}

/* Whether WORD stands in RANGE, comments aside, or in a macro invoked there. */
static bool has_word(const struct planner *planner, struct cleave_range range, const char *word) {
  const struct cleave_unit *unit = planner->unit;
  bool found = cleave_text_has_word(text_of(planner, range), word);
  for (size_t i = 0; i < unit->expansion_count && !found; i++)
    found = range.begin <= unit->expansions[i].offset && unit->expansions[i].offset < range.end &&
            cleave_text_has_word(unit->expansions[i].text, word);
  return found;
}

const char *word_clone_obstacle(const struct planner *planner, struct cleave_range range) {
  static const char *const words[] = {"__COUNTER__",    "__LINE__",         "__builtin_LINE",
                                      "_Pragma",        "__builtin_COLUMN", "__builtin_source_location",
                                      "source_location"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (has_word(planner, range, words[i]))
      return words[i];
  return NULL;
}

const char *clone_obstacle(const struct planner *planner, struct cleave_range range) {
  const char *obstacle = layout_clone_obstacle(planner->unit, range);
  return obstacle ? obstacle : word_clone_obstacle(planner, range);
}

const char *fact_clone_obstacle(const struct cleave_node *node, uint32_t *offset) {
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
