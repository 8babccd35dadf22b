/* FILE: lib/data_check/check_loader.c
 * WHAT: opens libcleave-check.so. This file is part of libcleave.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "data_check/data_check.h"
#include "process/message.h"
#include "process/settings.h"

static const struct cleave_data_check *check;

const struct cleave_data_check *cleave_data_check(void) { return check; }

static void *open_library(void) {
  Dl_info ours;
  char path[4096];
  if (!dladdr(&check, &ours))
    return NULL;
  const char *slash = strrchr(ours.dli_fname, '/');
  const int folder = slash ? (int)(slash - ours.dli_fname) + 1 : 0;
  snprintf(path, sizeof path, "%.*slibcleave-check.so", folder, ours.dli_fname);
  return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

const struct cleave_data_check *cleave_data_check_start(bool (*is_host)(int64_t device)) {
  static bool was_here;
  if (was_here || cleave_settings()->check == CLEAVE_CHECK_OFF)
    return check;
  was_here = true;
  void *library = open_library();
  void *address = library ? dlsym(library, CLEAVE_CHECK_OPEN) : NULL;
  cleave_check_open_function *open_check = NULL;
  memcpy(&open_check, &address, sizeof address);
  if (!open_check) {
    cleave_warn("CLEAVE_CHECK=data has no effect: libcleave-check.so cannot be opened: %s", dlerror());
    return NULL;
  }
  check = open_check(&(struct cleave_check_host){.omptarget = cleave_omptarget(),
                                                 .say = cleave_say,
                                                 .is_host = is_host,
                                                 .fails = cleave_settings()->check == CLEAVE_CHECK_DATA_FAILS,
                                                 .is_quiet = cleave_settings()->quiet});
  return check;
}
