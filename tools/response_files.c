/* FILE: tools/response_files.c
 * WHAT: see response_files.h. clang reads response files as GCC does: blanks separate words, quotes join them, and a backslash takes
 *       the next character as it is. In configuration files a line that begins with # is a comment, and a backslash may end a line.
 */
#include "response_files.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_NESTED = 16 };

static void add_file(struct cleave_command *command, const char *path, bool is_configuration, int depth);

/* Adds WORD, or what the response file that it names contains. FOLDER: of the file that WORD is from, for relative names. */
static void add_word(struct cleave_command *command, const char *word, const char *folder, int depth) {
  if (*word != '@' || depth == MOST_NESTED) {
    cleave_command_add(command, word);
    return;
  }
  const bool is_relative = folder && word[1] != '/';
  char *path = is_relative ? cleave_format("%s/%s", folder, word + 1) : cleave_format("%s", word + 1);
  add_file(command, path, false, depth + 1);
  free(path);
}

/* Removes the next word from *TEXT, and stores it in WORD, which has room for all of the text. Returns false at the end. */
static bool next_word(const char **text, char *word, bool is_configuration) {
  const char *at = *text;
  for (;; at++) {
    if (is_configuration && *at == '#' && (at == *text || at[-1] == '\n'))
      at += strcspn(at, "\n");
    else if (is_configuration && *at == '\\' && at[1] == '\n')
      at++;
    else if (!isspace((unsigned char)*at))
      break;
    if (!*at)
      break;
  }
  if (!*at)
    return false;
  char quote = 0;
  for (; *at && (quote || !isspace((unsigned char)*at)); at++) {
    if (is_configuration && *at == '\\' && at[1] == '\n')
      at++;
    else if (*at == '\\' && at[1] && quote != '\'')
      *word++ = *++at;
    else if (quote ? *at == quote : *at == '"' || *at == '\'')
      quote = quote ? 0 : *at;
    else
      *word++ = *at;
  }
  *word = 0;
  *text = at;
  return true;
}

static void add_file(struct cleave_command *command, const char *path, bool is_configuration, int depth) {
  size_t size;
  char *text =
      !access(path, R_OK) ? (char *)cleave_read_file(path, &size) : NULL; /* has room for one more byte */
  if (!text) {
    cleave_command_add(command, cleave_format("@%s", path));
    return;
  }
  text[size] = 0;
  const char *slash = strrchr(path, '/');
  char *folder = is_configuration && slash ? cleave_format("%.*s", (int)(slash - path), path) : NULL;
  char *word = cleave_reallocate(NULL, size + 1);
  for (const char *at = text; next_word(&at, word, is_configuration);)
    add_word(command, cleave_format("%s", word), folder, depth);
  free(word);
  free(folder);
  free(text);
}

struct cleave_command cleave_expand_response_files(int count, char *const *words) {
  struct cleave_command command = {0};
  for (int i = 0; i < count; i++)
    add_word(&command, words[i], NULL, 0);
  return command;
}

struct cleave_command cleave_with_configuration(int count, char *const *words) {
  static const char option[] = "--config";
  const size_t length = strlen(option);
  struct cleave_command command = {0};
  for (int i = 0; i < count; i++) {
    if (strncmp(words[i], option, length))
      continue;
    const char *path = words[i][length] == '='              ? words[i] + length + 1
                       : !words[i][length] && i + 1 < count ? words[i + 1]
                                                            : "";
    if (strchr(path, '/') && !access(path, R_OK))
      add_file(&command, path, true, 0);
  }
  for (int i = 0; i < count; i++)
    cleave_command_add(&command, words[i]);
  return command;
}
