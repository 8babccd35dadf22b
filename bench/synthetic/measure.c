/* FILE: bench/synthetic/measure.c
 * WHAT: see measure.h.
 */
#define _GNU_SOURCE
#include "measure.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* Something to name in messages of constructors, which run before measure_start. */
static const struct measure_program early = {.name = "micro"};
static const struct measure_program *program = &early;
static double budget_end;
static int figures_left = 1;

static double seconds_of(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

double measure_now(void) { return seconds_of(CLOCK_MONOTONIC); }

double measure_processor_time(void) { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }

void measure_note(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "%s: ", program->name);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
}

_Noreturn void measure_fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "%s: ", program->name);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  /* Not exit: the run time's own ending may hang or crash after a failed device call. */
  fflush(NULL);
  _exit(1);
}

/* ---- options ---- */

static void print_help(void) {
  printf("%s: %s\n"
         "Prints one JSON object a line, one for every figure; question %d of the list of "
         "measurements.\n\nOptions:\n"
         "  --seconds S  budget in seconds (default %g); every figure takes its fewest repeats "
         "whatever the budget\n"
         "  --help       this text\n",
         program->name, program->measures, program->question, program->seconds);
  for (const struct measure_option *option = program->options; option && option->name; option++)
    printf("  %s%s  %s\n", option->name, option->number ? " N" : "", option->meaning);
}

static _Noreturn void wrong_usage(const char *what, const char *argument) {
  fprintf(stderr, "%s: %s '%s'; see %s --help\n", program->name, what, argument, program->name);
  exit(2);
}

static double number_of(const char *option, const char *text) {
  if (!text)
    wrong_usage("a number must follow", option);
  char *end;
  double value = strtod(text, &end);
  if (end == text || *end || !(value >= 0) || isinf(value))
    wrong_usage("not a number that is 0 or more:", text);
  return value;
}

void measure_start(const struct measure_program *of, int argc, char **argv) {
  program = of;
  double seconds = of->seconds;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--help")) {
      print_help();
      exit(0);
    }
    if (!strcmp(argv[i], "--seconds")) {
      seconds = number_of(argv[i], argv[i + 1]);
      i++;
      continue;
    }
    const struct measure_option *option = program->options;
    while (option && option->name && strcmp(option->name, argv[i]))
      option++;
    if (!option || !option->name)
      wrong_usage("unknown option", argv[i]);
    if (option->flag) {
      *option->flag = true;
    } else {
      *option->number = number_of(argv[i], argv[i + 1]);
      i++;
    }
  }
  budget_end = measure_now() + seconds;
}

/* ---- samples ---- */

void measure_plan(int figures) { figures_left = figures; }

double measure_left(void) { return budget_end - measure_now(); }

void measure_begin(struct measure_sample *sample, size_t least, size_t most) {
  double share = measure_left() / (figures_left > 0 ? figures_left : 1);
  figures_left--;
  *sample = (struct measure_sample){.least = least, .most = most, .end = measure_now() + share};
}

bool measure_again(const struct measure_sample *sample) {
  if (sample->count < sample->least)
    return true;
  return sample->count < sample->most && measure_now() < sample->end;
}

void measure_add(struct measure_sample *sample, double value) {
  if (sample->count == sample->capacity) {
    sample->capacity = sample->capacity ? 2 * sample->capacity : 64;
    sample->values = realloc(sample->values, sample->capacity * sizeof *sample->values);
    if (!sample->values)
      measure_fail("no memory for %zu values", sample->capacity);
  }
  sample->values[sample->count++] = value;
}

void measure_end(struct measure_sample *sample) {
  free(sample->values);
  *sample = (struct measure_sample){0};
}

