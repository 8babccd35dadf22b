/* FILE: test/unit/body_test.c
 * WHAT: the textual form of bodies (model/body_text.h): reading and writing are inverse, and a wrong text has an error.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/arena.h"
#include "model/body.h"
#include "model/body_text.h"
#include "model/clause.h"

/* Texts as cleave_body_text returns them, without ranges. Together they have all kinds of nodes and properties. */
static const char *const written[] = {
    "(body :directive\n"
    "  (variable i int)\n"
    "  (variable n int v0 :kept)\n"
    "  (variable a double[100] v1)\n"
    "  (variable b double* v2 :firstprivate)\n"
    "  (for (declare i 0) (< i n) (++ i)\n"
    "    (= (at a i) (* 2.0 (at b (+ i 1))))))\n",

    /* Sharing, types, conversions, sections. */
    "(body :directive :associated 2 :other-clause :wraps :types-may-alias\n"
    "  (type T0 record \"struct point\" :bytes 16)\n"
    "  (type T1 enumeration \"enum color\" :signed :scoped :bits 32 :bytes 4)\n"
    "  (type T2 record \"union both\" :union :holds-pointers :bytes 8 :spelling \"both\")\n"
    "  (type T3 integer \"_Atomic(int)\" :signed :atomic :plain :bits 32 :bytes 4)\n"
    "  (variable i unsigned_long :private)\n"
    "  (variable j long_long :lastprivate :order 7)\n"
    "  (variable s float v3 :reduction \"max\")\n"
    "  (variable t float :operation \"+\")\n"
    "  (variable p T0.const* v0 :global)\n"
    "  (variable c T1.volatile)\n"
    "  (variable u T2&)\n"
    "  (variable z T3.const&&)\n"
    "  (variable n int v4)\n"
    "  (variable m double[10][n]* v5)\n"
    "  (variable r char*.restrict)\n"
    "  (variable this T0* :this)\n"
    "  (section p (dimension 0 n))\n"
    "  (section m (dimension () n) (dimension 0 10) :map 1)\n"
    "  (section (. (* this) \"u\" double* :accessible) (dimension 0 n) :map 2)\n"
    "  (for (= i (convert unsigned_long 0)) (< i (convert unsigned_long n)) (++ i)\n"
    "    (for :hint (= j (convert long_long 1 :cast :value 1)) (>= j (convert long_long n :as same)) (-= j (convert long_long 2L))\n"
    "      (block))))\n",

    /* Statements. */
    "(body\n"
    "  (variable k int)\n"
    "  (variable x#1 int)\n"
    "  (variable x#2 int :callees)\n"
    "  (variable y int&)\n"
    "  (for (empty) () ()\n"
    "    (block\n"
    "      (declarations\n"
    "        (declare k 5 :parenthesized)\n"
    "        (declare x#1)\n"
    "        (declare x#2 1 :equals))\n"
    "      (declare y x#1)\n"
    "      (declare-other)\n"
    "      (if k\n"
    "        (break)\n"
    "        else\n"
    "        (continue))\n"
    "      (while (! k)\n"
    "        (post-- k))\n"
    "      (do\n"
    "        (-- k)\n"
    "        (&& k x#1))\n"
    "      (switch k\n"
    "        (block\n"
    "          (case\n"
    "            (empty))))\n"
    "      (evaluate :hint k)\n"
    "      (atomic :other-clause :pragma-operator\n"
    "        (+= x#1 1 :computed long :contract off))\n"
    "      (opaque-statement (code \"AsmStmt\" (use k read write address) (use x#1) :loops 2 :jump)))))\n",

    /* Values and places; the type of comparisons is bool. */
    "(body :directive :truth bool\n"
    "  (type T0 record \"struct point\" :bytes 16)\n"
    "  (variable i int)\n"
    "  (variable a double*[4] v0)\n"
    "  (variable s T0 v1)\n"
    "  (variable #3 int* :callees)\n"
    "  (variable x#4 int& :callees)\n"
    "  (variable x#5 double)\n"
    "  (for (declare i 0) (< i 010u :type int) (post++ i)\n"
    "    (block\n"
    "      (= (. s \"x\" double :index 1) (? (!= i 1) (- x#5) (~ x#5) :type float))\n"
    "      (= (. (* (& s)) \"y\" double :is-kept :assigned) (at (at a i) 1.5e3f :type float) :type void)\n"
    "      (+= (choose i x#5 x#5) (call \"fmax\" double x#5 (convert double i) :no-effects :mathematical :cheap))\n"
    "      (= (after (= i 0) i) (comma 1 (constant \"RED\" int 2)))\n"
    "      (= x#5 (list T0 1 (opaque int (code () (use s element-read protected assigned-first)) i)))\n"
    "      (= (unknown double (code \"a \\\"b\\\" \\\\ \\n\")) (constant () double))\n"
    "      (= x#5 (inline \"f\" int\n"
    "          (block\n"
    "            (declare #3 (& i :type void*))\n"
    "            (declare x#4 (* #3))\n"
    "            (if x#4\n"
    "              (return))\n"
    "            (return-place (temporary (+ (* #3) 1)))\n"
    "            (return (+ #3 1 :subscript :reversed :contract expression)))))\n"
    "      (|| (read a) (decay a :type int* :value 3)))))\n",
};

