#include <omp.h>
namespace ns {
struct Record {
  double *values;
  void scale(int n);
};
void Record::scale(int n) {
  auto lambda = [&] {
#pragma omp target map(tofrom : values[0 : n])
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      values[i] *= 2;
  };
  lambda();
}
}

int main() {}

void in_one_team(int *a, int n) {
#pragma omp target map(from : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = omp_get_thread_num();
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += omp_get_thread_num();
  }
}
