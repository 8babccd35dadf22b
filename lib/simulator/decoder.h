/* FILE: lib/simulator/decoder.h
 * WHAT: how an instruction of PTX becomes an operation: the functions of each opcode, and what they share (operands.c).
 */
#ifndef CLEAVE_SIMULATOR_DECODER_H
#define CLEAVE_SIMULATOR_DECODER_H

#include "simulator/machine.h"

struct decoder;
/* Each sets handler and operands of an instruction of its file, or returns false: unknown. */
typedef bool decode_function(struct decoder *decoder, const struct ptx_instruction *instruction,
                             struct operation *operation);
decode_function decode_integer, decode_wide, decode_bits, decode_float, decode_special, decode_compare,
    decode_convert, decode_move, decode_memory, decode_atomic, decode_collective, decode_control, decode_half;

/* What is left of the modifiers while an instruction is decoded. */
struct decoder {
  struct gpu_program *program;
  struct code *code;
  struct cleave_arena *arena;
  const char *left[PTX_MODIFIERS];
  size_t left_count;
  size_t constant_capacity;
  const char *problem;
};
/* Takes MODIFIER if it is there. */
bool decoder_take(struct decoder *decoder, const char *modifier);
unsigned decoder_register_width(enum ptx_type type); /* bytes of a lane */
/* Takes the first modifier that is a type. */
enum ptx_type decoder_type(struct decoder *decoder);
/* The slot of an operand of TYPE; registers must have the width of TYPE unless LOOSE. Notes a problem if it has none. */
slot decoder_slot(struct decoder *decoder, const struct ptx_operand *operand, enum ptx_type type);
slot decoder_destination(struct decoder *decoder, const struct ptx_operand *operand, enum ptx_type type);
/* Like decoder_slot for ld, st and cvt, whose registers may be wider than TYPE; sets *WIDTH to the register's bytes. */
slot decoder_loose(struct decoder *decoder, const struct ptx_operand *operand, enum ptx_type type,
                   uint8_t *width);
/* A constant with BITS in each element of WIDTH bytes. */
slot decoder_constant(struct decoder *decoder, uint64_t bits, unsigned width);
/* The address of a name. */
bool decoder_symbol(struct decoder *decoder, const struct ptx_operand *operand, struct operation *operation);
bool decoder_address(struct decoder *decoder, const struct ptx_operand *operand, struct operation *operation);
/* Rounding modifiers: rn, rz, rm, rp as FE_...; integer rounding rni... as well. -1: none given. */
int decoder_rounding(struct decoder *decoder);

#endif
