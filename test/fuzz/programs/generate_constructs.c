/* FILE: test/fuzz/programs/generate_constructs.c
 * WHAT: programs of --host-constructs: the statements of a scenario.
 */
#include "constructs.h"
#include "model/arena.h"

const char constructs_prelude[] =
    "#include <setjmp.h>\n#include <stdint.h>\n"
    "struct fields {\nlong *x, *y;\nint n;\n};\n"
    "union address {\nlong *pointer;\ndouble *other;\nuintptr_t bits;\nunsigned char bytes[sizeof(long *)];\n};\n"
    "struct hook {\nvoid (*call)(long *, long *, int);\nlong *a;\n};\n"
    "static __attribute__((unused)) void exchange(long **p, long **q) {\nlong *t = *p;\n*p = *q;\n*q = t;\n}\n"
    "static __attribute__((unused)) void exchange_members(struct fields *s) {\nlong *t = s->x;\ns->x = s->y;\ns->y = t;\n}\n"
    "static __attribute__((unused)) long *from_bytes(const unsigned char *bytes) {\nlong *p;\n"
    "memcpy(&p, bytes, sizeof p);\nreturn p;\n}\n"
    "static __attribute__((unused)) void to_bytes(unsigned char *bytes, long *p) {\n"
    "const unsigned char *from = (const unsigned char *)&p;\nfor (unsigned i = 0; i < sizeof p; i++)\nbytes[i] = from[i];\n}\n"
    "static __attribute__((unused)) int by_first(const void *p, const void *q) {\n"
    "const long x = **(long *const *)p, y = **(long *const *)q;\nreturn (x > y) - (x < y);\n}\n"
    "static long **kept;\n"
    "/* Weak: another definition may replace them, so the compiler does not know what they do. */\n"
    "__attribute__((weak)) void keep(long **p) {\nkept = p;\n}\n"
    "__attribute__((weak)) void use_kept(void) {\nif (kept)\n(*kept)[1] = ((*kept)[1] + 5) % 10007;\n}\n";

static struct node *make_block(struct scene *scene, unsigned depth);

static const struct group *any_group(struct scene *scene) {
  return &scene->groups[below(scene->generator, scene->group_count)];
}

/* Two views of one group. Returns the group. */
static const struct group *any_pair(struct scene *scene, const char **a, const char **b) {
  const struct group *group = any_group(scene);
  const unsigned first = below(scene->generator, group->count);
  *a = group->views[first];
  *b = group->views[(first + 1 + below(scene->generator, group->count - 1)) % group->count];
  return group;
}

bool allows(struct scene *scene, enum shape shape, unsigned percent) {
  return scene->has[shape] && wants(scene->generator, shape, percent);
}

/* Whether the scenario calls FUNCTIONS here, which the shape SHAPE allows or not. */
static bool calls(struct scene *scene, enum shape shape, unsigned functions) {
  const bool is_wanted = allows(scene, shape, 100);
  scene->uses |= is_wanted ? functions : 0;
  return is_wanted;
}

/* A statement that calls functions of the scenario about A and B, which differ. */
static struct node *make_call(struct scene *scene, const char *a, const char *b) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  const char *name = scene->name;
  static const char *const host[] = {"look", "touch"};
  const unsigned step = below(generator, STEPS), kind = below(generator, 10);
  if (kind == 0 && calls(scene, SHAPE_callback, USES_WITH))
    return STATEMENT(arena, "%s_with(%s, %s, n, %s_%s);", name, a, b, name, host[below(generator, 2)]);
  if (kind == 1 && calls(scene, SHAPE_callback, USES_STEP << step))
    return STATEMENT(arena,
                     "{\nvoid (*call)(long *, long *, int) = turn++ %% 2 ? %s_look : %s_touch;\n"
                     "%s_h%u(%s, %s, n);\ncall(%s, %s, n);\n}",
                     name, name, name, step, a, b, a, b);
  if (kind == 2 && calls(scene, SHAPE_callback, USES_HOOKED))
    return STATEMENT(arena, "{\nstruct hook hook = {%s_touch, %s};\n%s_hooked(&hook, %s, n);\n}", name, a,
                     name, b);
  if (kind == 3 && calls(scene, SHAPE_function_table, USES_TABLE))
    return STATEMENT(arena, "{\n%s_steps[turn %% 4](%s, %s, n);\nturn++;\n}", name, a, b);
  if (kind == 4 && calls(scene, SHAPE_early_return, USES_EARLY))
    return STATEMENT(arena, "turn += %s_early(%s, %s, n, turn %% 5);", name, a, b);
  if (kind == 5 && calls(scene, SHAPE_global_step, USES_GLOBAL))
    return STATEMENT(arena, "%s_global(turn);", name);
  if (kind == 6 && calls(scene, SHAPE_long_jump, USES_JUMPED))
    return STATEMENT(arena,
                     "if (!setjmp(%s_place))\n%s_jumped(%s, %s, n, turn %% 4);\nelse\ndigest_long(%s[1]);",
                     name, name, a, b, a);
  scene->uses |= (unsigned)USES_STEP << step;
  return STATEMENT(arena, "%s_h%u(%s, %s, n);", name, step, a, b);
}

