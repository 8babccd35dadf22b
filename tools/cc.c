/* FILE: tools/cc.c
 * WHAT: `cleave cc` and `cleave c++`: clang with additional arguments for OpenMP.
 */
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "commands.h"
#include "model/options.h"
#include "process.h"
#include "response_files.h"
#include "toolchain.h"
#include "toolkit/real_tool.h"

/* Whether the command is for OpenMP and compiles or links. */
static bool wants_openmp(struct cleave_arguments *arguments, const char *clang, const char *mode, int count,
                         char *const *words) {
  if (count && !strncmp(words[0], "-cc1", 4))
    return false;
  if (!arguments->indirect && !cleave_toolchain_is_configured(clang))
    return arguments->openmp && arguments->has_input;
  cleave_arguments_ask(clang, mode, count, words, arguments);
  return arguments->openmp;
}

/* Adds libcleave to a command line. It precedes the OpenMP run time, which clang adds last, so that the
 * linker searches it first. Only programs with target regions need it. The path is a separate word: -Wl would
 * split it at a comma. */
static void add_run_time_library(struct cleave_command *command, const char *folder) {
  cleave_command_add(command, cleave_format("-L%s", folder));
  cleave_command_add(command, "-Wl,--push-state,--as-needed");
  cleave_command_add(command, "-lcleave");
  cleave_command_add(command, "-Wl,--pop-state");
  cleave_command_add(command, "-Xlinker");
  cleave_command_add(command, "-rpath");
  cleave_command_add(command, "-Xlinker");
  cleave_command_add(command, folder);
}

/* The options of cleave itself. */
enum { DRY_RUN, KEEP_PTX };
static const struct option known[] = {[DRY_RUN] = {"dry-run", no_argument, NULL, 0},
                                      [KEEP_PTX] = {"cleave-keep-ptx", no_argument, NULL, 0},
                                      {0}};
const struct cleave_syntax cleave_cc_syntax = {"", known};

static bool is_option(const char *word, int option) {
  return !strncmp(word, "--", 2) && !strcmp(word + 2, known[option].name);
}

/* Removes the option --cleave-keep-ptx from WORDS, up to "--". Returns whether it was there. */
static bool take_keep_ptx(int *count, char **words) {
  const int end = cleave_words_before_separator(*count, words);
  int kept = 0;
  for (int i = 0; i < *count; i++)
    if (i >= end || !is_option(words[i], KEEP_PTX))
      words[kept++] = words[i];
  const bool found = kept < *count;
  *count = kept;
  return found;
}

/* The value of --cuda-path in WORDS is the toolkit that the stand-in one runs, unless it is TOOLKIT. */
static void pass_cuda_path(const char *toolkit, int count, char *const *words) {
  static const char option[] = "--cuda-path=";
  for (int i = 0; i < count; i++)
    if (!strncmp(words[i], option, strlen(option)) && strcmp(words[i] + strlen(option), toolkit))
      setenv("CLEAVE_CUDA_PATH", words[i] + strlen(option), 1);
}

/* Makes clang find ptxas in TOOLKIT. Without an installed CUDA toolkit, TOOLKIT is all that clang finds. With one, clang takes
 * libdevice from there. Returns whether there is one. */
static bool add_toolkit(struct cleave_command *command, const char *toolkit, int count, char *const *words) {
  pass_cuda_path(toolkit, count, words);
  char *real = toolkit_find_real("ptxas");
  const bool has_real = real != NULL;
  free(real);
  cleave_command_add(command, cleave_format(has_real ? "-B%s/bin" : "--cuda-path=%s", toolkit));
  return has_real;
}

/* Makes clang find AMD's mathematical library. Clang searches only the folders of AMD's own distribution. Returns false after an error. */
static bool add_amd(struct cleave_command *command, const char *clang,
                    const struct cleave_arguments *arguments) {
  if (!arguments->amd)
    return true;
  if (arguments->links && !cleave_toolchain_has_amd_linker(clang))
    return false;
  char *rocm = arguments->has_rocm ? NULL : cleave_toolchain_rocm();
  if (rocm)
    cleave_command_add(command, cleave_format("--rocm-device-lib-path=%s", rocm));
  free(rocm);
  return true;
}

