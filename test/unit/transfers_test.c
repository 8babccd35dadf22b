/* FILE: test/unit/transfers_test.c
 * WHAT: which copies are needed and when, on regions described by a few lines: the map clauses, and the
 *       plan nodes with what they do.
 *
 * A region is a list of lines:
 *   map tofrom p 0 n    a section of the pointer p; map tofrom a: the whole of a variable
 *   kernel              a parallel loop; what it does follows, in the words of loop_words.h, up to
 *                       the next plan node
 *   rough               a parallel loop of which not all is understood; the words tell its uses alone
 *   serial              statements of one thread; likewise
 *   call                likewise, and they call a function that is not visible
 *   loop, branch, done  a loop or branch of the host around plan nodes, and its end
 * n and m are integers of the region; p, q and r are pointers, u one that no clause maps; a and b are
 * arrays of the function, g a global one, all without clauses if none is given; x and y are numbers.
 */
#include "loop_words.h"

#include "model/text.h"
#include "print/value_printer.h"
#include "transfers/transfers.h"

struct program {
  struct sample *sample;
  struct builder loop; /* of the plan node at hand */
  uint32_t step, around[8];
  unsigned depth, steps;
  bool is_described;
};

/* The text of the region: a directive with the list items, and a piece for each plan node. */
static char *text_of_program(const char *lines) {
  static char text[4096];
  char line[80];
  unsigned steps = 0;
  strcpy(text, "#pragma omp target");
  for (const char *at = lines; *at; at += strcspn(at, "\n"), at += *at == '\n') {
    char type[16], name[8], first[8], length[16];
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
    const int count = sscanf(line, "map %15s %7s %7s %15s", type, name, first, length);
    if (count >= 2)
      sprintf(text + strlen(text), count == 4 ? " map(%s: %s[%s:%s])" : " map(%s: %s)", type, name, first,
              length);
  }
  strcat(text, "\n{\n");
  for (const char *at = lines; *at; at += strcspn(at, "\n"), at += *at == '\n') {
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
    if (!strcmp(line, "kernel") || !strcmp(line, "rough"))
      sprintf(text + strlen(text), "#pragma omp parallel for // %u\nfor (; %u;) ;\n", steps, steps);
    else if (!strcmp(line, "serial") || !strcmp(line, "call"))
      sprintf(text + strlen(text), "s(%u);\n", steps);
    else if (!strcmp(line, "loop") || !strcmp(line, "branch"))
      sprintf(text + strlen(text), "if (%u)\n", steps);
    else
      continue;
    steps++;
  }
  return strcat(text, "}\n");
}

static uint32_t find_variable(const struct program *it, const char *name) {
  const struct cleave_region *region = &it->sample->region;
  for (uint32_t i = 0; i < region->variable_count; i++)
    if (!strcmp(region->variables[i].name, name))
      return i;
  fail_msg("no variable '%s'", name);
  return 0;
}

static void add_map_line(struct program *it, char *line) {
  static const char *const types[] = {"to", "from", "tofrom", "alloc"};
  char type[16], name[8], first[8], length[16], item[64];
  const int count = sscanf(line, "map %15s %7s %7s %15s", type, name, first, length);
  uint32_t kind = 0;
  while (strcmp(types[kind], type))
    kind++;
  snprintf(item, sizeof item, count == 4 ? "%s[%s:%s]" : "%s", name, first, length);
  const uint32_t variable = find_variable(it, name);
  it->sample->region.variables[variable].sharing = CLEAVE_SHARING_MAPPED;
  struct cleave_map_item *map =
      sample_map(it->sample, variable, (enum cleave_map_type)kind,
                 cleave_arena_format(it->sample->unit.arena, count == 4 ? "%s" : ": %s)", item));
  map->flags = count == 2 ? CLEAVE_MAP_WHOLE : 0;
}

