/* FILE: tools/completion.c
 * WHAT: `cleave help completion`: scripts that complete the commands, their options and the values of the plugin's options.
 */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "model/arena.h"
#include "model/options.h"
#include "pages.h"
#include "process.h"

#define COMMANDS "cleave cleave-" CLEAVE_LLVM_MAJOR
#define COMPILERS "cleave-cc cleave-c++ cleave-cc-" CLEAVE_LLVM_MAJOR " cleave-c++-" CLEAVE_LLVM_MAJOR
#define FUNCTION "_cleave_" CLEAVE_LLVM_MAJOR
#define PLUGIN_OPTION "-fplugin-arg-cleave-"

/* Whether SPELLING, such as "--size N", is the option NAME with this PREFIX. */
static bool spells(const char *spelling, const char *prefix, const char *name) {
  const size_t start = strlen(prefix), length = strlen(name);
  return !strncmp(spelling, prefix, start) && strcspn(spelling + start, " =[") == length &&
         !strncmp(spelling + start, name, length);
}

/* What the help on COMMAND says about an option. */
static const char *description(const char *command, const char *prefix, const char *name,
                               struct cleave_arena *arena) {
  const char *text = cleave_help_text(command);
  for (struct cleave_help_part part; (part = cleave_help_next(&text, arena)).kind != CLEAVE_HELP_END;)
    if (part.kind == CLEAVE_HELP_ROW && spells(part.name, prefix, name))
      return part.text;
  return !strcmp(name, "help") || !strcmp(name, "h") ? "print the help on this command" : "";
}

/* Whether all VALUES, such as "on|off", are words that a user writes as they are. */
static bool are_words(const char *values) { return !values[strspn(values, "abcdefghijklmnopqrstuvwxyz|-")]; }

/* Prints VALUES with blanks between. */
static void print_values(const char *values) {
  for (; *values; values++)
    putchar(*values == '|' ? ' ' : *values);
}

/* Calls EACH for the options of ROW: the letters, and the names. */
static void each_option(const struct cleave_command_row *row, struct cleave_arena *arena,
                        void (*each)(const char *prefix, const char *name, int argument, const char *text)) {
  for (const char *letter = row->syntax->letters; *letter; letter++)
    if (*letter != ':') {
      const char name[2] = {*letter, 0};
      each("-", name, letter[1] == ':' ? required_argument : no_argument,
           description(row->name, "-", name, arena));
    }
  for (const struct option *option = row->syntax->options; option->name; option++)
    each("--", option->name, option->has_arg, description(row->name, "--", option->name, arena));
}

/* ---- bash -------------------------------------------------------------------------------------- */

static void print_bash_option(const char *prefix, const char *name, int argument, const char *text) {
  (void)argument, (void)text;
  printf(" %s%s", prefix, name);
}

static void print_bash(struct cleave_arena *arena) {
  printf(
      "# Completion of cleave for bash. Printed by cleave help completion bash.\n" FUNCTION "() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]-} words=\n"
      "  case ${COMP_WORDS[0]##*/} in\n"
      "  cleave-cc* | cleave-c++*) command=cc ;;\n"
      "  *) [[ $COMP_CWORD -gt 1 ]] || { command=; words='");
  for (size_t i = 0; i < cleave_command_row_count; i++)
    printf("%s%s", i ? " " : "", cleave_command_rows[i].name);
  printf("'; } ;;\n"
         "  esac\n"
         "  # bash divides a word at '='.\n"
         "  [[ $word != = ]] || { word= before==; COMP_CWORD=$((COMP_CWORD + 1)); }\n"
         "  if [[ $before == = ]]; then\n"
         "    case ${COMP_WORDS[COMP_CWORD - 2]} in\n");
  for (size_t i = 0; i < cleave_option_row_count; i++)
    if (cleave_option_rows[i].time == CLEAVE_COMPILE_TIME && are_words(cleave_option_rows[i].values)) {
      printf("    " PLUGIN_OPTION "%s) words='", cleave_option_rows[i].name);
      print_values(cleave_option_rows[i].values);
      puts("' ;;");
    }
  puts("    *) return ;;\n"
       "    esac\n"
       "  else\n"
       "    case $command in");
  for (size_t i = 0; i < cleave_command_row_count; i++) {
    const struct cleave_command_row *row = &cleave_command_rows[i];
    if (!row->syntax)
      continue;
    printf("    %s) words='", row->name);
    each_option(row, arena, print_bash_option);
    for (size_t k = 0; row->syntax == &cleave_cc_syntax && k < cleave_option_row_count; k++)
      if (cleave_option_rows[k].time == CLEAVE_COMPILE_TIME)
        printf(" " PLUGIN_OPTION "%s=", cleave_option_rows[k].name);
    puts("' ;;");
  }
  printf("    help) words='options man completion");
  for (size_t i = 0; i < cleave_command_row_count; i++)
    if (cleave_command_rows[i].syntax)
      printf(" %s", cleave_command_rows[i].name);
  puts("' ;;\n"
       "    esac\n"
       "    [[ -z $command || $command == help || $word == -* ]] || return\n"
       "  fi\n"
       "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
       "  [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null\n"
       "}\n"
       "complete -o default -F " FUNCTION " " COMMANDS " " COMPILERS);
}

