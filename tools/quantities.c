/* FILE: tools/quantities.c
 * WHAT: see quantities.h.
 */
#include "quantities.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "model/arena.h"

/* VALUE with three significant digits and a unit, of which each is STEP times the one before it. */
static const char *quantity(double value, double step, const char *const *units, struct cleave_arena *arena) {
  size_t unit = 0;
  while (units[unit + 1] && value >= step * 0.9995) {
    value /= step;
    unit++;
  }
  const bool is_whole = value == floor(value) && (!unit || step == 1024);
  const int digits = value >= 99.95 || is_whole ? 0 : value >= 9.995 ? 1 : 2;
  return cleave_arena_format(arena, "%.*f%s%s", digits, value, *units[unit] ? " " : "", units[unit]);
}

const char *cleave_time_text(double time, struct cleave_arena *arena) {
  static const char *const units[] = {"ns", "us", "ms", "s", NULL};
  return quantity(time, 1000, units, arena);
}

const char *cleave_bytes_text(double bytes, struct cleave_arena *arena) {
  static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", NULL};
  return quantity(bytes, 1024, units, arena);
}

const char *cleave_count_text(double count, struct cleave_arena *arena) {
  static const char *const units[] = {"", "k", "M", "G", "T", NULL};
  return quantity(count, 1000, units, arena);
}

const char *cleave_percent_text(double part, struct cleave_arena *arena) {
  return part < 0 ? "-" : cleave_arena_format(arena, "%.0f %%", 100 * part);
}

const char *cleave_decimal_text(double value, struct cleave_arena *arena) {
  return value < 0 ? "-" : cleave_arena_format(arena, "%.1f", value);
}
