/* FILE: test/unit/rewrite_test.c
 * WHAT: edits and their two printed forms, and the stamp that carries them to the device's run.
 */
#include "sample.h"

#include "print/print.h"

static struct cleave_unit unit_of(const char *text) {
  return (struct cleave_unit){.arena = cleave_arena_new(), .text = text, .length = strlen(text)};
}

static struct cleave_range find(const char *text, const char *what) {
  uint32_t begin = (uint32_t)(strstr(text, what) - text);
  return (struct cleave_range){begin, begin + (uint32_t)strlen(what)};
}

static unsigned lines(const char *text) {
  unsigned count = 0;
  while (*text)
    count += *text++ == '\n';
  return count;
}

static void compiler_form_keeps_lines(void **state) {
  (void)state;
  const char *text = "a\n#pragma omp target \\\n  map(x)\n{ b; }\nc\n";
  struct cleave_unit unit = unit_of(text);
  struct cleave_piece head[] = {
      {.kind = CLEAVE_PIECE_OPEN},
      {.kind = CLEAVE_PIECE_DECLARE, .text = "int s = t;"},
      {.kind = CLEAVE_PIECE_PRAGMA, .text = "target data map(to: \"q\\\")"},
      {.kind = CLEAVE_PIECE_PRAGMA, .text = "target", .compiler_clauses = " thread_limit(x)"}};
  struct cleave_piece tail[] = {{.kind = CLEAVE_PIECE_CLOSE}};
  struct cleave_edit items[] = {{find(text, "#pragma omp target \\\n  map(x)"), head, 4, false, 0},
                                {{find(text, "{ b; }").end, find(text, "{ b; }").end}, tail, 1, false, 0}};
  struct cleave_edits edits = {items, 2};
  size_t length;
  const char *out = cleave_print_for_compiler(&unit, &edits, &length);
  assert_int_equal(strlen(out), length);
  assert_int_equal(lines(out), lines(text));
  assert_non_null(strstr(out, "_Pragma(\"omp target data map(to: \\\"q\\\\\\\")\") "
                              "_Pragma(\"omp target thread_limit(x)\") \n"));
  assert_non_null(strstr(out, "{ __attribute__((nodebug)) int s = t; _Pragma"));
  assert_non_null(strstr(out, "\n{ b; } }\nc\n"));
  cleave_arena_free(unit.arena);
}

static void columns_are_the_users(void **state) {
  (void)state;
  const char *text = "same\n  #pragma omp for\nfor (i = 0;;)\n  }\n\nlast";
  const char *rewritten = "same\n_Pragma(\"omp target\") \n{ int s; for (i = s;;)\n  x(); } }\n{}\nlast";
  struct cleave_unit unit = unit_of(text);
  size_t count;
  const struct cleave_changed_line *changed =
      cleave_print_changed_lines(&unit, rewritten, strlen(rewritten), &count);
  assert_int_equal(count, 4);
  /* A directive is where the user's is. */
  assert_int_equal(changed[0].offset, find(text, "  #pragma").begin);
  assert_int_equal(cleave_print_original_column(&changed[0], 1), 3);
  assert_int_equal(cleave_print_original_column(&changed[0], 12), 3);
  /* Inserted text is where it was inserted, and what follows keeps its place. */
  assert_int_equal(changed[1].offset, find(text, "for (i").begin);
  assert_int_equal(cleave_print_original_column(&changed[1], 3), 1);
  assert_int_equal(cleave_print_original_column(&changed[1], 19), 1);
  assert_int_equal(cleave_print_original_column(&changed[1], 21), 12);
  assert_int_equal(cleave_print_original_column(&changed[2], 3), 3);
  assert_int_equal(cleave_print_original_column(&changed[2], 10), 3);
  /* A line of nothing has its first column. */
  assert_int_equal(cleave_print_original_column(&changed[3], 2), 1);
  cleave_arena_free(unit.arena);
}

