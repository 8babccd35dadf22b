/* FILE: lib/model/callee.c
 * WHAT: classes of library functions, by name. The reader determines the class; other parts use only the
 *       class.
 */
#include <string.h>

#include "model/region.h"

/* A name may begin with __builtin_ and, unless the function is for integers, end with f or l. */
static bool is_mathematical(const char *name) {
  static const char *const whole[] = {"abs", "labs", "llabs"};
  static const char *const names[] = {
      "acos",   "acosh",  "asin",  "asinh",     "atan",    "atan2",     "atanh", "cbrt",  "ceil",
      "cos",    "cosh",   "erf",   "erfc",      "exp",     "exp2",      "expm1", "fabs",  "fdim",
      "floor",  "fma",    "fmax",  "fmin",      "fmod",    "hypot",     "log",   "log10", "log1p",
      "log2",   "lround", "pow",   "remainder", "rint",    "round",     "sin",   "sinh",  "sqrt",
      "tan",    "tanh",   "trunc", "copysign",  "lrint",   "nearbyint", "isnan", "isinf", "isfinite",
      "tgamma", "lgamma", "ldexp", "signbit",   "llround", "logb"};
  static const char builtin[] = "__builtin_";
  if (!strncmp(name, builtin, sizeof builtin - 1))
    name += sizeof builtin - 1;
  size_t length = strlen(name);
  for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
    if (!strcmp(name, whole[i]))
      return true;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    size_t known = strlen(names[i]);
    if (!strncmp(name, names[i], known) &&
        (length == known || (length == known + 1 && (name[known] == 'f' || name[known] == 'l'))))
      return true;
  }
  return false;
}

static bool leaves_program(const char *name) {
  static const char *const names[] = {"exit",    "_Exit",  "quick_exit", "abort",
                                      "longjmp", "setjmp", "_setjmp",    "siglongjmp"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i]))
      return true;
  return false;
}

static bool aborts(const char *name) {
  static const char *const names[] = {"__assert_fail", "__assertfail", "__assert_rtn", "__builtin_trap",
                                      "__builtin_unreachable"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i]))
      return true;
  return false;
}

enum cleave_callee cleave_callee_of(const char *name) {
  if (!name)
    return CLEAVE_CALLEE_UNKNOWN;
  if (is_mathematical(name) || !strcmp(name, "__builtin_is_constant_evaluated"))
    return CLEAVE_CALLEE_MATHEMATICAL;
  if (leaves_program(name))
    return CLEAVE_CALLEE_LEAVES_PROGRAM;
  if (aborts(name))
    return CLEAVE_CALLEE_ABORTS;
  if (strncmp(name, "omp_", 4))
    return CLEAVE_CALLEE_UNKNOWN;
  return strncmp(name, "omp_set_", 8) || strstr(name, "_lock") ? CLEAVE_CALLEE_OPENMP
                                                               : CLEAVE_CALLEE_OPENMP_SETTING;
}
