/* FILE: lib/model/directive.h
 * WHAT: the OpenMP directives of a plan as values: constructs and a list of clauses. lib/print prints them.
 */
#ifndef CLEAVE_MODEL_DIRECTIVE_H
#define CLEAVE_MODEL_DIRECTIVE_H

#include "model/expression.h"

#ifdef __cplusplus
extern "C" {
#endif

enum cleave_dependence { CLEAVE_DEPEND_IN, CLEAVE_DEPEND_OUT, CLEAVE_DEPEND_INOUT };

/* A clause of a plan's directive. The kind determines the members in use. */
struct cleave_plan_clause {
  enum cleave_clause_kind kind;
  const struct cleave_clause *user;  /* the user's clause, unchanged; NULL: the members below describe it */
  enum cleave_map_type map_type;     /* MAP; CLEAVE_MAP_OTHER: release */
  bool is_motion;                    /* MAP of an UPDATE: the clause `to` or `from` */
  uint32_t modifiers;                /* MAP: CLEAVE_MAP_ENTRY_MODIFIERS */
  const char *mapper;                /* MAP: the argument of its modifier `mapper`; NULL: none */
  enum cleave_if_modifier modifier;  /* IF: TARGET, PARALLEL, or ANY for none */
  enum cleave_dependence dependence; /* DEPEND */
  const char *operation;             /* REDUCTION */
  const struct cleave_expression *argument; /* IF, DEVICE, NUM_THREADS, COLLAPSE */
  const struct cleave_expression **items;   /* MAP, DEPEND and the data-sharing clauses */
  size_t item_count;
};

struct cleave_clauses {
  struct cleave_plan_clause *items;
  size_t count;
};

enum cleave_directive_kind {
  CLEAVE_DIRECTIVE_CONSTRUCT, /* `construct`, a set of cleave_construct */
  CLEAVE_DIRECTIVE_SOURCE,    /* the user's own directive, `source`; `clauses` are added to it */
  CLEAVE_DIRECTIVE_DATA,      /* target data */
  CLEAVE_DIRECTIVE_ENTER,     /* target enter data */
  CLEAVE_DIRECTIVE_EXIT,      /* target exit data */
  CLEAVE_DIRECTIVE_UPDATE,    /* target update */
  CLEAVE_DIRECTIVE_TASKWAIT,
  CLEAVE_DIRECTIVE_TASKGROUP
};

struct cleave_directive {
  enum cleave_directive_kind kind;
  uint32_t construct;
  struct cleave_range source; /* the text after `omp` */
  struct cleave_clauses clauses;
};

struct cleave_directive *cleave_make_directive(struct cleave_arena *arena, enum cleave_directive_kind kind,
                                               uint32_t construct);

void cleave_add_clause(struct cleave_arena *arena, struct cleave_clauses *clauses,
                       struct cleave_plan_clause clause);
void cleave_add_clauses(struct cleave_arena *arena, struct cleave_clauses *clauses,
                        const struct cleave_clauses *added);
void cleave_add_user_clause(struct cleave_arena *arena, struct cleave_clauses *clauses,
                            const struct cleave_clause *user);
void cleave_add_if(struct cleave_arena *arena, struct cleave_clauses *clauses,
                   enum cleave_if_modifier modifier, const struct cleave_expression *condition);
void cleave_add_depend(struct cleave_arena *arena, struct cleave_clauses *clauses,
                       enum cleave_dependence dependence, const char *name);
void cleave_add_nowait(struct cleave_arena *arena, struct cleave_clauses *clauses);
/* Does nothing if DEVICE is NULL. */
void cleave_add_device(struct cleave_arena *arena, struct cleave_clauses *clauses,
                       const struct cleave_expression *device);
/* Adds ITEM to the last clause if that is a map clause of this TYPE without modifiers or mapper; else in a new
 * clause. */
void cleave_add_mapped(struct cleave_arena *arena, struct cleave_clauses *clauses, enum cleave_map_type type,
                       const struct cleave_expression *item);
/* Adds to the last clause of the list. */
void cleave_add_list_item(struct cleave_arena *arena, struct cleave_clauses *clauses,
                          const struct cleave_expression *item);

#ifdef __cplusplus
}
#endif
#endif
