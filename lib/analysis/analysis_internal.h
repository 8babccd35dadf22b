/* FILE: lib/analysis/analysis_internal.h
 * WHAT: the state of the analysis of one loop, and what its parts offer each other.
 *
 * The analysis follows the body in the order of execution. What it cannot describe ends it: give_up.
 *
 * The files form layers. Each calls those before it:
 * 1. body_types.c, polynomial.c, uses.c, statement_queries.c, effects.c, updates.c, update_operators.c,
 *    element_count.c: the tree alone
 * 2. analysis_state.c
 * 3. members.c, parts.c, symbolic_values.c, pointer_flow.c, value_flow.c, assignments.c, loops.c, moved_variables.c, iteration_starts.c,
 *    nests.c: values and headers
 * 4. access_list.c, objects.c: places and values; atomic_updates.c, row_updates.c
 * 5. loop_accesses.c: statements, and the description; staged_operands.c
 * 6. scans, rows, atomics.c, region_loops.c: kinds of loops
 * A member is found at its object, and a call consists of statements. So layers 3 and 4 call the later ones through the state:
 * `find_object` and
 * `follow`.
 */
#ifndef CLEAVE_ANALYSIS_ANALYSIS_INTERNAL_H
#define CLEAVE_ANALYSIS_ANALYSIS_INTERNAL_H

#include "analysis/loop_analysis.h"
#include "analysis/polynomial.h"
#include "model/arena.h"

typedef struct cleave_body_type Type;
typedef struct cleave_body_variable Variable;
typedef struct cleave_body_place Place;
typedef struct cleave_body_value Value;
typedef struct cleave_body_statement Statement;

struct fits {
  struct cleave_fit *items;
  size_t count;
};

enum { MOST_SUBSCRIPTS = 16, MOST_MEMBERS = 32, MOST_PARTS = 2048 };

/* An element of an array or pointee, or a variable. */
struct object {
  const Variable *base; /* NULL: an object that lives in one iteration only and has no name */
  struct cleave_polynomial subscripts[MOST_SUBSCRIPTS], extents[MOST_SUBSCRIPTS];
  size_t subscript_count;
  size_t
      outer_count; /* in_member: the subscripts that select the record; the others select elements of members */
  bool in_member; /* the object is a part of a record */
  bool in_union;  /* it is a part of a union, to which the first `union_count` subscripts lead */
  size_t union_count;
  const char *path; /* in_member: how the region may name the object; NULL: it cannot */
  const Variable
      *part; /* of a record of the body: the variable that stands for the object (parts.c); NULL: none */
  /* Without a base: an object that is not known, and was read where a reference was bound to it, in this loop. */
  bool was_read;
  uint32_t read_around;
  bool is_element; /* the last subscript selects the object, so that pointers to it can be moved */
  bool is_flat;    /* it counts the numbers of an array of arrays, to which the pointer was converted */
  struct fits assumed;
};

/* An atomic construct that updates an element (model/affine.h). */
struct atomic_update {
  const Variable *array;
  const Type *element;
  enum cleave_combiner combiner; /* UNKNOWN: the result depends on the order of the updates */
  struct cleave_atomic_update facts;
};

/* A statement that updates sums of a row, and the values in it that use no sum. */
struct row_statement {
  const Statement *statement;
  const Value **values;
  size_t value_count;
};

/* A step of a variable that each iteration of the current loop executes once. */
struct known_step {
  const Value *step;
  const struct object *before, *after; /* what a pointer points to; NULL: the variable is an integer */
  struct cleave_polynomial old_value, new_value; /* of an integer */
};

enum { MOST_STEPS = 4 };

