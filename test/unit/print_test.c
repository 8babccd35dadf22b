/* FILE: test/unit/print_test.c
 * WHAT: the text of expressions, directives and versions of a plan.
 */
#include "sample.h"

#include "print/value_printer.h"
#include "print/print.h"

static const char text[] = "#pragma omp target map(to: a[0 : n /* rows */][m:2]) if(n, m) schedule(static)\n";

static const struct cleave_expression *integer(struct cleave_arena *arena, int64_t value) {
  return cleave_make_constant(arena, CLEAVE_EXPRESSION_INTEGER, value);
}

/* An operand with a lower precedence than its operation is in parentheses, and one on the right with the same. */
static void operands_have_parentheses(void **state) {
  (void)state;
  struct sample *sample = sample_new(text, "#pragma omp target", CLEAVE_CONSTRUCT_TARGET);
  struct cleave_arena *arena = sample->unit.arena;
  const struct cleave_expression *source = cleave_make_source(arena, sample_find(sample, "n, m")),
                                 *name = cleave_make_name(arena, "x"), *one = integer(arena, 1);
  const struct cleave_expression *sum = cleave_make_binary(arena, CLEAVE_ADD, name, one);
  const struct cleave_expression *either = cleave_make_binary(arena, CLEAVE_OR, name, sum);
  struct cleave_expression *call = cleave_make_call(arena, CLEAVE_CALL_TILE_FIRST);
  cleave_add_argument(arena, call, source);
  cleave_add_number(arena, call, -1);
  const struct {
    const struct cleave_expression *expression;
    const char *text;
  } rows[] = {
      {source, "n, m"},
      {cleave_make_unary(arena, CLEAVE_NOT, source), "!(n, m)"},
      {cleave_make_binary(arena, CLEAVE_MULTIPLY, sum, sum), "(x + 1) * (x + 1)"},
      {cleave_make_binary(arena, CLEAVE_SUBTRACT, sum, sum), "x + 1 - (x + 1)"},
      {cleave_make_binary(arena, CLEAVE_AND, either, cleave_make_binary(arena, CLEAVE_LESS, sum, one)),
       "(x || x + 1) && x + 1 < 1"},
      {cleave_make_conditional(arena, either, source, sum), "x || x + 1 ? (n, m) : x + 1"},
      {cleave_make_cast(arena, CLEAVE_TYPE_LONG, sum), "(long)(x + 1)"},
      {cleave_make_unary(arena, CLEAVE_SIZEOF, cleave_make_unary(arena, CLEAVE_DEREFERENCE, name)),
       "sizeof *x"},
      {cleave_make_unary(arena, CLEAVE_ADDRESS_OF, cleave_make_subscript(arena, name, source)), "&x[n, m]"},
      {cleave_make_section(arena, name, NULL, one), "x[:1]"},
      {cleave_make_binary(arena, CLEAVE_COMMA, call, one), "cleave_tile_first((n, m), -1), 1"},
      {cleave_make_constant(arena, CLEAVE_EXPRESSION_FLOATING, 7), "7."},
      {cleave_make_constant(arena, CLEAVE_EXPRESSION_LONG, -7), "-7L"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    assert_string_equal(cleave_expression_text(&sample->unit, rows[i].expression), rows[i].text);
  const struct cleave_declaration declaration = {.is_constant = true, .name = "x", .value = sum};
  assert_string_equal(cleave_declaration_text(&sample->unit, &declaration), "const int x = x + 1;");
  sample_free(sample);
}

/* A replacement is printed instead of its bound; the rest of the list item is the source. */
static void bounds_are_replaced(void **state) {
  (void)state;
  struct sample *sample = sample_new(text, "#pragma omp target", CLEAVE_CONSTRUCT_TARGET);
  struct cleave_arena *arena = sample->unit.arena;
  struct cleave_bound bounds[] = {{.range = sample_find(sample, "n /* rows */")},
                                  {.range = sample_find(sample, "m:2")}};
  bounds[0].range.end = bounds[0].range.begin + 1;
  bounds[1].range.end = bounds[1].range.begin + 1;
  const struct cleave_map_item item = {
      .range = sample_find(sample, "a[0 : n /* rows */][m:2]"), .bounds = bounds, .bound_count = 2};
  const struct cleave_expression *held[] = {cleave_make_name(arena, "cleave_bound"), NULL};
  sample_comment(sample, "/* rows */");
  assert_string_equal(cleave_expression_text(&sample->unit, cleave_make_item(arena, &item, held)),
                      "a[0 :cleave_bound][m:2]");
  sample_free(sample);
}

static void clauses_are_printed_in_order(void **state) {
  (void)state;
  struct sample *sample = sample_new(text, "#pragma omp target", CLEAVE_CONSTRUCT_TARGET);
  struct cleave_arena *arena = sample->unit.arena;
  const struct cleave_clause user = {.kind = CLEAVE_CLAUSE_SCHEDULE,
                                     .range = sample_find(sample, "schedule(static)")};
  const struct cleave_expression *name = cleave_make_name(arena, "x");
  struct cleave_directive *directive = cleave_make_directive(
      arena, CLEAVE_DIRECTIVE_CONSTRUCT,
      CLEAVE_CONSTRUCT_SIMD | CLEAVE_CONSTRUCT_FOR | CLEAVE_CONSTRUCT_PARALLEL | CLEAVE_CONSTRUCT_TARGET);
  cleave_add_clause(arena, &directive->clauses,
                    (struct cleave_plan_clause){.kind = CLEAVE_CLAUSE_MAP,
                                                .map_type = CLEAVE_MAP_OTHER,
                                                .modifiers = CLEAVE_MAP_ALWAYS | CLEAVE_MAP_PRESENT});
  cleave_add_list_item(arena, &directive->clauses, name);
  cleave_add_list_item(arena, &directive->clauses, name);
  cleave_add_device(arena, &directive->clauses, NULL);
  cleave_add_device(arena, &directive->clauses, name);
  cleave_add_if(arena, &directive->clauses, CLEAVE_IF_PARALLEL, name);
  cleave_add_user_clause(arena, &directive->clauses, &user);
  cleave_add_nowait(arena, &directive->clauses);
  cleave_add_depend(arena, &directive->clauses, CLEAVE_DEPEND_INOUT, "y");
  assert_string_equal(cleave_directive_text(&sample->unit, directive),
                      "target parallel for simd map(always, present, release: x, x) device(x) "
                      "if(parallel: x) schedule(static) nowait depend(inout: y)");
  sample_free(sample);
}

/* Neighbours of one map type share a clause; one with modifiers, or of another kind, takes no other items. */
static void mapped_items_share_clauses(void **state) {
  (void)state;
  struct sample *sample = sample_new(text, "#pragma omp target", CLEAVE_CONSTRUCT_TARGET);
  struct cleave_arena *arena = sample->unit.arena;
  struct cleave_clauses clauses = {0};
  cleave_add_mapped(arena, &clauses, CLEAVE_MAP_TO, cleave_make_name(arena, "a"));
  cleave_add_mapped(arena, &clauses, CLEAVE_MAP_TO, cleave_make_name(arena, "b"));
  cleave_add_mapped(arena, &clauses, CLEAVE_MAP_ALLOC, cleave_make_name(arena, "c"));
  cleave_add_clause(arena, &clauses,
                    (struct cleave_plan_clause){.kind = CLEAVE_CLAUSE_MAP,
                                                .map_type = CLEAVE_MAP_ALLOC,
                                                .modifiers = CLEAVE_MAP_PRESENT});
  cleave_add_list_item(arena, &clauses, cleave_make_name(arena, "d"));
  cleave_add_mapped(arena, &clauses, CLEAVE_MAP_ALLOC, cleave_make_name(arena, "e"));
  cleave_add_clause(arena, &clauses, (struct cleave_plan_clause){.kind = CLEAVE_CLAUSE_FIRSTPRIVATE});
  cleave_add_list_item(arena, &clauses, cleave_make_name(arena, "f"));
  cleave_add_mapped(arena, &clauses, CLEAVE_MAP_TO, cleave_make_name(arena, "g"));
  assert_string_equal(
      cleave_clauses_text(&sample->unit, &clauses),
      " map(to: a, b) map(alloc: c) map(present, alloc: d) map(alloc: e) firstprivate(f) map(to: g)");
  sample_free(sample);
}

/* Each version wraps the form in its place; the first whose guard holds runs. */
static void versions_are_chosen_by_guards(void **state) {
  (void)state;
  static const char source[] = "#pragma omp target\nfor (i = 0; i < n; i++) a[i] = 0;\nend\n";
  struct sample *sample = sample_new(source, "#pragma omp target", CLEAVE_CONSTRUCT_TARGET);
  struct cleave_arena *arena = sample->unit.arena;
  const char *lines[] = {"for (long t = 0; t < n; t += 32)", "f(t);"};
  struct cleave_fragment fragments[] = {{sample_find(sample, "#pragma omp target"), true},
                                        {sample_find(sample, "for (i = 0; i < n; i++) a[i] = 0;"), false}};
  struct cleave_version versions[] = {
      {.guard = cleave_make_name(arena, "x"), .body = CLEAVE_BODY_GENERATED, .lines = lines, .line_count = 2},
      {.guard =
           cleave_make_binary(arena, CLEAVE_OR, cleave_make_name(arena, "y"), cleave_make_name(arena, "z")),
       .body = CLEAVE_BODY_SOURCE,
       .fragments = fragments,
       .fragment_count = 2}};
  uint32_t loop = sample_loop(sample, CLEAVE_NO_NODE, CLEAVE_CONSTRUCT_PARALLEL | CLEAVE_CONSTRUCT_FOR,
                              "#pragma omp target", "for (i = 0; i < n; i++) a[i] = 0;");
  struct cleave_plan_node kernel = {
      .kind = CLEAVE_PLAN_KERNEL,
      .node = loop,
      .directive = cleave_make_directive(arena, CLEAVE_DIRECTIVE_CONSTRUCT, CLEAVE_CONSTRUCT_TARGET),
      .free_threads = true,
      .versions = {versions, 1}};
  struct cleave_plan plan = {
      .region = &sample->region, .transforms = true, .root = &kernel, .versions = {versions + 1, 1}};
  struct cleave_edits edits = {0};
  size_t length;
  cleave_print_plan(&sample->unit, &plan, &edits);
  cleave_print_sort(&edits);
  const char limit[] = "_Pragma(\"omp target thread_limit(!__builtin_return_address(0))\") ";
  assert_string_equal(
      cleave_print_for_compiler(&sample->unit, &edits, &length),
      cleave_arena_format(arena,
                          "{ if (!(y || z)) { { if (!x) { %s\nfor (i = 0; i < n; i++) a[i] = 0; } else { %s"
                          "for (long t = 0; t < n; t += 32) f(t);  } } } else { _Pragma(\"omp target\") "
                          "for (i = 0; i < n; i++) a[i] = 0;  } }\nend\n",
                          limit, limit));
  assert_string_equal(cleave_print_for_reader(&sample->unit, &edits, &length), source);
  sample_free(sample);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operands_have_parentheses), cmocka_unit_test(bounds_are_replaced),
      cmocka_unit_test(clauses_are_printed_in_order), cmocka_unit_test(mapped_items_share_clauses),
      cmocka_unit_test(versions_are_chosen_by_guards)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
