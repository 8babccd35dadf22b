// Operations of one team in a program's own region, with any number of threads.
// RUN: %clang -std=c11 -O2 -Wall -Wextra -Wshadow -Werror %host_offload -I%S/../../../lib -I%S/Inputs %s -o %t.host
// RUN: %clang -std=c11 -O2 -Wall -Wextra -Wshadow -Werror %link_sm90 -I%S/../../../lib -I%S/Inputs %s -o %t.gpu
// RUN: %run %t.host | FileCheck %s
// RUN: %run4 %t.host | FileCheck %s
// RUN: %gpu %t.gpu | FileCheck %s
// RUN: env OMP_TEAMS_THREAD_LIMIT=64 %gpu %t.gpu | FileCheck %s
// RUN: %cleave simulate --checks=all %t.gpu 2>&1 | FileCheck %s --implicit-check-not=race: --implicit-check-not='cleave simulator'
// RUN: %cleave inspect %t.gpu | FileCheck %s --check-prefix=MODE --implicit-check-not=generic
// CHECK: wrong: 0 in all
// MODE: SPMD
#include "check.h"

/* An operation that does not commute: x * times + plus, modulo 2^32. */
struct line {
  unsigned times, plus;
};
#pragma omp begin declare target
static inline struct line make_line(unsigned times, unsigned plus) {
  const struct line it = {times, plus};
  return it;
}
static inline struct line after(struct line a, struct line b) {
  return make_line(b.times * a.times, b.times * a.plus + b.plus);
}
#pragma omp end declare target
#define CLEAVE_SEGMENTED_NAME line
#define CLEAVE_SEGMENTED_TYPE struct line
#define CLEAVE_SEGMENTED_COMBINE(a, b) after(a, b)
#define CLEAVE_SEGMENTED_IDENTITY make_line(1, 0)
#define CLEAVE_SEGMENTED_NO_ROWS
#include "segmented/operation_template.h"

/* What the threads of one team saw. */
enum { MOST = 256, KINDS = 8 };
static int results[KINDS][MOST];

static int run_team(int limit) {
  struct cleave_team_sum_int sums_;
  struct cleave_team_max_int greatest_;
  struct cleave_team_pair_sum_int pairs_;
  struct cleave_team_line lines_;
  int used = 0;
#pragma omp target teams num_teams(1) thread_limit(limit) map(from : results) map(from : used)                       \
    private(sums_, greatest_, pairs_, lines_) allocate(CLEAVE_TEAM_MEMORY : sums_, greatest_, pairs_, lines_)        \
    uses_allocators(CLEAVE_TEAM_MEMORY)
#pragma omp parallel
  {
    const int thread = omp_get_thread_num(), threads = omp_get_num_threads(), value = thread * 7 % 11 - 4;
    int total;
    struct line all;
    results[0][thread] = cleave_team_reduce_sum_int(&sums_, value, thread, threads);
    results[1][thread] = cleave_team_exclusive_scan_sum_int(&sums_, value, thread, threads, &total);
    results[2][thread] = cleave_team_inclusive_scan_sum_int(&sums_, value, thread, threads, &total) + total * 1000;
    results[3][thread] = cleave_team_reduce_max_int(&greatest_, value, thread, threads);
    results[4][thread] = cleave_team_segmented_scan_sum_int(&pairs_, value, thread % 5 == 3, thread, threads);
    results[5][thread] = cleave_team_compact(&sums_, value > 0, thread, threads, &total) + total * 1000;
    const struct line mine = cleave_team_inclusive_scan_line(&lines_, make_line(2, (unsigned)value), thread, threads, &all);
    results[6][thread] = (int)(mine.plus + 3 * mine.times);
    results[7][thread] = (int)all.plus;
    if (thread == 0)
      used = threads;
  }
  return used;
}

static void test_team(int limit) {
  const int threads = run_team(limit);
  int total = 0, greatest = -100, kept = 0, open = 0, before = 0;
  struct line all = {1, 0};
  for (int i = 0; i < threads; i++) {
    const int value = i * 7 % 11 - 4;
    total += value;
    greatest = value > greatest ? value : greatest;
    kept += value > 0;
    all = after(all, make_line(2, (unsigned)value));
  }
  check(threads >= 1 && threads <= limit, "threads", limit);
  struct line line = {1, 0};
  int kept_before = 0;
  for (int i = 0; i < threads; i++) {
    const int value = i * 7 % 11 - 4;
    line = after(line, make_line(2, (unsigned)value));
    check(results[0][i] == total, "reduce", threads);
    check(results[1][i] == before, "exclusive scan", threads);
    check(results[2][i] == before + value + total * 1000, "inclusive scan", threads);
    check(results[3][i] == greatest, "max", threads);
    check(results[4][i] == open, "segmented scan", threads);
    check(results[5][i] == kept_before + kept * 1000, "compaction", threads);
    check(results[6][i] == (int)(line.plus + 3 * line.times), "order", threads);
    check(results[7][i] == (int)all.plus, "total", threads);
    before += value;
    open = i % 5 == 3 ? value : open + value;
    kept_before += value > 0;
  }
}

/* The same operation on an array. */
static void test_array(int n) {
  struct line *x = (struct line *)malloc(sizeof *x * n), *y = (struct line *)malloc(sizeof *x * n), all = {1, 0};
  long different = 0;
  for (int i = 0; i < n; i++)
    x[i] = make_line(next() | 1, next());
#pragma omp target data map(to : x[:n]) map(from : y[:n])
  check(cleave_inclusive_scan_line(&the_workspace, x, n, y), "scan of lines", n);
  for (int i = 0; i < n; i++) {
    all = after(all, x[i]);
    different += y[i].times != all.times || y[i].plus != all.plus;
  }
  check(!different, "scan of lines", n);
  free(x);
  free(y);
}

int main(void) {
  open_workspace(cleave_scan_bytes_line(150000));
  test_team(1);
  test_team(32);
  test_team(64);
  test_team(160);
  test_team(256);
  test_array(2047);
  test_array(30000);
  test_array(150000);
  return done();
}