static uint32_t flags_of(const struct program *it, uint32_t variable, const char *kind) {
  const bool reads = *kind == 'r' || !strcmp(kind, "add"), writes = *kind != 'r';
  const enum cleave_type_class type = it->sample->region.variables[variable].type_class;
  const bool whole = type == CLEAVE_TYPE_INTEGER || type == CLEAVE_TYPE_FLOATING;
  return whole ? (reads ? CLEAVE_USE_READ : 0) | (writes ? CLEAVE_USE_WRITE : 0)
               : (type == CLEAVE_TYPE_POINTER ? CLEAVE_USE_READ : 0) | (reads ? CLEAVE_USE_ELEMENT_READ : 0) |
                     (writes ? CLEAVE_USE_ELEMENT_WRITE : 0);
}

static void begin_step(struct program *it, const char *kind) {
  struct sample *sample = it->sample;
  struct cleave_arena *arena = sample->unit.arena;
  const unsigned number = it->steps++;
  const uint32_t parent = it->around[it->depth];
  if (!strcmp(kind, "serial") || !strcmp(kind, "call")) {
    it->step =
        sample_node(sample, CLEAVE_NODE_EXPRESSION, parent, cleave_arena_format(arena, "s(%u);", number));
    it->is_described = false;
    if (*kind == 'c')
      sample_fact(sample, it->step, CLEAVE_FACT_CALL, "unknown");
    else /* lest the host runs it */
      sample_fact(sample, it->step, CLEAVE_FACT_FLOAT_ARITHMETIC, NULL);
  } else if (!strcmp(kind, "kernel") || !strcmp(kind, "rough")) {
    it->step = sample_loop(sample, parent, CLEAVE_CONSTRUCT_PARALLEL | CLEAVE_CONSTRUCT_FOR,
                           cleave_arena_format(arena, "#pragma omp parallel for // %u", number),
                           cleave_arena_format(arena, "for (; %u;) ;", number));
    sample_comment(sample, cleave_arena_format(arena, "// %u\n", number));
    it->is_described = *kind == 'k';
  } else {
    it->step = sample_node(sample, *kind == 'l' ? CLEAVE_NODE_FOR : CLEAVE_NODE_IF, parent,
                           cleave_arena_format(arena, "if (%u)", number));
    it->around[++it->depth] = it->step;
  }
  it->loop = (struct builder){.sample = sample, .around = CLEAVE_NO_DIMENSION};
  it->loop.loop = cleave_arena_allocate(arena, sizeof *it->loop.loop);
  if (it->is_described && sample->region.nodes[it->step].kind == CLEAVE_NODE_LOOP)
    sample->region.nodes[it->step].accesses = it->loop.loop;
  for (size_t i = 0; i < sample->region.map_count; i++) {
    const struct cleave_map_item *item = &sample->region.maps[i];
    char first[8], length[16];
    if (sscanf(sample->unit.text + item->range.begin, "%*[a-z][%7[^:]:%15[^]]]", first, length) != 2)
      continue;
    struct cleave_section section = {item->variable, polynomial(&it->loop, first),
                                     polynomial(&it->loop, length)};
    CLEAVE_APPEND(arena, it->loop.loop->sections, it->loop.loop->section_count, section);
  }
}

static void add_program_line(struct program *it, char *line) {
  static const char *const kinds[] = {"kernel", "rough", "serial", "call", "loop", "branch"};
  if (!strncmp(line, "map ", 4)) {
    add_map_line(it, line);
    return;
  }
  if (!strcmp(line, "done")) {
    it->depth--;
    return;
  }
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp(line, kinds[i])) {
      begin_step(it, line);
      return;
    }
  char kind[8], name[8];
  assert_int_equal(sscanf(line, "%7s %7s", kind, name), 2);
  const bool is_access =
      !strcmp(kind, "r") || !strcmp(kind, "w") || !strcmp(kind, "sure") || !strcmp(kind, "add");
  if (is_access) {
    const uint32_t variable = find_variable(it, name);
    sample_use(it->sample, it->step, variable, flags_of(it, variable, kind));
  }
  if (it->is_described)
    add_line(&it->loop, line);
}

