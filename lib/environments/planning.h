/* FILE: lib/environments/planning.h
 * WHAT: the environments of one function while they are planned. Not for use in other folders.
 */
#ifndef CLEAVE_ENVIRONMENTS_PLANNING_H
#define CLEAVE_ENVIRONMENTS_PLANNING_H

#include "environments/analysis.h"

struct cleave_environments; /* environment_choice.h */
struct cleave_decisions;    /* model/plan.h */

struct planning {
  struct analysis analysis;
  struct cleave_environments *result;
  struct cleave_decisions *decisions;
  struct object *missed; /* objects with an obstacle, each class once */
  size_t missed_count;
};

/* What an environment that is being planned, or an enclosing one, contains. */
struct enclosing {
  const struct enclosing *outer;
  const uint32_t *cells;
  size_t count;
};

/* The name of the object that VALUE leads to, for messages. */
const char *name_of(const struct analysis *analysis, const struct cleave_host_value *value);
/* environment_directives.c: whether the environment of OBJECT depends on whether other code has made it present. */
bool needs_condition(const struct analysis *analysis, struct span span, const struct object *object);
/* environment_directives.c: appends the environment of the COUNT objects, which have no obstacle, and its remark. */
void add_environment(struct planning *planning, struct span span, const struct object *objects, size_t count,
                     const struct enclosing *outer);

#endif
