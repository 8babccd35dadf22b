// Regions in a header that two sources include. Both are compiled plain and with cleave, as C and as C++;
// each mixture of the objects does the same. The linker keeps one of the kernels with one name, so a kernel
// of many teams must not have the name of one of one team: SM90 looks at the names, because the host
// device is indifferent to how many teams a launch asks for.
// RUN: %clang %host_offload -O2 -c %s -o %t.a.plain.o
// RUN: %clang %host_offload -O2 -c %S/Inputs/ramp_user.c -o %t.b.plain.o
// RUN: %cleave_cc -fplugin-arg-cleave-environments=off %host_offload -O2 -Wall -Wextra -Werror -c %s -o %t.a.cleave.o -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s
// RUN: %cleave_cc -fplugin-arg-cleave-environments=off %host_offload -O2 -Wall -Wextra -Werror -c %S/Inputs/ramp_user.c -o %t.b.cleave.o 2>&1 | count 0
// RUN: %cleave_cc -fplugin-arg-cleave-environments=off %host_offload -O2 -c %s -o %t.a.narrow.o -fplugin-arg-cleave-widen=off
// RUN: %clang %host_offload %t.a.plain.o %t.b.plain.o -o %t
// RUN: %run %t > %t.expected
// RUN: %run4 %t | diff - %t.expected
// RUN: %clang %host_offload %t.a.cleave.o %t.b.cleave.o -o %t
// RUN: %run %t | diff - %t.expected
// RUN: %run4 %t | diff - %t.expected
// RUN: %clang %host_offload %t.a.plain.o %t.b.cleave.o -o %t
// RUN: %run4 %t | diff - %t.expected
// RUN: %clang %host_offload %t.a.cleave.o %t.b.plain.o -o %t
// RUN: %run4 %t | diff - %t.expected
// RUN: %clang %host_offload %t.b.cleave.o %t.a.plain.o -o %t
// RUN: %run4 %t | diff - %t.expected
// RUN: %clang %host_offload %t.a.narrow.o %t.b.cleave.o -o %t
// RUN: %run4 %t | diff - %t.expected
// RUN: %clang %host_offload %t.b.cleave.o %t.a.narrow.o -o %t
// RUN: %run4 %t | diff - %t.expected
// RUN: %cleave_cxx -fplugin-arg-cleave-environments=off -x c++ %host_offload -O2 -Wall -Wextra -Werror %s %S/Inputs/ramp_user.c -o %t
// RUN: %run4 %t | diff - %t.expected

// CHECK: Inputs/ramp.h:9:1: remark: CLV001: target region split into 2 kernels
// CHECK-NEXT: 9 | #pragma omp target map(tofrom : a[0 : n])
// CHECK: Inputs/ramp.h:11:1: remark: CLV002:
// CHECK: Inputs/ramp.h:19:1: remark: CLV002:
// What this source sees of not_everywhere the other need not see, and the other way round.
// CHECK: Inputs/ramp.h:24:13: remark: CLV106: loop not distributed across teams: the body of 'not_everywhere' is not visible

// The device's code is made of the same text.
// RUN: %cleave_cc -fplugin-arg-cleave-environments=off %sm90 -O2 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=SM90
// SM90-DAG: define {{.*}}@__omp_offloading_{{.*}}_ramp_l12(
// SM90-DAG: define {{.*}}@__omp_offloading_{{.*}}_ramp_l14(
// SM90-DAG: define {{.*}}@__omp_offloading_{{.*}}_ramp_l16(
// SM90-DAG: define {{.*}}@__omp_offloading_{{.*}}_ramp_l20(
// SM90-DAG: define {{.*}}@__omp_offloading_{{.*}}_ramp_l22(

// Warnings behind the regions and dependency files are those of plain clang.
// RUN: rm -rf %t.folder && mkdir %t.folder
// RUN: %clang %host_offload -Wall -DWARN -MD -MF %t.folder/plain.d -c %s -o %t.folder/o.o 2> %t.folder/plain.txt
// RUN: %cleave_cc -fplugin-arg-cleave-environments=off %host_offload -Wall -DWARN -MD -MF %t.folder/cleave.d -c %s -o %t.folder/o.o 2> %t.folder/cleave.txt
// RUN: diff %t.folder/plain.d %t.folder/cleave.d
// RUN: diff %t.folder/plain.txt %t.folder/cleave.txt
// RUN: FileCheck %s --check-prefix=WARNING < %t.folder/plain.txt
// WARNING: ramp.h:28:7: warning: unused variable 'unused_in_header'

// The line table names the lines of the header's file, and no checksum of the text in its place.
// RUN: %cleave_cc -fplugin-arg-cleave-environments=off %host_offload -g -c %s -o %t.o
// RUN: llvm-dwarfdump --debug-line %t.o | not grep md5_checksum
// RUN: llvm-dwarfdump --debug-line %t.o | FileCheck %s --check-prefix=LINES
// LINES-DAG: {{^0x[0-9a-f]+ +}}13 {{.*}}
// LINES-DAG: {{^0x[0-9a-f]+ +}}17 {{.*}}
// LINES-DAG: {{^0x[0-9a-f]+ +}}21 {{.*}}
// LINES-DAG: {{^0x[0-9a-f]+ +}}30 {{.*}}

// Preprocessed text comes to the same: names of kernels, and what counts as visible.
// RUN: %cleave_cc -fplugin-arg-cleave-environments=off %host_offload -O2 -save-temps=obj -c %s -o %t.folder/saved.o -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s
// RUN: %clang %host_offload %t.folder/saved.o %t.b.plain.o -o %t
// RUN: %run4 %t | diff - %t.expected

// A header that is named by -include is like any other; a system header is left alone.
// RUN: %cleave_cc -fplugin-arg-cleave-environments=off %host_offload -O2 -include %S/Inputs/ramp.h -c %s -o %t.o -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s
// RUN: mkdir %t.folder/system && cp %S/Inputs/ramp.h %t.folder/system/ramp.h
// RUN: echo '#include <ramp.h>' > %t.folder/system.c
// RUN: %cleave_cc -fplugin-arg-cleave-environments=off %host_offload -O2 -isystem %t.folder/system -c %t.folder/system.c -o %t.o -Rpass=cleave -Rpass-missed=cleave 2>&1 | count 0
// RUN: %cleave_cc -fplugin-arg-cleave-environments=off %host_offload -O2 -I %t.folder/system -c %t.folder/system.c -o %t.o -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --check-prefix=PATH
// PATH: system/ramp.h:9:1: remark: CLV001:

// What the commands say of them.
// RUN: %cleave explain --all %s -- -fplugin-arg-cleave-environments=off | FileCheck %s --check-prefix=EXPLAIN
// EXPLAIN: {{^.*}}Inputs/ramp.h:9: target region in ramp
// EXPLAIN-NEXT: + line 9: CLV001:
// RUN: %cleave explain --json %s -- -fplugin-arg-cleave-environments=off | FileCheck %s --check-prefix=JSON
// JSON: "file": "{{.*}}header_regions.c",
// JSON: "headers": [
// JSON: "file": "{{.*}}Inputs/ramp.h",
// JSON: "line": 9,
// JSON-NEXT: "function": "ramp"
#include <stdio.h>

#include "Inputs/ramp.h"

void other(int *a, int n);

int main(void) {
  int a[1000];
  for (int i = 0; i < 1000; i++)
    a[i] = last_line() % 7;
  ramp(a, 1000);
  other(a, 1000);
  for (int i = 0; i < 1000; i++)
    printf("%d\n", a[i]);
}
