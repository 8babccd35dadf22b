/* FILE: test/unit/effort_test.c
 * WHAT: what the proofs about a loop cost, by counts and never by the clock: the sets that isl is given, and the
 *       operations it takes, which grow with the number of statements and no faster.
 *
 * isl does not report how many operations it took, but it gives up at a limit. So the test sets the limit, and keeps
 * others from changing it.
 */
#include "loop_sample.h"

#include "polyhedral/dependence.h"

#include <isl/mat.h>

#include <stdio.h>

static unsigned long allowed, sets;

void __real_isl_ctx_set_max_operations(isl_ctx *ctx, unsigned long most);
isl_basic_set *__real_isl_basic_set_from_constraint_matrices(isl_space *space, isl_mat *equalities,
                                                             isl_mat *inequalities, enum isl_dim_type first,
                                                             enum isl_dim_type second,
                                                             enum isl_dim_type third,
                                                             enum isl_dim_type fourth);
void __wrap_isl_ctx_set_max_operations(isl_ctx *ctx, unsigned long most);
void __wrap_isl_ctx_reset_operations(isl_ctx *ctx);
isl_basic_set *__wrap_isl_basic_set_from_constraint_matrices(isl_space *space, isl_mat *equalities,
                                                             isl_mat *inequalities, enum isl_dim_type first,
                                                             enum isl_dim_type second,
                                                             enum isl_dim_type third,
                                                             enum isl_dim_type fourth);

void __wrap_isl_ctx_set_max_operations(isl_ctx *ctx, unsigned long most) {
  __real_isl_ctx_set_max_operations(ctx, allowed ? allowed : most);
}

void __wrap_isl_ctx_reset_operations(isl_ctx *ctx) { (void)ctx; }

isl_basic_set *__wrap_isl_basic_set_from_constraint_matrices(isl_space *space, isl_mat *equalities,
                                                             isl_mat *inequalities, enum isl_dim_type first,
                                                             enum isl_dim_type second,
                                                             enum isl_dim_type third,
                                                             enum isl_dim_type fourth) {
  sets++;
  return __real_isl_basic_set_from_constraint_matrices(space, equalities, inequalities, first, second, third,
                                                       fourth);
}

/* A loop over i with the lines in front, and then for each statement those in FORMAT, with the number of statements
 * for N and the statement's for K. The caller frees it. */
static char *new_lines(const char *front, const char *format, unsigned statements) {
  char *lines = NULL;
  size_t size;
  FILE *out = open_memstream(&lines, &size);
  for (unsigned k = 0; k <= statements; k++) {
    for (const char *at = k ? format : front; *at; at++)
      if (*at == 'N' || *at == 'K')
        fprintf(out, "%u", *at == 'N' ? statements : k - 1);
      else
        fputc(*at, out);
    fputs(k < statements ? "\n" : "", out);
  }
  fclose(out);
  return lines;
}

static char obstacle[200]; /* to the last proof of independence */

static bool is_independent(struct loop *loop) {
  uint32_t offset;
  const char *words = "";
  const bool proved = cleave_loop_is_independent(loop->model, &words, &offset);
  snprintf(obstacle, sizeof obstacle, "%s", words);
  return proved;
}

static bool is_overwritten(struct loop *loop) {
  struct cleave_transfer transfer = {.variable = loop->sample->region.maps[0].variable};
  uint32_t offset;
  return overwrites(loop->model, &transfer, loop->guards, &offset);
}

static bool reads_own(struct loop *loop) {
  return reads_only_own(loop->model, loop->sample->region.maps[0].variable);
}

static bool is_in_chunks(struct loop *loop) {
  struct chunk chunk;
  uint32_t offset;
  return find_chunks(loop->model, loop->sample->region.maps[0].variable, &chunk, &offset);
}

struct row {
  bool (*proof)(struct loop *loop);
  const char *front, *statement;
  unsigned sets, operations; /* at most, for each statement */
};

static bool is_proved(const struct row *row, unsigned statements, unsigned long operations) {
  char *lines = new_lines(row->front, row->statement, statements);
  allowed = operations;
  struct loop loop = new_loop(lines);
  sets = 0;
  const bool proved = row->proof(&loop);
  end_loop(&loop);
  free(lines);
  return proved;
}

#define ARRAYS "map p 0 N*n\nmap q 0 N*n\nfor i 0 n-1 1"

