/* FILE: lib/process/rank_device.c
 * WHAT: see rank_device.h.
 */
#include "process/rank_device.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "process/job.h"
#include "process/message.h"
#include "process/omptarget.h"
#include "process/settings.h"
#include "process/threads.h"

static bool has_chosen;

static bool is_set(const char *variable) {
  const char *value = getenv(variable);
  return value && *value;
}

static void find(const char *name, void *function) {
  void *address = dlsym(RTLD_DEFAULT, name);
  memcpy(function, &address, sizeof address); /* ISO C has no conversion to a function pointer */
}

/* Sets the initial value of the ICV, which threads that OpenMP did not create begin with, and the value of this thread. */
static bool set_default(int device) {
  void (*set_defaults)(const char *);
  void (*set_device)(int);
  size_t (*get_format)(char *, size_t);
  void (*set_format)(const char *);
  char setting[48], format[512];
  find("kmp_set_defaults", &set_defaults);
  find("omp_set_default_device", &set_device);
  find("ompc_get_affinity_format", &get_format);
  find("ompc_set_affinity_format", &set_format);
  if (!set_defaults || !set_device || !get_format || !set_format)
    return false;
  snprintf(setting, sizeof setting, "OMP_DEFAULT_DEVICE=%d", device);
  /* libomp resets this other ICV whenever it reads settings. By the names without "c", dlsym finds functions for Fortran. */
  const bool keeps_format = get_format(format, sizeof format) < sizeof format;
  set_defaults(setting);
  if (keeps_format)
    set_format(format);
  set_device(device);
  return true;
}

/* Returns why the default device stays as it is, or NULL after a change. */
static const char *choose(const struct cleave_job *job, bool only_gpus, int devices) {
  const char *policy = getenv("OMP_TARGET_OFFLOAD");
  if (!cleave_settings()->rank_device)
    return "CLEAVE_RANK_DEVICE is off";
  if (is_set("OMP_DEFAULT_DEVICE"))
    return "OMP_DEFAULT_DEVICE is set";
  if (devices < 2)
    return "there are no others";
  if (!only_gpus)
    return "not all are GPUs";
  if (policy && !strcasecmp(policy, "disabled"))
    return "OMP_TARGET_OFFLOAD is disabled";
  if (job->local_ranks < 2)
    return "no other rank is on this machine";
  if (cleave_job_orders_devices(getenv("CUDA_VISIBLE_DEVICES")))
    return "CUDA_VISIBLE_DEVICES has an order";
  if (cleave_omptarget()->default_device())
    return "the program chose it";
  return set_default(job->local_rank % devices) ? NULL : "the OpenMP run time cannot change it";
}

bool cleave_rank_device_choose(bool only_gpus, int devices) {
  static bool done;
  const struct cleave_job *job = cleave_job();
  if (done || devices < 1 || !cleave_job_is_parallel(job))
    return false;
  done = true;
  const char *why = choose(job, only_gpus, devices);
  has_chosen = !why;
  if (cleave_settings()->verbose)
    cleave_say(
        "job of %d ranks (%s), %d of them on %s; local rank %d, processors %u, default device %d of %d (%s)",
        job->ranks, job->launcher, job->local_ranks, job->host, job->local_rank, cleave_processors(),
        cleave_omptarget()->default_device(), devices, why ? why : "by local rank");
  /* A program that chooses by itself does so later. */
  return has_chosen || devices == 1 || is_set("OMP_DEFAULT_DEVICE");
}

bool cleave_rank_device_is_mine(int device, int devices) {
  const struct cleave_job *job = cleave_job();
  return !has_chosen || device % job->local_ranks == job->local_rank % devices;
}
