/* FILE: test/unit/merge_test.c
 * WHAT: when the instances of a template count as one region (model/merge.h), and as which.
 */
#include "model/merge.h"

#include "sample.h"

static const char text[] = "#pragma omp target map(tofrom: a[0:n])\n"
                           "{\n"
                           "s = a[0];\n"
                           "}\n";

/* Two instances: `s` is a T in them. */
struct instances {
  struct sample *first, *second;
  uint32_t a, s, statement;
};

static struct sample *instance_new(struct instances *it) {
  struct sample *sample = sample_new(text, "#pragma omp target map(tofrom: a[0:n])", CLEAVE_CONSTRUCT_TARGET);
  it->a = sample_variable(sample, "a", "T *", CLEAVE_TYPE_POINTER, CLEAVE_SHARING_MAPPED);
  it->s = sample_variable(sample, "s", "T", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_FIRSTPRIVATE);
  sample_map(sample, it->a, CLEAVE_MAP_TOFROM, "a[0:n]");
  uint32_t root = sample_node(sample, CLEAVE_NODE_COMPOUND, CLEAVE_NO_NODE, "{\ns = a[0];\n}");
  it->statement = sample_node(sample, CLEAVE_NODE_EXPRESSION, root, "s = a[0];");
  sample_use(sample, it->statement, it->s, CLEAVE_USE_WRITE);
  sample_fact(sample, it->statement, CLEAVE_FACT_INDIRECTION, NULL);
  return sample;
}

static struct instances instances_new(void) {
  struct instances it;
  it.first = instance_new(&it);
  it.second = instance_new(&it);
  return it;
}

/* Merges the second instance into the first. */
static bool merge(struct instances *it) {
  return cleave_region_merge(it->first->unit.arena, &it->first->region, &it->second->region);
}

static void instances_free(struct instances *it) {
  sample_free(it->first);
  sample_free(it->second);
}

static struct cleave_variable *variable(struct sample *sample, uint32_t index) {
  return &sample->region.variables[index];
}

static void equal_instances_are_one(void **state) {
  (void)state;
  struct instances it = instances_new();
  assert_true(merge(&it));
  assert_string_equal(variable(it.first, it.s)->type, "T");
  assert_int_equal(variable(it.first, it.s)->type_class, CLEAVE_TYPE_INTEGER);
  assert_int_equal(it.first->region.nodes[it.statement].fact_count, 1);
  instances_free(&it);
}

static void a_number_floats_if_it_does_in_one(void **state) {
  (void)state;
  for (int turn = 0; turn < 2; turn++) {
    struct instances it = instances_new();
    struct sample *floating = turn ? it.first : it.second;
    variable(floating, it.s)->type_class = CLEAVE_TYPE_FLOATING;
    sample_fact(floating, it.statement, CLEAVE_FACT_FLOAT_ARITHMETIC, NULL);
    assert_true(merge(&it));
    assert_int_equal(variable(it.first, it.s)->type_class, CLEAVE_TYPE_FLOATING);
    assert_non_null(
        cleave_region_find_fact(&it.first->region, 0, UINT64_C(1) << CLEAVE_FACT_FLOAT_ARITHMETIC));
    assert_int_equal(it.first->region.nodes[it.statement].fact_count, 2);
    instances_free(&it);
  }
}

static void no_copy_of_a_type_with_two_spellings(void **state) {
  (void)state;
  struct instances it = instances_new();
  variable(it.first, it.s)->type = "int";
  variable(it.second, it.s)->type = "double";
  assert_true(merge(&it));
  assert_null(variable(it.first, it.s)->type);
  instances_free(&it);
}

static void other_facts_must_be_in_both(void **state) {
  (void)state;
  for (int turn = 0; turn < 2; turn++) {
    struct instances it = instances_new();
    sample_fact(turn ? it.first : it.second, it.statement, CLEAVE_FACT_CALL_VISIBLE, "operator+");
    assert_false(merge(&it));
    instances_free(&it);
  }
}

static void a_member_is_kept_if_it_is_in_all(void **state) {
  (void)state;
  for (int changes = 0; changes < 2; changes++) {
    struct instances it = instances_new();
    struct cleave_header_value first = {.type = "int", .reads_kept_members = true}, second = first;
    second.type = changes ? "long" : "int";
    second.reads_kept_members = !changes;
    struct cleave_node *one = &it.first->region.nodes[it.statement],
                       *other = &it.second->region.nodes[it.statement];
    one->header_values = &first;
    other->header_values = &second;
    one->header_value_count = other->header_value_count = 1;
    assert_true(merge(&it));
    assert_int_equal(first.reads_kept_members, !changes);
    assert_int_equal(first.type == NULL, changes);
    instances_free(&it);
  }
}

static void uses_and_variables_must_agree(void **state) {
  (void)state;
  for (int turn = 0; turn < 6; turn++) {
    struct instances it = instances_new();
    struct cleave_variable *s = variable(it.second, it.s);
    if (turn == 0)
      it.second->region.nodes[it.statement].uses[0].flags |= CLEAVE_USE_ADDRESS;
    else if (turn == 1)
      sample_use(it.second, it.statement, it.a, CLEAVE_USE_READ);
    else if (turn == 2)
      s->sharing = CLEAVE_SHARING_IMPLICIT_MAP;
    else if (turn == 3)
      s->type_class = CLEAVE_TYPE_RECORD;
    else if (turn == 4)
      s->is_const = true;
    else
      it.second->region.maps[0].flags |= CLEAVE_MAP_SIDE_EFFECTS;
    assert_false(merge(&it));
    instances_free(&it);
  }
}

/* `num_threads(N)` with a parameter N of the template. */
static void a_clause_is_constant_if_it_is_the_same_in_all(void **state) {
  (void)state;
  for (int turn = 0; turn < 3; turn++) {
    struct instances it = instances_new();
    struct cleave_clause *clauses[2];
    for (int i = 0; i < 2; i++) {
      clauses[i] = sample_clause(i ? it.second : it.first, it.statement, CLEAVE_CLAUSE_NUM_THREADS, "map");
      clauses[i]->flags = CLEAVE_CLAUSE_IS_CONSTANT;
      clauses[i]->value = 4;
    }
    if (turn == 1)
      clauses[1]->value = 1;
    else if (turn == 2)
      clauses[1]->flags = 0;
    assert_true(merge(&it));
    assert_int_equal(cleave_clause_is_at_least(clauses[0], 2), turn == 0);
    assert_int_equal(cleave_clause_is_at_least(clauses[0], 5), false);
    instances_free(&it);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equal_instances_are_one),
      cmocka_unit_test(a_number_floats_if_it_does_in_one),
      cmocka_unit_test(no_copy_of_a_type_with_two_spellings),
      cmocka_unit_test(other_facts_must_be_in_both),
      cmocka_unit_test(a_member_is_kept_if_it_is_in_all),
      cmocka_unit_test(uses_and_variables_must_agree),
      cmocka_unit_test(a_clause_is_constant_if_it_is_the_same_in_all),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