static struct cleave_body *read_body(struct cleave_arena *arena, const char *text) {
  const char *error;
  struct cleave_body *body = cleave_body_read(arena, text, &error);
  if (!body)
    fail_msg("%s in\n%s", error, text);
  return body;
}

static void check_same(const char *text, const char *expected) {
  if (strcmp(text, expected) != 0)
    fail_msg("written:\n%s\nexpected:\n%s", text, expected);
}

static void writes_what_was_read(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
    struct cleave_arena *arena = cleave_arena_new();
    check_same(cleave_body_text(arena, read_body(arena, written[i]), /*with_ranges=*/false), written[i]);
    cleave_arena_free(arena);
  }
}

/* The ranges of nodes are their places in the text, unless the text says others. Written with ranges, they stay. */
static void keeps_ranges(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
    struct cleave_arena *arena = cleave_arena_new();
    const char *first = cleave_body_text(arena, read_body(arena, written[i]), /*with_ranges=*/true);
    check_same(cleave_body_text(arena, read_body(arena, first), /*with_ranges=*/true), first);
    check_same(cleave_body_text(arena, read_body(arena, first), /*with_ranges=*/false), written[i]);
    cleave_arena_free(arena);
  }
}

static void writes_ranges(void **state) {
  (void)state;
  static const char text[] =
      "(body\n"
      "  (variable i int :declared 9)\n"
      "  (for@5-60 (declare@10-19 i 0@18-19) (<@20-25/22~ i@20-21 (+@24-25@23-26 i@24-24 i@25-25~)) ()"
      " :keyword 5\n"
      "    (evaluate@40-50 (= @41-49 i@41-42 1@45-46))))\n";
  struct cleave_arena *arena = cleave_arena_new();
  char *corrected = cleave_arena_copy(arena, text, strlen(text));
  memmove(strstr(corrected, " @41"), "@41-49 i@41-42 1@45-46))))\n", sizeof "@41-49 i@41-42 1@45-46))))\n");
  const struct cleave_body *body = read_body(arena, corrected);
  check_same(cleave_body_text(arena, body, /*with_ranges=*/true), corrected);
  const struct cleave_body_statement *loop = body->statement;
  assert_int_equal(loop->text.begin, 5);
  assert_int_equal(loop->text.end, 60);
  assert_int_equal(loop->value->text.at, 22);
  assert_false(loop->value->text.is_exact);
  assert_int_equal(loop->value->right->text.begin, 24);
  assert_int_equal(loop->value->right->whole.begin, 23);
  assert_int_equal(loop->value->right->whole.end, 26);
  assert_int_equal(body->variables[0]->declared_at, 9);
  cleave_arena_free(arena);
}

