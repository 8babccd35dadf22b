/* FILE: lib/model/token.h
 * WHAT: the tokens of target regions, as Clang's lexer reads them, and the one query that finds them. No other
 *       part after the reader searches source text for its meaning.
 */
#ifndef CLEAVE_MODEL_TOKEN_H
#define CLEAVE_MODEL_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A range of the unit's text, in bytes: begin <= offset < end. */
struct cleave_range {
  uint32_t begin, end;
};

/* Tokens that matter after the reader: those whose extent or meaning depends on the language, line splices and
 * trigraphs, and those that decide whether text can be moved or copied. */
enum cleave_token_kind {
  CLEAVE_TOKEN_WORD, /* an identifier or keyword: in the text, in the operand of a _Pragma, or in an expansion */
  CLEAVE_TOKEN_COMMENT,
  CLEAVE_TOKEN_LITERAL,    /* a string or character literal, from its prefix to its last quote */
  CLEAVE_TOKEN_RAW_STRING, /* the same for a raw string */
  CLEAVE_TOKEN_OPEN_BRACE,
  CLEAVE_TOKEN_OPENMP_PRAGMA, /* `#pragma omp`; its range is the logical line */
  CLEAVE_TOKEN_CLEAVE_PRAGMA, /* `#pragma cleave`, likewise */
  CLEAVE_TOKEN_LOOP_HINT, /* a pragma about the loop after it, `#pragma unroll`: the logical line, or the _Pragma */
  CLEAVE_TOKEN_IGNORED_PRAGMA, /* a pragma of another compiler about a loop, which Clang ignores: the logical line */
  /* A conditional directive: its logical line, and the text that it leaves out, with the directive after that. It contains no tokens.
   * In a region with a reserved name in a condition, which may differ between host and device, such a directive is OTHER. */
  CLEAVE_TOKEN_CONDITIONAL,
  CLEAVE_TOKEN_OTHER_DIRECTIVE, /* any other preprocessing directive, likewise */
  CLEAVE_TOKEN_CONTINUATION,    /* a backslash at the end of a line */
  CLEAVE_TOKEN_TRIGRAPH,        /* of a backslash or a number sign */
  CLEAVE_TOKEN_DIGIT_SEPARATOR  /* a number with separators */
};

struct cleave_token {
  enum cleave_token_kind kind;
  struct cleave_range range; /* of a word from an expansion: empty, at the invocation */
  const char *name;          /* of a word */
};

/* Sorted by begin. The unit's arena owns the items and the names. */
struct cleave_tokens {
  struct cleave_token *items;
  size_t count;
};

/* Sets of token kinds. */
enum {
  CLEAVE_TOKENS_BLANK = 1 << CLEAVE_TOKEN_COMMENT | 1 << CLEAVE_TOKEN_CONDITIONAL, /* as one blank */
  CLEAVE_TOKENS_TEXT = CLEAVE_TOKENS_BLANK | 1 << CLEAVE_TOKEN_LITERAL | 1 << CLEAVE_TOKEN_RAW_STRING,
  CLEAVE_TOKENS_LOOP_HINT = 1 << CLEAVE_TOKEN_LOOP_HINT | 1 << CLEAVE_TOKEN_IGNORED_PRAGMA,
  CLEAVE_TOKENS_DIRECTIVE = 1 << CLEAVE_TOKEN_OPENMP_PRAGMA | 1 << CLEAVE_TOKEN_CLEAVE_PRAGMA |
                            1 << CLEAVE_TOKEN_CONDITIONAL | 1 << CLEAVE_TOKEN_OTHER_DIRECTIVE |
                            CLEAVE_TOKENS_LOOP_HINT
};

/* Returns the first of TOKENS that begins in RANGE and whose kind is in KINDS (bit 1 << kind); NULL if there is
 * none. If NAME is not NULL, only words with that name count. */
const struct cleave_token *cleave_find_token(const struct cleave_tokens *tokens, struct cleave_range range,
                                             uint32_t kinds, const char *name);

/* Whether the identifier NAME occurs in RANGE or in the expansion of a macro invoked there, whatever it denotes. */
bool cleave_mentions(const struct cleave_tokens *tokens, struct cleave_range range, const char *name);

#ifdef __cplusplus
}
#endif
#endif
