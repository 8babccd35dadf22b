/* FILE: test/fuzz/programs/generate_transfers_threads.c
 * WHAT: two threads of the host at once: each with arrays of its own, with arrays that both read, and with
 *       arrays of which each changes one half, mapped by both.
 */
#include "model/arena.h"
#include "transfers.h"

/* ---- Arrays of which each thread changes one half ------------------------------------------------------ */

/* A region that changes the first or the SECOND half of the HALVES. The second is mapped the other way round. */
static struct node *half_region(struct scene *scene, struct array *const *halves, size_t count, bool second) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  struct node *region = STATEMENT(arena, "#pragma omp target@%s\n{\n@}", scene->device);
  struct node *clauses = node_list(arena), *loops = node_list(arena);
  for (size_t k = 0; k < count; k++)
    node_add(arena, clauses,
             node_new(arena, ROLE_CLAUSE, " map(tofrom: %s)",
                      array_section(scene, halves[second ? count - 1 - k : k])));
  for (unsigned made = 0, wanted = 1 + below(generator, 4); made < wanted; made++) {
    const struct array *array = halves[below(generator, (unsigned)count)];
    const char *i = fresh_name(generator, "i"), *length = array_length(scene, array);
    const char *middle = cleave_arena_format(arena, "%s / 2", length);
    const char *element = cleave_arena_format(arena, "%s[%u + %s]", array->name, array->low, i);
    node_add(arena, loops,
             STATEMENT(arena,
                       "#pragma omp parallel for\nfor (int %s = %s; %s < %s; %s++)\n"
                       "%s = ((long)%s %% 1009 * %u + %s) %% 1009;",
                       i, second ? middle : "0", i, second ? length : middle, i, element, element,
                       1 + below(generator, 3), i));
  }
  node_add(arena, region, clauses);
  return node_add(arena, region, loops);
}

/* RUN, with the HALVES on the device all the time. Without that LLVM 19 loses values: while a thread's region ends and
 * copies them back, the other one's may begin, find them there, change them, end, and copy them back as well. */
static struct node *around_halves(struct scene *scene, struct array *const *halves, size_t count,
                                  struct node *run) {
  struct cleave_arena *arena = scene->generator->arena;
  struct node *clauses = node_list(arena);
  for (size_t k = 0; k < count && scene->generator->shapes->off[SHAPE_halves_alone]; k++)
    if (!halves[k]->references)
      node_add(arena, clauses,
               node_new(arena, ROLE_CLAUSE, " map(tofrom: %s)", array_section(scene, halves[k])));
  if (!clauses->child_count)
    return run;
  struct node *data = node_new(arena, ROLE_STATEMENT, "#pragma omp target data@%s\n{\n@}", scene->device);
  return node_add(arena, node_add(arena, data, clauses), run);
}

/* ---- The threads ------------------------------------------------------------------------------------------ */

static const char *make_thread(struct scene *scene, struct node *halves, unsigned rounds, bool meets) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  const char *name =
      cleave_arena_format(arena, "%s_%s", generator->function->name, fresh_name(generator, "t"));
  struct node *function = node_new(arena, ROLE_STATEMENT,
                                   "static long %s_sum;\nstatic void %s(void) {\n"
                                   "for (int round = 0; round < %u; round++) {\n%s@@}\n}",
                                   name, name, rounds, meets ? "meet();\n" : "");
  struct node *actions = node_list(arena);
  const char *sum = scene->sum;
  scene->sum = cleave_arena_format(arena, "%s_sum", name);
  scene->in_thread = true;
  node_add(arena, actions, make_actions(scene, 1 + below(generator, 3)));
  exit_environments(scene, actions);
  scene->in_thread = false;
  scene->sum = sum;
  const bool first = chance(generator, 50);
  node_add(arena, function, first ? halves : actions);
  node_add(arena, function, first ? actions : halves);
  node_add(arena, generator->file_scope, function);
  return name;
}

struct node *make_threads(struct scene *scene) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  enum part { FIRST, SECOND, BOTH_READ, BOTH_WRITE, PARTS };
  unsigned parts[MAX_ARRAYS], entered[MAX_ARRAYS];
  struct array *halves[MAX_ARRAYS];
  size_t half_count = 0;
  struct node *list = node_list(arena);
  for (size_t i = 0; i < scene->array_count; i++) {
    struct array *array = &scene->arrays[i];
    parts[i] = below(generator, PARTS);
    if (parts[i] == BOTH_WRITE && half_count < 2 && wants(generator, SHAPE_halves, 100))
      halves[half_count++] = array;
    if (parts[i] >= BOTH_READ && array->references)
      give_value(scene, array, list);
    /* What is open stays open: a thread may do everything several times. */
    entered[i] = array->entered;
    array->entered = 0;
  }
  const char *names[2];
  const unsigned rounds = 1 + below(generator, 4);
  static const char *const ways[] = {"run_two_threads", "run_beside"};
  const unsigned way = below(generator, 2);
  const bool meets = chance(generator, 70);
  for (unsigned thread = 0; thread < 2; thread++) {
    for (size_t i = 0; i < scene->array_count; i++)
      scene->arrays[i].owner = parts[i] == thread      ? OWNER_ANYBODY
                               : parts[i] == BOTH_READ ? OWNER_READERS
                                                       : OWNER_OTHERS;
    struct node *half = node_list(arena);
    if (half_count)
      node_add(arena, half, half_region(scene, halves, half_count, thread));
    names[thread] = make_thread(scene, half, rounds, meets);
  }
  for (size_t i = 0; i < scene->array_count; i++) {
    scene->arrays[i].owner = OWNER_ANYBODY;
    scene->arrays[i].entered = entered[i];
  }
  struct node *run = STATEMENT(arena, "%s(%s, %s);\ndigest_long(%s_sum + %s_sum);", ways[way], names[0],
                               names[1], names[0], names[1]);
  return node_add(arena, list, around_halves(scene, halves, half_count, run));
}
