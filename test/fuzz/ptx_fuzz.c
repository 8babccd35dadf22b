/* FILE: test/fuzz/ptx_fuzz.c
 * WHAT: feeds lib/ptx with text that libFuzzer mutates.
 * USE:  ptx_fuzz [-runs=N] [-seed=N] CORPUS SEEDS; see test/fuzz/CMakeLists.txt.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/ptx.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool holds, const char *what) {
  if (holds)
    return;
  fprintf(stderr, "ptx_fuzz: %s\n", what);
  abort();
}

static void check_operand(const struct ptx_function *function, const struct ptx_operand *operand) {
  const enum ptx_operand_kind kind = operand->kind == PTX_ADDRESS ? operand->of : operand->kind;
  demand(kind != PTX_REGISTER || operand->reg < function->register_count, "a register is out of range");
  demand(kind != PTX_LABEL || operand->label < function->label_count, "a label is out of range");
  demand(kind != PTX_TABLE || operand->label < function->table_count, "a table is out of range");
  demand(kind != PTX_SYMBOL || !operand->variable || !strcmp(operand->variable->name, operand->name),
         "a symbol refers to another variable");
  for (size_t i = 0; i < operand->count; i++)
    check_operand(function, &operand->items[i]);
}

static void check_function(const struct ptx_function *function) {
  for (size_t i = 0; i < function->instruction_count; i++) {
    const struct ptx_instruction *instruction = &function->instructions[i];
    demand(instruction->guard < (int)function->register_count, "a guard is out of range");
    demand(instruction->inlined_at <= function->place_count, "a call site is out of range");
    for (size_t j = 0; j < instruction->operand_count; j++)
      check_operand(function, &instruction->operands[j]);
  }
  for (size_t i = 0; i < function->label_count; i++)
    demand(function->labels[i].instruction <= function->instruction_count, "a label is after the end");
  for (size_t i = 0; i < function->table_count; i++)
    for (size_t j = 0; j < function->tables[i].label_count; j++)
      demand(function->tables[i].labels[j] < function->label_count, "a table has a label out of range");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct cleave_arena *arena = cleave_arena_new();
  struct ptx_module module;
  const char *error = ptx_parse((const char *)data, size, arena, &module);
  demand(!error || (*error && !strchr(error, '\n')), "an error is not one line");
  for (size_t i = 0; !error && i < module.variable_count; i++)
    for (size_t j = 0; j < module.variables[i].relocation_count; j++)
      demand(module.variables[i].relocations[j].offset + 8 <= module.variables[i].bytes,
             "an address is outside of its variable");
  for (size_t i = 0; !error && i < module.function_count; i++)
    check_function(&module.functions[i]);
  for (size_t i = 0; !error && i < module.function_count; i++)
    demand(ptx_estimate_registers(&module.functions[i]) <= 255, "an estimate is too large");
  cleave_arena_free(arena);
  return 0;
}
