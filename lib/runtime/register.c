/* FILE: lib/runtime/register.c
 * WHAT: the entry points by which clang registers the device images of a program.
 */
#include <dlfcn.h>
#include <link.h>

#include "data_check/data_check.h"
#include "device/device_sharing.h"
#include "engine/engine.h"
#include "image/image.h"
#include "runtime/buffers.h"
#include "runtime/device_state.h"
#include "interposer/interposer_loader.h"
#include "runtime/image_acceptance.h"
#include "runtime/kernel_table.h"
#include "process/message.h"
#include "process/omptarget.h"
#include "process/rank_device.h"
#include "runtime/repair.h"
#include "runtime/runtime.h"
#include "process/settings.h"
#include "trace/content.h"
#include "trace/kernel_names.h"
#include "trace/recorder.h"
#include "trace/trace_file.h"

static enum cleave_image_kind kind_of(const struct cleave_device_image *bytes) {
  struct cleave_image image;
  cleave_image_read_header(bytes->start, (size_t)((char *)bytes->end - (char *)bytes->start), &image);
  return image.kind;
}

/* Whether libomptarget may open CUDA for DESCRIPTOR. */
static bool is_for_cuda(const struct cleave_descriptor *descriptor) {
  for (int32_t i = 0; i < descriptor->image_count; i++)
    if (kind_of(&descriptor->images[i]) == CLEAVE_IMAGE_CUDA)
      return true;
  return false;
}

/* The engine needs the kinds of devices that may exist, and whether some variables are present from the
 * beginning. Returns whether all images are for GPUs. */
static bool tell_engine(const struct cleave_descriptor *descriptor) {
  bool only_gpus = true;
  for (int32_t i = 0; i < descriptor->image_count; i++) {
    const enum cleave_image_kind kind = kind_of(&descriptor->images[i]);
    cleave_engine_note_image(kind);
    only_gpus &= kind == CLEAVE_IMAGE_CUDA || kind == CLEAVE_IMAGE_AMDGPU;
  }
  bool any = false;
  struct cleave_entry entry;
  for (const void *at = descriptor->entries; at < descriptor->entries_end && !any;) {
    at = cleave_next_entry(at, descriptor->entries_end, &entry);
    any = entry.size;
  }
  if (any)
    cleave_engine_note_variables();
  cleave_engine_start();
  return only_gpus;
}

/* Tells CHECK of the variables of DESCRIPTOR. */
static void check_variables(const struct cleave_data_check *check,
                            const struct cleave_descriptor *descriptor) {
  struct cleave_entry entry;
  for (const void *at = descriptor->entries; at < descriptor->entries_end;) {
    at = cleave_next_entry(at, descriptor->entries_end, &entry);
    if (entry.size && entry.address)
      check->variable(entry.address, entry.size);
  }
}

/* Whether DESCRIPTOR is that of a shared library. The program's own images are unregistered when the process exits. */
static bool is_of_library(const struct cleave_descriptor *descriptor) {
  Dl_info information;
  const struct link_map *map = NULL;
  return dladdr1(descriptor, &information, (void **)(uintptr_t)&map, RTLD_DL_LINKMAP) && map && *map->l_name;
}

static int registrations; /* that are not yet unregistered */

/* Registrations do not overlap: each runs in a constructor, and the loader runs one at a time. */
void __tgt_register_lib(struct cleave_descriptor *descriptor) {
  const struct cleave_omptarget *real = cleave_omptarget_load();
  if (!real->is_there)
    return;
  if (!real->is_known) {
    real->register_lib(descriptor);
    return;
  }
  /* Before the run time is initialized, because it then looks for tools. */
  cleave_trace_start();
  const struct cleave_data_check *check = cleave_data_check_start(cleave_engine_is_host);
  if (check)
    check_variables(check, descriptor);
  if (cleave_trace_is_observed() || check)
    cleave_kernel_names_add(descriptor);
  if (is_for_cuda(descriptor))
    cleave_interposer_load(descriptor);
  bool repairs = cleave_settings()->repair;
  /* While no library is registered, the run time has no devices, and must not be queried. */
  int devices_before = registrations ? real->device_count() : 0;

  const bool changes_buffers = !cleave_settings()->safe;
  if (changes_buffers)
    cleave_buffers_begin();
  struct cleave_repair *repair = repairs ? cleave_repair_begin(descriptor) : NULL;
  if (repair) {
    real->register_lib(cleave_repair_descriptor(repair));
    cleave_repair_end(repair);
  } else {
    real->register_lib(descriptor);
  }
  if (changes_buffers)
    cleave_buffers_end();
  registrations++;
  if (cleave_rank_device_choose(tell_engine(descriptor), real->device_count()))
    cleave_device_announce(real->default_device());
  if (cleave_settings()->geometry)
    cleave_kernels_add(descriptor);
  cleave_images_report(descriptor, devices_before, real->device_count(), repairs);
}

/* Ends what belongs to devices. IS_IDLE: no other thread uses them. */
static void close_devices(bool is_idle) {
  cleave_reductions_forget(is_idle);
  cleave_environments_forget();
  if (is_idle)
    cleave_engine_close_devices();
}

void __tgt_unregister_lib(struct cleave_descriptor *descriptor) {
  const struct cleave_omptarget *real = cleave_omptarget();
  if (!real->is_there)
    return;
  if (!real->is_known) {
    real->unregister_lib(descriptor);
    return;
  }
  if (cleave_trace_is_on())
    cleave_trace_images_go();
  cleave_trace_calls_forget(descriptor);
  const bool is_last = !--registrations; /* the run time closes its devices */
  const bool is_idle = is_last && cleave_engine_stop();
  if (is_last && cleave_data_check())
    cleave_data_check()->stop();
  const bool ends = is_last && is_of_library(descriptor);
  if (ends)
    close_devices(is_idle);
  cleave_kernels_remove(descriptor);
  cleave_kernel_names_remove(descriptor);
  real->unregister_lib(cleave_repair_take(descriptor));
  if (ends && is_idle) {
    cleave_kernels_free();
    cleave_repairs_free();
    cleave_launches_forget();
  }
}

/* A program may be linked with the OpenMP run time but not with libcleave. If it then loads a library that is
 * linked with libcleave, the library's images are registered with libomptarget directly. */
__attribute__((constructor)) static void check_order(void) {
  Dl_info first, ours;
  const struct cleave_run_time_options *settings = cleave_settings();
  if (settings->quiet || !dladdr(dlsym(RTLD_DEFAULT, "__tgt_register_lib"), &first) ||
      !dladdr(cleave_settings(), &ours))
    return;
  if (first.dli_fbase == ours.dli_fbase)
    return;
  Dl_info entry;
  if (dladdr(dlsym(RTLD_DEFAULT, "cleave_transfers_begin"), &entry) && entry.dli_fbase == first.dli_fbase)
    cleave_warn(
        "two versions of libcleave are in this process, '%s' and '%s', and the second one has no effect; link "
        "all parts of the program with the same one",
        first.dli_fname, ours.dli_fname);
  else
    cleave_warn("libcleave was loaded after the OpenMP run time and has no effect; link the program "
                "itself with cleave cc or -lcleave, or start it with LD_PRELOAD=libcleave.so");
}
