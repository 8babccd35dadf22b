/* FILE: test/fuzz/programs/transfers.h
 * WHAT: programs of `fuzz_programs --transfers`: arrays in several data environments, and regions that use them.
 *       For the files generate_transfers*.c alone.
 *
 * A region is a function of its own, called from several places with several arrays. How a program stays
 * defined, besides what generate.h says:
 *   - what a map clause does not copy to the device is written before it is read there, and before it is copied
 *     back (item.needs_value, array.has_value);
 *   - two threads of the host share arrays that both only read, and arrays of which each writes a part.
 */
#ifndef CLEAVE_FUZZ_TRANSFERS_H
#define CLEAVE_FUZZ_TRANSFERS_H

#include "generate.h"

enum { MAX_ARRAYS = 7, MAX_ITEMS = 5, MAX_REGIONS = 4 };

/* Who may use an array at the place at hand. */
enum owner { OWNER_ANYBODY, OWNER_READERS, OWNER_OTHERS };

/* An array at file scope, with elements before and behind those that regions use. */
struct array {
  const char *name;
  const struct type *type;
  bool rows;    /* N rows of M elements; else N elements */
  bool pointer; /* it is allocated */
  bool whole;   /* map clauses name all of it; else the section that is used */
  unsigned low; /* where that begins */
  enum owner owner;
  /* What is known of it on the device at the place at hand. */
  unsigned references; /* how often it is mapped */
  unsigned entered;    /* by how many `target enter data` of them */
  bool has_value;      /* all of its elements have one */
};

/* What a region uses: a parameter, or an array itself. */
struct item {
  const char *name;
  const struct type *type;
  struct array *array; /* NULL: a parameter, which any array may be that is_like it */
  bool rows, whole;
  bool matrix; /* a pointer to arrays of M elements */
  unsigned low;
  bool twin; /* it and the other one of the region that is a twin may be the same array */
  bool used, written;
  bool has_value;   /* at the place at hand */
  bool needs_value; /* at the begin of the region */
  bool needs_presence;
};

struct region {
  const char *name;
  struct item items[MAX_ITEMS];
  size_t item_count;
  bool all_elements; /* n must be N */
  bool may_be_host;  /* has an if clause */
};

/* What the generator knows while it makes a function. */
struct scene {
  struct generator *generator;
  const char *device; /* a clause for all directives, or "" */
  struct array arrays[MAX_ARRAYS];
  size_t array_count;
  struct region regions[MAX_REGIONS];
  size_t region_count;
  const char *sum; /* where results of regions are added up */
  bool in_thread;  /* one of two that run at once */
};

/* generate_transfers_region.c: adds a region to SCENE, and its text to the generator's file scope. */
void make_region_function(struct scene *scene);

/* generate_transfers_loops.c: a parallel loop over items of REGION under the directive FORM. CLAUSES: those of
 * the region, if the directive is the region's own; else NULL. SUM: whether the region has a variable `s`. */
struct node *transfers_loop(struct scene *scene, struct region *region, const char *form,
                            struct node *clauses, bool sum);
/* An integer expression over items that any thread may read at the place at hand, for serial code. */
struct node *transfers_value(struct scene *scene, struct region *region, bool sum);
/* An element of ITEM: of row ROW and column COLUMN if it has rows, else number ROW. */
const char *item_element(struct generator *generator, const struct item *item, const char *row,
                         const char *column);

/* generate_transfers.c: what map clauses and digests name. */
const char *array_section(struct scene *scene, const struct array *array);
const char *array_length(struct scene *scene, const struct array *array);

/* generate_transfers_actions.c: COUNT actions of one thread, one after the other: data environments, updates,
 * regions, changes of the host's copies. What is open at the end is closed. */
struct node *make_actions(struct scene *scene, unsigned count);
/* The actions that close what `target enter data` has opened of the arrays that may be used here. */
void exit_environments(struct scene *scene, struct node *list);
/* Gives ARRAY, which is on the device, a value there if it has none. */
void give_value(struct scene *scene, struct array *array, struct node *list);

/* generate_transfers_threads.c: two threads of the host at once. */
struct node *make_threads(struct scene *scene);

#endif