/* Exchanges two places of GROUP, or rotates three. */
static struct node *make_exchange(struct scene *scene, const struct group *group) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  const unsigned first = below(generator, group->count);
  const char *p = group->places[first], *q = group->places[(first + 1) % group->count];
  const char *type = group->holder == HOLDS_INTEGERS ? "uintptr_t" : "long *";
  const char *condition = chance(generator, 50) ? "" : "if (turn++ % 3 != 1)\n";
  const unsigned kind = below(generator, 10);
  if (group->holder == HOLDS_BYTES || (kind < 2 && allows(scene, SHAPE_pointer_bytes, 100)))
    return STATEMENT(arena,
                     "%s{\nunsigned char bytes[sizeof(long *)];\nmemcpy(bytes, &%s, sizeof bytes);\n"
                     "memcpy(&%s, &%s, sizeof bytes);\nmemcpy(&%s, bytes, sizeof bytes);\n}",
                     condition, p, p, q, q);
  if (group->holder == HOLDS_POINTERS && kind < 5)
    return STATEMENT(arena, "%sexchange(&%s, &%s);", condition, p, q);
  if (group->holder == HOLDS_INTEGERS && kind < 6)
    return STATEMENT(arena, "%s{\n%s ^= %s;\n%s ^= %s;\n%s ^= %s;\n}", condition, p, q, q, p, p, q);
  if (group->count == 3 && kind < 8)
    return STATEMENT(arena, "%s{\n%s swap = %s;\n%s = %s;\n%s = %s;\n%s = swap;\n}", condition, type, p, p, q,
                     q, group->places[(first + 2) % 3], group->places[(first + 2) % 3]);
  return STATEMENT(arena, "%s{\n%s swap = %s;\n%s = %s;\n%s = swap;\n}", condition, type, p, p, q, q);
}

/* Exchanges the pointers of a group, sorts the table, or gives a group the pointers of another one. */
static struct node *make_assignment(struct scene *scene) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  if (scene->has_table && chance(generator, 12) && allows(scene, SHAPE_callback, 100))
    return STATEMENT(arena, "qsort(tab, 3, sizeof *tab, by_first);");
  const struct group *group = any_group(scene);
  if (group->holder == HOLDS_NOTHING || !allows(scene, SHAPE_pointer_exchange, 100))
    return STATEMENT(arena, "turn++;");
  if (group->keeps || chance(generator, 65))
    return make_exchange(scene, group);
  const struct group *from = any_group(scene);
  if (from == group || from->count < group->count)
    return make_exchange(scene, group);
  /* The values are read first: the places of the two groups may be the same ones. */
  struct node *made = STATEMENT(arena, "{\n@\n}");
  struct node *block = node_add(arena, node_list(arena), node_list(arena));
  const unsigned begin = below(generator, from->count);
  for (unsigned i = 0; i < group->count; i++)
    node_add(arena, block,
             node_new(arena, ROLE_STATEMENT, "long *new%u = %s;", i, from->views[(begin + i) % from->count]));
  for (unsigned i = 0; i < group->count; i++)
    node_add(arena, block,
             node_new(arena, ROLE_STATEMENT, "%s = %snew%u%s;", group->places[i], group->set, i, group->end));
  return node_add(arena, made, block);
}

/* A region about two local pointers. */
static struct node *make_local_region(struct scene *scene, const char *a, const char *b) {
  struct cleave_arena *arena = scene->generator->arena;
  struct node *made = STATEMENT(arena, "{\nlong *a = %s, *b = %s;\n(void)a, (void)b;\n@\n}", a, b);
  return node_add(arena, made, construct_region(scene, "a", "b", "n"));
}

