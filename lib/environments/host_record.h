/* FILE: lib/environments/host_record.h
 * WHAT: builds the model of host code (model/host_code.h) while the reader walks a function: nodes, accesses, and the classes of memory
 *       that values lead to.
 *
 * The reader evaluates the expressions of the source in their order, and calls a function of this header for each.
 */
#ifndef CLEAVE_ENVIRONMENTS_HOST_RECORD_H
#define CLEAVE_ENVIRONMENTS_HOST_RECORD_H

#include "model/host_code.h"
#include "model/library_functions.h"

#ifdef __cplusplus
extern "C" {
#endif

struct cleave_arena;

/* An object. */
struct cleave_host_place {
  uint32_t cell;                        /* CLEAVE_NO_CELL: none */
  const struct cleave_host_value *path; /* its name in the function; NULL: none */
  const struct cleave_host_value *base; /* the pointer or array that it is an element of */
  bool is_unshared; /* a constant, or a kernel's copy of a scalar: accesses have no effect on other code */
  const struct cleave_host_value *address; /* of an element; NULL: unknown */
};

/* The value of an expression. What may hold an address leads to TARGET: a pointer, but also an integer that a pointer was
 * converted to, or its bytes. A record has its own cell there. */
struct cleave_host_result {
  uint32_t target;
  const struct cleave_host_value *path;
  const struct cleave_host_value
      *either[2];                       /* of a conditional that chooses one of two pointers; PATH is NULL */
  const struct cleave_host_value *base; /* the pointer that it was computed from */
  bool is_fresh;                        /* the address of a new allocation */
};

struct cleave_host_record {
  struct cleave_arena *arena;
  struct cleave_host_function function; /* its nodes, variables and so on, as far as they are known */
  uint32_t here;                        /* the current node */
  const void *site;                     /* the last expression */
  unsigned implicit;                    /* implicit calls around the current code */
  unsigned silent;      /* more than 0: no access is recorded, because the code ran before main */
  unsigned conditional; /* operands around that may not be evaluated */
  unsigned work;        /* how much has been walked */
  bool in_region;       /* in the code of a kernel */
};

/* is_complete: false as soon as something is not supported. */
struct cleave_host_record cleave_host_record_new(struct cleave_arena *arena);
/* What is known at the end of the walk. */
void cleave_host_finish(struct cleave_host_record *it);

/* ---- host_record.c: the tree -------------------------------------------------------------------------------- */

/* A new node, the last child of PARENT. */
uint32_t cleave_host_add_node(struct cleave_host_record *it, enum cleave_host_node_kind kind,
                              uint32_t parent);
/* A node for code that no statement calls, in the current one. Returns that. The caller ends the code with it. */
struct cleave_host_outside {
  uint32_t here;
  unsigned conditional;
};
struct cleave_host_outside cleave_host_begin_implicit(struct cleave_host_record *it);
void cleave_host_end_implicit(struct cleave_host_record *it, struct cleave_host_outside outside);
void cleave_host_event(struct cleave_host_record *it, uint32_t cell, bool writes,
                       const struct cleave_host_value *base);
void cleave_host_flag(struct cleave_host_record *it, uint32_t flags);
/* Control does not pass the current expression, if it is evaluated for certain. */
void cleave_host_never_ends(struct cleave_host_record *it);
/* The pointer in CELL, named TO, gets the value FROM. */
void cleave_host_add_copy(struct cleave_host_record *it, uint32_t cell, const struct cleave_host_value *to,
                          const struct cleave_host_result *from);
/* A container with CELL is constructed with SIZE elements. */
void cleave_host_add_size(struct cleave_host_record *it, uint32_t cell, const struct cleave_host_value *size);
/* VARIABLE, of the function itself, has CELL. Returns its value. */
const struct cleave_host_value *cleave_host_add_variable(struct cleave_host_record *it,
                                                         struct cleave_host_variable variable, uint32_t cell);
void cleave_host_add_hidden_callee(struct cleave_host_record *it, const void *callee);

/* ---- host_values.c: values ------------------------------------------------------------------------------------ */

const struct cleave_host_value *cleave_host_integer(struct cleave_arena *arena, int64_t integer);
/* A variable of a called function. */
const struct cleave_host_value *cleave_host_local(struct cleave_arena *arena, uint32_t cell);
/* These return NULL if the operand is NULL. */
const struct cleave_host_value *cleave_host_address(struct cleave_arena *arena,
                                                    const struct cleave_host_value *object);
const struct cleave_host_value *cleave_host_cast(struct cleave_arena *arena,
                                                 const struct cleave_host_value *operand, const char *type);
/* NULL for CLEAVE_COMMA and for a quotient by anything but a number as well. */
const struct cleave_host_value *cleave_host_operation(struct cleave_arena *arena,
                                                      enum cleave_operation operation, bool wraps,
                                                      const struct cleave_host_value *left,
                                                      const struct cleave_host_value *right);
/* MEMBER has the name, the cell, and what else describes it. */
const struct cleave_host_value *cleave_host_member(struct cleave_arena *arena,
                                                   const struct cleave_host_value *object, bool arrow,
                                                   const struct cleave_host_value *member);
/* object.NAME() of a container, whose cell is CELL. */
const struct cleave_host_value *cleave_host_query(struct cleave_arena *arena,
                                                  const struct cleave_host_value *object, uint32_t cell,
                                                  const char *name);
/* The object that VALUE is the address of; NULL: it is none. */
const struct cleave_host_value *cleave_host_addressed(const struct cleave_host_value *value);
/* Whether VALUE has the value *INTEGER in every execution. */
bool cleave_host_constant(const struct cleave_host_value *value, int64_t *integer);
/* The value of POINTER plus or minus INDEX elements, in host code. */
const struct cleave_host_value *cleave_host_moved(const struct cleave_host_record *it,
                                                  const struct cleave_host_value *pointer,
                                                  enum cleave_operation operation,
                                                  const struct cleave_host_value *index);

/* ---- host_accesses.c: objects ----------------------------------------------------------------------------------- */

/* What host code may do with a type. */
struct cleave_host_type {
  bool is_pointer, is_record, is_array, is_integer, is_scalar, is_void_pointer;
  bool holds_pointers;     /* a part of it is a pointer */
  bool points_to_pointers; /* a pointer to pointers, or to records with pointers */
  bool is_constant;        /* its objects are */
  /* An array of a constant number of pointers, or of records with pointers: its elements are different objects of the model. */
  bool distinguishes_elements;
  bool elements_name_memory; /* of such an array: they are arrays or records */
  uint64_t extent;
  const char *library_class; /* of the C++ standard library; NULL: it is none */
  /* What such a class, or another one, names by itself and by its template arguments: pointers; integers that an address fits into;
   * functions, functors, deleters, and types that do not say what they call; classes of the program, and such that have functions which
   * copy or destroy them. */
  bool names_pointers, names_integers, names_functions, names_classes, copies_by_code;
};

/* A place that is only a cell; of no cell: none. */
struct cleave_host_place cleave_host_place_at(uint32_t cell);
struct cleave_host_result cleave_host_result_of(uint32_t target);
/* The object at PLACE as a value that is not read, and its address. */
struct cleave_host_result cleave_host_denoted(const struct cleave_host_place *place);
struct cleave_host_result cleave_host_address_of(const struct cleave_host_record *it,
                                                 const struct cleave_host_place *place);
void cleave_host_read(struct cleave_host_record *it, const struct cleave_host_place *from);
void cleave_host_write(struct cleave_host_record *it, const struct cleave_host_place *to);
/* Assigns FROM to the object TO of TYPE. */
void cleave_host_store(struct cleave_host_record *it, const struct cleave_host_place *to,
                       const struct cleave_host_type *type, const struct cleave_host_result *from);
/* Unknown code uses CELL, which may be CLEAVE_NO_CELL. */
void cleave_host_expose(struct cleave_host_record *it, uint32_t cell);
/* A pointer to TARGET moves to another element. */
void cleave_host_moves(struct cleave_host_record *it, uint32_t target);
/* TARGET, or a new cell if there is none. */
uint32_t cleave_host_target(struct cleave_host_record *it, uint32_t target);
/* Both lead to the same memory, if they lead to any. Returns where. */
uint32_t cleave_host_join(struct cleave_host_record *it, uint32_t left, uint32_t right);
/* Element INDEX of ARRAY, an object of TYPE; and the value of the pointer to the first one. */
struct cleave_host_place cleave_host_element(struct cleave_host_record *it,
                                             const struct cleave_host_place *array,
                                             const struct cleave_host_type *type,
                                             const struct cleave_host_value *index);
struct cleave_host_result cleave_host_decayed(struct cleave_host_record *it,
                                              const struct cleave_host_place *array,
                                              const struct cleave_host_type *type);
/* pointer[INDEX], *pointer. */
struct cleave_host_place cleave_host_subscript(struct cleave_host_record *it,
                                               const struct cleave_host_result *pointer,
                                               const struct cleave_host_value *index);
struct cleave_host_place cleave_host_dereferenced(struct cleave_host_record *it,
                                                  const struct cleave_host_result *pointer);

/* left OPERATION right; CLEAVE_COMMA stands for an operation without a form in values. TYPE: of the result. WRAPS: it is unsigned, of
 * fewer than 64 bits. */
struct cleave_host_result cleave_host_arithmetic(struct cleave_host_record *it,
                                                 enum cleave_operation operation,
                                                 const struct cleave_host_type *type, bool wraps,
                                                 const struct cleave_host_result *left,
                                                 const struct cleave_host_result *right);
/* A pointer OPERATION a number. IS_SWAPPED: the number is the left operand. */
struct cleave_host_result cleave_host_pointer_sum(struct cleave_host_record *it,
                                                  enum cleave_operation operation, bool is_swapped,
                                                  const struct cleave_host_result *pointer,
                                                  const struct cleave_host_result *number);
/* The value of an object of TYPE whose number the operation changes: `to += value`, or, without VALUE, `to++`. */
struct cleave_host_result cleave_host_update(struct cleave_host_record *it,
                                             const struct cleave_host_place *to,
                                             const struct cleave_host_type *type,
                                             const struct cleave_host_result *value);
/* One of two values of TYPE. */
struct cleave_host_result cleave_host_choose(struct cleave_host_record *it,
                                             const struct cleave_host_type *type,
                                             const struct cleave_host_result *yes,
                                             const struct cleave_host_result *no);
/* A function returns NEXT as well, at another place. */
void cleave_host_return(struct cleave_host_record *it, struct cleave_host_result *all,
                        const struct cleave_host_result *next);

/* ---- library_calls.c: functions of the C library ------------------------------------------------------------------ */

/* A call of a function of KIND. The reader evaluates each argument and passes it on. */
struct cleave_library_call {
  enum cleave_library_kind kind;
  struct cleave_host_result *passed; /* the pointers among the arguments; others have no target */
  size_t count;
};

struct cleave_library_argument {
  struct cleave_host_result given;
  bool is_pointer;
  bool is_constant; /* what it points to is const */
  bool is_variadic; /* it has no parameter */
};

/* Whether a function as printf may write, by the conversion %n of FORMAT; NULL: not known. */
bool cleave_library_stores_count(const char *format);
/* SHARES_MEMORY: the program gives memory to the library that later calls use. */
void cleave_library_begin(struct cleave_host_record *it, enum cleave_library_kind kind, bool shares_memory,
                          bool is_noreturn);
void cleave_library_pass(struct cleave_host_record *it, struct cleave_library_call *call,
                         const struct cleave_library_argument *argument);
/* The value of the call, of TYPE. */
struct cleave_host_result cleave_library_end(struct cleave_host_record *it,
                                             const struct cleave_library_call *call,
                                             const struct cleave_host_type *type);

/* ---- standard_names.c: names of the C++ standard library ------------------------------------------------------------ */

/* The class NAME: calls functions that its type does not name; contains its elements; compares them; copies what it is constructed from. */
enum {
  CLEAVE_STANDARD_CALLS = 1,
  CLEAVE_STANDARD_CONTAINS = 2,
  CLEAVE_STANDARD_COMPARES = 4,
  CLEAVE_STANDARD_COPIES = 8
};
unsigned cleave_standard_class(const char *name);
/* Whether the member function NAME gives access to what its object holds, and changes nothing. */
bool cleave_standard_is_accessor(const char *name);
/* Whether the function with this qualified name starts a thread. */
bool cleave_standard_starts_thread(const char *name);
/* Whether a caller of the function NAME of CLASS, or of none (NULL), may expect an exception. What only fails when memory is
 * exhausted does not count. */
bool cleave_standard_throws(const char *name, const char *class_name);
/* Whether a call of it may call code that the types of its object and arguments do not describe. TYPES: of all of these. */
bool cleave_standard_calls_program(const char *name, const char *class_name,
                                   const struct cleave_host_type *types);

/* ---- standard_calls.c: functions of the C++ standard library -------------------------------------------------------- */

/* What the object CELL of TYPE holds: memory that it leads to, or itself if its elements are inside, or it is of the program. */
uint32_t cleave_standard_held(struct cleave_host_record *it, const struct cleave_host_type *type,
                              uint32_t cell);

/* A call. The reader fills in what describes it, begins it, and passes each evaluated argument on. */
struct cleave_standard_call {
  const char *name; /* of the function; "" for an operator */
  bool is_accessor, moves_iterator, is_const, has_object, returns_reference;
  bool returns_holder; /* the object is of the type of the call */
  struct cleave_host_place object;
  struct cleave_host_type holder, type; /* of the object, and of the call */
  struct cleave_host_result result;
  uint32_t made, element;        /* CLEAVE_NO_CELL: none */
  struct cleave_host_place same; /* the object or argument that it returns a reference to */
  uint32_t *passed;              /* what arguments hold whose elements have pointers */
  size_t passed_count;
};

struct cleave_standard_argument {
  struct cleave_host_place given; /* the object, or what the value leads to */
  struct cleave_host_type type;
  bool is_object;
  bool is_reference, is_pointer, is_void_pointer,
      is_const;                              /* the parameter; what it points to or refers to */
  bool is_result;                            /* of the type of the call */
  bool differs_from_held, differs_from_made; /* from the elements of the object, and of the result */
};

void cleave_standard_begin(struct cleave_host_record *it, struct cleave_standard_call *call);
void cleave_standard_pass(struct cleave_host_record *it, struct cleave_standard_call *call,
                          const struct cleave_standard_argument *argument);
/* The value of the call. *RETURNED: the object, if it returns a reference. */
struct cleave_host_result cleave_standard_end(struct cleave_host_record *it,
                                              struct cleave_standard_call *call,
                                              struct cleave_host_place *returned);
/* An argument of a constructor of TYPE, for an object that holds HELD. MOVES: it moves another object. */
void cleave_standard_construct(struct cleave_host_record *it, const struct cleave_host_type *type,
                               uint32_t held, bool moves, const struct cleave_standard_argument *argument);
/* std::swap of two objects of TYPE. */
void cleave_standard_swap(struct cleave_host_record *it, const struct cleave_host_place *left,
                          const struct cleave_host_place *right, const struct cleave_host_type *type);

#ifdef __cplusplus
}
#endif
#endif
