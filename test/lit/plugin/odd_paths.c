// Spaces, quotes and other strange characters in the file's path and in its folder.
// RUN: rm -rf %t && mkdir -p "%t/a b'c" && cp %s "%t/a b'c/it's \"odd\" $x.c"
// RUN: cp %S/Inputs/neighbour.h "%t/a b'c"
// RUN: cd "%t/a b'c" && %cleave_cc %host_offload -O1 "it's \"odd\" $x.c" -o "a prog" \
// RUN:   -Rpass=cleave 2>&1 | FileCheck %s
// CHECK: it's "odd" $x.c:[[#@LINE+9]]:{{[0-9]+}}: remark: CLV
// RUN: %run "%t/a b'c/a prog"
// The same by its absolute path, with the header beside the source.
// RUN: %cleave_cc %host_offload -O1 "%t/a b'c/it's \"odd\" $x.c" -o "%t/prog"
// RUN: %run %t/prog
#include "neighbour.h"
int a[16], n = 16;

int main(void) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
  return a[15] != NEIGHBOUR;
}