static struct program new_program(const char *lines) {
  static const struct {
    const char *name;
    enum cleave_type_class type;
    enum cleave_sharing sharing;
    bool address_taken;
  } variables[] = {
      {"p", CLEAVE_TYPE_POINTER, CLEAVE_SHARING_POINTER, false},
      {"q", CLEAVE_TYPE_POINTER, CLEAVE_SHARING_POINTER, false},
      {"r", CLEAVE_TYPE_POINTER, CLEAVE_SHARING_POINTER, false},
      {"u", CLEAVE_TYPE_POINTER, CLEAVE_SHARING_POINTER, false},
      {"a", CLEAVE_TYPE_ARRAY, CLEAVE_SHARING_IMPLICIT_MAP, false},
      {"b", CLEAVE_TYPE_ARRAY, CLEAVE_SHARING_IMPLICIT_MAP, false},
      {"g", CLEAVE_TYPE_ARRAY, CLEAVE_SHARING_IMPLICIT_MAP, true},
      {"x", CLEAVE_TYPE_FLOATING, CLEAVE_SHARING_FIRSTPRIVATE, false},
      {"y", CLEAVE_TYPE_FLOATING, CLEAVE_SHARING_FIRSTPRIVATE, false},
      {"n", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_FIRSTPRIVATE, false},
      {"m", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_FIRSTPRIVATE, false},
  };
  struct program it = {.sample =
                           sample_new(text_of_program(lines), "#pragma omp target", CLEAVE_CONSTRUCT_TARGET)};
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
    const uint32_t index = sample_variable(it.sample, variables[i].name,
                                           variables[i].type == CLEAVE_TYPE_POINTER ? "double *" : "double",
                                           variables[i].type, variables[i].sharing);
    it.sample->region.variables[index].address_taken = variables[i].address_taken;
  }
  it.around[0] = sample_node(it.sample, CLEAVE_NODE_COMPOUND, CLEAVE_NO_NODE, "{\n");
  char *copy = cleave_arena_copy(it.sample->unit.arena, lines, strlen(lines)), *rest;
  for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
    add_program_line(&it, line);
  return it;
}

/* "p=from": the objects that a plan node or a clause names, with the map types of the plan. */
static const char *types_of(struct program *it, const struct cleave_plan *plan) {
  static const char *const names[] = {"to", "from", "tofrom", "alloc"};
  struct cleave_text out = {.arena = it->sample->unit.arena};
  assert_true(plan->transforms);
  for (size_t i = 0; i < plan->transfers->object_count; i++) {
    const struct cleave_transfer *object = &plan->transfers->objects[i];
    if (object->item != CLEAVE_NO_ITEM || cleave_region_uses(&it->sample->region, 0, object->variable, NULL))
      cleave_text_format(&out, "%s%s=%s", out.length ? " " : "",
                         it->sample->region.variables[object->variable].name, names[object->needed]);
  }
  return cleave_text_get(&out);
}

struct row {
  const char *types, *program;
};

static void check_rows(const struct row *rows, size_t count) {
  for (size_t i = 0; i < count; i++) {
    struct program it = new_program(rows[i].program);
    const char *types = types_of(&it, sample_plan(it.sample));
    if (strcmp(types, rows[i].types))
      fail_msg("%s, and not %s:\n%s", types, rows[i].types, rows[i].program);
    sample_free(it.sample);
  }
}

#define ALL(p) "for i 0 n-1 1\n" p "\n"

