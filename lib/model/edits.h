/* FILE: lib/model/edits.h
 * WHAT: the edits that transform a file's text. lib/print makes them from plans and prints them in two forms.
 *       They define the order of pieces, not the layout.
 */
#ifndef CLEAVE_MODEL_EDITS_H
#define CLEAVE_MODEL_EDITS_H

#include "model/region.h"

enum cleave_piece_kind {
  CLEAVE_PIECE_TEXT,      /* literal text */
  CLEAVE_PIECE_WORD,      /* a name that replaces an expression */
  CLEAVE_PIECE_PRAGMA,    /* a directive: the text after `#pragma omp ` */
  CLEAVE_PIECE_OPEN,      /* { */
  CLEAVE_PIECE_CLOSE,     /* } */
  CLEAVE_PIECE_STATEMENT, /* a user statement or declaration, moved */
  CLEAVE_PIECE_DECLARE,   /* a generated declaration, which may hide one of the same name */
  CLEAVE_PIECE_HINT /* the text after `#pragma cleave `; only in the readers' form, which can be transformed
                       again */
};

/* The forms that contain a piece. */
enum cleave_audience { CLEAVE_FOR_ALL, CLEAVE_FOR_COMPILER, CLEAVE_FOR_READER };

struct cleave_piece {
  enum cleave_piece_kind kind;
  enum cleave_audience audience;
  const char *text;             /* NULL for braces */
  const char *compiler_clauses; /* PRAGMA: additional clauses of the compiler's form; or NULL */
};

/* Replaces RANGE (empty: inserts before its begin) with the pieces, in order. */
struct cleave_edit {
  struct cleave_range range;
  struct cleave_piece *pieces;
  size_t piece_count;
  bool for_compiler; /* omitted in the readers' form: it affects performance only */
  uint32_t layout;   /* the readers' form: the offset whose line gives the indentation; 0: the range's */
};

/* Edits of one file. Ranges do not overlap; at one offset, earlier edits come first. */
struct cleave_edits {
  struct cleave_edit *items;
  size_t count;
};

#endif
