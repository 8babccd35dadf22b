// With CLEAVE_TRACE_CONTENT, `cleave trace` names transfers for nothing. The program is compiled as it is, and with the directives
// of the advice (ADVISED): the copies that the advice names are gone, and their time in the simulator's model. The
// host reads the data after each fifth step.
// RUN: %clang %s -O1 -gline-directives-only %libcleave %link_sm90 -o %t.plain
// RUN: %clang -DADVISED %s -O1 -gline-directives-only %libcleave %link_sm90 -o %t.advised
// RUN: env CLEAVE_TRACE_CONTENT=on CLEAVE_TRACE=%t.plain.json %gpu %t.plain >%t.expected
// RUN: env CLEAVE_TRACE_CONTENT=on CLEAVE_TRACE=%t.advised.json %gpu %t.advised | diff %t.expected -
// RUN: %cleave trace %t.plain.json >%t.text
// RUN: FileCheck %s <%t.text
// CHECK: transfers for nothing: {{[0-9.]+ [mun]s}}, 1856000 bytes; up to {{[0-9.]+ [mun]s}} and 576000 bytes more if the host does not read the data
// CHECK-NEXT: all copies, allocations and releases: {{.*}}, 2624016 bytes
// Exchanged pointers: one entry for both objects.
// CHECK:      1. 'old[0:n]', 'new[0:n]': 31.25 KiB, 2 objects; copied at trace_advice.c:[[STEP:[0-9]+]]
// CHECK-NEXT: all in calls of 'step', which 'simulate' calls
// CHECK-NEXT: saves {{[0-9.]+ [mun]s}}: 19 copies to the device of data that the host has not changed, 608000 bytes
// CHECK-NEXT: saves {{[0-9.]+ [mun]s}}: 76 allocations and releases
// CHECK-NEXT: saves up to {{.*}}: 18 copies back, if the host does not read the data in between, 576000 bytes
// CHECK-NEXT: insert before these regions: #pragma omp target enter data map(to: old[0:n]) map(alloc: new[0:n])
// CHECK-NEXT: insert after them: #pragma omp target exit data map(from: old[0:n], new[0:n])
// CHECK-NEXT: before the host reads it: #pragma omp target update from(old[0:n], new[0:n])
// Read only, but mapped tofrom; the host changes it once.
// CHECK:      2. 'factor[0:n]': 31.25 KiB; copied at trace_advice.c:[[STEP]]
// CHECK-NEXT: all in calls of 'step', which 'simulate' calls
// CHECK-NEXT: saves {{[0-9.]+ [mun]s}}: 18 copies to the device of data that the host has not changed, 576000 bytes
// CHECK-NEXT: saves {{[0-9.]+ [mun]s}}: 20 copies back of data that no kernel has changed, 640000 bytes
// CHECK-NEXT: saves {{[0-9.]+ [mun]s}}: 38 allocations and releases
// CHECK-NEXT: assumes that no kernel changes the data in other runs either
// CHECK-NEXT: insert before these regions: #pragma omp target enter data map(to: factor[0:n])
// CHECK-NEXT: insert after them: #pragma omp target exit data map(release: factor[0:n])
// CHECK-NEXT: where the host has written it: #pragma omp target update to(factor[0:n])
// A region that is called once: the map type.
// CHECK:      3. 'weight[0:n]': 31.25 KiB; copied at trace_advice.c:{{[0-9]+}}
// CHECK-NEXT: saves {{[0-9.]+ [mun]s}}: 1 copies back of data that no kernel has changed, 32000 bytes
// CHECK-NEXT: assumes that no kernel changes the data in other runs either
// CHECK-NEXT: in the construct: #pragma omp target ... map(to: weight[0:n])
// CHECK-NOT:  4.
//
// What was said is what following it brings: copies and bytes exactly, and the time of the copies within a tenth, because the
// first copy to an idle device has a latency of its own. 15 of the 18 uncertain copies are gone: the host needs 3.
// RUN: jq "[.traceEvents[] | select(.pid > 1 and .cat == \"to device\" and .args.bytes == 32000)] | length" %t.plain.json %t.advised.json | FileCheck %s --check-prefix=TO
// TO: {{^41$}}
// TO-NEXT: {{^4$}}
// RUN: jq "[.traceEvents[] | select(.pid > 1 and .cat == \"from device\" and .args.bytes == 32000)] | length" %t.plain.json %t.advised.json | FileCheck %s --check-prefix=FROM
// FROM: {{^41$}}
// FROM-NEXT: {{^5$}}
// RUN: python3 %S/Inputs/advice.py %t.text %t.plain.json %t.advised.json
// Nothing is left to be said of it.
// RUN: %cleave trace %t.advised.json | FileCheck %s --check-prefix=ADVISED
// ADVISED: transfers for nothing: 0 ns, 0 bytes
// ADVISED-NOT: saves
// Without hashes only the number of objects is known.
// RUN: env CLEAVE_TRACE=%t.short.json %gpu %t.plain >%t.out
// RUN: %cleave trace %t.short.json | FileCheck %s --check-prefix=SHORT
// SHORT: 3 objects are copied more than once in one direction. Run with CLEAVE_TRACE_CONTENT=on
// SHORT-NOT: saves
#include <stdio.h>

enum { n = 4000, STEPS = 20 };
static double a[n], b[n], weights[n], factors[n];

__attribute__((noinline)) static void step(const double *old, double *new, double *factor) {
#pragma omp target teams distribute parallel for map(to : old[0 : n]) map(from : new[0 : n]) map(tofrom : factor[0 : n])
  for (int i = 0; i < n; i++)
    new[i] = 0.5 * old[i] + factor[i];
}

__attribute__((noinline)) static double weigh(double *weight) {
  double sum = 0;
#ifdef ADVISED
#pragma omp target teams distribute parallel for map(to : weight[0 : n]) reduction(+ : sum)
#else
#pragma omp target teams distribute parallel for map(tofrom : weight[0 : n]) reduction(+ : sum)
#endif
  for (int i = 0; i < n; i++)
    sum += weight[i];
  return sum;
}

__attribute__((noinline)) static void simulate(double *old, double *new, double *factor) {
#ifdef ADVISED
#pragma omp target enter data map(to : old[0 : n], factor[0 : n]) map(alloc : new[0 : n])
#endif
  for (int t = 0; t < STEPS; t++) {
    step(old, new, factor);
    double *swap = old;
    old = new;
    new = swap;
    if (t % 5 == 4 && t < STEPS - 1) {
#ifdef ADVISED
#pragma omp target update from(old[0 : n])
#endif
      printf("%g\n", old[t]);
    }
    if (t == 9) {
      factor[7] = 3;
#ifdef ADVISED
#pragma omp target update to(factor[0 : n])
#endif
    }
  }
#ifdef ADVISED
#pragma omp target exit data map(from : old[0 : n], new[0 : n]) map(release : factor[0 : n])
#endif
}

int main(void) {
  for (int i = 0; i < n; i++) {
    a[i] = i % 9;
    factors[i] = i % 5;
    weights[i] = i % 3;
  }
  simulate(a, b, factors);
  double sum = weigh(weights);
  for (int i = 0; i < n; i++)
    sum += a[i] + b[i] * 2;
  printf("%.9g\n", sum);
  return 0;
}
