// Which loops of a second version are unrolled by cleave's number: those that count, and end in no other way. Words
// in literals and comments are no statements, and a macro may contain one.
// DEFINE: %{compile} = %cleave_cc %host_offload --offload-host-only -O1 -Xclang -disable-llvm-passes -S -emit-llvm %s -o -
// RUN: %{compile} -DLOOP=literals | FileCheck %s --check-prefixes=CHECK,UNROLLED
// RUN: %{compile} -DLOOP=jumps | FileCheck %s --check-prefixes=CHECK,PLAIN
// CHECK: call {{.*}} @cleave_disjoint(
// UNROLLED: !{!"llvm.loop.unroll.count", i32 8}
// PLAIN-NOT: llvm.loop.unroll.count
#define END_AT(k, n) if ((k) == (n)) break
#define literals(k) c[i] += a[k] + (int)sizeof("for a while, do not break") /* break */
#define jumps(k) END_AT(k, i); c[i] += a[k]
enum { n = 1000 };

void sum(const int *a, int *c) {
#pragma omp target parallel for map(to : a[0 : n]) map(tofrom : c[0 : n])
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) {
      LOOP(k);
    }
}