static void directions(void **state) {
  (void)state;
  static const struct row rows[] = {
      {"p=from", "map tofrom p 0 n\nkernel\n" ALL("sure p i") "kernel\n" ALL("add p i")},
      {"p=alloc", "map to p 0 n\nkernel\n" ALL("sure p i") "kernel\n" ALL("add p i")},
      {"p=to", "map tofrom p 0 n\nkernel\n" ALL("r p i") "kernel\n" ALL("r p i")},
      {"p=alloc", "map from p 0 n\nkernel\n" ALL("r p i") "kernel\n" ALL("r p i")},
      {"p=from", "map from p 0 n\nkernel\n" ALL("w p i") "kernel\n" ALL("r p i")},
      {"p=alloc", "map alloc p 0 n\nkernel\n" ALL("w p i") "kernel\n" ALL("r p i")},
      {"p=alloc", "map to p 0 n\nkernel\n" ALL("w p i") "kernel\n" ALL("w p i")},
      {"p=tofrom", "map tofrom p 0 n\nkernel\n" ALL("w p i") "kernel\n" ALL("w p i")},
      {"p=tofrom", "map tofrom p 0 n\nkernel\n" ALL("add p i") "kernel\n" ALL("sure p i")},
      {"p=tofrom", "map tofrom p 0 n\nkernel\n" ALL("r p i") "kernel\n" ALL("sure p i")},
      {"p=tofrom q=alloc",
       "map tofrom p 0 n\nmap tofrom q 0 n\nkernel\n" ALL("w p i") "kernel\n" ALL("add p i")},
      {"p=tofrom", "map tofrom p 0 n\nrough\nw p i\nrough\nr p i"},
      {"p=tofrom", "map tofrom p 0 n\nserial\nw p 0\nkernel\n" ALL("r p i") "kernel\n" ALL("r p i")},
      {"p=tofrom", "map tofrom p 0 n\nserial\nr p 0\nkernel\n" ALL("sure p i") "kernel\n" ALL("r p i")},
      {"p=from", "map tofrom p 0 n\nserial\nw p 0\nkernel\n" ALL("sure p i") "kernel\n" ALL("r p i")},
      {"a=from", "kernel\nfor i 0 m-1 1\nsure a i\nkernel\n" ALL("r a i")},
      {"a=to b=tofrom", "kernel\n" ALL("r a i\nw b i") "kernel\n" ALL("add b i")},
      {"x=to y=tofrom p=tofrom", "map tofrom x\nmap tofrom y\nmap tofrom p 0 n\nserial\nr x\nw y\n"
                                 "kernel\n" ALL("r p i") "rough\nw p i"},
  };
  check_rows(rows, sizeof rows / sizeof *rows);
}

/* What may not happen, or may happen between, counts where it may not. */
static void control(void **state) {
  (void)state;
  static const struct row rows[] = {
      {"p=tofrom", "map tofrom p 0 n\nloop\nkernel\n" ALL("sure p i") "kernel\n" ALL("add p i") "done"},
      {"p=alloc", "map to p 0 n\nloop\nkernel\n" ALL("sure p i") "kernel\n" ALL("add p i") "done"},
      {"p=to", "map to p 0 n\nloop\nkernel\n" ALL("sure p i") "done\nkernel\n" ALL("r p i")},
      {"p=to", "map to p 0 n\nbranch\nkernel\n" ALL("sure p i") "done\nkernel\n" ALL("r p i")},
      {"p=alloc", "map to p 0 n\nkernel\n" ALL("sure p i") "loop\nkernel\n" ALL("r p i") "done"},
      {"p=from", "map tofrom p 0 n\nkernel\n" ALL("sure p i") "branch\nkernel\n" ALL("add p i") "done"},
      {"p=to", "map to p 0 n\nloop\nkernel\n" ALL("r p i") "kernel\n" ALL("sure p i") "done"},
      {"p=alloc", "map to p 0 n\nloop\nloop\nkernel\n" ALL("sure p i") "kernel\n" ALL("r p i") "done\ndone"},
      {"p=to", "map to p 0 n\nloop\nloop\nkernel\n" ALL("sure p i") "done\nkernel\n" ALL("r p i") "done"},
  };
  check_rows(rows, sizeof rows / sizeof *rows);
}