/* What is known about a variable. */
struct known {
  bool is_written;       /* assigned in the body, or its address is taken there */
  bool is_inside;        /* declared in the body */
  bool is_aliased;       /* the body takes its address, or binds a reference to it */
  bool is_private;       /* private to a thread; the value carries over between iterations */
  bool is_carried;       /* a reduction variable that iterations may read */
  const char *reduction; /* the operation; NULL: it is no reduction variable */
  uint32_t counter; /* its dimension; CLEAVE_NO_DIMENSION: it counts no loop around the current statement */
  uint32_t symbol;  /* its dimension; CLEAVE_NO_DIMENSION: none yet */
  bool has_value;   /* of an integer that never changes */
  struct cleave_polynomial value;
  struct fits assumed;            /* by VALUE */
  struct object *target;          /* of a pointer: what it points to; of a reference: what it refers to */
  struct object *home;            /* of a pointer: its target where it is declared */
  const struct known_step *steps; /* NULL: none are known */
  size_t step_count;
  const Place *copied; /* of a record: a place outside of the body that has its value; NULL: none */
};

/* A member of a record of the body, as a variable. */
struct part {
  const Variable *whole; /* the record, or a part of it */
  const Variable *root;  /* the record */
  const char *name;
  uint32_t member;
  Variable *variable;
};

/* An object that holds the value of an expression. */
struct temporary {
  const Place *place; /* NULL: none */
  Variable *variable;
};

/* A variable that each iteration of a loop moves by the same amount. */
struct moved {
  const Variable *variable;
  struct cleave_polynomial by;           /* in an iteration */
  struct cleave_polynomial in_condition; /* the part of BY that the condition adds, before the body */
  bool has_start;                        /* of an integer: START is known */
  struct cleave_polynomial start;        /* its value before the loop, or the element that it points to */
  struct fits assumed;                   /* by START */
  struct object *target;          /* of a pointer: what it points to before the loop; NULL: not known */
  const Value *steps[MOST_STEPS]; /* of the body and the increment, in the order of execution */
  struct cleave_polynomial amounts[MOST_STEPS];
  size_t step_count;
  bool is_alone; /* an expression that steps it names it once */
};

enum { MOST_MOVED = 8 };

struct moves {
  struct moved items[MOST_MOVED];
  size_t count;
};

/* A loop of the body that is described. */
struct described_loop {
  const Statement *loop;
  uint32_t dimension;
  bool is_counter;          /* the dimension is a variable that the header alone changes */
  bool counts_turns;        /* the dimension is the number of the iteration, not a variable */
  const Variable *variable; /* the dimension is its value when the body begins; NULL: none */
  const struct moves *moves;
};

/* The pointers that the statements of a called function return. */
struct returned_pointers {
  struct object first; /* without a base: none yet */
  bool are_known;      /* they point into one array */
};

struct analysis {
  /* Follows a statement; the object of a place, false if that is not known. See above. */
  void (*follow)(struct analysis *it, const Statement *statement);
  bool (*find_object)(struct analysis *it, const Place *place, struct object *result);
  struct cleave_arena *arena;
  const struct cleave_body *body;
  struct cleave_obstacle obstacle;
  bool is_known;
  uint32_t around;     /* the innermost loop that encloses the current statement */
  unsigned conditions; /* of the current statement, other than enclosing loops */
  struct known *known; /* per variable */
  bool *assigned;      /* per variable: the private variables that the current iteration has assigned */
  const bool *
      assigned_at_switch; /* those before the innermost switch; NULL: there is none, or a loop is around its labels */
  struct cleave_dimension *dimensions;
  size_t dimension_count;
  const Statement *inner_body; /* of the innermost associated loop */
  struct fits fits;            /* assumptions of the current expression */
  struct fits
      around_fits; /* assumptions of the headers of the described loops around the current statement */
  struct cleave_access *accesses;
  const Variable **bases; /* per access */
  size_t access_count, base_count;
  struct described_loop *described;
  size_t described_count;
  uint32_t offset;           /* of the current statement */
  unsigned written_integers; /* the sizes of integers in memory that the body writes, as a set of bits */
  bool writes_pointers;      /* the body may write a pointer in memory */
  Variable *members[MOST_MEMBERS];
  size_t member_count;
  struct part *parts;
  struct temporary *temporaries;
  size_t part_count, temporary_count;
  size_t changes; /* how often a variable was given a value or a target */
  bool takes_atomics;
  struct atomic_update *atomics;
  size_t atomic_count;
  struct returned_pointers *returned; /* of the function that is followed; NULL: they are found otherwise */
  const Place *carried_element;       /* see cleave_carried_element */
  const Place **placed;               /* elements at a place that a carried value counts */
  size_t placed_count;
  const struct row_statement *row_statements;
  size_t row_statement_count;
  struct cleave_loop_accesses *result;
};

