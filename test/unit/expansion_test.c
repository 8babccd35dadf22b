/* FILE: test/unit/expansion_test.c
 * WHAT: macros written out, places found again, and readings repeated until every expansion is of use.
 */
#include "sample.h"

static const char user_text[] = "#pragma omp target CLAUSE(LENGTH) if(N) \\\n"
                                "    MORE(x,\\\n"
                                "         y)\n"
                                "{\n"
                                "  a = SQRT(b);\n"
                                "  TWO(a,\n"
                                "      b) + 1;\n"
                                "  -MINUS;\n"
                                "}\n"
                                "TWO(outside)\n";

/* A region with these macros. */
static struct sample *sample_with_macros(void) {
  static const struct {
    const char *name, *expansion;
  } macros[] = {
      {"CLAUSE(LENGTH)", "map(a[0 : 10])"},
      {"N", "10"},
      {"MORE(x,\\\n         y)", "f(x,\ny)"},
      {"SQRT(b)", "sqrt(b)"},
      {"TWO(a,\n      b)", "a = 1;\n      b = 2"},
      {"MINUS", "-1; ()"},
      {"TWO(outside)", "x;"},
  };
  struct sample *sample = sample_new(user_text, "#pragma omp target", CLEAVE_CONSTRUCT_TARGET);
  sample_node(sample, CLEAVE_NODE_COMPOUND, CLEAVE_NO_NODE, strchr(user_text, '{'));
  sample->region.nodes[0].range.end = sample_find(sample, "TWO(outside)").begin - 1;
  for (size_t i = 0; i < sizeof macros / sizeof *macros; i++) {
    const char *name = macros[i].name[1] ? macros[i].name : "N)";
    struct cleave_invocation macro = {sample_find(sample, name), macros[i].expansion};
    macro.range.end = macro.range.begin + (uint32_t)strlen(macros[i].name);
    CLEAVE_APPEND(sample->unit.arena, sample->unit.invocations, sample->unit.invocation_count, macro);
  }
  sample->region.flags = CLEAVE_REGION_IN_MACRO;
  return sample;
}

static void only_what_is_in_the_way_is_written_out(void **state) {
  (void)state;
  struct sample *sample = sample_with_macros();
  bool wanted = true;
  struct cleave_expanded expanded = cleave_print_expand(&sample->unit, &wanted);
  assert_true(wanted);
  assert_string_equal(expanded.text, "#pragma omp target map(a[0 : 10]) if(N) \\\n"
                                     "    f(x, y) \\\n"
                                     "\n"
                                     "{\n"
                                     "  a = SQRT(b);\n"
                                     "  a = 1;\n"
                                     "      b = 2 + 1;\n"
                                     "  - -1; ();\n"
                                     "}\n"
                                     "TWO(outside)\n");
  assert_int_equal(expanded.length, strlen(expanded.text));

  struct cleave_unit again = {.arena = sample->unit.arena,
                              .text = expanded.text,
                              .length = expanded.length,
                              .original = &sample->unit,
                              .substitutions = expanded.substitutions,
                              .substitution_count = expanded.substitution_count};
  static const char *const places[][2] = {
      {"#pragma", "#pragma"}, {"map(", "CLAUSE"}, {"10])", "CLAUSE"}, {"if(N)", "if(N)"},
      {"f(x", "MORE"},        {"SQRT", "SQRT"},   {"a = 1", "TWO"},   {"b = 2", "b) + 1"},
      {"+ 1;", "+ 1;"},       {"-1;", "MINUS"},   {"}", "}"},         {"TWO(o", "TWO(o"},
  };
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    const uint32_t at = (uint32_t)(strstr(expanded.text, places[i][0]) - expanded.text);
    assert_int_equal(cleave_print_origin(&again, at), sample_find(sample, places[i][1]).begin);
    assert_int_equal(cleave_unit_line(&again, at),
                     cleave_unit_line(&sample->unit, cleave_print_origin(&again, at)));
  }
  sample_free(sample);
}

static void a_region_is_written_out_as_a_whole_or_not_at_all(void **state) {
  (void)state;
  struct sample *sample = sample_with_macros();
  bool wanted = true;
  sample->unit.invocations[3].expansion = NULL; /* in the region, though in nobody's way */
  assert_null(cleave_print_expand(&sample->unit, &wanted).text);
  assert_false(wanted);

  sample->unit.invocations[3].expansion = "sqrt(b)";
  assert_null(cleave_print_expand(&sample->unit, &wanted).text); /* nobody wants it */

  wanted = true;
  sample->unit.invocations += 3;
  sample->unit.invocation_count = 1; /* nothing is in the way */
  assert_null(cleave_print_expand(&sample->unit, &wanted).text);
  assert_false(wanted);
  sample_free(sample);
}

/* ---- Reading again --------------------------------------------------------------------------------- */

struct readings {
  struct cleave_unit *units[2]; /* what the first and the second one find */
  unsigned invocations, count;
  const char *texts[2];
};

