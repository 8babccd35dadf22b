/* FILE: test/fuzz/programs/generate_statements.c
 * WHAT: statements that one thread executes: assignments, serial loops and branches, calls, and
 *       declarations of variables that belong to the region.
 */
#include <string.h>

#include "generate.h"
#include "model/arena.h"

enum { ARRAYS = 1 << KIND_ARRAY | 1 << KIND_POINTER };

/* ---- Assignments ------------------------------------------------------------------------------------ */

static struct node *scalar_assignment(struct generator *generator) {
  struct cleave_arena *arena = generator->arena;
  struct variable *variable = any_writable(generator, 1 << KIND_SCALAR);
  if (!variable)
    return NULL;
  const bool host = variable->host && chance(generator, 50);
  generator->host_values = host;
  struct node *node;
  switch (below(generator, 6)) {
  case 0:
    if (variable->readable && !variable->type->floating) {
      node = STATEMENT(arena, "%s += (@) %% 31;", variable->name);
      node_add(arena, node, integer_expression(generator, 1));
      break;
    }
    /* fall through */
  case 1:
    if (variable->readable && !variable->type->floating) {
      node = STATEMENT(arena, chance(generator, 50) ? "%s++;" : "--%s;", variable->name);
      break;
    }
    /* fall through */
  default:
    node = STATEMENT(arena, "%s = @;", variable->name);
    node_add(arena, node, value_for(generator, variable->type, 2));
    variable->small = true;
    variable->readable = true;
  }
  generator->host_values = false;
  variable->host &= host;
  return node;
}

static struct node *element_assignment(struct generator *generator) {
  struct cleave_arena *arena = generator->arena;
  struct variable *variable = any_writable(generator, ARRAYS | 1 << KIND_MATRIX);
  if (!variable)
    return NULL;
  /* Its own value, too, may be read: one thread executes this. */
  return store(generator, variable->type, cleave_arena_format(arena, "%s", any_element(generator, variable)),
               variable->readable);
}

static struct node *record_assignment(struct generator *generator) {
  struct cleave_arena *arena = generator->arena;
  struct variable *variable = any_writable(generator, 1 << KIND_RECORD);
  if (!variable)
    return NULL;
  static const char *const forms[] = {"%s.x = (@) %% 1009;", "%s.z = 0.5 * ((@) %% 101);",
                                      "%s.w[2] = (@) %% 1009;", "%s.w[1] += (@) %% 31;"};
  struct node *node = STATEMENT(arena, forms[below(generator, 4)], variable->name);
  return node_add(arena, node, integer_expression(generator, 2));
}

/* ---- Control ------------------------------------------------------------------------------------------ */

static struct node *serial_loop(struct generator *generator) {
  struct cleave_arena *arena = generator->arena;
  struct variable *variable = any_writable(generator, ARRAYS);
  if (!variable || generator->serial_index_count == 4)
    return NULL;
  const char *j = fresh_name(generator, "j");
  const bool all = chance(generator, 40);
  const char *end = all                     ? "N"
                    : chance(generator, 50) ? cleave_arena_format(arena, "%s + 1", variable->low)
                                            : "n";
  struct node *node = STATEMENT(arena, "for (int %s = %s; %s < %s; %s++) {\n@}", j, variable->low, j, end, j);
  generator->serial_index[generator->serial_index_count++] = j;
  const char *element = cleave_arena_format(arena, "%s[%s]", variable->name, j);
  node_add(arena, node, store(generator, variable->type, element, variable->readable));
  generator->serial_index_count--;
  if (strchr(end, '+') == NULL)
    variable->readable = true;
  return node;
}

static struct node *branch(struct generator *generator) {
  struct cleave_arena *arena = generator->arena;
  bool state[MAX_VARIABLES];
  const size_t count = generator->variable_count;
  const bool has_switch = wants(generator, SHAPE_switch, 15);
  struct node *node = has_switch ? STATEMENT(arena, "switch ((@) & 3) {\ncase 0:\n@break;\ndefault:\n@}")
                                 : STATEMENT(arena, "if (@ > @) {\n@}");
  node_add(arena, node, integer_expression(generator, 1));
  save_readable(generator, state);
  for (unsigned i = 0; i < 2; i++) {
    struct node *block = node_list(arena);
    if (!has_switch && !i) {
      node_add(arena, node, integer_expression(generator, 1));
      continue;
    }
    struct node *statement =
        chance(generator, 50) ? scalar_assignment(generator) : element_assignment(generator);
    if (statement)
      node_add(arena, block, node_removable(statement));
    restore_readable(generator, state, count);
    /* a label needs a statement */
    if (has_switch)
      node_add(arena, block, node_new(arena, ROLE_STATEMENT, ";"));
    node_add(arena, node, block);
  }
  return node;
}

static struct node *call(struct generator *generator) {
  struct cleave_arena *arena = generator->arena;
  struct node *node;
  if (wants(generator, SHAPE_address, 25)) {
    struct variable *scalar = any_writable(generator, 1 << KIND_SCALAR);
    if (!scalar || scalar->type != &types[TYPE_INT])
      return NULL;
    node = STATEMENT(arena, "put(&%s, (@) %% 1009);", scalar->name);
    node_add(arena, node, integer_expression(generator, 2));
    scalar->readable = scalar->small = true;
    scalar->host = false;
    return node;
  }
  struct variable *array = any_writable(generator, ARRAYS);
  if (!array || array->type != &types[TYPE_INT] || !array->readable)
    return NULL;
  node = STATEMENT(arena, "bump(%s + %s, (@) %% 31);", array->name, array->low);
  return node_add(arena, node, integer_expression(generator, 2));
}