static void names(void **state) {
  (void)state;
  static const struct row rows[] = {
      /* q stands behind p, and may be p. */
      {"p=tofrom q=to",
       "map tofrom p 0 n\nmap tofrom q 0 n\nkernel\n" ALL("r q i\nsure p i") "kernel\n" ALL("add p i")},
      /* If q is p here, q is what is copied. */
      {"q=tofrom p=from",
       "map tofrom q 0 n\nmap tofrom p 0 n\nkernel\n" ALL("r q i\nsure p i") "kernel\n" ALL("add p i")},
      {"q=to p=from",
       "map to q 0 n\nmap tofrom p 0 n\nkernel\n" ALL("r q i\nsure p i") "kernel\n" ALL("add p i")},
      /* The clauses of one type are one, where the first of them stands. */
      {"r=tofrom q=to p=tofrom", "map tofrom r 0 n\nmap to q 0 n\nmap tofrom p 0 n\nkernel\n" ALL(
                                     "r q i\nsure p i\nw r i") "kernel\n" ALL("add p i\nadd r i")},
      /* If q is p, p has been written. */
      {"p=from q=from",
       "map tofrom p 0 n\nmap tofrom q 0 n\nkernel\n" ALL("sure q i") "kernel\n" ALL("r q i\nsure p i")},
      {"p=tofrom q=from",
       "map tofrom p 0 n\nmap tofrom q 0 n\nkernel\n" ALL("r p i") "kernel\n" ALL("sure q i")},
      /* u may lead to p. */
      {"p=tofrom", "map tofrom p 0 n\nkernel\n" ALL("r u i\nsure p i") "kernel\n" ALL("add p i")},
      {"p=tofrom", "map tofrom p 0 n\nkernel\n" ALL("r p i") "kernel\n" ALL("w u i")},
      {"p=from", "map tofrom p 0 n\nkernel\n" ALL("sure p i") "kernel\n" ALL("add u i")},
      {"g=tofrom", "kernel\nfor i 0 m-1 1\nr u i\nsure g i\nkernel\n" ALL("add g i")},
      /* The address of a is not known to anybody; two arrays are two. */
      {"a=from", "kernel\nfor i 0 m-1 1\nr u i\nsure a i\nkernel\n" ALL("add a i")},
      {"a=from g=to", "kernel\nfor i 0 m-1 1\nr g i\nsure a i\nkernel\n" ALL("add a i")},
      {"a=to g=from", "kernel\nfor i 0 m-1 1\nr a i\nsure g i\nkernel\n" ALL("add g i")},
      /* The global array is mapped behind p, which may lead to it. */
      {"p=tofrom g=to", "map tofrom p 0 n\nkernel\n" ALL("r g i\nsure p i") "kernel\n" ALL("add p i")},
      {"p=from a=to", "map tofrom p 0 n\nkernel\n" ALL("r a i\nsure p i") "kernel\n" ALL("add p i")},
      /* An unknown function may know of anything but a. */
      {"p=tofrom a=to g=tofrom", "map tofrom p 0 n\nkernel\n" ALL("r p i\nr a i\nr g i") "call\nr x"},
      {"p=from", "map tofrom p 0 n\nkernel\n" ALL("sure p i") "call\nr x"},
      {"p=to", "map to p 0 n\ncall\nr x\nkernel\n" ALL("sure p i")},
      /* Of several items of one pointer, nothing is known. */
      {"p=tofrom p=tofrom",
       "map tofrom p 0 n\nmap tofrom p n n\nkernel\n" ALL("sure p i") "kernel\n" ALL("sure p i")},
      {"p=tofrom p=tofrom",
       "map tofrom p 0 n\nmap tofrom p n n\nkernel\n" ALL("r p i") "kernel\n" ALL("r p i")},
  };
  check_rows(rows, sizeof rows / sizeof *rows);
}

/* Elements of b are pointers: who reads one may read what it leads to. */
static void pointers_in_memory(void **state) {
  (void)state;
  static const char *const kinds[] = {"rough", "kernel"}, *const types[] = {"p=tofrom", "p=from"};
  for (int i = 0; i < 2; i++) {
    char program[200], expected[40];
    snprintf(program, sizeof program, "map tofrom p 0 n\n%s\nfor i 0 n-1 1\nr b i\nkernel\n%s", kinds[i],
             ALL("sure p i"));
    snprintf(expected, sizeof expected, "%s b=tofrom", types[i]);
    struct program it = new_program(program);
    it.sample->region.variables[find_variable(&it, "b")].holds_pointers = true;
    assert_string_equal(types_of(&it, sample_plan(it.sample)), expected);
    sample_free(it.sample);
  }
}