static void has_usual_ranges(void **state) {
  (void)state;
  static const char text[] = "(body (variable i int) (for (empty) (< i 10) () (break)))";
  struct cleave_arena *arena = cleave_arena_new();
  const struct cleave_body *body = read_body(arena, text);
  assert_ptr_equal(strstr(text, "(for"), text + body->statement->text.begin);
  assert_int_equal(body->statement->text.end, strlen(text) - 1);
  assert_int_equal(body->statement->keyword, body->statement->text.begin + 1);
  assert_ptr_equal(strstr(text, "10"), text + body->statement->value->right->text.begin);
  assert_ptr_equal(strstr(text, "i int"), text + body->variables[0]->declared_at);
  assert_true(body->statement->whole.is_exact);
  cleave_arena_free(arena);
}

/* What a person leaves out. */
static void completes_types(void **state) {
  (void)state;
  struct cleave_arena *arena = cleave_arena_new();
  const struct cleave_body *body = read_body(
      arena, "; a comment\n(body (variable a double[2][3]) (variable p double*) (variable i short)\n"
             "  (variable n long) (variable v double[n]* v3) (variable f float[n].const&)\n"
             "  (block (= (at (at a i) 1) (at p n)) ; another one\n"
             "    (< i n) (convert int i) (convert double i) (convert double* p) (convert _Bool n)))");
  const struct cleave_body_type *array = body->variables[0]->type;
  assert_string_equal(array->name, "double[2][3]");
  assert_string_equal(array->element->name, "double[3]");
  assert_int_equal(array->extent->constant, 2);
  assert_int_equal(array->bytes, 48);
  assert_string_equal(body->variables[1]->type->name, "double *");
  assert_string_equal(body->variables[4]->type->name, "double (*)[n]");
  assert_string_equal(body->variables[4]->type->spelling, "");
  assert_ptr_equal(body->variables[4]->type->element->extent->place->variable, body->variables[3]);
  assert_string_equal(body->variables[5]->type->name, "const float (&)[n]");
  assert_non_null(body->variables[5]->type->element->extent);
  const struct cleave_body_statement *const *children =
      (const struct cleave_body_statement *const *)body->statement->children;
  const struct cleave_body_value *assigned = children[0]->value;
  assert_string_equal(assigned->type->name, "double");
  assert_string_equal(assigned->place->type->name, "double");
  assert_int_equal(assigned->place->pointer->left->kind, CLEAVE_BODY_DECAY);
  assert_string_equal(assigned->place->pointer->left->type->name, "double *");
  assert_int_equal(assigned->right->place->pointer->left->kind, CLEAVE_BODY_READ);
  assert_ptr_equal(assigned->right->place->pointer->left->type, body->variables[1]->type);
  assert_string_equal(children[1]->value->type->name, "int");
  assert_int_equal(children[2]->value->conversion, CLEAVE_BODY_TO_INTEGER);
  assert_int_equal(children[3]->value->conversion, CLEAVE_BODY_NUMERIC);
  assert_int_equal(children[4]->value->conversion, CLEAVE_BODY_SAME);
  assert_int_equal(children[5]->value->conversion, CLEAVE_BODY_NUMERIC);
  cleave_arena_free(arena);
}

static void reads_literals(void **state) {
  (void)state;
  static const struct {
    const char *word, *type;
    long long constant; /* -1: none */
  } rows[] = {{"7", "int", 7},
              {"0x10u", "unsigned int", 16},
              {"5000000000", "long", 5000000000},
              {"1l", "long", 1},
              {"2LLU", "unsigned long long", 2},
              {"1.", "double", -1},
              {"2e3F", "float", -1},
              {"1.5L", "long double", -1},
              {"4000000000u", "unsigned int", 4000000000},
              {"18446744073709551615u", "unsigned long", -1}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct cleave_arena *arena = cleave_arena_new();
    const struct cleave_body *body = read_body(arena, cleave_arena_format(arena, "(body %s)", rows[i].word));
    const struct cleave_body_value *value = body->statement->value;
    assert_int_equal(value->kind, CLEAVE_BODY_CONSTANT);
    assert_string_equal(value->type->name, rows[i].type);
    assert_int_equal(value->has_constant, rows[i].constant != -1);
    if (value->has_constant)
      assert_int_equal(value->constant, rows[i].constant);
    cleave_arena_free(arena);
  }
}

