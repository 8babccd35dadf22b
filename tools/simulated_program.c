/* FILE: tools/simulated_program.c
 * WHAT: see simulated_program.h.
 */
#include "simulated_program.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "abi/entry_points.h"
#include "image/elf_view.h"
#include "image/embedded.h"
#include "image/image.h"
#include "model/text.h"
#include "process.h"
#include "toolchain.h"

/* The first of the two folders that exists; the caller frees it. NULL after printing an error if there is none. */
static char *existing_folder(char *first, char *second) {
  char *found = !access(first, R_OK) ? first : !access(second, R_OK) ? second : NULL;
  if (!found)
    cleave_complain("the simulator is missing (%s): build or install cleave again", second);
  if (found != first)
    free(first);
  if (found != second)
    free(second);
  return found;
}

static char *driver_folder(void) {
  char *own = cleave_toolchain_program_folder();
  char *found = existing_folder(cleave_format("%s/../lib/cleave/simulator", own),
                                cleave_format("%s/" CLEAVE_INSTALLED_SIMULATOR, own));
  free(own);
  return found;
}

static char *devices_folder(void) {
  char *own = cleave_toolchain_program_folder();
  char *found = existing_folder(cleave_format("%s/" CLEAVE_INSTALLED_SIMULATED_DEVICES, own),
                                cleave_format(CLEAVE_SIMULATED_DEVICES));
  free(own);
  return found;
}

/* ---- The device -------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Prints the error that there is no device NAME, with the names that exist. */
static void complain_device(const char *name, const char *folder) {
  static const char extension[] = ".profile";
  enum { MOST = 64 };
  char *names[MOST];
  size_t count = 0;
  DIR *listing = opendir(folder);
  for (const struct dirent *entry; listing && count < MOST && (entry = readdir(listing));) {
    const size_t length = strlen(entry->d_name);
    if (length > sizeof extension && !strcmp(entry->d_name + length - sizeof extension + 1, extension))
      names[count++] = cleave_format("%.*s", (int)(length - sizeof extension + 1), entry->d_name);
  }
  if (listing)
    closedir(listing);
  qsort(names, count, sizeof *names, by_name);
  struct cleave_text text = {.arena = cleave_arena_new()};
  for (size_t i = 0; i < count; i++) {
    cleave_text_format(&text, "%s%s", i ? ", " : "", names[i]);
    free(names[i]);
  }
  cleave_complain("simulate: unknown device '%s': use %s or the file of a profile", name,
                  cleave_text_get(&text));
  cleave_arena_free(text.arena);
}

static bool check_device(const char *name) {
  char *folder = devices_folder();
  if (!folder)
    return false;
  const bool is_file = strchr(name, '/') || strchr(name, '.');
  char *path = is_file ? cleave_format("%s", name) : cleave_format("%s/%s.profile", folder, name);
  const bool found = !access(path, R_OK);
  if (!found && is_file)
    cleave_complain("simulate: cannot read the device '%s': %s", name, strerror(errno));
  else if (!found)
    complain_device(name, folder);
  free(path);
  free(folder);
  return found;
}

static bool check_checks(const char *checks) {
  static const char *const names[] = {"all", "initialized", "races", "barriers"};
  for (const char *text = checks; text && *text;) {
    const size_t length = strcspn(text, ",");
    bool known = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
      known |= strlen(names[i]) == length && !strncmp(names[i], text, length);
    if (!known) {
      cleave_complain("simulate: unknown check '%.*s': use all, initialized, races or barriers", (int)length,
                      text);
      return false;
    }
    text += length + (text[length] == ',');
  }
  return true;
}

bool cleave_simulated_gpu_check(const struct cleave_simulated_gpu *gpu) {
  if (gpu->blocks && (strspn(gpu->blocks, "0123456789") != strlen(gpu->blocks) || strlen(gpu->blocks) > 18)) {
    cleave_complain("simulate: invalid value '%s' of --blocks", gpu->blocks);
    return false;
  }
  return check_checks(gpu->checks) && check_device(gpu->device);
}

/* ---- The program ------------------------------------------------------------------------------- */

/* The file that PROGRAM names, by PATH if it has no slash; the caller frees it. NULL: there is none. */
static char *find_program(const char *program) {
  if (strchr(program, '/'))
    return access(program, X_OK) ? NULL : cleave_format("%s", program);
  for (const char *path = getenv("PATH"); path; path = strchr(path, ':')) {
    path += *path == ':';
    const int length = (int)strcspn(path, ":");
    char *candidate = cleave_format("%.*s%s%s", length, path, length ? "/" : "./", program);
    if (!access(candidate, X_OK))
      return candidate;
    free(candidate);
  }
  errno = ENOENT;
  return NULL;
}

/* Whether a device image has the PTX that the simulator executes. */
static bool has_ptx(const struct cleave_embedded_image *image, struct cleave_arena *arena) {
  struct elf_view view;
  if (elf_view_read(image->bytes, image->size, arena, &view))
    return false;
  for (size_t i = 0; i < view.section_count; i++)
    if (!strcmp(view.sections[i].name, ".cleave.ptx"))
      return true;
  return false;
}

/* A program that can be simulated. */
struct program {
  char architecture[16]; /* of its images; "": not known */
  bool needs_libcleave;  /* the OpenMP run time of LLVM 19 rejects its images otherwise */
};