/* A block whose variables have cleanup functions or destructors that use arrays. */
static struct node *make_scope(struct scene *scene, unsigned depth) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  const char *a, *b, *variable = fresh_name(generator, "c");
  any_pair(scene, &a, &b);
  const char *ending = chance(generator, 40) ? "touch" : "look";
  struct node *made;
  if (generator->cxx && chance(generator, 60) && calls(scene, SHAPE_destructor, USES_DESTRUCTOR))
    made = STATEMENT(arena, "{\n%s_%s %s(%s, %s, n);\n@\n}", scene->name,
                     ending[0] == 't' ? "toucher" : "looker", variable, a, b);
  else if (generator->cxx && allows(scene, SHAPE_lambda, 50))
    made = STATEMENT(
        arena,
        "{\nauto %s = [&](int i) {\ndigest_long(%s[i]);\n%s[i] = (%s[i] + 1) %% 10007;\n};\n@\n%s(1);\n}",
        variable, a, b, b, variable);
  else if (calls(scene, SHAPE_cleanup, USES_LATER))
    made = STATEMENT(arena, "{\n__attribute__((cleanup(%s_%s_later))) long *%s = %s;\n@\n(void)%s;\n}",
                     scene->name, ending, variable, a, variable);
  else
    made = STATEMENT(arena, "{\n@\n}");
  return node_add(arena, made, make_block(scene, depth - 1));
}

/* A loop or a branch whose condition calls functions. */
static struct node *make_called_condition(struct scene *scene, unsigned depth) {
  static const char *const forms[] = {
      "{\nint %1$s = 0;\nwhile (%2$s_more(&%1$s, 2)) {\n@\n}\n}",
      "{\nint %1$s = 0;\ndo {\n@\n} while (%2$s_more(&%1$s, 1));\n}",
      "{\nint %1$s = 0;\nwhile (%2$s_more(&%1$s, 3) && %2$s_sees(%3$s, n)) {\n@\n}\n}",
      "for (int %1$s = 0; %2$s_more(&%1$s, 2); %2$s_touch(%3$s, %4$s, n)) {\n@\n}",
      "{\nint %1$s = 0;\nwhile (%2$s_runs(%3$s, %4$s, n) && %1$s++ < 2) {\n@\n}\n}",
      "if (%2$s_sees(%3$s, n)) {\n@\n} else {\n@\n}",
      "if (%2$s_runs(%3$s, %4$s, n)) {\n@\n} else {\n@\n}",
      "switch (%2$s_sees(%3$s, n)) {\ncase 0: {\n@\n} break;\ndefault: {\n@\n}\n}"};
  enum { LOOPS = 5 };
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  const char *a, *b;
  any_pair(scene, &a, &b);
  const unsigned form = below(generator, sizeof forms / sizeof *forms);
  struct node *made =
      node_new(arena, ROLE_STATEMENT, forms[form], fresh_name(generator, "asked"), scene->name, a, b);
  for (unsigned i = 0; i < (form < LOOPS ? 1 : 2); i++)
    node_add(arena, made, make_block(scene, depth - 1));
  return made;
}

