/* FILE: lib/simulator_driver/driver_state.c
 * WHAT: the state of the driver in this process.
 */
#include "simulator_driver/simulator_driver.h"

const char *const function_names[FUNCTION_COUNT] = {
#define DRIVER_NAME(symbol, name, parameters) #name,
    DRIVER_FUNCTIONS(DRIVER_NAME)
#undef DRIVER_NAME
};

struct driver driver;

struct device *current_device(const struct thread *thread) { return thread->context->device; }

bool stream_exists(const struct CUstream_st *stream) {
  for (int i = 0; i < driver.device_count; i++)
    for (struct CUstream_st *found = driver.devices[i].streams; found; found = found->next)
      if (found == stream)
        return true;
  return false;
}
