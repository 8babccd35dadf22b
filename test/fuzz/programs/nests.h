/* FILE: test/fuzz/programs/nests.h
 * WHAT: programs of `fuzz_programs --nests`: parallel loops whose bodies are affine loop nests.
 *       For the files generate_nests*.c alone.
 *
 * A function calls a helper with one target region several times, with different bounds. The rules of generate.h keep a program
 * defined. In addition, all bounds are known here, so generate_nests_check.c executes each nest for each call. A statement
 * is kept only if all its elements exist, no two iterations of the parallel loop access an element that one of them writes,
 * and no unsigned comparison has a negative operand.
 */
#ifndef CLEAVE_FUZZ_NESTS_H
#define CLEAVE_FUZZ_NESTS_H

#include "generate.h"

/* What a bound or subscript is a sum of. */
enum symbol {
  SYMBOL_I,
  SYMBOL_J,
  SYMBOL_K,
  SYMBOL_L,
  SYMBOL_T,
  SYMBOL_N,
  SYMBOL_M,
  SYMBOL_P,
  SYMBOL_Q,
  SYMBOL_COUNT
};
enum {
  MOST_DEPTH = 4,
  MOST_CALLS = 3,
  MOST_ARRAYS = 7,
  MOST_NESTS = 4,
  MOST_ITEMS = 6,
  MOST_READS = 3,
  ELEMENTS = 2600,  /* of the memory behind a pointer */
  ROW = 34,         /* elements of a row, if that is a constant; rows of a two-dimensional array */
  PLANE = 9,        /* elements in each dimension of a three-dimensional array */
  SIDE = 5,         /* elements in each dimension of a four-dimensional array */
  MOST_STEPS = 6000 /* iterations of a nest in one call */
};

extern const char *const symbol_names[SYMBOL_COUNT];

struct affine {
  int constant, by[SYMBOL_COUNT];
};

/* The type of a counter. */
struct counter_type {
  const char *name;
  bool is_unsigned, is_int;
};

/* How an array is declared. */
enum array_form {
  ARRAY_LINE,   /* T *a, a[i] */
  ARRAY_FLAT,   /* T *a, a[i * m + j] */
  ARRAY_FLAT_3, /* T *a, a[(i * m + j) * p + k] */
  ARRAY_ROWS,   /* T (*a)[ROW], a[i][j] */
  ARRAY_VLA,    /* T (*a)[m], a[i][j] */
  ARRAY_VLA_3,  /* T (*a)[m][p], a[i][j][k] */
  ARRAY_CUBE,   /* T (*a)[PLANE][PLANE], a[i][j][k] */
  ARRAY_GRID,   /* static T a[ROW][ROW] */
  ARRAY_GRID_3, /* static T a[PLANE][PLANE][PLANE] */
  ARRAY_GRID_4, /* static T a[SIDE][SIDE][SIDE][SIDE] */
  ARRAY_FORM_COUNT
};

/* Static memory, under one or two names. */
struct storage {
  const char *name;
  const struct type *type;
  int elements;
  bool is_shared; /* two names: a target data construct maps it, and the region has no clause for them */
  /* Of each element: the last parallel loop that accessed it, and the iterations that did. */
  struct cell {
    unsigned loop;
    int iteration;
    bool several, written;
  } cells[ELEMENTS];
};

struct array {
  const char *name;
  enum array_form form;
  struct storage *storage;
  int offset, elements;   /* in the storage */
  enum symbol row, plane; /* row lengths of the forms FLAT and VLA: m and p in the comments there */
  bool used, written;     /* in the region */
  int needed[MOST_CALLS]; /* elements, rows or planes up to the last one that a call accesses */
};

struct access {
  struct array *array;
  struct affine subscripts[MOST_DEPTH];
};

/* LEFT RELATION RIGHT, or LEFT % MODULUS == REST if MODULUS is not 0. */
struct condition {
  bool exists;
  struct affine left, right;
  char relation; /* '<', '>' or '=' */
  int modulus, rest;
};

struct nest_loop {
  enum symbol counter;
  const struct counter_type *type;
  struct affine first, limit;
  bool includes_limit, is_downward, is_sum_condition, is_unequal;
  int step;
  bool declared_outside;
  struct block *body;
};