/* The entries of a deferred environment have other orders. */
static void deferred(void **state) {
  (void)state;
  struct program it = new_program(
      "map to q 0 n\nmap tofrom p 0 n\nkernel\n" ALL("r q i\nsure p i") "kernel\n" ALL("add p i"));
  struct cleave_clause nowait = {.kind = CLEAVE_CLAUSE_NOWAIT};
  assert_string_equal(types_of(&it, sample_plan(it.sample)), "q=to p=from");
  it.sample->region.clauses = &nowait;
  it.sample->region.clause_count = 1;
  assert_string_equal(types_of(&it, sample_plan(it.sample)), "q=to p=tofrom");
  sample_free(it.sample);
}

static void left_alone(void **state) {
  (void)state;
  static const char program[] = "map tofrom p 0 n\nkernel\n" ALL("sure p i") "kernel\n" ALL("r p i");
  static const uint32_t flags[] = {CLEAVE_MAP_ALWAYS, CLEAVE_MAP_PRESENT};
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
    struct program it = new_program(program);
    it.sample->region.maps[0].flags = flags[i];
    assert_string_equal(types_of(&it, sample_plan(it.sample)), "p=tofrom");
    sample_free(it.sample);
    it = new_program("map tofrom p 0 n\nkernel\n" ALL("r x") "kernel\n" ALL("r x"));
    assert_string_equal(types_of(&it, sample_plan(it.sample)), "p=alloc");
    it.sample->region.maps[0].flags = flags[i];
    assert_string_equal(types_of(&it, sample_plan(it.sample)), "p=tofrom");
    sample_free(it.sample);
  }
  struct program it = new_program(program);
  it.sample->region.variables[0].holds_pointers = true;
  assert_string_equal(types_of(&it, sample_plan(it.sample)), "p=tofrom");
  it.sample->region.variables[0].holds_pointers = false;
  assert_string_equal(types_of(&it, sample_plan(it.sample)), "p=from");
  it.sample->options.transfers = CLEAVE_COPIES_AS_WRITTEN;
  struct cleave_plan *plan = sample_plan(it.sample);
  assert_null(plan->transfers);
  assert_string_equal(cleave_directive_text(&it.sample->unit, plan->environment),
                      "target data map(tofrom: p[0:n], a, b, g)");
  it.sample->options.transfers = CLEAVE_COPIES_BY_ENGINE;
  it.sample->region.hints = CLEAVE_HINT_TRANSFERS_OFF;
  assert_null(sample_plan(it.sample)->transfers);
  it.sample->region.hints = 0;
  /* Two loops are widened, the region is split, and it copies less. */
  it.sample->options.bisect = 3;
  plan = sample_plan(it.sample);
  assert_string_equal(types_of(&it, plan), "p=tofrom");
  assert_null(sample_remark(plan, CLEAVE_REASON_NOT_SENT));
  it.sample->options.bisect = 4;
  assert_string_equal(types_of(&it, sample_plan(it.sample)), "p=from");
  sample_free(it.sample);
}

/* Rows of n elements: if n is negative, what is mapped is copied as the program says. */
static void negative_numbers(void **state) {
  (void)state;
  struct program it = new_program("map tofrom p 0 n*n\nmap tofrom q 0 m\nkernel\nfor i 0 n-1 1\n"
                                  "seq j 0 n-1 1\nsure p i*n+j\nkernel\nfor i 0 m-1 1\nsure q i");
  struct cleave_plan *plan = sample_plan(it.sample);
  assert_string_equal(types_of(&it, plan), "p=from q=from");
  assert_string_equal(cleave_directive_text(&it.sample->unit, plan->outer_environment),
                      "target data map(tofrom: p[0:n*n]) if(n < 0)");
  assert_string_equal(cleave_directive_text(&it.sample->unit, plan->environment),
                      "target data map(from: p[0:n*n], q[0:m]) map(alloc: a, b, g)");
  sample_free(it.sample);
  /* One kernel has no environment, so there is no other around it. */
  it = new_program("map tofrom p 0 n*n\nkernel\nfor i 0 n-1 1\nseq j 0 n-1 1\nsure p i*n+j");
  plan = sample_plan(it.sample);
  assert_string_equal(types_of(&it, plan), "p=tofrom");
  assert_null(plan->outer_environment);
  sample_free(it.sample);
}

