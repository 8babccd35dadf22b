#pragma omp begin declare target
int table[4] = {1, 2, 3, 4};
int *last = &table[3];
int next(int value) { return value + *last; }
#pragma omp end declare target
