// Two kernels with shared memory and frames, and no function of libdevice.
int main(void) {
  int a[64] = {0}, sum = 0;
#pragma omp target teams distribute parallel for map(tofrom : a) reduction(+ : sum)
  for (int i = 0; i < 64; i++)
    sum += a[i] += i;
#pragma omp target map(tofrom : a)
  {
    a[0] = 1;
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
      a[i] += a[0];
  }
  return sum != 64 * 63 / 2;
}
