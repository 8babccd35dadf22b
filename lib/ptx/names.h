/* FILE: lib/ptx/names.h
 * WHAT: the names of a PTX module: each spelling is stored once, with its declarations in the module and in the current
 *       function, innermost scope first. Every operation is O(1).
 */
#ifndef CLEAVE_PTX_NAMES_H
#define CLEAVE_PTX_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/arena.h"

enum ptx_binding_kind {
  BOUND_REGISTER,
  BOUND_REGISTERS, /* the prefix of "%r<91>"; a register of it is declared when it is used first */
  BOUND_VECTOR,    /* ".reg .v2 .u32 %r5": registers with consecutive numbers */
  BOUND_PARAMETER,
  BOUND_RESULT,
  BOUND_VARIABLE,
  BOUND_LABEL,
  BOUND_TABLE
};

/* A declaration in a function. */
struct ptx_binding {
  struct ptx_name *name;
  enum ptx_binding_kind kind;
  size_t
      index; /* of its kind in the function; of BOUND_REGISTERS: their number; of BOUND_VECTOR: its first register */
  unsigned type;  /* of BOUND_REGISTERS */
  unsigned count; /* of BOUND_VECTOR: its elements */
  unsigned scope;
  struct ptx_binding *outer;   /* of the same name */
  struct ptx_binding *earlier; /* in the same scope */
};

struct ptx_name {
  struct ptx_name *next;               /* with the same hash */
  struct ptx_binding *binding, *range; /* innermost; NULL: none; RANGE: of kind BOUND_REGISTERS */
  size_t variable, function, alias;    /* index in the module plus 1; 0: none */
  uint32_t hash;
  size_t length;
  char text[];
};

enum { PTX_SCOPES = 128 };

struct ptx_names {
  struct cleave_arena *arena;
  struct ptx_name **buckets;
  size_t bucket_count, count;
  struct ptx_binding *latest[PTX_SCOPES];
  unsigned scope; /* the current one; 0 is the function's own */
};

struct ptx_name *ptx_name_of(struct ptx_names *names, const char *text, size_t length);

/* Declares NAME in SCOPE, which is the current one or one around it; none between them may declare NAME. Returns NULL if SCOPE
 * has a declaration of NAME. */
struct ptx_binding *ptx_bind(struct ptx_names *names, struct ptx_name *name, enum ptx_binding_kind kind,
                             unsigned scope, size_t index);
/* Returns false if scopes are nested too deeply. */
bool ptx_open_scope(struct ptx_names *names);
void ptx_close_scope(struct ptx_names *names);
/* Removes all declarations of the function. */
void ptx_close_function(struct ptx_names *names);

#endif
