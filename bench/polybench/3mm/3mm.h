/* 3mm.h: three matrix products, G = (A B) (C D), all matrices n x n. */
#ifndef THREE_MM_H
#define THREE_MM_H

#include "bench.h"

struct problem {
  int n;
  REAL *A, *B, *C, *D; /* inputs */
  REAL *E, *F;         /* temporaries: E = A B, F = C D */
  REAL *G;             /* result */
};

void kernel_3mm(int n, const REAL *A, const REAL *B, const REAL *C, const REAL *D, REAL *E, REAL *F,
                REAL *G);

#endif
