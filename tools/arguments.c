/* FILE: tools/arguments.c
 * WHAT: parses the parts of a user's clang command line that cleave depends on.
 */
#include "arguments.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process.h"

static bool is_one_of(const char *word, const char *const *list) {
  for (; *list; list++)
    if (!strcmp(word, *list))
      return true;
  return false;
}

static bool starts_with(const char *word, const char *start) { return !strncmp(word, start, strlen(start)); }

static bool ends_with(const char *word, const char *end) {
  size_t length = strlen(word), tail = strlen(end);
  return length >= tail && !strcmp(word + length - tail, end);
}

/* Whether clang precompiles the input file NAME as a header, unless -x specifies another language. */
static bool is_header(const char *name) {
  static const char *const ends[] = {".h", ".H", ".hh", ".hp", ".hpp", ".hxx", ".h++", NULL};
  for (const char *const *end = ends; *end; end++)
    if (ends_with(name, *end))
      return true;
  return false;
}

bool cleave_argument_takes_value(const char *option) {
  static const char *const options[] = {"-o",
                                        "-I",
                                        "-D",
                                        "-U",
                                        "-L",
                                        "-l",
                                        "-B",
                                        "-F",
                                        "-T",
                                        "-u",
                                        "-z",
                                        "-e",
                                        "-G",
                                        "-MF",
                                        "-MT",
                                        "-MQ",
                                        "-MJ",
                                        "-Xclang",
                                        "-Xlinker",
                                        "-Xassembler",
                                        "-Xpreprocessor",
                                        "-Xopenmp-target",
                                        "-Xoffload-linker",
                                        "-Xanalyzer",
                                        "-Xcuda-ptxas",
                                        "-Xcuda-fatbinary",
                                        "-Xthinlto-distributor",
                                        "-mllvm",
                                        "-target",
                                        "-arch",
                                        "-rpath",
                                        "--param",
                                        "-include",
                                        "-include-pch",
                                        "-imacros",
                                        "-iquote",
                                        "-isystem",
                                        "-idirafter",
                                        "-iprefix",
                                        "-iwithprefix",
                                        "-iwithprefixbefore",
                                        "-isysroot",
                                        "-iframework",
                                        "-working-directory",
                                        "-serialize-diagnostics",
                                        "--serialize-diagnostics",
                                        "-dumpdir",
                                        "--sysroot",
                                        NULL};
  return is_one_of(option, options) || starts_with(option, "-Xarch_") ||
         starts_with(option, "-Xopenmp-target=") || starts_with(option, "-Xoffload-linker-");
}

/* Whether all triples of LIST, which commas separate, are those of processors. One that is not known is not. */
static bool are_processors(const char *list) {
  static const char *const families[] = {"x86_64", "i386",      "i686",    "aarch64", "arm",
                                         "ppc64",  "powerpc64", "riscv64", "s390x"};
  for (const char *triple = list;; triple++) {
    bool is_processor = false;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
      is_processor |= starts_with(triple, families[i]);
    if (!is_processor)
      return false;
    triple = strchr(triple, ',');
    if (!triple)
      return true;
  }
}

struct cleave_arguments cleave_arguments_read(int count, char *const *arguments) {
  static const char *const stops[] = {
      "-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "-###", "--analyze", "--precompile", "-emit-ast", NULL};
  static const char *const without_library[] = {"-nogpulib", "-nocudalib", NULL};
  static const char *const statics[] = {"-static", "--static", "-static-pie", "-r", NULL};
  static const char targets[] = "-fopenmp-targets=";
  struct cleave_arguments found = {.links = true, .takes_shared = true, .end = count};
  bool has_other_targets = false;
  found.indirect = getenv("CCC_OVERRIDE_OPTIONS") != NULL;
  for (int i = 0; i < count; i++) {
    const char *word = arguments[i];
    found.names_openmp |= starts_with(word, "-fopenmp") || starts_with(word, "-fno-openmp");
    if (!strcmp(word, "--")) {
      found.end = i;
      found.has_input |= i + 1 < count;
      break;
    }
    if (*word == '@' || starts_with(word, "--config"))
      found.indirect = true;
    else if (*word != '-' || !word[1]) {
      found.has_input = true;
      found.links &= found.language_given || !is_header(word);
    } else if (starts_with(word, "-x")) {
      const char *language = word[2] ? word + 2 : i + 1 < count ? arguments[++i] : "none";
      found.language_given = strcmp(language, "none");
      found.links &= !ends_with(language, "-header");
    } else if (!strcmp(word, "-fopenmp"))
      found.openmp = true;
    else if (starts_with(word, "-fopenmp="))
      /* With GCC's library, clang ignores the directives. */
      found.openmp = strcmp(word, "-fopenmp=libgomp");
    else if (!strcmp(word, "-fno-openmp"))
      found.openmp = false;
    else if (starts_with(word, "-fopenmp-targets") || starts_with(word, "--offload-arch") ||
             starts_with(word, "--offload=")) {
      found.offloads = true;
      found.amd |= strstr(word, "gfx") || strstr(word, "amdgcn");
      has_other_targets |= !starts_with(word, targets) || !are_processors(word + strlen(targets));
    } else if (starts_with(word, "--rocm-") || is_one_of(word, without_library))
      found.has_rocm = true;
    else if (starts_with(word, "-save-temps") || starts_with(word, "--save-temps"))
      found.saves_temporaries = true;
    else if (is_one_of(word, stops))
      found.links = false;
    else if (is_one_of(word, statics)) {
      found.takes_shared = false;
      found.is_static |= strcmp(word, "-r") != 0;
    } else
      i += cleave_argument_takes_value(word);
  }
  found.for_processors = found.offloads && !has_other_targets;
  return found;
}

void cleave_arguments_ask(const char *clang, const char *mode, int count, char *const *arguments,
                          struct cleave_arguments *found) {
  struct cleave_command command = {0};
  cleave_command_add(&command, clang);
  if (mode)
    cleave_command_add(&command, mode);
  cleave_command_add(&command, "-###");
  for (int i = 0; i < count; i++)
    cleave_command_add(&command, arguments[i]);

  int answer = memfd_create("answer", MFD_CLOEXEC);
  struct stat status;
  /* clang prints the commands on standard error, with every word in quotes. */
  if (answer >= 0 && cleave_command_run(&command, answer, answer) == 0 && !fstat(answer, &status)) {
    size_t length = (size_t)status.st_size;
    char *text = cleave_reallocate(NULL, length + 1);
    text[pread(answer, text, length, 0) == (ssize_t)length ? length : 0] = 0;
    found->openmp = strstr(text, " \"-fopenmp\" ") || strstr(text, " \"-lomp\" ");
    found->offloads = strstr(text, " \"-lomptarget\" ");
    free(text);
  }
  if (answer >= 0)
    close(answer);
  free(command.words);
}
