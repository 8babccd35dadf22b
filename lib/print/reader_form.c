/* FILE: lib/print/reader_form.c
 * WHAT: the edited text for a reader: directives and braces on separate lines, indented like the surrounding
 *       code; text in new braces is indented by two more columns.
 */
#include <ctype.h>
#include <string.h>

#include "model/arena.h"
#include "model/text.h"
#include "print/print.h"

enum { INDENT = 2, COLUMNS = 100, DEPTH = 64 };

struct printer {
  struct cleave_text out;
  const struct cleave_unit *unit;
  const char *line_end;  /* of generated lines: that of the current line of the user */
  unsigned depth;        /* new braces that are open at this point */
  unsigned bases[DEPTH]; /* `base` where each of them was opened */
  unsigned base;         /* columns before the first word of the current original line */
  bool line_is_blank;    /* nothing but blanks on the output line so far */
  bool needs_line_end;   /* the output line contains a directive or brace */
};

static void drop_blanks(struct printer *printer) {
  while (printer->out.length && printer->out.data[printer->out.length - 1] == ' ')
    printer->out.data[--printer->out.length] = '\0';
}

static void end_line(struct printer *printer) {
  cleave_text_add(&printer->out, printer->line_end);
  printer->line_is_blank = true;
  printer->needs_line_end = false;
}

static void indent(struct printer *printer, unsigned columns) {
  while (columns--)
    cleave_text_append(&printer->out, " ", 1);
}

/* Begins a generated line at the current depth. */
static void begin_line(struct printer *printer) {
  drop_blanks(printer);
  if (!printer->line_is_blank)
    end_line(printer);
  indent(printer, printer->base + INDENT * printer->depth);
}

static void finish_line(struct printer *printer) {
  printer->line_is_blank = false;
  printer->needs_line_end = true;
}

/* Breaks long directives between clauses. */
static void write_pragma(struct printer *printer, const char *directive) {
  begin_line(printer);
  cleave_text_add(&printer->out, "#pragma omp ");
  unsigned start = printer->base + INDENT * printer->depth;
  unsigned column = start + 12;
  for (const char *word = directive; *word;) {
    size_t length = 0;
    int depth = 0; /* a clause with its parentheses counts as one word */
    while (word[length] && (depth || word[length] != ' ')) {
      depth += (word[length] == '(') - (word[length] == ')');
      length++;
    }
    if (word != directive) {
      if (column + 1 + length > COLUMNS - 2 && depth == 0 && strchr("abcdefghijklmnopqrstuvwxyz_", *word) &&
          memchr(word, '(', length)) {
        cleave_text_format(&printer->out, " \\%s", printer->line_end);
        indent(printer, start + 4);
        column = start + 4;
      } else {
        cleave_text_append(&printer->out, " ", 1);
        column++;
      }
    }
    cleave_text_append(&printer->out, word, length);
    column += (unsigned)length;
    word += length;
    while (*word == ' ')
      word++;
  }
  finish_line(printer);
}

static void write_piece(struct printer *printer, const struct cleave_piece *piece) {
  if (piece->audience == CLEAVE_FOR_COMPILER)
    return;
  switch (piece->kind) {
  case CLEAVE_PIECE_TEXT: /* between statements that share a line: each gets a separate line */
    cleave_text_add(&printer->out, piece->text);
    finish_line(printer);
    return;
  case CLEAVE_PIECE_WORD:
    cleave_text_add(&printer->out, piece->text);
    return;
  case CLEAVE_PIECE_PRAGMA:
    write_pragma(printer, piece->text);
    return;
  case CLEAVE_PIECE_HINT:
    begin_line(printer);
    cleave_text_format(&printer->out, "#pragma cleave %s", piece->text);
    finish_line(printer);
    return;
  case CLEAVE_PIECE_OPEN:
    begin_line(printer);
    cleave_text_add(&printer->out, "{");
    finish_line(printer);
    if (printer->depth < DEPTH)
      printer->bases[printer->depth] = printer->base;
    printer->depth++;
    return;
  case CLEAVE_PIECE_CLOSE:
    printer->depth--;
    if (printer->depth < DEPTH)
      printer->base = printer->bases[printer->depth];
    begin_line(printer);
    cleave_text_add(&printer->out, "}");
    finish_line(printer);
    return;
  case CLEAVE_PIECE_STATEMENT:
  case CLEAVE_PIECE_DECLARE:
    begin_line(printer);
    cleave_text_add(&printer->out, piece->text);
    finish_line(printer);
    return;
  }
}

/* Preprocessing directives keep their indentation; a pragma that the user indented is code. */
static bool is_indented_pragma(const char *text, uint32_t at) {
  if (!at || (text[at - 1] != ' ' && text[at - 1] != '\t'))
    return false;
  const char *word = text + at + 1;
  word += strspn(word, " \t");
  return !strncmp(word, "pragma", 6);
}

/* The line end of the line of OFFSET; of the last line, that of the one before. */
static const char *line_end_at(const struct cleave_unit *unit, uint32_t offset) {
  while (offset < unit->length && unit->text[offset] != '\n')
    offset++;
  while (offset && (offset == unit->length || unit->text[offset] != '\n'))
    offset--;
  return offset && unit->text[offset] == '\n' && unit->text[offset - 1] == '\r' ? "\r\n" : "\n";
}

