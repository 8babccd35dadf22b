/* FILE: test/fuzz/programs/generate_regions.c
 * WHAT: target regions: sequences of loops and statements, and the control around them.
 */
#include <string.h>

#include "generate.h"
#include "model/arena.h"

enum family { FAMILY_TARGET, FAMILY_PARALLEL, FAMILY_TEAMS, FAMILY_SINGLE };

struct place {
  const char *form; /* the directive of loops here */
  enum family family;
  bool inner_teams;          /* FAMILY_TEAMS: `teams` stands in the region, not on it */
  bool single_team;          /* FAMILY_TARGET: `target teams num_teams(1)` */
  struct node *declarations; /* of the function */
  struct node *digests;
};

static void add_items(struct generator *generator, const struct place *place, struct node *block,
                      unsigned count);

/* ---- Blocks ------------------------------------------------------------------------------------------- */

/* A list of items in a scope of its own. What it declares ends with it, and what it gives a value to
 * has none behind it if SURE is false: it may not be executed. */
static struct node *make_block(struct generator *generator, const struct place *place, unsigned count,
                               bool sure) {
  struct node *block = node_list(generator->arena);
  bool readable[MAX_VARIABLES], hidden[MAX_VARIABLES];
  const size_t variables = generator->variable_count, outer_scope = generator->scope_begin;
  generator->scope_begin = variables;
  save_readable(generator, readable);
  for (size_t i = 0; i < variables; i++)
    hidden[i] = generator->variables[i]->hidden;
  generator->depth++;
  add_items(generator, place, block, count);
  generator->depth--;
  generator->variable_count = variables;
  generator->scope_begin = outer_scope;
  for (size_t i = 0; i < variables; i++)
    generator->variables[i]->hidden = hidden[i];
  if (!sure)
    restore_readable(generator, readable, variables);
  return block;
}

/* ---- Control -------------------------------------------------------------------------------------------- */

/* A condition that only the device can evaluate. */
static struct node *device_condition(struct generator *generator) {
  struct node *node = EXPRESSION(generator->arena, "@ > @");
  node_add(generator->arena, node, integer_expression(generator, 2));
  return node_add(generator->arena, node, integer_expression(generator, 0));
}

static struct node *host_condition(struct generator *generator) {
  struct node *node = EXPRESSION(generator->arena, chance(generator, 50) ? "@ > @" : "@ <= @");
  generator->host_values = true;
  node_add(generator->arena, node, integer_expression(generator, 1));
  node_add(generator->arena, node, integer_expression(generator, 1));
  generator->host_values = false;
  return node;
}

static void add_jump(struct generator *generator, struct node *block, const char *t) {
  if (wants(generator, SHAPE_break, 20))
    node_add(generator->arena, block,
             STATEMENT(generator->arena,
                       chance(generator, 50) ? "if (%s == 1)\n  continue;" : "if (%s >= 1)\n  break;", t));
}

static struct node *counted_loop(struct generator *generator, const struct place *place) {
  struct cleave_arena *arena = generator->arena;
  const char *t = fresh_name(generator, "t");
  const bool outside = place->family == FAMILY_TARGET && wants(generator, SHAPE_counter, 30);
  struct node *node = STATEMENT(arena, "for (%s%s = 0; %s < %u; %s++) {\n@@@}", outside ? "" : "int ", t, t,
                                1 + below(generator, 3), t);
  if (outside) {
    struct node *declaration = STATEMENT(arena, "int %s = 77;", t);
    declaration->removable = false;
    node_add(arena, place->declarations, declaration);
    node_add(arena, place->digests, STATEMENT(arena, "digest_long(%s);", t));
  }
  struct variable *counter = add_variable(generator, t, &types[TYPE_INT], KIND_SCALAR);
  counter->writable = false;
  counter->host = true;
  struct node *before = node_list(arena), *after = node_list(arena);
  if (place->family != FAMILY_TEAMS)
    add_jump(generator, before, t);
  node_add(arena, node, before);
  const char *outer_counter = generator->jump_counter;
  generator->jump_counter = place->family != FAMILY_TEAMS ? t : NULL;
  node_add(arena, node, make_block(generator, place, 1 + below(generator, 3), false));
  generator->jump_counter = outer_counter;
  if (place->family != FAMILY_TEAMS)
    add_jump(generator, after, t);
  node_add(arena, node, after);
  counter->hidden = true;
  return node;
}

