// CLEAVE_CHECK=data looks at the buffers of system calls: without it, a call with a protected buffer would fail with EFAULT, or write a part.
// RUN: %clang %host_offload -g -O1 %s -o %t
// RUN: %each 3 "1 2 3 4 5" %plain %t > %t.out 2> %t.err
// RUN: FileCheck %s --input-file=%t.err --implicit-check-not='read of' --implicit-check-not='write of'
// RUN: FileCheck %s --input-file=%t.out --check-prefix=RESULT
// RUN: %plain %t 0
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 100000, SMALL = 40 };
static double big[N], small[SMALL];

static void add_one(double *a, int n) {
#pragma omp target map(tofrom : a[0:n])
  for (int i = 0; i < n; i++)
    a[i] += 1;
}

int main(int count, char **words) {
  const int what = count > 1 ? atoi(words[1]) : 0;
  struct iovec vectors[2] = {{small, sizeof small}, {big, sizeof big}};
  long result = 0;
  int zero = open("/dev/zero", O_RDONLY), null = open("/dev/null", O_WRONLY), pair[2];
#pragma omp target data map(tofrom : big, small)
  {
    add_one(big, N);
    add_one(small, SMALL);
    if (what == 1) {
      result = write(null, big, sizeof big); /* line 34 */
    } else if (what == 2) {
      FILE *file = tmpfile();
      result = (long)fwrite(big, sizeof *big, N, file); /* line 37 */
      fclose(file);
    } else if (what == 3) {
      result = writev(null, vectors, 2); /* line 40 */
    } else if (what == 4) {
      result = read(zero, big, sizeof big); /* line 42 */
      add_one(big, N);
    } else if (what == 5) {
      struct msghdr message = {.msg_iov = vectors, .msg_iovlen = 1};
      socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
      result = sendmsg(pair[0], &message, 0); /* line 47 */
    } else { /* children, whose calls are not looked at, and calls with other buffers */
      char text[16];
      result = system("exit 5") == 5 << 8 && read(zero, text, sizeof text) == sizeof text && !fork() ? 0 : 1;
      if (!result)
        _exit(0);
      wait(NULL);
    }
  }
  printf("%d: %ld\n", what, result);
}
// CHECK: data check: system_calls.c:34: read of 'big' in system call write, of which device 0 has a newer value
// CHECK: data check: system_calls.c:37: read of 'big' in system call write
// CHECK: data check: system_calls.c:40: read of 'small' in system call writev
// CHECK: data check: system_calls.c:40: read of 'big' in system call writev
// CHECK: data check: system_calls.c:42: write of 'big' does not reach device 0
// CHECK: data check: system_calls.c:47: read of 'small' in system call sendmsg
// RESULT: 1: 800000
// RESULT: 2: 100000
// RESULT: 3: 800320
// RESULT: 4: 800000
// RESULT: 5: 320
