/* FILE: lib/simulator_driver/kernel_duration.c
 * WHAT: the duration of a kernel: of an executed kernel, that of the time model; otherwise formulas such as
 *       "12us + 3ns * blocks", for all kernels in the profile. Formulas for kernels by name are in the file of
 *       CLEAVE_SIMULATOR_KERNELS and come first:
 *
 *         # name pattern, as for file names; the first match applies
 *         *_main_l42 = 12us + 3ns * blocks
 */
#include "simulator_driver/simulator_driver.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PATTERNS = 256, MAX_DEPTH = 32 };

static struct {
  char pattern[NAME_LENGTH], formula[NAME_LENGTH];
} patterns[MAX_PATTERNS];
static size_t pattern_count;

struct reader {
  const char *text;
  const struct kernel_shape *shape;
  const char *problem; /* NULL: none yet */
  int depth;
};

static double read_sum(struct reader *reader);

static bool read_sign(struct reader *reader, char sign, const char *problem) {
  while (isspace((unsigned char)*reader->text))
    reader->text++;
  if (!reader->problem && *reader->text != sign)
    reader->problem = problem;
  if (!reader->problem)
    reader->text++;
  return !reader->problem;
}

/* The lesser of two sums: "(A, B)". */
static double read_lesser(struct reader *reader) {
  double first = 0, second = 0;
  if (reader->depth == MAX_DEPTH)
    reader->problem = "too many nested parentheses";
  if (read_sign(reader, '(', "expected (A, B) after min")) {
    reader->depth++;
    first = read_sum(reader);
    if (read_sign(reader, ',', "expected (A, B) after min"))
      second = read_sum(reader);
    read_sign(reader, ')', "expected )");
    reader->depth--;
  }
  return first < second ? first : second;
}

static void skip_blanks(struct reader *reader) {
  while (isspace((unsigned char)*reader->text))
    reader->text++;
}

static double read_name(struct reader *reader) {
  const struct {
    const char *name;
    double value;
  } names[] = {{"blocks", reader->shape->blocks},
               {"threads", reader->shape->threads},
               {"multiprocessors", reader->shape->multiprocessors},
               {"ns", 1},
               {"us", 1e3},
               {"ms", 1e6},
               {"s", 1e9}};
  if (*reader->text == 'p' && isdigit((unsigned char)reader->text[1])) {
    char *end;
    size_t number = strtoul(reader->text + 1, &end, 10);
    reader->text = end;
    return number < reader->shape->parameter_count ? (double)(int64_t)reader->shape->parameters[number] : 0;
  }
  size_t length = 0;
  while (isalpha((unsigned char)reader->text[length]))
    length++;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strlen(names[i].name) == length && strncmp(names[i].name, reader->text, length) == 0) {
      reader->text += length;
      return names[i].value;
    }
  if (length == 3 && strncmp("min", reader->text, length) == 0) {
    reader->text += length;
    return read_lesser(reader);
  }
  reader->problem =
      "unknown name; a formula has blocks, threads, multiprocessors, p0..., min(a, b), ns, us, ms, s";
  return 0;
}

/* A number with or without a unit, a name, or a sum in parentheses. */
static double read_factor(struct reader *reader) {
  skip_blanks(reader);
  if (reader->problem)
    return 0;
  if (isdigit((unsigned char)*reader->text) || *reader->text == '.') {
    char *end;
    double number = strtod(reader->text, &end);
    reader->text = end;
    skip_blanks(reader);
    return isalpha((unsigned char)*reader->text) ? number * read_name(reader) : number;
  }
  if (isalpha((unsigned char)*reader->text))
    return read_name(reader);
  if (*reader->text == '(' && reader->depth < MAX_DEPTH) {
    reader->text++;
    reader->depth++;
    double value = read_sum(reader);
    reader->depth--;
    if (!reader->problem && *reader->text != ')')
      reader->problem = "expected )";
    if (!reader->problem)
      reader->text++;
    return value;
  }
  reader->problem = "expected a number, a name or (";
  return 0;
}

