/* FILE: lib/model/region.h
 * WHAT: the region model: facts about one target region and its translation unit. The reader
 *       (passes/frontend) fills it in from Clang's AST; the planner (lib/fission) reads nothing else. No fact
 *       depends on the compilation target: host and device are separate compilations that must decide alike.
 *
 * The unit's arena owns everything. Lists are (pointer, count) pairs and may be NULL when
 * empty. "Offset" is always a byte offset into the text of the unit's file.
 */
#ifndef CLEAVE_MODEL_REGION_H
#define CLEAVE_MODEL_REGION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/clause.h"
#include "model/hints.h"
#include "model/macros.h"
#include "model/token.h"

#ifdef __cplusplus
extern "C" {
#endif

struct cleave_arena;
struct cleave_host_function;
struct cleave_atomic_updates;
struct cleave_body;
struct cleave_body_members;
struct cleave_loop_accesses;
struct cleave_row_loop;

/* ---- Variables ---------------------------------------------------------------------------- */

enum cleave_type_class {
  CLEAVE_TYPE_INTEGER,  /* integers, enumerations, booleans */
  CLEAVE_TYPE_FLOATING, /* real or complex floating point */
  CLEAVE_TYPE_POINTER,
  CLEAVE_TYPE_ARRAY,     /* an array of constant size (not an array parameter: that is a pointer) */
  CLEAVE_TYPE_VLA,       /* an array whose size is known at run time only */
  CLEAVE_TYPE_RECORD,    /* struct, union, class */
  CLEAVE_TYPE_REFERENCE, /* a C++ reference that is not replaced by its referent */
  CLEAVE_TYPE_OTHER
};

/* A variable's data-sharing or mapping attribute on the outermost target
 * construct, as Clang determined it (explicit clause, defaultmap, or implicit rule). */
enum cleave_sharing {
  CLEAVE_SHARING_INSIDE,       /* declared inside the region */
  CLEAVE_SHARING_FIRSTPRIVATE, /* explicit, or the implicit rule for scalars */
  CLEAVE_SHARING_PRIVATE,      /* explicit private clause on the target construct */
  CLEAVE_SHARING_MAPPED,       /* explicit map clause: see struct cleave_map_item */
  CLEAVE_SHARING_IMPLICIT_MAP, /* implicit map of the whole object (arrays, records, defaultmap) */
  CLEAVE_SHARING_POINTER,      /* a pointer with no clause: zero-length section, nothing is copied */
  CLEAVE_SHARING_IS_DEVICE_PTR,
  CLEAVE_SHARING_HAS_DEVICE_ADDR,
  CLEAVE_SHARING_DECLARE_TARGET, /* has device storage without a clause or map */
  CLEAVE_SHARING_OTHER           /* anything else */
};

struct cleave_variable {
  const char *name;
  /* Spelling of the type without const: "type name" declares a copy. Of a variable from outside the region it may be
   * `__typeof_unqual__(name)`. NULL if there is no such spelling (arrays, references; unnamed types in the region). */
  const char *type;
  /* ARRAY: the element type and the text after the name, "[4][3]", so that
   * "element_type name extents" declares an array of this type; NULL if there is no such spelling. */
  const char *element_type, *extents;
  uint64_t size; /* in bytes; 0 if not constant */
  enum cleave_type_class type_class;
  enum cleave_sharing sharing;
  uint32_t declared_at; /* offset of the name in its declaration; 0 if in another file */
  /* Index of the DECLARATION node or FOR node (declared in its init statement) inside the region
   * that declares it; CLEAVE_NO_NODE if declared outside the region. Of a variable from outside that belongs to an iteration of a
   * distribute loop (is_inferred; infer_private.h): the FOR node or the EXPRESSION node that assigns it first. */
  uint32_t declared_by;
  bool is_inferred;         /* it has sharing INSIDE and is declared outside the region */
  bool has_variable_length; /* it is an array of variable length, or points to one */
  bool is_global;           /* namespace scope, or static */
  bool is_static_local;     /* static variable of block scope, unless it is a constant without pointers */
  bool is_thread_local;
  bool
      has_allocator; /* an allocate directive lists it, which must follow its declaration in the same scope */
  bool is_const;
  bool is_volatile;    /* or its pointee/element is */
  bool is_linked;      /* of `declare target link` */
  bool is_atomic;      /* _Atomic */
  bool address_taken;  /* in the enclosing function; true for globals */
  bool has_host_value; /* a map clause lists it, and the region begins with the value that the host has */
  bool may_be_partly_present; /* an array or record without a map clause: a part of it may be mapped */
  bool is_unsigned;           /* its value is an unsigned integer */
  bool is_floating;           /* its value, elements or pointees are floating-point or complex */
  bool holds_pointers;        /* its value, elements or pointees contain pointers */
  bool has_default_mapper;    /* the unit declares a default mapper for its type, elements or pointees */
  bool has_destructor_or_constructor;    /* C++: not trivially constructible, copyable or destructible */
  bool is_structured_binding_or_capture; /* C++: lambda capture, structured binding */
  /* C++: a reference, declared outside the region, to a scalar, array or record. All other members, and every
   * use, describe the referent, which may have other names: is_const is false, address_taken true. */
  bool is_reference;
  /* C++: the object of a member function, named `this`. A use of a member counts as a use of it, as for any
   * record. */
  bool is_this;
  /* C++: a lambda object whose copies are equivalent in every kernel: calls do not change it, and the region
   * maps its captures by reference. */
  bool is_closure;
  bool is_captured; /* C++: a closure of the region refers to it */
  /* A member of a record, by its text, `g->u` or `this->n`: a pointer or an integer that no iteration of a described loop changes.
   * Only descriptions
   * of loops refer to it; the uses of nodes name the record. These variables follow all others. */
  bool is_member;
  uint32_t
      member_map; /* of a pointer: the item of region->maps that maps what it points to; CLEAVE_NO_MAP: none */
  /* C++: the lambda around the region captures it. A data environment in a lambda needs another variable of the same
   * name: a copy, or for `by_reference` a reference (OpenMP 5.1, 2.21.1: the object referenced). */
  bool is_lambda_capture, by_reference;
};

/* ---- Facts: contents of a piece of code and of the functions that it calls --------------- */

enum cleave_fact_kind {
  CLEAVE_FACT_CALL, /* call of a function without a visible body, or defined in a system header (its body may
                       differ between host and device); name = the function's name, NULL for an indirect call
                     */
  CLEAVE_FACT_CALL_VISIBLE, /* call of a user function with a visible body; the facts of the body follow, with
                               in_callee set */
  CLEAVE_FACT_GOTO,
  CLEAVE_FACT_LABEL, /* name = its name; NULL: `__label__` declares it */
  CLEAVE_FACT_SWITCH,
  CLEAVE_FACT_RETURN,   /* not reported inside a callee */
  CLEAVE_FACT_BREAK,    /* break or continue that leaves this node's own text; not reported */
  CLEAVE_FACT_CONTINUE, /*   inside a callee */
  CLEAVE_FACT_ASM,
  CLEAVE_FACT_TRY_THROW,
  CLEAVE_FACT_NEW_DELETE,
  CLEAVE_FACT_LAMBDA,
  CLEAVE_FACT_STATEMENT_EXPRESSION,
  CLEAVE_FACT_STATIC_LOCAL,     /* declares a static or thread_local variable of block scope */
  CLEAVE_FACT_VOLATILE,         /* accesses a volatile or _Atomic object */
  CLEAVE_FACT_INDIRECTION,      /* *p, p[i], p->m, a[i]: accesses memory other than scalar variables */
  CLEAVE_FACT_MEMBER,           /* x.m */
  CLEAVE_FACT_FLOAT_ARITHMETIC, /* + - * / etc. on floating point, or conversions that may round */
  CLEAVE_FACT_OMP_ATOMIC,
  CLEAVE_FACT_OMP_CRITICAL,
  CLEAVE_FACT_OMP_BARRIER,
  CLEAVE_FACT_OMP_FLUSH,
  CLEAVE_FACT_OMP_ORDERED,
  CLEAVE_FACT_OMP_CANCEL,      /* cancel, cancellation point */
  CLEAVE_FACT_OMP_TASK,        /* task, taskloop, taskwait, taskgroup, taskyield */
  CLEAVE_FACT_OMP_PARALLEL,    /* a nested parallel of any form */
  CLEAVE_FACT_OMP_WORKSHARING, /* orphaned or nested: for, sections, single, master, masked, scope, loop */
  CLEAVE_FACT_OMP_SIMD,        /* simd: harmless */
  CLEAVE_FACT_OMP_DISTRIBUTE,  /* name = the spelling of the directive */
  CLEAVE_FACT_OMP_OTHER,       /* any other directive; name = its spelling */
  CLEAVE_FACT_THIS, /* uses `this`, except to access a member that is no reference; name = the use: "captures
                       this" */
  CLEAVE_FACT_MACRO_BOUNDARY, /* begins or ends inside a macro expansion: its text cannot be edited */
  CLEAVE_FACT_INITIAL_DEVICE, /* queries where it runs (omp_is_initial_device or similar); also CALL */
  CLEAVE_FACT_UNKNOWN_MEMORY, /* may access memory through an address that comes from no variable of the
                                 region: converted from an integer or bytes, or read by a callee from a global
                                 variable */
  CLEAVE_FACT_UNKNOWN_KIND,   /* an expression or statement of a kind that the reader does not support; name =
                                 Clang's name for it. Its variables have all uses */
  CLEAVE_FACT_KINDS
};

/* The class of a function without a visible body, by its name. */
enum cleave_callee {
  CLEAVE_CALLEE_UNKNOWN,        /* any other function, or one that is called through a pointer */
  CLEAVE_CALLEE_NO_OPENMP,      /* the program asserts that it contains no OpenMP code, or it is pure */
  CLEAVE_CALLEE_MATHEMATICAL,   /* of the C library: it neither synchronizes nor depends on the thread */
  CLEAVE_CALLEE_OPENMP,         /* of OpenMP's API */
  CLEAVE_CALLEE_OPENMP_SETTING, /* of OpenMP's API: it changes an internal control variable */
  CLEAVE_CALLEE_LEAVES_PROGRAM, /* exit, longjmp and the like */
  CLEAVE_CALLEE_ABORTS          /* ends the program with an error: of a failed assertion */
};

/* The class of a function of this name. NULL: a call through a pointer. */
enum cleave_callee cleave_callee_of(const char *name);

struct cleave_fact {
  enum cleave_fact_kind kind;
  bool in_callee; /* in the body of a called function; offset is that of the call */
  uint32_t offset;
  const char *name;          /* see the kinds; may be NULL */
  enum cleave_callee callee; /* of a CALL; CLEAVE_CALLEE_UNKNOWN for other kinds */
};

/* ---- Hints of the user ---------------------------------------------------------------------- */

enum cleave_pragma_place {
  CLEAVE_PRAGMA_NOWHERE, /* before anything else */
  CLEAVE_PRAGMA_REGION,  /* before a target region */
  CLEAVE_PRAGMA_LOOP,    /* before a loop directive inside a target region */
  CLEAVE_PRAGMA_FUNCTION /* before the declaration of a function that a region calls */
};

/* A line `#pragma cleave ...`. */
struct cleave_pragma {
  enum cleave_pragma_place place;
  uint32_t region;           /* index of that region; NOWHERE: CLEAVE_NO_REGION */
  uint32_t hints;            /* a set of cleave_hint */
  uint32_t offset;           /* where it begins */
  struct cleave_range range; /* its text; empty if it comes from a macro */
};

#define CLEAVE_NO_REGION UINT32_MAX
#define CLEAVE_NO_VARIABLE UINT32_MAX
#define CLEAVE_NO_NODE UINT32_MAX

/* ---- The statement tree ------------------------------------------------------------------------ */

enum cleave_node_kind {
  CLEAVE_NODE_COMPOUND,    /* { ... } : children */
  CLEAVE_NODE_DECLARATION, /* a declaration statement: declares variables */
  CLEAVE_NODE_EXPRESSION,  /* an expression statement */
  CLEAVE_NODE_EMPTY,       /* ; */
  CLEAVE_NODE_FOR,         /* child: body. own uses/facts: init, condition, increment */
  CLEAVE_NODE_WHILE,       /* child: body. own: condition */
  CLEAVE_NODE_DO,          /* child: body. own: condition */
  CLEAVE_NODE_IF,          /* children: then, and else if there is one. own: condition */
  CLEAVE_NODE_BREAK,
  CLEAVE_NODE_CONTINUE,
  CLEAVE_NODE_LOOP,     /* a worksharing-loop directive with its loop nest. No children. */
  CLEAVE_NODE_PARALLEL, /* `parallel` with a block. child: the block */
  CLEAVE_NODE_TEAMS,    /* `teams` with a block. child: the block */
  CLEAVE_NODE_OPAQUE    /* any other statement or directive, not subdivided. No children. */
};

/* The constituent constructs of a directive: a set of these. */
enum cleave_construct {
  CLEAVE_CONSTRUCT_TARGET = 1 << 0,
  CLEAVE_CONSTRUCT_TEAMS = 1 << 1,
  CLEAVE_CONSTRUCT_DISTRIBUTE = 1 << 2,
  CLEAVE_CONSTRUCT_PARALLEL = 1 << 3,
  CLEAVE_CONSTRUCT_FOR = 1 << 4,
  CLEAVE_CONSTRUCT_SIMD = 1 << 5,
  CLEAVE_CONSTRUCT_LOOP = 1 << 6, /* the `loop` construct */
  /* OPAQUE nodes: each of their statements is executed by one thread of the team: single, master, masked for thread 0,
   * sections. */
  CLEAVE_CONSTRUCT_ONCE = 1 << 7,
  CLEAVE_CONSTRUCT_BARRIER = 1 << 8, /* OPAQUE nodes: barrier */
  /* OPAQUE nodes: in code of one thread, the directive has no effect: barrier, and single, master or masked without a clause
   * except nowait. */
  CLEAVE_CONSTRUCT_NEEDLESS = 1 << 9
};

/* A controlling expression: its text, uses and facts. */
struct cleave_source_expression {
  struct cleave_range range; /* empty: absent */
  struct cleave_use *uses;
  size_t use_count;
  struct cleave_fact *facts;
  size_t fact_count;
};

/* The first value, bound or step of a loop that a LOOP is associated with, or the range of a range-based one. */
struct cleave_header_value {
  struct cleave_source_expression source; /* the range is empty if it is no text of its own */
  const char *type; /* of a variable for it; NULL: it is no integer, or depends on an iteration variable */
  bool reads_kept_members; /* see reader_headers.h; the region assigns none of the members */
};

/* One statement. A LOOP is a `parallel for`, `distribute parallel for` or `for` directive, with or without simd. Every
 * other directive with a block is OPAQUE, except PARALLEL and TEAMS. Compound, if, for, while and do are always subdivided.
 *
 * Uses and facts of LOOP and OPAQUE nodes cover all of their text, and visible callees. Those of other kinds
 * exclude the children. Variables declared inside a LOOP or OPAQUE node have no entry in region->variables.
 * The iteration variables of the loops associated with a LOOP (as many as `collapse` says) are predetermined
 * private: those declared outside the loop are listed in `counters`, and none in `uses`. */
struct cleave_node {
  enum cleave_node_kind kind;
  uint32_t parent;            /* index of the parent; CLEAVE_NO_NODE for the root */
  uint32_t first_child, next; /* indices; CLEAVE_NO_NODE at the end */
  struct cleave_range range;  /* the statement, including its `;` and directive */
  struct cleave_use *uses;
  size_t use_count;
  struct cleave_fact *facts;
  size_t fact_count;

  uint32_t construct; /* of any directive: set of cleave_construct */

  /* LOOP, PARALLEL, TEAMS: */
  struct cleave_range directive; /* from the `#` to the end of the directive's last token */
  struct cleave_clause *clauses;
  size_t clause_count;
  struct cleave_range body; /* the statement under the directive: begins at `for` or `{` */
  uint32_t *counters;       /* LOOP: variables of the region used as iteration variables */
  size_t counter_count;
  struct cleave_use *bounds; /* LOOP: uses by bounds and steps, without counters; also in `uses` */
  size_t bound_count;
  /* LOOP, and FOR with a description: the code from the loop on. */
  struct cleave_body *code;
  /* LOOP, and FOR: why `accesses` is NULL, as a clause without a subject's end, and where; NULL: not known. */
  const char *obstacle;
  uint32_t obstacle_at;
  /* LOOP: see affine.h; NULL if it cannot be described completely. FOR around a directive: only its header, as one SEQUENTIAL
   * dimension; NULL if the body may assign the counter. Other FOR, not inside of another one: described as if it were a LOOP, if
   * its counter is declared in it. */
  struct cleave_loop_accesses *accesses;
  /* LOOP: only the associated loops, without accesses, if `accesses` is NULL and their headers can be described; else NULL. */
  struct cleave_loop_accesses *headers;
  /* FOR, not inside of another one: described as if it were a LOOP, with a cleave_scan_loop; NULL if it does not have that form. */
  struct cleave_loop_accesses *scan;
  struct cleave_row_loop *rows; /* LOOP: its only associated loop has this form; else NULL */
  struct cleave_atomic_updates
      *atomics; /* LOOP: `accesses` is NULL because of such atomic constructs alone; else NULL */
  /* LOOP, and node 0 of a distribute loop: the number of associated loops. LOOP: the statement in the innermost one
   * (empty if its text begins or ends inside a macro), and the number of iterations (0 if not constant). */
  unsigned depth;
  struct cleave_range iteration;
  uint64_t trip_count;
  bool has_inner_loop;            /* LOOP: the statement in the innermost associated loop contains loops */
  bool has_member_of_no_variable; /* LOOP: clang 19 accepts it nested in a target construct only: make(i).x */
  /* LOOP: with wrong values of the variables in `bounds`, the trip count may divide by zero or read invalid memory */
  bool bounds_may_trap;
  const char *bound_call; /* LOOP: a function called by the bounds, "" if unnamed; or NULL */
  struct cleave_header_value *header_values; /* LOOP: what `bounds` covers, without constants */
  size_t header_value_count;
  uint32_t hints; /* LOOP: hints of the preceding pragmas: set of cleave_hint */

  /* DECLARATION, and FOR with a declaration in its init statement: */
  struct cleave_declarator *declarators;
  size_t declarator_count;

  /* FOR, WHILE, DO, IF: from the keyword up to and including the `)` (DO: the `while (...)`;) */
  struct cleave_range header;
  struct cleave_source_expression condition; /* of the header; its uses and facts are also the node's */
  struct cleave_source_expression rest; /* FOR: the header without the condition; the range is not valid */

  /* EXPRESSION, and FOR by its init statement: it begins with `assigned = value`, where the value does not use the variable. */
  bool assigns;
  uint32_t assigned;

  /* EXPRESSION: it assigns these pointers and does nothing else; empty for any other expression. */
  struct cleave_pointer_value *pointer_values;
  size_t pointer_value_count;
};

/* A pointer or an array whose value, or address, a pointer receives. */
struct cleave_pointer_source {
  uint32_t variable;
  bool moved;   /* plus or minus a number of elements, or any element of it */
  bool retyped; /* the element types differ */
};

/* The value assigned to the pointer `variable`: that of one of the sources, or null. */
struct cleave_pointer_value {
  uint32_t variable;
  struct cleave_pointer_source *sources;
  size_t source_count;
  struct cleave_use
      *uses; /* of the variables that select the source and the element; no memory is read for that,
                              and no function called */
  size_t use_count;
};

/* One declared variable of a declaration statement. */
struct cleave_declarator {
  uint32_t variable;
  struct cleave_pointer_value
      *pointer_value; /* of a pointer; NULL: the initializer is absent, or of another form */
  bool has_initializer;
  bool list_initializer;           /* { ... }, or a C++ form other than `= expression` */
  struct cleave_range initializer; /* the expression text, without `=` */
  struct cleave_use *uses;         /* uses by the initializer; also part of the node's uses, */
  size_t use_count;                /*   where the variable itself is a WRITE */
  struct cleave_fact *facts;
  size_t fact_count;
};

/* ---- Regions and the unit ------------------------------------------------------------------------ */

enum cleave_region_flags {
  CLEAVE_REGION_IN_MACRO = 1 << 0,    /* the directive, or a nested one, comes from a macro */
  CLEAVE_REGION_IN_HEADER = 1 << 1,   /* in a header that cannot be edited: ranges are not valid */
  CLEAVE_REGION_IN_TEMPLATE = 1 << 2, /* without instances, or with some that cannot be merged (merge.h) */
  CLEAVE_REGION_IN_LAMBDA = 1 << 3,
  CLEAVE_REGION_IN_MEMBER = 1 << 4,          /* in a non-static member function */
  CLEAVE_REGION_IN_TARGET_FUNCTION = 1 << 5, /* inside another region, or a declare target function */
  CLEAVE_REGION_SHARED = 1 << 6,             /* in a header: other compilations also contain the region */
  CLEAVE_REGION_HAS_INSTANCES = 1 << 7,      /* of a template with instances in this compilation */
  CLEAVE_REGION_HAS_OPERATOR = 1 << 8,       /* a directive uses _Pragma, possibly on its loop's line */
  CLEAVE_REGION_IN_METADIRECTIVE = 1 << 9,   /* a metadirective selects the directive, or a nested one */
  CLEAVE_REGION_BEFORE_ALLOCATORS = 1 << 10, /* the unit declares omp_pteam_mem_alloc after the region */
  CLEAVE_REGION_HAS_UNNAMED_OBJECT =
      1 << 11 /* a compound literal, or the array of an initializer list: an object of its block */
};

struct cleave_region {
  const char *function; /* name of the enclosing function, for messages */
  uint32_t flags;       /* cleave_region_flags */
  uint32_t construct;   /* constituents of the outermost directive, including TARGET */
  uint32_t line;        /* presumed line of the directive, as in kernel names and -skip */
  uint32_t offset;      /* of the directive's `#` */
  const char *header;   /* IN_HEADER: why it cannot be edited, to follow "a header that" */
  struct cleave_range directive;
  struct cleave_range directive_words; /* the directive after `omp` */
  struct cleave_clause *clauses;       /* of the outermost directive */
  size_t clause_count;
  struct cleave_map_item *maps;
  size_t map_count;
  uint32_t hints; /* hints of the preceding pragmas: a set of cleave_hint */
  struct cleave_variable *variables;
  size_t variable_count;
  const struct cleave_body_members
      *members; /* that descriptions name: the last of the variables; NULL: none */
  /* Node 0 is the root: the statement under the directive. If the directive is a combined loop (target
   * parallel for), node 0 is a LOOP whose directive and clauses are the region's. If it is target teams distribute
   * with parallel loops in the iterations, node 0 is a FOR, or a COMPOUND with nothing else. */
  struct cleave_node *nodes;
  size_t node_count;
};

/* From `offset` on, the begin of a line, the numbers of lines count from `line`: a directive such as #line, or the line marker of a
 * preprocessor, precedes it. */
struct cleave_line_begin {
  uint32_t offset, line;
};

/* One file of a translation unit, the main file or a header, with the regions in it. */
struct cleave_unit {
  struct cleave_arena *arena; /* owns everything here */
  const char *file;           /* as the user spelled it */
  const char *text;           /* the file's text, text[length] == 0 */
  size_t length;
  uint32_t asked_offset, asked_line;     /* the cache of cleave_unit_line: its last query */
  struct cleave_line_begin *line_begins; /* in source order */
  size_t line_begin_count;
  unsigned openmp_version; /* 51 for 5.1 */
  bool has_allocators;     /* it declares omp_pteam_mem_alloc, as omp.h does */
  bool cplusplus;
  bool loops_have_no_scope; /* C89: a variable that a for statement declares belongs to the block around it */
  bool preprocessed;        /* output of a preprocessor */
  bool reassociates;        /* -fassociative-math or an option that implies it */
  bool types_may_alias;     /* -fno-strict-aliasing: objects of different types may be the same memory */
  bool unified_shared_memory;       /* the unit contains `requires unified_shared_memory` or similar */
  bool maps_sections, maps_members; /* by a target data or target enter data of the unit */
  /* Identifiers of the translation unit that begin with `cleave_`, including macro names. */
  const char **names;
  size_t name_count;
  struct cleave_macro *macros; /* sorted by name */
  size_t macro_count;
  struct cleave_region *regions; /* in source order; a region inside another is not listed */
  size_t region_count;
  struct cleave_host_function *functions; /* those that launch regions: see host_code.h */
  size_t function_count;
  struct cleave_tokens tokens;   /* in the regions */
  struct cleave_pragma *pragmas; /* in source order */
  size_t pragma_count;
  struct cleave_invocation *invocations; /* in the regions, in source order; empty until they are requested */
  size_t invocation_count;
  /* The unit with the user's text, and the substitutions made in it: see print/print.h. NULL: no
   * substitution. */
  const struct cleave_unit *original;
  const struct cleave_substitution *substitutions;
  size_t substitution_count;
};

/* ---- Queries used by several folders ------------------------------------------------------ */

/* Returns the text of RANGE, a part of a region, for use in a directive: without comments, and with each run
 * of line ends, continuations and blanks replaced by one blank. A loop hint becomes a _Pragma, if its loop begins in RANGE as well;
 * other pragmas about loops are left out. The unit's arena owns it. */
const char *cleave_unit_text(const struct cleave_unit *unit, struct cleave_range range);

/* Returns the _Pragma for HINT, a loop hint in RANGE, with a blank behind it. "" if no loop follows it there: another loop takes the
 * place of its loop, or its loop has another hint. To leave a hint out is always right: it asks for a transformation, or states a fact
 * for the vectorizer. The unit's arena owns it. */
const char *cleave_unit_hint(const struct cleave_unit *unit, const struct cleave_token *hint,
                             struct cleave_range range);

/* Whether the logical line that contains OFFSET is a preprocessing directive. */
bool cleave_unit_is_on_directive(const struct cleave_unit *unit, uint32_t offset);

/* The logical line of the directive that begins at BEGIN, including continuations and comments. */
struct cleave_range cleave_unit_directive_line(const struct cleave_unit *unit, uint32_t begin);

/* The end of the string or character literal whose first quote is at OFFSET, and of the comment that begins
 * there; OFFSET if there is none. An unterminated literal is none. */
uint32_t cleave_unit_literal_end(const struct cleave_unit *unit, uint32_t offset);
uint32_t cleave_unit_comment_end(const struct cleave_unit *unit, uint32_t offset);

/* Line number of OFFSET in the unit's text, as diagnostics have it: from 1, or from what a directive or line marker says. It is the
 * same for host and device, whose preprocessed files have other headers. Not thread-safe: it updates the unit's cache. */
uint32_t cleave_unit_line(const struct cleave_unit *unit, uint32_t offset);

/* Returns the first fact whose kind is in MASK (bit 1 << kind) in NODE and its descendants, or NULL. */
const struct cleave_fact *cleave_region_find_fact(const struct cleave_region *region, uint32_t node,
                                                  uint64_t mask);

/* How NODE and its descendants use VARIABLE: cleave_use_flags, 0 for no use. If OFFSET is not NULL, stores
 * the offset of the first use, of a write if there is one. */
uint32_t cleave_region_uses(const struct cleave_region *region, uint32_t node, uint32_t variable,
                            uint32_t *offset);

/* Whether VARIABLE, of no pointer type, is an object that the region maps as a whole: a guard can compare its address. */
bool cleave_variable_is_mapped_object(const struct cleave_region *region, uint32_t variable);
/* Whether NODE or a descendant has KIND. */
bool cleave_region_contains(const struct cleave_region *region, uint32_t node, enum cleave_node_kind kind);

/* The first clause of KIND in a list, or NULL. */
const struct cleave_clause *cleave_clause_find(const struct cleave_clause *clauses, size_t count,
                                               enum cleave_clause_kind kind);

#ifdef __cplusplus
}
#endif
#endif
