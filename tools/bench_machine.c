/* FILE: tools/bench_machine.c
 * WHAT: `cleave bench`: facts about the machine. No host name, because results may be published.
 */
#include <gnu/libc-version.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "bench.h"
#include "cuda/cuda.h"
#include "model/json.h"

static void add_processor(json_t *machine) {
  char line[512], model[256] = "unknown";
  FILE *file = fopen("/proc/cpuinfo", "r");
  while (file && fgets(line, sizeof line, file))
    if (sscanf(line, "model name : %255[^\n]", model) == 1)
      break;
  if (file)
    fclose(file);
  cpu_set_t cores;
  int count = sched_getaffinity(0, sizeof cores, &cores) ? 0 : CPU_COUNT(&cores);
  json_object_set_new(machine, "cpu", cleave_json_string(model));
  json_object_set_new(machine, "cores", json_integer(count));
}

static void add_gpu(json_t *machine) {
  struct cleave_cuda cuda;
  CUdevice device;
  char name[256] = "";
  int driver = 0, major = 0, minor = 0, processors = 0;
  size_t bytes = 0;
  if (cleave_cuda_open(&cuda, true) || cuda.cuInit(0) || cuda.cuDeviceGet(&device, 0) ||
      cuda.cuDeviceGetName(name, sizeof name, device)) {
    json_object_set_new(machine, "gpu", json_null());
    return;
  }
  cuda.cuDriverGetVersion(&driver);
  cuda.cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
  cuda.cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
  cuda.cuDeviceGetAttribute(&processors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device);
  cuda.cuDeviceTotalMem(&bytes, device);
  char capability[32], interface[32];
  snprintf(capability, sizeof capability, "%d.%d", major, minor);
  snprintf(interface, sizeof interface, "%d.%d", driver / 1000, driver % 1000 / 10);
  json_t *gpu = json_pack("{s:o, s:I, s:s, s:i, s:s}", "gpu", cleave_json_string(name), "gpu_memory_bytes",
                          (json_int_t)bytes, "compute_capability", capability, "multiprocessors", processors,
                          "cuda_driver", interface);
  json_object_update(machine, gpu);
  json_decref(gpu);
  /* The driver's programming interface does not report its own version, such as 535.129.03. */
  char line[256], version[64];
  FILE *file = fopen("/proc/driver/nvidia/version", "r");
  if (file && fgets(line, sizeof line, file)) {
    const char *word = strstr(line, "Kernel Module");
    word = word ? word + strcspn(word, "0123456789") : line;
    if (sscanf(word, "%63[0-9.]", version) == 1)
      json_object_set_new(machine, "driver", json_string(version));
  }
  if (file)
    fclose(file);
}

json_t *cleave_bench_machine(void) {
  struct utsname system;
  json_t *machine = json_object();
  add_processor(machine);
  long long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  json_object_set_new(machine, "memory_bytes", json_integer(pages * page));
  json_object_set_new(machine, "kernel", cleave_json_string(uname(&system) ? "unknown" : system.release));
  json_object_set_new(machine, "glibc", json_string(gnu_get_libc_version()));
  add_gpu(machine);
  return machine;
}
