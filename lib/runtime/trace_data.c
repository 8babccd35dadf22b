/* FILE: lib/runtime/trace_data.c
 * WHAT: the entry points of data constructs, which libcleave passes on; they tell a trace which
 *       construct moves what.
 */
#include "runtime/omptarget.h"
#include "runtime/runtime.h"
#include "runtime/trace_construct.h"

#define WITH_CONSTRUCT(directive, waits, call)                                                     \
  struct cleave_construct construct;                                                               \
  const struct cleave_construct_items items = {count > 0 ? (uint32_t)count : 0, pointers, sizes,   \
                                               names};                                             \
  cleave_construct_begin(&construct, directive, location, device, NULL, &items, waits);            \
  call;                                                                                            \
  cleave_construct_end(&construct)

/* An entry point and its nowait form. Without a trace the call is the last thing they do, so that the
 * compiler makes it a jump, and another OpenMP tool sees the program's return address. */
#define DATA_CONSTRUCT(name, member, directive)                                                    \
  void __tgt_target_data_##name##_mapper(CLEAVE_DATA_PARAMETERS) {                                 \
    const struct cleave_omptarget *real = cleave_omptarget();                                      \
    if (!cleave_trace_is_on()) {                                                                   \
      real->member(CLEAVE_DATA_ARGUMENTS);                                                         \
      return;                                                                                      \
    }                                                                                              \
    WITH_CONSTRUCT(directive, true, real->member(CLEAVE_DATA_ARGUMENTS));                          \
  }                                                                                                \
                                                                                                   \
  void __tgt_target_data_##name##_nowait_mapper(CLEAVE_DATA_PARAMETERS, CLEAVE_DEPEND_PARAMETERS) { \
    const struct cleave_omptarget *real = cleave_omptarget();                                      \
    if (!cleave_trace_is_on()) {                                                                   \
      real->member##_nowait(CLEAVE_DATA_ARGUMENTS, CLEAVE_DEPEND_ARGUMENTS);                       \
      return;                                                                                      \
    }                                                                                              \
    WITH_CONSTRUCT(directive " nowait", false,                                                     \
                   real->member##_nowait(CLEAVE_DATA_ARGUMENTS, CLEAVE_DEPEND_ARGUMENTS));         \
  }

DATA_CONSTRUCT(begin, data_begin, "target data begin")
DATA_CONSTRUCT(end, data_end, "target data end")
DATA_CONSTRUCT(update, data_update, "target update")
