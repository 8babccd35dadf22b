// CLV058: serial loops that pass values from iteration to iteration are executed by all teams.
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks 2>&1 | FileCheck %s --implicit-check-not=CLV058 --implicit-check-not=CLV059
// RUN: %same_results %s
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always KMP_WARNINGS=0 %same_results %s
// RUN: %cleave_cc %host_offload --offload-host-only -c %s -o %t.o %remarks -fplugin-arg-cleave-map=off 2>&1 | FileCheck %s --check-prefix=OFF
// OFF-NOT: CLV05{{[89]}}
#include <stdio.h>

int main(void) {
  static int count[500], first[501], place[500], flag[500];
  int n = 500, kept = 0;
  for (int i = 0; i < n; i++) {
    count[i] = i * 37 % 11;
    flag[i] = i * 29 % 3 == 0;
  }
#pragma omp target map(to : count, flag) map(from : first, place) map(tofrom : kept)
  {
    first[0] = 0;
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV058: serial loop executed by all teams: it only passes 'first' from iteration to iteration [-Rpass=cleave]
    for (int i = 0; i < n; i++)
      first[i + 1] = first[i] + count[i];
// CHECK: {{.*}}:[[#@LINE+1]]:5: remark: CLV058: serial loop executed by all teams: it only passes 'kept' from iteration to iteration [-Rpass=cleave]
    for (int i = 0; i < n; i++) {
      place[i] = kept;
      if (flag[i])
        kept++;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      place[i] += first[i];
  }
  unsigned hash = (unsigned)kept;
  for (int i = 0; i < n; i++)
    hash = hash * 31 + (unsigned)(first[i + 1] + place[i]);
  printf("%u\n", hash);
}