static struct node *while_loop(struct generator *generator, const struct place *place) {
  struct cleave_arena *arena = generator->arena;
  const char *k = fresh_name(generator, "k");
  struct node *node = STATEMENT(arena,
                                chance(generator, 50) ? "int %s = @;\nwhile (%s > 0) {\n@%s--;\n}"
                                                      : "int %s = @;\ndo {\n@} while (--%s > 0);\n%s = 0;",
                                k, k, k);
  struct variable *counter = add_variable(generator, k, &types[TYPE_INT], KIND_SCALAR);
  counter->readable = false;
  if (wants(generator, SHAPE_device_condition, 15)) {
    node_add(arena, node, EXPRESSION(arena, "(@ & 1) + 1"));
    node_add(arena, node->children[0], integer_expression(generator, 2));
  } else {
    node_add(arena, node, EXPRESSION(arena, "%u", 1 + below(generator, 3)));
  }
  counter->writable = false;
  counter->readable = counter->host = true;
  const char *outer_counter = generator->jump_counter;
  generator->jump_counter = NULL;
  node_add(arena, node, make_block(generator, place, 1 + below(generator, 3), false));
  generator->jump_counter = outer_counter;
  counter->hidden = true;
  node->removable = false;
  struct node *around = STATEMENT(arena, "{\n@}");
  return node_add(arena, around, node);
}

static struct node *branch(struct generator *generator, const struct place *place, bool device) {
  struct cleave_arena *arena = generator->arena;
  const bool has_else = chance(generator, 40);
  struct node *node = STATEMENT(arena, has_else ? "if (@) {\n@} else {\n@}" : "if (@) {\n@}");
  node_add(arena, node, device ? device_condition(generator) : host_condition(generator));
  node_add(arena, node, make_block(generator, place, 1 + below(generator, 2), false));
  if (has_else)
    node_add(arena, node, make_block(generator, place, 1 + below(generator, 2), false));
  return node;
}

static struct node *control(struct generator *generator, const struct place *place) {
  const bool target = place->family == FAMILY_TARGET;
  if (target && wants(generator, SHAPE_device_condition, 8))
    return branch(generator, place, true);
  if (target && wants(generator, SHAPE_while, 25))
    return while_loop(generator, place);
  if (place->family != FAMILY_TEAMS && chance(generator, 60))
    return counted_loop(generator, place);
  return branch(generator, place, false);
}

/* ---- Items ------------------------------------------------------------------------------------------------- */

/* `parallel` with several loops, inside a target region. */
static struct node *parallel_block(struct generator *generator, const struct place *place) {
  struct cleave_arena *arena = generator->arena;
  struct place inner = *place;
  inner.form = "for";
  inner.family = FAMILY_PARALLEL;
  struct node *node = STATEMENT(arena, "#pragma omp parallel@\n{\n@}");
  struct node *clauses = node_list(arena);
  if (wants(generator, SHAPE_num_threads, 15))
    node_add(arena, clauses, CLAUSE(arena, " num_threads(%u)", 1 + below(generator, 4)));
  node_add(arena, node, clauses);
  const char *outer_counter = generator->jump_counter;
  generator->jump_counter = NULL;
  generator->replicated = true;
  node_add(arena, node, make_block(generator, &inner, 1 + below(generator, 3), true));
  generator->replicated = false;
  generator->jump_counter = outer_counter;
  return node;
}

static struct node *loop_item(struct generator *generator, const struct place *place) {
  if (strstr(place->form, "parallel") && wants(generator, SHAPE_simd, 6))
    return parallel_loop(generator, cleave_arena_format(generator->arena, "%s simd", place->form), NULL);
  return parallel_loop(generator, place->form, NULL);
}