static void read_invocations(void *context) { ((struct readings *)context)->invocations++; }

static struct cleave_unit **read_again(void *context, const struct cleave_expanded *texts) {
  struct readings *readings = context;
  assert_in_range(readings->count, 0, 1);
  readings->texts[readings->count] = texts->text;
  return readings->units[readings->count] ? &readings->units[readings->count++] : (readings->count++, NULL);
}

/* The region of sample_with_macros, read again; it is split, if it is. */
static struct cleave_unit *unit_again(struct sample *sample, bool splits) {
  struct cleave_arena *arena = sample->unit.arena;
  struct cleave_unit *unit = cleave_arena_allocate(arena, sizeof *unit);
  bool wanted = true;
  struct cleave_expanded expanded = cleave_print_expand(&sample->unit, &wanted);
  *unit = sample->unit;
  unit->text = expanded.text;
  unit->length = expanded.length;
  unit->invocation_count = 0;
  unit->regions = cleave_arena_allocate(arena, sizeof *unit->regions);
  unit->regions[0] = sample->region;
  unit->regions[0].flags = splits ? 0 : CLEAVE_REGION_IN_TEMPLATE;
  unit->regions[0].nodes = cleave_arena_allocate(arena, 2 * sizeof *unit->regions->nodes);
  unit->regions[0].node_count = 2;
  struct cleave_node *nodes = unit->regions[0].nodes;
  const char *begin = strchr(unit->text, '{'), *loop = strstr(begin, "b = 2");
  nodes[0] = sample->region.nodes[0];
  nodes[0].range =
      (struct cleave_range){(uint32_t)(begin - unit->text), (uint32_t)(strchr(begin, '}') + 1 - unit->text)};
  nodes[0].first_child = 1;
  nodes[1] = (struct cleave_node){
      .kind = CLEAVE_NODE_LOOP,
      .first_child = CLEAVE_NO_NODE,
      .next = CLEAVE_NO_NODE,
      .construct = CLEAVE_CONSTRUCT_PARALLEL | CLEAVE_CONSTRUCT_FOR,
  };
  nodes[1].directive.begin = (uint32_t)(loop - unit->text);
  nodes[1].directive.end = nodes[1].directive.begin + 2;
  nodes[1].body = nodes[1].range =
      (struct cleave_range){nodes[1].directive.begin + 2, nodes[1].directive.begin + 5};
  nodes[1].range.begin -= 2;
  return unit;
}

static struct cleave_result *drive_expanding(struct sample *sample, struct readings *readings) {
  struct cleave_unit *units[] = {&sample->unit};
  const struct cleave_reader reader = {readings, read_invocations, read_again};
  return cleave_compile_expanding(units, 1, &sample->options, &reader);
}

static void regions_out_of_macros_are_read_again(void **state) {
  (void)state;
  struct sample *sample = sample_with_macros();
  struct readings readings = {.units = {unit_again(sample, true)}};
  struct cleave_result *result = drive_expanding(sample, &readings);
  assert_int_equal(readings.invocations, 1);
  assert_int_equal(readings.count, 1);
  assert_non_null(strstr(readings.texts[0], "map(a[0 : 10])"));
  assert_true(result->transformed[0]);
  assert_non_null(strstr(result->text, "TWO(outside)"));
  bool found = false;
  for (size_t i = 0; i < result->remark_count; i++)
    found |= result->remarks[i].offset == sample_find(sample, "b) + 1").begin;
  assert_true(found); /* what is said of the loop, where the user finds it */
  sample_free(sample);
}

static void regions_that_stay_keep_their_macros(void **state) {
  (void)state;
  struct sample *sample = sample_with_macros();
  struct readings readings = {.units = {unit_again(sample, false)}};
  struct cleave_result *result = drive_expanding(sample, &readings);
  assert_int_equal(readings.count, 1);
  assert_null(result->text);
  assert_int_equal(result->remark_count, 1);
  assert_int_equal(result->remarks[0].code, CLEAVE_REASON_REGION_TEMPLATE); /* what is left in the way */

  readings = (struct readings){0}; /* no program any more */
  result = drive_expanding(sample, &readings);
  assert_int_equal(readings.count, 1);
  assert_int_equal(result->remarks[0].code, CLEAVE_REASON_REGION_MACRO);

  sample->region.flags = CLEAVE_REGION_IN_TEMPLATE; /* no macro is to blame */
  readings = (struct readings){0};
  result = drive_expanding(sample, &readings);
  assert_int_equal(readings.invocations, 0);
  assert_int_equal(result->remarks[0].code, CLEAVE_REASON_REGION_TEMPLATE);
  sample_free(sample);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(only_what_is_in_the_way_is_written_out),
      cmocka_unit_test(a_region_is_written_out_as_a_whole_or_not_at_all),
      cmocka_unit_test(regions_out_of_macros_are_read_again),
      cmocka_unit_test(regions_that_stay_keep_their_macros),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
