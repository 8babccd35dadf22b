/* FILE: lib/model/clause.c
 * WHAT: the table of clauses.def, and what the arguments of a clause change in it.
 */
#include "model/clause.h"

#include <stddef.h>
#include <string.h>

static const struct {
  const char *name;
  enum cleave_clause_bounds bounds;
  enum cleave_clause_use uses[CLEAVE_FORMS];
} table[] = {
#define CLEAVE_CLAUSE(kind, name, bounds, region, loop, nest, teams, fused, part, serial, flat, pair)        \
  [CLEAVE_CLAUSE_##kind] = {name,                                                                            \
                            CLEAVE_BOUNDS_##bounds,                                                          \
                            {[CLEAVE_FORM_REGION] = CLEAVE_CLAUSE_USE_##region,                              \
                             [CLEAVE_FORM_LOOP] = CLEAVE_CLAUSE_USE_##loop,                                  \
                             [CLEAVE_FORM_NEST] = CLEAVE_CLAUSE_USE_##nest,                                  \
                             [CLEAVE_FORM_TEAMS] = CLEAVE_CLAUSE_USE_##teams,                                \
                             [CLEAVE_FORM_FUSED] = CLEAVE_CLAUSE_USE_##fused,                                \
                             [CLEAVE_FORM_PART] = CLEAVE_CLAUSE_USE_##part,                                  \
                             [CLEAVE_FORM_SERIAL] = CLEAVE_CLAUSE_USE_##serial,                              \
                             [CLEAVE_FORM_FLAT] = CLEAVE_CLAUSE_USE_##flat,                                  \
                             [CLEAVE_FORM_PAIR] = CLEAVE_CLAUSE_USE_##pair}},
#include "model/clauses.def"
#undef CLEAVE_CLAUSE
};

const char *cleave_clause_name(enum cleave_clause_kind kind) { return table[kind].name; }

enum cleave_clause_bounds cleave_clause_bounds(enum cleave_clause_kind kind) { return table[kind].bounds; }

bool cleave_clause_is_condition(const struct cleave_clause *clause) {
  return clause->kind == CLEAVE_CLAUSE_IF &&
         (clause->modifier == CLEAVE_IF_ANY || clause->modifier == CLEAVE_IF_TARGET);
}

bool cleave_clause_is_at_least(const struct cleave_clause *clause, int64_t least) {
  return clause->flags & CLEAVE_CLAUSE_IS_CONSTANT && clause->value >= least;
}

bool cleave_clause_has_single_iterations(const struct cleave_clause *clause) {
  return clause->flags & CLEAVE_CLAUSE_HAS_CHUNK && clause->flags & CLEAVE_CLAUSE_IS_CONSTANT &&
         clause->value == 1;
}

bool cleave_clauses_bound(const struct cleave_clause *clauses, size_t count,
                          enum cleave_clause_bounds bounds) {
  for (size_t i = 0; i < count; i++)
    if (table[clauses[i].kind].bounds == bounds)
      return true;
  return false;
}

/* `if` without a modifier applies to all constructs of its directive (OpenMP 5.1, 2.18). A form without a parallel construct of the source
 * has no place for a condition of that construct. */
static enum cleave_clause_use use_of_if(const struct cleave_clause *clause, enum cleave_clause_form form,
                                        enum cleave_clause_use use) {
  if (clause->modifier == CLEAVE_IF_SIMD && (form == CLEAVE_FORM_NEST || form == CLEAVE_FORM_TEAMS))
    return CLEAVE_CLAUSE_USE_DROP; /* simd permits; a false condition forbids what the form does not do */
  if (clause->modifier == CLEAVE_IF_SIMD && form == CLEAVE_FORM_LOOP)
    return use;
  return clause->modifier == CLEAVE_IF_OTHER || clause->modifier == CLEAVE_IF_SIMD ||
                 (clause->modifier == CLEAVE_IF_PARALLEL && form == CLEAVE_FORM_TEAMS)
             ? CLEAVE_CLAUSE_USE_NO
             : use;
}

enum cleave_clause_use cleave_clause_in(const struct cleave_clause *clause, enum cleave_clause_form form) {
  const enum cleave_clause_use use = table[clause->kind].uses[form];
  const bool is_version = form == CLEAVE_FORM_NEST || form == CLEAVE_FORM_TEAMS;
  if (use == CLEAVE_CLAUSE_USE_NO)
    return use;
  switch (clause->kind) {
  case CLEAVE_CLAUSE_IF:
    return use_of_if(clause, form, use);
  case CLEAVE_CLAUSE_SCHEDULE:
  case CLEAVE_CLAUSE_DIST_SCHEDULE: /* it named other iterations than those of the version's loop */
    return is_version && clause->flags &
                             (CLEAVE_CLAUSE_HAS_CHUNK | CLEAVE_CLAUSE_IS_RUNTIME | CLEAVE_CLAUSE_HAS_MODIFIER)
               ? CLEAVE_CLAUSE_USE_DROP
               : use;
  case CLEAVE_CLAUSE_REDUCTION:
    return form != CLEAVE_FORM_LOOP && form != CLEAVE_FORM_FUSED &&
                   clause->flags &
                       (CLEAVE_CLAUSE_HAS_MODIFIER | CLEAVE_CLAUSE_USER_REDUCTION | CLEAVE_CLAUSE_NOT_PLAIN)
               ? CLEAVE_CLAUSE_USE_NO
               : use;
  case CLEAVE_CLAUSE_DEFAULT: /* default(shared) changes nothing in teams and parallel constructs (OpenMP 5.1, 2.21.1.1) */
    return (form != CLEAVE_FORM_REGION && clause->flags & CLEAVE_CLAUSE_DEFAULT_NOT_SHARED) ||
                   (is_version && clause->flags & CLEAVE_CLAUSE_DEFAULT_NONE)
               ? CLEAVE_CLAUSE_USE_NO
               : use;
  default:
    return use;
  }
}

enum cleave_combiner cleave_combiner_named(const char *operation) {
  static const struct {
    const char *name;
    enum cleave_combiner combiner;
  } names[] = {{"+", CLEAVE_COMBINER_ADD},          {"-", CLEAVE_COMBINER_ADD},
               {"*", CLEAVE_COMBINER_MULTIPLY},     {"&", CLEAVE_COMBINER_AND},
               {"|", CLEAVE_COMBINER_OR},           {"^", CLEAVE_COMBINER_XOR},
               {"&&", CLEAVE_COMBINER_LOGICAL_AND}, {"||", CLEAVE_COMBINER_LOGICAL_OR},
               {"min", CLEAVE_COMBINER_MINIMUM},    {"max", CLEAVE_COMBINER_MAXIMUM}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(names[i].name, operation))
      return names[i].combiner;
  return CLEAVE_COMBINER_UNKNOWN;
}