/* ---- zsh --------------------------------------------------------------------------------------- */

/* Prints the first sentence of TEXT for use inside single quotes and, if it ends at ']', inside brackets. */
static void print_zsh_text(const char *text) {
  for (; *text && *text != ';' && strncmp(text, ". ", 2) && strcmp(text, "."); text++)
    if (*text == '\'')
      fputs("'\\''", stdout);
    else if (strchr("[]:\\", *text))
      printf("\\%c", *text);
    else
      putchar(*text);
}

static void print_zsh_option(const char *prefix, const char *name, int argument, const char *text) {
  printf(" \\\n      '%s%s%s[", prefix, name, prefix[1] && argument != no_argument ? "=" : "");
  print_zsh_text(text);
  printf("]%s'", argument == required_argument   ? ":value:_files"
                 : argument == optional_argument ? "::value: "
                                                 : "");
}

static void print_zsh_plugin_options(void) {
  for (size_t i = 0; i < cleave_option_row_count; i++) {
    const struct cleave_option_row *row = &cleave_option_rows[i];
    if (row->time != CLEAVE_COMPILE_TIME)
      continue;
    printf(" \\\n      '" PLUGIN_OPTION "%s=-[", row->name);
    print_zsh_text(row->help);
    fputs("]:value:", stdout);
    if (are_words(row->values)) {
      putchar('(');
      print_values(row->values);
      fputs(")'", stdout);
    } else {
      printf("%s'", strcmp(row->values, "PATH") ? " " : "_files");
    }
  }
}

static void print_zsh(struct cleave_arena *arena) {
  printf("#compdef " COMMANDS " " COMPILERS "\n"
         "# Completion of cleave for zsh. Printed by cleave help completion zsh.\n" FUNCTION "() {\n"
         "  local command\n"
         "  local -a commands=(\n");
  for (size_t i = 0; i < cleave_command_row_count; i++) {
    const char *name = cleave_command_rows[i].name;
    printf("    '%s:", name);
    const char *about = description("", "cleave ", name, arena);
    print_zsh_text(*about ? about : !strcmp(name, "--version") ? "print the version" : "print the help");
    puts("'");
  }
  puts("  )\n"
       "  case ${words[1]:t} in\n"
       "  cleave-cc*|cleave-c++*) command=cc ;;\n"
       "  *)\n"
       "    if (( CURRENT == 2 )); then\n"
       "      _describe command commands\n"
       "      return\n"
       "    fi\n"
       "    command=$words[2]\n"
       "    shift words\n"
       "    (( CURRENT-- ))\n"
       "    ;;\n"
       "  esac\n"
       "  case $command in");
  for (size_t i = 0; i < cleave_command_row_count; i++) {
    const struct cleave_command_row *row = &cleave_command_rows[i];
    if (!row->syntax)
      continue;
    printf("  %s)\n    _arguments", row->name);
    each_option(row, arena, print_zsh_option);
    if (row->syntax == &cleave_cc_syntax)
      print_zsh_plugin_options();
    puts(" \\\n      '*:file:_files'\n    ;;");
  }
  puts("  help) _describe command commands ;;\n"
       "  esac\n"
       "}\n" FUNCTION " \"$@\"");
}

int cleave_print_completion(const char *shell) {
  struct cleave_arena *arena = cleave_arena_new();
  const bool bash = !strcmp(shell, "bash"), zsh = !strcmp(shell, "zsh");
  if (bash)
    print_bash(arena);
  else if (zsh)
    print_zsh(arena);
  else
    cleave_complain("there is no completion for '%s': use bash or zsh", shell);
  cleave_arena_free(arena);
  return bash || zsh ? CLEAVE_DONE : CLEAVE_WRONG_USAGE;
}