enum item_kind {
  ITEM_NOTHING,
  ITEM_LOOP,
  ITEM_ASSIGN,     /* target = value of the reads */
  ITEM_ADD,        /* target += value of the reads */
  ITEM_ACCUMULATE, /* a local sum over LOOP of the reads; target = or += sum */
  ITEM_KEPT        /* a private scalar carries a value from one iteration of the innermost loop to the next */
};

struct item {
  enum item_kind kind;
  struct nest_loop *loop;
  struct access target, reads[MOST_READS];
  unsigned read_count;
  struct condition condition;
  unsigned style;       /* of the text */
  const char *variable; /* the sum, the temporary or the private scalar */
  struct node *condition_text, *value_text;
};

struct block {
  struct item items[MOST_ITEMS];
  unsigned count;
};

struct nest {
  struct nest_loop loop; /* the parallel one */
  unsigned depth;
  unsigned collapse; /* loops that are parallel */
  bool is_perfect, has_kept;
  bool is_product;          /* rectangles and triangles around sums of products */
  bool is_regular;          /* iterations mostly write different elements */
  bool is_aliased;          /* statements write memory that has two names */
  bool has_fixed_bounds;    /* constants */
  struct access targets[4]; /* that statements write */
  unsigned target_count;
  const struct nest
      *neighbor; /* the nest before, with nearly the same loops; NULL: this one has loops of its own */
  const char *clauses;
  const char *privates[8];
  unsigned private_count;
};

struct nests {
  struct generator *generator;
  unsigned call_count;
  int values[MOST_CALLS][SYMBOL_COUNT]; /* of n, m and p in each call */
  int scale;                            /* the greatest of them */
  unsigned most_depth;
  bool prefers_constants; /* bounds and row lengths are constants rather than parameters */
  struct storage *storages[MOST_ARRAYS];
  unsigned storage_count;
  struct array arrays[MOST_ARRAYS];
  unsigned array_count;
  struct nest nests[MOST_NESTS];
  unsigned nest_count;
  bool has_time_loop; /* for (int t = 0; t < time_limit; t++) around the nests */
  struct affine time_limit;
  bool has_region_bound; /* int q = m - 1 in the region, and q-- between its nests */
  bool has_unsigned;     /* a loop has an unsigned counter */
  unsigned loops;        /* executed by the check */
  /* While a nest is printed: */
  unsigned collapse;                /* its associated loops */
  const char *declared[MOST_DEPTH]; /* declared in the body of the loop over each counter; or NULL */
};

/* generate_nests_arrays.c */
int one_of(struct generator *generator, int first, int last); /* FIRST <= x <= LAST */
enum symbol any_parameter(struct generator *generator);       /* n, m or p */
unsigned dimensions_of(const struct array *array);
bool is_grid(const struct array *array); /* not through a pointer */
/* Of what the first subscript of ARRAY selects: an element, a row or a plane. VALUES: of the symbols. At least 1. */
int elements_of_unit(const struct array *array, const int *values);
void make_arrays(struct nests *nests);
void keep_rows(
    struct nests *nests); /* changes values, so that each array of variable length has an element */

/* generate_nests_check.c: executes NEST for all calls. Returns whether it is defined. *ITERATIONS: of the nest's innermost
 * statements and loops, in the first call; may be NULL. NOTES: also notes which elements of the arrays are used. */
bool nest_is_defined(struct nests *nests, const struct nest *nest, unsigned *iterations, bool notes);

/* generate_nests.c */
struct block *new_block(struct generator *generator);
/* Moves ACCESS by a small distance in one dimension. */
void move_access(struct generator *generator, struct access *access);
/* Makes the statements in LOOP of NEST. */
void fill_places(struct nests *nests, struct nest *nest, struct nest_loop *loop);
void add_clauses(struct nests *nests, struct nest *nest);

/* generate_nests_neighbor.c */
/* Makes NEST, with nearly the loops of MODEL. Returns false if MODEL has other loops than a perfect nest, or if the result is not
 * defined. */
bool make_neighbor(struct nests *nests, const struct nest *model, struct nest *nest);
/* Makes READ an access near an element that the neighbor of NEST writes. Returns false if it has none, or by chance. */
bool read_from_neighbor(struct nests *nests, const struct nest *nest, const struct item *item,
                        struct access *read);

/* generate_nests_text.c */
/* The helper with the region, at file scope, and what calls it. */
void print_nests(struct nests *nests, struct node *body);

#endif
