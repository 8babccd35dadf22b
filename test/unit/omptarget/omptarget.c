/* FILE: test/unit/omptarget/omptarget.c
 * WHAT: a stand-in for libomptarget.
 */
#include "omptarget.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

static struct registered registered;
static int devices, next_devices;

static _Thread_local struct launched launched;
static int result;

EXPORT struct launched *stand_in_launched(void) { return &launched; }

EXPORT void stand_in_set_result(int value) { result = value; }

EXPORT int __tgt_target_kernel(void *location, int64_t device, int32_t teams, int32_t thread_limit,
                               void *host_pointer, struct cleave_launch_arguments *arguments) {
  (void)location;
  launched = (struct launched){device, teams, thread_limit, host_pointer, arguments, *arguments};
  arguments->argument_count++;
  return result;
}

/* Nothing here launches or moves data by them; libcleave wants them to be there. */
#define DATA_CONSTRUCT(name)                                                                                 \
  EXPORT void __tgt_target_data_##name##_mapper(void) {}                                                     \
  EXPORT void __tgt_target_data_##name##_nowait_mapper(void) {}
DATA_CONSTRUCT(begin)
DATA_CONSTRUCT(end)
DATA_CONSTRUCT(update)

EXPORT struct registered *stand_in_registered(void) { return &registered; }

EXPORT void stand_in_set_devices(int count) { next_devices = count; }

EXPORT int omp_get_num_devices(void) { return devices; }

static struct stand_in_mapping mappings[8];
static int mapping_count, is_offloading = 1;

EXPORT void stand_in_set_mappings(const struct stand_in_mapping *list, int count) {
  memcpy(mappings, list, (size_t)count * sizeof *list);
  mapping_count = count;
}

EXPORT void stand_in_set_offloading(int offloads) { is_offloading = offloads; }

EXPORT int omp_get_default_device(void) { return 0; }

EXPORT int omp_get_initial_device(void) { return devices; }

EXPORT int __kmpc_get_target_offload(void) { return is_offloading; }

EXPORT void *omp_get_mapped_ptr(const void *pointer, int device) {
  for (int i = 0; device < devices && i < mapping_count; i++)
    if (mappings[i].begin <= (const char *)pointer &&
        (const char *)pointer < mappings[i].begin + mappings[i].size)
      return mappings[i].device + ((const char *)pointer - mappings[i].begin);
  return NULL;
}

EXPORT void __tgt_register_lib(struct cleave_descriptor *descriptor) {
  registered.descriptor = descriptor;
  registered.registrations++;
  for (int i = 0; i < descriptor->image_count && i < 8; i++) {
    const struct cleave_device_image *image = &descriptor->images[i];
    size_t size = (size_t)((char *)image->end - (char *)image->start);
    free(registered.seen[i]);
    registered.seen[i] = malloc(size + 1);
    registered.seen_size[i] = size;
    memcpy(registered.seen[i], image->start, size);
  }
  devices = next_devices;
}

EXPORT void __tgt_unregister_lib(struct cleave_descriptor *descriptor) {
  registered.unregistered = descriptor;
  registered.unregistrations++;
}
