/* FILE: test/unit/independence_test.c
 * WHAT: the proof of independence, on loops described by a few words. Each row says what a loop does
 *       and whether its iterations are independent; a row that is proved although its iterations
 *       depend on each other is a wrong program.
 *
 * A loop is a list of lines:
 *   for i 0 n-1 1       an associated loop: first value, last value, step; `?` for what is not known
 *   seq j 0 m-1 1       a loop in its body, around the lines that follow
 *   any u               a value that is another one each time
 *   div q i 4           the quotient i / 4
 *   w a i               writes a[i]; w a i j: a[i][j] with rows of m elements
 *   r a i+1             reads
 *   fit u32 i-1         the access before is what it says only if i - 1 fits in 32 bits without sign
 *   map p 0 n           an explicit map clause names n elements of p from p[0] on; map a: the variable a
 * n and m are integers of the region, k one that the loop cannot rely on; a and b are arrays, p and q
 * pointers.
 */
#include <ctype.h>
#include <stdlib.h>

#include "sample.h"

#include "fission/independence.h"
#include "model/affine.h"

static const char text[] = "#pragma omp target\n#pragma omp parallel for\nfor (;;) {}\n";

struct builder {
  struct sample *sample;
  struct cleave_loop_accesses *loop;
  const char *names[32]; /* of the dimensions */
  uint32_t around;
};

static uint32_t add_dimension(struct builder *it, const char *name, enum cleave_dimension_kind kind) {
  struct cleave_dimension dimension = {.kind = kind,
                                       .variable = CLEAVE_NO_VARIABLE,
                                       .bits = 32,
                                       .is_signed = true,
                                       .around = CLEAVE_NO_DIMENSION};
  CLEAVE_APPEND(it->sample->unit.arena, it->loop->dimensions, it->loop->dimension_count, dimension);
  const uint32_t index = (uint32_t)it->loop->dimension_count - 1;
  it->names[index] = name;
  return index;
}

static uint32_t find_dimension(struct builder *it, const char *name) {
  for (uint32_t i = 0; i < it->loop->dimension_count; i++)
    if (!strcmp(it->names[i], name))
      return i;
  const struct cleave_region *region = &it->sample->region;
  for (uint32_t i = 0; i < region->variable_count; i++)
    if (!strcmp(region->variables[i].name, name)) {
      const uint32_t symbol =
          add_dimension(it, region->variables[i].name, CLEAVE_DIMENSION_SYMBOL);
      it->loop->dimensions[symbol].variable = i;
      return symbol;
    }
  fail_msg("no variable '%s'", name);
  return 0;
}

/* "2*i*n-j+1" */
static struct cleave_polynomial polynomial(struct builder *it, const char *words) {
  struct cleave_polynomial result = {0};
  while (*words) {
    struct cleave_term term = {.coefficient = *words == '-' ? -1 : 1};
    words += *words == '-' || *words == '+';
    do {
      words += *words == '*';
      if (isdigit((unsigned char)*words)) {
        term.coefficient *= strtoll(words, (char **)&words, 10);
      } else {
        const char name[] = {*words++, 0};
        uint32_t factor = find_dimension(it, name), at = term.factor_count++;
        for (; at && term.factors[at - 1] > factor; at--)
          term.factors[at] = term.factors[at - 1];
        term.factors[at] = factor;
      }
    } while (*words == '*');
    if (term.coefficient)
      CLEAVE_APPEND(it->sample->unit.arena, result.terms, result.term_count, term);
  }
  return result;
}

static void add_counter(struct builder *it, char **words, enum cleave_dimension_kind kind) {
  const bool knows_first = strcmp(words[1], "?"), knows_last = strcmp(words[2], "?");
  const struct cleave_polynomial first = polynomial(it, knows_first ? words[1] : ""),
                                 last = polynomial(it, knows_last ? words[2] : "");
  const uint32_t index = add_dimension(it, words[0], kind);
  struct cleave_dimension *counter = &it->loop->dimensions[index];
  counter->step = atoi(words[3]);
  counter->has_first = knows_first;
  counter->first = first;
  counter->has_most = counter->step > 0 && knows_last;
  counter->has_least = counter->step < 0 && knows_last;
  counter->most = counter->least = last;
  counter->around = it->around;
  it->around = index;
}

