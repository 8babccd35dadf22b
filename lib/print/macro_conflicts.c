/* FILE: lib/print/macro_conflicts.c
 * WHAT: whether a macro changes a word that edits insert: directives, clauses, keywords of C and names of
 *       functions, variables and types.
 *
 * A word of an edit that is the name of a macro at the region has one of two origins. If the region's own
 * text does not contain it, cleave has generated it, and the macro would change it. If the region's text
 * contains it, the edit may have copied it from there, and the macro is intended. But cleave also generates
 * the words of directives and statements, and the names of variables and types: for these a macro is always a
 * conflict.
 */
#include <ctype.h>
#include <string.h>

#include "model/text.h"
#include "print/calls.h"
#include "print/print.h"

struct reading {
  const struct cleave_unit *unit;
  const struct cleave_region *region; /* NULL: text between regions */
  struct cleave_range all;            /* where the text is */
};

/* The words that lib/print prints for the values of a plan. */
static const char *const own_words[] = {
    "_Bool",
    "_Pragma",
    "__SIZE_TYPE__",
    "__attribute__",
    "__builtin_assume_separate_storage",
    "__builtin_memcpy",
    "__builtin_return_address",
    "__typeof__",
    "alloc",
    "always",
    "break",
    "char",
    "close",
    "collapse",
    "const",
    "data",
    "default",
    "defaultmap",
    "depend",
    "device",
    "dist_schedule",
    "distribute",
    "do",
    "double",
    "else",
    "enter",
    "exit",
    "extern",
    "firstprivate",
    "float",
    "for",
    "from",
    "has_device_addr",
    "if",
    "in",
    "inout",
    "int",
    "is_device_ptr",
    "iterator",
    "lastprivate",
    "long",
    "loop",
    "map",
    "mapper",
    "master",
    "nodebug",
    "none",
    "nowait",
    "num_teams",
    "num_threads",
    "omp_get_max_threads",
    "omp_get_thread_limit",
    "omp_set_num_threads",
    "order",
    "out",
    "parallel",
    "present",
    "private",
    "reduction",
    "release",
    "schedule",
    "shared",
    "short",
    "signed",
    "simd",
    "single",
    "sizeof",
    "static",
    "struct",
    "target",
    "task",
    "taskgroup",
    "taskwait",
    "teams",
    "this",
    "thread_limit",
    "to",
    "tofrom",
    "unroll_count",
    "unsigned",
    "update",
    "void",
    "volatile",
    "while",
};

static bool is_in_word(char byte) {
  return isalnum((unsigned char)byte) || byte == '_' || byte == '$' || (unsigned char)byte >= 0x80;
}

static bool is_own_word(const char *word) {
  for (size_t i = 0; i < sizeof own_words / sizeof *own_words; i++)
    if (!strcmp(own_words[i], word))
      return true;
  return false;
}

/* Whether edits of REGION may write WORD as the name of a variable or as a part of its type. */
static bool names_variable(const struct cleave_region *region, const char *word) {
  for (size_t i = 0; i < region->variable_count; i++) {
    const struct cleave_variable *variable = &region->variables[i];
    if (cleave_text_has_word(variable->name, word) || cleave_text_has_word(variable->type, word) ||
        cleave_text_has_word(variable->element_type, word) || cleave_text_has_word(variable->extents, word))
      return true;
  }
  return false;
}

/* The first macro of UNIT whose name is not before the LENGTH bytes at WORD. */
static size_t first_macro(const struct cleave_unit *unit, const char *word, size_t length) {
  size_t first = 0, last = unit->macro_count;
  while (first < last) {
    const size_t middle = first + (last - first) / 2;
    if (strncmp(unit->macros[middle].name, word, length) < 0)
      first = middle + 1;
    else
      last = middle;
  }
  return first;
}

/* The name of the macro that changes the LENGTH bytes at WORD, an identifier, in the region; NULL if none does.
 * IS_CALLED: a `(` follows, or may follow. */
static const char *macro_of(const struct reading *reading, const char *word, size_t length, bool is_called) {
  const struct cleave_unit *unit = reading->unit;
  const struct cleave_region *region = reading->region;
  for (size_t i = first_macro(unit, word, length); i < unit->macro_count; i++) {
    const struct cleave_macro *macro = &unit->macros[i];
    if (strncmp(macro->name, word, length))
      break;
    if (macro->name[length] || (macro->takes_arguments && !is_called) ||
        macro->defined.begin >= reading->all.end || macro->defined.end <= reading->all.begin)
      continue;
    if (!region || !cleave_mentions(&unit->tokens, reading->all, macro->name) || is_own_word(macro->name) ||
        names_variable(region, macro->name))
      return macro->name;
  }
  return NULL;
}