static inline struct known *known_of(const struct analysis *it, const Variable *variable) {
  return &it->known[variable->index];
}

/* Whether PLACE is an element at a place that a carried value counts. */
static inline bool is_placed(const struct analysis *it, const Place *place) {
  for (size_t i = 0; i < it->placed_count; i++)
    if (it->placed[i] == place)
      return true;
  return false;
}

/* ---- body_types.c ------------------------------------------------------------------------------------------ */

/* The type of the elements of an array of arrays; TYPE if it is no array. */
const Type *innermost_element(const Type *type);
/* The type of VARIABLE, or of what it refers to. */
const Type *type_of_object(const Variable *variable);
bool is_integral(const Type *type);    /* an integer, a bool or an enumeration */
bool is_integer(const Type *type);     /* the same, without scoped enumerations */
bool is_arithmetic(const Type *type);  /* an integer, a real or complex floating-point number */
bool is_number(const Type *type);      /* an integer or a real floating-point number */
bool is_scalar_type(const Type *type); /* arithmetic, or a pointer */
/* Whether each value of FROM is one of TO, both integral. */
bool holds_all(const Type *to, const Type *from);

/* ---- uses.c ------------------------------------------------------------------------------------------- */

/* The variable that VALUE reads, or that PLACE is; conversions are ignored. NULL: another one. */
const Variable *variable_read(const Value *value);
const Variable *variable_of_place(const Place *place);
/* VALUE without conversions. */
const Value *without_conversions(const Value *value);
/* The variable that PLACE is, or is a part of; NULL: none, or more than one. */
const Variable *root_of(const Place *place);
/* The variable of an element that is written as `variable[subscript]`; NULL: PLACE is another one. */
const Variable *array_of(const Place *place);
/* The subscript of such an element, without conversions; NULL: PLACE is another one. */
const Value *subscript_of(const Place *place);

/* The children of a node, for a walk over all of it. Any of the three may be NULL. */
struct parts {
  const Value *values[4];
  const Place *places[2];
  const Statement *statement;
};
struct parts parts_of_value(const Value *value);

/* A question about each part of some code. A function that is NULL answers no. */
struct question {
  bool (*value)(const Value *value, void *context);
  bool (*place)(const Place *place, void *context);
  bool (*statement)(const Statement *statement, void *context);
  void *context;
};
/* Whether the answer is yes for a part of STATEMENT, or of VALUE, which may be NULL; the first one ends the walk. */
bool any_in_statement(const struct question *question, const Statement *statement);
bool any_in_value(const struct question *question, const Value *value);

/* Marks the variables, not arrays, that STATEMENT or VALUE assigns or takes the address of. WRITTEN has an element for each variable of the
 * body. A reference, or a pointer of a called function, that is bound to a variable counts if something is assigned through it. */
void mark_written(const struct cleave_body *body, const Statement *statement, const Value *value,
                  bool *written);
/* The same as a new list. */
bool *written_in(const struct analysis *it, const Statement *statement);
/* Marks the variables that the code names. */
void mark_named(const Statement *statement, const Value *value, bool *named);
/* Marks the variables of which the code takes the address. */
void mark_addressed(const Statement *statement, bool *addressed);

/* ---- statement_queries.c ------------------------------------------------------------------------------ */