/* Copies original text and indents its lines. Text in literals does not change, nor does the begin of a line
 * that continues a word. */
static void copy(struct printer *printer, uint32_t begin, uint32_t end) {
  const char *text = printer->unit->text;
  uint32_t passed = begin; /* the end of the current literal or comment */
  bool in_literal = false;
  for (uint32_t at = begin; at < end; at++) {
    char byte = text[at];
    if (at >= passed) {
      passed = cleave_unit_literal_end(printer->unit, at);
      in_literal = passed > at;
      if (!in_literal)
        passed = cleave_unit_comment_end(printer->unit, at);
    }
    const bool is_inside = in_literal && at < passed;
    if (is_inside && !printer->needs_line_end && !printer->line_is_blank) {
      cleave_text_append(&printer->out, &byte, 1);
      continue;
    }
    const bool ends_line = byte == '\n' || (byte == '\r' && text[at + 1] == '\n');
    if (byte == '\n') {
      printer->line_end = at && text[at - 1] == '\r' ? "\r\n" : "\n";
      end_line(printer);
      continue;
    }
    if (ends_line || (printer->needs_line_end && (byte == ' ' || byte == '\t')))
      continue; /* blanks between generated and following text */
    const bool continues = at > 1 && text[at - 1] == '\n' &&
                           (text[at - 2] == '\\' || (at > 2 && text[at - 2] == '\r' && text[at - 3] == '\\'));
    if (printer->needs_line_end && byte != '/') /* a comment may follow a directive */
      begin_line(printer);
    else if (printer->needs_line_end)
      cleave_text_append(&printer->out, " ", 1);
    else if (printer->line_is_blank && byte != ' ' && byte != '\t' && printer->depth && !continues &&
             (byte != '#' || is_indented_pragma(text, at)))
      indent(printer, INDENT * printer->depth);
    printer->needs_line_end = false;
    cleave_text_append(&printer->out, &byte, 1);
    if (byte != ' ' && byte != '\t')
      printer->line_is_blank = false;
  }
}

/* Columns before the first word of the line that contains OFFSET. */
static unsigned indentation_at(const struct cleave_unit *unit, uint32_t offset) {
  while (offset && unit->text[offset - 1] != '\n')
    offset--;
  unsigned columns = 0;
  for (; unit->text[offset] == ' ' || unit->text[offset] == '\t'; offset++)
    columns += unit->text[offset] == '\t' ? 8 - columns % 8 : 1;
  return columns;
}

/* The indentation of an edit at RANGE. A user directive may be at the left edge, as #pragma lines often are;
 * inside generated braces it is indented with its statement. */
static unsigned layout_of(const struct cleave_unit *unit, struct cleave_range range, unsigned depth) {
  unsigned columns = indentation_at(unit, range.begin);
  if (!depth || columns || unit->text[range.begin] != '#')
    return columns;
  uint32_t at = range.end;
  while (isspace((unsigned char)unit->text[at]))
    at++;
  return unit->text[at] == '#' ? columns : indentation_at(unit, at);
}

/* Whether the lines of RANGE contain no other text, so that it can be removed with its line end. */
static bool is_alone(const struct cleave_unit *unit, struct cleave_range range) {
  for (uint32_t at = range.begin; at && unit->text[at - 1] != '\n'; at--)
    if (!isblank((unsigned char)unit->text[at - 1]))
      return false;
  uint32_t at = range.end;
  while (isblank((unsigned char)unit->text[at]) || unit->text[at] == '\r')
    at++;
  return unit->text[at] == '\n';
}

static bool has_nothing_to_show(const struct cleave_edit *edit) {
  for (size_t p = 0; p < edit->piece_count; p++)
    if (edit->pieces[p].audience != CLEAVE_FOR_COMPILER)
      return false;
  return true;
}

const char *cleave_print_for_reader(const struct cleave_unit *unit, const struct cleave_edits *edits,
                                    size_t *length) {
  struct printer printer = {
      .out = {.arena = unit->arena}, .unit = unit, .line_end = "\n", .line_is_blank = true};
  uint32_t at = 0;
  for (size_t i = 0; i < edits->count; i++) {
    const struct cleave_edit *edit = &edits->items[i];
    if (edit->for_compiler)
      continue;
    copy(&printer, at, edit->range.begin);
    at = edit->range.end;
    printer.line_end = line_end_at(unit, edit->range.begin);
    printer.base =
        edit->layout ? indentation_at(unit, edit->layout) : layout_of(unit, edit->range, printer.depth);
    if (has_nothing_to_show(edit) && edit->range.end > edit->range.begin && is_alone(unit, edit->range)) {
      drop_blanks(&printer);
      while (unit->text[at] != '\n')
        at++;
      at++; /* the whole line is removed */
      continue;
    }
    for (size_t p = 0; p < edit->piece_count; p++)
      write_piece(&printer, &edit->pieces[p]);
    printer.base = indentation_at(unit, edit->range.begin);
  }
  copy(&printer, at, (uint32_t)unit->length);
  *length = printer.out.length;
  return cleave_text_get(&printer.out);
}
