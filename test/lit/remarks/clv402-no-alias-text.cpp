// CLV402: a kernel adds up in an array, but its text cannot stand twice, the second time on one line.
// RUN: %cleave_cxx %host_offload -std=c++17 -O2 -c %s -o %t.o %remarks 2>&1 | FileCheck %s
// RUN: %cleave_cxx %host_offload -std=c++17 -O2 -S -emit-llvm --offload-host-only %s -o - | FileCheck %s --check-prefix=IR
// RUN: %same_results %s
// Apostrophes, hashes, what looks like a comment in a literal, and macros are no obstacle.
// IR-COUNT-1: = call {{.*}} @cleave_disjoint(i32
// IR-NOT: @cleave_disjoint(i32 noundef -1
#include <cstdio>
#define TERM(k) a[k] * 3
#define LINE __LINE__

static void sum(const int *a, int *sums) {
#pragma omp target map(to : a[0 : 64]) map(tofrom : sums[0 : 64])
  {
// CHECK: {{.*}}:[[#@LINE+1]]:1: remark: CLV030:
#pragma omp parallel for
    for (int i = 0; i < 64; i++) // don't stop \ "here
      for (int k = 0; k < 64; k++) /* " # */
        sums[i] += TERM(k) + (int)sizeof("//") + '"' % 5
                   // #if it were a directive
                   + (a[i] > 5
                          ? 1 // else
                          : 0);
#pragma omp parallel for
    // CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV402: not versioned for no-alias: the text of the loop cannot be duplicated (a preprocessing directive); move that part out of the loop [-Rpass-missed=cleave]
    for (int i = 0; i < 64; i++)
      for (int k = 0; k < 64; k++)
#ifdef __cplusplus
        sums[i] += TERM(k);
#endif
#pragma omp parallel for
    // CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV402: {{.*}} (a preprocessing directive)
    for (int i = 0; i < 64; i++)
      for (int k = 0; k < 64; k++) // C:\dir "
        /* " */ # /* */ pragma once_and_for_all
        sums[i] += TERM(k);
#pragma omp parallel for
    // CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV402: {{.*}} (__LINE__)
    for (int i = 0; i < 64; i++)
      for (int k = 0; k < 64; k++)
        sums[i] += a[k] + LINE % 3;
#pragma omp parallel for
    // CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV402: {{.*}} (a digit separator)
    for (int i = 0; i < 64; i++)
      for (int k = 0; k < 64; k++)
        sums[i] += a[k] % 1'000;
#pragma omp parallel for
    // CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV402: {{.*}} (a continued line)
    for (int i = 0; i < 64; i++)
      for (int k = 0; k < 64; k++)
        sums[i] += a[k] + // what follows is \
        no code
                   1;
#pragma omp parallel for
    // CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV402: {{.*}} (a raw string)
    for (int i = 0; i < 64; i++)
      for (int k = 0; k < 64; k++)
        sums[i] += a[k] + (int)sizeof(R"(") // ")");
  }
}

int main() {
  int a[64], sums[64];
  for (int i = 0; i < 64; i++)
    a[i] = i, sums[i] = 0;
  sum(a, sums);
  for (int i = 0; i < 64; i++)
    std::printf("%d\n", sums[i]);
}