/* STATEMENT, or the only statement in it. */
const Statement *only_statement(const Statement *statement);
/* The innermost of the loops that the directive of BODY is associated with; NULL: one of them is not in the tree. */
const Statement *innermost_loop(const struct cleave_body *body);
/* The body of LOOP, a for or while statement. */
const Statement *body_of_loop(const Statement *loop);
/* The variable that the first statement of LOOP sets; NULL if there is none, or another one. */
const Variable *counter_of(const Statement *loop);
/* Whether the code contains a statement of one of the KINDS, a set of bits. NOT_IN_LOOPS: outside of the loops in it. */
bool contains_statement(const Statement *statement, unsigned kinds, bool not_in_loops);
/* Whether STATEMENT, or one in it, declares VARIABLE. */
bool declares(const Statement *statement, const Variable *variable);
/* Whether a `break` or a `return` in the body of LOOP, a for statement, may end it. */
bool ends_by_break(const Statement *loop);
/* Whether nothing but the condition of LOOP can end it, if it accesses no volatile object: it may be assumed to terminate. */
bool ends_by_condition(const Statement *loop);
/* The number of RETURN statements in STATEMENT. */
unsigned returns_of(const Statement *statement);
/* The only RETURN of an inlined call, its last statement; NULL: there is another one, or none. */
const Statement *only_return(const Value *inlined);

/* ---- analysis_state.c --------------------------------------------------------------------------------- */

void give_up(struct analysis *it, const char *reason, uint32_t offset);
uint32_t new_dimension(struct analysis *it, enum cleave_dimension_kind kind, const Type *type);
struct cleave_polynomial unknown_value(struct analysis *it, const Type *type);
/* Removes and returns the assumptions from index BEFORE on. */
struct fits take_fits(struct analysis *it, size_t before);
void add_fits(struct analysis *it, const struct fits *added);
/* A copy of `assigned`. */
bool *copy_assigned(const struct analysis *it);
/* NULL: the loop is not described. */
const struct described_loop *described_loop_of(const struct analysis *it, const Statement *loop);
/* The dimension of the counter of LOOP; CLEAVE_NO_DIMENSION: none. */
uint32_t dimension_of_loop(const struct analysis *it, const Statement *loop);

/* What is known about VALUE, a step of VARIABLE; NULL: nothing. */
const struct known_step *known_step_of(const struct analysis *it, const Variable *variable,
                                       const Value *value);

/* ---- parts.c: records of the body -------------------------------------------------------------------------------- */

/* The variable that stands for the member at PLACE of WHOLE, a record of the body or a part of it. NULL: there are too many. */
const Variable *part_of(struct analysis *it, const Variable *whole, const Place *place);
/* The same for the member with the index MEMBER. NAME tells base classes apart, which have no index. */
const Variable *part_named(struct analysis *it, const Variable *whole, const char *name, uint32_t member,
                           const Type *type);
/* The variable that stands for the object at PLACE, a part of a record of the body; NULL: none. */
const Variable *part_at(struct analysis *it, const Place *place);
/* The place outside of the body that has the value of the part at PLACE; NULL: none. */
const Place *copied_place(struct analysis *it, const Place *place);
/* A variable for the object at PLACE, a TEMPORARY; NULL: for another value. NULL: there are too many. */
const Variable *new_temporary(struct analysis *it, const Place *place, const Type *type);
/* The members of VARIABLE have unknown values. */
void forget_members(struct analysis *it, const Variable *variable);
/* The parts of what WRITTEN marks have unknown values now, and temporaries. */
void forget_parts(struct analysis *it, const bool *written);
/* The dimensions from BEFORE on are not needed, unless they describe a variable, one of the loops from DESCRIBED on, or a value that a
 * variable has been given since there were CHANGES. */
void drop_dimensions(struct analysis *it, size_t before, size_t described, size_t changes);

/* ---- symbolic_values.c: integer expressions as polynomials -------------------------------------------------------- */

