#include <pthread.h>
#include <stdio.h>
static volatile int shared;
static int started, wanted = 1;
/* Does not order the threads, but makes them run at the same time. */
static void *run(void *unused) {
  __atomic_fetch_add(&started, 1, __ATOMIC_RELAXED);
  while (__atomic_load_n(&started, __ATOMIC_RELAXED) < wanted)
    ;
  for (int i = 0; i < 100000; i++)
    shared++;
  return unused;
}
int main(int count, char **arguments) {
  enum { N = 1000 };
  static float a[N];
#pragma omp target map(tofrom : a)
  {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] = a[i] * 2;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] += 1;
  }
  pthread_t thread;
  wanted = count;
  pthread_create(&thread, NULL, run, NULL);
  if (count > 1)
    run(NULL);
  pthread_join(thread, NULL);
  printf("%g\n", a[N - 1]);
  return 0;
}
