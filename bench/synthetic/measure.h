/* FILE: bench/synthetic/measure.h
 * WHAT: what the micro programs share: options, a time budget, samples, results as JSON Lines, and
 *       starting the program afresh.
 * USE:  measure_start first; then for every figure a sample that is filled while measure_again says
 *       so:
 *         struct measure_sample sample;
 *         measure_begin(&sample, 5, 1000);
 *         while (measure_again(&sample)) {
 *           double start = measure_now();
 *           ...
 *           measure_add(&sample, (measure_now() - start) * 1e6);
 *         }
 *         measure_open("name of the figure");
 *         measure_sample("us", &sample);
 *         measure_number("bytes", 8);
 *         measure_close();
 *         measure_end(&sample);
 *
 * Every micro program ends with 0: measured, 1: something is wrong or failed, 2: wrong usage.
 * Results go to stdout, one JSON object a line; everything else goes to stderr.
 */
#ifndef CLEAVE_MEASURE_H
#define CLEAVE_MEASURE_H

#include <stdbool.h>
#include <stddef.h>

/* One option of a program: it takes a number (flag NULL) or nothing (number NULL). */
struct measure_option {
  const char *name;    /* "--largest" */
  const char *meaning; /* one line for --help; for a number it begins with its unit */
  double *number;
  bool *flag;
};

struct measure_program {
  const char *name;     /* "micro-launch" */
  const char *measures; /* one line for --help */
  int question;         /* the question that its figures answer */
  double seconds;       /* default budget */
  const struct measure_option *options; /* ends with a NULL name; NULL: none but the common ones */
};

/* Reads the options: those of PROGRAM, --seconds S (the budget) and --help. Ends the process with 2
 * on wrong usage. PROGRAM must live as long as the process. */
void measure_start(const struct measure_program *program, int argc, char **argv);

/* Says how many more figures will be measured, so that the rest of the budget is shared fairly. */
void measure_plan(int figures);

/* Seconds left of the budget: negative when it is spent. */
double measure_left(void);

/* Monotonic time in seconds. */
double measure_now(void);

/* Processor time of all threads of the process in seconds. */
double measure_processor_time(void);

/* Values of one figure. */
struct measure_sample {
  double *values;
  size_t count, capacity, least, most;
  double end; /* measure_now() at which this figure's share of the budget is spent */
};

/* Starts a figure: at least LEAST values whatever the budget, at most MOST. */
void measure_begin(struct measure_sample *sample, size_t least, size_t most);
/* Whether another value should be taken. */
bool measure_again(const struct measure_sample *sample);
void measure_add(struct measure_sample *sample, double value);
void measure_end(struct measure_sample *sample);

/* The value below which FRACTION (0..1) of the values lie, interpolated; NaN without values. */
double measure_quantile(const struct measure_sample *sample, double fraction);
double measure_median(const struct measure_sample *sample);

/* One result: open, any keys in any order, close (which writes the line out). */
void measure_open(const char *name);
void measure_text(const char *key, const char *value);
void measure_number(const char *key, double value);
/* Writes unit, median, minimum, maximum, lower_quartile, upper_quartile and repeats. */
void measure_sample(const char *unit, const struct measure_sample *sample);
void measure_close(void);

/* Ends the process with 1 and one line on stderr that begins with the program's name. */
_Noreturn void measure_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* One line on stderr. */
void measure_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Sees to it that the environment variable NAME has VALUE: where it has not, the program is started
 * again with it, in the same process. The OpenMP run time reads its variables before main. */
void measure_require(char **argv, const char *name, const char *value);

/* Runs this program once more as a child, with the options ARGUMENTS and the environment variables
 * VARIABLES ("NAME=VALUE") besides our own; both end with NULL, and VARIABLES may be NULL. Waits
 * for it. What it writes to stdout comes in ANSWER (SIZE bytes, ends with 0), or goes to our stdout
 * where ANSWER is NULL. Ends this process with 1 if the child fails. */
void measure_child(const char *const *arguments, const char *const *variables, char *answer,
                   size_t size);

#endif
