/* Threads of a team exchange numbers in shared memory, with a barrier if FENCED is defined. */
#include <omp.h>
#include <stdio.h>

enum { THREADS = 64 };

int main(void) {
  int result[THREADS] = {0}, wrong = 0;
#pragma omp target teams num_teams(1) thread_limit(THREADS) map(tofrom : result)
  {
    static int shared[THREADS];
#pragma omp allocate(shared) allocator(omp_pteam_mem_alloc)
#pragma omp parallel num_threads(THREADS)
    {
      int t = omp_get_thread_num();
      shared[t] = t;
#ifdef FENCED
#pragma omp barrier
#endif
      result[t] = shared[(t + THREADS / 2) % THREADS];
    }
  }
  for (int t = 0; t < THREADS; t++)
    wrong += result[t] != (t + THREADS / 2) % THREADS;
  printf("%d wrong\n", wrong);
  return 0;
}
