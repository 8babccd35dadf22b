#include <stdio.h>
#include <pthread.h>
static int shared;
static void *run(void *unused) {
  for (int i = 0; i < 1000; i++)
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
  pthread_create(&thread, NULL, run, NULL);
  if (count > 1)
    run(NULL);
  pthread_join(thread, NULL);
  printf("%g\n", a[N - 1]);
  return 0;
}
