/* FILE: lib/runtime/data.c
 * WHAT: the entry points of data constructs, which libcleave forwards. The transfer engine may make their
 *       copies, and a trace records the construct of each copy.
 */
#include "engine/engine.h"
#include "process/omptarget.h"
#include "runtime/checked_construct.h"
#include "runtime/runtime.h"
#include "trace/trace_construct.h"

#define WITH_CONSTRUCT(directive, waits, call)                                                               \
  struct cleave_construct construct;                                                                         \
  const struct cleave_construct_items items = {count > 0 ? (uint32_t)count : 0, pointers, sizes, names};     \
  cleave_construct_begin(&construct, directive, location, device, NULL, &items, waits);                      \
  call;                                                                                                      \
  cleave_construct_end(&construct)

/* With the engine on. Not inlined, so that without the engine an entry point needs no stack. */
#define WITH_ENGINE(name, kind, waits, parameters, forward)                                                  \
  static __attribute__((noinline)) void name parameters {                                                    \
    const struct cleave_engine_arguments arguments = {location, device, count, base_pointers, pointers,      \
                                                      sizes,    types,  names, mappers};                     \
    struct cleave_engine_call call;                                                                          \
    if (!cleave_engine_enter(&call, kind, waits, &arguments))                                                \
      return;                                                                                                \
    types = call.types ? call.types : types;                                                                 \
    forward;                                                                                                 \
    cleave_engine_leave(&call);                                                                              \
  }

/* An entry point. With neither a trace nor the engine, the call is the last operation, so that the compiler
 * makes it a jump. Another OpenMP tool then gets the program's return address. */
#define ENTRY_POINT(name, kind, directive, waits, parameters, call_arguments, function)                      \
  WITH_ENGINE(name##_with_engine, kind, waits, parameters, cleave_omptarget()->function call_arguments)      \
                                                                                                             \
  static __attribute__((noinline)) void name##_checked parameters {                                          \
    struct cleave_checked_construct checked;                                                                 \
    cleave_checked_begin(&checked, location, NULL,                                                           \
                         &(struct cleave_check_construct){.device = device,                                  \
                                                          .count = count > 0 ? (uint32_t)count : 0,          \
                                                          .pointers = pointers,                              \
                                                          .sizes = sizes,                                    \
                                                          .types = types,                                    \
                                                          .names = names});                                  \
    if (cleave_trace_is_observed()) {                                                                        \
      WITH_CONSTRUCT(directive, waits, cleave_omptarget()->function call_arguments);                         \
    } else {                                                                                                 \
      cleave_omptarget()->function call_arguments;                                                           \
    }                                                                                                        \
    cleave_checked_end(&checked, false);                                                                     \
  }                                                                                                          \
                                                                                                             \
  void name parameters {                                                                                     \
    if (cleave_data_check()) {                                                                               \
      name##_checked call_arguments;                                                                         \
      return;                                                                                                \
    }                                                                                                        \
    if (cleave_trace_is_observed()) {                                                                        \
      WITH_CONSTRUCT(directive, waits, name##_with_engine call_arguments);                                   \
      return;                                                                                                \
    }                                                                                                        \
    if (cleave_engine_is_on())                                                                               \
      name##_with_engine call_arguments;                                                                     \
    else                                                                                                     \
      cleave_omptarget()->function call_arguments;                                                           \
  }

#define DATA_CONSTRUCT(name, kind, directive)                                                                \
  ENTRY_POINT(__tgt_target_data_##name##_mapper, kind, directive, true, (CLEAVE_DATA_PARAMETERS),            \
              (CLEAVE_DATA_ARGUMENTS), data_##name)                                                          \
  ENTRY_POINT(__tgt_target_data_##name##_nowait_mapper, kind, directive " nowait", false,                    \
              (CLEAVE_DATA_PARAMETERS, CLEAVE_DEPEND_PARAMETERS),                                            \
              (CLEAVE_DATA_ARGUMENTS, CLEAVE_DEPEND_ARGUMENTS), data_##name##_nowait)

DATA_CONSTRUCT(begin, CLEAVE_ENGINE_DATA_BEGIN, "target data begin")
DATA_CONSTRUCT(end, CLEAVE_ENGINE_DATA_END, "target data end")
DATA_CONSTRUCT(update, CLEAVE_ENGINE_DATA_UPDATE, "target update")
