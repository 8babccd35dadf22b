/* FILE: test/device/information_file.c
 * WHAT: finds our constants in LLVM assembly, one line each.
 */
#include "information_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *function_of(const char *kernel) {
  static const char offloading[] = "__omp_offloading_";
  if (strncmp(kernel, offloading, sizeof offloading - 1))
    return kernel;
  kernel += sizeof offloading - 1;
  for (int i = 0; i < 2 && strchr(kernel, '_'); i++)
    kernel = strchr(kernel, '_') + 1;
  return kernel;
}

/* The entry on LINE; false if it is none. */
static bool read_line(char *line, struct cleave_arena *arena, struct kernel_entry *entry) {
  static const char prefix[] = "@" CLEAVE_KERNEL_INFORMATION_PREFIX;
  if (strncmp(line, prefix, sizeof prefix - 1))
    return false;
  char *name = line + sizeof prefix - 1, *end = strchr(name, ' ');
  char *open = end ? strstr(end, "] [") : NULL;
  if (!open) {
    fprintf(stderr, "not understood: %.80s\n", line);
    exit(EXIT_FAILURE);
  }
  entry->name = cleave_arena_copy(arena, name, (size_t)(end - name));
  static int32_t words[1 << 16];
  size_t count = 0;
  for (char *at = open + 2; (at = strstr(at, "i32 ")) && count < sizeof words / 4; at++)
    words[count++] = (int32_t)strtol(at + 4, NULL, 10);
  const char *error = cleave_kernel_information_decode(words, 4 * count, arena, &entry->information);
  if (error) {
    fprintf(stderr, "%s: %s\n", entry->name, error);
    exit(EXIT_FAILURE);
  }
  return true;
}

const struct kernel_entry *read_information_file(const char *path, struct cleave_arena *arena,
                                                 size_t *count) {
  FILE *file = fopen(path, "r");
  if (!file) {
    perror(path);
    exit(EXIT_FAILURE);
  }
  struct kernel_entry *entries = NULL, entry;
  *count = 0;
  char *line = NULL;
  size_t room = 0;
  while (getline(&line, &room, file) != -1)
    if (read_line(line, arena, &entry))
      CLEAVE_APPEND(arena, entries, *count, entry);
  free(line);
  fclose(file);
  return entries;
}