static void add_access(struct builder *it, bool writes, char **words, size_t count) {
  struct cleave_arena *arena = it->sample->unit.arena;
  struct cleave_access access = {.writes = writes, .around = it->around};
  const struct cleave_region *region = &it->sample->region;
  while (strcmp(region->variables[access.variable].name, words[0]))
    assert_true(++access.variable < region->variable_count);
  size_t extent_count = 0;
  for (size_t i = 1; i < count; i++) {
    CLEAVE_APPEND(arena, access.subscripts, access.subscript_count, polynomial(it, words[i]));
    CLEAVE_APPEND(arena, access.extents, extent_count, polynomial(it, "m"));
  }
  CLEAVE_APPEND(arena, it->loop->accesses, it->loop->access_count, access);
}

static void add_fit(struct builder *it, const char *type, const char *value) {
  struct cleave_access *access = &it->loop->accesses[it->loop->access_count - 1];
  struct cleave_fit fit = {polynomial(it, value), (unsigned)atoi(type + 1), *type == 's', it->around};
  CLEAVE_APPEND(it->sample->unit.arena, access->fits, access->fit_count, fit);
}

static void add_map(struct builder *it, char **words, size_t count) {
  struct cleave_arena *arena = it->sample->unit.arena;
  struct cleave_region *region = &it->sample->region;
  struct cleave_map_item item = {.flags = count == 1 ? CLEAVE_MAP_WHOLE : 0};
  while (strcmp(region->variables[item.variable].name, words[0]))
    assert_true(++item.variable < region->variable_count);
  CLEAVE_APPEND(arena, region->maps, region->map_count, item);
  if (count == 1)
    return;
  struct cleave_section section = {item.variable, polynomial(it, words[1]), polynomial(it, words[2])};
  CLEAVE_APPEND(arena, it->loop->sections, it->loop->section_count, section);
}

static void add_line(struct builder *it, char *line) {
  char *words[8];
  size_t count = 0;
  for (char *word = strtok(line, " "); word; word = strtok(NULL, " "))
    words[count++] = word;
  if (!strcmp(words[0], "for"))
    add_counter(it, words + 1, CLEAVE_DIMENSION_PARALLEL);
  else if (!strcmp(words[0], "seq"))
    add_counter(it, words + 1, CLEAVE_DIMENSION_SEQUENTIAL);
  else if (!strcmp(words[0], "any"))
    add_dimension(it, words[1], CLEAVE_DIMENSION_UNKNOWN);
  else if (!strcmp(words[0], "fit"))
    add_fit(it, words[1], words[2]);
  else if (!strcmp(words[0], "map"))
    add_map(it, words + 1, count - 1);
  else if (!strcmp(words[0], "div")) {
    const struct cleave_polynomial numerator = polynomial(it, words[2]);
    struct cleave_dimension *quotient =
        &it->loop->dimensions[add_dimension(it, words[1], CLEAVE_DIMENSION_QUOTIENT)];
    quotient->numerator = numerator;
    quotient->denominator = atoi(words[3]);
  } else {
    add_access(it, *words[0] == 'w', words + 1, count - 1);
  }
}

static bool is_proved(const char *lines) {
  struct sample *sample = sample_new(text, "#pragma omp target", CLEAVE_CONSTRUCT_TARGET);
  struct builder it = {.sample = sample, .around = CLEAVE_NO_DIMENSION};
  sample_variable(sample, "a", NULL, CLEAVE_TYPE_ARRAY, CLEAVE_SHARING_MAPPED);
  sample_variable(sample, "b", NULL, CLEAVE_TYPE_ARRAY, CLEAVE_SHARING_IMPLICIT_MAP);
  sample_variable(sample, "p", "double *", CLEAVE_TYPE_POINTER, CLEAVE_SHARING_MAPPED);
  sample_variable(sample, "q", "double *", CLEAVE_TYPE_POINTER, CLEAVE_SHARING_POINTER);
  sample_variable(sample, "n", "int", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_FIRSTPRIVATE);
  sample_variable(sample, "m", "int", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_FIRSTPRIVATE);
  sample_variable(sample, "k", "int", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_MAPPED);
  const uint32_t loop =
      sample_loop(sample, CLEAVE_NO_NODE, CLEAVE_CONSTRUCT_PARALLEL | CLEAVE_CONSTRUCT_FOR,
                  "#pragma omp parallel for", "for (;;) {}");
  it.loop = cleave_arena_allocate(sample->unit.arena, sizeof *it.loop);
  sample->region.nodes[loop].accesses = it.loop;
  char *copy = cleave_arena_copy(sample->unit.arena, lines, strlen(lines)), *rest;
  for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
    add_line(&it, line);
  struct cleave_plan plan = {0};
  struct planner planner = {.unit = &sample->unit,
                            .region = &sample->region,
                            .options = &sample->options,
                            .arena = sample->unit.arena,
                            .plan = &plan};
  const char *obstacle;
  uint32_t offset;
  const bool proved = iterations_are_independent(&planner, loop, &obstacle, &offset);
  if (!proved)
    assert_non_null(obstacle);
  sample_free(sample);
  return proved;
}

