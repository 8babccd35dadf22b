/* nest_loops.h: the macros of a file of nests: LOOP is the directive of the parallel loop, ROW calls a nest with the arrays. */
#ifndef NEST_LOOPS_H
#define NEST_LOOPS_H

#include "nests.h"

#ifdef NESTS_REFERENCE
#define nests nests_reference
#define LOOP(...)
#else
#define TEXT(x) #x
#define LOOP(...) _Pragma(TEXT(omp target teams distribute parallel for __VA_ARGS__))
#endif

#define MATRIX(name) name[0 : n * m]
#define CUBE(name) name[0 : p * p * p]

#define ROW(name, ...)                                                                               \
  static void run_##name(const struct nest_arrays *it) { name(__VA_ARGS__); }
#define ENTRY(name) {#name, run_##name}

#endif
