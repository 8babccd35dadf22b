/* FILE: lib/simulator/decode_instruction.c
 * WHAT: turns the instructions of a PTX function into operations: a handler, slots for the operands, and flags. An
 *       instruction, modifier or operand without a meaning here is an error that names it; nothing is ignored.
 */
#include <stdio.h>

#include "simulator/decoder.h"
#include "simulator/flow.h"

/* ---- Instructions ---------------------------------------------------------------------------- */

static decode_function *const decoders[] = {decode_memory,  decode_integer, decode_float,   decode_compare,
                                            decode_convert, decode_move,    decode_control, decode_wide,
                                            decode_bits,    decode_special, decode_atomic,  decode_collective,
                                            decode_half};

static void write_name(const struct ptx_instruction *instruction, char *text, size_t size) {
  size_t used = (size_t)snprintf(text, size, "%s", instruction->opcode);
  for (size_t i = 0; i < instruction->modifier_count && used < size; i++)
    used += (size_t)snprintf(text + used, size - used, ".%s", instruction->modifiers[i]);
}

/* The assembler makes a reciprocal and a chain of instructions of a quotient, remainder or precise root. Their number is
 * assumed, by type: docs/design/simulator-model.md. */
static void set_expansion(const struct ptx_instruction *instruction, struct operation *operation) {
  static const char *const opcodes[] = {"div", "rem", "sqrt", "rcp"};
  enum { FLOAT32 = 8, FLOAT64 = 14, INTEGER_32 = 18, INTEGER_64 = 70 };
  bool divides = false;
  for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++)
    divides |= !strcmp(instruction->opcode, opcodes[i]);
  if (!divides || !instruction->modifier_count)
    return;
  if (!strcmp(instruction->modifiers[0], "approx") || !strcmp(instruction->modifiers[0], "full"))
    return;
  const char *type = instruction->modifiers[instruction->modifier_count - 1];
  const bool is_wide = !strcmp(type + 1, "64");
  operation->class = GPU_SPECIAL;
  operation->expansion = *type == 'f' ? (is_wide ? FLOAT64 : FLOAT32) : is_wide ? INTEGER_64 : INTEGER_32;
}

static bool decode_instruction(struct decoder *decoder, const struct ptx_instruction *instruction,
                               struct operation *operation, char *error, size_t size) {
  const struct operation empty = {.guard = NO_GUARD,
                                  .d = NO_SLOT,
                                  .d2 = NO_SLOT,
                                  .a = NO_SLOT,
                                  .b = NO_SLOT,
                                  .c = NO_SLOT,
                                  .e = NO_SLOT,
                                  .class = GPU_INTEGER,
                                  .reconverge = EXIT_TARGET,
                                  .source = instruction};
  bool known = false;
  for (size_t i = 0; !known && i < sizeof decoders / sizeof *decoders; i++) {
    *operation = empty;
    decoder->problem = NULL;
    decoder->left_count = instruction->modifier_count;
    memcpy(decoder->left, instruction->modifiers, sizeof decoder->left);
    known = decoders[i](decoder, instruction, operation);
  }
  set_expansion(instruction, operation);
  char name[128];
  write_name(instruction, name, sizeof name);
  if (!known || decoder->problem || decoder->left_count) {
    const char *problem = decoder->problem;
    char modifier[64];
    if (known && !problem) {
      snprintf(modifier, sizeof modifier, "the modifier .%s", decoder->left[0]);
      problem = modifier;
    }
    snprintf(error, size, "function %s, line %u of the PTX: the simulator does not execute %s%s%s",
             decoder->code->function->name, instruction->line, name, problem ? ": it has " : "",
             problem ? problem : "");
    return false;
  }
  if (instruction->guard >= 0) {
    operation->guard = SLOT(BANK_REGISTERS, decoder->code->offsets[instruction->guard]);
    operation->flags |= instruction->guard_negated ? FLAG_NEGATED_GUARD : 0;
  }
  if (operation->kind == KIND_SIMPLE && !operation->run)
    return snprintf(error, size, "internal error: %s has no handler", name), false;
  return true;
}

/* ---- Functions ------------------------------------------------------------------------------- */

static size_t align_to(size_t value, size_t alignment) {
  return alignment > 1 ? (value + alignment - 1) / alignment * alignment : value;
}

