/* FILE: lib/device/device_kind.c
 * WHAT: see device_kind.h.
 */
#include "device/device_kind.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

enum cleave_device_kind cleave_device_kind_of(const struct cleave_device_evidence *evidence) {
  enum {
    HOST = 1u << CLEAVE_DEVICE_HOST,
    NVIDIA = 1u << CLEAVE_DEVICE_NVIDIA,
    AMD = 1u << CLEAVE_DEVICE_AMD
  };
  const bool all_are_cuda = evidence->devices > 0 && evidence->devices == evidence->cuda_devices;
  switch (evidence->images) {
  case HOST:
    return CLEAVE_DEVICE_HOST;
  case NVIDIA:
    return all_are_cuda ? CLEAVE_DEVICE_NVIDIA : CLEAVE_DEVICE_UNKNOWN;
  case AMD:
    return CLEAVE_DEVICE_AMD;
  case NVIDIA | AMD:
    if (!evidence->has_amd_driver && all_are_cuda)
      return CLEAVE_DEVICE_NVIDIA;
    if (evidence->has_amd_driver && !evidence->cuda_devices)
      return CLEAVE_DEVICE_AMD;
    return CLEAVE_DEVICE_UNKNOWN;
  default:
    return CLEAVE_DEVICE_UNKNOWN;
  }
}

/* What a node of the topology says. */
struct node {
  unsigned long architecture; /* 90010: 9.0.10, which is gfx90a */
  unsigned long simds, simds_of_multiprocessor;
};

static bool read_node(const char *path, struct node *node) {
  *node = (struct node){0};
  FILE *file = fopen(path, "re");
  if (!file)
    return false;
  char key[64];
  unsigned long value;
  while (fscanf(file, "%63s %lu", key, &value) == 2)
    if (!strcmp(key, "gfx_target_version"))
      node->architecture = value;
    else if (!strcmp(key, "simd_count"))
      node->simds = value;
    else if (!strcmp(key, "simd_per_cu"))
      node->simds_of_multiprocessor = value;
  fclose(file);
  return true;
}

/* Processors are nodes without SIMDs. */
static bool is_gpu(const struct node *node) {
  return node->simds && node->simds_of_multiprocessor && node->architecture;
}

/* 9.0.10 is 0x90a, 9.4.2 is 0x942. */
static uint32_t architecture_of(const struct node *node) {
  const unsigned long number = node->architecture;
  return (uint32_t)((number / 10000 % 100) << 8 | (number / 100 % 100 & 15) << 4 | (number % 100 & 15));
}

bool cleave_amd_devices_read(const char *folder, struct cleave_device_limits *limits) {
  DIR *nodes = opendir(folder);
  struct node first = {0};
  bool are_equal = nodes != NULL;
  for (struct dirent *entry; are_equal && (entry = readdir(nodes));) {
    char path[PATH_MAX];
    struct node node;
    if (*entry->d_name == '.' ||
        snprintf(path, sizeof path, "%s/%s/properties", folder, entry->d_name) >= (int)sizeof path ||
        !read_node(path, &node) || !is_gpu(&node))
      continue;
    if (!is_gpu(&first))
      first = node;
    are_equal = !memcmp(&first, &node, sizeof node);
  }
  if (nodes)
    closedir(nodes);
  if (!are_equal || !is_gpu(&first) || !cleave_device_limits_of(architecture_of(&first), limits))
    return false;
  limits->multiprocessors = (uint32_t)(first.simds / first.simds_of_multiprocessor);
  return true;
}
