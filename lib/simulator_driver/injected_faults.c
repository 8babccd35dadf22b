/* FILE: lib/simulator_driver/injected_faults.c
 * WHAT: errors on request: CLEAVE_SIMULATOR_FAULTS="cuMemAlloc:3=2,cuInit=100" makes the third call of
 *       cuMemAlloc return error 2, and every call of cuInit error 100; cuMemAlloc:3+=2 applies to
 *       the third call and all after it. With cuInit:2=fork the second call waits, in real time, until another thread of the
 *       process has forked.
 */
#include "simulator_driver/simulator_driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FAULTS = 64 };

static struct fault {
  enum function function;
  uint64_t call;  /* 0: all */
  bool and_later; /* those after it as well */
  CUresult result;
} faults[MAX_FAULTS];
static size_t fault_count;

/* The function NAME of LENGTH characters, with or without the _v2 of its symbol; -1: none. */
static int function_of(const char *name, size_t length) {
  if (length > 3 && strncmp(name + length - 3, "_v2", 3) == 0)
    length -= 3;
  for (int i = 0; i < FUNCTION_COUNT; i++)
    if (strlen(function_names[i]) == length && strncmp(function_names[i], name, length) == 0)
      return i;
  return -1;
}

static const char *read_fault(const char *text, struct fault *fault) {
  size_t length = strcspn(text, ":=,");
  int function = function_of(text, length);
  if (function < 0)
    return "unknown function";
  fault->function = (enum function)function;
  text += length;
  char *end = (char *)text;
  if (*text == ':') {
    fault->call = strtoull(text + 1, &end, 10);
    if (end == text + 1 || text[1] == '-' || !fault->call)
      return "the number of a call is at least 1";
    fault->and_later = *end == '+';
    end += fault->and_later;
  }
  if (*end != '=')
    return "expected =ERROR or :CALL=ERROR after the function";
  text = end + 1;
  if (!strncmp(text, "fork", 4) && (!text[4] || text[4] == ',')) {
    fault->result = FAULT_FORK;
    return NULL;
  }
  fault->result = (CUresult)strtol(text, &end, 10);
  if (end == text || (*end && *end != ',') || fault->result <= 0)
    return "expected an error number of CUDA, such as 2";
  return NULL;
}

bool faults_read(const char *spec, char *error, size_t size) {
  fault_count = 0;
  while (*spec) {
    size_t length = strcspn(spec, ",");
    struct fault fault = {0};
    const char *problem = fault_count == MAX_FAULTS ? "too many faults" : read_fault(spec, &fault);
    if (problem) {
      snprintf(error, size, "CLEAVE_SIMULATOR_FAULTS: %.*s: %s", (int)length, spec, problem);
      fault_count = 0;
      return false;
    }
    faults[fault_count++] = fault;
    spec += length;
    spec += *spec == ',';
  }
  return true;
}

CUresult fault_of(enum function function, uint64_t call) {
  for (size_t i = 0; i < fault_count; i++)
    if (faults[i].function == function &&
        (!faults[i].call || faults[i].call == call || (faults[i].and_later && call > faults[i].call)))
      return faults[i].result;
  return CUDA_SUCCESS;
}

void faults_forget(void) { fault_count = 0; }
