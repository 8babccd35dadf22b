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
    cleave_complain("there is no program '%s': set CLEAVE_CLANG to the path of a clang " CLEAVE_LLVM_MAJOR
                    ", or unset "
                    "it to use " CLEAVE_CLANG,
                    wanted);
  else
    cleave_complain("there is no clang " CLEAVE_LLVM_MAJOR " at " CLEAVE_CLANG
                    ": install it with 'apt-get install "
                    "clang-" CLEAVE_LLVM_MAJOR "', or set CLEAVE_CLANG to its path");
  return NULL;
}

char *cleave_toolchain_program_folder(void) {
  char *folder = folder_of("/proc/self/exe");
  return folder ? folder : cleave_format(".");
}

/* The file BUILT of the build folder, or INSTALLED of an installation, both relative to the folder of this program; the caller
 * frees it. NULL: there is none. */
static char *find_optional(const char *built, const char *installed) {
  const char *const places[] = {built, installed};
  char *folder = cleave_toolchain_program_folder();
  char *found = NULL;
  for (size_t i = 0; !found && i < sizeof places / sizeof *places; i++) {
    char *path = cleave_format("%s/%s", folder, places[i]);
    found = realpath(path, NULL);
    free(path);
  }
  free(folder);
  return found;
}

/* The same, and an error that WHAT is missing. */
static char *find_part(const char *built, const char *installed, const char *what) {
  char *found = find_optional(built, installed);
  char *folder = cleave_toolchain_program_folder();
  if (!found)
    cleave_complain("%s is missing (%s/%s): build or install cleave again", what, folder, installed);
  free(folder);
  return found;
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
  char *plugin = find_part("../lib/cleave.so", CLEAVE_INSTALLED_PLUGIN, "the plugin");
  return plugin ? plugin_of_chosen_clang(plugin) : NULL;
}

char *cleave_toolchain_toolkit(void) {
  return find_part("../lib/cleave/toolkit", CLEAVE_INSTALLED_TOOLKIT, "the stand-in CUDA toolkit");
}

char *cleave_toolchain_libcleave_folder(void) {
  char *library = find_part("../lib/libcleave.so", CLEAVE_INSTALLED_LIBRARY, "libcleave.so");
  if (library)
    *strrchr(library, '/') = 0;
  return library;
}

char *cleave_toolchain_rocm(void) {
  static const char *const variables[] = {"ROCM_PATH", "HIP_DEVICE_LIB_PATH"};
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    if (getenv(variables[i]))
      return NULL;
  return find_optional("../lib/cleave/rocm", CLEAVE_INSTALLED_ROCM);
}

bool cleave_toolchain_has_amd_linker(const char *clang) {
  char *folder = folder_of(clang);
  char *linker = cleave_format("%s/ld.lld", folder ? folder : "");
  const bool found = is_program(linker);
  if (!found)
    cleave_complain(
        "the linker for AMD GPUs is missing (%s): install it with 'apt-get install lld-" CLEAVE_LLVM_MAJOR
        "'",
        linker);
  free(linker);
  free(folder);
  return found;
}

char *cleave_toolchain_library_folder(const char *clang) {
  /* A build of LLVM may keep one folder of run-time libraries for each target. */
  static const char *const places[] = {"../lib", "../lib/x86_64-unknown-linux-gnu"};
  char *folder = folder_of(clang);
  char *library = NULL;
  for (size_t i = 0; folder && !library && i < sizeof places / sizeof *places; i++) {
    char *path = cleave_format("%s/%s/libomptarget.so", folder, places[i]);
    if (!access(path, R_OK)) {
      path[strlen(path) - strlen("/libomptarget.so")] = 0;
      library = realpath(path, NULL);
    }
    free(path);
  }
  free(folder);
  /* If there is none, CLANG is probably a script that starts a clang in another folder. */
  return library ? library : cleave_format("%s", CLEAVE_LLVM_LIBRARY_FOLDER);
}

bool cleave_toolchain_has_run_time(const char *folder) {
  char *library = cleave_format("%s/libomptarget.so", folder);
  bool found = !access(library, R_OK);
  if (!found)
    cleave_complain("the OpenMP run time of clang " CLEAVE_LLVM_MAJOR
                    " is missing (%s): install it with 'apt-get "
                    "install libomp-" CLEAVE_LLVM_MAJOR "-dev'",
                    library);
  free(library);
  return found;
}

bool cleave_toolchain_has_device_library(const char *folder, const char *architecture) {
  /* Up to LLVM 19 there is one for each architecture, and since LLVM 20 one for all of them. */
  char *const patterns[] = {
      cleave_format("%s/libomptarget-nvptx-%s.bc", folder, architecture ? architecture : "*"),
      cleave_format("%s/libomptarget-nvptx.bc", folder)};
  bool found = false;
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
    glob_t matches;
    if (!found && glob(patterns[i], 0, NULL, &matches) == 0) {
      found = true;
      globfree(&matches);
    }
    free(patterns[i]);
  }
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
