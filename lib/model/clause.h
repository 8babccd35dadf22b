/* FILE: lib/model/clause.h
 * WHAT: the clauses and the list items of map clauses of a directive, with the variables that they use. Part of the region model:
 *       include model/region.h.
 */
#ifndef CLEAVE_MODEL_CLAUSE_H
#define CLEAVE_MODEL_CLAUSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/token.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How code uses a variable: a set of these. Accesses to a pointer's target and to array elements are
 * ELEMENT_*; a use of the pointer itself is READ or WRITE. A member access is a READ or WRITE of the record.
 */
enum cleave_use_flags {
  CLEAVE_USE_READ = 1 << 0,
  CLEAVE_USE_WRITE = 1 << 1,
  CLEAVE_USE_ELEMENT_READ = 1 << 2,
  CLEAVE_USE_ELEMENT_WRITE = 1 << 3,
  CLEAVE_USE_ADDRESS = 1 << 4,   /* &x, a reference bound to it, or an array decayed into a call */
  CLEAVE_USE_PROTECTED = 1 << 5, /* every WRITE is under atomic or critical */
  /* LOOP nodes: an iteration uses no earlier value. On each path it assigns the variable before it first reads it. The same for
   * the statement of a construct that one thread executes. */
  CLEAVE_USE_ASSIGNED_FIRST = 1 << 6
};

struct cleave_use {
  uint32_t variable; /* index into region->variables */
  uint32_t flags;    /* cleave_use_flags */
  uint32_t offset;   /* of the first such use; of a write if there is one */
};

/* ---- Clauses ---------------------------------------------------------------------------------- */

enum cleave_clause_kind {
#define CLEAVE_CLAUSE(kind, ...) CLEAVE_CLAUSE_##kind,
#include "model/clauses.def"
#undef CLEAVE_CLAUSE
  CLEAVE_CLAUSE_KINDS
};

/* What a clause bounds or sets. MAP: its items are region->maps. SIMD: safelen, simdlen, aligned, nontemporal, which are of the simd part
 * only. USES_ALLOCATORS: of predefined allocators only. OTHER: anything else, as allocate and in_reduction. */
enum cleave_clause_bounds {
  CLEAVE_BOUNDS_NOTHING,
  CLEAVE_BOUNDS_DATA,       /* it lists variables, or memory */
  CLEAVE_BOUNDS_NAMES,      /* the variables that no clause lists; a form must list each */
  CLEAVE_BOUNDS_VALUES,     /* variables that have results of the loop */
  CLEAVE_BOUNDS_PLACE,      /* where the construct is executed */
  CLEAVE_BOUNDS_TASK,       /* when the construct is executed */
  CLEAVE_BOUNDS_TEAMS,      /* how many teams execute it */
  CLEAVE_BOUNDS_THREADS,    /* how many threads of a team execute it */
  CLEAVE_BOUNDS_ITERATIONS, /* which iterations a team or thread executes */
  CLEAVE_BOUNDS_ORDER,      /* in which order iterations are executed */
  CLEAVE_BOUNDS_ANYTHING
};

/* Forms of a loop or of a region: the columns of clauses.def. */
enum cleave_clause_form {
  CLEAVE_FORM_REGION, /* a region that is split: its directive, or a teams or parallel construct directly inside it */
  CLEAVE_FORM_LOOP, /* the kernel of a parallel loop */
  CLEAVE_FORM_NEST, /* a version under `target teams distribute parallel for` whose threads have other iterations */
  CLEAVE_FORM_TEAMS, /* a version under `target teams` and `parallel`, without a loop directive */
  CLEAVE_FORM_FUSED, /* a version of several loops */
  CLEAVE_FORM_PART, /* a parallel loop in the iterations of a distribute loop, as a kernel over the iterations of both */
  CLEAVE_FORM_SERIAL, /* the same loop, executed by one thread */
  CLEAVE_FORM_FLAT,   /* the loops of a parallel construct that is flattened */
  CLEAVE_FORM_PAIR,   /* a combined construct as two, `target` and the rest */
  CLEAVE_FORMS
};

/* What a form does with a clause. */
enum cleave_clause_use {
  CLEAVE_CLAUSE_USE_NO,    /* the form cannot be used */
  CLEAVE_CLAUSE_USE_KEEP,  /* the form has the clause */
  CLEAVE_CLAUSE_USE_DROP,  /* the form does not need it */
  CLEAVE_CLAUSE_USE_OWN,   /* the form has its own clause, within the bound */
  CLEAVE_CLAUSE_USE_OUTER, /* the outer construct of the form has it */
  CLEAVE_CLAUSE_USE_INNER, /* the inner construct */
  CLEAVE_CLAUSE_USE_BOTH
};