static void says_what_is_wrong(void **state) {
  (void)state;
  static const struct {
    const char *text, *error;
  } rows[] = {
      {"", "line 1: a body is a list in parentheses"},
      {"(body", "line 1: the list has no end"},
      {"(loop)", "line 1: a body begins with (body"},
      {"(body)", "line 1: a body has types and variables, then sections, then one statement"},
      {"(body 1\n2)", "line 2: a body has types and variables, then sections, then one statement"},
      {"(body 1) x", "line 1: more follows the body"},
      {"(body\n (break\n  1))", "line 2: 'break' has 1 operands, not 0"},
      {"(body\n\n (if 1))", "line 3: 'if' has 1 operands, not 2"},
      {"(body x)", "line 1: 'x' is no variable"},
      {"(body (variable x real) x)", "line 1: 'real' is no type"},
      {"(body (variable x int) (variable x int) x)", "line 1: two variables have the label 'x'"},
      {"(body (variable x int v) x)", "line 1: a number is expected instead of ''"},
      {"(body (variable x int 3) x)", "line 1: the index in the region is vN, not '3'"},
      {"(body (variable x int :static) x)", "line 1: ':static' is no property of 'variable'"},
      {"(body (variable x int :order) x)", "line 1: ':order' has no value"},
      {"(body (variable x int :order -2) x)", "line 1: the value of ':order' is too small"},
      {"(body (variable p int*) (at p))", "line 1: 'at' has 1 operands, not 2"},
      {"(body (variable x int) (at x 1))", "line 1: 'at' needs a pointer or an array"},
      {"(body (+= 1 2))", "line 1: '1' is no variable"},
      {"(body (= (+ 1 2) 2))", "line 1: a place is expected instead of '+'"},
      {"(body (if (break) 1))", "line 1: a value is expected instead of 'break'"},
      {"(body (frobnicate 1))", "line 1: a statement is expected instead of 'frobnicate'"},
      {"(body ())", "line 1: a statement is expected instead of ''"},
      {"(body \"x\")", "line 1: a statement is expected instead of 'x'"},
      {"(body (call 1 2 3))", "line 1: '2' is no type"},
      {"(body (call \"f int))", "line 1: a string has no end"},
      {"(body (call \"\\x\" int))", "line 1: a string contains an unknown '\\' sequence"},
      {"(body 1@2)", "line 1: a range is @BEGIN-END: a '-' is missing"},
      {"(body 1@x)", "line 1: a range is @BEGIN-END, not '@x'"},
      {"(body 1@2-3x)", "line 1: 'x' follows a range"},
      {"(body 1@2-99999999999)", "line 1: the offset 99999999999 is too large"},
      {"(body @2-3)", "line 1: there is no word before the range"},
      {"(body (convert int 1 :as new))", "line 1: 'new' is no kind of conversion"},
      {"(body (+ 1 2 :contract maybe))", "line 1: 'maybe' is no way to contract"},
      {"(body (type T thing \"x\") 1)",
       "line 1: a type is defined by (type NAME KIND \"name\"), and 'thing' is no kind"},
      {"(body (type T pointer \"x\") 1)", "line 1: :element is missing"},
      {"(body (type int record \"x\") (type int record \"x\") 1)",
       "line 1: the type 'int' is defined twice, or after its use"},
      {"(body (variable x int) (section x (dimension 0 1)) 1)", "line 1: 'x' is no pointer and no array"},
      {"(body (variable x int*) (section x (dimension 0 1) (dimension 0 1)) 1)",
       "line 1: 'x' has fewer dimensions"},
      {"(body (opaque int 1))", "line 1: a list is expected instead of '1'"},
      {"(body (opaque int (code \"x\" (use y))))", "line 1: 'y' is no variable"},
      {"(body :associated 100 1)", "line 1: the number of associated loops is not between 1 and 64"},
      {"(body (variable x int) (decay x))", "line 1: only an array decays"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct cleave_arena *arena = cleave_arena_new();
    const char *error = NULL;
    if (cleave_body_read(arena, rows[i].text, &error))
      fail_msg("no error: %s", rows[i].text);
    assert_non_null(error);
    if (strcmp(error, rows[i].error) != 0)
      fail_msg("%s: '%s' instead of '%s'", rows[i].text, error, rows[i].error);
    cleave_arena_free(arena);
  }
}

static void limits_depth(void **state) {
  (void)state;
  enum { DEPTH = 100000 };
  struct cleave_arena *arena = cleave_arena_new();
  char *text = cleave_arena_allocate(arena, 2 * DEPTH + 8);
  strcpy(text, "(body ");
  memset(text + 6, '(', DEPTH);
  const char *error;
  assert_null(cleave_body_read(arena, text, &error));
  assert_string_equal(error, "line 1: more than 1000 lists are inside of each other");
  cleave_arena_free(arena);
}

/* A number that follows from the one before. */
static uint32_t next(uint32_t *state) {
  *state = *state * 1664525 + 1013904223;
  return *state >> 8;
}

/* Changed texts have an error, or are read and written. */
static void survives_changes(void **state) {
  (void)state;
  enum { CHANGES = 20000 };
  uint32_t random = 1;
  unsigned valid = 0;
  for (unsigned round = 0; round < CHANGES; round++) {
    struct cleave_arena *arena = cleave_arena_new();
    const size_t which = next(&random) % (sizeof written / sizeof *written);
    const bool with_ranges = round % 4 == 0;
    const char *from =
        with_ranges ? cleave_body_text(arena, read_body(arena, written[which]), true) : written[which];
    const size_t length = strlen(from);
    char *text = cleave_arena_allocate(arena, 2 * length + 2);
    strcpy(text, from);
    for (unsigned change = next(&random) % 3 + 1; change; change--) {
      const size_t at = next(&random) % length, other = next(&random) % length, most = strlen(text);
      const size_t part = next(&random) % 20 + 1;
      if (at >= most || other + part >= most || at + part >= most)
        continue;
      switch (next(&random) % 4) {
      case 0: /* another character */
        text[at] = "()@#:*&-.[]\"0x ~"[next(&random) % 16];
        break;
      case 1: /* less */
        memmove(text + at, text + at + part, most - at - part + 1);
        break;
      case 2: /* another part of the same length */
        memmove(text + at, text + other, part);
        break;
      default: /* more */
        if (most + part < 2 * length) {
          memmove(text + at + part, text + at, most - at + 1);
          memmove(text + at, text + (other < at ? other : other + part), part);
        }
      }
    }
    const char *error;
    const struct cleave_body *body = cleave_body_read(arena, text, &error);
    if (body) {
      const char *once = cleave_body_text(arena, body, with_ranges);
      check_same(cleave_body_text(arena, read_body(arena, once), with_ranges), once);
      valid++;
    } else {
      assert_non_null(error);
    }
    cleave_arena_free(arena);
  }
  assert_true(valid > CHANGES / 50);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(writes_what_was_read), cmocka_unit_test(keeps_ranges),
      cmocka_unit_test(writes_ranges),        cmocka_unit_test(has_usual_ranges),
      cmocka_unit_test(completes_types),      cmocka_unit_test(reads_literals),
      cmocka_unit_test(says_what_is_wrong),   cmocka_unit_test(limits_depth),
      cmocka_unit_test(survives_changes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
