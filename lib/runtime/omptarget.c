/* FILE: lib/runtime/omptarget.c
 * WHAT: finds libomptarget's own functions.
 */
#include "runtime/omptarget.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/message.h"

static struct cleave_omptarget real;

/* ISO C has no conversion from an object pointer to a function pointer. */
static void load_if_there(void *library, const char *name, void *function) {
  void *address = dlsym(library, name);
  memcpy(function, &address, sizeof address);
}

static void load(void *library, const char *name, void *function) {
  void *address = dlsym(library, name);
  if (!address) {
    cleave_say("error: this program has target regions, but there is no %s behind libcleave; link "
               "it with -fopenmp, and libcleave before the OpenMP run time",
               name);
    exit(EXIT_FAILURE);
  }
  memcpy(function, &address, sizeof address);
}

static void find_functions(void) {
  load(RTLD_NEXT, "__tgt_register_lib", &real.register_lib);
  load(RTLD_NEXT, "__tgt_unregister_lib", &real.unregister_lib);
  load(RTLD_NEXT, "__tgt_target_kernel", &real.target_kernel);
  load(RTLD_NEXT, "__tgt_target_data_begin_mapper", &real.data_begin);
  load(RTLD_NEXT, "__tgt_target_data_end_mapper", &real.data_end);
  load(RTLD_NEXT, "__tgt_target_data_update_mapper", &real.data_update);
  load(RTLD_NEXT, "__tgt_target_data_begin_nowait_mapper", &real.data_begin_nowait);
  load(RTLD_NEXT, "__tgt_target_data_end_nowait_mapper", &real.data_end_nowait);
  load(RTLD_NEXT, "__tgt_target_data_update_nowait_mapper", &real.data_update_nowait);
  load(RTLD_NEXT, "omp_get_mapped_ptr", &real.mapped);
  /* Of libomp, which a program may also load in front of libcleave. */
  load(dlsym(RTLD_NEXT, "omp_get_default_device") ? RTLD_NEXT : RTLD_DEFAULT,
       "omp_get_default_device", &real.default_device);
  /* Of libomptarget itself: libomp has a function of the same name, which would start all of libomp
   * before main. */
  Dl_info info;
  void *library = RTLD_NEXT;
  void *address;
  memcpy(&address, &real.register_lib, sizeof address);
  if (dladdr(address, &info)) {
    void *handle = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    library = handle ? handle : RTLD_NEXT;
  }
  load(library, "omp_get_num_devices", &real.device_count);
  load_if_there(library, "omp_target_alloc", &real.allocate);
  load_if_there(library, "omp_target_free", &real.release);
  load_if_there(library, "omp_target_memcpy", &real.copy);
  load_if_there(RTLD_DEFAULT, "omp_get_max_threads", &real.max_threads);
  load_if_there(RTLD_DEFAULT, "omp_get_max_teams", &real.max_teams);
  load_if_there(RTLD_DEFAULT, "__kmpc_get_target_offload", &real.target_offload);
}

const struct cleave_omptarget *cleave_omptarget(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, find_functions);
  return &real;
}
