/* FILE: tools/manual.c
 * WHAT: `cleave help man`: the help texts and the table of options as manual pages.
 */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "model/arena.h"
#include "model/options.h"
#include "model/text.h"
#include "pages.h"
#include "process.h"

enum { INDENTATION = 2 };

/* The first place in LINE (LENGTH bytes) with two blanks, or LENGTH. */
static size_t gap(const char *line, size_t length) {
  for (size_t i = 0; i + 1 < length; i++)
    if (line[i] == ' ' && line[i + 1] == ' ')
      return i;
  return length;
}

struct cleave_help_part cleave_help_next(const char **text, struct cleave_arena *arena) {
  const char *line = *text;
  struct cleave_help_part part = {*line ? CLEAVE_HELP_BLANK : CLEAVE_HELP_END, "", ""};
  const size_t all = strcspn(line, "\n"), indentation = strspn(line, " "), length = all - indentation;
  *text += all + (line[all] == '\n');
  if (!length)
    return part;
  const char *word = line + indentation;
  part.kind = !indentation ? CLEAVE_HELP_TEXT : CLEAVE_HELP_EXAMPLE;
  part.name = cleave_arena_copy(arena, word, length);
  /* A row has two blanks after its name, or one after the name of an option, or its text is in the next line. */
  size_t end = gap(word, length);
  const bool continues = strspn(*text, " ") > INDENTATION && *word != '#';
  if (indentation != INDENTATION || (end == length && *word != '-' && !continues))
    return part;
  if (end == length && *word == '-')
    end = strcspn(part.name, " ");
  part.kind = CLEAVE_HELP_ROW;
  const char *rest = part.name + end;
  part.name = cleave_arena_copy(arena, word, end);
  struct cleave_text joined = {.arena = arena};
  cleave_text_add(&joined, rest + strspn(rest, " "));
  for (size_t more; (more = strspn(*text, " ")) > INDENTATION && (*text)[more] != '\n';
       *text += more + ((*text)[more] == '\n')) {
    if (joined.length)
      cleave_text_add(&joined, " ");
    const size_t next = strcspn(*text + more, "\n");
    cleave_text_append(&joined, *text + more, next);
    more += next;
  }
  part.text = cleave_text_get(&joined);
  return part;
}

/* Prints TEXT so that roff takes each character as it is. */
static void print_escaped(const char *text) {
  if (*text == '.' || *text == '\'')
    fputs("\\&", stdout);
  for (; *text; text++)
    if (*text == '\\')
      fputs("\\e", stdout);
    else if (*text == '-')
      fputs("\\-", stdout);
    else if (*text == '`')
      fputs("\\(ga", stdout);
    else
      putchar(*text);
  putchar('\n');
}

static void print_item(const char *name, const char *text) {
  fputs(".TP\n.B ", stdout);
  print_escaped(name);
  print_escaped(text);
}

/* Prints a help text: its first lines are the synopsis, in bold. HEADING: the macro before the rest, or NULL. */
static void print_help(const char *text, bool has_synopsis, const char *heading) {
  struct cleave_arena *arena = cleave_arena_new();
  struct cleave_help_part part = cleave_help_next(&text, arena);
  bool first = true;
  for (; has_synopsis && part.kind == CLEAVE_HELP_TEXT; part = cleave_help_next(&text, arena)) {
    fputs(first ? ".B " : ".br\n.B ", stdout);
    print_escaped(part.name);
    first = false;
  }
  if (has_synopsis)
    while (part.kind == CLEAVE_HELP_BLANK)
      part = cleave_help_next(&text, arena);
  if (heading)
    puts(heading);
  enum cleave_help_kind before = CLEAVE_HELP_TEXT;
  bool blank = false, in_example = false;
  for (; part.kind != CLEAVE_HELP_END; part = cleave_help_next(&text, arena)) {
    if (in_example && part.kind != CLEAVE_HELP_EXAMPLE) {
      puts(".fi\n.RE");
      in_example = false;
    }
    if (part.kind == CLEAVE_HELP_BLANK) {
      blank = true;
      continue;
    }
    if (part.kind == CLEAVE_HELP_ROW) {
      print_item(part.name, part.text);
    } else if (part.kind == CLEAVE_HELP_EXAMPLE) {
      if (!in_example)
        puts(".PP\n.RS 4\n.nf");
      in_example = true;
      print_escaped(part.name);
    } else {
      if (blank || before != CLEAVE_HELP_TEXT)
        puts(".PP");
      print_escaped(part.name);
    }
    before = part.kind;
    blank = false;
  }
  if (in_example)
    puts(".fi\n.RE");
  cleave_arena_free(arena);
}

