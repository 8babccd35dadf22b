/* FILE: lib/simulator/lanes.h
 * WHAT: macros that define handlers: one expression, executed for all lanes, stored for the lanes of the mask.
 *
 * All 32 lanes are computed, so expressions must be defined for any operands. Compilers vectorize the loops.
 */
#ifndef CLEAVE_SIMULATOR_LANES_H
#define CLEAVE_SIMULATOR_LANES_H

#include "simulator/decoder.h"

#ifndef __has_feature /* gcc */
#define __has_feature(name) 0
#endif

/* Where the processor has AVX2 and fused multiply-add, a second version of a handler uses them. Sanitizers do not
 * support functions that are chosen at load time. */
#if defined(__x86_64__) && defined(__clang__) && !defined(__SANITIZE_ADDRESS__) &&                           \
    !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer) &&                                 \
    !__has_feature(memory_sanitizer)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("default", "arch=x86-64-v3")))
#else
#define FOR_EACH_PROCESSOR
#endif

#define EACH_LANE for (unsigned lane = 0; lane < LANES; lane++)

static inline __attribute__((always_inline)) void store_lanes(void *to, const void *values, size_t width,
                                                              lane_mask mask) {
  if (mask == ALL_LANES) {
    memcpy(to, values, width * LANES);
    return;
  }
  EACH_LANE {
    if (mask >> lane & 1)
      memcpy((char *)to + lane * width, (const char *)values + lane * width, width);
  }
}

#define OPERANDS(T, name) const T *restrict name = slot_pointer(warp, operation->name)

/* d = EXPRESSION of a, b, c, each of type S; d of type R. MODE is operation->mode. */
#define HANDLER3(NAME, R, S, EXPRESSION)                                                                     \
  FOR_EACH_PROCESSOR static void NAME(struct warp *warp, const struct operation *operation,                  \
                                      lane_mask mask) {                                                      \
    OPERANDS(S, a);                                                                                          \
    OPERANDS(S, b);                                                                                          \
    OPERANDS(S, c);                                                                                          \
    R result[LANES];                                                                                         \
    EACH_LANE {                                                                                              \
      const S A = a[lane], B = b[lane], C = c[lane];                                                         \
      result[lane] = (R)(EXPRESSION);                                                                        \
    }                                                                                                        \
    store_lanes(slot_pointer(warp, operation->d), result, sizeof(R), mask);                                  \
  }
#define HANDLER2(NAME, R, S, EXPRESSION)                                                                     \
  FOR_EACH_PROCESSOR static void NAME(struct warp *warp, const struct operation *operation,                  \
                                      lane_mask mask) {                                                      \
    OPERANDS(S, a);                                                                                          \
    OPERANDS(S, b);                                                                                          \
    R result[LANES];                                                                                         \
    EACH_LANE {                                                                                              \
      const S A = a[lane], B = b[lane];                                                                      \
      result[lane] = (R)(EXPRESSION);                                                                        \
    }                                                                                                        \
    store_lanes(slot_pointer(warp, operation->d), result, sizeof(R), mask);                                  \
  }
#define HANDLER1(NAME, R, S, EXPRESSION)                                                                     \
  FOR_EACH_PROCESSOR static void NAME(struct warp *warp, const struct operation *operation,                  \
                                      lane_mask mask) {                                                      \
    OPERANDS(S, a);                                                                                          \
    R result[LANES];                                                                                         \
    EACH_LANE {                                                                                              \
      const S A = a[lane];                                                                                   \
      result[lane] = (R)(EXPRESSION);                                                                        \
    }                                                                                                        \
    store_lanes(slot_pointer(warp, operation->d), result, sizeof(R), mask);                                  \
  }
/* As HANDLER2, and HANDLER3 with c of type T: shifts, mad.wide. */
#define HANDLER2_MIXED(NAME, R, S, T, EXPRESSION)                                                            \
  FOR_EACH_PROCESSOR static void NAME(struct warp *warp, const struct operation *operation,                  \
                                      lane_mask mask) {                                                      \
    OPERANDS(S, a);                                                                                          \
    OPERANDS(T, b);                                                                                          \
    R result[LANES];                                                                                         \
    EACH_LANE {                                                                                              \
      const S A = a[lane];                                                                                   \
      const T B = b[lane];                                                                                   \
      result[lane] = (R)(EXPRESSION);                                                                        \
    }                                                                                                        \
    store_lanes(slot_pointer(warp, operation->d), result, sizeof(R), mask);                                  \
  }
#define HANDLER3_MIXED(NAME, R, S, U, T, EXPRESSION)                                                         \
  FOR_EACH_PROCESSOR static void NAME(struct warp *warp, const struct operation *operation,                  \
                                      lane_mask mask) {                                                      \
    OPERANDS(S, a);                                                                                          \
    OPERANDS(U, b);                                                                                          \
    OPERANDS(T, c);                                                                                          \
    R result[LANES];                                                                                         \
    EACH_LANE {                                                                                              \
      const S A = a[lane];                                                                                   \
      const U B = b[lane];                                                                                   \
      const T C = c[lane];                                                                                   \
      result[lane] = (R)(EXPRESSION);                                                                        \
    }                                                                                                        \
    store_lanes(slot_pointer(warp, operation->d), result, sizeof(R), mask);                                  \
  }

/* Slots of the operands from number FIRST on: a, b, c of TYPE. */
static inline void take_operands(struct decoder *decoder, const struct ptx_instruction *instruction,
                                 struct operation *operation, enum ptx_type type) {
  operation->type = (uint8_t)type;
  operation->d = decoder_destination(decoder, &instruction->operands[0], type);
  if (instruction->operand_count > 1)
    operation->a = decoder_slot(decoder, &instruction->operands[1], type);
  if (instruction->operand_count > 2)
    operation->b = decoder_slot(decoder, &instruction->operands[2], type);
  if (instruction->operand_count > 3)
    operation->c = decoder_slot(decoder, &instruction->operands[3], type);
}

static inline bool is_opcode(const struct ptx_instruction *instruction, const char *name) {
  return !strcmp(instruction->opcode, name);
}

#endif