static double read_product(struct reader *reader) {
  double value = read_factor(reader);
  for (;;) {
    skip_blanks(reader);
    char sign = *reader->text;
    if (reader->problem || (sign != '*' && sign != '/'))
      return value;
    reader->text++;
    double factor = read_factor(reader);
    value = sign == '*' ? value * factor : value / factor;
  }
}

static double read_sum(struct reader *reader) {
  double value = read_product(reader);
  for (;;) {
    skip_blanks(reader);
    char sign = *reader->text;
    if (reader->problem || (sign != '+' && sign != '-'))
      return value;
    reader->text++;
    double summand = read_product(reader);
    value = sign == '+' ? value + summand : value - summand;
  }
}

bool formula_value(const char *text, const struct kernel_shape *shape, double *value, char *error,
                   size_t size) {
  struct reader reader = {.text = text, .shape = shape};
  *value = read_sum(&reader);
  if (!reader.problem && *reader.text)
    reader.problem = "unexpected text after the formula";
  if (!reader.problem && !(*value >= 0 && *value < 1e18))
    reader.problem = "its value is not a time";
  if (reader.problem)
    snprintf(error, size, "%s: %s", text, reader.problem);
  return !reader.problem;
}

static char *trim(char *text) {
  while (isspace((unsigned char)*text))
    text++;
  for (size_t end = strlen(text); end > 0 && isspace((unsigned char)text[end - 1]); end--)
    text[end - 1] = 0;
  return text;
}

static bool read_pattern(char *line, char *problem, size_t size) {
  char *equals = strchr(line, '=');
  /* The value may depend on parameters of the launch; only the syntax is checked. */
  const struct kernel_shape shape = {.blocks = 1, .threads = 1, .multiprocessors = 1};
  double ignored;
  if (!equals || pattern_count == MAX_PATTERNS) {
    snprintf(problem, size, equals ? "too many patterns" : "expected PATTERN = FORMULA");
    return false;
  }
  *equals = 0;
  char *formula = trim(equals + 1);
  if (!formula_value(formula, &shape, &ignored, problem, size))
    return false;
  snprintf(patterns[pattern_count].pattern, NAME_LENGTH, "%s", trim(line));
  snprintf(patterns[pattern_count++].formula, NAME_LENGTH, "%s", formula);
  return true;
}

bool kernels_read(const char *path, char *error, size_t size) {
  char line[2 * NAME_LENGTH], problem[2 * PATH_LENGTH];
  FILE *file = fopen(path, "r");
  pattern_count = 0;
  if (!file) {
    snprintf(error, size, "cannot read the kernel durations %s: %s", path, strerror(errno));
    return false;
  }
  bool good = true;
  for (int number = 1; good && fgets(line, sizeof line, file); number++) {
    line[strcspn(line, "#\n")] = 0;
    char *text = trim(line);
    good = !*text || read_pattern(text, problem, sizeof problem);
    if (!good)
      snprintf(error, size, "%s:%d: %s", path, number, problem);
  }
  fclose(file);
  return good;
}

double kernel_duration(const char *name, const struct kernel_shape *shape, const struct profile *profile,
                       const struct gpu_time *modeled) {
  const char *formula = NULL;
  char error[PATH_LENGTH];
  double value;
  for (size_t i = pattern_count; i-- > 0;) /* backwards: the first match applies */
    if (fnmatch(patterns[i].pattern, name, 0) == 0)
      formula = patterns[i].formula;
  if (!formula && modeled)
    return modeled->duration;
  if (!formula)
    formula = profile->kernel_duration;
  if (formula_value(formula, shape, &value, error, sizeof error))
    return value;
  fprintf(stderr, "cleave simulator: duration of %s: %s; taken as 0\n", name, error);
  return 0;
}

void kernels_forget(void) { pattern_count = 0; }