/* Whether one of the object files and archives in WORDS contains code that calls libomptarget. */
static bool has_target_regions(int count, char *const *words) {
  static const char prefix[] = "__tgt_target_";
  bool found = false;
  for (int i = 0; i < count && !found; i++) {
    const char *dot = strrchr(words[i], '.');
    if (*words[i] == '-' || !dot || (strcmp(dot, ".o") && strcmp(dot, ".a")) || access(words[i], R_OK))
      continue;
    size_t size;
    unsigned char *bytes = cleave_read_file(words[i], &size);
    found = bytes && memmem(bytes, size, prefix, strlen(prefix));
    free(bytes);
  }
  return found;
}

/* Whether TEXT contains a directive that begins with "omp target". */
static bool has_target_directive(const char *text) {
  static const char *const words[] = {"#", "pragma", "omp", "target"};
  for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
    const char *at = line;
    size_t word = 0;
    for (; word < sizeof words / sizeof *words; word++) {
      at += strspn(at, " \t");
      if (strncmp(at, words[word], strlen(words[word])))
        break;
      at += strlen(words[word]);
    }
    if (word == sizeof words / sizeof *words && !isalnum((unsigned char)*at) && *at != '_')
      return true;
  }
  return false;
}

/* Warns of a source file in WORDS with target directives, which clang ignores without -fopenmp. */
static void warn_of_ignored_directives(int count, char *const *words) {
  static const char *const endings[] = {".c", ".cc", ".cpp", ".cxx", ".C", ".c++"};
  for (int i = 0; i < count; i++) {
    const char *dot = *words[i] == '-' ? NULL : strrchr(words[i], '.');
    bool is_source = false;
    for (size_t k = 0; dot && k < sizeof endings / sizeof *endings; k++)
      is_source |= !strcmp(dot, endings[k]);
    if (!is_source || access(words[i], R_OK))
      continue;
    size_t size;
    char *text = (char *)cleave_read_file(words[i], &size); /* has room for one more byte */
    if (text)
      text[size] = 0;
    const bool found = text && has_target_directive(text);
    free(text);
    if (found) {
      cleave_complain(
          "warning: '%s' has target regions, which are ignored without -fopenmp; add -fopenmp and "
          "--offload-arch=, or -fno-openmp",
          words[i]);
      return;
    }
  }
}

/* The first architecture in WORDS for which FOLDER has no device library; NULL: there is none. The caller frees it. */
static char *architecture_without_library(const char *folder, int count, char *const *words) {
  static const char option[] = "--offload-arch=";
  for (int i = 0; i < count; i++) {
    if (strncmp(words[i], option, strlen(option)))
      continue;
    for (const char *name = words[i] + strlen(option); *name;
         name += strcspn(name, ","), name += *name == ',') {
      char *architecture = cleave_format("%.*s", (int)strcspn(name, ","), name);
      if (!strncmp(name, "sm_", 3) && !cleave_toolchain_has_device_library(folder, architecture))
        return architecture;
      free(architecture);
    }
  }
  return NULL;
}

/* Whether clang searches FOLDER alone for device libraries of the architectures in WORDS. Debian's clang does not search its own folder.
 * If that lacks one, clang searches LIBRARY_PATH. */
static bool has_device_libraries(const char *folder, int count, char *const *words) {
  char *missing = architecture_without_library(folder, count, words);
  const bool found = !missing && cleave_toolchain_has_device_library(folder, NULL);
  free(missing);
  return found;
}

/* The same for the folders where clang finds a device library by itself; the caller frees it. */
static char *architecture_without_any_library(const char *folder, int count, char *const *words) {
  static const char option[] = "--libomptarget-nvptx-bc-path=";
  for (int i = 0; i < count; i++)
    if (!strncmp(words[i], option, strlen(option)))
      return NULL; /* clang's own message names that path */
  char *missing = architecture_without_library(folder, count, words);
  const char *path = getenv("LIBRARY_PATH");
  for (path = path ? path : ""; *path && missing; path += strcspn(path, ":"), path += *path == ':') {
    free(missing);
    char *other = cleave_format("%.*s", (int)strcspn(path, ":"), path);
    missing = architecture_without_library(other, count, words);
    free(other);
  }
  return missing;
}

