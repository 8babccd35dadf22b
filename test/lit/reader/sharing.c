// FILE: test/lit/reader/sharing.c
// WHAT: variables: how they reach the region, their types and properties.
// RUN: %cleave_dump %s | FileCheck %s

struct record {
  int a;
};
typedef double real;
int global;
double global_array[10];
static const double table[3] = {1, 2, 3};
_Thread_local int per_thread;
volatile int hot;
_Atomic int counter;
#pragma omp declare target
int on_device;
#pragma omp end declare target
int linked;
#pragma omp declare target link(linked)

void g(int *);
void f(int n, double *plain, const real *restrict mapped, struct record s, double *device,
       double (*rows)[4], int (*function)(void), int priv, int first, int taken, double square[n][n],
       int only_in_clause) {
  real local[10], vla[n];
  static int kept;
  struct { int q; } unnamed;
  g(&taken);
#pragma omp target map(to: mapped[only_in_clause:n]) is_device_ptr(device) private(priv)           \
    firstprivate(first)
  // CHECK-DAG: variable mapped: mapped pointer 'const real *' declared
  // CHECK-DAG: variable only_in_clause: firstprivate integer 'int' declared
  // CHECK-DAG: variable device: is-device-ptr pointer 'double *' declared
  // CHECK-DAG: variable priv: private integer 'int' declared
  // CHECK-DAG: variable first: firstprivate integer 'int' declared
  // CHECK-DAG: variable global: firstprivate integer 'int' global address-taken declared [[# @LINE - 27]]:5
  // CHECK-DAG: variable global_array: implicit-map array global address-taken partly-present declared
  // CHECK-DAG: variable table: implicit-map array global const address-taken declared
  // CHECK-DAG: variable per_thread: other integer 'int' global thread-local address-taken declared
  // CHECK-DAG: variable hot: firstprivate integer 'volatile int' global volatile address-taken declared
  // CHECK-DAG: variable counter: {{.*}} integer {{.*}}global atomic address-taken declared
  // CHECK-DAG: variable on_device: declare-target integer 'int' global address-taken declared
  // CHECK-DAG: variable linked: {{other|implicit-map}} integer 'int' global
  // CHECK-DAG: variable plain: pointer pointer 'double *' declared
  // CHECK-DAG: variable s: implicit-map record 'struct record' declared
  // CHECK-DAG: variable rows: pointer pointer {{.*}}declared
  // CHECK-DAG: variable function: pointer pointer {{.*}}declared
  // CHECK-DAG: variable taken: firstprivate integer 'int' address-taken declared
  // CHECK-DAG: variable square: pointer pointer declared
  // CHECK-DAG: variable local: implicit-map array declared
  // CHECK-DAG: variable vla: implicit-map vla declared
  // CHECK-DAG: variable kept: firstprivate integer 'int' global static-local address-taken declared
  // CHECK-DAG: variable unnamed: implicit-map record {{.*}}declared
  // CHECK-DAG: variable inside: inside integer 'unsigned long' const declared {{.*}} by node 1
  // CHECK-DAG: variable at: inside pointer 'double *' declared {{.*}} by node {{[0-9]+}}
  {
    const unsigned long inside = 1;
    global = global_array[1] + table[1] + per_thread + hot + counter + on_device + linked;
    for (double *at = device; at;)
      *at = plain[0] + mapped[0] + s.a + rows[1][2] + function() + priv + first + taken;
    square[1][1] = local[1] + vla[2] + kept + unnamed.q + inside;
  }

  // CHECK: region line [[# @LINE + 4]]
  // CHECK: variable n: implicit-map integer 'int'
  // CHECK: variable plain: pointer pointer
  // CHECK: variable kept: implicit-map integer
#pragma omp target defaultmap(tofrom : scalar)
  n = plain[0] + kept;

  // CHECK: region line [[# @LINE + 2]]
  // CHECK: variable plain: firstprivate pointer
#pragma omp target defaultmap(firstprivate : pointer)
  plain[0] = 1;
}
