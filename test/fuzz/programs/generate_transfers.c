/* FILE: test/fuzz/programs/generate_transfers.c
 * WHAT: functions with several arrays, regions that use them, and environments around these.
 */
#include "model/arena.h"
#include "transfers.h"

const char transfers_prelude[] =
    "#include <pthread.h>\n"
    "/* What the host has, and whether the device has it as well. */\n"
    "#define LOOK(array, low, count) do {\\\n"
    "for (int x = 0; x < (count); x++)\\\ndigest_long((long)(array)[low + x]);\\\n"
    "digest_long(omp_target_is_present(&(array)[low], DEVICE));\\\n"
    "} while (0)\n"
    "static pthread_barrier_t meeting;\n"
    "static __attribute__((unused)) void meet(void) {\npthread_barrier_wait(&meeting);\n}\n"
    "static void *run_one(void *what) {\n(*(void (**)(void))what)();\nreturn what;\n}\n"
    "static __attribute__((unused)) void run_two_threads(void (*first)(void), void (*second)(void)) {\n"
    "pthread_t one, other;\npthread_barrier_init(&meeting, NULL, 2);\n"
    "pthread_create(&one, NULL, run_one, &first);\npthread_create(&other, NULL, run_one, &second);\n"
    "pthread_join(one, NULL);\npthread_join(other, NULL);\npthread_barrier_destroy(&meeting);\n}\n"
    "static __attribute__((unused)) void run_beside(void (*first)(void), void (*second)(void)) {\n"
    "pthread_t one;\npthread_barrier_init(&meeting, NULL, 2);\n"
    "pthread_create(&one, NULL, run_one, &first);\nsecond();\n"
    "pthread_join(one, NULL);\npthread_barrier_destroy(&meeting);\n}\n";

const char *array_length(struct scene *scene, const struct array *array) {
  (void)scene;
  return array->rows ? "N * M" : "N";
}

const char *array_section(struct scene *scene, const struct array *array) {
  if (array->whole)
    return array->name;
  return cleave_arena_format(scene->generator->arena, "%s[%u:%s]", array->name, array->low,
                             array_length(scene, array));
}

/* Regions ask for parameters that arrays fit: few kinds, each several times. */
static void make_arrays(struct scene *scene, struct node *begin, struct node *end) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  const struct type *const kinds[] = {&types[below(generator, TYPE_COUNT)], &types[TYPE_DOUBLE]};
  const unsigned low = wants(generator, SHAPE_lower_bound, 30) ? 1 + below(generator, 5) : 0;
  scene->array_count = 3 + below(generator, MAX_ARRAYS - 2);
  for (size_t i = 0; i < scene->array_count; i++) {
    struct array *array = &scene->arrays[i];
    *array = (struct array){.name = cleave_arena_format(arena, "%s_a%zu", generator->function->name, i),
                            .type = kinds[chance(generator, 60)],
                            .rows = chance(generator, 45),
                            .pointer = chance(generator, 60)};
    array->whole = !array->pointer && chance(generator, 40);
    array->low = array->whole ? 0 : low;
    /* Elements around the section; what is named as a whole has none. */
    const char *count = cleave_arena_format(arena, array->whole ? "%s" : "%s + %u",
                                            array_length(scene, array), array->low + 2);
    const char *type = array->type->name, *name = array->name;
    node_add(arena, generator->file_scope,
             array->pointer ? STATEMENT(arena, "static %s *%s;", type, name)
                            : STATEMENT(arena, "static %s %s[%s];", type, name, count));
    if (array->pointer)
      node_add(arena, begin,
               node_new(arena, ROLE_STATEMENT, "%s = malloc((%s) * sizeof *%s);", name, count, name));
    node_add(arena, begin,
             node_new(arena, ROLE_STATEMENT, "for (int x = 0; x < %s; x++)\n%s[x] = (x * %u + %u) %% 997;",
                      count, name, 1 + below(generator, 30), below(generator, 900)));
    node_add(arena, end, STATEMENT(arena, "LOOK(%s, 0, %s);", name, count));
    if (array->pointer)
      node_add(arena, end, STATEMENT(arena, "free(%s);", name));
  }
}

void make_transfers_body(struct generator *generator, struct node *body) {
  struct cleave_arena *arena = generator->arena;
  struct scene scene = {.generator = generator, .device = ""};
  struct node *begin = node_list(arena), *end = node_list(arena), *actions = node_list(arena);
  if (wants(generator, SHAPE_large, 4))
    generator->function->size = 70000;
  if (generator->function->size > 1000 && generator->function->side > 3)
    generator->function->side = 3;
  const bool named = wants(generator, SHAPE_device, 25);
  if (named)
    scene.device = " device(DEVICE)";
  node_add(
      arena, generator->file_scope,
      node_new(arena, ROLE_STATEMENT, "#undef DEVICE\n#define DEVICE %u", named ? below(generator, 4) : 0));
  make_arrays(&scene, begin, end);
  scene.sum = cleave_arena_format(arena, "%s_sum", generator->function->name);
  node_add(arena, generator->file_scope, node_new(arena, ROLE_STATEMENT, "static long %s;", scene.sum));
  for (unsigned i = 0, count = 2 + below(generator, MAX_REGIONS - 1); i < count; i++)
    make_region_function(&scene);
  node_add(arena, actions, make_actions(&scene, 2 + below(generator, 6)));
  if (wants(generator, SHAPE_two_threads, 30))
    node_add(arena, actions, make_threads(&scene));
  exit_environments(&scene, actions);
  node_add(arena, body, begin);
  node_add(arena, body, actions);
  node_add(arena, body, STATEMENT(arena, "digest_long(%s);", scene.sum));
  node_add(arena, body, end);
}
