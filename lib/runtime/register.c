/* FILE: lib/runtime/register.c
 * WHAT: the entry points by which clang registers the device images of a program.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/judgement.h"
#include "runtime/message.h"
#include "runtime/repair.h"
#include "runtime/runtime.h"
#include "runtime/settings.h"

/* libomptarget's own functions. */
static struct {
  void (*register_lib)(struct cleave_descriptor *);
  void (*unregister_lib)(struct cleave_descriptor *);
  int (*device_count)(void);
} real;

/* ISO C has no conversion from an object pointer to a function pointer. */
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

static void find_real_functions(void) {
  load(RTLD_NEXT, "__tgt_register_lib", &real.register_lib);
  load(RTLD_NEXT, "__tgt_unregister_lib", &real.unregister_lib);
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
}

static void need_real_functions(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, find_real_functions);
}

/* Registrations do not overlap: each runs in a constructor, and the loader runs one at a time. */
void __tgt_register_lib(struct cleave_descriptor *descriptor) {
  need_real_functions();
  bool repairs = cleave_settings()->repair;
  static bool registered_before;
  int devices_before = registered_before ? real.device_count() : 0;

  struct cleave_repair *repair = repairs ? cleave_repair_begin(descriptor) : NULL;
  if (repair) {
    real.register_lib(cleave_repair_descriptor(repair));
    cleave_repair_end(repair);
  } else {
    real.register_lib(descriptor);
  }
  registered_before = true;
  cleave_judge(descriptor, devices_before, real.device_count(), repairs);
}

void __tgt_unregister_lib(struct cleave_descriptor *descriptor) {
  need_real_functions();
  real.unregister_lib(cleave_repair_take(descriptor));
}

/* A program that brought the OpenMP run time along without libcleave, and then loads a library that
 * has it: the library's images go past us. */
__attribute__((constructor)) static void check_order(void) {
  Dl_info first, ours;
  const struct cleave_run_time_options *settings = cleave_settings();
  if (settings->quiet || !dladdr(dlsym(RTLD_DEFAULT, "__tgt_register_lib"), &first) ||
      !dladdr(&real, &ours))
    return;
  if (first.dli_fbase != ours.dli_fbase)
    cleave_warn("libcleave was loaded behind the OpenMP run time and does nothing; link the program "
                "itself with cleave cc or -lcleave, or start it with LD_PRELOAD=libcleave.so");
}
