/* FILE: tools/toolkit/real_tool.c
 * WHAT: see real_tool.h.
 */
#include "real_tool.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../process.h"

/* Whether the program PATH is in a stand-in toolkit, which may be another copy than that of this program. */
static bool is_stand_in(const char *path) {
  char *mark = cleave_format("%.*s/../cleave-toolkit.txt", (int)(strrchr(path, '/') - path), path);
  const bool found = !access(mark, F_OK);
  free(mark);
  return found;
}

/* PATH, if it is a program of a real toolkit; else frees it. */
static char *if_program(char *path) {
  struct stat status;
  if (!stat(path, &status) && S_ISREG(status.st_mode) && !access(path, X_OK) && !is_stand_in(path))
    return path;
  free(path);
  return NULL;
}

char *toolkit_find_real(const char *name) {
  const char *folder = getenv("CLEAVE_CUDA_PATH");
  if (folder && *folder) {
    if (!strcmp(folder, "none"))
      return NULL;
    char *found = if_program(cleave_format("%s/bin/%s", folder, name));
    if (!found) {
      fprintf(
          stderr,
          "%s: error: there is no CUDA toolkit with '%s/bin/%s': set CLEAVE_CUDA_PATH to the folder of a CUDA "
          "toolkit or to 'none'\n",
          name, folder, name);
      exit(EXIT_FAILURE);
    }
    return found;
  }
  char *found = NULL;
  for (const char *path = getenv("PATH"); path && !found; path = strchr(path, ':')) {
    path += *path == ':';
    const int length = (int)strcspn(path, ":");
    if (length)
      found = if_program(cleave_format("%.*s/%s", length, path, name));
  }
  return found ? found : if_program(cleave_format("/usr/local/cuda/bin/%s", name));
}

int toolkit_run_real(const char *path, int count, char **words) {
  struct cleave_command command = {0};
  cleave_command_add(&command, path);
  for (int i = 1; i < count; i++)
    cleave_command_add(&command, words[i]);
  const int result = cleave_command_run(&command, -1, -1);
  if (result < 0)
    fprintf(stderr, "%s: error: cannot start %s: %s\n", words[0], path, strerror(errno));
  free(command.words);
  return result < 0 ? EXIT_FAILURE : result;
}
