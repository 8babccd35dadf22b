// ROW constructor: refused CLV245 | a local variable of the region with constructor and destructor
// OpenMP: it is constructed and destroyed on the device, once.
// RUN: %case %s
// REMARK: remark: CLV245
// VALUE: log 11
// VALUE: a: first 5 last 104 sum 5450 placed 358550
#include "show.h"
#pragma omp declare target
struct Step {
  int value;
  int *log;
  Step(int *log) : value(5), log(log) { *log += 1; }
  ~Step() { *log += 10; }
};
#pragma omp end declare target
int main() {
  int a[100], log[1] = {0};
#pragma omp target map(from : a) map(tofrom : log)
  {
    Step step(log);
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      a[i] += step.value;
  }
  printf("log %d\n", log[0]);
  show_ints("a", a, 100);
}
