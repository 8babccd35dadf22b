/* FILE: test/fuzz/programs/generate.h
 * WHAT: random OpenMP C programs whose outcome the standard defines: the same for every number of
 *       teams and threads, and so the same with cleave as without.
 * USE:  a program has several functions, each with one target region. struct generator and what follows
 *       it are for the files generate_*.c alone.
 *
 * How a program stays defined:
 *   - an iteration of a parallel loop writes only elements of its own, and reads what it writes only
 *     there (struct loop), unless atomic, a reduction or a clause that orders iterations allows more;
 *   - nothing is read before it is written (variable.readable), on the host and on the device;
 *   - integers stay small: what is stored is taken modulo a small number, and reductions are read so;
 *   - floating-point values are small multiples of powers of two, whose sums are exact.
 */
#ifndef CLEAVE_FUZZ_GENERATE_H
#define CLEAVE_FUZZ_GENERATE_H

#include <stdint.h>

#include "random.h"
#include "tree.h"

enum shape {
#define SHAPE(name, made, what) SHAPE_##name,
#include "shapes.def"
#undef SHAPE
  SHAPE_COUNT
};

enum { MAX_ACCESS_ROWS = 512 };

/* Which shapes are allowed, and how often each was made. */
struct shapes {
  bool transfers;     /* other programs: data environments around regions, several threads (transfers.h) */
  bool host_code;     /* other programs: host code between regions that share arrays */
  bool constructs;    /* other programs: host code with all ways to reach an array (constructs.h) */
  bool nests;         /* other programs: parallel loops around affine loop nests (nests.h) */
  bool ragged;        /* other programs: rows of different lengths, reductions, prefix loops (ragged.h) */
  bool expressions;   /* other programs: C and C++, objects used in all ways (accesses.h) */
  unsigned functions; /* a program has at most as many; 0: no limit */
  bool optimized;     /* compiled with optimization: without what clang 19 gets wrong then */
  bool row_off[MAX_ACCESS_ROWS]; /* the rows of accesses.def, likewise */
  unsigned long row_made[MAX_ACCESS_ROWS];
  bool off[SHAPE_COUNT];
  unsigned long made[SHAPE_COUNT];
};

extern const char *const shape_names[SHAPE_COUNT];

void shapes_defaults(struct shapes *shapes);

/* A function with one target region. */
struct function {
  const char *name;
  struct node *tree;   /* its definition, and what it needs at file scope */
  unsigned size, side; /* elements of its arrays; of a row of its matrices */
  bool gone;           /* dropped by the shrinker */
};

struct program {
  struct cleave_arena *arena; /* owns everything */
  uint64_t seed;
  struct function *functions;
  size_t function_count;
  bool transfers, host_code, constructs, expressions, nests, ragged; /* see struct shapes */
  bool reassociates;   /* compiled with the permission to reassociate */
  bool unified_memory; /* the shape */
  bool cxx;            /* C++; programs of one file have one language */
};

/* The program of SEED. The caller frees its arena. */
struct program *program_generate(uint64_t seed, struct shapes *shapes);

/* One C file that runs the PROGRAMS one after the other and prints `SEED.FUNCTION DIGEST` lines; with
 * a number as its argument it runs that program of the list alone. ARENA owns the text. */
const char *programs_text(struct cleave_arena *arena, struct program *const *programs, size_t count);

/* ---- What the files generate_*.c share ----------------------------------------------------------- */

struct type {
  const char *name;
  bool floating;
  int modulus; /* what is stored is smaller than this, negative or not */
};

enum variable_kind { KIND_SCALAR, KIND_ARRAY, KIND_POINTER, KIND_MATRIX, KIND_RECORD };

