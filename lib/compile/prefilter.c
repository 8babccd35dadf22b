/* FILE: lib/compile/prefilter.c
 * WHAT: whether a text, before preprocessing, may contain a target region that justifies a second parse.
 *
 * A directive may contain comments, line continuations and macros anywhere. _Pragma operators, attributes and
 * macro arguments also contain directives. Therefore each `omp` that may begin a directive counts, unless it
 * is followed only by OpenMP words that never contain a region. An unknown word may be a macro.
 */
#include <ctype.h>
#include <string.h>

#include "compile/compile_driver.h"

/* A text that is parsed word by word. */
struct cursor {
  const char *at, *end;
};

static bool is_word_byte(char byte) { return isalnum((unsigned char)byte) || byte == '_'; }

/* The length of a line continuation at AT, 0 if there is none. Blanks may follow the backslash. */
static size_t continuation(const char *at, const char *end) {
  if (at >= end || *at != '\\')
    return 0;
  const char *next = at + 1;
  while (next < end && isspace((unsigned char)*next) && *next != '\n')
    next++;
  return next < end && *next == '\n' ? (size_t)(next + 1 - at) : 0;
}

/* The length of a comment that line ends do not end. */
static size_t comment(const char *at, const char *end) {
  if (end - at < 4 || at[0] != '/' || at[1] != '*')
    return 0;
  const char *close = at + 3;
  while (close < end && (*close != '/' || close[-1] != '*'))
    close++;
  return (size_t)(close - at) + (close < end);
}

static void skip_blanks(struct cursor *text, bool with_line_ends) {
  while (text->at < text->end) {
    size_t length = continuation(text->at, text->end);
    if (!length)
      length = comment(text->at, text->end);
    if (!length)
      length = isspace((unsigned char)*text->at) && (with_line_ends || *text->at != '\n');
    if (!length)
      return;
    text->at += length;
  }
}

/* The end of WORD if it is at AT, possibly with line continuations; otherwise NULL. */
static const char *end_of_word(const char *at, const char *end, const char *word) {
  for (; *word; word++) {
    if (at == end || *at != *word)
      return NULL;
    at++;
    at += continuation(at, end);
  }
  return at == end || !is_word_byte(*at) ? at : NULL;
}

/* If the next word is WORD, steps over it and the blanks after it. */
static bool take_word(struct cursor *text, const char *word) {
  const char *after = end_of_word(text->at, text->end, word);
  if (!after)
    return false;
  text->at = after;
  skip_blanks(text, false);
  return true;
}

static bool take_any(struct cursor *text, const char *const *words) {
  for (; *words; words++)
    if (take_word(text, *words))
      return true;
  return false;
}

static bool is_at(const struct cursor *text, char byte) { return text->at < text->end && *text->at == byte; }

/* Skips a parenthesized argument, if there is one. */
static void take_argument(struct cursor *text) {
  size_t depth = 0;
  if (!is_at(text, '('))
    return;
  do {
    depth += *text->at == '(';
    depth -= *text->at == ')';
    text->at++;
  } while (depth && text->at < text->end);
  skip_blanks(text, false);
}

/* Whether clauses follow, and nothing else, that do not give a variable its last value: clang 19 loses it on
 * a combined construct (fission/lastprivate.c). */
static bool has_plain_clauses(struct cursor text) {
  static const char *const clauses[] = {"map",
                                        "private",
                                        "firstprivate",
                                        "shared",
                                        "default",
                                        "defaultmap",
                                        "reduction",
                                        "num_teams",
                                        "thread_limit",
                                        "device",
                                        "if",
                                        "nowait",
                                        "depend",
                                        "collapse",
                                        "dist_schedule",
                                        "order",
                                        "is_device_ptr",
                                        "has_device_addr",
                                        "use_device_ptr",
                                        "use_device_addr",
                                        "to",
                                        "from",
                                        "safelen",
                                        "simdlen",
                                        "aligned",
                                        "nontemporal",
                                        "allocate",
                                        "bind",
                                        NULL};
  while (is_at(&text, ',') || take_any(&text, clauses)) {
    text.at += is_at(&text, ',');
    skip_blanks(&text, false);
    take_argument(&text);
  }
  return text.at == text.end || strchr("\n\")/]", *text.at);
}

/* Whether a word `parallel` follows: the iterations of a distribute loop may contain parallel loops. */
static bool is_followed_by_parallel(struct cursor text) {
  for (; (text.at = memchr(text.at, 'p', (size_t)(text.end - text.at))); text.at++) {
    struct cursor word = text;
    if (take_word(&word, "parallel"))
      return true;
  }
  return false;
}

/* Whether the words after `target` begin no region, or one loop that is already distributed across the whole
 * device, does not run tile by tile and contains no parallel loops. */
static bool is_settled(struct cursor text) {
  static const char *const no_regions[] = {"data", "enter", "exit", "update", NULL};
  if (take_any(&text, no_regions))
    return true;
  if (take_word(&text, "simd"))
    return has_plain_clauses(text);
  if (!take_word(&text, "teams"))
    return false;
  if (take_word(&text, "loop"))
    return has_plain_clauses(text);
  if (!take_word(&text, "distribute"))
    return false;
  const bool is_simd = take_word(&text, "simd");
  return has_plain_clauses(text) && (is_simd || !is_followed_by_parallel(text));
}

