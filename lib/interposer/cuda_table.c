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

/* Stores the address of the function SYMBOL at PLACE, which has the bytes of a pointer to a function. */
static bool find(void *library, const char *symbol, void *place) {
  void *address = dlsym(library, symbol);
  memcpy(place, &address, sizeof address);
  return address;
}

static void *open_cuda(void) { return dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD); }

bool interposer_find_cuda(void) {
  void *library = open_cuda();
  bool found = library;
#define LOAD(symbol, name, parameters) found = found && find(library, #symbol, &interposer.cuda.name);
#define LOAD_FURTHER(name, parameters) found = found && find(library, #name, &interposer.further.name);
  CLEAVE_CUDA_FUNCTIONS(LOAD)
  INTERPOSER_CUDA_FUNCTIONS(LOAD_FURTHER)
#undef LOAD_FURTHER
#undef LOAD
  if (found)
    pthread_atfork(NULL, NULL, stop_in_child);
  return found;
}

bool interposer_find_graphs(void) {
  void *library = open_cuda();
  bool found = library;
#define LOAD(symbol, name, parameters) found = found && find(library, #symbol, &interposer.graph.name);
  CLEAVE_CUDA_GRAPH_FUNCTIONS(LOAD)
#undef LOAD
  return found;
}
