/* FILE: tools/toolkit/units.h
 * WHAT: the modules of PTX that are linked to one image, and their symbols.
 */
#ifndef CLEAVE_TOOLKIT_UNITS_H
#define CLEAVE_TOOLKIT_UNITS_H

#include <stdbool.h>
#include <stddef.h>

#include "ptx/ptx.h"

/* A variable or function that a module defines. */
struct toolkit_definition {
  const char *name;
  const struct ptx_variable *variable; /* or NULL */
  const struct ptx_function *function; /* or NULL */
  size_t unit;
  size_t visit; /* of toolkit_reach */
};

struct toolkit_unit {
  const char *path; /* of the file that contains it */
  const char *text;
  size_t size;
  struct ptx_module module;
  struct ptx_names *names; /* of its own definitions; their numbers are those in toolkit_units.definitions */
};

struct toolkit_units {
  struct cleave_arena *arena;
  const char *program; /* for messages */
  struct toolkit_unit *units;
  size_t count;
  struct toolkit_definition *definitions;
  size_t definition_count;
  struct ptx_names *names; /* of the definitions that other modules see */
  size_t visit;
};

/* Parses TEXT and adds it. Returns an error as ptx_parse does. TEXT stays the caller's. */
const char *toolkit_add_unit(struct toolkit_units *units, const char *path, const char *text, size_t size);

/* Enters the definitions of all modules. Returns the number of errors that it printed: names defined twice. */
size_t toolkit_define(struct toolkit_units *units);

/* What NAME means in the module UNIT: its own definition or that of another module. NULL: none of them. */
struct toolkit_definition *toolkit_find(const struct toolkit_units *units, size_t unit, const char *name);

/* Calls CALL for each name in the code of FUNCTION, and in the initial value of VARIABLE; either may be NULL. */
void toolkit_visit_names(const struct ptx_function *function, const struct ptx_variable *variable,
                         void (*call)(void *context, const char *name), void *context);

/* The names that the code and the data of the module UNIT use and that no module defines, each one once. */
const char **toolkit_undefined(struct toolkit_units *units, size_t unit, size_t *count);

/* The definitions that FUNCTION, of the module UNIT, uses directly or not; it is the first of them. */
struct toolkit_definition **toolkit_reach(struct toolkit_units *units, size_t definition, size_t *count);

#endif
