/* FILE: lib/interposer/cuda_table.c
 * WHAT: finds CUDA's own functions.
 */
#include "interposer/cuda_table.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

struct interposer interposer;

/* The trace belongs to the parent. */
static void stop_in_child(void) { interposer.records = false; }

bool interposer_find_cuda(void) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD), *address;
  if (!library)
    return false;
#define LOAD_INTO(place, symbol)                                                                             \
  address = dlsym(library, #symbol);                                                                         \
  if (!address)                                                                                              \
    return false;                                                                                            \
  memcpy(&place, &address, sizeof address);
#define LOAD(symbol, name, parameters) LOAD_INTO(interposer.cuda.name, symbol)
#define LOAD_FURTHER(name, parameters) LOAD_INTO(interposer.further.name, name)
  CLEAVE_CUDA_FUNCTIONS(LOAD)
  INTERPOSER_CUDA_FUNCTIONS(LOAD_FURTHER)
#undef LOAD_FURTHER
#undef LOAD
#undef LOAD_INTO
  pthread_atfork(NULL, NULL, stop_in_child);
  return true;
}