/* The cause and the remedy, if COMMAND will fail because of an option of its user; NULL if nothing is known. */
static char *note_for_failure(const struct cleave_arguments *arguments, const char *folder, int count,
                              char *const *words) {
  if (arguments->links && arguments->is_static)
    return cleave_format(
        "with -static there is no OpenMP run time: LLVM has it as a shared library only; link "
        "without -static");
  char *architecture = arguments->offloads ? architecture_without_any_library(folder, count, words) : NULL;
  if (architecture)
    return cleave_format(
        "'%s' has no device library for %s; install it with 'apt-get install libomp-" CLEAVE_LLVM_MAJOR
        "-dev', or compile for an architecture that it has",
        folder, architecture);
  if (arguments->links && !arguments->offloads && has_target_regions(count, words))
    return cleave_format("objects with target regions are linked without a target: give the link the "
                         "-fopenmp-targets= or --offload-arch= that they were compiled with");
  return NULL;
}

/* Runs COMMAND, which is expected to fail with clang's message, and then prints NOTE. Returns the exit status. */
static int run_with_note(const struct cleave_command *command, const char *note) {
  const int result = cleave_command_run(command, -1, -1);
  if (result < 0)
    cleave_complain("cannot start %s: %s", command->words[0], strerror(errno));
  else if (result)
    cleave_complain("note: %s", note);
  return result < 0 ? CLEAVE_FAILED : result;
}

/* The language of a preprocessed source file NAME; NULL: it is none. */
static const char *preprocessed_language(const char *name) {
  const char *dot = *name == '-' ? NULL : strrchr(name, '.');
  return !dot ? NULL : !strcmp(dot, ".i") ? "c" : !strcmp(dot, ".ii") ? "c++" : NULL;
}

/* Adds COUNT WORDS. For preprocessed files clang compiles no code for devices, unless they are read as source files. */
static void add_words(struct cleave_command *command, bool reads_preprocessed, int count,
                      char *const *words) {
  for (int i = 0; i < count; i++) {
    const bool is_value = i && cleave_argument_takes_value(words[i - 1]);
    const char *language = reads_preprocessed && !is_value ? preprocessed_language(words[i]) : NULL;
    if (language)
      cleave_command_add(command, cleave_format("-x%s", language));
    cleave_command_add(command, words[i]);
    if (language)
      cleave_command_add(command, "-xnone");
  }
}

/* WORDS begin after the name of the command. */
static bool has_cuda_mode(int count, char **words) {
  bool on = false;
  for (int i = 0; i < count; i++)
    on = !strcmp(words[i], "-fopenmp-cuda-mode") || (on && strcmp(words[i], "-fno-openmp-cuda-mode") != 0);
  return on;
}

