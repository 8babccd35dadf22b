/* srad.h: speckle reducing anisotropic diffusion of an ultrasound image. Each step takes the
 * statistics of a square in a corner of the image, where there is only speckle, then computes a
 * diffusion coefficient per pixel and diffuses. */
#ifndef SRAD_H
#define SRAD_H

#include "bench.h"

/* Side of the square that the statistics are taken of, at most. */
#define SRAD_SAMPLE 128

/* Smallest squared speckle scale: keeps a uniform sample from causing a division by zero. */
#define SRAD_Q0_MINIMUM ((REAL)1e-6)

struct problem {
  int rows, columns, steps;
  REAL lambda;                       /* size of a diffusion step */
  int *north, *south, *west, *east;  /* index of the neighbouring row or column, clamped */
  REAL *J;                           /* rows x columns: the image, input and result */
  REAL *c;                           /* temporary: diffusion coefficient per pixel */
  REAL *dN, *dS, *dW, *dE;           /* temporaries: differences to the four neighbours */
};

/* north and south have `rows` elements, west and east `columns`. */
void kernel_srad(int steps, int rows, int columns, REAL lambda, const int *north, const int *south,
                 const int *west, const int *east, REAL *J, REAL *c, REAL *dN, REAL *dS, REAL *dW,
                 REAL *dE);

#endif
