/* FILE: test/fuzz/programs/idioms.h
 * WHAT: what the files generate_idioms*.c share: regions about three arrays of their own.
 */
#ifndef CLEAVE_FUZZ_IDIOMS_H
#define CLEAVE_FUZZ_IDIOMS_H

#include "generate.h"

/* A region, and the three arrays that it uses. Their elements are not negative. */
struct idiom {
  struct generator *generator;
  const char *types[3], *names[3]; /* expressions that denote the arrays */
  const char *begin;               /* of the loops: an expression; NULL: 0 */
  const char *count;               /* of their elements: an expression */
  const char *scalar;              /* an integer that the region may read */
};

/* Declares the arrays, of SIZE elements each, in BODY, and adds their digests to DIGESTS. */
void declare_arrays(struct idiom *it, struct node *body, struct node *digests, const char *size);

const char *any_type(struct generator *generator);
/* Clauses for a loop with the directive FORM, or "". */
const char *any_clauses(struct generator *generator, const char *form);
/* A loop with the directive DIRECTIVE over the elements of one array. */
struct node *any_loop(const struct idiom *it, const char *directive);
/* Adds to BLOCK what a region holds: parallel loops, in loops of the host, and serial statements. SELECTS: the directive of a
 * loop may be a metadirective. */
void add_parts(const struct idiom *it, struct node *block, bool selects);

/* generate_idioms_data.c */
void add_mapper(struct generator *generator, struct node *body, struct node *digests);
void add_link(struct generator *generator, struct node *body, struct node *digests);
void add_memory_bound(struct generator *generator, struct node *body, struct node *digests);

#endif