/* Reads the device images of the file PATH. Without device images, it may be a script or have them in a library. Returns false
 * after printing an error if there is no PTX. */
static bool read_images(const char *path, struct program *program) {
  size_t size;
  unsigned char *bytes = cleave_read_file(path, &size);
  struct cleave_arena *arena = cleave_arena_new();
  struct cleave_embedded embedded = {0};
  bool any = false, good = bytes;
  if (bytes && cleave_embedded_read(bytes, size, arena, &embedded))
    embedded.count = 0;
  for (size_t i = 0; i < embedded.count; i++) {
    struct cleave_image image;
    cleave_image_read_header(embedded.images[i].bytes, embedded.images[i].size, &image);
    if (image.kind != CLEAVE_IMAGE_CUDA || !has_ptx(&embedded.images[i], arena))
      continue;
    any = true;
    snprintf(program->architecture, sizeof program->architecture, "%u", image.architecture);
    program->needs_libcleave |= image.layout == CLEAVE_CUBIN_13;
  }
  if (embedded.count && !any) {
    cleave_complain(
        "'%s' has no PTX to simulate: rebuild it with 'cleave cc --cleave-keep-ptx' for a GPU, such as "
        "--offload-arch=sm_90",
        path);
    good = false;
  }
  program->needs_libcleave &= good && !cleave_host_links(bytes, size, CLEAVE_SONAME);
  cleave_arena_free(arena);
  free(bytes);
  return good;
}

static void set(const char *name, const char *value) {
  if (value)
    setenv(name, value, 1);
}

/* Sets VARIABLE to FIRST, before its present value if there is one. */
static void prepend(const char *variable, const char *first) {
  const char *before = getenv(variable);
  char *both = cleave_format("%s%s%s", first, before && *before ? ":" : "", before ? before : "");
  setenv(variable, both, 1);
  free(both);
}

/* Sets the environment of the program. Returns false after printing an error if a part of cleave is missing. */
static bool set_environment(const struct program *program, const struct cleave_simulated_gpu *gpu,
                            const struct cleave_output *records) {
  char *folder = driver_folder(),
       *libcleave = program->needs_libcleave ? cleave_toolchain_libcleave_folder() : NULL;
  const bool good = folder && (libcleave || !program->needs_libcleave);
  char *counts = cleave_format("/proc/%ld/fd/%d", (long)getpid(), records->descriptor);
  if (good && libcleave) { /* by its name alone, because a path in LD_PRELOAD cannot have blanks */
    prepend("LD_LIBRARY_PATH", libcleave);
    prepend("LD_PRELOAD", CLEAVE_SONAME);
    setenv("LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD", "8192", 0); /* its default without libcleave */
  }
  if (good)
    prepend("LD_LIBRARY_PATH", folder);
  set("OMP_TARGET_OFFLOAD", "MANDATORY");
  set("CLEAVE_SIMULATOR_PROFILE", gpu->device);
  set("CLEAVE_SIMULATOR_COUNTS", counts);
  set("CLEAVE_SIMULATOR_EXECUTE", "require");
  set("CLEAVE_SIMULATOR_SITES", gpu->sites ? "on" : NULL);
  set("CLEAVE_SIMULATOR_CHECKS", gpu->checks);
  set("CLEAVE_SIMULATOR_BLOCKS", gpu->blocks);
  set("CLEAVE_SIMULATOR_ARCHITECTURE", *program->architecture ? program->architecture : NULL);
  free(counts);
  free(libcleave);
  free(folder);
  return good;
}

/* Sets VARIABLE to VALUE, which is freed; NULL: unset. */
static void restore(const char *variable, char *value) {
  if (value)
    setenv(variable, value, 1);
  else
    unsetenv(variable);
  free(value);
}

static int run(char **words, int *signal) {
  struct cleave_command command = {0};
  for (char **word = words; *word; word++)
    cleave_command_add(&command, *word);
  const int status = cleave_command_run_signal(&command, -1, -1, signal);
  free(command.words);
  return status;
}

bool cleave_simulated_program_run(char **words, const struct cleave_simulated_gpu *gpu,
                                  const struct cleave_output *records) {
  struct program program = {0};
  char *path = find_program(words[0]);
  if (!path)
    cleave_complain("cannot run '%s': %s", words[0], strerror(errno));
  bool good = path && read_images(path, &program);
  free(path);
  const char *const changed[] = {"LD_LIBRARY_PATH", "LD_PRELOAD", "LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD"};
  enum { CHANGED = sizeof changed / sizeof *changed };
  char *before[CHANGED];
  for (int i = 0; i < CHANGED; i++)
    before[i] = getenv(changed[i]) ? cleave_format("%s", getenv(changed[i])) : NULL;
  good = good && set_environment(&program, gpu, records);
  int signal = 0;
  const int status = good ? run(words, &signal) : 0;
  for (int i = 0; i < CHANGED; i++) /* as they were, for the next program */
    restore(changed[i], before[i]);
  if (status < 0)
    cleave_complain("cannot run '%s': %s", words[0], strerror(errno));
  else if (signal)
    cleave_complain("'%s' was ended by signal %d", words[0], signal);
  else if (status)
    cleave_complain("'%s' ended with exit status %d", words[0], status);
  return good && !status;
}
