/* FILE: lib/model/hints.c
 * WHAT: the words of `#pragma cleave`: the table, and the parser of a line.
 */
#include "model/hints.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const struct word {
  const char *name, *value, *spelling;
  uint32_t hint;
  bool for_loops; /* also applies to a loop inside a region */
} words[] = {
    {"split", "off", "split(off)", CLEAVE_HINT_SPLIT_OFF, false},
    {"widen", "off", "widen(off)", CLEAVE_HINT_WIDEN_OFF, true},
    {"widen", "assume", "widen(assume)", CLEAVE_HINT_WIDEN_ASSUME, true},
    {"no_alias", "off", "no_alias(off)", CLEAVE_HINT_NO_ALIAS_OFF, true},
    {"map", "off", "map(off)", CLEAVE_HINT_MAP_OFF, true},
    {"reassociate", "on", "reassociate(on)", CLEAVE_HINT_REASSOCIATE, false},
    {"reduction", "off", "reduction(off)", CLEAVE_HINT_REDUCTION_OFF, true},
    {"reduction", "reproducible", "reduction(reproducible)", CLEAVE_HINT_REDUCTION_REPRODUCIBLE, true},
    {"serial", "host", "serial(host)", CLEAVE_HINT_SERIAL_HOST, false},
    {"serial", "device", "serial(device)", CLEAVE_HINT_SERIAL_DEVICE, false},
    {"transfers", "off", "transfers(off)", CLEAVE_HINT_TRANSFERS_OFF, false},
    {"pin", "off", "pin(off)", CLEAVE_HINT_PIN_OFF, false},
    {"pipeline", "off", "pipeline(off)", CLEAVE_HINT_PIPELINE_OFF, true},
    {"pipeline", "devices", "pipeline(devices)", CLEAVE_HINT_PIPELINE_DEVICES, true},
    {"geometry", "off", "geometry(off)", CLEAVE_HINT_GEOMETRY_OFF, true},
    {"environment", "off", "environment(off)", CLEAVE_HINT_ENVIRONMENT_OFF, false},
    {"callee", "no_openmp", "callee(no_openmp)", CLEAVE_HINT_CALLEE_NO_OPENMP, false},
};
enum { WORDS = sizeof words / sizeof *words, LONGEST_WORD = 32 };

struct parser {
  const char *text;
  size_t at;
  struct cleave_hint_error *error;
};

/* The number of letters that must change to make GIVEN (LENGTH bytes) the word WANTED. */
static size_t distance(const char *given, size_t length, const char *wanted) {
  size_t row[LONGEST_WORD + 1], count = strlen(wanted);
  for (size_t j = 0; j <= count; j++)
    row[j] = j;
  for (size_t i = 1; i <= length; i++) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= count; j++) {
      size_t change = diagonal + (tolower((unsigned char)given[i - 1]) != wanted[j - 1]);
      size_t add = row[j] + 1, leave = row[j - 1] + 1;
      diagonal = row[j];
      row[j] = change < add ? change : add;
      row[j] = leave < row[j] ? leave : row[j];
    }
  }
  return row[count];
}

/* The name (if NAME is NULL), or else the value of the word NAME, that is similar to the LENGTH bytes at
 * GIVEN: at most two letters differ, and fewer than it has. NULL if there is none. */
static const char *nearest(const char *given, size_t length, const char *name) {
  const char *best = NULL;
  size_t best_distance = 3;
  for (size_t i = 0; i < WORDS; i++) {
    if (name && strcmp(words[i].name, name))
      continue;
    const char *candidate = name ? words[i].value : words[i].name;
    size_t away = distance(given, length, candidate);
    if (away < best_distance && away < strlen(candidate)) {
      best = candidate;
      best_distance = away;
    }
  }
  return best;
}

/* "split, widen or serial": the names, or the values of the word NAME. */
static void list(char *out, size_t size, const char *name) {
  const char *items[WORDS];
  size_t count = 0;
  for (size_t i = 0; i < WORDS; i++) {
    const char *item = name ? words[i].value : words[i].name;
    if (name ? !strcmp(words[i].name, name) : !count || strcmp(items[count - 1], item))
      items[count++] = item;
  }
  *out = '\0';
  for (size_t i = 0; i < count; i++)
    snprintf(out + strlen(out), size - strlen(out), "%s%s",
             !i               ? ""
             : i + 1 == count ? " or "
                              : ", ",
             items[i]);
}

static void skip_blanks(struct parser *parser) {
  while (isspace((unsigned char)parser->text[parser->at]))
    parser->at++;
}