static void add_items(struct generator *generator, const struct place *place, struct node *block,
                      unsigned count) {
  struct cleave_arena *arena = generator->arena;
  const bool target = place->family == FAMILY_TARGET;
  for (unsigned i = 0; i < count; i++) {
    const unsigned choice = below(generator, 100);
    struct node *node = NULL;
    if (generator->jump_counter && !generator->shapes->off[SHAPE_inner_jump] &&
        wants(generator, SHAPE_inner_jump, 25))
      node_add(arena, block,
               STATEMENT(arena,
                         chance(generator, 50) ? "if (%s == 1)\n  continue;" : "if (%s >= 1)\n  break;",
                         generator->jump_counter));
    if (place->family == FAMILY_PARALLEL && !generator->shapes->off[SHAPE_team_construct] &&
        wants(generator, SHAPE_team_construct, 30))
      node = team_construct(generator);
    else if (choice < 12 && wants(generator, SHAPE_local, 90))
      node = local_declaration(generator, !target);
    else if (choice < 35 && target && wants(generator, SHAPE_serial, 100))
      node = serial_statement(generator);
    else if (choice < 47 && generator->depth < 3 && wants(generator, SHAPE_control, 100))
      node = control(generator, place);
    else if (choice < 51 && target && generator->depth < 2 && wants(generator, SHAPE_parallel, 100))
      node = parallel_block(generator, place);
    else if (choice < 53 && target && wants(generator, SHAPE_opaque, 60))
      add_opaque(generator, block);
    else if (choice < 56 && target && wants(generator, SHAPE_partials, 60))
      add_partials(generator, block);
    else if (choice < 58 && generator->depth < 3) {
      node = STATEMENT(arena, "{\n@}");
      node_add(arena, node, make_block(generator, place, 1 + below(generator, 3), true));
    } else
      node = loop_item(generator, place);
    if (node)
      node_add(arena, block, node);
  }
}

/* Gives a value to what the region has to bring back, and uses what it has to use. */
static void pay_debts(struct generator *generator, const struct place *place, struct node *block) {
  struct cleave_arena *arena = generator->arena;
  for (size_t i = 0; i < generator->variable_count; i++) {
    struct variable *variable = generator->variables[i];
    if (variable->always && variable->kind != KIND_MATRIX && place->family == FAMILY_TARGET)
      node_add(arena, block, node_new(arena, ROLE_STATEMENT, "%s[%s] = 3;", variable->name, variable->low));
    if (!variable->owed || variable->readable)
      continue;
    struct node *node;
    if (variable->kind == KIND_SCALAR) {
      node = node_add(arena, STATEMENT(arena, "%s = @;", variable->name),
                      value_for(generator, variable->type, 1));
      variable->readable = true;
    } else {
      node = defining_loop(generator, variable, place->form);
    }
    node_add(arena, block, node);
  }
}

/* ---- The region and the code around it ---------------------------------------------------------------------- */

static void add_region_clauses(struct generator *generator, const struct place *place, struct node *clauses) {
  struct cleave_arena *arena = generator->arena;
  const enum family family = place->family;
  if (wants(generator, SHAPE_if, 6) && (family != FAMILY_TEAMS || wants(generator, SHAPE_teams_if, 100)))
    node_add(arena, clauses,
             chance(generator, 50) ? CLAUSE(arena, " if(n > %u)", below(generator, 60))
                                   : CLAUSE(arena, " if(target: m %% 2)"));
  if (wants(generator, SHAPE_device, 4))
    node_add(arena, clauses, CLAUSE(arena, " device(omp_get_default_device())"));
  if (family != FAMILY_PARALLEL && family != FAMILY_SINGLE && wants(generator, SHAPE_thread_limit, 4))
    node_add(arena, clauses, CLAUSE(arena, " thread_limit(%u)", 1 + below(generator, 4)));
  if (family == FAMILY_TEAMS && !place->inner_teams && wants(generator, SHAPE_thread_limit, 20))
    node_add(arena, clauses, CLAUSE(arena, " num_teams(%u)", 1 + below(generator, 4)));
  if (family == FAMILY_PARALLEL && wants(generator, SHAPE_num_threads, 10))
    node_add(arena, clauses, CLAUSE(arena, " num_threads(%u)", 1 + below(generator, 4)));
  if (family == FAMILY_TARGET && wants(generator, SHAPE_defaultmap, 3))
    node_add(arena, clauses, CLAUSE(arena, " defaultmap(tofrom: scalar)"));
}

