/* FILE: test/unit/effort_test.c
 * WHAT: what the proofs about a loop cost, by counts and never by the clock: the sets that isl is given, and
 * the operations it takes, which grow with the number of statements and no faster.
 *
 * isl does not report how many operations it took, but it gives up at a limit. So the test sets the limit,
 * and keeps others from changing it.
 */
#include "loop_sample.h"

#include "iterations/independence.h"

#include <stdio.h>

static unsigned long allowed, sets;

void __real_isl_ctx_set_max_operations(isl_ctx *ctx, unsigned long most);
isl_set *__real_isl_set_read_from_str(isl_ctx *ctx, const char *text);
void __wrap_isl_ctx_set_max_operations(isl_ctx *ctx, unsigned long most);
void __wrap_isl_ctx_reset_operations(isl_ctx *ctx);
isl_set *__wrap_isl_set_read_from_str(isl_ctx *ctx, const char *text);

void __wrap_isl_ctx_set_max_operations(isl_ctx *ctx, unsigned long most) {
  __real_isl_ctx_set_max_operations(ctx, allowed ? allowed : most);
}

void __wrap_isl_ctx_reset_operations(isl_ctx *ctx) { (void)ctx; }

isl_set *__wrap_isl_set_read_from_str(isl_ctx *ctx, const char *text) {
  sets++;
  return __real_isl_set_read_from_str(ctx, text);
}

/* A loop over i with the lines in front, and then for each statement those in FORMAT, with the number of
 * statements for N and the statement's for K. The caller frees it. */
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
  const char *words;
  const struct prover *prover = &loop->prover;
  const bool proved = cleave_iterations_are_independent(
      prover->region, prover->arena, (uint32_t)(prover->node - prover->region->nodes), &words, &offset);
  snprintf(obstacle, sizeof obstacle, "%s", words);
  return proved;
}

static bool is_overwritten(struct loop *loop) {
  struct cleave_transfer transfer = {.variable = loop->sample->region.maps[0].variable};
  uint32_t offset;
  return overwrites(&loop->prover, &transfer, loop->guards, &offset);
}

static bool reads_own(struct loop *loop) {
  return reads_only_own(&loop->prover, loop->sample->region.maps[0].variable);
}

static bool is_in_chunks(struct loop *loop) {
  struct chunk chunk;
  uint32_t offset;
  return find_chunks(&loop->prover, loop->sample->region.maps[0].variable, &chunk, &offset);
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
      {is_independent, ARRAYS, "add p i\nr q i", 3, 6000},
      {is_overwritten, "map p 0 n\nfor i 0 n-1 1", "sure p i", 3, 6000},
      {reads_own, "map p 0 n\nfor i 0 n-1 1", "sure p i\nr p i", 3, 6000},
      {is_in_chunks, "map p 0 n\nfor i 0 n-1 1", "w p i\nr p i", 3, 6000},
      /* Other elements each time: each statement has a column of its own. */
      {is_independent, ARRAYS, "w p N*i+K\nr q N*i+K", 9, 18000},
      {is_independent, ARRAYS, "w p N*i+K\nr p N*i+K\nr q N*i", 9, 18000},
      {is_independent, "for i 0 m-1 1", "w a K i\nr a K i", 9, 18000},
      {is_overwritten, "map p 0 N*n\nfor i 0 n-1 1", "sure p N*i+K", 9, 18000},
      {reads_own, "map p 0 N*n\nfor i 0 n-1 1", "sure p N*i+K\nr p N*i+K", 9, 18000},
      {is_in_chunks, "map p 0 N*n\nfor i 0 n-1 1", "w p N*i+K\nr p N*i+K", 9, 18000},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (unsigned statements = 20; statements <= 640; statements *= 2) {
      const bool differ = strchr(rows[i].statement, 'K') != NULL;
      if (differ && statements > 160)
        break; /* capped: see below */
      if (!is_proved(&rows[i], statements, 50000 + (unsigned long)rows[i].operations * statements))
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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(linear), cmocka_unit_test(capped)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