enum cleave_clause_flags {
  CLEAVE_CLAUSE_HAS_CHUNK = 1 << 0,    /* schedule, dist_schedule: with a chunk size */
  CLEAVE_CLAUSE_IS_STATIC = 1 << 1,    /* schedule(static ...) */
  CLEAVE_CLAUSE_HAS_MODIFIER = 1 << 2, /* reduction(inscan,..)/(task,..), lastprivate(conditional:),
                                              schedule(monotonic: / nonmonotonic: / simd:) */
  CLEAVE_CLAUSE_SIDE_EFFECTS = 1 << 3, /* an argument calls a function, assigns, ++/--, or reads volatile */
  CLEAVE_CLAUSE_IS_CONSTANT = 1 << 4,  /* the argument is an integer constant expression */
  CLEAVE_CLAUSE_NOT_PLAIN = 1 << 5,    /* a list item is no plain variable (section, element, member) */
  CLEAVE_CLAUSE_CONCURRENT = 1 << 6,   /* order(concurrent) */
  CLEAVE_CLAUSE_DEFAULT_NOT_SHARED = 1 << 7, /* default(private) or default(firstprivate) */
  CLEAVE_CLAUSE_DEFAULT_NONE = 1 << 8,
  CLEAVE_CLAUSE_USER_REDUCTION = 1 << 9,    /* reduction with a user-defined operator */
  CLEAVE_CLAUSE_IN_MACRO = 1 << 10,         /* begins or ends inside a macro expansion */
  CLEAVE_CLAUSE_ARITHMETIC = 1 << 11,       /* reduction by +, - or *: not associative in floating point */
  CLEAVE_CLAUSE_IS_RUNTIME = 1 << 12,       /* schedule(runtime) */
  CLEAVE_CLAUSE_OTHER_DEPENDENCE = 1 << 13, /* depend: other than in, out and inout, or with an iterator */
  CLEAVE_CLAUSE_INFERRED = 1 << 14,         /* private: not in the source; see infer_private.h */
  CLEAVE_CLAUSE_MOVED =
      1 << 15 /* of parallel or teams: the loops have the clauses they need instead. Of a LOOP:
                                   private, from there. See enclosing_clauses.h */
};

/* The construct to which `if(NAME: ...)` applies. */
enum cleave_if_modifier {
  CLEAVE_IF_ANY, /* no modifier */
  CLEAVE_IF_TARGET,
  CLEAVE_IF_PARALLEL,
  CLEAVE_IF_SIMD,
  CLEAVE_IF_OTHER /* teams, ... */
};

/* How the values of a reduction variable are combined. */
enum cleave_combiner {
  CLEAVE_COMBINER_UNKNOWN, /* no text can repeat it */
  CLEAVE_COMBINER_ADD,
  CLEAVE_COMBINER_MULTIPLY,
  CLEAVE_COMBINER_AND,
  CLEAVE_COMBINER_OR,
  CLEAVE_COMBINER_XOR,
  CLEAVE_COMBINER_LOGICAL_AND,
  CLEAVE_COMBINER_LOGICAL_OR,
  CLEAVE_COMBINER_MINIMUM,
  CLEAVE_COMBINER_MAXIMUM,
  CLEAVE_COMBINER_DECLARED /* by `declare reduction` */
};

/* The first element of a section, or their number. */
struct cleave_array_bound {
  bool is_constant;
  int64_t value;             /* is_constant */
  struct cleave_range range; /* else the expression, which has no effects and calls nothing */
  struct cleave_use *uses;
  size_t use_count;
};

#define CLEAVE_NO_MAP UINT32_MAX

/* A statement that updates one element of an array, from its first token to the semicolon. */
struct cleave_element_update {
  struct cleave_range text, subscript;
  struct cleave_range value; /* what the element is combined with; empty: 1 or -1 */
};

/* A list item of a REDUCTION clause of a loop that is a section of an array or of what a pointer points to, or a whole array, of one
 * dimension. */
struct cleave_reduced_array {
  uint32_t variable; /* index in the region */
  const char *type;  /* of an element, an integer or a real floating-point number */
  unsigned bytes;    /* of an element */
  bool is_floating, is_unsigned;
  struct cleave_array_bound first, length;
  uint32_t map; /* index of an item of region->maps with the same expression; CLEAVE_NO_MAP: none */
  /* Statements of the loop that update one element by the operator of the clause. The value does not depend on the array, and an integer is
   * updated by an integer operation. `omp atomic` accepts the form if the operation is arithmetic. If not, the value has no effects but those of
   * one evaluation, and its type has no values that the elements cannot have; or the elements are floating-point numbers. The analysis of
   * the loop finds them. */
  struct cleave_element_update *updates; /* ascending */
  size_t update_count;
  bool has_other_uses; /* the loop uses the array outside of these statements, or one of them is in a macro */
};

/* The operation of a REDUCTION clause for one of its list items. */
struct cleave_reduction {
  enum cleave_combiner combiner;
  /* DECLARED: the text of its expressions. `combination` assigns to omp_out, from omp_in. `initializer` follows the declarator
   * omp_priv; `initialization` is a call with the address of omp_priv. Both NULL: the declaration has no initializer. */
  const char *combination, *initializer, *initialization;
  bool uses_original;                 /* the initializer, or the call, names omp_orig */
  bool is_variable;                   /* the list item is a whole variable */
  struct cleave_reduced_array *array; /* NULL: it is no such array */
};