/* The length of the name that begins here. */
static size_t name_length(const struct parser *parser) {
  size_t length = 0;
  while (isalnum((unsigned char)parser->text[parser->at + length]) ||
         parser->text[parser->at + length] == '_')
    length++;
  return length;
}

/* Fails at the LENGTH bytes here; 0: at the character here, if there is one. */
static bool fail(struct parser *parser, size_t length, const char *replacement) {
  parser->error->offset = parser->at;
  parser->error->length = length ? length : parser->text[parser->at] != '\0';
  parser->error->replacement = replacement;
  return false;
}

/* Fails at an unknown name: not one of NAME's values, or, if NAME is NULL, not a word. */
static bool fail_unknown(struct parser *parser, size_t length, const char *name) {
  const char *text = parser->text + parser->at;
  const int shown = length > LONGEST_WORD ? LONGEST_WORD : length ? (int)length : *text != '\0';
  const char *meant = length && length <= LONGEST_WORD ? nearest(text, length, name) : NULL;
  char known[128], hint[128 + 32];
  list(known, sizeof known, name);
  snprintf(hint, sizeof hint, meant ? "did you mean '%s'?" : "it can be %s", meant ? meant : known);
  if (!shown)
    snprintf(parser->error->message, sizeof parser->error->message,
             "a %s is missing at the end of '#pragma cleave': %s", name ? "value" : "word", hint);
  else if (name)
    snprintf(parser->error->message, sizeof parser->error->message, "'%s' has no value '%.*s'; %s", name,
             shown, text, hint);
  else
    snprintf(parser->error->message, sizeof parser->error->message, "'#pragma cleave' has no word '%.*s'; %s",
             shown, text, hint);
  return fail(parser, length, meant);
}

static bool expect(struct parser *parser, char wanted, const char *name) {
  skip_blanks(parser);
  if (parser->text[parser->at] == wanted) {
    parser->at++;
    skip_blanks(parser);
    return true;
  }
  char values[128];
  list(values, sizeof values, name);
  snprintf(parser->error->message, sizeof parser->error->message,
           "'%c' is missing: write '%s' with a value in parentheses, which can be %s", wanted, name, values);
  return fail(parser, 0, NULL);
}

static const struct word *find(const char *name, const char *text, size_t length) {
  for (size_t i = 0; i < WORDS; i++) {
    const char *known = name ? words[i].value : words[i].name;
    if ((!name || !strcmp(words[i].name, name)) && strlen(known) == length && !strncmp(known, text, length))
      return &words[i];
  }
  return NULL;
}

static bool parse_word(struct parser *parser, uint32_t *set) {
  const size_t begin = parser->at;
  size_t length = name_length(parser);
  const struct word *named = find(NULL, parser->text + parser->at, length);
  if (!named)
    return fail_unknown(parser, length, NULL);
  parser->at += length;
  if (!expect(parser, '(', named->name))
    return false;
  length = name_length(parser);
  const struct word *word = find(named->name, parser->text + parser->at, length);
  if (!word)
    return fail_unknown(parser, length, named->name);
  parser->at += length;
  if (!expect(parser, ')', named->name))
    return false;
  for (size_t i = 0; i < WORDS; i++) {
    if (!(*set & words[i].hint) || strcmp(words[i].name, word->name))
      continue;
    if (&words[i] == word)
      snprintf(parser->error->message, sizeof parser->error->message, "'%s' is repeated; remove one",
               word->spelling);
    else
      snprintf(parser->error->message, sizeof parser->error->message, "'%s' contradicts '%s'; remove one",
               word->spelling, words[i].spelling);
    length = strlen(named->name);
    parser->at = begin;
    return fail(parser, length, NULL);
  }
  *set |= word->hint;
  return true;
}

bool cleave_hints_add(uint32_t *set, const char *text, struct cleave_hint_error *error) {
  struct parser parser = {text, 0, error};
  uint32_t result = *set;
  skip_blanks(&parser);
  do {
    if (!parse_word(&parser, &result))
      return false;
    skip_blanks(&parser);
    if (text[parser.at] == ',') {
      parser.at++;
      skip_blanks(&parser);
      if (!text[parser.at])
        return fail_unknown(&parser, 0, NULL);
    }
  } while (text[parser.at]);
  *set = result;
  return true;
}

const char *cleave_hints_not_for_loop(uint32_t set) {
  for (size_t i = 0; i < WORDS; i++)
    if (set & words[i].hint && !words[i].for_loops)
      return words[i].spelling;
  return NULL;
}