static struct node *make_region(struct generator *generator, struct place *place, struct node *clauses) {
  struct cleave_arena *arena = generator->arena;
  static const char *const heads[] = {"#pragma omp target@\n{\n@}", "#pragma omp target parallel@\n{\n@}",
                                      "#pragma omp target teams@\n{\n@}"};
  struct node *region = node_new(arena, ROLE_STATEMENT, "%s",
                                 place->inner_teams   ? "#pragma omp target@\n{\n#pragma omp teams\n{\n@}\n}"
                                 : place->single_team ? "#pragma omp target teams num_teams(1)@\n{\n@}"
                                                      : heads[place->family]);
  struct node *block = node_list(arena);
  add_items(generator, place, block, 2 + below(generator, 4));
  pay_debts(generator, place, block);
  if (place->family == FAMILY_TARGET) {
    add_pointer_values(generator, block);
    add_lists(generator, block);
  }
  node_add(arena, region, clauses);
  return node_add(arena, region, block);
}

void make_function_body(struct generator *generator, struct node *body) {
  struct cleave_arena *arena = generator->arena;
  struct node *clauses = node_list(arena);
  struct place place = {.declarations = node_list(arena), .digests = node_list(arena)};
  const unsigned choice = below(generator, 100);
  place.family = FAMILY_TARGET;
  if (choice >= 70 && choice < 80 && wants(generator, SHAPE_parallel, 100))
    place.family = FAMILY_PARALLEL;
  else if (choice >= 80 && choice < 90 && wants(generator, SHAPE_teams, 100))
    place.family = FAMILY_TEAMS;
  else if (choice >= 90 && wants(generator, SHAPE_single, 100))
    place.family = FAMILY_SINGLE;
  static const char *const forms[] = {"parallel for", "for", "distribute parallel for",
                                      "target parallel for"};
  place.form = forms[place.family];
  generator->independent = place.family == FAMILY_TEAMS;
  generator->defined_only = place.family != FAMILY_TARGET;
  generator->replicated = place.family == FAMILY_PARALLEL || place.family == FAMILY_TEAMS;
  generator->outer = node_list(arena);
  make_variables(generator, place.declarations, clauses, place.digests);
  place.inner_teams = place.family == FAMILY_TEAMS && chance(generator, 25);
  place.single_team = place.family == FAMILY_TARGET && !generator->shapes->off[SHAPE_single_team] &&
                      wants(generator, SHAPE_single_team, 40);
  const size_t variable_count = generator->variable_count; /* without the region's own */
  generator->scope_begin = variable_count;
  add_region_clauses(generator, &place, clauses);
  const bool depends = wants(generator, SHAPE_depend, 3);
  if (depends)
    node_add(arena, clauses, CLAUSE(arena, " nowait depend(inout: n)"));
  struct node *region =
      place.family == FAMILY_SINGLE
          ? parallel_loop(generator,
                          wants(generator, SHAPE_simd, 15) ? "target parallel for simd" : place.form, clauses)
          : make_region(generator, &place, clauses);
  region->removable = false;
  node_add(arena, body, place.declarations);
  if (generator->outer->child_count) {
    struct node *data = STATEMENT(arena, "#pragma omp target data@\n{\n@@@}");
    data->removable = false;
    struct node *digests = node_list(arena), *stale = node_list(arena);
    for (size_t i = 0; i < variable_count; i++) {
      const struct variable *variable = generator->variables[i];
      if ((variable->kind != KIND_ARRAY && variable->kind != KIND_POINTER) || !chance(generator, 30) ||
          variable->declaration == NULL || strcmp(variable->name, "there") == 0)
        continue;
      /* Host data that differ from the device's, where the outer environment holds them. */
      struct node *change = STATEMENT(arena, "%s[%s] = 55;", variable->name, variable->low);
      change->follows = variable->declaration;
      node_add(arena, stale, change);
      struct node *digest = STATEMENT(arena, "digest_long((long)%s[%s]);", variable->name, variable->low);
      digest->follows = variable->declaration;
      node_add(arena, digests, digest);
    }
    node_add(arena, data, generator->outer);
    node_add(arena, data, stale);
    node_add(arena, data, region);
    if (depends) {
      struct node *wait = node_new(arena, ROLE_STATEMENT, "#pragma omp taskwait\n@");
      digests = node_add(arena, wait, digests);
    }
    node_add(arena, data, digests);
    node_add(arena, body, data);
  } else {
    node_add(arena, body, region);
    if (depends)
      node_add(arena, body, node_new(arena, ROLE_STATEMENT, "#pragma omp taskwait"));
  }
  node_add(arena, body, place.digests);
}