static void reader_form_is_laid_out(void **state) {
  (void)state;
  const char *text = "  #pragma omp target map(to: a)\n"
                     "  {\n"
                     "    s = a[0];\n"
                     "    t = s;\n"
                     "  #pragma omp teams\n"
                     "    if (x) y = 1;\n"
                     "  }\n"
                     "done\n";
  struct cleave_unit unit = unit_of(text);
  struct cleave_piece head[] = {{.kind = CLEAVE_PIECE_PRAGMA, .text = "target data map(to: a)"}};
  struct cleave_piece serial[] = {{.kind = CLEAVE_PIECE_PRAGMA, .text = "target map(to: a)"},
                                  {.kind = CLEAVE_PIECE_OPEN}};
  struct cleave_piece close[] = {{.kind = CLEAVE_PIECE_CLOSE}};
  uint32_t begin = find(text, "s = a[0]").begin, end = find(text, "t = s;").end;
  uint32_t one = find(text, "y = 1;").begin;
  struct cleave_edit items[] = {{find(text, "#pragma omp target map(to: a)"), head, 1, false, 0},
                                {{begin, begin}, serial, 2, false, 0},
                                {{end, end}, close, 1, false, 0},
                                {find(text, "#pragma omp teams"), NULL, 0, false, 0},
                                {{one, one}, serial, 1, false, 0}};
  struct cleave_edits edits = {items, 5};
  size_t length;
  const char *out = cleave_print_for_reader(&unit, &edits, &length);
  assert_string_equal(out, "  #pragma omp target data map(to: a)\n"
                           "  {\n"
                           "    #pragma omp target map(to: a)\n"
                           "    {\n"
                           "      s = a[0];\n"
                           "      t = s;\n"
                           "    }\n"
                           "    if (x)\n"
                           "    #pragma omp target map(to: a)\n"
                           "    y = 1;\n"
                           "  }\n"
                           "done\n");
  cleave_arena_free(unit.arena);
}

static void reader_form_breaks_long_directives(void **state) {
  (void)state;
  const char *text = "#pragma omp target\nx;\n";
  struct cleave_unit unit = unit_of(text);
  struct cleave_piece head[] = {
      {.kind = CLEAVE_PIECE_PRAGMA,
       .text = "target teams distribute parallel for map(to: aaaaaaaaaaaaaaaaaaa[0:n * n], "
               "bbbbbbbbbbbbb[0:n * n]) map(from: ccccccccccccc[0:n * n]) collapse(2)"}};
  struct cleave_edit items[] = {{find(text, "#pragma omp target"), head, 1, false, 0}};
  struct cleave_edits edits = {items, 1};
  size_t length;
  const char *out = cleave_print_for_reader(&unit, &edits, &length);
  assert_non_null(strstr(out, " \\\n    map("));
  for (const char *line = out; *line; line = strchr(line, '\n') + 1)
    assert_in_range(strcspn(line, "\n"), 0, 100);
  cleave_arena_free(unit.arena);
}

static void sorting_keeps_the_order_at_one_place(void **state) {
  (void)state;
  struct cleave_piece a = {.kind = CLEAVE_PIECE_TEXT, .text = "a"},
                      b = {.kind = CLEAVE_PIECE_TEXT, .text = "b"};
  struct cleave_edit items[] = {
      {{5, 5}, &a, 1, false, 0}, {{2, 3}, NULL, 0, false, 0}, {{5, 5}, &b, 1, false, 0}};
  struct cleave_edits edits = {items, 3};
  cleave_print_sort(&edits);
  assert_int_equal(items[0].range.begin, 2);
  assert_ptr_equal(items[1].pieces, &a);
  assert_ptr_equal(items[2].pieces, &b);
}

