/* FILE: tools/compile_commands.c
 * WHAT: reads a compile_commands.json, as CMake, Meson and Bear write it.
 */
#include "compile_commands.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arguments.h"
#include "model/arena.h"
#include "model/text.h"
#include "process.h"

struct words {
  char **at;
  size_t count;
};

static void add_word(struct cleave_arena *arena, struct words *words, const char *word, size_t length) {
  CLEAVE_APPEND(arena, words->at, words->count, cleave_arena_copy(arena, word, length));
}

/* Splits COMMAND as a POSIX shell does, without expansions. */
static void split_command(struct cleave_arena *arena, const char *command, struct words *words) {
  while (*(command += strspn(command, " \t\n"))) {
    struct cleave_text word = {.arena = arena};
    for (char quote = 0; *command && (quote || !strchr(" \t\n", *command)); command++) {
      if (*command == quote)
        quote = 0;
      else if (!quote && (*command == '"' || *command == '\''))
        quote = *command;
      else if (*command == '\\' && quote != '\'' && command[1] && (!quote || strchr("\"\\$`", command[1])))
        cleave_text_append(&word, ++command, 1);
      else
        cleave_text_append(&word, command, 1);
    }
    add_word(arena, words, cleave_text_get(&word), word.length);
  }
}

static bool is_one_of(const char *word, const char *const *list) {
  while (*list && strcmp(word, *list))
    list++;
  return *list != NULL;
}

/* Whether WORD names an output, a dependency file or the plugin. *HAS_VALUE: the next word is its value. */
static bool is_dropped(const char *word, bool *has_value) {
  static const char *const alone[] = {"-c",
                                      "-S",
                                      "-M",
                                      "-MM",
                                      "-MD",
                                      "-MMD",
                                      "-MP",
                                      "-MG",
                                      "-MV",
                                      "--write-dependencies",
                                      "--write-user-dependencies",
                                      "--",
                                      NULL};
  static const char *const valued[] = {
      "-o", "-MF", "-MT", "-MQ", "-MJ", "--serialize-diagnostics", "-serialize-diagnostics", NULL};
  static const char plugin[] = "/cleave.so",
                    output[] = "-fplugin-arg-cleave-output=", action[] = "-fplugin-arg-cleave-mode=";
  const size_t length = strlen(word);
  *has_value = is_one_of(word, valued);
  return *has_value || is_one_of(word, alone) || !strncmp(word, "-o", 2) || !strncmp(word, "-MF", 3) ||
         !strncmp(word, "-MT", 3) || !strncmp(word, "-MQ", 3) || !strncmp(word, "-MJ", 3) ||
         !strncmp(word, "-Wp,-M", 6) || !strncmp(word, "-save-temps", 11) ||
         !strncmp(word, "--save-temps", 12) || !strncmp(word, output, strlen(output)) ||
         !strncmp(word, action, strlen(action)) ||
         (!strncmp(word, "-fplugin=", 9) && length >= sizeof plugin &&
          !strcmp(word + length - sizeof plugin + 1, plugin));
}

/* Whether WORD, an argument in DIRECTORY, is FILE. Bear writes an absolute path for FILE. */
static bool is_file(const char *word, const char *directory, const char *file) {
  const size_t length = strlen(directory);
  return !strcmp(word, file) ||
         (!strncmp(file, directory, length) && file[length] == '/' && !strcmp(word, file + length + 1));
}

/* Keeps of WORDS, a whole command in DIRECTORY, the arguments that clang needs to parse FILE. */
static void keep_arguments(struct words *words, const char *directory, const char *file) {
  size_t kept = 0, i = 0;
  /* The compiler, and a launcher such as ccache before it. */
  while (i < words->count && *words->at[i] != '-' && *words->at[i] != '@')
    i++;
  for (bool has_value; i < words->count; i++)
    if (is_dropped(words->at[i], &has_value))
      i += has_value;
    else if (!is_file(words->at[i], directory, file))
      words->at[kept++] = words->at[i];
  words->count = kept;
}

static bool is_c_or_cxx(const char *file) {
  static const char *const ends[] = {".c", ".C", ".cc", ".cp", ".cpp", ".cxx", ".c++", ".CPP", NULL};
  const char *end = strrchr(file, '.');
  return end && is_one_of(end, ends);
}

/* Whether COMPILATION is one that clang started for another one: Bear records both. */
static bool is_internal(const struct cleave_compilation *compilation) {
  return compilation->argument_count && !strcmp(compilation->arguments[0], "-cc1");
}

/* Whether the user selected PATH, which is relative to DIRECTORY or absolute. */
static bool is_wanted(const char *path, char *const *files, int file_count) {
  bool wanted = !file_count;
  struct stat one, other;
  for (int i = 0; i < file_count; i++)
    wanted |= !stat(path, &one) && !stat(files[i], &other) && one.st_dev == other.st_dev &&
              one.st_ino == other.st_ino;
  return wanted;
}

/* Reads ENTRY. Returns false if its form is wrong. */
static bool read_entry(json_t *entry, struct cleave_arena *arena, struct cleave_compilation *compilation) {
  const char *directory, *file, *command = NULL;
  json_t *arguments = NULL;
  if (json_unpack(entry, "{s:s, s:s, s?:s, s?:o}", "directory", &directory, "file", &file, "command",
                  &command, "arguments", &arguments) ||
      (!command && !json_is_array(arguments)))
    return false;
  struct words words = {0};
  size_t index;
  json_t *word;
  json_array_foreach(arguments, index, word) add_word(
      arena, &words, json_string_value(word) ? json_string_value(word) : "", json_string_length(word));
  if (!arguments)
    split_command(arena, command, &words);
  keep_arguments(&words, directory, file);
  *compilation = (struct cleave_compilation){
      .directory = cleave_arena_format(arena, "%s", directory),
      .file =
          cleave_arena_format(arena, "%s%s%s", *file == '/' ? "" : directory, *file == '/' ? "" : "/", file),
      .arguments = words.at,
      .argument_count = (int)words.count,
  };
  return true;
}

static int compare_files(const void *left, const void *right) {
  const struct cleave_compilation *one = left, *other = right;
  return strcmp(one->file, other->file);
}

bool cleave_compile_commands_read(const char *path, char *const *files, int file_count,
                                  struct cleave_arena *arena, struct cleave_compilation **compilations,
                                  size_t *count) {
  struct stat status;
  if (!stat(path, &status) && S_ISDIR(status.st_mode))
    path = cleave_arena_format(arena, "%s/compile_commands.json", path);
  json_error_t error;
  json_t *entries = json_load_file(path, 0, &error), *entry;
  size_t index;
  bool good = json_is_array(entries);
  if (!good)
    cleave_complain("cannot read '%s': %s", path, entries ? "it is not a JSON array" : error.text);
  json_array_foreach(entries, index, entry) {
    struct cleave_compilation compilation;
    if (!read_entry(entry, arena, &compilation)) {
      cleave_complain("'%s': entry %zu lacks directory, file, or command and arguments", path, index);
      good = false;
      break;
    }
    if (is_c_or_cxx(compilation.file) && !is_internal(&compilation) &&
        is_wanted(compilation.file, files, file_count) &&
        cleave_arguments_read(compilation.argument_count, compilation.arguments).openmp)
      CLEAVE_APPEND(arena, *compilations, *count, compilation);
  }
  json_decref(entries);
  if (good && !*count)
    cleave_complain("'%s' lists no C or C++ file with -fopenmp%s", path, file_count ? " of these names" : "");
  if (*count)
    qsort(*compilations, *count, sizeof **compilations, compare_files);
  return good && *count;
}
