/* FILE: bench/synthetic/sums_forms.h
 * WHAT: the forms of a sum across teams that micro-sums measures, for one type. Included once for each type, after
 *         #define T double          the type
 *         #define NAME(form) form##_double
 *       Both are undefined at the end.
 * The arrays are on the device. Each function returns the sum of x[i] * y[i], i < N, on TEAMS teams of at most THREADS threads.
 */

static T NAME(written)(long n, const T *x, const T *y, int teams) {
  T sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum) map(tofrom : sum) num_teams(teams) thread_limit(THREADS)
  for (long i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

/* One piece of the iterations for each team: the team combines its threads' sums once. */
static T NAME(pieces)(long n, const T *x, const T *y, int teams) {
  T sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum) map(tofrom : sum) num_teams(teams) thread_limit(THREADS) \
    dist_schedule(static)
  for (long i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

/* Every thread of the grid takes every GRID-th iteration. */
static T NAME(grid)(long n, const T *x, const T *y, int teams) {
  T sum = 0;
#pragma omp target teams reduction(+ : sum) map(tofrom : sum) num_teams(teams) thread_limit(THREADS)
#pragma omp parallel reduction(+ : sum)
  {
    const long step = (long)omp_get_num_teams() * omp_get_num_threads();
#pragma clang loop unroll_count(4)
    for (long i = (long)omp_get_team_num() * omp_get_num_threads() + omp_get_thread_num(); i < n; i += step)
      sum += x[i] * y[i];
  }
  return sum;
}

/* The team's sum by its own tree in shared memory, then one atomic operation for each team. */
static T NAME(atomic)(long n, const T *x, const T *y, int teams) {
  T sum = 0, shared_sums[THREADS];
#pragma omp target teams private(shared_sums) allocate(omp_pteam_mem_alloc : shared_sums) uses_allocators(omp_pteam_mem_alloc) \
    thread_limit(THREADS) num_teams(teams) map(tofrom : sum)
#pragma omp parallel
  {
    const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    T mine = NAME(strided)(n, x, y, (long)omp_get_team_num() * threads + thread, (long)omp_get_num_teams() * threads);
    TEAM_SUM(mine, shared_sums, thread, threads);
    if (thread == 0) {
#pragma omp atomic
      sum += mine;
    }
  }
  return sum;
}

/* The sums of the teams go to a buffer; the last team that finishes adds them. */
static T NAME(last_team)(long n, const T *x, const T *y, int teams) {
  T sum = 0, shared_sums[THREADS];
  int last[1];
#pragma omp target teams private(shared_sums, last) allocate(omp_pteam_mem_alloc : shared_sums, last) \
    uses_allocators(omp_pteam_mem_alloc) thread_limit(THREADS) num_teams(teams) map(from : sum)
#pragma omp parallel
  {
    const int thread = omp_get_thread_num(), threads = omp_get_num_threads(), number = omp_get_num_teams();
    T mine = NAME(strided)(n, x, y, (long)omp_get_team_num() * threads + thread, (long)number * threads);
    TEAM_SUM(mine, shared_sums, thread, threads);
    if (thread == 0) {
      unsigned before;
      NAME(buffer).parts[omp_get_team_num()] = mine;
#pragma omp flush
#pragma omp atomic capture acq_rel
      before = NAME(buffer).count++;
      last[0] = before == (unsigned)number - 1;
    }
#pragma omp barrier
    if (last[0]) {
#pragma omp flush
      mine = 0;
      for (int i = thread; i < number; i += threads)
        mine += NAME(buffer).parts[i];
#pragma omp barrier
      TEAM_SUM(mine, shared_sums, thread, threads);
      if (thread == 0) {
        sum = mine;
        NAME(buffer).count = 0;
      }
    }
  }
  return sum;
}

/* As last_team, but TEAMS virtual teams of THREADS virtual threads, so that the order of all additions depends on N only. */
static T NAME(reproducible)(long n, const T *x, const T *y, int teams) {
  const long needed = (n + 4 * THREADS - 1) / (4 * THREADS);
  const int number = needed < 1 ? 1 : needed > VIRTUAL_TEAMS ? VIRTUAL_TEAMS : (int)needed;
  T sum = 0, shared_sums[2][THREADS];
  int last[1];
#pragma omp target teams private(shared_sums, last) allocate(omp_pteam_mem_alloc : shared_sums, last) \
    uses_allocators(omp_pteam_mem_alloc) thread_limit(THREADS) num_teams(teams < number ? teams : number) map(from : sum)
#pragma omp parallel
  {
    const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    T *sums = shared_sums[0];
    /* Two buffers: thread 0 still reads one while the others fill the next. */
    for (int b = omp_get_team_num(), parity = 0; b < number; b += omp_get_num_teams(), parity ^= 1) {
      sums = shared_sums[parity];
      for (int lane = thread; lane < THREADS; lane += threads)
        sums[lane] = NAME(strided)(n, x, y, (long)b * THREADS + lane, (long)number * THREADS);
      FIXED_SUM(NAME(buffer).parts[b], sums, thread, threads);
    }
    if (thread == 0) {
      unsigned before;
#pragma omp flush
#pragma omp atomic capture acq_rel
      before = NAME(buffer).count++;
      last[0] = before == (unsigned)omp_get_num_teams() - 1;
    }
#pragma omp barrier
    if (last[0]) {
#pragma omp flush
      sums = shared_sums[0];
      for (int lane = thread; lane < THREADS; lane += threads) {
        T mine = 0;
        for (int i = lane; i < number; i += THREADS)
          mine += NAME(buffer).parts[i];
        sums[lane] = mine;
      }
      FIXED_SUM(sum, sums, thread, threads);
      if (thread == 0)
        NAME(buffer).count = 0;
    }
  }
  return sum;
}

/* Three sums in one loop. */
static T NAME(three)(long n, const T *x, const T *y, int teams) {
  T xy = 0, xx = 0, yy = 0;
#pragma omp target teams distribute parallel for reduction(+ : xy, xx, yy) map(tofrom : xy, xx, yy) num_teams(teams) \
    thread_limit(THREADS) dist_schedule(static)
  for (long i = 0; i < n; i++) {
    xy += x[i] * y[i];
    xx += x[i] * x[i];
    yy += y[i] * y[i];
  }
  return xx + yy > 0 ? xy : 0;
}

/* An array section, as the program writes it, and with one copy for each team in shared memory. Returns the sum of its elements. */
static T NAME(section)(long n, const T *x, const T *y, int teams) {
  T bins[BINS] = {0}, sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : bins[ : BINS]) map(tofrom : bins[ : BINS]) num_teams(teams) \
    thread_limit(THREADS) dist_schedule(static)
  for (long i = 0; i < n; i++)
    bins[i % BINS] += x[i] * y[i];
  for (int i = 0; i < BINS; i++)
    sum += bins[i];
  return sum;
}

static T NAME(shared_section)(long n, const T *x, const T *y, int teams) {
  T bins[BINS] = {0}, sum = 0, shared_bins[BINS];
#pragma omp target teams private(shared_bins) allocate(omp_pteam_mem_alloc : shared_bins) uses_allocators(omp_pteam_mem_alloc) \
    thread_limit(THREADS) num_teams(teams) map(tofrom : bins[ : BINS])
#pragma omp parallel
  {
    const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    for (int i = thread; i < BINS; i += threads)
      shared_bins[i] = 0;
#pragma omp barrier
    for (long i = (long)omp_get_team_num() * threads + thread; i < n; i += (long)omp_get_num_teams() * threads) {
#pragma omp atomic
      shared_bins[i % BINS] += x[i] * y[i];
    }
#pragma omp barrier
    for (int i = thread; i < BINS; i += threads) {
#pragma omp atomic
      bins[i] += shared_bins[i];
    }
  }
  for (int i = 0; i < BINS; i++)
    sum += bins[i];
  return sum;
}

static const struct form NAME(forms)[] = {
    {"as written", (function)NAME(written)},
    {"dist_schedule(static)", (function)NAME(pieces)},
    {"grid loop", (function)NAME(grid)},
    {"an atomic per team", (function)NAME(atomic)},
    {"last team", (function)NAME(last_team)},
    {"reproducible", (function)NAME(reproducible)},
    {"three sums", (function)NAME(three)},
    {"section of 64", (function)NAME(section)},
    {"section of 64, shared memory", (function)NAME(shared_section)},
};

static T *NAME(x), *NAME(y);

static void NAME(fill)(long n) {
  NAME(x) = malloc((size_t)n * sizeof(T));
  NAME(y) = malloc((size_t)n * sizeof(T));
  if (!NAME(x) || !NAME(y))
    measure_fail("no memory for %ld elements", n);
  for (long i = 0; i < n; i++) {
    NAME(x)[i] = (T)(i * 7 % 13) / 16;
    NAME(y)[i] = (T)(i * 5 % 11) / 8;
  }
}

/* Runs FORM until its share of the budget is spent and prints the time of a call. */
static void NAME(measure)(const char *type, const struct form *form, long n, int teams) {
  T (*run)(long, const T *, const T *, int) = (T (*)(long, const T *, const T *, int))form->run;
  struct measure_sample sample;
  double expected = 0;
  for (long i = 0; i < n; i++)
    expected += (double)NAME(x)[i] * (double)NAME(y)[i];
  const double result = (double)run(n, NAME(x), NAME(y), teams);
  if (fabs(result - expected) > 1e-3 * expected && !no_kernels)
    measure_fail("%s, %s, %ld elements, %d teams: %g should be %g", form->name, type, n, teams, result, expected);
  measure_begin(&sample, 3, once ? 3 : 200);
  while (measure_again(&sample)) {
    const double start = measure_now();
    run(n, NAME(x), NAME(y), teams);
    measure_add(&sample, (measure_now() - start) * 1e6);
  }
  measure_open(form->name);
  measure_text("type", type);
  measure_number("elements", (double)n);
  measure_number("teams", teams);
  measure_sample("us", &sample);
  measure_close();
  measure_end(&sample);
}

#undef T
#undef NAME
