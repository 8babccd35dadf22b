/* FILE: tools/toolchain.c
 * WHAT: see toolchain.h.
 */
#include "toolchain.h"

#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process.h"

static bool is_program(const char *path) {
  struct stat status;
  return !stat(path, &status) && S_ISREG(status.st_mode) && !access(path, X_OK);
}

/* The folder of the file PATH, with links resolved; the caller frees it. NULL if there is none. */
static char *folder_of(const char *path) {
  char *folder = realpath(path, NULL);
  if (folder)
    *strrchr(folder, '/') = 0;
  return folder;
}

char *cleave_toolchain_clang(void) {
  const char *wanted = getenv("CLEAVE_CLANG");
  bool chosen = wanted && *wanted;
  if (!chosen)
    wanted = CLEAVE_CLANG;
  if (strchr(wanted, '/')) {
    if (is_program(wanted))
      return cleave_format("%s", wanted);
  } else {
    for (const char *path = getenv("PATH"); path; path = strchr(path, ':')) {
      path += *path == ':';
      int length = (int)strcspn(path, ":");
      char *candidate = cleave_format("%.*s%s%s", length, path, length ? "/" : "./", wanted);
      if (is_program(candidate))
        return candidate;
      free(candidate);
    }
  }
  if (chosen)
    cleave_complain("there is no program '%s': set CLEAVE_CLANG to the path of a clang 19, or unset "
                    "it to use " CLEAVE_CLANG,
                    wanted);
  else
    cleave_complain("there is no clang 19 at " CLEAVE_CLANG ": install it with 'apt-get install "
                    "clang-19', or set CLEAVE_CLANG to its path");
  return NULL;
}

char *cleave_toolchain_program_folder(void) {
  char *folder = folder_of("/proc/self/exe");
  return folder ? folder : cleave_format(".");
}

/* Replaces PLUGIN, the path of cleave.so, if cleave was built for a second LLVM: by cleave-22.so beside it if CLEAVE_CLANG is a
 * clang 22, whose headers are in lib/clang/22 beside its bin. */
static char *plugin_of_chosen_clang(char *plugin) {
  const char *wanted = getenv("CLEAVE_CLANG");
  char *clang = wanted && *wanted ? cleave_toolchain_clang() : NULL,
       *folder = clang ? folder_of(clang) : NULL;
  char *pattern = cleave_format("%.*s-[0-9]*.so", (int)(strlen(plugin) - strlen(".so")), plugin);
  glob_t others = {0};
  for (size_t i = 0; folder && (i || !glob(pattern, 0, NULL, &others)) && i < others.gl_pathc; i++) {
    char *headers =
        cleave_format("%s/../lib/clang/%ld", folder, strtol(strrchr(others.gl_pathv[i], '-') + 1, NULL, 10));
    if (!access(headers, R_OK)) {
      free(plugin);
      plugin = cleave_format("%s", others.gl_pathv[i]);
    }
    free(headers);
  }
  globfree(&others);
  free(pattern);
  free(folder);
  free(clang);
  return plugin;
}

char *cleave_toolchain_plugin(void) {
  /* In the build folder, and in the installation. */
  static const char *const places[] = {"../lib/cleave.so", CLEAVE_INSTALLED_PLUGIN};
  char *folder = folder_of("/proc/self/exe");
  char *found = NULL;
  for (size_t i = 0; folder && !found && i < sizeof places / sizeof *places; i++) {
    char *path = cleave_format("%s/%s", folder, places[i]);
    found = realpath(path, NULL);
    free(path);
  }
  if (!found)
    cleave_complain("the plugin is missing (%s/%s): build or install cleave again", folder ? folder : "?",
                    CLEAVE_INSTALLED_PLUGIN);
  free(folder);
  return found ? plugin_of_chosen_clang(found) : NULL;
}

char *cleave_toolchain_toolkit(const char *plugin) {
  char *folder = cleave_format("%.*s/cleave/toolkit", (int)(strrchr(plugin, '/') - plugin), plugin);
  char *ptxas = cleave_format("%s/bin/ptxas", folder);
  const bool found = is_program(ptxas);
  if (!found)
    cleave_complain("the stand-in CUDA toolkit is missing (%s): build or install cleave again", ptxas);
  free(ptxas);
  if (found)
    return folder;
  free(folder);
  return NULL;
}

char *cleave_toolchain_library_folder(const char *clang) {
  char *folder = folder_of(clang);
  char *library_folder = folder ? cleave_format("%s/../lib", folder) : NULL;
  char *path = library_folder ? realpath(library_folder, NULL) : NULL;
  free(folder);
  free(library_folder);
  char *library = cleave_format("%s/libomptarget.so", path ? path : "");
  bool found = path && !access(library, R_OK);
  free(library);
  if (found)
    return path;
  /* Probably a script that starts a clang in another folder. */
  free(path);
  return cleave_format("%s", CLEAVE_LLVM_LIBRARY_FOLDER);
}

bool cleave_toolchain_has_run_time(const char *folder) {
  char *library = cleave_format("%s/libomptarget.so", folder);
  bool found = !access(library, R_OK);
  if (!found)
    cleave_complain("the OpenMP run time of clang 19 is missing (%s): install it with 'apt-get "
                    "install libomp-19-dev'",
                    library);
  free(library);
  return found;
}

bool cleave_toolchain_has_device_library(const char *folder) {
  char *pattern = cleave_format("%s/libomptarget-nvptx*.bc", folder);
  glob_t matches;
  const bool found = glob(pattern, 0, NULL, &matches) == 0;
  if (found)
    globfree(&matches);
  free(pattern);
  return found;
}

bool cleave_toolchain_is_configured(const char *clang) {
  char *folder = folder_of(clang);
  char *pattern = cleave_format("%s/*.cfg", folder ? folder : "");
  glob_t matches;
  bool found = folder && glob(pattern, 0, NULL, &matches) == 0;
  if (found)
    globfree(&matches);
  free(pattern);
  free(folder);
  return found;
}