struct cleave_clause {
  enum cleave_clause_kind kind;
  uint32_t flags;                   /* cleave_clause_flags */
  struct cleave_range range;        /* the whole clause, `name(...)` */
  struct cleave_range argument;     /* IF, DEVICE, NUM_*, THREAD_LIMIT: the expression alone */
  int64_t value;                    /* CLEAVE_CLAUSE_IS_CONSTANT: of the argument */
  enum cleave_if_modifier modifier; /* IF only */
  uint32_t *variables;              /* the listed variables (data-sharing clauses, is_device_ptr) */
  size_t variable_count;
  struct cleave_reduction *reductions; /* REDUCTION: one for each list item */
  size_t reduction_count;
  struct cleave_use *uses; /* variables that the argument expressions read */
  size_t use_count;
};

const char *cleave_clause_name(enum cleave_clause_kind kind);
enum cleave_clause_bounds cleave_clause_bounds(enum cleave_clause_kind kind);

/* What FORM does with CLAUSE, whose arguments are part of the answer. */
enum cleave_clause_use cleave_clause_in(const struct cleave_clause *clause, enum cleave_clause_form form);

/* The combiner of a reduction clause with that operator or identifier; UNKNOWN for others. That of - adds (OpenMP 5.1, table 2.11). */
enum cleave_combiner cleave_combiner_named(const char *operation);

/* Whether CLAUSE is a condition of the target construct. */
bool cleave_clause_is_condition(const struct cleave_clause *clause);

/* Whether the argument of CLAUSE is a constant of at least LEAST. */
bool cleave_clause_is_at_least(const struct cleave_clause *clause, int64_t least);

/* Whether CLAUSE, a schedule clause, names chunks of one iteration. */
bool cleave_clause_has_single_iterations(const struct cleave_clause *clause);

/* Whether a clause of CLAUSES bounds what BOUNDS says. */
bool cleave_clauses_bound(const struct cleave_clause *clauses, size_t count,
                          enum cleave_clause_bounds bounds);

enum cleave_map_type {
  CLEAVE_MAP_TO,
  CLEAVE_MAP_FROM,
  CLEAVE_MAP_TOFROM,
  CLEAVE_MAP_ALLOC,
  CLEAVE_MAP_OTHER /* release, delete */
};

enum cleave_map_flags {
  CLEAVE_MAP_ALWAYS = 1 << 0,
  CLEAVE_MAP_PRESENT = 1 << 1,
  CLEAVE_MAP_CLOSE = 1 << 2,
  CLEAVE_MAP_MAPPER = 1 << 3,       /* a mapper named by the clause, or the type's default one */
  CLEAVE_MAP_MEMBER = 1 << 4,       /* accesses a member: s.p[0:n], this->p, s->x */
  CLEAVE_MAP_SIDE_EFFECTS = 1 << 5, /* bounds call a function, assign, or read volatile */
  CLEAVE_MAP_WHOLE = 1 << 6,        /* the variable itself: no section, no element; this[:1] */
  CLEAVE_MAP_BRANCHES = 1 << 10,    /* bounds with `?:`, `&&` or `||` */
  CLEAVE_MAP_IN_MACRO = 1 << 7, /* its text, a bracket or a colon begins or ends inside a macro expansion */
  CLEAVE_MAP_OTHER_MODIFIER = 1 << 8, /* iterator, ompx_hold */
  /* A section of the pointee of a pointer member: s.p[0:n], s->t.p[0:n]. */
  CLEAVE_MAP_POINTER_MEMBER = 1 << 9,
  /* The modifiers that act when an object becomes present. A data environment has them; its kernels do not repeat them. */
  CLEAVE_MAP_ENTRY_MODIFIERS = CLEAVE_MAP_ALWAYS | CLEAVE_MAP_PRESENT | CLEAVE_MAP_CLOSE
};

enum cleave_bound_kind { CLEAVE_BOUND_SUBSCRIPT, CLEAVE_BOUND_FIRST, CLEAVE_BOUND_LENGTH };

/* A subscript, lower bound or length in a list item. */
struct cleave_bound {
  enum cleave_bound_kind kind;
  uint32_t dimension;        /* index of its pair of brackets in the item, from 0 */
  bool is_zero;              /* a constant with the value 0 */
  struct cleave_range range; /* the expression; empty if its text cannot be reused */
  const char *type;          /* of its value */
  struct cleave_use *uses;
  size_t use_count;
};

/* One list item of an explicit map clause of the target construct. */
struct cleave_map_item {
  uint32_t variable; /* the base variable, or CLEAVE_NO_VARIABLE */
  enum cleave_map_type type;
  uint32_t flags;            /* cleave_map_flags */
  const char *mapper;        /* the argument of the clause's modifier `mapper`; NULL: it has none */
  struct cleave_range range; /* the item's text, `A[0:n]` */
  struct cleave_use *uses;   /* variables that its bounds and subscripts read, without the base */
  size_t use_count;
  struct cleave_bound *bounds; /* of an item that is a variable with sections and subscripts */
  size_t bound_count;
  uint32_t dimension_count; /* pairs of brackets of such an item; 0 for others */
};

#ifdef __cplusplus
}
#endif
#endif