static void print_options(enum cleave_option_time time) {
  struct cleave_arena *arena = cleave_arena_new();
  for (size_t i = 0; i < cleave_option_row_count; i++) {
    const struct cleave_option_row *row = &cleave_option_rows[i];
    if (row->time != time)
      continue;
    print_item(cleave_arena_format(arena, "%s%s=%s",
                                   time == CLEAVE_RUN_TIME ? "CLEAVE_" : "-fplugin-arg-cleave-", row->name,
                                   row->values),
               row->help);
    if (*row->default_value)
      print_escaped(cleave_arena_format(arena, "Default: %s.", row->default_value));
  }
  cleave_arena_free(arena);
}

static void print_head(const char *title, const char *section, const char *name, const char *phrase) {
  printf(
      ".\\\" Printed by cleave help man.\n.TH %s %s \"\" \"cleave %s\" \"for LLVM %s\"\n.SH NAME\n%s \\- %s\n",
      title, section, CLEAVE_VERSION, CLEAVE_LLVM_VERSION, name, phrase);
}

static void print_cleave(void) {
  print_head("CLEAVE", "1", "cleave", "compiles OpenMP target regions into one kernel per loop");
  puts(".SH SYNOPSIS\n.B cleave\n.I command\n.RI [ arguments ]\n.SH DESCRIPTION");
  print_help(cleave_help_text(""), false, NULL);
  puts(".SH COMMANDS");
  for (size_t i = 0; i < cleave_command_row_count; i++) {
    const struct cleave_command_row *row = &cleave_command_rows[i];
    const char *text = cleave_help_text(row->name);
    if (!row->syntax || !text || (i && row->syntax == row[-1].syntax))
      continue;
    printf(".SS %s\n", row->name);
    print_help(text, true, ".PP");
  }
  puts(".SH SEE ALSO\n.BR cleave\\-cc (1),\n.BR cleave (7)");
}

static void print_cc(void) {
  print_head("CLEAVE\\-CC", "1", "cleave\\-cc, cleave\\-c++",
             "clang with cleave, in one word for build systems");
  puts(
      ".SH SYNOPSIS\n.B cleave\\-cc\n.RI [ arguments\\ of\\ clang ]\n.br\n.B cleave\\-c++\n.RI [ arguments\\ of\\ clang ]\n.br");
  print_help(cleave_help_text("cc"), true, ".SH DESCRIPTION");
  puts(".SH OPTIONS OF THE PLUGIN");
  print_options(CLEAVE_COMPILE_TIME);
  puts(".SH SEE ALSO\n.BR cleave (1),\n.BR cleave (7)");
}

static void print_options_page(void) {
  print_head("CLEAVE", "7", "cleave",
             "options of the compilation, and environment variables of libcleave and the commands");
  puts(".SH OPTIONS OF THE PLUGIN");
  print_options(CLEAVE_COMPILE_TIME);
  puts(
      ".SH ENVIRONMENT\nThe command cleave and programs that are linked with libcleave read these variables.\n"
      "1 and 0 are accepted for on and off.");
  print_options(CLEAVE_RUN_TIME);
  puts(".SH SEE ALSO\n.BR cleave (1),\n.BR cleave\\-cc (1)");
}

int cleave_print_manual(const char *name) {
  static const struct {
    const char *name;
    void (*print)(void);
  } pages[] = {{"cleave", print_cleave}, {"cleave-cc", print_cc}, {"options", print_options_page}};
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
    if (!strcmp(name, pages[i].name)) {
      pages[i].print();
      return CLEAVE_DONE;
    }
  cleave_complain("there is no manual page '%s': use cleave, cleave-cc or options", name);
  return CLEAVE_WRONG_USAGE;
}
