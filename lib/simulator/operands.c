/* FILE: lib/simulator/operands.c
 * WHAT: what the decoders of all instructions need: modifiers, slots of operands, constants, addresses.
 */
#include <fenv.h>

#include "simulator/decoder.h"

bool decoder_take(struct decoder *decoder, const char *modifier) {
  for (size_t i = 0; i < decoder->left_count; i++)
    if (!strcmp(decoder->left[i], modifier)) {
      decoder->left_count--;
      memmove(&decoder->left[i], &decoder->left[i + 1], (decoder->left_count - i) * sizeof *decoder->left);
      return true;
    }
  return false;
}

enum ptx_type decoder_type(struct decoder *decoder) {
  for (size_t i = 0; i < decoder->left_count; i++) {
    enum ptx_type type = ptx_type_of(decoder->left[i]);
    if (type != PTX_NO_TYPE && decoder_take(decoder, decoder->left[i]))
      return type;
  }
  return PTX_NO_TYPE;
}

int decoder_rounding(struct decoder *decoder) {
  static const struct {
    const char *name;
    int mode;
  } modes[] = {{"rn", FE_TONEAREST},  {"rz", FE_TOWARDZERO},  {"rm", FE_DOWNWARD},  {"rp", FE_UPWARD},
               {"rni", FE_TONEAREST}, {"rzi", FE_TOWARDZERO}, {"rmi", FE_DOWNWARD}, {"rpi", FE_UPWARD}};
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
    if (decoder_take(decoder, modes[i].name))
      return modes[i].mode;
  return -1;
}

/* ---- Operands -------------------------------------------------------------------------------- */

static void note(struct decoder *decoder, const char *problem) {
  if (!decoder->problem)
    decoder->problem = problem;
}

slot decoder_constant(struct decoder *decoder, uint64_t bits, unsigned width) {
  struct code *code = decoder->code;
  const size_t size = width == 8 ? 8 * LANES : 4 * LANES; /* predicates and halves fit, too */
  if (code->constant_bytes + size > decoder->constant_capacity) {
    size_t capacity = 2 * decoder->constant_capacity + 4096;
    unsigned char *grown = cleave_arena_allocate(decoder->arena, capacity);
    if (code->constant_bytes)
      memcpy(grown, code->constants, code->constant_bytes);
    code->constants = grown;
    decoder->constant_capacity = capacity;
  }
  unsigned char *at = code->constants + code->constant_bytes;
  for (unsigned lane = 0; lane < LANES; lane++)
    memcpy(at + (size_t)lane * width, &bits, width);
  slot made = SLOT(BANK_CONSTANTS, code->constant_bytes);
  code->constant_bytes += size;
  return made;
}

static uint64_t float_bits(const struct ptx_operand *operand, enum ptx_type type) {
  double value = 0;
  uint64_t bits = operand->bits;
  if (operand->kind == PTX_INTEGER)
    value = (double)(int64_t)operand->bits;
  else if (operand->kind == PTX_FLOAT64)
    memcpy(&value, &operand->bits, sizeof value);
  else {
    float single;
    memcpy(&single, &operand->bits, sizeof single);
    value = single;
  }
  if (type == PTX_F32 && operand->kind != PTX_FLOAT32) {
    float single = (float)value;
    bits = 0;
    memcpy(&bits, &single, sizeof single);
  } else if (type == PTX_F64 && operand->kind != PTX_FLOAT64) {
    memcpy(&bits, &value, sizeof value);
  }
  return bits;
}

static slot special_slot(struct decoder *decoder, const char *name) {
  static const char *const names[] = {
#define SPECIAL_NAME(enumerator, name) name,
      SPECIAL_REGISTERS(SPECIAL_NAME)
#undef SPECIAL_NAME
  };
  for (size_t i = 0; i < SPECIAL_COUNT; i++)
    if (!strcmp(name, names[i]))
      return SLOT(BANK_SPECIALS, i * LANES * sizeof(uint32_t));
  note(decoder, "a special register that the simulator does not have");
  return NO_SLOT;
}

unsigned decoder_register_width(enum ptx_type type) {
  return type == PTX_PRED ? 4 : ptx_type_bytes(type) < 2 ? 2 : ptx_type_bytes(type);
}