/* The value of an integer expression; its assumptions are appended to `fits`. */
struct cleave_polynomial value_of(struct analysis *it, const Value *value);
/* The same after its evaluation. If that assigns variables, parts of VALUE may have read them before: it is unknown then. */
struct cleave_polynomial value_after(struct analysis *it, const Value *value);
/* The same without assumptions. False if it needs any. */
bool plain_value_of(struct analysis *it, const Value *value, struct cleave_polynomial *result);
/* The number of elements of an array of TYPE. False: not known. */
bool extent_of(struct analysis *it, const Type *type, struct cleave_polynomial *extent);
/* Multiplies *COUNT by the number of numbers in TYPE, an array of arrays, or a number. False: not known. */
bool multiply_extents(struct analysis *it, const Type *type, struct cleave_polynomial *count);

/* ---- value_bounds.c -------------------------------------------------------------------------------------- */

struct value_bounds {
  struct cleave_polynomial items[2];
  size_t count;
};

/* Values that VALUE, a choice of two values, is not above, or, unless UPPER, not below. Assumptions are appended to `fits`. */
struct value_bounds bounds_of(struct analysis *it, const Value *value, bool upper);

/* ---- loops.c: headers ---------------------------------------------------------------------------------- */

/* Describes the counter of LOOP as a dimension. CLEAVE_NO_DIMENSION if it does not count the loop. */
uint32_t describe_counter(struct analysis *it, const Statement *loop, const Variable *counter,
                          bool is_associated);
/* The same for a loop whose condition compares a variable of MOVES: the dimension is the value of an integer when the body begins, or, if
 * *COUNTS_TURNS, the number of the iteration. */
uint32_t describe_moves(struct analysis *it, const Statement *loop, const struct moves *moves,
                        bool *counts_turns);

/* How an assignment moves a variable. */
struct increment {
  const Value *by; /* NULL for 1 */
  bool is_downwards;
  bool is_converted; /* the amount may be another number in the type of the variable */
};
bool find_increment(const Value *step, const Variable *counter, struct increment *increment);

/* The comparison that ends a loop. */
struct loop_end {
  const Variable *variable;            /* the loop moves it */
  const Value *operand;                /* with the variable */
  const Value *bound;                  /* what it is compared with; NULL: 0 */
  enum cleave_body_operation relation; /* of the variable and BOUND: one that holds in the loop */
};
/* False: the condition of LOOP has another form, or compares no variable of MOVES. */
bool find_loop_end(const Statement *loop, const struct moves *moves, struct loop_end *end);

/* Whether VALUE is the same in all iterations of a loop that starts now, if it names no variable that the loop writes. */
bool is_same_in_loop(const struct analysis *it, const struct cleave_polynomial *value);
/* The source ranges of the header of LOOP, which counts upwards by one. */
void read_header(struct analysis *it, const Statement *loop, const Variable *counter);

/* ---- moved_variables.c -------------------------------------------------------------------------------------- */

/* The variables that each iteration of LOOP moves. The state is that before its first iteration. */
const struct moves *find_moves(struct analysis *it, const Statement *loop);
/* Gives them their values at the begin of an iteration of LOOP. */
void begin_turn(struct analysis *it, const struct described_loop *loop);
/* The loop ends. */
void end_turns(struct analysis *it, const struct moves *moves);

/* ---- iteration_starts.c ---------------------------------------------------------------------------------------- */

/* How code gets to an iteration of LOOP; NULL: not known. ASSOCIATED: the directive's construct evaluates the header beforehand. */
const struct cleave_loop_start *start_of_loop(const struct analysis *it, const Statement *loop,
                                              const struct moves *moves, bool is_associated);
/* Whether the first statement or the condition of LOOP names a variable that has the name of COUNTER and is another one, or declares
 * one. */
bool start_hides(const struct analysis *it, const Statement *loop, const Variable *counter);

/* ---- access_list.c ------------------------------------------------------------------------------------------- */