static int compile(bool cxx, int count, char **words) {
  bool dry_run = count && is_option(words[0], DRY_RUN);
  count -= dry_run;
  words += dry_run;

  /* clang gets the user's own words, which may be too long without response files, unless cleave has to change them. */
  struct cleave_command expanded = cleave_expand_response_files(count, words);
  int seen_count = (int)expanded.count;
  char **seen = (char **)(uintptr_t)expanded.words;
  const bool keeps_ptx = take_keep_ptx(&seen_count, seen);
  bool is_changed = keeps_ptx && !take_keep_ptx(&count, words);
  for (int i = 0; i < seen_count; i++)
    is_changed |= preprocessed_language(seen[i]) != NULL || !strcmp(seen[i], "--");
  if (is_changed) {
    count = seen_count;
    words = seen;
  }
  struct cleave_command configured = cleave_with_configuration(seen_count, seen);
  seen = (char **)(uintptr_t)configured.words;
  char *clang = cleave_toolchain_clang();
  if (!clang)
    return CLEAVE_FAILED;
  const char *mode = cxx ? "--driver-mode=g++" : NULL;
  struct cleave_arguments arguments = cleave_arguments_read((int)configured.count, seen);
  const int seen_end = arguments.end;
  arguments.end = cleave_words_before_separator(count, words);
  bool openmp = wants_openmp(&arguments, clang, mode, count, words);

  struct cleave_command command = {0};
  cleave_command_add(&command, clang);
  if (mode)
    cleave_command_add(&command, mode);
  char *folder = NULL, *plugin = NULL, *toolkit = NULL, *libcleave_folder = NULL;
  bool has_cuda = false;
  if (openmp) {
    plugin = cleave_toolchain_plugin();
    folder = cleave_toolchain_library_folder(clang);
    libcleave_folder = plugin ? cleave_toolchain_libcleave_folder() : NULL;
    if (!libcleave_folder || (arguments.links && arguments.offloads && !arguments.indirect &&
                              !cleave_toolchain_has_run_time(folder)))
      return CLEAVE_FAILED;
    /* The user's arguments come later and take precedence. */
    cleave_command_add(&command, "--start-no-unused-arguments");
    cleave_command_add(&command, cleave_format("-fplugin=%s", plugin));
    if (cleave_options_ask_for_safe((const char *const *)environ))
      cleave_command_add(&command, "-fplugin-arg-cleave-safe=on");
    /* The host compilation does not read this option, but has to decide like that for the device. */
    if (has_cuda_mode(seen_end, seen))
      cleave_command_add(&command, "-fplugin-arg-cleave-team-memory=off");
    /* Processors have no shared memory, so that libcleave never chooses tiles for them; tiles take most of the time of a compilation. */
    if (arguments.for_processors)
      cleave_command_add(&command, "-fplugin-arg-cleave-shared-tiles=off");
    /* The code generator then reads the file of an earlier stage, and no plugin of the front end gets it. */
    if (arguments.saves_temporaries)
      cleave_command_add(&command, cleave_format("-fpass-plugin=%.*s-device%s",
                                                 (int)(strrchr(plugin, '/') - plugin + strlen("/cleave")),
                                                 plugin, strrchr(plugin, '/') + strlen("/cleave")));
    if (has_device_libraries(folder, seen_end, seen))
      cleave_command_add(&command, cleave_format("--libomptarget-nvptx-bc-path=%s", folder));
    if (!add_amd(&command, clang, &arguments))
      return CLEAVE_FAILED;
    toolkit = keeps_ptx ? cleave_toolchain_toolkit() : NULL;
    if (keeps_ptx && !toolkit)
      return CLEAVE_FAILED;
    has_cuda = toolkit && add_toolkit(&command, toolkit, seen_end, seen);
    cleave_command_add(&command, "--end-no-unused-arguments");
  }
  add_words(&command, openmp && arguments.offloads && !arguments.language_given, arguments.end, words);
  /* A command that does not link must have no linker arguments: clang counts them as inputs of a header. */
  if (openmp && (arguments.links || arguments.indirect)) {
    /* After the user's own folders, so that the linker searches those first. */
    cleave_command_add(&command, "--start-no-unused-arguments");
    cleave_command_add(&command, cleave_format("-L%s", folder));
    cleave_command_add(&command, cleave_format("-Wl,-rpath,%s", folder));
    /* Only clang's linker for programs with device code reads these. */
    if (has_cuda && arguments.offloads) /* for nvlink, and for ptxas with -foffload-lto */
      cleave_command_add(&command, cleave_format("-Wl,--cuda-path=%s", toolkit));
    if (toolkit && arguments.offloads) /* the same since LLVM 22, which does not pass the path on */
      cleave_command_add(&command,
                         cleave_format("-Wl,--device-linker=nvptx64-nvidia-cuda=--cuda-path=%s", toolkit));
    if (arguments.takes_shared && arguments.offloads)
      add_run_time_library(&command, libcleave_folder);
    cleave_command_add(&command, "--end-no-unused-arguments");
  }
  for (int i = arguments.end; i < count; i++)
    cleave_command_add(&command, words[i]);

  if (dry_run) {
    cleave_command_print(&command, stdout);
    return CLEAVE_DONE;
  }
  if (!openmp && !arguments.indirect && !arguments.names_openmp)
    warn_of_ignored_directives(seen_end, seen);
  char *note = openmp ? note_for_failure(&arguments, folder, (int)configured.count, seen) : NULL;
  if (note)
    return run_with_note(&command, note);
  cleave_command_become(&command);
  cleave_complain("cannot start %s: %s", clang, strerror(errno));
  return CLEAVE_FAILED;
}

int cleave_cc(int count, char **words) { return compile(false, count - 1, words + 1); }

int cleave_cxx(int count, char **words) { return compile(true, count - 1, words + 1); }
