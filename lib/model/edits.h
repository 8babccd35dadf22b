/* FILE: lib/model/edits.h
 * WHAT: the edits that turn the main file's text into the transformed one. lib/print makes them
 *       from plans and prints them in two forms; they say what stands where, not how it is laid out.
 */
#ifndef CLEAVE_MODEL_EDITS_H
#define CLEAVE_MODEL_EDITS_H

#include "model/region.h"

enum cleave_piece_kind {
  CLEAVE_PIECE_TEXT,      /* text as it is */
  CLEAVE_PIECE_PRAGMA,    /* a directive: what follows `#pragma omp ` */
  CLEAVE_PIECE_OPEN,      /* { */
  CLEAVE_PIECE_CLOSE,     /* } */
  CLEAVE_PIECE_STATEMENT, /* a statement or declaration of the user's, moved */
  CLEAVE_PIECE_DECLARE,   /* a declaration of ours, that may hide one of the same name */
  CLEAVE_PIECE_HINT       /* a pragma of cleave: what follows `#pragma cleave `; for readers alone,
                             who may have the text transformed again */
};

/* Who sees a piece. */
enum cleave_audience { CLEAVE_FOR_ALL, CLEAVE_FOR_COMPILER, CLEAVE_FOR_READER };

struct cleave_piece {
  enum cleave_piece_kind kind;
  enum cleave_audience audience;
  const char *text;             /* NULL for braces */
  const char *compiler_clauses; /* PRAGMA: further clauses, for the compiler alone; or NULL */
};

/* Replaces RANGE (empty: inserts before its begin) by the pieces, in order. */
struct cleave_edit {
  struct cleave_range range;
  struct cleave_piece *pieces;
  size_t piece_count;
  bool for_compiler; /* readers do not see it: it makes the code faster and means nothing */
};

/* Edits of one file. Ranges do not overlap; at one offset, earlier edits come first. */
struct cleave_edits {
  struct cleave_edit *items;
  size_t count;
};

#endif
