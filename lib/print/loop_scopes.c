/* FILE: lib/print/loop_scopes.c
 * WHAT: braces around generated loops, for C89: there, a variable that a for statement declares belongs to the block
 *       around the statement, and two loops of a block declare the same name.
 */
#include <string.h>

#include "model/arena.h"
#include "model/text.h"
#include "print/print.h"

static bool is_word_byte(char byte) {
  return byte == '_' || (byte >= '0' && byte <= '9') || ((byte | 32) >= 'a' && (byte | 32) <= 'z');
}

static const char *skip_blanks(const char *at) { return at + strspn(at, " \t\n"); }

/* Whether WORD begins at AT, as a whole word. */
static bool is_word(const char *at, const char *word) {
  const size_t length = strlen(word);
  return !strncmp(at, word, length) && !is_word_byte(at[length]);
}

/* Returns the end of the token at AT, of which only literals and words have more than one byte. */
static const char *skip_token(const char *at) {
  if (*at == '"' || *at == '\'') {
    const char quote = *at++;
    while (*at && *at != quote)
      at += at[0] == '\\' && at[1] ? 2 : 1;
    return *at ? at + 1 : at;
  }
  if (!is_word_byte(*at))
    return at + 1;
  while (is_word_byte(*at))
    at++;
  return at;
}

/* Returns the end of the group in brackets that begins at AT; NULL if it does not end. */
static const char *skip_group(const char *at) {
  unsigned depth = 0;
  for (; *at; at = skip_token(at)) {
    if (strchr("([{", *at))
      depth++;
    else if (strchr(")]}", *at) && !--depth)
      return at + 1;
  }
  return NULL;
}

/* Returns the end of the statement at AT; NULL if it is not complete. */
static const char *skip_statement(const char *at) {
  at = skip_blanks(at);
  if (*at == '{')
    return skip_group(at);
  static const char *const heads[] = {"for", "while", "if", "switch", "_Pragma"};
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
    if (is_word(at, heads[i])) {
      at = skip_blanks(at + strlen(heads[i]));
      at = *at == '(' ? skip_group(at) : NULL;
      at = at ? skip_statement(at) : NULL;
      const char *next = at ? skip_blanks(at) : NULL;
      return next && i == 2 && is_word(next, "else") ? skip_statement(next + strlen("else")) : at;
    }
  if (is_word(at, "do")) /* up to its while, which ends as an expression does */
    at = skip_statement(at + strlen("do"));
  for (; at && *at && *at != ';' && *at != '}';)
    at = strchr("([{", *at) ? skip_group(at) : skip_token(at);
  return at && *at == ';' ? at + 1 : NULL;
}

/* Whether the for statement at AT declares a generated variable. */
static bool declares_generated(const char *at) {
  static const char prefix[] = "cleave_";
  at = skip_blanks(at + strlen("for"));
  const char *word = "", *end = *at == '(' ? skip_group(at) : NULL;
  unsigned words = 0;
  for (at++; end && at < end && *at != '=' && *at != ';';) {
    if (is_word_byte(*at))
      word = at, words++;
    at = *at == '(' ? skip_group(at) : skip_token(at);
  }
  return end && *at == '=' && words > 1 && !strncmp(word, prefix, sizeof prefix - 1);
}

struct place {
  const char *at;
  bool closes;
};

/* TEXT with braces around its complete loops. */
static const char *add_scopes(struct cleave_arena *arena, const char *text) {
  struct place *places = NULL;
  size_t count = 0;
  const char *pragma = NULL; /* the first one of those before the token at hand */
  for (const char *at = text; *(at = skip_blanks(at));) {
    if (is_word(at, "_Pragma")) {
      pragma = pragma ? pragma : at;
      at = skip_group(skip_blanks(at + strlen("_Pragma")));
      if (!at)
        break;
      continue;
    }
    const char *end = is_word(at, "for") && declares_generated(at) ? skip_statement(at) : NULL;
    if (end) {
      CLEAVE_APPEND(arena, places, count, ((struct place){pragma ? pragma : at, false}));
      CLEAVE_APPEND(arena, places, count, ((struct place){end, true}));
    }
    pragma = NULL;
    at = skip_token(at);
  }
  if (!count)
    return text;
  struct cleave_text out = {.arena = arena};
  for (const char *at = text;; at++) {
    for (size_t closes = 2; closes--;)
      for (size_t i = 0; i < count; i++)
        if (places[i].at == at && places[i].closes == (closes != 0))
          cleave_text_add(&out, closes ? " }" : "{ ");
    if (!*at)
      return cleave_text_get(&out);
    cleave_text_append(&out, at, 1);
  }
}

void cleave_print_scope_loops(const struct cleave_unit *unit, struct cleave_edits *edits, size_t first) {
  for (size_t i = first; unit->loops_have_no_scope && i < edits->count; i++)
    for (size_t p = 0; p < edits->items[i].piece_count; p++) {
      struct cleave_piece *piece = &edits->items[i].pieces[p];
      if (piece->text && piece->kind != CLEAVE_PIECE_PRAGMA && piece->kind != CLEAVE_PIECE_HINT)
        piece->text = add_scopes(unit->arena, piece->text);
    }
}
