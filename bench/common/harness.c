/* harness.c: what all files of the harness stand on: the clock, the device, the way to give up. */
#define _POSIX_C_SOURCE 200809L
#include "harness.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

void bench_refuse(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "%s: ", benchmark.name);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(2);
}

struct bench_input bench_input;

const char *bench_input_name(void)
{
  static char name[64];
  if (benchmark.kinds && !benchmark.default_number)
    snprintf(name, sizeof name, "%s", benchmark.kinds[bench_input.kind]);
  else if (benchmark.kinds)
    snprintf(name, sizeof name, "%s,%d", benchmark.kinds[bench_input.kind], bench_input.number);
  return name;
}

double bench_now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

double bench_tolerance(void)
{
  return bench_version.reassociates ? benchmark.tolerance : 0;
}

void bench_open_device(void)
{
  char byte = 0;
#pragma omp target data map(to: byte)
  (void)byte;
}
