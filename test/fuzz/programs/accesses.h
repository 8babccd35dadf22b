/* FILE: test/fuzz/programs/accesses.h
 * WHAT: the rows of accesses.def, and what the files generate_accesses*.c share.
 */
#ifndef CLEAVE_FUZZ_ACCESSES_H
#define CLEAVE_FUZZ_ACCESSES_H

#include "generate.h"

enum {
  C_ONLY = 1,
  CXX_ONLY = 2,
  WRITES = 4,
  INTEGER = 8,
  UNSIGNED = 16,
  ADDRESS = 32,
  NO_ADDRESS = 64,
  ARRAY = 128,
  SCALAR = 256,
  INSIDE = 512,
  MEMBER = 1024,
  DEFINED = 2048,
  APART = 4096,
  STATIC = 8192,
  HOST_STATIC = 16384,
  RARE = 32768,
  NO_METHOD = 65536,
  UNOPTIMIZED = 131072
};

enum access_type {
  ACCESS_u32,
  ACCESS_i32,
  ACCESS_u64,
  ACCESS_u16,
  ACCESS_u8,
  ACCESS_f64, /* up to here: arithmetic */
  ACCESS_P,
  ACCESS_Q,
  ACCESS_V4,
  ACCESS_S4,
  ACCESS_M2,
  ACCESS_CD,
  ACCESS_UN,
  ACCESS_A2, /* from here on: C++ alone */
  ACCESS_DB,
  ACCESS_TYPES
};

extern const char *const access_types[ACCESS_TYPES];

enum access_table {
  TABLE_KIND,
  TABLE_ELEMENT,
  TABLE_ALIAS,
  TABLE_ACCESS,
  TABLE_PART,
  TABLE_OPERATION,
  TABLE_WHOLE,
  TABLE_COUNT
};

/* A row of any table; what its table has no column for is "". */
struct access_row {
  const char *name;
  enum access_table table;
  unsigned flags;
  enum access_type type, leaf; /* of parts */
  const char *scope, *before, *clause, *begin, *end, *text;
};

extern const struct access_row access_rows[];
extern const size_t access_row_count;

/* What a text of a row is filled with; NULL where there is nothing. */
struct filling {
  const char *object, *type, *value, *small, *result, *name, *index, *first, *pointer;
};

/* A row of TABLE that the program's language and options allow, without the flags WITHOUT and with one of the
 * bits of each set in WITH (0: any); counts it. TYPE is looked at for parts. NULL if there is none. */
const struct access_row *any_row(struct generator *generator, enum access_table table, unsigned with,
                                 unsigned without, enum access_type type);

/* TEXT with its places filled; NUMBER is the row's own ($U). */
const char *filled(struct generator *generator, const char *text, const char *number,
                   const struct filling *filling);
const char *fresh_number(struct generator *generator);

/* A variable of the program. */
struct access_variable {
  const struct access_row *kind;
  enum access_type type;
  const char *name;
  struct node *anchor; /* its declaration: what belongs to it goes when it goes */
  const struct access_row *aliases[3];
  const char *alias_numbers[3];
  unsigned alias_count;
  bool hidden;                                               /* not to be used here */
  enum { ROLE_FREE, ROLE_OWN, ROLE_READ, ROLE_SINGLE } role; /* in the parallel loop at hand */
};

/* The place of a statement. */
struct access_place {
  const char *index;  /* of the iteration, "i"; in serial code a constant or the index of a serial loop */
  const char *single; /* the iteration in which this loop writes scalars */
  bool parallel;
  bool direct; /* in the region itself, or in a loop that is one with it: see is_mappable */
};

struct accesses {
  struct generator *generator;
  struct access_variable variables[8];
  unsigned variable_count;
  const char *locals[8]; /* integers declared in the region */
  unsigned local_count;
  bool method; /* the regions stand in one */
};

/* generate_accesses.c */
const char *access_element(struct accesses *accesses, const struct access_variable *variable,
                           const char *index);
/* One statement at PLACE that reads or writes some variable. */
struct node *access_statement(struct accesses *accesses, const struct access_place *place);
/* An integer that the variables give, without declarations in front; it is read and nothing is written. */
const char *access_value(struct accesses *accesses, const struct access_place *place);

/* generate_accesses_program.c: the function of a program, with its classes, variables and regions. */
void make_accesses_function(struct generator *generator);

/* accesses_prelude.c: what every such program needs. */
extern const char accesses_prelude[], accesses_prelude_cxx[];

#endif