/* Places registers: the wide ones first, so that all are aligned. */
static void place_registers(struct code *code, struct cleave_arena *arena) {
  static const unsigned widths[] = {16, 8, 4, 2};
  const struct ptx_function *function = code->function;
  code->offsets = cleave_arena_allocate(arena, (function->register_count + 1) * sizeof *code->offsets);
  size_t offset = 0;
  for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
    for (size_t i = 0; i < function->register_count; i++)
      if (function->registers[i].type != PTX_PRED &&
          decoder_register_width(function->registers[i].type) == widths[w]) {
        code->offsets[i] = (uint32_t)offset;
        offset += (size_t)widths[w] * LANES;
      }
  code->predicate_offset = offset;
  for (size_t i = 0; i < function->register_count; i++)
    if (function->registers[i].type == PTX_PRED) {
      code->offsets[i] = (uint32_t)offset;
      offset += sizeof(lane_mask);
    }
  code->frame_bytes = align_to(offset, 64);
}

static struct parameter_place *place_list(struct ptx_variable *variables, size_t count, size_t *bytes,
                                          struct cleave_arena *arena) {
  struct parameter_place *places = cleave_arena_allocate(arena, (count + 1) * sizeof *places);
  for (size_t i = 0; i < count; i++) {
    *bytes = align_to(*bytes, variables[i].alignment < 8 ? 8 : variables[i].alignment);
    places[i] = (struct parameter_place){(uint32_t)*bytes, (uint32_t)variables[i].bytes};
    *bytes += variables[i].bytes;
  }
  return places;
}

/* The formal parameters of a kernel keep the offsets that the caller of the launch uses. */
static void place_memory(struct code *code, struct cleave_arena *arena) {
  struct ptx_function *function = (struct ptx_function *)code->function;
  code->formals = place_list(function->parameters, function->parameter_count, &code->parameter_bytes, arena);
  if (function->entry) {
    for (size_t i = 0; i < function->parameter_count; i++)
      code->formals[i].offset = (uint32_t)function->parameters[i].offset;
    code->parameter_bytes = align_to(function->parameter_bytes, 8);
  }
  code->results = place_list(function->results, function->result_count, &code->parameter_bytes, arena);
  for (size_t i = 0; i < function->variable_count; i++) {
    struct ptx_variable *variable = &function->variables[i];
    size_t *bytes = variable->space == PTX_PARAMETER ? &code->parameter_bytes
                    : variable->space == PTX_LOCAL   ? &code->local_bytes
                                                     : NULL;
    if (!bytes)
      continue;
    *bytes = align_to(*bytes, variable->alignment < 8 ? 8 : variable->alignment);
    variable->offset = *bytes;
    *bytes += variable->bytes;
  }
  code->parameter_bytes = align_to(code->parameter_bytes, 16);
  code->local_bytes = align_to(code->local_bytes, 16);
}

void code_place(struct code *code, struct cleave_arena *arena) {
  place_registers(code, arena);
  place_memory(code, arena);
}

/* Library functions access memory through their pointers. */
static bool accesses_memory(const struct operation *operation) {
  return operation->kind == KIND_SIMPLE || operation->kind == KIND_CALL ||
         operation->kind == KIND_CALL_INDIRECT;
}

bool code_decode(struct gpu_program *program, struct code *code, char *error, size_t size) {
  const struct ptx_function *function = code->function;
  struct decoder decoder = {.program = program, .code = code, .arena = program->arena};
  code->operations =
      cleave_arena_allocate(program->arena, (function->instruction_count + 1) * sizeof *code->operations);
  code->count = function->instruction_count;
  for (size_t i = 0; i < code->count; i++) {
    if (!decode_instruction(&decoder, &function->instructions[i], &code->operations[i], error, size))
      return false;
    code->operations[i].cache = program->range_count;
    if (accesses_memory(&code->operations[i]))
      program->range_count++;
  }
  /* A body may end without a return: its end returns. */
  code->operations[code->count] =
      (struct operation){.kind = KIND_RETURN,
                         .guard = NO_GUARD,
                         .class = GPU_CONTROL,
                         .reconverge = EXIT_TARGET,
                         .source = code->count ? &function->instructions[code->count - 1] : NULL};
  struct flow_graph graph;
  flow_find(code, &graph);
  find_values_at_entry(code, &graph, program->arena);
  flow_free(&graph);
  return true;
}
