// An option that does not exist, or a value that it does not take: one clear error, and no object.
// RUN: not %cleave_cc %host_offload -fplugin-arg-cleave-bogus=1 -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: cleave: {{.*}}bogus
// UNKNOWN-NOT: error: cleave
// UNKNOWN: 1 error generated.
// RUN: not %cleave_cc %host_offload -fplugin-arg-cleave-split=maybe -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck %s --check-prefix=VALUE
// VALUE: error: cleave: {{.*}}maybe
// RUN: not %cleave_cc -fopenmp -fsyntax-only -fplugin-arg-cleave-mode=rewrite \
// RUN:   -fplugin-arg-cleave-output=%t.missing/out.c %s 2>&1 | FileCheck %s --check-prefix=OUTPUT
// OUTPUT: error: cleave: cannot write '{{.*}}.missing/out.c': No such file or directory
// RUN: not %cleave_cc -fopenmp -fsyntax-only -fplugin-arg-cleave-mode=rewrite \
// RUN:   -fplugin-arg-cleave-output=/dev/full %s 2>&1 | FileCheck %s --check-prefix=FULL
// FULL: error: cleave: cannot write '/dev/full': No space left on device
int main(void) { return 0; }
