// Facts about variables of a region from outside of it: which mapped scalars have the value of the host when the region begins, and which
// variables belong to an iteration of a distribute loop.
// RUN: %cleave_cc -fopenmp -fsyntax-only -fplugin-arg-cleave-mode=dump %s | FileCheck %s

void call(long *);
static void touch(double *x) { *x += 1; }

// CHECK: in 'plain'
// CHECK: variable n: mapped integer 'long' host-value
// CHECK: variable m: mapped integer 'long' host-value
// CHECK: variable old: mapped integer 'long' declared
// CHECK-DAG: variable r: inside integer 'int' {{.*}} by node 0
// CHECK-DAG: variable x: inside pointer 'double *' {{.*}} by node 2
void plain(double **xs, long n) {
  long m = 3, old = 4;
  int r;
  double *x;
#pragma omp target teams distribute map(to : n) map(tofrom : m) map(alloc : old) is_device_ptr(x)
  for (r = 0; r < 9; r++) {
    x = xs[r];
#pragma omp parallel for
    for (long i = 0; i < n + m + old; i++)
      x[i] = 1;
  }
}

// CHECK: in 'data'
// CHECK: variable n: mapped integer 'long' declared
void data(double *a, long n) {
#pragma omp target enter data map(to : n)
  n++;
#pragma omp target map(to : n) map(tofrom : a[0 : 9])
  a[0] = n;
#pragma omp target exit data map(delete : n)
}

// CHECK: in 'tasks'
// CHECK: variable n: mapped integer 'long' declared
void tasks(double *a, long n) {
#pragma omp parallel
  {
#pragma omp target map(to : n) map(tofrom : a[0 : 9])
    a[0] = n;
#pragma omp atomic
    n++;
  }
}

// CHECK: in 'nowait'
// CHECK: variable n: mapped integer 'long' declared
void nowait(double *a, long n) {
#pragma omp target map(to : n) map(tofrom : a[0 : 9]) nowait
  a[0] = n;
#pragma omp taskwait
}

// CHECK: in 'address'
// CHECK: variable n: mapped integer 'long' {{.*}}address-taken
// CHECK-NOT: host-value
// CHECK: in 'storage'
// CHECK: variable n: mapped integer 'long' {{.*}}global
void address(double *a, long n) {
  call(&n);
#pragma omp target map(to : n) map(tofrom : a[0 : 9])
  a[0] = n;
}

void storage(double *a) {
  static long n;
#pragma omp target map(to : n) map(tofrom : a[0 : 9])
  a[0] = n;
}

// CHECK: in 'others'
// CHECK-DAG: variable listed: firstprivate
// CHECK-DAG: variable given: firstprivate
// CHECK-DAG: variable late: firstprivate
// CHECK-DAG: variable sometimes: firstprivate
// CHECK-DAG: variable after: firstprivate
// CHECK-DAG: variable own: inside
void others(double *a, int rows) {
  double listed, given, late = 1, sometimes = 2, after = 3, own;
#pragma omp target teams distribute map(tofrom : a[0 : 9]) firstprivate(listed)
  for (int r = 0; r < rows; r++) {
    listed = a[r];
    given = a[r];
    touch(&given);
    own = a[r] + late;
    late = own;
    if (r % 2)
      sometimes = a[r];
#pragma omp parallel for
    for (int i = 0; i < 9; i++)
      a[i] += listed + given + own + late + sometimes + after;
    after = a[r];
    sometimes = a[r];
  }
}
