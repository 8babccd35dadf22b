/* FILE: tools/process.c
 * WHAT: see process.h.
 */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

void cleave_complain(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("cleave: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
}

void *cleave_reallocate(void *memory, size_t size) {
  memory = realloc(memory, size);
  if (!memory) {
    cleave_complain("out of memory");
    exit(EXIT_FAILURE);
  }
  return memory;
}

char *cleave_format(const char *format, ...) {
  va_list arguments;
  char *text;
  va_start(arguments, format);
  if (vasprintf(&text, format, arguments) < 0) {
    cleave_complain("out of memory");
    exit(EXIT_FAILURE);
  }
  va_end(arguments);
  return text;
}

/* The file is read and not mapped: if a mapped file shrinks, the process ends. */
unsigned char *cleave_read_file(const char *path, size_t *size) {
  struct stat status;
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  int error = file < 0 || fstat(file, &status) ? errno : S_ISDIR(status.st_mode) ? EISDIR : 0;
  size_t room = error ? 0 : (size_t)status.st_size + 1;
  unsigned char *bytes = NULL;
  *size = 0;
  while (!error) {
    bytes = cleave_reallocate(bytes, room);
    const ssize_t count = read(file, bytes + *size, room - *size);
    if (count < 0 && errno != EINTR)
      error = errno;
    if (count == 0)
      break;
    if (count > 0)
      *size += (size_t)count;
    if (*size == room)
      room *= 2;
  }
  if (file >= 0)
    close(file);
  if (!error)
    return bytes;
  cleave_complain("cannot read '%s': %s", path, strerror(error));
  free(bytes);
  return NULL;
}

int cleave_next_option(int count, char **words, const struct cleave_syntax *syntax) {
  char with_colon[32];
  snprintf(with_colon, sizeof with_colon, ":%s",
           syntax->letters); /* ':' distinguishes a missing value from an unknown option */
  const int next = optind;
  const int option = getopt_long(count, words, with_colon, syntax->options, NULL);
  const bool is_long = option != -1 && optind > next && !strncmp(words[optind - 1], "--", 2);
  if (option == ':' || (option != '?' && option != -1 && optarg && !*optarg))
    cleave_complain("%s: option '%s' requires a value; see 'cleave help %s'", words[0], words[optind - 1],
                    words[0]);
  else if (option == '?' && is_long)
    cleave_complain("%s has no option '%s'; see 'cleave help %s'", words[0], words[optind - 1], words[0]);
  else if (option == '?')
    cleave_complain("%s has no option '-%c'; see 'cleave help %s'", words[0], optopt, words[0]);
  else
    return option;
  return '?';
}

int cleave_words_before_separator(int count, char *const *words) {
  int own = 0;
  while (own < count && strcmp(words[own], "--"))
    own++;
  return own;
}

void cleave_command_add(struct cleave_command *command, const char *word) {
  size_t size = (command->count + 2) * sizeof *command->words;
  command->words = cleave_reallocate(command->words, size);
  command->words[command->count++] = word;
  command->words[command->count] = NULL;
}

void cleave_command_print(const struct cleave_command *command, FILE *out) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                              "-_./=+:,@%";
  for (size_t i = 0; i < command->count; i++) {
    const char *word = command->words[i];
    if (i)
      fputc(' ', out);
    if (*word && !word[strspn(word, plain)]) {
      fputs(word, out);
      continue;
    }
    fputc('\'', out);
    for (; *word; word++)
      if (*word == '\'')
        fputs("'\\''", out);
      else
        fputc(*word, out);
    fputc('\'', out);
  }
  fputc('\n', out);
}

void cleave_command_become(const struct cleave_command *command) {
  execv(command->words[0], (char *const *)command->words);
}

int cleave_command_run_signal(const struct cleave_command *command, int output, int errors, int *signal) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (output >= 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  if (errors >= 0)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  if (command->directory)
    posix_spawn_file_actions_addchdir_np(&actions, command->directory);
  pid_t child;
  errno = posix_spawnp(&child, command->words[0], &actions, NULL, (char *const *)command->words, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (errno)
    return -1;
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return -1;
  *signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return *signal ? 128 + *signal : WEXITSTATUS(status);
}

int cleave_command_run(const struct cleave_command *command, int output, int errors) {
  int signal;
  return cleave_command_run_signal(command, output, errors, &signal);
}
