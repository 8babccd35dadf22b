/* FILE: lib/print/writer.h
 * WHAT: the state of the conversion of one plan to edits. Not for use outside of lib/print.
 */
#ifndef CLEAVE_PRINT_WRITER_H
#define CLEAVE_PRINT_WRITER_H

#include "model/arena.h"
#include "model/edits.h"
#include "model/plan.h"
#include "print/value_printer.h"

struct writer {
  const struct cleave_unit *unit;
  const struct cleave_plan *plan;
  struct cleave_edits *edits;
  /* The text after the region, the last piece first. */
  struct cleave_piece *closing;
  size_t closing_count;
};

/* Adds an edit without pieces, and returns it for add_piece; valid until the next one is added. */
static inline struct cleave_edit *add_edit(struct writer *writer, uint32_t begin, uint32_t end) {
  struct cleave_edit edit = {.range = {begin, end}};
  CLEAVE_APPEND(writer->unit->arena, writer->edits->items, writer->edits->count, edit);
  return &writer->edits->items[writer->edits->count - 1];
}

/* The same for an edit that the readers' form omits. */
static inline struct cleave_edit *add_compiler_edit(struct writer *writer, uint32_t begin, uint32_t end) {
  struct cleave_edit *edit = add_edit(writer, begin, end);
  edit->for_compiler = true;
  return edit;
}

static inline void add_piece_for(struct writer *writer, struct cleave_edit *edit,
                                 enum cleave_audience audience, enum cleave_piece_kind kind,
                                 const char *text) {
  struct cleave_piece piece = {.kind = kind, .audience = audience, .text = text};
  CLEAVE_APPEND(writer->unit->arena, edit->pieces, edit->piece_count, piece);
}

static inline void add_piece(struct writer *writer, struct cleave_edit *edit, enum cleave_piece_kind kind,
                             const char *text) {
  add_piece_for(writer, edit, CLEAVE_FOR_ALL, kind, text);
}

/* Does nothing if DIRECTIVE is NULL. */
static inline void add_directive(struct writer *writer, struct cleave_edit *edit,
                                 enum cleave_audience audience, const struct cleave_directive *directive) {
  if (directive)
    add_piece_for(writer, edit, audience, CLEAVE_PIECE_PRAGMA,
                  cleave_directive_text(writer->unit, directive));
}

/* Adds text after the region, before the closing text that was added earlier. */
static inline void add_closing(struct writer *writer, enum cleave_audience audience,
                               enum cleave_piece_kind kind, const char *text) {
  struct cleave_piece piece = {.kind = kind, .audience = audience, .text = text};
  CLEAVE_APPEND(writer->unit->arena, writer->closing, writer->closing_count, piece);
}

#endif