static void linear(void **state) {
  (void)state;
  static const struct row rows[] = {
      /* The same again and again. */
      {is_independent, ARRAYS, "add p i\nr q i", 1, 100},
      {is_overwritten, "map p 0 n\nfor i 0 n-1 1", "sure p i", 1, 100},
      {reads_own, "map p 0 n\nfor i 0 n-1 1", "sure p i\nr p i", 1, 100},
      {is_in_chunks, "map p 0 n\nfor i 0 n-1 1", "w p i\nr p i", 1, 100},
      /* Other elements each time: each statement has a column of its own. */
      {is_independent, ARRAYS, "w p N*i+K\nr q N*i+K", 7, 1500},
      {is_independent, ARRAYS, "w p N*i+K\nr p N*i+K\nr q N*i", 7, 1500},
      {is_independent, "for i 0 m-1 1", "w a K i\nr a K i", 7, 1500},
      {is_overwritten, "map p 0 N*n\nfor i 0 n-1 1", "sure p N*i+K", 7, 1500},
      {reads_own, "map p 0 N*n\nfor i 0 n-1 1", "sure p N*i+K\nr p N*i+K", 7, 1500},
      {is_in_chunks, "map p 0 N*n\nfor i 0 n-1 1", "w p N*i+K\nr p N*i+K", 7, 1500},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (unsigned statements = 20; statements <= 640; statements *= 2) {
      const bool differ = strchr(rows[i].statement, 'K') != NULL;
      if (differ && statements > 160)
        break; /* capped: see below */
      if (!is_proved(&rows[i], statements, 5000 + (unsigned long)rows[i].operations * statements))
        fail_msg("%u times '%s' takes more than %u operations each, or is not proved", statements,
                 rows[i].statement, rows[i].operations);
      if (sets > 20 + (unsigned long)rows[i].sets * statements)
        fail_msg("%u times '%s' takes %lu sets", statements, rows[i].statement, sets);
    }
}

/* Where nothing is proved pair by pair either, and where there are too many different accesses. */
static void capped(void **state) {
  (void)state;
  static const struct {
    unsigned statements;
    struct row row;
    const char *obstacle;
  } rows[] = {
      {200, {is_independent, "for i 0 n-1 1", "w p N*i+K\nr p K", 0, 0}, "'p'"},
      {200, {is_independent, "for i 0 n-1 1", "w p K*i*i\nr p K", 0, 0}, "'p'"},
      {640, {is_independent, ARRAYS, "w p N*i+K\nr q N*i+K", 0, 0}, "512 distinct accesses"},
      {200, {reads_own, "map p 0 n\nfor i 0 n-1 1", "sure p N*i+K\nr p i-K", 0, 0}, NULL},
      {200, {is_overwritten, "map p 0 n\nfor i 0 n-1 1", "sure p 3*N*i+3*K", 0, 0}, NULL},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (is_proved(&rows[i].row, rows[i].statements, 0))
      fail_msg("'%s' is proved", rows[i].row.statement);
    if (rows[i].obstacle && !strstr(obstacle, rows[i].obstacle))
      fail_msg("'%s': %s", rows[i].row.statement, obstacle);
    if (sets > 5000)
      fail_msg("'%s' takes %lu sets", rows[i].row.statement, sets);
  }
}

/* Later proofs use the sets that earlier ones have built. */
static void shared(void **state) {
  (void)state;
  allowed = 0;
  struct loop loop = new_loop("map p 0 n*m\nfor i 0 n-1 1\nseq j 0 m-1 1\nsure p i*m+j\nr p i*m+j");
  sets = 0;
  assert_true(is_independent(&loop));
  assert_true(reads_own(&loop));
  const unsigned long first = sets;
  assert_true(first > 0);
  assert_true(is_in_chunks(&loop));
  assert_true(reads_own(&loop));
  assert_ptr_equal(
      cleave_loop_model_get(loop.models, (uint32_t)(loop.model->node - loop.model->region->nodes)),
      loop.model);
  /* Two for each access: the bounds of its subscript within the chunk. */
  assert_int_equal(sets - first, 4);
  end_loop(&loop);
}

/* An answer that the budget prevents is not kept. */
static void budget(void **state) {
  (void)state;
  allowed = 10;
  struct loop loop = new_loop("map p 0 n\nfor i 0 n-1 1\nsure p i\nr p i\nfit u32 i");
  assert_false(is_independent(&loop));
  assert_non_null(strstr(obstacle, "limit of isl operations"));
  assert_false(reads_own(&loop));
  __real_isl_ctx_set_max_operations(loop.model->isl, 0);
  assert_ptr_equal(
      cleave_loop_model_get(loop.models, (uint32_t)(loop.model->node - loop.model->region->nodes)),
      loop.model);
  assert_true(is_independent(&loop));
  assert_true(reads_own(&loop));
  end_loop(&loop);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(linear), cmocka_unit_test(capped),
                                     cmocka_unit_test(shared), cmocka_unit_test(budget)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