/* A region of two loops, planned by OPTIONS, as each of the two compiler runs would do it. */
static struct cleave_result *drive(struct sample **sample, bool widen) {
  *sample = sample_new("#pragma omp target\n"
                       "{\n"
                       "#pragma omp parallel for\n"
                       "for (i) a[i] = 0;\n"
                       "#pragma omp parallel for nowait\n"
                       "for (j) a[j] = 1;\n"
                       "}\n",
                       "#pragma omp target", CLEAVE_CONSTRUCT_TARGET);
  uint32_t a = sample_variable(*sample, "a", NULL, CLEAVE_TYPE_ARRAY, CLEAVE_SHARING_IMPLICIT_MAP);
  uint32_t root = sample_node(*sample, CLEAVE_NODE_COMPOUND, CLEAVE_NO_NODE,
                              "{\n#pragma omp parallel for\nfor (i) a[i] = 0;\n"
                              "#pragma omp parallel for nowait\nfor (j) a[j] = 1;\n}");
  uint32_t construct = CLEAVE_CONSTRUCT_PARALLEL | CLEAVE_CONSTRUCT_FOR;
  uint32_t one = sample_loop(*sample, root, construct, "#pragma omp parallel for\n", "for (i) a[i] = 0;");
  (*sample)->region.nodes[one].directive.end--;
  uint32_t two =
      sample_loop(*sample, root, construct, "#pragma omp parallel for nowait", "for (j) a[j] = 1;");
  sample_use(*sample, one, a, CLEAVE_USE_ELEMENT_WRITE);
  sample_use(*sample, two, a, CLEAVE_USE_ELEMENT_WRITE);
  (*sample)->options.widen = widen;
  return cleave_compile(&(*sample)->unit, &(*sample)->options);
}

static void host_and_device_compare_plans(void **state) {
  (void)state;
  struct sample *host_sample, *device_sample, *other_sample;
  struct cleave_result *host = drive(&host_sample, true), *device = drive(&device_sample, true);
  struct cleave_result *other = drive(&other_sample, false);
  assert_non_null(host->stamp);
  assert_true(cleave_compile_host_transforms(host->stamp));
  assert_false(cleave_compile_host_transforms(".ident \"something else\""));
  assert_false(cleave_compile_host_transforms(NULL));
  assert_null(cleave_compile_check(&device_sample->unit, device, host->stamp));
  const struct cleave_remark *remark = cleave_compile_check(&other_sample->unit, other, host->stamp);
  assert_non_null(remark);
  assert_int_equal(remark->kind, CLEAVE_REMARK_ERROR);
  assert_non_null(strstr(remark->advice, "skip=1"));
  assert_non_null(cleave_compile_check(&device_sample->unit, device, "")); /* host did nothing */
  device->stamp = NULL;                                                    /* device did nothing */
  assert_non_null(cleave_compile_check(&device_sample->unit, device, host->stamp));
  assert_null(cleave_compile_check(&device_sample->unit, device, NULL));
  sample_free(host_sample);
  sample_free(device_sample);
  sample_free(other_sample);
}

