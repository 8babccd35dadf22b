/* FILE: lib/data_check/places.h
 * WHAT: source lines of the program, by libdw. Only the reporter's thread calls these functions.
 */
#ifndef CLEAVE_DATA_CHECK_PLACES_H
#define CLEAVE_DATA_CHECK_PLACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The general registers of a thread, in DWARF's order for x86-64: RAX, RDX, RCX, RBX, RSI, RDI, RBP, RSP, R8 to R15, RIP. */
enum { CLEAVE_PLACE_SP = 7, CLEAVE_PLACE_IP = 16, CLEAVE_PLACE_REGISTERS };
struct cleave_place_registers {
  uint64_t values[CLEAVE_PLACE_REGISTERS];
};

/* A line of the program. */
struct cleave_place {
  char file[256];     /* "" without debug information */
  char function[128]; /* "" if not known */
  int line;
};

/* Finds the line that REGISTERS stand at: the innermost one outside of system libraries and system headers. Reads the stack. */
void cleave_place_find(const struct cleave_place_registers *registers, struct cleave_place *place);

/* Copies the name of the variable at ADDRESS to NAME. Returns false if there is none: ADDRESS is on the heap or on a stack. */
bool cleave_place_variable(uintptr_t address, char *name, size_t size);

#endif
