#include "ramp.h"

void other(int *a, int n);
void other(int *a, int n) { ramp(a, n); }
#pragma omp declare target
int not_everywhere(int i) { return i % 3; }
#pragma omp end declare target
