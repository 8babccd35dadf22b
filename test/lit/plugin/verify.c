// Clang's -verify still finds every expected message where it is expected.
// RUN: %cleave_cc %host_offload -Wall -Xclang -verify -c %s -o %t.o
// Without a device run, in which cleave's remarks are not repeated, they can be expected as well.
// RUN: %cleave_cc -fopenmp -Wall -Rpass=cleave -Xclang -verify=expected,host -c %s -o %t.o

void twice(int *a, int n) {
  int unused; // expected-warning {{unused variable 'unused'}}
  // host-remark-re@+1 1+ {{{{^}}CLV{{[0-9]+}}: }}
#pragma omp target map(tofrom : a[0 : n])
  {
// host-remark-re@+1 0+ {{{{^}}CLV{{[0-9]+}}: }}
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      int idle; // expected-warning {{unused variable 'idle'}}
      a[i] = i;
    }
// host-remark-re@+1 0+ {{{{^}}CLV{{[0-9]+}}: }}
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}
