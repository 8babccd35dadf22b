// Preprocessed text, which -save-temps makes the compiler read: each loop becomes what it becomes in the source, in the same lines, and no
// option warns of it. Clang 22 expands no macro in such text, not even `_Pragma` and predefined ones.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cleave_cc %host_offload -O1 -Wall -Wextra -pedantic -Wno-gnu-line-marker -Werror -save-temps %s -o program -Rpass=cleave 2>&1 | FileCheck %s
// RUN: env LIBOMPTARGET_INFO=16 %run ./program 2>&1 | FileCheck %s --check-prefix=LAUNCHES
// RUN: %run4 ./program
// LAUNCHES-COUNT-4: Launching kernel
// LAUNCHES-NOT: Launching kernel

// The code is that of the source, except for marks of places.
// RUN: cp preprocessed-host-x86_64-pc-linux-gnu.i text.i
// RUN: %cleave_cc %host_offload --offload-host-only -O1 -S -emit-llvm text.i -o text.ll
// RUN: %cleave_cc %host_offload --offload-host-only -O1 -S -emit-llvm %s -o source.ll
// RUN: grep -v '^source_filename\|^; ModuleID\|cleave-plan\|^![0-9]* = !{i64 [0-9]*}' source.ll > source.code
// RUN: grep -v '^source_filename\|^; ModuleID\|cleave-plan\|^![0-9]* = !{i64 [0-9]*}' text.ll > text.code
// RUN: diff source.code text.code && grep -c 'call i32 @__tgt_target_kernel' source.code | FileCheck %s --check-prefix=KERNELS
// KERNELS: {{^([6-9]|[1-9][0-9])$}}
// RUN: %cleave_cc %host_offload --offload-host-only -O0 -gline-tables-only -S -emit-llvm text.i -o text.ll
// RUN: %cleave_cc %host_offload --offload-host-only -O0 -gline-tables-only -S -emit-llvm %s -o source.ll
// RUN: grep -o 'DILocation(line: [0-9]*, column: [0-9]*' source.ll | sort -u > source.lines
// RUN: grep -o 'DILocation(line: [0-9]*, column: [0-9]*' text.ll | sort -u > text.lines
// RUN: diff source.lines text.lines

// For a GPU, host and device have different text before the regions.
// RUN: %cleave_cc %link_sm90 -O1 -save-temps %s -o gpu -Rpass=cleave 2>&1 | FileCheck %s
// RUN: %gpu ./gpu

// Text with definitions, conditions and line directives, as other tools leave them. Clang has no device code for such a file.
// RUN: %cleave_cc %host_offload --offload-host-only -O1 -S -emit-llvm %S/Inputs/directives.i -o directives.ll -Rpass=cleave 2>&1 | FileCheck %s --check-prefix=LINES
// LINES: directives.i:103:1: remark: CLV001: target region split into 2 kernels
// RUN: FileCheck %s --check-prefix=NAMES < directives.ll
// NAMES-DAG: define {{.*}}@__omp_offloading_{{.*}}_main_l105
// NAMES-DAG: define {{.*}}@__omp_offloading_{{.*}}_main_l200

enum { COUNT = 64, ROWS = 16 };
static int key[COUNT], histogram[ROWS], first[ROWS + 1];
static double value[COUNT], result[ROWS], scaled[COUNT];

// CHECK: preprocessed.c:[[#@LINE+2]]:1: remark: CLV001: target region split into 2 kernels
static void count(int n) {
#pragma omp target map(to : key[0 : n]) map(tofrom : histogram, scaled[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      scaled[i] = key[i] * 0.5;
#pragma omp parallel for reduction(+ : histogram)
    for (int i = 0; i < n; i++)
      histogram[key[i]] += 1;
  }
}

static double rows(int m) {
  double sum = 0;
#pragma omp target map(to : first, value, scaled) map(from : result) map(tofrom : sum)
  {
#pragma omp parallel for
    for (int row = 0; row < m; row++) {
      double total = 0;
      for (int e = first[row]; e < first[row + 1]; e++)
        total += value[e] * scaled[e];
      result[row] = total;
    }
#pragma omp parallel for reduction(+ : sum)
    for (int row = 0; row < m; row++)
      sum += result[row];
  }
  return sum;
}

int main(void) {
  for (int i = 0; i < COUNT; i++) {
    key[i] = i % ROWS;
    value[i] = i;
  }
  for (int i = 0; i <= ROWS; i++)
    first[i] = i * (COUNT / ROWS);
  count(COUNT);
  int wrong = 0;
  for (int i = 0; i < ROWS; i++)
    wrong += histogram[i] != COUNT / ROWS;
  double expected = 0;
  for (int i = 0; i < COUNT; i++)
    expected += i * (i % ROWS * 0.5);
  const double sum = rows(ROWS);
  return wrong || sum < expected || sum > expected;
}
