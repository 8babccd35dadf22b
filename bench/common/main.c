/* main.c: the harness of every benchmark program. See bench.h.
 *
 * Usage: PROGRAM SIZE [STEPS]
 * Runs the sequential reference and the kernel on two copies of the same problem, compares every
 * element and prints one line:
 *   NAME VERSION REAL size=N checksum=... elements=N max_error=... seconds=... OK|WRONG
 * `seconds` is the time of the kernel function with its transfers, without opening the device.
 *
 * Usage: PROGRAM SIZE [STEPS] --repeats R [--warm-up W] [--seconds S] [--reference FILE]
 * Measures the kernel function, and prints one line of JSON: see measure.c.
 *   --warm-up W        runs of each kind that are checked but not measured (default 1)
 *   --seconds S        start no run of a kind after S / 2 seconds; the last one always counts
 *   --reference FILE   read the reference's result from FILE, or store it there
 *
 * Option of programs with several inputs: --input KIND[,NUMBER], for example `--input power,32`.
 *   KIND     one of benchmark.kinds     NUMBER  for example the mean length of a row
 * The output then has `input=KIND,NUMBER` after the size.
 *
 * Exit status: 0 OK, 1 WRONG or not on the device, 2 a bad argument or too little memory.
 */
#include "harness.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int parse_count(const char *what, const char *text, int minimum, int maximum)
{
  char *end;
  long value = strtol(text, &end, 10);
  if (end == text || *end || value < minimum || value > maximum)
    bench_refuse("%s '%s' is not a whole number from %d to %d", what, text, minimum, maximum);
  return (int)value;
}

static double parse_seconds(const char *text)
{
  char *end;
  double value = strtod(text, &end);
  if (end == text || *end || !(value > 0))
    bench_refuse("--seconds '%s' is not a number above 0", text);
  return value;
}

/* Sets bench_input from KIND[,NUMBER]. */
static void parse_input(const char *text)
{
  const char *comma = strchr(text, ',');
  size_t length = comma ? (size_t)(comma - text) : strlen(text);
  char kinds[256] = "";
  for (int i = 0; benchmark.kinds[i]; i++) {
    if (strlen(benchmark.kinds[i]) == length && !strncmp(text, benchmark.kinds[i], length)) {
      bench_input.kind = i;
      if (comma && !benchmark.default_number)
        bench_refuse("--input '%s': the kinds of this program have no number", text);
      if (comma)
        bench_input.number = parse_count("number in --input", comma + 1, 1, BENCH_SIZE_MAX);
      return;
    }
    size_t used = strlen(kinds);
    snprintf(kinds + used, sizeof kinds - used, "%s%s", i ? ", " : "", benchmark.kinds[i]);
  }
  bench_refuse("--input '%.*s' is none of the kinds of this program: %s", (int)length, text, kinds);
}

static int run_once(struct bench_problem_size size)
{
  struct bench_memory expected = {0}, actual = {0};
  struct problem *reference = problem_create(&expected, size.size, size.steps);
  struct problem *problem = problem_create(&actual, size.size, size.steps);

  problem_reference(reference);
  bench_open_device();
  double start = bench_now();
  problem_kernel(problem);
  double seconds = bench_now() - start;

  struct bench_comparison result = bench_compare(&expected, &actual, bench_tolerance());
  printf("%s %s %s size=%d%s%s checksum=%.10e elements=%zu max_error=%.3e seconds=%.6f %s\n",
         benchmark.name, bench_version.name, bench_real_name, size.size,
         benchmark.kinds ? " input=" : "", bench_input_name(), result.checksum, result.elements,
         result.error, seconds, result.wrong ? "WRONG" : "OK");
  bench_memory_free(&expected);
  bench_memory_free(&actual);
  return result.wrong ? 1 : 0;
}

static int usage(const char *program)
{
  const char *input = benchmark.default_number ? " [--input KIND[,NUMBER]]" : " [--input KIND]";
  fprintf(stderr,
          "usage: %s SIZE%s [--repeats R [--warm-up W] [--seconds S] [--reference FILE]]%s\n",
          program, benchmark.default_steps ? " [STEPS]" : "", benchmark.kinds ? input : "");
  return 2;
}

int main(int argc, char **argv)
{
  int numbers = 0;
  bench_input.number = benchmark.default_number;
  struct bench_request request = {
      .problem.steps = benchmark.default_steps, .warm_up = 1, .seconds = INFINITY};
  for (int i = 1; i < argc; i++) {
    const char *value = i + 1 < argc ? argv[i + 1] : NULL;
    if (strncmp(argv[i], "--", 2)) {
      if (numbers == 0)
        request.problem.size =
            parse_count("size", argv[i], 1, benchmark.growth == 1 ? BENCH_ROWS_MAX : BENCH_SIZE_MAX);
      else if (numbers == 1 && benchmark.default_steps)
        request.problem.steps = parse_count("steps", argv[i], 1, INT_MAX);
      else
        return usage(argv[0]);
      numbers++;
      continue;
    }
    if (!value)
      return usage(argv[0]);
    if (!strcmp(argv[i], "--repeats"))
      request.repeats = parse_count("--repeats", value, 1, 1000000);
    else if (!strcmp(argv[i], "--warm-up"))
      request.warm_up = parse_count("--warm-up", value, 0, 1000000);
    else if (!strcmp(argv[i], "--seconds"))
      request.seconds = parse_seconds(value);
    else if (!strcmp(argv[i], "--reference"))
      request.reference = value;
    else if (!strcmp(argv[i], "--input") && benchmark.kinds)
      parse_input(value);
    else
      return usage(argv[0]);
    i++;
  }
  if (!numbers)
    return usage(argv[0]);
  return request.repeats ? bench_measure(&request) : run_once(request.problem);
}
