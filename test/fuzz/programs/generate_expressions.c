/* FILE: test/fuzz/programs/generate_expressions.c
 * WHAT: expressions whose values stay small, over what may be read at some place.
 */
#include "generate.h"
#include "model/arena.h"

/* Whether VARIABLE may be used where only host values may. */
static bool is_allowed(const struct generator *generator, const struct variable *variable) {
  return !generator->host_values || (variable->host && variable->kind == KIND_SCALAR);
}

/* An index expression 0 <= x < N, from the loops around and constants. */
static const char *any_index(struct generator *generator) {
  struct cleave_arena *arena = generator->arena;
  const char *names[8];
  unsigned count = 0;
  for (struct loop *loop = generator->loop; loop && count < 4; loop = loop->outer)
    names[count++] = loop->index;
  for (size_t i = 0; i < generator->serial_index_count && count < 8; i++)
    names[count++] = generator->serial_index[i];
  if (!count || chance(generator, 8))
    return cleave_arena_format(arena, "%u %% N", below(generator, 100));
  const char *name = names[below(generator, count)];
  const struct loop *loop = generator->loop;
  if (loop && loop->interior && chance(generator, 60))
    return cleave_arena_format(arena, chance(generator, 50) ? "%s - 1" : "%s + 1", loop->index);
  switch (below(generator, 6)) {
  case 0:
    return cleave_arena_format(arena, "(%s + %u) %% N", name, 1 + below(generator, 9));
  case 1:
    return cleave_arena_format(arena, "N - 1 - %s", name);
  case 2:
    return cleave_arena_format(arena, "%s / 2", name);
  case 3:
    return cleave_arena_format(arena, "(%s * 7 + %u) %% N", name, below(generator, 9));
  default:
    return name;
  }
}

const char *any_element(struct generator *generator, const struct variable *variable) {
  struct cleave_arena *arena = generator->arena;
  if (variable->kind == KIND_MATRIX)
    return cleave_arena_format(arena, "%s[(%s) %% M][(%s) %% M]", variable->name, any_index(generator),
                               any_index(generator));
  if (variable->size[0] != 'N')
    return cleave_arena_format(arena, "%s[(%s) %% %s]", variable->name, any_index(generator), variable->size);
  if (variable->low[0] != '0')
    return cleave_arena_format(arena, "%s[%s + (%s) %% (N - %s)]", variable->name, variable->low,
                               any_index(generator), variable->low);
  return cleave_arena_format(arena, "%s[%s]", variable->name, any_index(generator));
}

static const char *read_text(struct generator *generator, const struct variable *variable) {
  struct cleave_arena *arena = generator->arena;
  switch (variable->kind) {
  case KIND_SCALAR:
    return variable->name;
  case KIND_RECORD:
    switch (below(generator, 3)) {
    case 0:
      return cleave_arena_format(arena, "%s.x", variable->name);
    case 1:
      return cleave_arena_format(arena, "%s.w[%u]", variable->name, below(generator, 4));
    default:
      return cleave_arena_format(arena, "(int)%s.z", variable->name);
    }
  default:
    return any_element(generator, variable);
  }
}

static struct node *leaf(struct generator *generator) {
  struct cleave_arena *arena = generator->arena;
  const unsigned choice = below(generator, 10);
  if (choice < 2)
    return EXPRESSION(arena, "%u", below(generator, 21));
  if (choice < 4 && generator->loop && !generator->host_values)
    return EXPRESSION(arena, "(int)%s", generator->loop->index);
  if (choice < 4 && generator->serial_index_count && !generator->host_values)
    return EXPRESSION(arena, "%s", generator->serial_index[generator->serial_index_count - 1]);
  if (generator->host_values && choice < 5) {
    static const char *const names[] = {"n", "m", "part"};
    return EXPRESSION(arena, "%s", names[below(generator, 3)]);
  }
  const unsigned kinds = generator->host_values ? 1u << KIND_SCALAR
                         : choice < 6           ? 1u << KIND_SCALAR | 1u << KIND_RECORD
                                                : ~0u;
  const struct variable *variable = any_readable(generator, kinds);
  if (!variable || !is_allowed(generator, variable))
    return EXPRESSION(arena, "%u", 1 + below(generator, 9));
  const char *text = read_text(generator, variable);
  if (variable->type->floating)
    return EXPRESSION(arena, "(int)%s", text);
  if (!variable->small)
    return EXPRESSION(arena, "(int)(%s %% 1009)", text);
  return EXPRESSION(arena, variable->type == &types[TYPE_INT] ? "%s" : "(int)%s", text);
}

struct node *integer_expression(struct generator *generator, unsigned depth) {
  struct cleave_arena *arena = generator->arena;
  static const char *const binary[] = {"(@ + @)", "(@ - @)", "(@ ^ @)", "(@ * (@ & 63))"};
  if (!depth || chance(generator, 35))
    return leaf(generator);
  struct node *node;
  unsigned operands = 1;
  switch (below(generator, 10)) {
  case 0:
    node = EXPRESSION(arena, "(@ > @ ? @ : @)");
    operands = 4;
    break;
  case 1:
    node = EXPRESSION(arena, "(@ * 3)");
    break;
  case 2:
    node = EXPRESSION(arena, "(@ & 255)");
    break;
  case 3:
    if (wants(generator, SHAPE_macro, 60)) {
      node = EXPRESSION(arena, "TWICE(@)");
      break;
    }
    /* fall through */
  case 4:
    if (!generator->host_values && wants(generator, SHAPE_call, 60)) {
      node = EXPRESSION(arena, chance(generator, 50) ? "mixed(@)" : "looked_up(@)");
      break;
    }
    /* fall through */
  default: {
    unsigned which = below(generator, 4);
    node = EXPRESSION(arena, "%s", binary[which]);
    node_add(arena, node, which == 3 ? leaf(generator) : integer_expression(generator, depth - 1));
    operands = 1;
    if (which == 3)
      return node_add(arena, node, leaf(generator));
  }
  }
  for (unsigned i = 0; i < operands; i++)
    node_add(arena, node, integer_expression(generator, depth - 1));
  return node;
}

struct node *value_for(struct generator *generator, const struct type *type, unsigned depth) {
  struct cleave_arena *arena = generator->arena;
  struct node *node;
  if (type->floating) {
    static const char *const forms[] = {"(@) %% %d", "(@) %% %d * 0.5", "0.25 * ((@) %% %d)"};
    node = EXPRESSION(arena, forms[generator->host_values ? 0 : below(generator, 3)], type->modulus);
  } else {
    node = EXPRESSION(arena, "(@) %% %d", type->modulus);
  }
  return node_add(arena, node, integer_expression(generator, depth));
}
