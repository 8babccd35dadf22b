/* FILE: lib/model/remark.h
 * WHAT: numbered remarks about regions.
 */
#ifndef CLEAVE_MODEL_REMARK_H
#define CLEAVE_MODEL_REMARK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The LLVM option that shows a remark. */
enum cleave_remark_kind {
  CLEAVE_REMARK_PASSED,   /* -Rpass=cleave: a transformation */
  CLEAVE_REMARK_MISSED,   /* -Rpass-missed=cleave: a missed transformation */
  CLEAVE_REMARK_ANALYSIS, /* -Rpass-analysis=cleave: a fact used by a transformation */
  CLEAVE_REMARK_ERROR,    /* always shown; the compilation fails */
  CLEAVE_REMARK_WARNING   /* always shown, unless -Wno-backend-plugin */
};

struct cleave_remark {
  enum cleave_remark_kind kind;
  unsigned code;       /* the number N of CLVN */
  uint32_t region;     /* index of its region, or CLEAVE_NO_REGION */
  uint32_t offset;     /* in the main file: of the obstacle, or of the directive */
  const char *message; /* the fact, without the code */
  const char *advice;  /* the remedy in the imperative, "" if there is none; never NULL */
};

#ifdef __cplusplus
}
#endif
#endif