struct row {
  bool independent;
  const char *loop;
};

static void check_rows(const struct row *rows, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (is_proved(rows[i].loop) != rows[i].independent)
      fail_msg("%s, but should%s be:\n%s", rows[i].independent ? "not proved" : "proved",
               rows[i].independent ? "" : " not", rows[i].loop);
}

static void one_counter(void **state) {
  (void)state;
  static const struct row rows[] = {
      {true, "for i 0 n-1 1\nw a i"},
      {true, "for i 0 n-1 1\nr a i\nw a i"},
      {true, "for i 0 n-1 1\nr a i"},
      {true, "for i 0 n-1 1\nr a i+1\nw b i"},
      {false, "for i 0 n-1 1\nr a i+1\nw a i"},
      {false, "for i 0 n-1 1\nr a i-1\nw a i"},
      {true, "for i 0 n-1 1\nw a 2*i\nr a 2*i+1"},
      {false, "for i 0 n-1 1\nw a 2*i\nr a 2*i+2"},
      {false, "for i 0 n-1 1\nw a 2*i\nr a 3*i+1"},
      {true, "for i 0 n-1 1\nw a n-i"},
      {false, "for i 0 n-1 1\nw a n-i\nr a i"},
      {false, "for i 0 n-1 1\nw a 0"},
      {false, "for i 0 n-1 1\nw a n"},
      {true, "for i 0 0 1\nw a 0"},
      /* The loop is too short to meet itself. */
      {true, "for i 0 99 1\nw a i\nr a i+100"},
      {false, "for i 0 100 1\nw a i\nr a i+100"},
      {true, "for i 0 n-1 1\nw a i\nr a i+n"},
      {false, "for i 0 n 1\nw a i\nr a i+n"},
      {true, "for i 0 ? 1\nw a i"},
      {true, "for i ? ? 0\nw a i"},
      {false, "for i ? ? 0\nw a i\nr a i+1"},
  };
  check_rows(rows, sizeof rows / sizeof *rows);
}

static void steps(void **state) {
  (void)state;
  static const struct row rows[] = {
      {true, "for i 0 n-1 2\nw a i\nr a i+1"},
      {false, "for i 0 n-1 2\nw a i\nr a i+2"},
      {true, "for i 0 n-1 4\nw a i\nr a i+1\nr a i+2\nr a i+3"},
      {true, "for i n 0 -1\nw a i"},
      {false, "for i n 0 -1\nw a i\nr a i+1"},
      {true, "for i n 0 -2\nw a i\nr a i-1"},
      {true, "for i m n 2\nw a i\nr a i+1"},
      {false, "for i ? n 2\nw a i\nr a i+1"},
  };
  check_rows(rows, sizeof rows / sizeof *rows);
}