/* A loop or branch by goto, a switch, or one of the ordinary ones. */
static struct node *make_flow(struct scene *scene, unsigned depth) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  const char *label = fresh_name(generator, "place");
  if (chance(generator, 25) && calls(scene, SHAPE_called_condition, USES_CONDITION))
    return make_called_condition(scene, depth);
  const unsigned kind = below(generator, 10);
  if (kind < 2 && allows(scene, SHAPE_backward_goto, 100)) {
    struct node *made = STATEMENT(
        arena,
        chance(generator, 50) ? "{\nint %s_count = 0;\n%s:;\n{\n@\n}\nif (++%s_count < %u)\ngoto %s;\n}"
                              : "{\nint %s_count = 0;\n%s:\nif (++%s_count < 2 + %u) {\n@\ngoto %s;\n}\n}",
        label, label, label, 2 + below(generator, 2), label);
    return node_add(arena, made, make_block(scene, depth - 1));
  }
  if (kind < 4 && allows(scene, SHAPE_forward_goto, 100)) {
    struct node *made = STATEMENT(arena, "if (turn++ %% %u == 0)\ngoto %s;\n{\n@\n}\n%s:;",
                                  2 + below(generator, 2), label, label);
    return node_add(arena, made, make_block(scene, depth - 1));
  }
  if (kind < 6 && allows(scene, SHAPE_host_switch, 100)) {
    struct node *made = STATEMENT(arena,
                                  "switch (turn++ %% 4) {\ncase 0: {\n@\n}%s\ncase 2: {\n@\n} break;\n"
                                  "default: {\n@\n}\n}",
                                  chance(generator, 50) ? " break;" : " __attribute__((fallthrough));");
    for (unsigned i = 0; i < 3; i++)
      node_add(arena, made, make_block(scene, depth - 1));
    return made;
  }
  if (kind < 7)
    return node_add(arena, STATEMENT(arena, "if (turn++ %% %u) {\n@\n}", 2 + below(generator, 2)),
                    make_block(scene, depth - 1));
  struct node *made = STATEMENT(arena, "for (int %s = 0; %s < %u; %s++) {\n@\n}", label, label,
                                2 + below(generator, 2), label);
  struct node *block = make_block(scene, depth - 1);
  if (chance(generator, 15))
    node_add(arena, block,
             STATEMENT(arena, "if (turn++ %% 3 == 2)\n%s;", chance(generator, 50) ? "break" : "continue"));
  return node_add(arena, made, block);
}

static struct node *make_statement(struct scene *scene, unsigned depth) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  const unsigned kind = below(generator, 100);
  if (depth && kind < 28)
    return kind < 8 ? make_scope(scene, depth) : make_flow(scene, depth);
  const char *a, *b;
  const struct group *group = any_pair(scene, &a, &b);
  if (kind < 46)
    return make_local_region(scene, a, b);
  if (kind < 66)
    return make_call(scene, a, b);
  if (kind < 80)
    return make_assignment(scene);
  if (kind < 83 && scene->has_unknown && group->holder == HOLDS_POINTERS &&
      group->places[0] == group->views[0] && allows(scene, SHAPE_unknown_code, 100))
    return STATEMENT(arena, chance(generator, 40) ? "keep(&%s);" : "use_kept();\ndigest_long(%s[1]);", a);
  if (kind < 85 && scene->has_exit)
    return STATEMENT(arena, "%s_last = %s;", scene->name, a);
  return construct_access(scene, a, b);
}

static struct node *make_block(struct scene *scene, unsigned depth) {
  struct node *block = node_list(scene->generator->arena);
  for (unsigned i = 0, count = 1 + below(scene->generator, 4); i < count; i++)
    node_add(scene->generator->arena, block, make_statement(scene, depth));
  return block;
}

void make_constructs_body(struct generator *generator, struct node *body) {
  struct cleave_arena *arena = generator->arena;
  struct scene scene = {.generator = generator, .name = generator->function->name};
  scene.has_unknown = generator->seed / 8 % 3 == 0;
  static const unsigned densities[] = {15, 40, 40, 100};
  for (unsigned shape = 0, percent = densities[below(generator, 4)]; shape < SHAPE_COUNT; shape++)
    scene.has[shape] = chance(generator, percent);
  node_add(arena, body,
           node_new(arena, ROLE_STATEMENT, "int n = N + 3, turn = %u;\nkept = NULL;", below(generator, 4)));
  add_groups(&scene, body);
  scene.has[SHAPE_pointer_exchange] |= chance(generator, 50);
  scene.has_exit = allows(&scene, SHAPE_exit_handler, 60);
  if (scene.has_exit)
    node_add(arena, body,
             node_new(arena, ROLE_STATEMENT, "%s_last = p%u;\natexit(%s_at_exit);", scene.name,
                      below(generator, 3), scene.name));
  for (unsigned i = 0, count = 3 + below(generator, 4); i < count; i++)
    node_add(arena, body, make_statement(&scene, 3));
  add_functions(&scene);
  for (unsigned g = 0; g < scene.group_count; g++)
    for (unsigned i = 0; i < scene.groups[g].count; i++)
      node_add(arena, body,
               node_new(arena, ROLE_STATEMENT, "for (int i = 0; i < n; i++)\ndigest_long(%s[i]);",
                        scene.groups[g].views[i]));
  node_add(arena, body, node_new(arena, ROLE_STATEMENT, "(void)turn;"));
  if (!scene.has_exit)
    node_add(arena, body, node_new(arena, ROLE_STATEMENT, "free(p0);\nfree(p1);\nfree(p2);"));
}
