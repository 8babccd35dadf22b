/* FILE: lib/ptx/ptx.h
 * WHAT: reads PTX, NVIDIA's assembly text for GPUs (PTX ISA 3.0 to 8.5), into C structs: variables with their initial
 *       bytes, functions with their registers, labels and instructions.
 *
 * The parser resolves names of registers, labels, parameters and variables declared in a function. It does not interpret
 * opcodes: an unknown opcode is no error here. Names of module variables and functions stay names, because the
 * definition may be in another module. All structs are owned by the arena that the caller gives to ptx_parse.
 */
#ifndef CLEAVE_PTX_PTX_H
#define CLEAVE_PTX_PTX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/arena.h"

enum ptx_space { PTX_GENERIC, PTX_GLOBAL, PTX_SHARED, PTX_LOCAL, PTX_CONSTANT, PTX_PARAMETER };

/* X(enumerator, suffix, bytes, class); class: u unsigned, s signed, b bits, f floating point, p predicate. */
#define PTX_TYPES(X)                                                                                         \
  X(PTX_U8, "u8", 1, 'u')                                                                                    \
  X(PTX_U16, "u16", 2, 'u')                                                                                  \
  X(PTX_U32, "u32", 4, 'u')                                                                                  \
  X(PTX_U64, "u64", 8, 'u')                                                                                  \
  X(PTX_S8, "s8", 1, 's')                                                                                    \
  X(PTX_S16, "s16", 2, 's')                                                                                  \
  X(PTX_S32, "s32", 4, 's')                                                                                  \
  X(PTX_S64, "s64", 8, 's')                                                                                  \
  X(PTX_B8, "b8", 1, 'b')                                                                                    \
  X(PTX_B16, "b16", 2, 'b')                                                                                  \
  X(PTX_B32, "b32", 4, 'b')                                                                                  \
  X(PTX_B64, "b64", 8, 'b')                                                                                  \
  X(PTX_B128, "b128", 16, 'b')                                                                               \
  X(PTX_U16X2, "u16x2", 4, 'u')                                                                              \
  X(PTX_S16X2, "s16x2", 4, 's')                                                                              \
  X(PTX_F16, "f16", 2, 'f')                                                                                  \
  X(PTX_F16X2, "f16x2", 4, 'f')                                                                              \
  X(PTX_BF16, "bf16", 2, 'f')                                                                                \
  X(PTX_BF16X2, "bf16x2", 4, 'f')                                                                            \
  X(PTX_F32, "f32", 4, 'f')                                                                                  \
  X(PTX_F64, "f64", 8, 'f')                                                                                  \
  X(PTX_PRED, "pred", 1, 'p')

enum ptx_type {
  PTX_NO_TYPE,
#define PTX_TYPE_NAME(name, suffix, bytes, kind) name,
  PTX_TYPES(PTX_TYPE_NAME)
#undef PTX_TYPE_NAME
};

/* The type of SUFFIX ("u32"); PTX_NO_TYPE if it is none. */
enum ptx_type ptx_type_of(const char *suffix);
unsigned ptx_type_bytes(enum ptx_type type); /* 0 for PTX_NO_TYPE */
char ptx_type_class(enum ptx_type type);     /* 0 for PTX_NO_TYPE */

enum ptx_linkage {
  PTX_INTERNAL, /* visible in its module only */
  PTX_VISIBLE,  /* .visible */
  PTX_WEAK,     /* .weak */
  PTX_COMMON,   /* .common */
  PTX_EXTERNAL  /* .extern: declared here, defined elsewhere */
};

/* An address in an initializer: the 8 bytes at OFFSET hold the address of SYMBOL plus ADDEND. */
struct ptx_relocation {
  size_t offset;
  const char *symbol;
  int64_t addend;
  bool generic; /* generic(SYMBOL): a generic address; otherwise an address in the symbol's own space */
};

struct ptx_variable {
  const char *name;
  enum ptx_space space;
  enum ptx_linkage linkage;
  enum ptx_type type; /* of an element */
  size_t bytes; /* of the whole variable; 0 if the last dimension is empty: its size is given at launch */
  size_t alignment;
  const unsigned char *initial; /* BYTES bytes; NULL: zero */
  struct ptx_relocation *relocations;
  size_t relocation_count;
  size_t offset; /* of a parameter: in the parameters of its function */
  unsigned line; /* in the PTX text */
};

/* Of a range such as "%r<91>", only registers that the body uses are in ptx_function.registers. */
struct ptx_register {
  const char *name; /* "%r12" */
  enum ptx_type type;
};