static void nests(void **state) {
  (void)state;
  static const struct row rows[] = {
      {true, "for i 0 n-1 1\nfor j 0 m-1 1\nw a i j"},
      {false, "for i 0 n-1 1\nfor j 0 m-1 1\nw a i"},
      {false, "for i 0 n-1 1\nfor j 0 m-1 1\nw a j"},
      {false, "for i 0 n-1 1\nfor j 0 m-1 1\nw a i+j"},
      {false, "for i 0 n-2 1\nfor j 1 m-1 1\nw a i j\nr a i+1 j-1"},
      {true, "for i 0 n-1 1\nseq j 0 m-1 1\nw a i j"},
      {true, "for i 0 n-1 1\nseq j 1 m-1 1\nw a i j\nr a i j-1"},
      {false, "for i 0 n-1 1\nseq j 0 m-1 1\nw a i j\nr a i+1 j"},
      {false, "for i 0 n-1 1\nseq j 0 m-1 1\nw a j"},
      /* Triangles. */
      {true, "for i 0 m-1 1\nseq j 0 i 1\nw a i j"},
      {true, "for i 0 m-1 1\nseq j 0 i 1\nw a i j\nr a j i"}, /* they meet on the diagonal alone */
      {false, "for i 0 m-1 1\nseq j 0 i+1 1\nw a i j\nr a j i"},
      {false, "for i 0 m-1 1\nseq j 0 m-1 1\nw a i j\nr a j i"},
      {false, "for i 0 m-1 1\nseq j i m-1 1\nw a j"},
      {true, "for i 0 m-1 1\nseq j i+1 m-1 1\nw a i j\nr a j i\nr a j j"},
      /* Beyond the end of its row, a[i][j] is a[i + 1][0]. */
      {false, "for i 0 n-1 1\nseq j 0 m 1\nw a i j"},
      {false, "for i 0 n-1 1\nseq j 0-1 m-1 1\nw a i j"},
      {false, "for i 0 n-1 1\nany u\nw a i u"},
  };
  check_rows(rows, sizeof rows / sizeof *rows);
}

static void rows_in_one_subscript(void **state) {
  (void)state;
  static const struct row rows[] = {
      {true, "for i 0 n-1 1\nfor j 0 m-1 1\nw p i*m+j"},
      {true, "for i 0 n-1 1\nseq j 0 m-1 1\nw p i*m+j"},
      {false, "for i 0 n-1 1\nseq j 0 m 1\nw p i*m+j"},
      {false, "for i 0 n-1 1\nseq j 0 n-1 1\nw p i*m+j"},
      {false, "for i 0 n-1 1\nseq j 0 m-1 1\nw p j*m+i"},
      {true, "for i 0 m-1 1\nseq j 0 n-1 1\nw p j*m+i"},
      {true, "for i 0 m-1 1\nw p i*m\nr p i"},
      {false, "for i 0 m 1\nw p i*m\nr p i"},
      {false, "for i 1 m-1 1\nw p i*m\nr p i*m-m"},
      {true, "for i 1 n-1 1\nseq j 0 m-1 1\nw p i*m+j\nr p j"},
      {false, "for i 1 n-1 1\nseq j 0 m-1 1\nw p i*m+j\nr p i*m-m+j"},
      {true, "for i 0 n-1 1\nseq j 1 m-1 1\nw p i*m+j\nr p i*m+j-1"},
      {true, "for i 0 9 1\nfor j 0 n-1 1\nseq l 0 m-1 1\nw p i*n*m+j*m+l"},
      {false, "for i 0 9 1\nfor j 0 n 1\nseq l 0 m-1 1\nw p i*n*m+j*m+l"},
      {true, "for i 0 n-1 1\nseq j 0 99 1\nw p 100*i+j"},
      {false, "for i 0 n-1 1\nseq j 0 100 1\nw p 100*i+j"},
      {false, "for i 0 n-1 1\nw p i*m"},      /* m may be 0 */
      {false, "for i 0 n-1 1\nw p i*i"},
      {false, "for i 0 n-1 1\nseq j 0 k-1 1\nw p i*k+j"}, /* k may change meanwhile */
  };
  check_rows(rows, sizeof rows / sizeof *rows);
}