static struct node *odd_statement(struct generator *generator) {
  struct cleave_arena *arena = generator->arena;
  struct variable *variable = any_writable(generator, ARRAYS);
  if (!variable || !variable->readable)
    return STATEMENT(arena, ";");
  const char *first = any_element(generator, variable), *second = any_element(generator, variable);
  struct node *node;
  switch (below(generator, 5)) {
  case 0:
    node = STATEMENT(arena, "%s = 3, %s = (@) %% 97;", first, second);
    break;
  case 1:
    if (!variable->type->floating && wants(generator, SHAPE_macro, 70)) {
      node = STATEMENT(arena, "ADD_TO(%s, (@) %% 31);", first);
      break;
    }
    /* fall through */
  case 2:
    node = STATEMENT(arena, "{\nint odd = (@) %% 31;\n%s = odd;\n}", first);
    break;
  case 3:
    node = STATEMENT(arena, "for (int x = 0; x < 3; x++) {\nif (x == (@) %% 3)\n  continue;\n%s += x;\n}",
                     first);
    break;
  default:
    node = STATEMENT(arena, "{\nint down = 4;\nwhile (down > (@) %% 3)\n  down--;\n%s = down;\n}", first);
  }
  return node_add(arena, node, integer_expression(generator, 1));
}

struct node *serial_statement(struct generator *generator) {
  struct node *node = NULL;
  for (unsigned tries = 0; !node && tries < 4; tries++) {
    switch (below(generator, 12)) {
    case 0:
    case 1:
    case 2:
    case 3:
      node = scalar_assignment(generator);
      break;
    case 4:
    case 5:
      node = element_assignment(generator);
      break;
    case 6:
      node = serial_loop(generator);
      break;
    case 7:
      node = branch(generator);
      break;
    case 8:
      node = wants(generator, SHAPE_call, 60) ? call(generator) : NULL;
      break;
    case 9:
      node = wants(generator, SHAPE_bound, 50) ? STATEMENT(generator->arena, "part = part / 2 + 1;")
             : wants(generator, SHAPE_device_bound, 40)
                 ? node_add(generator->arena,
                            STATEMENT(generator->arena, "part = (int)((unsigned)(@) %% N) + 1;"),
                            integer_expression(generator, 2))
                 : NULL;
      break;
    case 10:
      node = record_assignment(generator);
      break;
    default:
      node = odd_statement(generator);
    }
  }
  return node;
}

/* ---- Declarations -------------------------------------------------------------------------------------- */

/* A name for a local: that of a variable outside now and then. */
static const char *local_name(struct generator *generator) {
  if (generator->scope_begin && wants(generator, SHAPE_shadow, 12)) {
    struct variable *hidden = generator->variables[below(generator, (unsigned)generator->scope_begin)];
    /* Not the counter of a loop around, which must be able to end: it is not writable. */
    if (hidden->kind == KIND_SCALAR && hidden->writable && !hidden->hidden && !hidden->owed &&
        !strchr(hidden->name, '_')) {
      hidden->hidden = true;
      return hidden->name;
    }
  }
  return fresh_name(generator, "l");
}

struct node *local_declaration(struct generator *generator, bool host_only) {
  struct cleave_arena *arena = generator->arena;
  struct node *node;
  if (!host_only && wants(generator, SHAPE_local_array, 20)) {
    const char *name = fresh_name(generator, "l");
    if (chance(generator, 30)) {
      struct variable *record = add_variable(generator, name, &types[TYPE_INT], KIND_RECORD);
      const char *x = fresh_name(generator, "x");
      record->declaration = node = STATEMENT(
          arena,
          "struct record %s;\n%s.x = 1;\n%s.z = 0.5;\nfor (int %s = 0; %s < 4; %s++)\n  %s.w[%s] = %s;", name,
          name, name, x, x, x, name, x, x);
      return node;
    }
    struct variable *array = add_variable(generator, name, &types[below(generator, TYPE_COUNT)], KIND_ARRAY);
    array->readable = false;
    return array->declaration = STATEMENT(arena, "%s %s[N];", array->type->name, name);
  }
  const struct type *type = &types[below(generator, 5)];
  const bool initialized = chance(generator, 75), host = host_only || chance(generator, 50);
  struct node *value = NULL;
  const char *name = local_name(generator); /* first: in its initializer it is the new variable's */
  generator->host_values = host;
  if (initialized)
    value = value_for(generator, type, 2);
  generator->host_values = false;
  const bool constant = initialized && chance(generator, 10);
  struct variable *variable = add_variable(generator, name, type, KIND_SCALAR);
  variable->host = host;
  variable->writable = !constant && !host_only;
  variable->readable = initialized;
  if (!initialized) {
    node = STATEMENT(arena, "%s %s;", type->name, name);
  } else if (chance(generator, 15)) { /* a second one in the same declaration */
    const char *second = fresh_name(generator, "l");
    struct variable *other = add_variable(generator, second, type, KIND_SCALAR);
    other->readable = false;
    other->writable = !host_only;
    node = STATEMENT(arena, "%s %s = @, %s;", type->name, name, second);
    node_add(arena, node, value);
    other->declaration = node;
    return variable->declaration = node;
  } else {
    node = STATEMENT(arena, "%s%s %s = @;", constant ? "const " : "", type->name, name);
    node_add(arena, node, value);
  }
  return variable->declaration = node;
}