static void schedule(void **state) {
  (void)state;
  struct program it = new_program("map tofrom p 0 n\nmap to q 0 n\nmap from r 0 n\n"
                                  "kernel\n" ALL("r q i\nw r i") "serial\nw p 0\n"
                                                                 "loop\nkernel\n" ALL("r p i") "kernel\n" ALL(
                                                                     "w p i") "done\n"
                                                                              "kernel\n" ALL("r p i"));
  struct cleave_plan *plan = sample_plan(it.sample);
  const struct cleave_transfers *transfers = plan->transfers;
  assert_int_equal(transfers->stage_count, 4);
  assert_int_equal(transfers->stages[2]->kind, CLEAVE_PLAN_CONTROL);
  const struct cleave_transfer *p = &transfers->objects[0], *r = &transfers->objects[2];
  assert_int_equal(p->first_use, 0); /* q or r may be another name of it */
  assert_int_equal(p->last_write, 2);
  assert_int_equal(p->last_use, 3);
  assert_int_equal(r->first_use, 0);
  assert_int_equal(r->last_write, 0);
  assert_int_equal(r->last_use, 0);
  assert_string_equal(cleave_transfers_words(&it.sample->unit, plan, p),
                      "'p' must be on the device before the kernel on line 3, and is final after "
                      "the loop on line 6");
  assert_string_equal(cleave_transfers_words(&it.sample->unit, plan, r),
                      "'r' is final after the kernel on line 3");
  sample_free(it.sample);
}

/* "p:0,1 q:1,-1 told:011": the objects with their first use and last write, and the stages in front of which the
 * engine is called. */
static const char *engine_of(struct program *it, const struct cleave_plan *plan) {
  struct cleave_text out = {.arena = it->sample->unit.arena};
  if (!plan->engine)
    return "none";
  for (size_t i = 0; i < plan->engine->object_count; i++) {
    const struct cleave_scheduled_object *object = &plan->engine->objects[i];
    cleave_text_format(&out, "%s:%u,%d ", cleave_expression_text(&it->sample->unit, object->address),
                       object->first_use, (int)object->last_write);
  }
  cleave_text_add(&out, "told:");
  for (size_t i = 0; i < plan->stage_count; i++)
    cleave_text_add(&out, plan->engine->is_scheduled[i] ? "1" : "0");
  return cleave_text_get(&out);
}

/* The directives in front of each stage, one a line, with the number of the stage. */
static const char *directives_of(struct program *it, const struct cleave_plan *plan) {
  struct cleave_text out = {.arena = it->sample->unit.arena};
  const struct cleave_openmp_form *form = plan->openmp;
  if (!form)
    return "none";
  for (size_t i = 0; i < plan->stage_count; i++)
    for (size_t d = 0; d < form->stages[i].count; d++)
      cleave_text_format(&out, "%zu %s\n", i,
                         cleave_directive_text(&it->sample->unit, form->stages[i].items[d]));
  cleave_text_format(&out, "- %s", form->after ? cleave_directive_text(&it->sample->unit, form->after) : "");
  return cleave_text_get(&out);
}

