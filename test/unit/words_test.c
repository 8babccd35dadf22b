/* FILE: test/unit/words_test.c
 * WHAT: which words of inserted text a macro changes, and what becomes of the region.
 */
#include "sample.h"

#include "print/print.h"

static const char text[] = "#pragma omp target\n{ s = N; }\nend\n";

static struct sample *new_sample(void) {
  struct sample *sample = sample_new(text, "#pragma omp target", CLEAVE_CONSTRUCT_TARGET);
  sample_node(sample, CLEAVE_NODE_COMPOUND, CLEAVE_NO_NODE, strchr(text, '{'));
  sample->region.nodes[0].range = sample_find(sample, "{ s = N; }");
  sample_variable(sample, "s", "real", CLEAVE_TYPE_FLOATING, CLEAVE_SHARING_FIRSTPRIVATE);
  return sample;
}

/* The macro that is found for a piece of KIND with the text INSERTED, where MACRO alone is defined. */
static const char *found(struct sample *sample, struct cleave_macro macro, enum cleave_piece_kind kind,
                         const char *inserted) {
  struct cleave_piece piece = {.kind = kind, .text = inserted};
  struct cleave_edit edit = {.range = {0, 0}, .pieces = &piece, .piece_count = 1};
  sample->unit.macros = &macro;
  sample->unit.macro_count = 1;
  const char *name = cleave_print_find_macro(&sample->unit, &sample->region, &edit, 1);
  sample->unit.macros = NULL;
  sample->unit.macro_count = 0;
  return name;
}

static const struct cleave_range everywhere = {0, UINT32_MAX};

static void words_count_where_the_macro_is_defined(void **state) {
  (void)state;
  struct sample *sample = new_sample();
  const char *directive = "target data map(to: s)";
  const uint32_t begin = sample->region.offset, end = sample->region.nodes[0].range.end;
  assert_string_equal(
      found(sample, (struct cleave_macro){"to", false, everywhere}, CLEAVE_PIECE_PRAGMA, directive), "to");
  assert_null(
      found(sample, (struct cleave_macro){"from", false, everywhere}, CLEAVE_PIECE_PRAGMA, directive));
  assert_null(found(sample, (struct cleave_macro){"t", false, everywhere}, CLEAVE_PIECE_PRAGMA, directive));
  assert_null(found(sample, (struct cleave_macro){"top", false, everywhere}, CLEAVE_PIECE_PRAGMA, directive));
  assert_null(found(sample, (struct cleave_macro){"to", false, {0, begin}}, CLEAVE_PIECE_PRAGMA, directive));
  assert_null(
      found(sample, (struct cleave_macro){"to", false, {end, UINT32_MAX}}, CLEAVE_PIECE_PRAGMA, directive));
  assert_non_null(found(sample, (struct cleave_macro){"to", false, {end - 1, UINT32_MAX}},
                        CLEAVE_PIECE_PRAGMA, directive));
  sample_free(sample);
}

static void parameters_need_a_parenthesis(void **state) {
  (void)state;
  struct sample *sample = new_sample();
  const struct cleave_macro map = {"map", true, everywhere}, to = {"to", true, everywhere},
                            data = {"data", true, everywhere};
  assert_non_null(found(sample, map, CLEAVE_PIECE_PRAGMA, "target data map (to: s)"));
  assert_null(found(sample, to, CLEAVE_PIECE_PRAGMA, "target data map(to: s)"));
  assert_null(found(sample, data, CLEAVE_PIECE_PRAGMA, "target data"));
  assert_non_null(found(sample, data, CLEAVE_PIECE_TEXT, "x = data")); /* text of the file follows */
  sample_free(sample);
}

static void only_identifiers_are_words(void **state) {
  (void)state;
  struct sample *sample = new_sample();
  const struct cleave_macro d = {"d", false, everywhere}, e1 = {"e1", false, everywhere},
                            loop = {"loop", false, everywhere};
  assert_null(found(sample, d, CLEAVE_PIECE_STATEMENT, "f(\"%d d\\\" d\", 'd', L'\\'') /* d */; // d"));
  assert_non_null(found(sample, d, CLEAVE_PIECE_STATEMENT, "f(\"%d\", d)"));
  assert_null(found(sample, e1, CLEAVE_PIECE_STATEMENT, "x = 2.e1;"));
  assert_non_null(
      found(sample, loop, CLEAVE_PIECE_TEXT, "_Pragma(\"clang loop unroll_count(8) distribute(disable)\") "));
  sample->unit.cplusplus = true;
  assert_null(found(sample, d, CLEAVE_PIECE_STATEMENT, "x = 1'000'd + R\"(d \" d)\"[0];"));
  sample_free(sample);
}

/* `N` stands in the region, `s` and its type are cleave's to write, and `to` is a word of directives. */
static void what_the_region_contains_is_meant(void **state) {
  (void)state;
  struct sample *sample = new_sample();
  static const char *const words[] = {"s", "real", "to"};
  for (size_t i = 1; i < 3; i++)
    sample_token(&sample->unit, CLEAVE_TOKEN_WORD, sample->region.directive, words[i]);
  const struct cleave_macro m = {"M", false, everywhere}, n = {"N", false, everywhere};
  assert_non_null(found(sample, m, CLEAVE_PIECE_PRAGMA, "target map(to: a[0:M])"));
  assert_null(found(sample, n, CLEAVE_PIECE_PRAGMA, "target map(to: a[0:N])"));
  for (size_t i = 0; i < 3; i++)
    assert_non_null(found(sample, (struct cleave_macro){words[i], false, everywhere}, CLEAVE_PIECE_DECLARE,
                          "real s = to;"));
  sample_free(sample);
}

static void each_kind_of_piece_counts(void **state) {
  (void)state;
  struct sample *sample = new_sample();
  const struct cleave_macro pragma = {"_Pragma", true, everywhere}, nodebug = {"nodebug", false, everywhere},
                            widen = {"widen", false, everywhere};
  assert_non_null(found(sample, pragma, CLEAVE_PIECE_PRAGMA, "target"));
  assert_non_null(found(sample, pragma, CLEAVE_PIECE_DECLARE, "int s;"));
  assert_non_null(found(sample, nodebug, CLEAVE_PIECE_DECLARE, "int s;"));
  assert_null(found(sample, widen, CLEAVE_PIECE_HINT, "widen(off)"));
  assert_null(found(sample, widen, CLEAVE_PIECE_OPEN, NULL));
  sample_free(sample);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(words_count_where_the_macro_is_defined),
      cmocka_unit_test(parameters_need_a_parenthesis),
      cmocka_unit_test(only_identifiers_are_words),
      cmocka_unit_test(what_the_region_contains_is_meant),
      cmocka_unit_test(each_kind_of_piece_counts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
