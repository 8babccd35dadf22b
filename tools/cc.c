/* FILE: tools/cc.c
 * WHAT: `cleave cc` and `cleave c++`: clang, with what cleave adds for OpenMP.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "commands.h"
#include "process.h"
#include "toolchain.h"

/* Whether the compilation is for OpenMP and has something to compile or link. */
static bool wants_openmp(const struct cleave_arguments *arguments, const char *clang,
                         const char *mode, int count, char *const *words) {
  if (count && !strncmp(words[0], "-cc1", 4))
    return false;
  if (arguments->indirect || cleave_toolchain_is_configured(clang))
    return cleave_arguments_ask(clang, mode, count, words);
  return arguments->openmp && arguments->has_input;
}

/* Words for a command line. libcleave stands before the OpenMP run time, which clang adds last, so that
 * it is asked first; and only programs that have target regions need it. The path is a word of its
 * own: -Wl would cut it at a comma. */
static void add_run_time_library(struct cleave_command *command, const char *plugin) {
  char *folder = cleave_format("%.*s", (int)(strrchr(plugin, '/') - plugin), plugin);
  cleave_command_add(command, cleave_format("-L%s", folder));
  cleave_command_add(command, "-Wl,--push-state,--as-needed");
  cleave_command_add(command, "-lcleave");
  cleave_command_add(command, "-Wl,--pop-state");
  cleave_command_add(command, "-Xlinker");
  cleave_command_add(command, "-rpath");
  cleave_command_add(command, "-Xlinker");
  cleave_command_add(command, folder);
}

int cleave_cc(bool cxx, int count, char **words) {
  bool dry_run = count && !strcmp(words[0], "--dry-run");
  count -= dry_run;
  words += dry_run;

  char *clang = cleave_toolchain_clang();
  if (!clang)
    return CLEAVE_FAILED;
  const char *mode = cxx ? "--driver-mode=g++" : NULL;
  struct cleave_arguments arguments = cleave_arguments_read(count, words);
  bool openmp = wants_openmp(&arguments, clang, mode, count, words);

  struct cleave_command command = {0};
  cleave_command_add(&command, clang);
  if (mode)
    cleave_command_add(&command, mode);
  char *folder = NULL, *plugin = NULL;
  if (openmp) {
    plugin = cleave_toolchain_plugin();
    folder = cleave_toolchain_library_folder(clang);
    if (!plugin ||
        (arguments.links && !arguments.indirect && !cleave_toolchain_has_run_time(folder)))
      return CLEAVE_FAILED;
    /* Debian's clang does not look for the device library beside itself. The user's own words come
     * later and win. */
    cleave_command_add(&command, "--start-no-unused-arguments");
    cleave_command_add(&command, cleave_format("-fplugin=%s", plugin));
    cleave_command_add(&command, cleave_format("--libomptarget-nvptx-bc-path=%s", folder));
    cleave_command_add(&command, "--end-no-unused-arguments");
  }
  for (int i = 0; i < arguments.end; i++)
    cleave_command_add(&command, words[i]);
  /* A command that does not link takes no words for the linker: clang counts them as inputs of a header. */
  if (openmp && (arguments.links || arguments.indirect)) {
    /* Behind the user's own, so that theirs are searched first. */
    cleave_command_add(&command, "--start-no-unused-arguments");
    cleave_command_add(&command, cleave_format("-L%s", folder));
    cleave_command_add(&command, cleave_format("-Wl,-rpath,%s", folder));
    if (arguments.takes_shared)
      add_run_time_library(&command, plugin);
    cleave_command_add(&command, "--end-no-unused-arguments");
  }
  for (int i = arguments.end; i < count; i++)
    cleave_command_add(&command, words[i]);

  if (dry_run) {
    cleave_command_print(&command, stdout);
    return CLEAVE_DONE;
  }
  cleave_command_become(&command);
  cleave_complain("cannot start %s: %s", clang, strerror(errno));
  return CLEAVE_FAILED;
}
