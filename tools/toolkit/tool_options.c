/* FILE: tools/toolkit/tool_options.c
 * WHAT: see tool_options.h.
 */
#include "tool_options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../process.h"

const char *tool_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static bool is_name(const char *word, size_t length, const char *name) {
  return name && strlen(name) == length && !memcmp(word, name, length);
}

/* The option that WORD names; VALUE is its joined value, as in "--name=value" and "-O2", or NULL. */
static const struct tool_option *find(const struct tool_option *options, const char *word,
                                      const char **value) {
  const bool is_long = word[1] == '-';
  const char *name = word + (is_long ? 2 : 1);
  const size_t length = strcspn(name, "=");
  *value = name[length] ? name + length + 1 : NULL;
  for (const struct tool_option *option = options; option->long_name; option++)
    if (is_name(name, length, is_long ? option->long_name : option->short_name) ||
        (!is_long && is_name(name, length, option->long_name)))
      return option;
  for (const struct tool_option *option = options; option->long_name && !is_long; option++)
    if (option->has_value && option->short_name && strlen(option->short_name) == 1 &&
        *name == *option->short_name) {
      *value = name + 1;
      return option;
    }
  return NULL;
}

static unsigned architecture_of(const char *program, const char *value) {
  const char *number = strrchr(value, '_');
  const unsigned long architecture = number ? strtoul(number + 1, NULL, 10) : 0;
  if (!architecture || architecture > 255) {
    fprintf(stderr, "%s: error: '%s' is not an architecture such as sm_90\n", program, value);
    exit(EXIT_FAILURE);
  }
  return (unsigned)architecture;
}

struct tool_arguments tool_arguments_read(const struct tool_option *options, int count, char **words) {
  struct tool_arguments arguments = {0};
  const char *program = tool_name(words[0]);
  arguments.inputs = cleave_reallocate(NULL, (size_t)count * sizeof *arguments.inputs);
  for (int i = 1; i < count; i++) {
    const char *value;
    if (words[i][0] != '-' || !words[i][1]) {
      arguments.inputs[arguments.input_count++] = words[i];
      continue;
    }
    const struct tool_option *option = find(options, words[i], &value);
    if (!option) {
      fprintf(stderr, "%s: error: unknown option '%s'\n", program, words[i]);
      exit(EXIT_FAILURE);
    }
    if (option->has_value && !value && i + 1 < count)
      value = words[++i];
    if (option->has_value && !value) {
      fprintf(stderr, "%s: error: option '%s' requires a value\n", program, words[i]);
      exit(EXIT_FAILURE);
    }
    if (option->meaning == 'o')
      arguments.output = value;
    else if (option->meaning == 'a')
      arguments.architecture = architecture_of(program, value);
    arguments.verbose |= option->meaning == 'v';
    arguments.version |= option->meaning == 'V';
  }
  return arguments;
}

bool tool_write(const char *program, const char *path, const void *bytes, size_t size) {
  FILE *file = fopen(path, "wb");
  bool good = file && fwrite(bytes, 1, size, file) == size;
  const int error = errno;
  if (file)
    good = !fclose(file) && good;
  if (good)
    return true;
  fprintf(stderr, "%s: error: cannot write '%s': %s\n", program, path, strerror(error));
  if (file)
    unlink(path);
  return false;
}
