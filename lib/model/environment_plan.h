/* FILE: lib/model/environment_plan.h
 * WHAT: the plan of one data environment around several regions. lib/environments makes it, lib/print turns it into
 *       edits.
 *
 *     { const int cleave_absent = !omp_target_is_present(a, omp_get_default_device());
 *       #pragma omp target data map(tofrom: a[0:n]) if(cleave_absent)
 *       {
 *         first statement ... last statement, with `target update` directives between them
 *       } }
 *
 * The compiler's form also tests whether the objects fit into the device's memory.
 */
#ifndef CLEAVE_MODEL_ENVIRONMENT_PLAN_H
#define CLEAVE_MODEL_ENVIRONMENT_PLAN_H

#include "model/directive.h"

/* A `target update` before or after a statement. */
struct cleave_update {
  uint32_t node; /* of the function */
  bool after;
  struct cleave_declaration *declarations; /* before the directive, in a block with it */
  size_t declaration_count;
  const struct cleave_directive *directive;
};

/* A member function that returns a private member, for the environment. */
struct cleave_accessor {
  uint32_t class_end; /* the closing brace of the class */
  const char *name, *member;
};

struct cleave_environment {
  uint32_t first, last; /* nodes of the function: the statements inside */
  struct cleave_declaration *declarations;
  size_t declaration_count;
  const char *condition; /* the name of the condition of all its directives */
  const struct cleave_expression
      *absent; /* its value in the text for a reader; NULL: the directives have no condition */
  const struct cleave_expression *fits; /* a further condition of the compiler's form */
  const struct cleave_directive *begin; /* target data, or target enter data */
  const struct cleave_directive *end;   /* target exit data; NULL: the environment is a block */
  struct cleave_update *updates;
  size_t update_count;
  struct cleave_accessor *accessors;
  size_t accessor_count;
};

#endif