static const char *find_in(const struct reading *reading, const char *begin, const char *end, bool may_go_on);

/* The same for the operand of `_Pragma` at *AT. Moves *AT to the end of the literal. */
static const char *find_in_operator(const struct reading *reading, const char **at, const char *end) {
  const char *open = *at + strspn(*at, " (");
  if (open >= end || *open != '"')
    return NULL;
  const char *close = open + 1;
  while (close < end && *close != '"')
    close += close[0] == '\\' ? 2 : 1;
  *at = close < end ? close + 1 : end;
  return find_in(reading, open + 1, close, false);
}

/* The first word between BEGIN and END that a macro changes. MAY_GO_ON: the text of the file may follow
 * END. */
static const char *find_in(const struct reading *reading, const char *begin, const char *end,
                           bool may_go_on) {
  const struct cleave_unit text = {
      .text = begin, .length = strlen(begin), .cplusplus = reading->unit->cplusplus};
  const char *at = begin, *macro = NULL;
  while (at < end && !macro) {
    const uint32_t offset = (uint32_t)(at - begin);
    uint32_t passed = cleave_unit_literal_end(&text, offset);
    if (passed == offset)
      passed = cleave_unit_comment_end(&text, offset);
    if (passed > offset) {
      at = begin + passed;
      continue;
    }
    const char *word = at;
    while (at < end && (is_in_word(*at) || (isdigit((unsigned char)*word) && (*at == '.' || *at == '\''))))
      at++;
    if (at == word) {
      at++;
      continue;
    }
    const char *next = at + strspn(at, " \t\n");
    const bool is_prefix = at < end && (*at == '"' || *at == '\'');
    if (!isdigit((unsigned char)*word) && !is_prefix)
      macro = macro_of(reading, word, (size_t)(at - word), next < end ? *next == '(' : may_go_on);
    if (!macro && at - word == 7 && !strncmp(word, "_Pragma", 7))
      macro = find_in_operator(reading, &at, end);
  }
  return macro;
}

static const char *find_in_text(const struct reading *reading, const char *text, bool may_go_on) {
  return text ? find_in(reading, text, text + strlen(text), may_go_on) : NULL;
}

static const char *find_in_piece(const struct reading *reading, const struct cleave_piece *piece) {
  static const char operator_name[] = "_Pragma(", no_debug[] = CLEAVE_NO_DEBUG;
  const char *macro = NULL;
  switch (piece->kind) {
  case CLEAVE_PIECE_OPEN:
  case CLEAVE_PIECE_CLOSE:
  case CLEAVE_PIECE_HINT: /* no macro changes it */
    return NULL;
  case CLEAVE_PIECE_TEXT:
  case CLEAVE_PIECE_WORD:
  case CLEAVE_PIECE_STATEMENT:
    return find_in_text(reading, piece->text, true);
  case CLEAVE_PIECE_PRAGMA:
    macro = find_in_text(reading, operator_name, false);
    if (!macro)
      macro = find_in_text(reading, piece->text, false);
    return macro ? macro : find_in_text(reading, piece->compiler_clauses, false);
  case CLEAVE_PIECE_DECLARE:
    macro = find_in_text(reading, operator_name, false);
    if (!macro)
      macro = find_in_text(reading, no_debug, false);
    return macro ? macro : find_in_text(reading, piece->text, true);
  }
  return NULL;
}

static const char *find_in_edits(const struct reading *reading, const struct cleave_edit *edits,
                                 size_t count) {
  for (size_t i = 0; i < count && reading->unit->macro_count; i++)
    for (size_t p = 0; p < edits[i].piece_count; p++) {
      const char *macro = find_in_piece(reading, &edits[i].pieces[p]);
      if (macro)
        return macro;
    }
  return NULL;
}

const char *cleave_print_find_macro(const struct cleave_unit *unit, const struct cleave_region *region,
                                    const struct cleave_edit *edits, size_t count) {
  const struct reading reading = {unit, region, {region->offset, region->nodes[0].range.end}};
  return find_in_edits(&reading, edits, count);
}

const char *cleave_print_find_macro_in(const struct cleave_unit *unit, struct cleave_range range,
                                       const struct cleave_edit *edits, size_t count) {
  const struct reading reading = {unit, NULL, range};
  return find_in_edits(&reading, edits, count);
}