static void quotients_and_unknowns(void **state) {
  (void)state;
  static const struct row rows[] = {
      {false, "for i 0 n-1 1\ndiv q i 4\nw a q"},
      {true, "for i 0 n-1 4\ndiv q i 4\nw a q"},
      {false, "for i 0 n-1 1\ndiv q i 4\nw a i-4*q"},
      {true, "for i 0 3 1\ndiv q i 4\nw a i-4*q"},
      {true, "for i 0 n-1 1\ndiv q i 4\nw a 4*q+i-4*q"},
      /* -1 / 4 is 0 in C, like 1 / 4. */
      {false, "for i 0-1 1 2\ndiv q i 4\nw a q"},
      {true, "for i 0-4 4 4\ndiv q i 4\nw a q"},
      {false, "for i 0 n-1 1\nany u\nw a u"},
      {false, "for i 0 n-1 1\nany u\nw a i\nr a u"},
      {true, "for i 0 n-1 1\nany u\nr a u\nw b i"},
      {false, "for i 0 n-1 1\nw a i+k"},
      {true, "for i 0 n-1 1\nw a i+n"},
      {false, "for i 0 k 1\nw a i\nr a i+k+1"}, /* two values of k */
  };
  check_rows(rows, sizeof rows / sizeof *rows);
}

static void values_that_must_fit(void **state) {
  (void)state;
  static const struct row rows[] = {
      {true, "for i 1 n-1 1\nw a i-1\nfit u32 i-1"},
      {false, "for i 0 n-1 1\nw a i-1\nfit u32 i-1"},
      {false, "for i 0 n-1 1\nw a 64*i\nfit u8 64*i"},
      {true, "for i 0 3 1\nw a 64*i\nfit u8 64*i"},
      {false, "for i 0 3 1\nw a 64*i\nfit s8 64*i"},
      {false, "for i 0 n-1 1\nseq j 0 m-1 1\nw p i*m+j\nfit u64 i*m+j"},
      {true, "for i 0 n-1 1\nr a i-1\nfit u32 i-1\nw b i"}, /* a is not written */
  };
  check_rows(rows, sizeof rows / sizeof *rows);
}

static void names(void **state) {
  (void)state;
  static const struct row rows[] = {
      {true, "for i 0 n-1 1\nw a i\nr b 0"},
      {false, "for i 0 n-1 1\nw p i\nr q i"},
      {false, "for i 0 n-1 1\nr p i\nw q i"},
      {true, "for i 0 n-1 1\nr p i\nr q i"},
      {false, "for i 0 n-1 1\nw a i\nr p i"},
      {false, "for i 0 n-1 1\nw p i\nr b i"},
      {true, "for i 0 n-1 1\nw p i\nr n"},  /* a copy of the target construct */
      {false, "for i 0 n-1 1\nw p i\nr k"}, /* p may lead to it */
      {true, "for i 0 n-1 1\nw a i\nr k"},
      {false, "for i 0 n-1 1\nw a i\nr a i 0"},
  };
  check_rows(rows, sizeof rows / sizeof *rows);
}

static void mapped_sections(void **state) {
  (void)state;
  static const struct row rows[] = {
      {true, "map p 0 n\nmap q 0 n\nfor i 0 n-1 1\nw p i\nr q i"},
      {false, "map p 0 n\nfor i 0 n-1 1\nw p i\nr q i"},
      {false, "map p 0 n\nmap q 0 n\nfor i 0 n 1\nw p i\nr q i"},
      {false, "map p 0 n\nmap q 1 n\nfor i 0 n-1 1\nw p i\nr q i"},
      {false, "map p 0 n\nmap q 0 m\nfor i 0 n-1 1\nw p i\nr q i"},
      /* Both may lead to the same section. */
      {false, "map p 0 n\nmap q 0 n\nfor i 1 n-1 1\nw p i\nr q i-1"},
      {true, "map p 0 2*n\nmap q 0 2*n\nfor i 0 n-1 1\nw p 2*i\nr q 2*i+1"},
      {true, "map p 0 n*m\nmap q 0 n*m\nfor i 0 n-1 1\nseq j 0 m-1 1\nw p i*m+j\nr q i*m+j"},
      {false, "map p 0 n*m\nmap q 0 n*m\nfor i 0 n 1\nseq j 0 m-1 1\nw p i*m+j\nr q i*m+j"},
      {false, "map p 0 n*m-1\nmap q 0 n*m\nfor i 0 n-1 1\nseq j 0 m-1 1\nw p i*m+j\nr q i*m+j"},
      {false, "map p 1 n*m\nmap q 0 n*m\nfor i 0 n-1 1\nseq j 0 m-1 1\nw p i*m+j\nr q i*m+j"},
      /* Two sections of one pointer: which is meant? */
      {false, "map p 0 n\nmap p n n\nmap q 0 n\nfor i 0 n-1 1\nw p i\nr q i"},
      /* k on the device is not what the host took for the clause. */
      {false, "map p 0 k\nmap q 0 k\nfor i 0 k-1 1\nw p i\nr q i"},
      {true, "map p 0 n\nmap a\nfor i 0 n-1 1\nw p i\nr a 2*i"},
      {true, "map p 0 n\nmap k\nfor i 0 n-1 1\nw p i\nr k"},
      {false, "map p 0 n\nfor i 0 n-1 1\nw p i\nr a 2*i"},
      {false, "map p 0 n\nmap a 0 n\nfor i 0 n-1 1\nw p i\nr a 2*i"},
  };
  check_rows(rows, sizeof rows / sizeof *rows);
}

