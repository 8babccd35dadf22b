/* FILE: test/fuzz/programs/constructs.h
 * WHAT: what the files generate_constructs*.c share: programs of --host-constructs, whose host code reaches the arrays of
 *       regions in all ways that C and C++ know.
 *
 * A function of such a program is a scenario. Its arrays have N + 5 elements of type long. A view is an expression that
 * denotes one of these arrays. Views of one group denote different arrays at every time; views of different groups may denote the
 * same array. So each construct maps views of one group only. Every region copies what it changes: the results are those of the
 * sequential program.
 */
#ifndef CLEAVE_FUZZ_CONSTRUCTS_H
#define CLEAVE_FUZZ_CONSTRUCTS_H

#include "generate.h"

enum { MAX_GROUPS = 16, GROUP_VIEWS = 3, STEPS = 3 };

/* Which functions a scenario calls: the others are not generated. */
enum {
  USES_STEP = 1, /* the first of STEPS bits */
  USES_TABLE = 1 << STEPS,
  USES_WITH = USES_TABLE << 1,
  USES_HOOKED = USES_TABLE << 2,
  USES_EARLY = USES_TABLE << 3,
  USES_JUMPED = USES_TABLE << 4,
  USES_GLOBAL = USES_TABLE << 5,
  USES_LATER = USES_TABLE << 6,
  USES_DESTRUCTOR = USES_TABLE << 7,
  USES_CONDITION = USES_TABLE << 8
};

/* What the places of a group are. */
enum holder {
  HOLDS_NOTHING,  /* there are none: the views are arrays */
  HOLDS_POINTERS, /* long * */
  HOLDS_UNIONS, /* the same, in unions that may hold another type: an access by long ** would break the rule of aliasing */
  HOLDS_INTEGERS, /* uintptr_t */
  HOLDS_BYTES     /* arrays of unsigned char */
};

struct group {
  const char *views[GROUP_VIEWS];
  unsigned count;
  enum holder holder;
  const char *places[GROUP_VIEWS]; /* the lvalues that hold them */
  const char *set, *end;           /* text around a pointer that converts it for a place: "(T)(" and ")" */
  bool keeps; /* only exchanges are allowed: other code depends on which pointers are there */
};

struct scene {
  struct generator *generator;
  const char *name; /* of the scenario */
  struct group groups[MAX_GROUPS];
  unsigned group_count;
  const struct group *global_group; /* pointers at file scope, or NULL */
  unsigned uses;                    /* set of USES_* */
  bool has[SHAPE_COUNT];            /* its kinds of host code: few of them, or all */
  bool has_unknown;                 /* calls of code that the compiler does not see are allowed */
  bool has_table;
  bool has_exit; /* a function of atexit reads the arrays, which are never freed */
};

/* generate_constructs.c: whether to make SHAPE here: in PERCENT of cases, if SCENE has it. Counts it. */
bool allows(struct scene *scene, enum shape shape, unsigned percent);

/* generate_constructs_views.c: declares the arrays of SCENE and its groups of views. */
void add_groups(struct scene *scene, struct node *body);

/* generate_constructs_functions.c: the functions at file scope that the statements of SCENE call. Called after these are made. */
void add_functions(struct scene *scene);
/* A region about the arrays A and B; it changes A alone. LENGTH is the text of the number of elements. */
struct node *construct_region(struct scene *scene, const char *a, const char *b, const char *length);
/* Host code that reads or writes ARRAY; OTHER is a different array. */
struct node *construct_access(struct scene *scene, const char *array, const char *other);

#endif