static void prefilter_never_misses_a_candidate(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool worthwhile;
  } rows[] = {
      {"#pragma omp target\n", true},
      {"#pragma  omp\ttarget map(x)\n", true},
      {"# pragma omp \\\n target parallel for\n", true},
      {"_Pragma(\"omp target\")", true},
      {"#define OMP(x) _Pragma (#x)\n", true},
      {"_Pragma(\"omp simd\") int my_Pragma(int);", false},
      {"#pragma omp target teams\n", true},
      {"#pragma omp target teams map(x)\n", true},
      {"#pragma omp target teams distribute parallel for\n", true},
      {"#pragma omp target teams distribute\n", false},
      {"#pragma omp target teams distribute simd\n", false},
      {"#pragma omp target teams loop\n", false},
      {"#pragma omp target data map(x)\n#pragma omp target update to(x)\n", false},
      {"#pragma omp target enter data map(x)\n", false},
      {"#pragma omp target data map(x)\n#pragma omp target parallel\n", true},
      {"#pragma omp parallel for\nint target, omp;", false},
      {"#pragma omp declare target\n", false},
      {"#pragma cleave pin(off)\nint main(void);", true},
      {"# pragma \\\n cleave pin(off)", true},
      {"_Pragma(\"cleave pin(off)\")", true},
      {"int cleave(void); /* pragma, cleave */", false},
      {"#pragma cleaver", false},
      {"", false},
      {"#pragma omp /* x */ target\n", true},
      {"#pragma /* x */ omp target\n", true},
      {"#pragma omp /* x\n */ /**/ target parallel\n", true},
      {"#pragma omp T map(x)\n", true}, /* a macro, of any file */
      {"#pragma omp tar\\\nget\n", true},
      {"#pragma o\\\nmp target\n", true},
      {"#prag\\\nma omp target\n", true},
      {"#pragma c\\\r\nleave pin(off)\n", true},
      {"#pragma omp metadirective when(device = {kind(host)} : target)\n", true},
      {"#pragma omp begin metadirective\n", true},
      {"#pragma omp begin declare target\n#pragma omp end declare target\n", false},
      {"[[omp::directive(target)]]", true},
      {"[[using omp : directive(target)]]", true},
      {"PRAGMA(omp\n target)", true},
      {"#pragma omp target teams loop LAST(x)\n", true},
      {"#pragma omp target teams distribute map(x) lastprivate(x)\n", true},
      {"#pragma omp target teams /**/ loop map(f(x)), device(1) // one\n", false},
      {"_Pragma(\"omp target teams distribute map(x)\")", false},
      {"#pragma omp parallel for /* target */\n#pragma omp critical(target)\n", false},
      {"#include <omp.h>\n// omp is (omp)\n#include \"omp.h\"\n", false},
      {"_Pragma /* x */ (OMP)", true},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (cleave_compile_may_transform(rows[i].text, strlen(rows[i].text)) != rows[i].worthwhile)
      fail_msg("wrong about: %s", rows[i].text);
  size_t at = 0;
  struct cleave_include include;
  static const char text[] = "# /* x */ include /* y */ \"a.h\"\n#inc\\\nlude <b.h>\n";
  assert_true(cleave_compile_next_include(text, sizeof text - 1, &at, &include));
  assert_int_equal(include.length, 3);
  assert_memory_equal(include.name, "a.h", 3);
  assert_true(cleave_compile_next_include(text, sizeof text - 1, &at, &include));
  assert_memory_equal(include.name, "b.h", 3);
  assert_false(cleave_compile_next_include(text, sizeof text - 1, &at, &include));
}

/* The words of pragmas are compared, too, even those that change no text. */
static void host_and_device_compare_wishes(void **state) {
  (void)state;
  struct sample *host_sample, *device_sample;
  struct cleave_result *host = drive(&host_sample, true), *device = drive(&device_sample, true);
  assert_null(cleave_compile_check(&device_sample->unit, device, host->stamp));
  device_sample->region.hints = CLEAVE_HINT_PIN_OFF;
  device = cleave_compile(&device_sample->unit, &device_sample->options);
  assert_non_null(cleave_compile_check(&device_sample->unit, device, host->stamp));
  device_sample->region.hints = 0;
  for (size_t i = 0; i < device_sample->region.node_count; i++)
    device_sample->region.nodes[i].hints =
        device_sample->region.nodes[i].kind == CLEAVE_NODE_LOOP ? CLEAVE_HINT_GEOMETRY_OFF : 0;
  device = cleave_compile(&device_sample->unit, &device_sample->options);
  assert_non_null(cleave_compile_check(&device_sample->unit, device, host->stamp));
  sample_free(host_sample);
  sample_free(device_sample);
}