static slot any_slot(struct decoder *decoder, const struct ptx_operand *operand, enum ptx_type type,
                     bool loose, uint8_t *width) {
  const struct ptx_function *function = decoder->code->function;
  switch (operand->kind) {
  case PTX_REGISTER: {
    enum ptx_type has = function->registers[operand->reg].type;
    *width = (uint8_t)decoder_register_width(has);
    if ((has == PTX_PRED) != (type == PTX_PRED) ||
        (loose ? *width < ptx_type_bytes(type) : *width != decoder_register_width(type)))
      note(decoder, "a register of another size than the instruction's type");
    if (operand->negated && type != PTX_PRED)
      note(decoder, "a negated register");
    return SLOT(BANK_REGISTERS, decoder->code->offsets[operand->reg]);
  }
  case PTX_INTEGER:
  case PTX_FLOAT32:
  case PTX_FLOAT64:
    *width = (uint8_t)decoder_register_width(type);
    if (type == PTX_PRED)
      return decoder_constant(decoder, operand->bits ? ALL_LANES : 0, 4);
    return decoder_constant(
        decoder, type == PTX_F32 || type == PTX_F64 ? float_bits(operand, type) : operand->bits, *width);
  case PTX_SPECIAL:
    *width = 4;
    if (ptx_type_bytes(type) != 4 && !loose)
      note(decoder, "a special register in an instruction that is not of 32 bits");
    return special_slot(decoder, operand->name);
  default:
    note(decoder, "an operand of an unexpected kind");
    return NO_SLOT;
  }
}

slot decoder_slot(struct decoder *decoder, const struct ptx_operand *operand, enum ptx_type type) {
  uint8_t width;
  return any_slot(decoder, operand, type, false, &width);
}

slot decoder_loose(struct decoder *decoder, const struct ptx_operand *operand, enum ptx_type type,
                   uint8_t *width) {
  return any_slot(decoder, operand, type, true, width);
}

slot decoder_destination(struct decoder *decoder, const struct ptx_operand *operand, enum ptx_type type) {
  uint8_t width;
  if (operand->kind == PTX_NOTHING)
    return NO_SLOT;
  if (operand->kind != PTX_REGISTER) {
    note(decoder, "a result that is no register");
    return NO_SLOT;
  }
  return any_slot(decoder, operand, type, false, &width);
}

/* ---- Addresses ------------------------------------------------------------------------------- */

static bool parameter_address(const struct code *code, const struct ptx_variable *variable,
                              uint64_t *offset) {
  const struct ptx_function *function = code->function;
  if (variable >= function->parameters && variable < function->parameters + function->parameter_count)
    *offset = code->formals[variable - function->parameters].offset;
  else if (variable >= function->results && variable < function->results + function->result_count)
    *offset = code->results[variable - function->results].offset;
  else if (variable >= function->variables && variable < function->variables + function->variable_count)
    *offset = variable->offset;
  else
    return false;
  return true;
}

bool decoder_symbol(struct decoder *decoder, const struct ptx_operand *operand, struct operation *operation) {
  const struct ptx_variable *variable = operand->variable;
  struct code *code = decoder->code;
  operation->immediate = operand->bits;
  uint64_t address = 0;
  uint32_t shared = 0;
  const bool parameter = variable && variable->space == PTX_PARAMETER;
  if (parameter && parameter_address(code, variable, &address)) {
    operation->base = BASE_PARAMETER;
    operation->immediate += address;
    return true;
  }
  if (variable && variable->space == PTX_LOCAL) {
    operation->base = BASE_LOCAL;
    operation->immediate += variable->offset;
    return true;
  }
  const struct ptx_variable *found =
      program_find_variable(decoder->program, code, variable, operand->name, &address, &shared);
  if (found && found->space == PTX_SHARED) {
    operation->base = BASE_SHARED;
    operation->symbol = shared;
    CLEAVE_APPEND(decoder->arena, code->shared, code->shared_count, shared);
    return true;
  }
  if (found) {
    operation->base = BASE_ABSOLUTE;
    operation->immediate += address;
    return true;
  }
  const struct code *called = program_find_code(decoder->program, code->module, operand->name);
  if (called) {
    operation->base = BASE_ABSOLUTE;
    operation->immediate += called->address;
    return true;
  }
  note(decoder, "an undefined name");
  return false;
}

bool decoder_address(struct decoder *decoder, const struct ptx_operand *operand,
                     struct operation *operation) {
  if (operand->kind == PTX_SYMBOL)
    return decoder_symbol(decoder, operand, operation);
  if (operand->kind != PTX_ADDRESS) {
    note(decoder, "an operand that is no address");
    return false;
  }
  if (operand->of == PTX_SYMBOL)
    return decoder_symbol(decoder, operand, operation);
  operation->immediate = operand->bits;
  if (operand->of == PTX_INTEGER) {
    operation->base = BASE_ABSOLUTE;
    return true;
  }
  enum ptx_type type = decoder->code->function->registers[operand->reg].type;
  operation->base = ptx_type_bytes(type) == 8 ? BASE_REGISTER64 : BASE_REGISTER32;
  if (ptx_type_bytes(type) < 4)
    note(decoder, "an address in a register of 16 bits");
  operation->a = SLOT(BANK_REGISTERS, decoder->code->offsets[operand->reg]);
  return true;
}
