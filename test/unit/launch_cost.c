/* FILE: test/unit/launch_cost.c
 * WHAT: what libcleave adds to a launch, in ns: between a stand-in for libomptarget that does nothing and
 *       the simulated CUDA driver. Each figure is the median of 9 rounds, and the difference to the median
 *       of rounds that call the stub directly, taken in turn with it.
 * USE:  build/bin/launch_cost
 */
#define _GNU_SOURCE /* memfd_create, RTLD_NEXT */
#include "launch_sample.h"

#include <dlfcn.h>
#include <time.h>

#include "omptarget/omptarget.h"

enum { ROUNDS = 9, LAUNCHES = 1000000 };

typedef int launch_function(void *, int64_t, int32_t, int32_t, void *, struct cleave_launch_arguments *);

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* STEP: how much larger each launch's trip count is than the one before. */
static double round_of(launch_function *function, int32_t teams, void *kernel,
                       const struct cleave_launch_arguments *arguments, uint64_t step) {
  const double begin = now();
  for (uint64_t i = 0; i < LAUNCHES; i++) {
    struct cleave_launch_arguments given = *arguments;
    given.trip_count += i * step;
    function(NULL, 0, teams, 0, kernel, &given);
  }
  return (now() - begin) / LAUNCHES;
}

static int compare(const void *a, const void *b) {
  return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

static void measure(const char *what, launch_function *real, int32_t teams, void *kernel,
                    const struct cleave_launch_arguments *arguments, uint64_t step) {
  double direct[ROUNDS], hooked[ROUNDS];
  for (int i = 0; i < ROUNDS; i++) {
    direct[i] = round_of(real, teams, kernel, arguments, step);
    hooked[i] = round_of(__tgt_target_kernel, teams, kernel, arguments, step);
  }
  qsort(direct, ROUNDS, sizeof *direct, compare);
  qsort(hooked, ROUNDS, sizeof *hooked, compare);
  printf("%-46s %8.1f %8.1f %8.1f\n", what, direct[ROUNDS / 2], hooked[ROUNDS / 2],
         hooked[ROUNDS / 2] - direct[ROUNDS / 2]);
}

int main(void) {
  static struct program program;
  clear_environment();
  make_program(&program);
  stand_in_set_devices(1);
  __tgt_register_lib(&program.descriptor);
  void *library = dlopen("libstand_in_omptarget.so", RTLD_LAZY | RTLD_NOLOAD);
  void *address = library ? dlsym(library, "__tgt_target_kernel") : NULL;
  launch_function *real;
  memcpy(&real, &address, sizeof real);
  if (!real) {
    fprintf(stderr, "the stand-in for libomptarget is not loaded\n");
    return 1;
  }
  struct cleave_launch_arguments large = launch_of(100000000), small = launch_of(1000);
  printf("%-46s %8s %8s %8s\n", "ns a launch", "direct", "libcleave", "more");
  measure("region without teams", real, -1, &program.bytes_of_kernels[FREE], &large, 0);
  measure("the user's num_teams", real, 4, &program.bytes_of_kernels[FREE], &large, 0);
  measure("kernel of an image that is not known", real, 0, &program, &large, 0);
  measure("kernel without information", real, 0, &program.bytes_of_kernels[PLAIN], &large, 0);
  measure("grid chosen, large loop again and again", real, 0, &program.bytes_of_kernels[FREE], &large, 0);
  measure("grid chosen, small loop again and again", real, 0, &program.bytes_of_kernels[FREE], &small, 0);
  measure("grid chosen, another trip count every time", real, 0, &program.bytes_of_kernels[FREE], &large, 1);
  return 0;
}
