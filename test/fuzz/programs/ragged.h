/* FILE: test/fuzz/programs/ragged.h
 * WHAT: what the files generate_ragged*.c share: functions with loops over rows of different lengths, reductions,
 *       histograms and prefix loops.
 *
 * A function of the program fills its arrays and calls a helper several times, each time with other lengths of the rows. The
 * helper has one region of one to three loops.
 *
 * How a program stays defined:
 *   - an iteration of a parallel loop writes elements of its own row only, or updates others by atomic operations on integers;
 *   - what a loop writes, its other iterations do not read; an array that the call passes twice is accessed at the own row
 *     or element only, or by serial loops;
 *   - values are small: what a loop computes is read modulo a small number, so that no signed sum overflows;
 *   - the terms of `reduction` clauses are integers, so that their sums are exact in each order. In a program that permits
 *     reassociation, so are all other values.
 */
#ifndef CLEAVE_FUZZ_RAGGED_H
#define CLEAVE_FUZZ_RAGGED_H

#include "generate.h"

/* What an array has one element for. */
enum extent { EXTENT_ROW, EXTENT_OFFSET /* n + 1 */, EXTENT_ELEMENT, EXTENT_BIN };

enum array_role {
  ARRAY_OFFSETS, /* row: the first element of each row, and the end of the last one */
  ARRAY_START,
  ARRAY_COUNT,
  ARRAY_LAST, /* the last element of a row */
  ARRAY_COLUMN,
  ARRAY_ORDER, /* a permutation of the rows */
  ARRAY_FLAG,
  ARRAY_BIN,
  ARRAY_VALUE,
  ARRAY_WEIGHT,
  ARRAY_X,
  ARRAY_V,
  ARRAY_Y, /* results of rows */
  ARRAY_Z,
  ARRAY_U,
  ARRAY_SERIAL, /* of prefix loops in place */
  ARRAY_LIST,   /* of compactions */
  ARRAY_OUT,    /* results of elements */
  ARRAY_TARGET, /* integers that atomic operations update */
  ARRAY_BINS,
  ARRAY_COUNT_OF_ROLES
};

struct ragged_array {
  const char *parameter; /* the name of the helper's parameter */
  const char *name;      /* how the helper names it: as the parameter, as a member, or as the static array */
  const char *storage;   /* the static array */
  const struct type *type;
  enum extent extent;
  bool used, written;
  bool printed; /* although the helper writes it through another name only */
  bool is_member, is_static;
  bool is_present;    /* mapped around the region, which has no clause for it */
  bool elsewhere;     /* an iteration of a parallel loop accesses it at other places than its own */
  bool in_parallel;   /* a parallel loop accesses it */
  bool gathered, put; /* in the current loop: read at other places; written */
};

struct ragged {
  struct generator *generator;
  struct ragged_array arrays[ARRAY_COUNT_OF_ROLES];
  bool is_exact;    /* integer-valued data: the program permits reassociation */
  bool is_floating; /* the data are floating-point numbers */
  bool overlaps;    /* a call passes one array twice: these two, if they are not NULL */
  const struct ragged_array *one, *other;
  bool may_shift;              /* the second one may begin at another element */
  bool uses_width;             /* rows have a fixed distance */
  bool is_serial;              /* the current loop */
  unsigned gap;                /* unused elements after each row */
  const char *member_access;   /* "a." or "a->" */
  struct node *before, *after; /* the region, in the helper */
  struct node *clauses;        /* of the current loop */
  const char *row_header;      /* of the current loop over rows; NULL: its counter is declared elsewhere */
  struct node *maps;           /* of the region, for scalars */
};

/* ---- generate_ragged_values.c ---- */

/* The names that an element of a row may use. */
struct row_place {
  const char *row;     /* of the current row; NULL: none */
  const char *element; /* its subscript; NULL: outside of the loop over the elements */
  const char *counter; /* of that loop */
  const char *value;   /* a variable that is set before that loop, or NULL */
};

/* The text of the element INDEX of the array ROLE. IS_OWN: no other iteration has this index. */
const char *element_of(struct ragged *it, enum array_role role, const char *index, bool is_own);
/* Likewise for an assignment; counts as own. */
const char *target_of(struct ragged *it, enum array_role role, const char *index);
/* TEXT, a value of TYPE, limited to small integers if values have to be small. */
const char *reduced(const struct ragged *it, const struct type *type, const char *text);
/* TEXT, a floating-point value or an integer, as a term of a reduction: a small integer. */
const char *term(const struct ragged *it, bool is_floating, const char *text);
/* A value for an element or row at PLACE. */
struct node *row_value(struct ragged *it, const struct row_place *place);
/* A condition. */
struct node *row_condition(struct ragged *it, const struct row_place *place);
/* A type for sums. */
const struct type *sum_type(struct ragged *it);
/* One of Y, Z, U that the current loop may write, or ARRAY_COUNT_OF_ROLES. */
enum array_role any_result(struct ragged *it);
/* A string of letters that depends on the function. */
const char *tag(const struct ragged *it);

/* generate_ragged_sums.c: a variable that the loop over the elements updates. */
struct row_sum {
  const char *name, *place; /* PLACE: of a pair, the element with the least or greatest value; or NULL */
  const struct type *type;
  char operation;    /* + - * & | ^ or < > for the least and greatest value */
  const char *start; /* the value before the loop over the elements */
};
struct row_sum new_sum(struct ragged *it, const struct row_place *place);
/* A statement that updates SUM. */
struct node *update_of(struct ragged *it, const struct row_sum *sum, const struct row_place *place);
/* Statements that are nearly updates of SUM, but whose result depends on the order of the iterations. Adds to BEFORE what they
 * need in front of the loop. */
struct node *near_update(struct ragged *it, const struct row_sum *sum, const struct row_place *place,
                         struct node *before);

/* ---- The loops ---- */

void statement(struct ragged *it, struct node *list, const char *text);
void add_clause(struct ragged *it, const char *name, const char *item);

/* Directive and header of a parallel loop over the rows; its last child, to be added, is the body. *ROW: the counter. */
struct node *loop_over_rows(struct ragged *it, const char *directive, struct node *clauses, const char **row);
/* Adds a `reduction` clause to the current loop, and to BODY an update of its variable with a term that VALUE, a number, gives. */
void add_total(struct ragged *it, struct node *body, bool is_floating, struct node *value);

/* generate_ragged_rows.c, generate_ragged_loops.c: loops with DIRECTIVE. */
struct node *rows_loop(struct ragged *it, const char *directive, struct node *clauses);
struct node *reduction_loop(struct ragged *it, const char *directive, struct node *clauses);
struct node *histogram_loop(struct ragged *it, const char *directive, struct node *clauses);
/* A serial loop. */
struct node *prefix_loop(struct ragged *it);

#endif
