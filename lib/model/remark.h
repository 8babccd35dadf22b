/* FILE: lib/model/remark.h
 * WHAT: what cleave says of a region: numbered remarks, and the one table of their numbers.
 */
#ifndef CLEAVE_MODEL_REMARK_H
#define CLEAVE_MODEL_REMARK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Which of LLVM's remark flags shows it. */
enum cleave_remark_kind {
  CLEAVE_REMARK_PASSED,   /* -Rpass=cleave: something was done */
  CLEAVE_REMARK_MISSED,   /* -Rpass-missed=cleave: a region stays as it was, or is not widened */
  CLEAVE_REMARK_ANALYSIS, /* -Rpass-analysis=cleave: what it rests on */
  CLEAVE_REMARK_ERROR,    /* always shown; the compilation fails */
  CLEAVE_REMARK_WARNING   /* always shown, unless -Wno-backend-plugin */
};

struct cleave_remark {
  enum cleave_remark_kind kind;
  unsigned code;       /* the number N of CLVN */
  uint32_t region;     /* index of the region it speaks of, or CLEAVE_NO_REGION */
  uint32_t offset;     /* where in the main file: the obstacle, or the directive */
  const char *message; /* the fact, without the code */
  const char *advice;  /* the remedy in the imperative, "" if there is none; never NULL */
};

#ifdef __cplusplus
}
#endif
#endif