struct variable {
  const char *name;
  const struct type *type;
  enum variable_kind kind;
  const char *low;  /* of arrays: the first element that the region may use; the last is N - 1 */
  const char *size; /* of arrays: how many elements there are, a constant */
  unsigned storage; /* what shares memory has the same number */
  bool readable;    /* has a value here */
  bool writable;
  bool hidden; /* an inner variable has its name */
  bool small;  /* an integer below its type's modulus; others are read modulo */
  bool host;   /* never depends on device data */
  bool clause; /* a clause of the region names it */
  bool always; /* map(always, ...): the region has to use it */
  bool owed;   /* comes back from the region, which must have written it by its end */
  struct node *declaration;
};

/* A parallel loop that is being filled. */
struct loop {
  struct loop *outer;
  const char *index;      /* 0 <= index < N */
  bool interior;          /* 1 <= index < N - 1 */
  bool ordered_by_thread; /* a dependence between iterations is allowed */
  struct {
    unsigned storage;
    const char *element;
  } writes[8];
  size_t write_count;
  unsigned closed[8]; /* storages that no expression of the loop may read */
  size_t closed_count;
};

enum { MAX_VARIABLES = 48, MAX_STORAGES = 96 };

struct generator {
  struct cleave_arena *arena;
  struct random random;
  struct shapes *shapes;
  uint64_t seed;
  bool cxx;
  struct function *function;
  struct node *file_scope; /* of the function */
  struct variable *variables[MAX_VARIABLES];
  size_t variable_count;
  size_t scope_begin; /* how many of them stand outside of the innermost block */
  struct loop *loop;
  const char *serial_index[4]; /* iteration variables of serial loops, 0 <= index < N */
  size_t serial_index_count;
  unsigned names, storages;
  bool independent;                                  /* loops may not depend on each other (teams) */
  bool touched[MAX_STORAGES], written[MAX_STORAGES]; /* when independent */
  bool defined_only;        /* nothing begins without a value, and nobody writes private scalars */
  struct node *outer;       /* map clauses of a target data around the region, if any */
  bool host_values;         /* expressions may use only what the host knows */
  const char *jump_counter; /* of the host loop around, which statements may leave; or NULL */
  bool replicated;          /* and what no loop writes: threads that are ahead may have changed it */
  unsigned depth;           /* of control around parallel loops */
};

/* Whether to make SHAPE here: in PERCENT of cases, if it is allowed. Counts it. */
bool wants(struct generator *generator, enum shape shape, unsigned percent);

/* The KIND of a schedule clause, or "static" if only that is allowed. */
const char *schedule(struct generator *generator, const char *kind);

unsigned below(struct generator *generator, unsigned limit);
bool chance(struct generator *generator, unsigned percent);
const char *fresh_name(struct generator *generator, const char *stem);

/* generate_expressions.c: integer expressions with small values, for the place at hand. DEPTH is how
 * deep they may be nested. */
struct node *integer_expression(struct generator *generator, unsigned depth);
/* An expression whose value can be stored in an object of TYPE. */
struct node *value_for(struct generator *generator, const struct type *type, unsigned depth);
/* An element of VARIABLE that exists, e.g. a[(i + 1) % N]. */
const char *any_element(struct generator *generator, const struct variable *variable);

/* generate_variables.c */
extern const struct type types[];
enum { TYPE_INT, TYPE_LONG, TYPE_UNSIGNED, TYPE_DOUBLE, TYPE_FLOAT, TYPE_SHORT, TYPE_COUNT };
struct variable *add_variable(struct generator *generator, const char *name, const struct type *type,
                              enum variable_kind kind);
bool may_read(const struct generator *generator, const struct variable *variable);
/* A random variable of one of the KINDS (a set of bits 1 << kind) that may be read, or written, here;
 * NULL if there is none. */
struct variable *any_readable(struct generator *generator, unsigned kinds);
struct variable *any_writable(struct generator *generator, unsigned kinds);
/* Declares and initializes the function's variables, and maps them. */
void make_variables(struct generator *generator, struct node *declarations, struct node *clauses,
                    struct node *digests);
