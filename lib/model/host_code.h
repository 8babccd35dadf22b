/* FILE: lib/model/host_code.h
 * WHAT: the model of the host code around regions: one function of the user with the bodies of the functions that it
 *       calls. The reader (passes/frontend) fills it in; lib/environments reads nothing else.
 *
 * A cell is a class of memory locations that the analysis does not distinguish (model/cells.h). A value describes
 * what an expression computes, in terms of the variables of the function itself: an argument replaces the parameter
 * of a called function. Nodes of called functions follow the node of the call. The unit's arena owns everything.
 */
#ifndef CLEAVE_MODEL_HOST_CODE_H
#define CLEAVE_MODEL_HOST_CODE_H

#include "model/expression.h"
#include "model/cells.h"

#ifdef __cplusplus
extern "C" {
#endif

enum cleave_host_value_kind {
  CLEAVE_HOST_VARIABLE, /* `variable` */
  CLEAVE_HOST_MEMBER, /* member `name` of the record `left`, or, if `arrow`, of the record that `left` points to */
  CLEAVE_HOST_ELEMENT,   /* element `integer` of the array `left` */
  CLEAVE_HOST_ADDRESS,   /* the address of the object `left` */
  CLEAVE_HOST_QUERY,     /* left.name() of a container of contiguous elements: data or size */
  CLEAVE_HOST_INTEGER,   /* `integer` */
  CLEAVE_HOST_OPERATION, /* left `operation` right */
  CLEAVE_HOST_CAST       /* `left` converted to the type `name` */
};

struct cleave_host_value {
  enum cleave_host_value_kind kind;
  uint32_t
      variable; /* index into the function's variables; CLEAVE_NO_VARIABLE: the variable of a called function that
                        `cell` identifies */
  const char *name;
  bool arrow;
  bool is_hidden; /* MEMBER: the function may not name it */
  uint32_t
      class_end; /* MEMBER, hidden: the closing brace of its class, where an accessor can be added; 0: nowhere */
  bool wraps;    /* OPERATION: unsigned, of fewer than 64 bits */
  int64_t integer;
  enum cleave_operation operation; /* CLEAVE_ADD, CLEAVE_SUBTRACT, CLEAVE_MULTIPLY, CLEAVE_DIVIDE */
  const struct cleave_host_value *left, *right;
  /* VARIABLE, MEMBER, ELEMENT, QUERY: the cell that holds the value; CLEAVE_NO_CELL for an array or a record, whose name denotes
   * its memory. */
  uint32_t cell;
};

/* A variable of the function itself. */
struct cleave_host_variable {
  const char *name;     /* as it is visible in the function: `this` for the object of a member function */
  uint32_t declared_by; /* the STATEMENT that declares it; CLEAVE_NO_NODE: a parameter or a global variable */
  bool has_other_scope; /* declared by a loop header, or hidden by another variable of its name */
  unsigned dimensions;  /* subscripts from the variable to an element that is no array */
  const struct cleave_host_value *initial; /* of a local integer variable; NULL: unknown, or none */
};

/* An access to the memory of a cell. */
struct cleave_host_event {
  uint32_t cell;
  bool writes;
  /* The pointer or array through which it accesses an element; NULL: the function cannot name it. */
  const struct cleave_host_value *base;
};

/* One evaluation of an access in the source. A function that is walked again, as the callee of another one, has the same
 * accesses, to other cells. */
struct cleave_host_access {
  uint32_t cell;
  bool writes;
  const void *site; /* identifies the expression */
};

/* An assignment to, or the initial value of, a pointer. */
struct cleave_host_copy {
  uint32_t cell;                      /* of the pointer */
  const struct cleave_host_value *to; /* NULL: the function cannot name it */
  /* The pointers whose value it may get: two for a conditional, none (NULL) for any other value. */
  const struct cleave_host_value *from[2];
  bool is_fresh; /* the value is the address of a new allocation */
};

enum { CLEAVE_HOST_INNER = 2 };

/* A map item of a region, or an array that the region maps implicitly. */
struct cleave_host_item {
  uint32_t cell;                         /* of the mapped memory */
  const struct cleave_host_value *base;  /* the pointer or array; NULL: the function cannot name it */
  const struct cleave_host_value *other; /* `base` or this one: a conditional; NULL: none */
  /* The section; `first` may be NULL: 0. Sections of further dimensions begin at 0. */
  const struct cleave_host_value *first, *length, *inner[CLEAVE_HOST_INNER];
  unsigned inner_count;
  bool has_section, is_expressible; /* is_expressible: `base`, and the bounds if there are any, are known */
  enum cleave_map_type type;
  bool is_plain;            /* no modifier, no mapper, one dimension, elements without pointers */
  const char *pointer_type; /* the spelling of the type of a pointer to the elements; NULL: none */
};

enum cleave_host_node_kind {
  CLEAVE_HOST_BLOCK,     /* { ... }: children */
  CLEAVE_HOST_LOOP,      /* any loop. child: the body. own events: the header */
  CLEAVE_HOST_BRANCH,    /* if. children: one or two. own events: the condition */
  CLEAVE_HOST_STATEMENT, /* children: the bodies of the functions that it calls */
  CLEAVE_HOST_REGION,    /* a target construct with all it contains; own events: those of its kernels */
  CLEAVE_HOST_DATA, /* a `target data` construct that only maps. child: its statement. own events: its clauses */
  CLEAVE_HOST_OPAQUE /* contains regions, but control in it is not known. children: its statements */
};

enum cleave_host_flags {
  CLEAVE_HOST_LEAVES = 1 << 0, /* return, goto or a label */
  CLEAVE_HOST_JUMPS = 1 << 8,  /* break or continue, out of this node */
  CLEAVE_HOST_UNKNOWN_CALL =
      1 << 1,                     /* calls a function without a visible body that is not in the C library */
  CLEAVE_HOST_UNWINDS = 1 << 2,   /* an exception or longjmp may leave it, and the functions around it */
  CLEAVE_HOST_DECLARES = 1 << 3,  /* a declaration */
  CLEAVE_HOST_DIRECTIVE = 1 << 4, /* its text begins with a directive */
  CLEAVE_HOST_FREES = 1 << 5,     /* frees the memory of its events that write */
  CLEAVE_HOST_MANAGES_DATA = 1 << 6, /* a data directive of the user, about the memory of its events */
  CLEAVE_HOST_DEVICE_STATE = 1 << 7, /* changes the default device */
  CLEAVE_HOST_EXITS = 1 << 9,        /* may end the program by exit: only code that runs at exit follows */
  CLEAVE_HOST_IMPLICIT = 1 << 10, /* runs in its parent, but not where it stands: a destructor, a cleanup */
  CLEAVE_HOST_ENDLESS =
      1 << 11, /* control never reaches its end: an endless loop, a call that does not return */
  CLEAVE_HOST_NAMES_BINDING = 1 << 13, /* names a structured binding, which no construct can capture */
  CLEAVE_HOST_ABORTS = 1 << 12         /* may end the program by abort: only a signal handler follows */
};

struct cleave_host_node {
  enum cleave_host_node_kind kind;
  uint32_t parent, first_child, last_child, next; /* CLEAVE_NO_NODE: none */
  uint32_t flags;
  bool in_callee;            /* of a called function: nothing can be inserted here */
  bool is_editable;          /* text can be inserted at `before` and at the end of `range` */
  bool is_in_block;          /* a statement of a block; false: the whole body of a loop or a branch */
  struct cleave_range range; /* the statement with its directive */
  uint32_t before;           /* the end of the token that precedes it */
  struct cleave_host_event *events;
  size_t event_count, clause_event_count; /* those of clauses are the first */
  struct cleave_host_copy *copies;
  size_t copy_count;
  struct cleave_host_access *accesses; /* in the order of evaluation; `events` without duplicates */
  size_t access_count;
  const void *callee; /* the called function whose body the node is; NULL: none */
  uint32_t region;    /* REGION: index into the unit's regions; CLEAVE_NO_REGION: of another file */
  /* REGION and DATA: */
  bool
      is_plain; /* it is about the default device, and done before the next statement: no if, device, nowait or depend.
                    Its clauses read nothing that it maps. */
  struct cleave_host_item *items;
  size_t item_count;
};

/* The number of elements with which a container is constructed. */
struct cleave_host_size {
  uint32_t cell;                        /* of the container */
  const struct cleave_host_value *size; /* NULL: unknown */
};

struct cleave_host_function {
  const char *name;
  const void *identity; /* equals `callee` of the nodes that are its body */
  const void *pattern;  /* equal for all instances of one template; NULL: no template */
  bool is_internal;     /* only this translation unit calls it, and only by name */
  bool is_main;
  bool is_called;   /* by another function of the translation unit */
  bool is_complete; /* false: too deep, recursive, or with unsupported code */
  bool
      has_exit_code; /* the translation unit has destructors of static objects, or functions that run at exit */
  bool is_interrupted; /* a signal handler of the translation unit may use memory of the program */
  struct cleave_memory *memory;
  struct cleave_host_variable *variables;
  size_t variable_count;
  const void **hidden_callees; /* called functions whose bodies have no node, in expressions */
  size_t hidden_callee_count;
  struct cleave_host_size *sizes;
  size_t size_count;
  struct cleave_host_node *nodes; /* node 0 is the body */
  size_t node_count;
};

#ifdef __cplusplus
}
#endif
#endif
