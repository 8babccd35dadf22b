// Programs that use signals, threads and processes themselves run under CLEAVE_CHECK=data as without it.
// RUN: %clangxx %host_offload -g -O1 -pthread %s -o %t
// RUN: %each 0 "1 2 3 4 5 6" %plain %t > %t.out
// RUN: %each 3 "7 8 9" %plain %t > %t.more 2> %t.err
// RUN: FileCheck %s --input-file=%t.out --check-prefix=RESULT
// RUN: FileCheck %s --input-file=%t.err --implicit-check-not='read of'
#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

static double array[40], seen;
static volatile int ticks;
static sigjmp_buf place; // on the page of the array

static void add_one(double *a, int n) {
#pragma omp target map(tofrom : a[0:n])
  for (int i = 0; i < n; i++)
    a[i] += 1;
}
static void tick(int) { ticks = ticks + 1; }
static void leave(int) { siglongjmp(place, 1); }
static void read_third(int) { seen = array[3]; } // line 32

int main(int, char **words) {
  const int what = atoi(words[1]);
  double stack[40] = {0};
  signal(SIGSEGV, leave);
#pragma omp target data map(tofrom : array, stack)
  {
    add_one(array, 40);
    add_one(stack, 40);
    if (what == 1) { // signals while the stack is protected
      signal(SIGALRM, tick);
      itimerval often{{0, 2000}, {0, 2000}}, never{};
      setitimer(ITIMER_REAL, &often, nullptr);
      while (ticks < 5)
        usleep(100);
      setitimer(ITIMER_REAL, &never, nullptr);
    } else if (what == 2) { // a fault of the program itself
      if (!sigsetjmp(place, 1))
        *(volatile int *)8 = 1;
    } else if (what == 3) {
      std::vector<std::thread> threads;
      std::mutex mutex;
      int sum = 0;
      for (int i = 0; i < 4; i++)
        threads.emplace_back([&] {
          for (int k = 0; k < 20; k++) {
            std::lock_guard<std::mutex> lock(mutex);
            sum += (int)std::string(k, 'x').size();
          }
        });
      for (auto &thread : threads)
        thread.join();
      printf("sum %d\n", sum);
    } else if (what == 4) {
      const pid_t child = fork();
      if (!child)
        _exit(array[3] == 0 ? 7 : 1);
      int status;
      waitpid(child, &status, 0);
      printf("child %d\n", WEXITSTATUS(status));
    } else if (what == 5) {
      FILE *pipe = popen("echo piped", "r");
      char text[16] = "";
      printf("%s", fgets(text, sizeof text, pipe));
      pclose(pipe);
    } else if (what == 6) { // an object that is unmapped before it is deleted
      auto *page = (double *)mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
#pragma omp target enter data map(to : page[0 : 512])
      add_one(page, 512);
      munmap(page, 4096);
    } else if (what == 7) {
      signal(SIGUSR1, read_third);
      raise(SIGUSR1);
    } else if (what == 8) { // with all signals blocked
      sigset_t all;
      sigfillset(&all);
      sigprocmask(SIG_BLOCK, &all, nullptr);
      seen = array[3]; // line 90
    } else { // with a signal stack of the program's
      stack_t own{}, now{};
      own.ss_sp = malloc(own.ss_size = 1 << 16);
      sigaltstack(&own, nullptr);
      struct sigaction action {};
      action.sa_handler = read_third;
      action.sa_flags = SA_ONSTACK;
      sigaction(SIGUSR1, &action, nullptr);
      raise(SIGUSR1);
      sigaltstack(nullptr, &now);
      seen += now.ss_sp == own.ss_sp ? 0 : 100;
    }
  }
  printf("%d: %g %g %g\n", what, seen, array[3], stack[3]);
}
// RESULT: 1: 0 1 1
// RESULT-NEXT: 2: 0 1 1
// RESULT-NEXT: sum 760
// RESULT-NEXT: 3: 0 1 1
// RESULT-NEXT: child 7
// RESULT-NEXT: 4: 0 1 1
// RESULT-NEXT: piped
// RESULT-NEXT: 5: 0 1 1
// RESULT-NEXT: 6: 0 1 1
// CHECK: signals.cpp:32: read of 'array'
// CHECK: signals.cpp:90: read of 'array'
// CHECK: signals.cpp:32: read of 'array'
