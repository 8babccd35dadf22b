/* FILE: lib/simulator_driver/host_memory.c
 * WHAT: host memory that kernels access directly, as on devices with unified shared memory.
 *
 * The mappings of the process are read from /proc/self/maps. The kernel of the operating system joins neighbouring mappings, so
 * an access beyond the end of an allocation is found only if no mapping follows.
 */
#include "simulator_driver/simulator_driver.h"

#include <inttypes.h>
#include <stdio.h>

bool host_memory_find(uint64_t address, struct gpu_range *range) {
  FILE *file = fopen("/proc/self/maps", "r");
  char line[PATH_LENGTH];
  bool found = false;
  while (file && !found && fgets(line, sizeof line, file)) {
    uint64_t start, end;
    char readable;
    if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %c", &start, &end, &readable) == 3 && address >= start &&
        address < end && readable == 'r') {
      *range = (struct gpu_range){.start = start, .end = end};
      found = true;
    }
  }
  if (file)
    fclose(file);
  return found;
}