/* The subscripts of OBJECT that tell where it is. Members of a union share memory: the subscripts in them say nothing about that. */
size_t known_subscripts(const struct object *object);
void add_access(struct analysis *it, const struct object *object, bool reads, bool writes, bool is_certain,
                const struct cleave_body_text *text);
/* PLACE, which the value of a pointer leads to, as a choice of two places, if the pointer is one of two. NULL: there is no choice. */
const Place *choice_of_pointer(struct analysis *it, const Place *place);

/* ---- objects.c: accesses of expressions ------------------------------------------------------------------ */

void evaluate(struct analysis *it, const Value *value);
void note_returned(struct analysis *it, const Value *pointer);    /* a called function returns POINTER */
void evaluate_pointer(struct analysis *it, const Value *pointer); /* without an access to what it points to */
void evaluate_statement_value(struct analysis *it, const Value *value);
void access_place(struct analysis *it, const Place *place, bool reads, bool writes);
bool object_at(struct analysis *it, const Place *place, struct object *result);
bool target_of(struct analysis *it, const Value *pointer, struct object *result);

/* ---- updates.c ------------------------------------------------------------------------------------------- */

/* A statement that updates a place by an operation. */
struct update {
  const Place *place;
  const Value *value; /* NULL: 1 */
  enum cleave_combiner combiner;
  bool decrements;
  const Type *computed; /* the type of the operation */
};
bool updates_reduction(struct analysis *it, const struct update *found); /* objects.c */
bool find_update(const Statement *statement, struct update *update);
bool values_are_same(const Value *one, const Value *other);
bool places_are_same(const Place *one, const Place *other);
/* The same for the values without conversions that the compiler adds. */
bool are_alike(const Value *one, const Value *other);
enum cleave_combiner combiner_of(enum cleave_body_operation operation);

/* ---- reduced_arrays.c ---------------------------------------------------------------------------------------- */

/* Finds the updates of the arrays in the reduction clauses of NODE, a loop with a directive. */
void find_array_updates(struct cleave_arena *arena, struct cleave_node *node);

/* ---- update_operators.c ----------------------------------------------------------------------------------- */

/* How the assignments in STATEMENT update VARIABLE: the operation of a reduction clause, or NULL: they have several, or one is no
 * update. */
const char *update_operator(const Statement *statement, const Variable *variable);

/* ---- effects.c ------------------------------------------------------------------------------------------- */

/* Whether the evaluation of VALUE may change anything, or reads a volatile object. CALLS: a call of a function without a visible
 * body may. */
bool has_effects(const Value *value, bool calls);
/* Whether VALUE contains a call of a function with a visible body. */
bool calls_function(const Value *value);
bool place_has_effects(const Place *place); /* any of its values, with such calls */
/* Whether VALUE contains an assignment to anything but variables of called functions. */
bool value_assigns(const Value *value);
/* The same, apart from the steps whose numbers are known. */
bool value_assigns_more(const struct analysis *it, const Value *value);
/* Whether VALUE has no side effects, and costs little: it calls no function but built-in ones. */
bool value_is_simple(const Value *value);
bool place_is_simple(const Place *place); /* all values in it */

/* ---- value_flow.c: values of variables that the body assigns ------------------------------------------------------ */

/* VARIABLE has the value VALUE now, with assumptions; or an unknown one, if VALUE is NULL. */
void set_value(struct analysis *it, const Variable *variable, const Value *value);
/* The variables that STATEMENT or VALUE assigns have unknown values now. */
void forget_values(struct analysis *it, const Statement *statement, const Value *value);

/* ---- pointer_flow.c: pointers that the body changes ------------------------------------------------------------------ */

/* POINTER is moved by VALUE, a step or an assignment with an operation. */
void move_pointer(struct analysis *it, const Variable *pointer, const Value *value);
/* What POINTER points to if it pointed to TARGET before, and was moved by BY elements. NULL: not known. */
struct object *moved_object(struct analysis *it, const Variable *pointer, const struct object *target,
                            struct cleave_polynomial by);