/* Which variables have a value; a branch or loop may not have been executed. */
void save_readable(const struct generator *generator, bool *state);
void restore_readable(struct generator *generator, const bool *state, size_t count);

/* What a parallel loop is made of before it is put together. */
struct parts {
  struct loop loop;
  const char *form; /* the directive: "parallel for", "for", "distribute parallel for", ... */
  struct node *clauses, *body;
  const char *before;  /* declarations in front of the directive */
  const char *header;  /* for (...) */
  const char *begin;   /* the first index: "0" or "K" */
  bool whole;          /* all indices up to N - 1 are there */
  bool has_directives; /* in its body */
  bool combined;       /* with the region's own directive */
};

/* generate_loops.c: a parallel loop under the directive FORM. CLAUSES are those of the region if its
 * directive is the loop's as well (FORM begins with "target"), else NULL. */
struct node *parallel_loop(struct generator *generator, const char *form, struct node *clauses);
/* A loop that writes all of VARIABLE, which is an array or a matrix. */
struct node *defining_loop(struct generator *generator, struct variable *variable, const char *form);
/* An assignment to ELEMENT, which the place at hand owns; KNOWN if it has a value already. */
struct node *store(struct generator *generator, const struct type *type, const char *element, bool known);

/* generate_clauses.c: clauses for a loop, with the statements that they need in its body. */
void add_loop_clauses(struct generator *generator, struct parts *parts);

/* generate_patterns.c: several statements around loops, added to BLOCK if they are wanted. */
void add_partials(struct generator *generator, struct node *block);
void add_opaque(struct generator *generator, struct node *block);
/* A construct that one thread of a parallel construct executes, between barriers; NULL: no variable is left for it. */
struct node *team_construct(struct generator *generator);
/* Pointers to two of the function's arrays, set in the region. No random choice: the programs of earlier seeds
 * keep all else. */
void add_pointer_values(struct generator *generator, struct node *block);
/* Likewise arrays and records with lists of values of the host and of the device. */
void add_lists(struct generator *generator, struct node *block);
/* generate_idioms.c: regions after the function's own one, of the shapes from members to memory_bound. */
void add_idioms(struct generator *generator, struct node *body);

/* A loop whose iterations depend on each other, as its clauses allow; or NULL. */
struct node *carried_loop(struct generator *generator, const char *form);

/* generate_statements.c: what one thread executes between the loops. */
struct node *serial_statement(struct generator *generator);
struct node *local_declaration(struct generator *generator, bool host_only);

/* generate_macros.c: the same program, with directives and loops of TREE out of macros at random. */
void put_in_macros(struct generator *generator, struct node *tree);

/* generate_regions.c: variables, region and digests: the body of the function. */
void make_function_body(struct generator *generator, struct node *body);

/* generate_transfers.c: the body of a function of the other kind of program, and what all of these need. */
void make_transfers_body(struct generator *generator, struct node *body);
extern const char transfers_prelude[];

/* generate_host_code.c: likewise. */
void make_host_code_body(struct generator *generator, struct node *body);
/* Host code that reads ARRAY, which has N elements of type long. */
struct node *host_read(struct generator *generator, const char *array);
/* Host code that writes ARRAY, in a WAY below HOST_WRITES. OTHER, for HOST_COPY alone, is an array of the same size. */
enum { HOST_COPY = 2, HOST_WRITES = 4 };
struct node *host_write(struct generator *generator, unsigned way, const char *array, const char *other);
extern const char host_code_prelude[];

/* generate_constructs.c: likewise. */
void make_constructs_body(struct generator *generator, struct node *body);
extern const char constructs_prelude[];

/* generate_nests.c: likewise. */
void make_nests_body(struct generator *generator, struct node *body);

/* generate_ragged.c: likewise. IS_EXACT: all values are integers. */
void make_ragged_body(struct generator *generator, struct node *body, bool is_exact);
extern const char ragged_prelude[];

#endif