/* The stamp speaks of all files; bisect= counts through them; an error in one keeps all as they are. */
static void files_are_driven_together(void **state) {
  (void)state;
  struct sample *samples[2];
  struct cleave_result *alone = drive(&samples[0], true);
  (void)drive(&samples[1], true);
  const struct cleave_unit *units[] = {&samples[0]->unit, &samples[1]->unit};
  struct cleave_options options = samples[0]->options;
  struct cleave_result *both = cleave_compile_files(units, 2, &options);
  assert_string_equal(both[0].text, alone->text);
  assert_string_equal(both[1].text, alone->text);
  assert_null(both[1].stamp);
  assert_true(strlen(both[0].stamp) > strlen(alone->stamp));
  size_t file;
  assert_null(cleave_compile_check_files(units, 2, both, both[0].stamp, &file));

  options.bisect = 4; /* one split, two loops, their transfers: all of the first file */
  both = cleave_compile_files(units, 2, &options);
  assert_non_null(both[0].text);
  assert_null(both[1].text);
  assert_string_equal(both[0].stamp, alone->stamp);

  options.bisect = -1;
  samples[1]->region.line = 99;
  struct cleave_result *moved = cleave_compile_files(units, 2, &options);
  assert_non_null(cleave_compile_check_files(units, 2, moved, alone->stamp, &file));
  assert_int_equal(file, 1);

  struct cleave_pragma pragma = {CLEAVE_PRAGMA_LOOP, 0, CLEAVE_HINT_SPLIT_OFF, 0, {0, 0}};
  samples[1]->unit.pragmas = &pragma;
  samples[1]->unit.pragma_count = 1;
  both = cleave_compile_files(units, 2, &options);
  assert_null(both[0].text);
  assert_null(both[0].stamp);
  assert_int_equal(both[1].remarks[0].code, CLEAVE_REASON_PRAGMA_PLACE);
  sample_free(samples[0]);
  sample_free(samples[1]);
}

static void includes_are_found(void **state) {
  (void)state;
  static const char text[] = "#include <a.h>\n # include \"b/c.h\" // d\n#include NAME\n"
                             "#include_next <e.h>\n#define include x\n#includes <f.h>\n#import \"g\"";
  static const struct {
    const char *name;
    bool angled;
  } rows[] = {{"a.h", true}, {"b/c.h", false}, {NULL, false}, {"e.h", true}, {"g", false}};
  struct cleave_include include;
  size_t at = 0;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    assert_true(cleave_compile_next_include(text, strlen(text), &at, &include));
    if (!rows[i].name) {
      assert_null(include.name);
      continue;
    }
    assert_int_equal(include.length, strlen(rows[i].name));
    assert_memory_equal(include.name, rows[i].name, include.length);
    assert_int_equal(include.angled, rows[i].angled);
  }
  assert_false(cleave_compile_next_include(text, strlen(text), &at, &include));
  at = 0; /* an end that is missing */
  assert_true(cleave_compile_next_include("#include \"a", 11, &at, &include));
  assert_null(include.name);
}

static void text_of_a_directive_is_normalized(void **state) {
  (void)state;
  const char *text = "map(to: a[0:n], /* why */ \\\n\t b[ 0 : n ]) no\\\nwa\\\r\nit // end";
  struct cleave_unit unit = unit_of(text);
  struct cleave_range all = {0, (uint32_t)strlen(text)};
  struct cleave_token tokens[] = {{CLEAVE_TOKEN_COMMENT, find(text, "/* why */"), NULL},
                                  {CLEAVE_TOKEN_WORD, find(text, "no\\\nwa\\\r\nit"), "nowait"},
                                  {CLEAVE_TOKEN_COMMENT, find(text, "// end"), NULL}};
  unit.tokens = (struct cleave_tokens){tokens, 3};
  assert_string_equal(cleave_unit_text(&unit, all), "map(to: a[0:n], b[ 0 : n ]) nowait");

  unit.text = text = "a  =  \"x  \\\n  y\"  + 1'000  ;";
  all.end = (uint32_t)strlen(text);
  tokens[0] = (struct cleave_token){CLEAVE_TOKEN_LITERAL, find(text, "\"x  \\\n  y\""), NULL};
  unit.tokens.count = 1;
  assert_string_equal(cleave_unit_text(&unit, all), "a = \"x    y\" + 1'000 ;");
  cleave_arena_free(unit.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(compiler_form_keeps_lines),
      cmocka_unit_test(columns_are_the_users),
      cmocka_unit_test(reader_form_is_laid_out),
      cmocka_unit_test(reader_form_breaks_long_directives),
      cmocka_unit_test(sorting_keeps_the_order_at_one_place),
      cmocka_unit_test(host_and_device_compare_plans),
      cmocka_unit_test(host_and_device_compare_wishes),
      cmocka_unit_test(files_are_driven_together),
      cmocka_unit_test(includes_are_found),
      cmocka_unit_test(prefilter_never_misses_a_candidate),
      cmocka_unit_test(text_of_a_directive_is_normalized),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
