/* FILE: test/fuzz/kernelinfo_seeds.c
 * WHAT: writes the file that kernelinfo_fuzz starts from.
 * USE:  kernelinfo_seeds FOLDER
 */
#include <stdio.h>

#include "../unit/kernelinfo_sample.h"

int main(int count, char **arguments) {
  if (count < 2) {
    fprintf(stderr, "usage: kernelinfo_seeds FOLDER\n");
    return 2;
  }
  char path[4096];
  snprintf(path, sizeof path, "%s/sample", arguments[1]);
  static const uint64_t values[8] = {1, 2, 3, 4, 100, UINT64_MAX, 1024, 7};
  struct cleave_arena *arena = cleave_arena_new();
  size_t words;
  const int32_t *encoded = cleave_kernel_information_encode(&sample, arena, &words);
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(values, sizeof values, 1, file) != 1 || fwrite(encoded, 4, words, file) != words ||
      fclose(file)) {
    perror(path);
    return 1;
  }
  cleave_arena_free(arena);
}
