/* FILE: test/lit/engine/Inputs/schedule.h
 * WHAT: what transformed text calls of the transfer engine, as transformed text declares it; and a checksum.
 */
#include <stddef.h>
#include <stdio.h>

void cleave_transfers_begin(int device, int count, ...) __attribute__((weak));
void cleave_transfers_stage(int stage) __attribute__((weak));
void cleave_transfers_end(void) __attribute__((weak));

#define BEGIN(...)                                                                                 \
  do {                                                                                             \
    if (cleave_transfers_begin)                                                                    \
      cleave_transfers_begin(__VA_ARGS__);                                                         \
  } while (0)
#define STAGE(stage)                                                                               \
  do {                                                                                             \
    if (cleave_transfers_stage)                                                                    \
      cleave_transfers_stage(stage);                                                               \
  } while (0)
#define END()                                                                                      \
  do {                                                                                             \
    if (cleave_transfers_end)                                                                      \
      cleave_transfers_end();                                                                      \
  } while (0)

/* Depends on the place of every value. */
static double sum_of(const double *values, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; i++)
    sum += values[i] * (double)(i % 61 + 1);
  return sum;
}

static inline void show(const char *name, const double *values, size_t count) {
  printf("%s %.17g\n", name, sum_of(values, count));
}
