/* FILE: lib/model/library_functions.h
 * WHAT: what functions of the C library and of OpenMP's API do with the memory of their arguments.
 */
#ifndef CLEAVE_MODEL_LIBRARY_FUNCTIONS_H
#define CLEAVE_MODEL_LIBRARY_FUNCTIONS_H

#ifdef __cplusplus
extern "C" {
#endif

/* No function of the table keeps a pointer argument or calls a function of the program, except STARTS_THREAD and EXITS. */
enum cleave_library_kind {
  CLEAVE_LIBRARY_UNKNOWN,
  CLEAVE_LIBRARY_USES,         /* reads what its pointers lead to; writes it unless it is const */
  CLEAVE_LIBRARY_READS,        /* reads it */
  CLEAVE_LIBRARY_COPIES,       /* copies from the second argument to the first, and returns the first */
  CLEAVE_LIBRARY_ALLOCATES,    /* returns new memory */
  CLEAVE_LIBRARY_ALLOCATES_IN, /* stores the address of new memory in the first argument */
  CLEAVE_LIBRARY_FREES,
  CLEAVE_LIBRARY_EXITS,  /* ends the program; functions that run at exit follow */
  CLEAVE_LIBRARY_ABORTS, /* ends the program by a signal */
  CLEAVE_LIBRARY_STARTS_THREAD,
  CLEAVE_LIBRARY_DEVICE_STATE, /* changes the default device */
  CLEAVE_LIBRARY_DEVICE_MEMORY /* uses device memory, or the presence table, directly */
};

/* NAME may lack a leading __builtin_. */
enum cleave_library_kind cleave_library_function(const char *name);

#ifdef __cplusplus
}
#endif
#endif