/* What is true of a symbol only as long as the loop lets it be. */
static void symbols_that_change(void **state) {
  (void)state;
  struct sample *sample = sample_new(text, "#pragma omp target", CLEAVE_CONSTRUCT_TARGET);
  const uint32_t a = sample_variable(sample, "a", NULL, CLEAVE_TYPE_ARRAY, CLEAVE_SHARING_MAPPED);
  const uint32_t n =
      sample_variable(sample, "n", "int", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_INSIDE);
  const uint32_t root =
      sample_node(sample, CLEAVE_NODE_COMPOUND, CLEAVE_NO_NODE, "#pragma omp target");
  const uint32_t loop =
      sample_loop(sample, root, CLEAVE_CONSTRUCT_PARALLEL | CLEAVE_CONSTRUCT_FOR,
                  "#pragma omp parallel for", "for (;;) {}");
  struct builder it = {.sample = sample, .around = CLEAVE_NO_DIMENSION};
  it.loop = cleave_arena_allocate(sample->unit.arena, sizeof *it.loop);
  sample->region.nodes[loop].accesses = it.loop;
  char line[] = "for i 0 9 1", write[] = "w a i+n";
  (void)a;
  sample_variable(sample, "m", "int", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_FIRSTPRIVATE);
  add_line(&it, line);
  add_line(&it, write);
  struct planner planner = {
      .unit = &sample->unit, .region = &sample->region, .arena = sample->unit.arena};
  const char *obstacle;
  uint32_t offset;
  assert_true(iterations_are_independent(&planner, loop, &obstacle, &offset));
  sample->region.variables[n].address_taken = true;
  assert_false(iterations_are_independent(&planner, loop, &obstacle, &offset));
  sample->region.variables[n].address_taken = false;
  sample->region.variables[n].sharing = CLEAVE_SHARING_FIRSTPRIVATE;
  assert_true(iterations_are_independent(&planner, loop, &obstacle, &offset));
  /* A pointer in the region may lead to the region's own copy. */
  sample_use(sample, root, n, CLEAVE_USE_ADDRESS);
  assert_false(iterations_are_independent(&planner, loop, &obstacle, &offset));
  sample->region.nodes[root].use_count--;
  assert_true(iterations_are_independent(&planner, loop, &obstacle, &offset));
  sample->region.variables[n].sharing = CLEAVE_SHARING_MAPPED;
  assert_false(iterations_are_independent(&planner, loop, &obstacle, &offset));
  sample->region.variables[n].sharing = CLEAVE_SHARING_INSIDE;
  sample_use(sample, loop, n, CLEAVE_USE_READ);
  assert_true(iterations_are_independent(&planner, loop, &obstacle, &offset));
  sample_use(sample, loop, n, CLEAVE_USE_WRITE);
  assert_false(iterations_are_independent(&planner, loop, &obstacle, &offset));
  sample->region.nodes[loop].accesses = NULL;
  assert_false(iterations_are_independent(&planner, loop, &obstacle, &offset));
  sample_free(sample);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_counter),
      cmocka_unit_test(steps),
      cmocka_unit_test(nests),
      cmocka_unit_test(rows_in_one_subscript),
      cmocka_unit_test(quotients_and_unknowns),
      cmocka_unit_test(values_that_must_fit),
      cmocka_unit_test(names),
      cmocka_unit_test(mapped_sections),
      cmocka_unit_test(symbols_that_change),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