/* Whether the words after `omp` exclude a target region that cleave might transform. */
static bool is_harmless(struct cursor text) {
  static const char *const others[] = {
      "allocate", "assume",        "assumes",  "atomic",    "barrier",    "cancel",   "cancellation",
      "critical", "declare",       "depobj",   "dispatch",  "distribute", "end",      "error",
      "flush",    "for",           "interop",  "loop",      "masked",     "master",   "nothing",
      "ordered",  "parallel",      "requires", "scan",      "scope",      "section",  "sections",
      "simd",     "single",        "task",     "taskgroup", "taskloop",   "taskwait", "taskyield",
      "teams",    "threadprivate", "tile",     "unroll",    NULL};
  if (take_word(&text, "begin"))
    return take_word(&text, "declare") || take_word(&text, "assumes");
  return take_word(&text, "target") ? is_settled(text) : take_any(&text, others);
}

/* Whether WORD ends at END, maybe with line continuations between its bytes. */
static bool ends_with(const char *begin, const char *end, const char *word) {
  for (const char *byte = word + strlen(word); byte > word; byte--, end--) {
    while (end - begin > 1 && end[-1] == '\n' && end[-2] == '\\')
      end -= 2;
    if (end == begin || end[-1] != byte[-1])
      return false;
  }
  return true;
}

/* Whether the word at AT may be the namespace of a pragma: it follows `pragma`, opens a string, an argument of
 * a macro or an attribute, or follows a comment. */
static bool may_be_namespace(const char *begin, const char *at) {
  const char *before = at;
  while (before > begin && (isspace((unsigned char)before[-1]) || before[-1] == '\\'))
    before--;
  return before > begin &&
         (strchr("\"(,[", before[-1]) || ends_with(begin, before, "*/") ||
          (before < at && (ends_with(begin, before, "pragma") || ends_with(begin, before, "using"))));
}

/* Moves past the next WORD that may be a namespace. Returns false if there is none. */
static bool find_namespace(const char *text, struct cursor *cursor, const char *word) {
  for (; (cursor->at = memchr(cursor->at, *word, (size_t)(cursor->end - cursor->at))); cursor->at++) {
    if (cursor->at > text && is_word_byte(cursor->at[-1]))
      continue;
    const char *after = end_of_word(cursor->at, cursor->end, word);
    if (!after || !may_be_namespace(text, cursor->at))
      continue;
    cursor->at = after;
    return true;
  }
  return false;
}

/* Whether a macro composes directives: the operator has no literal. */
static bool composes_pragmas(const char *text, const char *end) {
  for (struct cursor word = {text, end}; (word.at = memchr(word.at, '_', (size_t)(end - word.at)));
       word.at++) {
    struct cursor next = word;
    if ((word.at > text && is_word_byte(word.at[-1])) || !take_word(&next, "_Pragma"))
      continue;
    skip_blanks(&next, true);
    if (!is_at(&next, '('))
      continue;
    next.at++;
    skip_blanks(&next, true);
    if (!is_at(&next, '"'))
      return true;
  }
  return false;
}

/* Whether a word follows, or a namespace of an attribute and its name. */
static bool goes_on(const struct cursor *text) {
  return text->at < text->end && (is_word_byte(*text->at) || *text->at == ':');
}

bool cleave_compile_may_transform(const char *text, size_t length) {
  const char *end = text + length;
  if (composes_pragmas(text, end))
    return true;
  for (struct cursor word = {text, end}; find_namespace(text, &word, "cleave");) {
    skip_blanks(&word, false);
    if (goes_on(&word) || word.at == end || *word.at == '\n')
      return true;
  }
  for (struct cursor word = {text, end}; find_namespace(text, &word, "omp");) {
    skip_blanks(&word, true);
    if (goes_on(&word) && !is_harmless(word))
      return true;
  }
  return false;
}

bool cleave_compile_next_include(const char *text, size_t length, size_t *at,
                                 struct cleave_include *include) {
  const char *end = text + length;
  for (const char *hash = text + *at; (hash = memchr(hash, '#', (size_t)(end - hash))); hash++) {
    struct cursor word = {hash + 1, end};
    static const char *const names[] = {"include", "include_next", "import", NULL};
    skip_blanks(&word, false);
    if (!take_any(&word, names))
      continue;
    const char close = is_at(&word, '<') ? '>' : '"';
    const char *last = is_at(&word, '<') || is_at(&word, '"')
                           ? memchr(word.at + 1, close, (size_t)(end - word.at - 1))
                           : NULL;
    *include = (struct cleave_include){0}; /* a macro, or not recognized */
    if (last) {
      include->name = word.at + 1;
      include->length = (size_t)(last - word.at - 1);
      include->angled = close == '>';
    }
    *at = (size_t)(hash + 1 - text);
    return true;
  }
  return false;
}
