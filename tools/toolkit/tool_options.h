/* FILE: tools/toolkit/tool_options.h
 * WHAT: the command line of ptxas and nvlink.
 */
#ifndef CLEAVE_TOOLKIT_TOOL_OPTIONS_H
#define CLEAVE_TOOLKIT_TOOL_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

/* An option has a long name, "--gpu-name", and a short one, "-arch". */
struct tool_option {
  const char *long_name, *short_name; /* without dashes; short_name may be NULL */
  char meaning; /* 'o' output file, 'a' architecture, 'v' verbose, 'V' version; 0: it has no effect here */
  bool has_value;
};

struct tool_arguments {
  const char *output;
  unsigned architecture; /* 90 for sm_90; 0: not given */
  bool verbose, version;
  const char **inputs;
  size_t input_count;
};

/* Reads the command line with OPTIONS, which end with a row without a name. Ends the process after a message about an unknown
 * option or a missing value. */
struct tool_arguments tool_arguments_read(const struct tool_option *options, int count, char **words);

/* Writes SIZE bytes to the file PATH. Returns false after a message, and then leaves no file. */
bool tool_write(const char *program, const char *path, const void *bytes, size_t size);

/* The name of this program in messages. */
const char *tool_name(const char *path);

#endif
