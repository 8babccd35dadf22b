/* FILE: test/fuzz/programs/generate_accesses.c
 * WHAT: statements that read and write objects in all ways that the tables of accesses.def know.
 *
 * A statement begins with an element of an array or a scalar, goes up to three ways to the same object (ACCESS),
 * chooses a part of it (PART), may go another way to that, and ends with one OPERATION. In a parallel loop each
 * variable has one role: an iteration touches its own element alone, or all read, or one iteration alone touches it.
 */
#include "accesses.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "model/arena.h"
#include "model/text.h"

const struct access_row access_rows[] = {
#define KIND(n, f, s, d, c, b, e, t)                                                                         \
  {.name = #n,                                                                                               \
   .table = TABLE_KIND,                                                                                      \
   .flags = f,                                                                                               \
   .scope = s,                                                                                               \
   .before = d,                                                                                              \
   .clause = c,                                                                                              \
   .begin = b,                                                                                               \
   .end = e,                                                                                                 \
   .text = t},
#define ELEMENT(n, f, t) {.name = #n, .table = TABLE_ELEMENT, .flags = f, .text = t},
#define ALIAS(n, f, s, b, t)                                                                                 \
  {.name = #n, .table = TABLE_ALIAS, .flags = f, .scope = s, .before = b, .text = t},
#define ACCESS(n, f, s, b, t)                                                                                \
  {.name = #n, .table = TABLE_ACCESS, .flags = f, .scope = s, .before = b, .text = t},
#define PART(n, y, f, l, b, t)                                                                               \
  {.name = #n,                                                                                               \
   .table = TABLE_PART,                                                                                      \
   .flags = f,                                                                                               \
   .type = ACCESS_##y,                                                                                       \
   .leaf = ACCESS_##l,                                                                                       \
   .before = b,                                                                                              \
   .text = t},
#define OPERATION(n, f, s, t) {.name = #n, .table = TABLE_OPERATION, .flags = f, .scope = s, .text = t},
#define WHOLE(n, f, s, t) {.name = #n, .table = TABLE_WHOLE, .flags = f, .scope = s, .text = t},
#include "accesses.def"
};

const size_t access_row_count = sizeof access_rows / sizeof *access_rows;

_Static_assert(sizeof access_rows / sizeof *access_rows <= MAX_ACCESS_ROWS, "");

/* ---- Rows -------------------------------------------------------------------------------------------------- */

const struct access_row *any_row(struct generator *generator, enum access_table table, unsigned with,
                                 unsigned without, enum access_type type) {
  unsigned allowed[MAX_ACCESS_ROWS], count = 0;
  without |= generator->cxx ? C_ONLY : CXX_ONLY;
  without |= generator->shapes->optimized ? UNOPTIMIZED : 0;
  if (!chance(generator, 6))
    without |= RARE;
  for (unsigned i = 0; i < access_row_count; i++) {
    const struct access_row *row = &access_rows[i];
    if (row->table == table && !generator->shapes->row_off[i] && (row->flags & with) == with &&
        !(row->flags & without) && (table != TABLE_PART || row->type == type))
      allowed[count++] = i;
  }
  if (!count)
    return NULL;
  const unsigned chosen = allowed[below(generator, count)];
  generator->shapes->row_made[chosen]++;
  return &access_rows[chosen];
}

const char *fresh_number(struct generator *generator) {
  return cleave_arena_format(generator->arena, "%" PRIu64 "_%u", generator->seed, ++generator->names);
}

const char *filled(struct generator *generator, const char *text, const char *number,
                   const struct filling *filling) {
  struct cleave_text out = {.arena = generator->arena};
  for (const char *at = text; *at; at++) {
    if (*at != '$') {
      cleave_text_append(&out, at, 1);
      continue;
    }
    const char *put = NULL;
    switch (*++at) {
    case 'E':
      put = filling->object;
      break;
    case 'T':
      put = filling->type;
      break;
    case 'V':
      put = filling->value;
      break;
    case 'W':
      put = filling->small;
      break;
    case 'R':
      put = filling->result;
      break;
    case 'U':
      put = number;
      break;
    case 'C':
      put = chance(generator, 50) ? "1" : "0";
      break;
    case 'v':
      put = filling->name;
      break;
    case 'I':
      put = filling->index;
      break;
    case 'B':
      put = filling->first;
      break;
    case 'P':
      put = filling->pointer;
      break;
    }
    cleave_text_add(&out, put ? put : "<nothing for this place>");
  }
  return cleave_text_get(&out);
}

/* ---- Elements ---------------------------------------------------------------------------------------------- */

static const char *direct_element(struct generator *generator, const struct access_variable *variable,
                                  const char *index) {
  const struct filling filling = {
      .name = variable->name, .index = index, .type = access_types[variable->type]};
  return filled(generator, variable->kind->text, "", &filling);
}

/* A pointer to element 0: the variable's own name, if it is one. */
static const char *pointer_to_first(struct generator *generator, const struct access_variable *variable,
                                    const char *first) {
  const size_t length = strlen(first);
  if (length > 3 && !strcmp(first + length - 3, "[0]") && chance(generator, 70))
    return strstr(variable->kind->name, "class")
               ? cleave_arena_format(generator->arena, "%s.e", variable->name)
               : cleave_arena_copy(generator->arena, first, length - 3);
  return cleave_arena_format(generator->arena, "(&%s)", first);
}

const char *access_element(struct accesses *accesses, const struct access_variable *variable,
                           const char *index) {
  struct generator *generator = accesses->generator;
  const char *first = direct_element(generator, variable, "0");
  struct filling filling = {.name = variable->name,
                            .index = index,
                            .type = access_types[variable->type],
                            .first = first,
                            .pointer = pointer_to_first(generator, variable, first)};
  if (variable->alias_count && chance(generator, 60)) {
    const unsigned alias = below(generator, variable->alias_count);
    return filled(generator, variable->aliases[alias]->text, variable->alias_numbers[alias], &filling);
  }
  if (!(variable->kind->flags & (APART | SCALAR)) && chance(generator, 25)) {
    const struct access_row *row = any_row(generator, TABLE_ELEMENT, 0, 0, 0);
    if (row)
      return filled(generator, row->text, "", &filling);
  }
  return direct_element(generator, variable, index);
}

/* ---- Values ------------------------------------------------------------------------------------------------ */

static const char *index_to_read(struct accesses *accesses, const struct access_variable *variable,
                                 const struct access_place *place) {
  static const char *const fixed[] = {"0", "1", "N - 1", "N / 2"};
  struct generator *generator = accesses->generator;
  if (variable->kind->flags & SCALAR)
    return "0";
  if (chance(generator, 50))
    return place->index;
  return place->parallel && chance(generator, 50)
             ? cleave_arena_format(generator->arena, "(%s + 1) %% N", place->index)
             : fixed[below(generator, 4)];
}

/* A variable that any iteration of the place may read, or NULL. */
static struct access_variable *readable(struct accesses *accesses, const struct access_place *place) {
  struct access_variable *variable =
      &accesses->variables[below(accesses->generator, accesses->variable_count)];
  if (variable->hidden || (place->parallel && variable->role != ROLE_READ && variable->role != ROLE_FREE))
    return NULL;
  if (place->parallel)
    variable->role = ROLE_READ;
  return variable;
}

/* A text of type u32. */
static const char *value(struct accesses *accesses, const struct access_place *place, bool simple) {
  struct generator *generator = accesses->generator;
  struct access_variable *variable;
  switch (simple ? 3 : below(generator, 4)) {
  case 0:
    return cleave_arena_format(generator->arena, "(u32)(%s) * %uu + %uu", place->index,
                               1 + below(generator, 9), below(generator, 50));
  case 1:
    if (accesses->local_count)
      return accesses->locals[below(generator, accesses->local_count)];
    break;
  case 2:
    if ((variable = readable(accesses, place)))
      return cleave_arena_format(
          generator->arena, "sum_%s(&%s)", access_types[variable->type],
          access_element(accesses, variable, index_to_read(accesses, variable, place)));
    break;
  }
  return cleave_arena_format(generator->arena, "%uu", 2 + below(generator, 60));
}

/* ---- Ways to an object ------------------------------------------------------------------------------------- */

struct way {
  const char *object, *scope, *before;
  enum access_type type;
  bool address, binding;
  bool host_static, constant; /* the object is named, and has static storage; and its address is a constant */
};

static const char *joined(struct generator *generator, const char *first, const char *second) {
  return !*second ? first : !*first ? second : cleave_arena_format(generator->arena, "%s\n%s", first, second);
}

/* Whether the object is named within braces. */
static bool lists(const char *text) {
  const char *brace = text ? strchr(text, '{') : NULL, *object = text ? strstr(text, "$E") : NULL;
  return brace && object && brace < object;
}

/* Whether ROW binds a reference that has a name. */
static bool binds(const struct access_row *row) {
  static const char *const marks[] = {"auto &",         "$T &r$U", "$T &&r", "$T &o$U",
                                      "decltype(auto)", "BB &b",   "$T &t$U"};
  const char *before = row->before ? row->before : row->text;
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (strstr(before, marks[i]))
      return true;
  return false;
}

/* Whether clang 19 takes OBJECT as the lvalue of `omp atomic`. In a template, the call of a lambda is type-dependent, and
 * clang takes a part of what it returns for no lvalue. */
static bool is_atomic(const char *object) {
  const bool part = strstr(object, "__real__") || strstr(object, "__imag__");
  const bool calls = strstr(object, "()") || strstr(object, "}(");
  return !strchr(object, '{') && !(part && calls);
}

/* Whether ROW can follow on WAY. What clang 19 gets wrong is left out: no lambda and no directive in a region captures
 * a structured binding; a lambda takes the host's variable of static storage for the mapped one, and so do a
 * reference and an initializer list with a constant address. */
static bool fits(const struct access_row *row, const struct way *way, bool bare) {
  return row && !(bare && row->before && *row->before) &&
         !(way->binding && (strstr(row->text, "[&]") || strstr(row->text, "#pragma"))) &&
         !(way->host_static && (strstr(row->text, "[&]") || strstr(row->text, "#pragma"))) &&
         !(strstr(row->text, "#pragma omp atomic") && !is_atomic(way->object)) &&
         !(way->constant && (binds(row) || lists(row->before) || lists(row->text)));
}

static bool is_of_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Where the postfix expression begins that ends before END. */
static const char *postfix_begin(const char *text, const char *end) {
  const char *at = end;
  for (int depth = 0; at > text; at--) {
    depth += (at[-1] == ')' || at[-1] == ']') - (at[-1] == '(' || at[-1] == '[');
    if (depth < 0 || (depth == 0 && !is_of_name(at[-1]) && !strchr("()[].", at[-1]) &&
                      strncmp(at - 1, "->", 2) && !(at - 2 >= text && !strncmp(at - 2, "->", 2))))
      break;
  }
  return at;
}

/* Whether clang 19 takes TEXT directly in a target region: it wants the objects whose members are named there to be
 * what a map clause could name, and refuses members of calls, casts and temporaries. */
static bool is_mappable(const char *text) {
  for (const char *at = text + 1; *text && *at; at++) {
    const bool arrow = at[0] == '-' && at[1] == '>';
    if (!(arrow || *at == '.') || !isalpha((unsigned char)at[arrow ? 2 : 1]))
      continue;
    if (at[-1] == '}')
      return false;
    const char *begin = postfix_begin(text, at);
    if (begin > text && begin[-1] == '>') /* static_cast<T>(x).y */
      return false;
    const size_t length = (size_t)(at - begin);
    if (memchr(begin, '*', length) &&
        (memchr(begin, '+', length) || memchr(begin, '.', length) || memchr(begin, '>', length)))
      return false;
    for (const char *base = begin; base < at; base++)
      if (strchr("&{},:?<\"", *base) ||
          (*base == '*' && (base[1] == ')' || base[-1] == '.' || base[-1] == '>')) ||
          (strchr("bj", *base) && isdigit((unsigned char)base[1]) && /* a structured binding, a conversion */
           !(base > text && is_of_name(base[-1]))) ||
          (*base == '(' && base > text && (is_of_name(base[-1]) || base[-1] == ')')))
        return false;
  }
  return true;
}

static void go(struct generator *generator, struct way *way, const struct access_row *row) {
  const char *number = fresh_number(generator);
  const struct filling filling = {.object = way->object, .type = access_types[way->type]};
  way->scope =
      joined(generator, way->scope, filled(generator, row->scope ? row->scope : "", number, &filling));
  way->before = joined(generator, way->before, filled(generator, row->before, number, &filling));
  way->object = filled(generator, row->text, number, &filling);
  way->binding |= strstr(row->name, "binding") != NULL;
  if (*row->before || (row->scope && *row->scope))
    way->host_static = way->constant = false;
}

/* Whether ROW declares a pointer or a reference. */
static bool declares(const struct access_row *row) {
  static const char *const marks[] = {"$T *", "auto &", "&r$U", "&x$U", "auto *", "auto l$U", "struct H$U h"};
  for (size_t i = 0; row && i < sizeof marks / sizeof *marks; i++)
    if (strstr(row->text, marks[i]))
      return true;
  return row && row->before && *row->before;
}

/* Goes up to COUNT ways; BARE: without declarations. */
static void go_ways(struct generator *generator, struct way *way, unsigned count, bool bare) {
  for (unsigned i = 0; i < count; i++) {
    const struct access_row *row = any_row(generator, TABLE_ACCESS, 0, 0, 0);
    if (!fits(row, way, bare))
      continue;
    go(generator, way, row);
    /* In parentheses for what follows: `*p` may get a suffix. */
    way->object = cleave_arena_format(generator->arena, "(%s)", way->object);
  }
}

static unsigned way_count(struct generator *generator) {
  static const unsigned counts[] = {0, 0, 1, 1, 1, 1, 1, 2, 2, 3};
  return counts[below(generator, 10)];
}

static bool go_to_part(struct generator *generator, struct way *way, bool bare) {
  const struct access_row *row;
  unsigned tries = 0;
  do
    row = any_row(generator, TABLE_PART, 0, 0, way->type);
  while (!fits(row, way, bare) && tries++ < 20);
  if (!fits(row, way, bare))
    return false;
  go(generator, way, row);
  way->object = cleave_arena_format(generator->arena, "(%s)", way->object);
  way->type = row->leaf;
  way->address = !(row->flags & NO_ADDRESS);
  if (way->address && chance(generator, 30))
    go_ways(generator, way, 1, bare);
  return true;
}

/* ---- Statements -------------------------------------------------------------------------------------------- */

static const struct access_row *operation_for(struct generator *generator, const struct way *way,
                                              const struct access_variable *variable, bool whole,
                                              bool writes) {
  unsigned without = writes ? 0 : WRITES;
  if (!writes || !generator->cxx || !(variable->kind->flags & STATIC) || !whole)
    without |= STATIC;
  if (whole)
    return any_row(generator, TABLE_WHOLE, writes && chance(generator, 80) ? WRITES : 0, without, 0);
  if (way->type == ACCESS_f64)
    without |= INTEGER;
  if (way->type == ACCESS_f64 || way->type == ACCESS_i32)
    without |= UNSIGNED;
  if (!way->address)
    without |= ADDRESS;
  return any_row(generator, TABLE_OPERATION, writes && chance(generator, 75) ? WRITES : 0, without, 0);
}

/* Chooses a variable and gives it its role in the loop. */
static struct access_variable *chosen_variable(struct accesses *accesses, const struct access_place *place) {
  struct generator *generator = accesses->generator;
  struct access_variable *variable = &accesses->variables[below(generator, accesses->variable_count)];
  if (place->parallel && variable->role == ROLE_FREE && !variable->hidden)
    variable->role = variable->kind->flags & SCALAR ? chance(generator, 4) ? ROLE_SINGLE : ROLE_READ
                     : chance(generator, 75)        ? ROLE_OWN
                                                    : ROLE_READ;
  return variable;
}

static struct node *any_statement(struct accesses *accesses, const struct access_place *place) {
  struct generator *generator = accesses->generator;
  struct cleave_arena *arena = generator->arena;
  struct access_variable *variable = chosen_variable(accesses, place);
  if (variable->hidden)
    return STATEMENT(arena, "results[%s] += %s;", place->index, value(accesses, place, false));
  const bool writes = !place->parallel || variable->role != ROLE_READ;
  const bool own = place->parallel && variable->role == ROLE_OWN;
  const char *index = variable->kind->flags & SCALAR ? "0"
                      : own                          ? place->index
                                                     : index_to_read(accesses, variable, place);
  struct way way = {.object = access_element(accesses, variable, index),
                    .scope = "",
                    .before = "",
                    .type = variable->type,
                    .address = true,
                    .host_static = variable->kind->flags & HOST_STATIC};
  way.constant = way.host_static && !strpbrk(index, "ik");
  way.object = cleave_arena_format(arena, "(%s)", way.object);
  /* Cleave leaves most regions as they are that declare pointers and references between the loops, or that may change a
   * scalar which all iterations read. */
  const bool plain = chance(generator, 95), bare = !place->parallel && plain;
  const bool untouched =
      place->parallel && plain && variable->role == ROLE_READ && variable->kind->flags & SCALAR;
  if (!untouched)
    go_ways(generator, &way, way_count(generator), bare);
  const bool whole = (!untouched && chance(generator, 40)) || !go_to_part(generator, &way, bare || untouched);
  const struct access_row *operation = NULL;
  for (unsigned tries = 0; tries < 20 && (!fits(operation, &way, false) || (bare && declares(operation)));
       tries++)
    operation = operation_for(generator, &way, variable, whole, writes);
  if (!fits(operation, &way, false))
    return STATEMENT(arena, ";");
  const char *type = access_types[way.type];
  const bool lambda = strstr(operation->text, "[&]");
  const struct filling filling = {
      .object = way.object,
      .type = type,
      .value = cleave_arena_format(arena, "(%s)((%s) %% 61u)", type, value(accesses, place, lambda)),
      .small = cleave_arena_format(arena, "(%s) %% 97u", value(accesses, place, lambda)),
      .result = cleave_arena_format(arena, "results[%s]", place->index),
      .name = variable->name};
  const char *number = fresh_number(generator);
  const char *scope = joined(generator, way.scope, filled(generator, operation->scope, number, &filling));
  const char *text = joined(generator, way.before, filled(generator, operation->text, number, &filling));
  if (place->parallel && variable->role == ROLE_SINGLE)
    text = cleave_arena_format(arena, "if (%s == %s) {\n%s\n}", place->index, place->single, text);
  else if (own && chance(generator, 15))
    text = cleave_arena_format(arena, "if (%s %% 2) {\n%s\n}", place->index, text);
  else if (*way.before || strchr(operation->text, '\n') || chance(generator, 20))
    text = cleave_arena_format(arena, "{\n%s\n}", text);
  struct node *statement = STATEMENT(arena, "%s", text);
  if (*scope) {
    struct node *node = node_new(arena, ROLE_STATEMENT, "%s", scope);
    node->follows = statement;
    node_add(arena, generator->file_scope, node);
  }
  return statement;
}

/* Whether PLACE is one where is_mappable counts: clang 19 looks at members of unions, and at all members in methods,
 * in parallel loops as well. */
static bool is_looked_at(const struct accesses *accesses, const struct access_place *place,
                         const char *text) {
  return place->direct || accesses->method || strstr(text, ").u") || strstr(text, ").c[") ||
         strstr(text, ").o");
}

struct node *access_statement(struct accesses *accesses, const struct access_place *place) {
  for (unsigned tries = 0; tries < 20; tries++) {
    struct node *statement = any_statement(accesses, place);
    if (!is_looked_at(accesses, place, statement->text) || is_mappable(statement->text))
      return statement;
    statement->gone = true; /* and with it what it has at file scope */
  }
  return STATEMENT(accesses->generator->arena, "results[%s] += 1;", place->index);
}

const char *access_value(struct accesses *accesses, const struct access_place *place) {
  struct generator *generator = accesses->generator;
  struct access_variable *variable = readable(accesses, place);
  if (!variable)
    return "5u";
  struct way way = {.object = access_element(accesses, variable, index_to_read(accesses, variable, place)),
                    .scope = "",
                    .before = "",
                    .type = variable->type,
                    .address = true,
                    .host_static = variable->kind->flags & HOST_STATIC};
  way.object = cleave_arena_format(generator->arena, "(%s)", way.object);
  go_ways(generator, &way, below(generator, 3), true);
  const bool part = chance(generator, 70) && go_to_part(generator, &way, true);
  if (is_looked_at(accesses, place, way.object) && !is_mappable(way.object))
    return "6u";
  if (*way.scope) /* it stays when the shrinker drops the statement */
    node_add(generator->arena, generator->file_scope,
             node_new(generator->arena, ROLE_STATEMENT, "%s", way.scope));
  return part ? cleave_arena_format(generator->arena, "(u32)%s", way.object)
              : cleave_arena_format(generator->arena, "sum_%s(&%s)", access_types[way.type], way.object);
}
