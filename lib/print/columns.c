/* FILE: lib/print/columns.c
 * WHAT: columns of the text for the compiler -> columns of the user's text.
 */
#include "print/print.h"

#include "model/arena.h"

#include <string.h>

static size_t line_length(const char *line, const char *end) {
  const char *newline = memchr(line, '\n', (size_t)(end - line));
  return (size_t)((newline ? newline : end) - line);
}

struct cleave_changed_line *cleave_print_changed_lines(const struct cleave_unit *unit, const char *text,
                                                       size_t length, size_t *count) {
  struct cleave_changed_line *lines = NULL;
  const char *const original_end = unit->text + unit->length, *const rewritten_end = text + length;
  const char *original = unit->text, *rewritten = text;
  *count = 0;
  while (original < original_end && rewritten < rewritten_end) {
    const struct cleave_changed_line line = {
        .offset = (uint32_t)(original - unit->text),
        .original = original,
        .rewritten = rewritten,
        .original_length = line_length(original, original_end),
        .rewritten_length = line_length(rewritten, rewritten_end),
    };
    if (line.original_length != line.rewritten_length ||
        memcmp(original, rewritten, line.original_length) != 0)
      CLEAVE_APPEND(unit->arena, lines, *count, line);
    original += line.original_length + 1;
    rewritten += line.rewritten_length + 1;
  }
  return lines;
}

/* The first byte from BEGIN that is not a blank; the line's length if there is none. */
static size_t word_from(const struct cleave_changed_line *line, size_t begin) {
  while (begin < line->original_length && (line->original[begin] == ' ' || line->original[begin] == '\t'))
    begin++;
  return begin;
}

unsigned cleave_print_original_column(const struct cleave_changed_line *line, unsigned column) {
  const size_t shorter =
      line->original_length < line->rewritten_length ? line->original_length : line->rewritten_length;
  size_t begin = 0, end = 0; /* bytes that are the same at both ends */
  while (begin < shorter && line->original[begin] == line->rewritten[begin])
    begin++;
  while (end < shorter - begin &&
         line->original[line->original_length - 1 - end] == line->rewritten[line->rewritten_length - 1 - end])
    end++;
  if (column <= begin)
    return column;
  if (column > line->rewritten_length - end)
    return (unsigned)(column - line->rewritten_length + line->original_length);
  const size_t word = word_from(line, begin);
  return (unsigned)(word < line->original_length ? word : word_from(line, 0)) + 1;
}