enum ptx_operand_kind {
  PTX_NOTHING,  /* "_" */
  PTX_REGISTER, /* reg; negated: "!%p1" or "-%r1" */
  PTX_INTEGER,  /* bits */
  PTX_FLOAT32,  /* bits: 0f3F800000 */
  PTX_FLOAT64,  /* bits: 0d3FF0000000000000, or a decimal literal such as 1.5 */
  PTX_SPECIAL,  /* name: "%tid.x", "WARP_SZ", ... */
  PTX_SYMBOL,   /* name, variable if it is known here, offset in bits ("x+4"); also a function's name */
  PTX_LABEL,    /* name, label */
  PTX_TABLE,    /* name, label: of a .branchtargets or .callprototype; its index in the function's tables */
  PTX_ADDRESS, /* [base + bits]: base is reg, a symbol or nothing (absolute); see `of`; items: what follows after "," */
  PTX_VECTOR /* {a, b}: also the lists in parentheses of a call */
};

struct ptx_operand {
  enum ptx_operand_kind kind;
  bool negated;
  enum ptx_operand_kind of; /* of PTX_ADDRESS: PTX_REGISTER, PTX_SYMBOL or PTX_INTEGER */
  unsigned reg;             /* index in the function's registers */
  uint64_t bits; /* integer, bits of a floating-point literal, or the offset of a symbol or address */
  const char *name;
  const struct ptx_variable
      *variable;             /* of a symbol declared in the function or the module; NULL: not here */
  unsigned label;            /* index in the function's labels */
  struct ptx_operand *items; /* of PTX_VECTOR and PTX_ADDRESS */
  size_t count;
};

enum { PTX_MODIFIERS = 12 };

struct ptx_instruction {
  const char *opcode; /* "ld" */
  const char *modifiers
      [PTX_MODIFIERS]; /* without dots, in order: "global", "nc", "v2", "f64"; "sys::" parts stay whole */
  size_t modifier_count;
  int guard; /* index of the predicate register, -1: none */
  bool guard_negated;
  struct ptx_operand *operands; /* "p|q" is two operands, see `pair` */
  size_t operand_count;
  bool pair;            /* operands 0 and 1 were written "a|b" */
  unsigned line;        /* in the PTX text */
  unsigned file;        /* number of the source file by .loc, 0: not known */
  unsigned source_line; /* by .loc */
  /* If .loc says "inlined_at": index into ptx_function.places of the call site, plus 1; else 0. */
  unsigned inlined_at;
};

/* A call site that .loc names for inlined code. */
struct ptx_place {
  unsigned file, line;
  unsigned inlined_at; /* as in ptx_instruction: of the call site, if it was inlined as well */
};

struct ptx_label {
  const char *name;
  size_t instruction; /* index of the instruction it stands before; may be instruction_count */
};

/* A list of labels (.branchtargets) or the signature of an indirect call (.callprototype), both named by a label. */
struct ptx_table {
  const char *name;
  unsigned *labels; /* of .branchtargets */
  size_t label_count;
  struct ptx_variable *results, *parameters; /* of .callprototype */
  size_t result_count, parameter_count;
};

struct ptx_function {
  const char *name;
  enum ptx_linkage linkage;
  bool entry;   /* a kernel */
  bool defined; /* has a body */
  bool noreturn;
  struct ptx_variable *results, *parameters; /* offsets are set; alignment as in the text */
  size_t result_count, parameter_count;
  size_t parameter_bytes;
  uint32_t maximum_threads[3];  /* .maxntid; 0: not given */
  uint32_t required_threads[3]; /* .reqntid; 0: not given */
  uint32_t minimum_blocks;      /* .minnctapersm */
  struct ptx_register *registers;
  size_t register_count;
  struct ptx_variable *variables; /* declared in the body, in any space, parameters of calls included */
  size_t variable_count;
  struct ptx_label *labels;
  size_t label_count;
  struct ptx_table *tables;
  size_t table_count;
  struct ptx_place *places;
  size_t place_count;
  struct ptx_instruction *instructions;
  size_t instruction_count;
  unsigned line; /* in the PTX text */
};

struct ptx_alias {
  const char *name, *target;
};

struct ptx_module {
  unsigned version;      /* 85 for .version 8.5 */
  unsigned architecture; /* 90 for .target sm_90 */
  const char **files;    /* by the number of .file; NULL where there is none */
  size_t file_count;     /* highest number + 1 */
  struct ptx_variable *variables;
  size_t variable_count;
  struct ptx_function *functions; /* a declaration is left out if a definition follows */
  size_t function_count;
  struct ptx_alias *aliases;
  size_t alias_count;
};

/* Parses TEXT of SIZE bytes; it need not end with 0. Returns NULL, or a message of one line that begins with the line number:
 * "12: expected a register". Never reads outside of TEXT; any input is allowed. Thread-safe if each thread has its own arena. */
const char *ptx_parse(const char *text, size_t size, struct cleave_arena *arena, struct ptx_module *module);

/* The largest number of 32-bit registers that are live at once in FUNCTION, without those of functions that it calls.
 * Predicate registers and values that ptxas computes again at each use do not count. */
unsigned ptx_live_registers(const struct ptx_function *function);

/* An estimate of the hardware registers that ptxas would give to FUNCTION. .minnctapersm limits it; the values that ptxas would then
 * store in local memory are not counted. */
unsigned ptx_estimate_registers(const struct ptx_function *function);

#endif
