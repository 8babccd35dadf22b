/* FILE: tools/bench_machine.c
 * WHAT: `cleave bench`: facts about the machine. No host name: results are meant to be published.
 */
#include <gnu/libc-version.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "bench.h"
#include "cuda/cuda.h"
#include "model/arena.h"
#include "model/text.h"

static void add_processor(struct cleave_text *json) {
  char line[512], model[256] = "unknown";
  FILE *file = fopen("/proc/cpuinfo", "r");
  while (file && fgets(line, sizeof line, file))
    if (sscanf(line, "model name : %255[^\n]", model) == 1)
      break;
  if (file)
    fclose(file);
  cpu_set_t cores;
  int count = sched_getaffinity(0, sizeof cores, &cores) ? 0 : CPU_COUNT(&cores);
  cleave_text_add(json, "\"cpu\": ");
  cleave_text_add_json_string(json, model);
  cleave_text_format(json, ", \"cores\": %d", count);
}

static void add_gpu(struct cleave_text *json) {
  struct cleave_cuda cuda;
  CUdevice device;
  char name[256] = "";
  int driver = 0, major = 0, minor = 0, processors = 0;
  size_t bytes = 0;
  if (cleave_cuda_open(&cuda, true) || cuda.cuInit(0) || cuda.cuDeviceGet(&device, 0) ||
      cuda.cuDeviceGetName(name, sizeof name, device)) {
    cleave_text_add(json, "\"gpu\": null");
    return;
  }
  cuda.cuDriverGetVersion(&driver);
  cuda.cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
  cuda.cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
  cuda.cuDeviceGetAttribute(&processors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device);
  cuda.cuDeviceTotalMem(&bytes, device);
  cleave_text_add(json, "\"gpu\": ");
  cleave_text_add_json_string(json, name);
  cleave_text_format(json,
                     ", \"gpu_memory_bytes\": %zu, \"compute_capability\": \"%d.%d\", "
                     "\"multiprocessors\": %d, \"cuda_driver\": \"%d.%d\"",
                     bytes, major, minor, processors, driver / 1000, driver % 1000 / 10);
  /* The driver's own version, such as 535.129.03, is not in its programming interface. */
  char line[256], version[64];
  FILE *file = fopen("/proc/driver/nvidia/version", "r");
  if (file && fgets(line, sizeof line, file)) {
    const char *word = strstr(line, "Kernel Module");
    word = word ? word + strcspn(word, "0123456789") : line;
    if (sscanf(word, "%63[0-9.]", version) == 1)
      cleave_text_format(json, ", \"driver\": \"%s\"", version);
  }
  if (file)
    fclose(file);
}

const char *cleave_bench_machine(struct cleave_arena *arena) {
  struct cleave_text json = {.arena = arena};
  struct utsname system;
  cleave_text_add(&json, "{");
  add_processor(&json);
  long long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  cleave_text_format(&json, ", \"memory_bytes\": %lld, \"kernel\": ", pages * page);
  cleave_text_add_json_string(&json, uname(&system) ? "unknown" : system.release);
  cleave_text_format(&json, ", \"glibc\": \"%s\", ", gnu_get_libc_version());
  add_gpu(&json);
  cleave_text_add(&json, "}");
  return cleave_text_get(&json);
}