static int compare_values(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

double measure_quantile(const struct measure_sample *sample, double fraction) {
  if (!sample->count)
    return NAN;
  double *sorted = malloc(sample->count * sizeof *sorted);
  if (!sorted)
    measure_fail("no memory for %zu values", sample->count);
  memcpy(sorted, sample->values, sample->count * sizeof *sorted);
  qsort(sorted, sample->count, sizeof *sorted, compare_values);
  double place = fraction * (double)(sample->count - 1);
  size_t below = (size_t)place;
  size_t above = below + 1 < sample->count ? below + 1 : below;
  double value = sorted[below] + (place - (double)below) * (sorted[above] - sorted[below]);
  free(sorted);
  return value;
}

double measure_median(const struct measure_sample *sample) { return measure_quantile(sample, 0.5); }

/* ---- results ---- */

static void print_string(const char *text) {
  putchar('"');
  for (const unsigned char *at = (const unsigned char *)text; *at; at++) {
    if (*at == '"' || *at == '\\')
      printf("\\%c", *at);
    else if (*at < 0x20 || *at >= 0x7f) /* bytes of unknown encoding: read them as Latin-1 */
      printf("\\u%04x", *at);
    else
      putchar(*at);
  }
  putchar('"');
}

void measure_open(const char *name) {
  printf("{\"question\":%d,\"name\":", program->question);
  print_string(name);
}

void measure_text(const char *key, const char *value) {
  putchar(',');
  print_string(key);
  putchar(':');
  print_string(value);
}

void measure_number(const char *key, double value) {
  putchar(',');
  print_string(key);
  if (isfinite(value))
    printf(":%.10g", value);
  else
    printf(":null"); /* JSON has no infinity and no NaN */
}

void measure_sample(const char *unit, const struct measure_sample *sample) {
  measure_text("unit", unit);
  measure_number("median", measure_median(sample));
  measure_number("minimum", measure_quantile(sample, 0));
  measure_number("maximum", measure_quantile(sample, 1));
  measure_number("lower_quartile", measure_quantile(sample, 0.25));
  measure_number("upper_quartile", measure_quantile(sample, 0.75));
  measure_number("repeats", (double)sample->count);
}

void measure_close(void) {
  puts("}");
  /* At once: a program that is stopped for lack of time leaves what it has measured. */
  if (fflush(stdout) || ferror(stdout))
    measure_fail("cannot write the results: %s", strerror(errno));
}

/* ---- starting afresh ---- */

void measure_require(char **argv, const char *name, const char *value) {
  const char *now = getenv(name);
  if (now && !strcmp(now, value))
    return;
  if (setenv(name, value, 1) || execv("/proc/self/exe", argv))
    measure_fail("cannot start again with %s=%s: %s", name, value, strerror(errno));
}

enum { ARGUMENTS_MOST = 16, VARIABLES_MOST = 8 };

/* Our environment with VARIABLES instead of those of the same names. The caller frees the list. */
static char **environment_with(const char *const *variables) {
  size_t count = 0;
  while (environ[count])
    count++;
  char **list = calloc(count + VARIABLES_MOST + 1, sizeof *list);
  if (!list)
    measure_fail("no memory for a child's environment");
  size_t kept = 0;
  for (; variables && variables[kept] && kept < VARIABLES_MOST; kept++)
    list[kept] = (char *)variables[kept];
  size_t replaced = kept;
  for (size_t i = 0; i < count; i++) {
    bool ours = true;
    for (size_t k = 0; k < replaced && ours; k++)
      ours = strncmp(environ[i], list[k], strcspn(list[k], "=") + 1) != 0;
    if (ours)
      list[kept++] = environ[i];
  }
  return list;
}

static pid_t start_child(const char *const *arguments, const char *const *variables, int output) {
  char *argv[ARGUMENTS_MOST + 2] = {(char *)program->name};
  for (int i = 0; arguments[i]; i++) {
    if (i == ARGUMENTS_MOST)
      measure_fail("too many options for a child process");
    argv[i + 1] = (char *)arguments[i];
  }
  char **environment = environment_with(variables);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (output != STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  fflush(NULL);
  pid_t child;
  int error = posix_spawn(&child, "/proc/self/exe", &actions, NULL, argv, environment);
  posix_spawn_file_actions_destroy(&actions);
  free(environment);
  if (error)
    measure_fail("cannot start a child process: %s", strerror(error));
  return child;
}

/* Reads CHANNEL to its end; what does not fit in ANSWER is dropped. */
static void read_answer(int channel, char *answer, size_t size) {
  size_t length = 0;
  char rest[256];
  for (;;) {
    bool fits = length + 1 < size;
    char *to = fits ? answer + length : rest;
    ssize_t got = read(channel, to, fits ? size - 1 - length : sizeof rest);
    if (got <= 0)
      break;
    length += fits ? (size_t)got : 0;
  }
  answer[length] = 0;
}

void measure_child(const char *const *arguments, const char *const *variables, char *answer,
                   size_t size) {
  int channel[2] = {-1, STDOUT_FILENO};
  if (answer && pipe2(channel, O_CLOEXEC))
    measure_fail("cannot make a pipe: %s", strerror(errno));
  pid_t child = start_child(arguments, variables, channel[1]);
  if (answer) {
    close(channel[1]);
    read_answer(channel[0], answer, size);
    close(channel[0]);
  }
  int status;
  if (waitpid(child, &status, 0) != child)
    measure_fail("cannot wait for a child process: %s", strerror(errno));
  if (WIFSIGNALED(status))
    measure_fail("the child process %s %s died of signal %d", program->name, arguments[0],
                 WTERMSIG(status));
  if (WEXITSTATUS(status))
    measure_fail("the child process %s %s failed", program->name, arguments[0]);
}
