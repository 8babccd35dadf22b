// The line table of a transformed file names the lines of the user's file: outside the region the
// same ones as without cleave, inside it those of the statements that still exist.
// RUN: %clang %host_offload -g -c %s -o %t.plain.o
// RUN: %cleave_cc %host_offload -g -c %s -o %t.cleave.o -Rpass=cleave 2>&1 | FileCheck %s
// CHECK: remark: CLV
//
// Every address row of the line table starts with "0x"; the second column is the line.
// RUN: llvm-dwarfdump --debug-line %t.plain.o \
// RUN:   | awk '/^0x/ && ($2 < 27 || $2 > 35) { print $2 }' | sort -nu > %t.plain
// RUN: llvm-dwarfdump --debug-line %t.cleave.o \
// RUN:   | awk '/^0x/ && ($2 < 27 || $2 > 35) { print $2 }' | sort -nu > %t.cleave
// RUN: diff %t.plain %t.cleave
// RUN: FileCheck %s --check-prefix=OUTSIDE --match-full-lines < %t.cleave
// OUTSIDE: 25
// OUTSIDE: 39
//
// RUN: llvm-dwarfdump --debug-line %t.cleave.o | FileCheck %s --check-prefix=INSIDE
// INSIDE-DAG: {{^0x[0-9a-f]+ +}}31 {{.*}}
// INSIDE-DAG: {{^0x[0-9a-f]+ +}}34 {{.*}}
//
// A checksum of the rewritten text would tell debuggers that the file on disk is another one.
// RUN: llvm-dwarfdump --debug-line %t.plain.o | grep md5_checksum
// RUN: llvm-dwarfdump --debug-line %t.cleave.o | not grep md5_checksum

void twice(int *a, int n) {

#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}


int main(void) {
  int a[16];
  twice(a, 16);
  return a[15] != 16;
}
