/* FILE: tools/process.h
 * WHAT: functions that every command needs: messages, command lines, child processes.
 */
#ifndef CLEAVE_TOOLS_PROCESS_H
#define CLEAVE_TOOLS_PROCESS_H

#include <stddef.h>
#include <stdio.h>

/* Prints "cleave: MESSAGE" as one line on standard error. */
void cleave_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The result of malloc or realloc, never NULL: without memory the program ends. */
void *cleave_reallocate(void *memory, size_t size);

/* Formats a string as printf does, in new memory, which the caller frees. */
char *cleave_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Returns the bytes of the file at PATH, in new memory, which the caller frees, and their number in SIZE. The memory has room for
 * one more byte.
 * Returns NULL after printing an error if it cannot be read. */
unsigned char *cleave_read_file(const char *path, size_t *size);

/* The options of a command, as getopt_long takes them. */
struct option;
struct cleave_syntax {
  const char *letters;
  const struct option *options; /* ended by a row of zeros */
};

/* getopt_long over WORDS, whose first one is the name of the command. An unknown option and a missing or empty value
 * return '?' after an error message. */
int cleave_next_option(int count, char **words, const struct cleave_syntax *syntax);

/* The number of words before the first "--". */
int cleave_words_before_separator(int count, char *const *words);

/* A command line. `words` ends with NULL and owns nothing but the array. Free with free(words). */
struct cleave_command {
  const char **words;
  size_t count;
  const char *directory; /* where cleave_command_run starts it; NULL: in the working directory */
};

void cleave_command_add(struct cleave_command *command, const char *word);

/* Prints COMMAND as one line that a POSIX shell reads back as the same words. */
void cleave_command_print(const struct cleave_command *command, FILE *out);

/* Replaces this process with COMMAND. Returns only on failure, with errno set. */
void cleave_command_become(const struct cleave_command *command);

/* Runs COMMAND and waits. OUTPUT and ERRORS are file descriptors for its standard output and error, or -1 for
 * those of this program. Returns its exit status, 128 + the number of the signal that ended it, or -1 with
 * errno set if it could not be started. */
int cleave_command_run(const struct cleave_command *command, int output, int errors);
/* The same. *SIGNAL: the signal that ended it, or 0: a program may return a status above 128. */
int cleave_command_run_signal(const struct cleave_command *command, int output, int errors, int *signal);

#endif