static void forms(void **state) {
  (void)state;
  static const struct {
    const char *program, *engine, *tasks, *plain;
  } rows[] = {
      /* What stands behind may be what stands in front: q, not p, has one stage. */
      {"map tofrom p 0 n\nmap tofrom q 1 n\nkernel\n" ALL("add p i") "kernel\n" ALL("add q i"),
       "p:0,0 &q[1]:1,1 told:11",
       "0 target enter data map(to: q[1:n]) nowait depend(out: cleave_sent_1) if(cleave_async)\n"
       "1 taskwait depend(in: cleave_sent_1)\n- target exit data map(from: q[1:n]) if(cleave_async)",
       "1 target enter data map(to: q[1:n])\n- target exit data map(from: q[1:n])"},
      /* Mapped behind p, and unmapped before it. */
      {"map tofrom p 0 n\nmap to q 0 n\nkernel\n" ALL("r x") "kernel\n" ALL("add p i\nr q i"),
       "p:1,1 q:1,-1 told:01",
       "0 target enter data map(to: p[0:n], q[0:n]) nowait depend(out: cleave_sent_1) if(cleave_async)\n"
       "1 taskwait depend(in: cleave_sent_1)\n- target exit data map(from: p[0:n]) map(release: q[0:n]) "
       "if(cleave_async)",
       "1 target enter data map(to: p[0:n], q[0:n])\n- target exit data map(from: p[0:n]) map(release: q[0:n])"},
      {"map to q 0 n\nmap tofrom p 0 n\nkernel\n" ALL("add p i") "kernel\n" ALL("r q i"),
       "p:0,0 q:1,-1 told:11",
       "0 target enter data map(to: p[0:n]) if(cleave_async)\n"
       "1 target exit data map(from: p[0:n]) nowait if(cleave_async)\n- ",
       "0 target enter data map(to: p[0:n])\n1 target exit data map(from: p[0:n])\n- "},
      /* Arrays have one name. */
      {"kernel\n" ALL("add a i") "kernel\n" ALL("r b i"), "a:0,0 b:1,-1 told:11",
       "0 target enter data map(to: a) if(cleave_async)\n"
       "0 target enter data map(to: b) nowait depend(out: cleave_sent_1) if(cleave_async)\n"
       "1 target exit data map(from: a) nowait if(cleave_async)\n1 taskwait depend(in: cleave_sent_1)\n"
       "- target exit data map(release: b) if(cleave_async)",
       "0 target enter data map(to: a)\n1 target enter data map(to: b)\n"
       "1 target exit data map(from: a)\n- target exit data map(release: b)"},
      /* A pointer that no clause maps may lead to each, as may a function that is not visible. */
      {"map tofrom p 0 n\nkernel\n" ALL("w u i") "kernel\n" ALL("add p i"), "p:0,1 told:10", "none", "none"},
      {"map tofrom p 0 n\ncall\nr x\nkernel\n" ALL("add p i"), "p:0,1 told:10", "none", "none"},
      /* A loop of the host is one stage. */
      {"map tofrom p 0 n\nloop\nkernel\n" ALL("add p i") "kernel\n" ALL("add p i") "done", "p:0,0 told:1",
       "none", "none"},
      {"map alloc p 0 n\nkernel\n" ALL("add p i") "kernel\n" ALL("add p i"), "none", "none", "none"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct program it = new_program(rows[i].program);
    it.sample->region.variables[find_variable(&it, "g")].sharing = CLEAVE_SHARING_DECLARE_TARGET;
    const struct cleave_plan *plan = sample_plan(it.sample);
    const char *engine = engine_of(&it, plan), *directives = directives_of(&it, plan);
    if (strcmp(engine, rows[i].engine))
      fail_msg("%s, and not %s:\n%s", engine, rows[i].engine, rows[i].program);
    if (strcmp(directives, rows[i].plain))
      fail_msg("%s\nand not\n%s:\n%s", directives, rows[i].plain, rows[i].program);
    it.sample->options.transfers = CLEAVE_COPIES_REDUCED;
    plan = sample_plan(it.sample);
    assert_true(!plan->engine && !plan->openmp);
    it.sample->options.transfers = CLEAVE_COPIES_BY_TASKS;
    plan = sample_plan(it.sample);
    assert_null(plan->engine);
    assert_string_equal(directives_of(&it, plan), rows[i].tasks);
    it.sample->options.may_call = false;
    assert_null(sample_plan(it.sample)->openmp);
    sample_free(it.sample);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(directions), cmocka_unit_test(control),  cmocka_unit_test(names),
      cmocka_unit_test(left_alone), cmocka_unit_test(forms),    cmocka_unit_test(negative_numbers),
      cmocka_unit_test(schedule),   cmocka_unit_test(deferred), cmocka_unit_test(pointers_in_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
