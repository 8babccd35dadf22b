/* FILE: lib/print/macro_expansion.c
 * WHAT: expands the user's macros that contain parts of directives or statements: the result is text that can
 *       be edited, for a second reading. It has the lines of the user's text, so each place in it has a line
 *       there.
 */
#include <ctype.h>
#include <string.h>

#include "model/arena.h"
#include "model/text.h"
#include "print/print.h"

/* Whether EXPANSION is a single name or number. */
static bool is_word(const char *expansion) {
  while (isalnum((unsigned char)*expansion) || *expansion == '_' || *expansion == '.')
    expansion++;
  return !*expansion;
}

/* Whether the expansion of MACRO contains a part of a directive, or of more than one statement. A part of an
 * expression may stay a macro: no text is inserted in the middle of it. */
static bool is_in_the_way(const struct cleave_unit *unit, const struct cleave_invocation *macro) {
  if (cleave_unit_is_on_directive(unit, macro->range.begin))
    return !is_word(macro->expansion);
  return strpbrk(macro->expansion, ";{}") || strstr(macro->expansion, "_Pragma");
}

static bool is_in_region(const struct cleave_region *region, const struct cleave_invocation *macro) {
  return region->node_count && region->offset <= macro->range.begin &&
         macro->range.begin < region->nodes[0].range.end;
}

/* Whether macros of REGION prevent a transformation, and all of its macros can be expanded. */
static bool can_expand(const struct cleave_unit *unit, const struct cleave_region *region) {
  bool any = false;
  for (size_t i = 0; i < unit->invocation_count; i++) {
    const struct cleave_invocation *macro = &unit->invocations[i];
    if (!is_in_region(region, macro))
      continue;
    if (!macro->expansion)
      return false;
    any |= is_in_the_way(unit, macro);
  }
  return any;
}

/* Appends the expansion of MACRO, and the line ends of the text that it replaces. */
static void write_expansion(struct cleave_text *out, const struct cleave_unit *unit,
                            const struct cleave_invocation *macro) {
  const bool on_directive = cleave_unit_is_on_directive(unit, macro->range.begin);
  size_t missing = 0;
  if (out->length && !isspace((unsigned char)out->data[out->length - 1]))
    cleave_text_add(out, " ");
  for (uint32_t at = macro->range.begin; at < macro->range.end; at++)
    missing += unit->text[at] == '\n';
  for (const char *at = macro->expansion; *at; at++) {
    const bool ends_line = *at == '\n';
    cleave_text_append(out, ends_line && on_directive ? " " : at, 1);
    missing -= ends_line && !on_directive;
  }
  while (missing--)
    cleave_text_add(out, on_directive ? " \\\n" : "\n");
}

struct cleave_expanded cleave_print_expand(const struct cleave_unit *unit, bool *wanted) {
  struct cleave_expanded result = {0};
  struct cleave_text out = {.arena = unit->arena};
  for (size_t r = 0; r < unit->region_count; r++)
    wanted[r] = wanted[r] && can_expand(unit, &unit->regions[r]);
  uint32_t at = 0;
  for (size_t i = 0; i < unit->invocation_count; i++) {
    const struct cleave_invocation *macro = &unit->invocations[i];
    bool expands = false;
    for (size_t r = 0; r < unit->region_count; r++)
      expands |= wanted[r] && is_in_region(&unit->regions[r], macro);
    if (!expands || !is_in_the_way(unit, macro))
      continue;
    cleave_text_append(&out, unit->text + at, macro->range.begin - at);
    struct cleave_substitution substitution = {{(uint32_t)out.length, 0}, macro->range};
    write_expansion(&out, unit, macro);
    substitution.written.end = (uint32_t)out.length;
    CLEAVE_APPEND(unit->arena, result.substitutions, result.substitution_count, substitution);
    at = macro->range.end;
    if (!isspace((unsigned char)unit->text[at]) && unit->text[at] != ';')
      cleave_text_add(&out, " ");
  }
  if (!result.substitution_count)
    return result;
  cleave_text_append(&out, unit->text + at, unit->length - at);
  result.text = cleave_text_get(&out);
  result.length = out.length;
  return result;
}

/* The offset in the user's text, on the same line, for OFFSET within an expansion. */
static uint32_t inside(const struct cleave_unit *unit, const struct cleave_substitution *substitution,
                       uint32_t offset) {
  const char *text = unit->original->text;
  uint32_t at = substitution->original.begin;
  for (uint32_t i = substitution->written.begin; i < offset; i++)
    if (unit->text[i] == '\n')
      at = (uint32_t)(strchr(text + at, '\n') + 1 - text);
  return at + (uint32_t)strspn(text + at, " \t");
}

uint32_t cleave_print_origin(const struct cleave_unit *unit, uint32_t offset) {
  uint32_t origin = offset;
  for (size_t i = 0; i < unit->substitution_count; i++) {
    const struct cleave_substitution *substitution = &unit->substitutions[i];
    if (offset < substitution->written.begin)
      break;
    if (offset >= substitution->written.end) {
      origin = offset - substitution->written.end + substitution->original.end;
      continue;
    }
    return inside(unit, substitution, offset);
  }
  return origin;
}
