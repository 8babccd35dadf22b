#define THREADS 2
#define BARRIER _Pragma("omp barrier")
#if __CHAR_BIT__ == 8 && THREADS == 2
int a[16], n = 16;
#endif
#line 100
#define LAST a[15]

int main(void) {
#pragma omp target map(tofrom : a[0 : n]) thread_limit(THREADS)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#line 200
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1; }
  return a[15] != 16;
}