/* Control may come from code that is not the statement before: as after forget_values for all that the body changes. */
void forget_changes(struct analysis *it);
/* POINTER points to an element of its array that is not known. False: there is no array. */
bool lose_element(struct analysis *it, const Variable *pointer);
/* POINTER has one of several values: paths meet, and the code on one of them may have changed it. */
void forget_pointer(struct analysis *it, const Variable *pointer);

/* ---- assignments.c: values after an assignment -------------------------------------------------------------------- */

/* VARIABLE, of the body or a part of one, has VALUE now, which has been evaluated; NULL: an unknown one. */
void set_object(struct analysis *it, const Variable *variable, const Value *value);
/* VARIABLE is changed by the assignment or step VALUE. */
void change_value(struct analysis *it, const Variable *variable, const Value *value);
/* The variable that stands for the object that a TEMPORARY place makes, whose value has been evaluated. */
const Variable *temporary_at(struct analysis *it, const Place *place);

/* ---- members.c ------------------------------------------------------------------------------------------------ */

/* Notes which types of objects in memory the body writes. */
void note_writes(struct analysis *it, const Statement *statement);
/* How the region may name the member PLACE of OBJECT; NULL: it cannot. */
const char *path_of_member(struct analysis *it, const struct object *object, const Place *place);
/* The variable that stands for the member at PLACE, a pointer or an integer, if no iteration changes it; else NULL. */
const Variable *stable_member(struct analysis *it, const Place *place);
/* The same for an element, of an integer type, with a constant subscript. */
const Variable *stable_element(struct analysis *it, const Place *place);
/* Follows VALUE, whose accesses are listed elsewhere: the functions that it calls have parameters then. False: it cannot be followed. */
bool follow_quietly(struct analysis *it, const Value *value);
/* Finds the object at PLACE, and does nothing else: no access is added. False: it is not known, or to find it has effects. */
bool find_quietly(struct analysis *it, const Place *place, struct object *result);
/* Appends the members that descriptions name to the variables of REGION, and gives the descriptions their indices. */
void number_members(struct cleave_arena *arena, struct cleave_region *region);
/* The region maps what the member of SECTION points to. */
void note_member_map(struct analysis *it, const struct cleave_body_section *section);

/* ---- loop_accesses.c: statements -------------------------------------------------------------------------------- */

void follow(struct analysis *it, const Statement *statement);
struct analysis begin_analysis(struct cleave_arena *arena, const struct cleave_body *body);
/* Describes COUNT loops from STATEMENT on, one right inside the other. Returns the body of the innermost one; NULL if a header cannot be
 * described. */
const Statement *read_nest(struct analysis *it, const Statement *statement, unsigned count,
                           bool with_clauses);
/* Adds the loops and jumps in STATEMENT to the description. */
void count_loops(struct analysis *it, const Statement *statement);
/* Fills the description of the loop, of which the clauses are read. NULL: it cannot be described. */
struct cleave_loop_accesses *describe_loops(struct analysis *it);

/* ---- atomic_updates.c ----------------------------------------------------------------------------------------- */

void follow_atomic(struct analysis *it, const Statement *statement);

/* ---- row_updates.c --------------------------------------------------------------------------------------- */

/* Follows the values of STATEMENT if that updates sums of a row; else returns false. */
bool follow_row_update(struct analysis *it, const Statement *statement);

/* ---- nests.c, staged_operands.c: the lists of the description -------------------------------------------------------- */

void read_inner_nest(struct analysis *it, const Statement *body);
void read_inner_loops(struct analysis *it, const Statement *body);
void read_locals(struct analysis *it, const Statement *body);
void read_direct_loops(struct analysis *it, const Statement *body);
void read_operands(struct analysis *it, const Statement *body);
struct cleave_nest_loop nest_loop_of(const Statement *loop, uint32_t dimension, struct cleave_range values);

#endif
