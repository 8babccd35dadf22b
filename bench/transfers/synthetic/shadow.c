/* FILE: bench/transfers/synthetic/shadow.c
 * WHAT: runs one version of the program (shadow.h), checks every element and prints its time.
 * USE:  shadow VERSION BYTES [STEPS [REPEATS]]
 *       Prints "VERSION BYTES NS..." with the time of each repeat: data on the host before and after, memory of the
 *       device allocated and released, and page-locked memory registered and unregistered, where a version has it.
 *       On the simulated driver times are virtual, and as no kernel runs, every element must come back as it was sent.
 */
#define _GNU_SOURCE
#include "shadow.h"

#include <dlfcn.h>
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SMALL_COUNT = 4096 };

static const struct version {
  const char *name;
  void (*run)(struct shadow shadow);
  bool pinned;
} versions[] = {
    {"unpinned", shadow_synchronous, false},
    {"pinned", shadow_synchronous, true},
    {"pinned-to", shadow_to, true},
    {"pinned-from", shadow_from, true},
    {"pinned-both", shadow_both, true},
    {"unpinned-both", shadow_both, false},
    {"clang", shadow_clang, false},
    {"split", shadow_split, false},
    {"openmp", shadow_openmp, false},
    {"engine", shadow_engine, false},
};

/* The driver's functions, NULL without a driver. */
static int (*register_memory)(void *memory, size_t bytes, unsigned flags);
static int (*unregister_memory)(void *memory);
static long long (*cleave_simulator_time)(void);

static void find(void *library, const char *name, void *function)
{
  void *found = library ? dlsym(library, name) : NULL;
  memcpy(function, &found, sizeof found); /* ISO C knows no way from void * to a function */
}

/* Opens the device, so that no time has that in it. */
static void open_device(void)
{
  int on_host = 1;
#pragma omp target map(from : on_host)
  on_host = omp_is_initial_device();
  void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  find(driver, "cuMemHostRegister_v2", &register_memory);
  find(driver, "cuMemHostUnregister", &unregister_memory);
  find(driver, "cleave_simulator_time", &cleave_simulator_time);
  if (!cleave_simulator_time && on_host) { /* the simulated driver executes no kernel */
    fprintf(stderr, "shadow: there is no device\n");
    exit(2);
  }
}

static long long now(void)
{
  struct timespec time;
  if (cleave_simulator_time)
    return cleave_simulator_time();
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static uint32_t initial(long i) { return (uint32_t)i * 2654435761u; }

static void *array(long count)
{
  void *made = aligned_alloc(4096, ((size_t)count * sizeof(uint32_t) + 4095) / 4096 * 4096);
  if (!made) {
    fprintf(stderr, "shadow: no memory\n");
    exit(2);
  }
  return made;
}

static void check(const char *name, const char *what, long i, uint32_t value, uint32_t wanted)
{
  if (value == wanted)
    return;
  printf("%s WRONG: %s[%ld] is %u and should be %u\n", name, what, i, value, wanted);
  exit(1);
}

static void check_all(const char *name, const struct shadow *s)
{
  for (long i = 0; i < s->small_count; i++) {
    uint32_t value = initial(i);
    for (long step = 0; step < s->steps && !cleave_simulator_time; step++)
      value = first_step(value);
    for (long step = 0; step < s->steps && !cleave_simulator_time; step++)
      value = third_step(value);
    check(name, "small", i, s->small[i], value);
  }
  for (long i = 0; i < s->object_count; i++)
    check(name, "object", i, s->object[i], cleave_simulator_time ? initial(i) : second_step(initial(i)));
}

static long long run(const struct version *version, struct shadow *s)
{
  size_t bytes = (size_t)s->object_count * sizeof *s->object;
  bool registers = version->pinned && register_memory;
  for (long i = 0; i < s->small_count; i++)
    s->small[i] = initial(i);
  for (long i = 0; i < s->object_count; i++)
    s->object[i] = initial(i);
  long long begin = now();
  int error = registers ? register_memory(s->object, bytes, 0) : 0;
  version->run(*s);
  if (!error && registers)
    error = unregister_memory(s->object);
  long long time = now() - begin;
  if (error) {
    printf("%s WRONG: the driver's error %d for page-locked memory\n", version->name, error);
    exit(1);
  }
  check_all(version->name, s);
  return time;
}

int main(int count, char **words)
{
  const struct version *version = NULL;
  for (size_t i = 0; count > 2 && i < sizeof versions / sizeof *versions; i++)
    if (strcmp(versions[i].name, words[1]) == 0)
      version = &versions[i];
  if (!version) {
    fprintf(stderr, "usage: shadow VERSION BYTES [STEPS [REPEATS]]\nversions:");
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
      fprintf(stderr, " %s", versions[i].name);
    fputs("\n", stderr);
    return 2;
  }
  struct shadow shadow = {.small_count = SMALL_COUNT,
                          .object_count = atol(words[2]) / (long)sizeof(uint32_t),
                          .steps = count > 3 ? atol(words[3]) : 1};
  shadow.small = array(shadow.small_count);
  shadow.object = array(shadow.object_count);
  open_device();
  printf("%s %s", version->name, words[2]);
  for (int repeats = count > 4 ? atoi(words[4]) : 1; repeats > 0; repeats--)
    printf(" %lld", run(version, &shadow));
  puts("");
  free(shadow.small);
  free(shadow.object);
  return 0;
}
