// A trace is written however the program ends: by exit, or by a signal, with regions under way, which it
// says; and the program ends as it would without. (At exit LLVM 19's run time crashes sometimes, with and
// without libcleave: it unloads the code of the host device while that runs.)
// RUN: %clang %s -O2 -gline-directives-only %libcleave %host_offload -o %t
// RUN: %run %t start CLEAVE_TRACE=%t.json %t exit
// RUN: %cleave trace %t.json | FileCheck %s
// CHECK: construct 3
// CHECK: kernel 3
// CHECK: 2 events had not ended when the program ended.
// RUN: jq -c ".traceEvents[] | select(.args.unfinished) | [.cat, .args.line]" %t.json | FileCheck %s --check-prefix=FLIGHT
// FLIGHT: ["construct",[[#@LINE + 97]]]
// FLIGHT-NEXT: ["kernel",[[#@LINE + 96]]]
//
// RUN: %run %t start CLEAVE_TRACE=%t.signal.json %t wait | FileCheck %s --check-prefix=SIGNAL
// SIGNAL: ended by signal 15
// RUN: %cleave trace %t.signal.json | FileCheck %s
//
// A handler of the program's own is asked first, and a signal that it ignores is ignored.
// RUN: %run %t start CLEAVE_TRACE=%t.json %t handled | FileCheck %s --check-prefix=HANDLED
// HANDLED: handled 15
// RUN: %cleave trace %t.json | FileCheck %s
//
// A child that it forks writes nothing, since the file is the parent's.
// RUN: env CLEAVE_TRACE=%t.json %run %t fork
// RUN: %cleave trace %t.json | FileCheck %s --check-prefix=FORK
// FORK: construct 2
//
// Each process can have its own file.
// RUN: rm -rf %t.folder && mkdir %t.folder
// RUN: env CLEAVE_TRACE=%t.folder/a-%%p.json %run %t quick
// RUN: env CLEAVE_TRACE=%t.folder/a-%%p.json %run %t quick
// RUN: ls %t.folder | count 2
//
// What cannot be written is said once, at the start, and the program runs.
// RUN: env CLEAVE_TRACE=%t.folder/none/a.json %run %t quick 2>&1 | FileCheck %s --check-prefix=CANNOT
// CANNOT: cleave: warning: no trace: cannot write '{{.*}}/none/a.json' (from CLEAVE_TRACE): No such file or directory
// CANNOT-NEXT: quick 1
// CANNOT-NOT: cleave
// A full disk at the end.
// RUN: env CLEAVE_TRACE=/dev/full %run %t quick 2>&1 | FileCheck %s --check-prefix=FULL
// FULL-DAG: quick 1
// FULL-DAG: cleave: warning: cannot write the trace '/dev/full': No space left on device
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int under_way;

static void handle(int number) {
  printf("handled %d\n", number);
  fflush(stdout);
  exit(0);
}

/* Runs what stands in ARGUMENTS, "NAME=VALUE PROGRAM WORD", and sends it a signal if it says so. */
static int start(char **arguments) {
  int ready[2];
  if (pipe(ready))
    return 1;
  pid_t child = fork();
  if (!child) {
    dup2(ready[1], 3);
    putenv(arguments[0]);
    execl(arguments[1], arguments[1], arguments[2], (char *)NULL);
    _exit(1);
  }
  char byte;
  int status;
  close(ready[1]);
  if (read(ready[0], &byte, 1) == 1)
    kill(child, SIGTERM);
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status))
    printf("ended by signal %d\n", WTERMSIG(status));
  return 0;
}

int main(int count, char **arguments) {
  const char *how = arguments[1];
  int x = 0;
  if (!strcmp(how, "start"))
    return start(arguments + 2);
  if (!strcmp(how, "handled"))
    signal(SIGTERM, handle);
#pragma omp target map(tofrom : x)
  x++;
  if (!strcmp(how, "quick")) {
    printf("quick %d\n", x);
    return 0;
  }
  if (!strcmp(how, "fork")) {
    pid_t child = fork();
    if (!child)
      exit(0);
    waitpid(child, NULL, 0);
  }
#pragma omp target map(tofrom : x)
  x++;
  if (!strcmp(how, "fork"))
    return 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    volatile int *here = &under_way;
#pragma omp target nowait is_device_ptr(here)
    {
      *here = 1;
      for (;;)
        sleep(1); /* the device is this process */
    }
    while (!under_way)
      usleep(1000);
    if (!strcmp(how, "wait")) {
      if (write(3, "x", 1) == 1)
        pause();
    } else if (!strcmp(how, "handled")) {
      raise(SIGTERM);
    }
    exit(3);
  }
  return 0;
}
