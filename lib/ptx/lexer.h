/* FILE: lib/ptx/lexer.h
 * WHAT: the tokens of PTX text.
 */
#ifndef CLEAVE_PTX_LEXER_H
#define CLEAVE_PTX_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ptx_token_kind {
  TOKEN_END,
  TOKEN_WORD,   /* a name or an opcode; a special register with its component: "%tid.x" */
  TOKEN_DOT,    /* a directive or modifier; its text is without the dot, with parts such as "shared::cta" */
  TOKEN_NUMBER, /* integer or floating point, without a sign */
  TOKEN_STRING, /* its text is without the quotes; escapes stay */
  TOKEN_MARK,   /* one character of punctuation */
  TOKEN_INVALID /* a character that begins no token, or a string without an end */
};

struct ptx_token {
  enum ptx_token_kind kind;
  const char *text;
  size_t length;
  unsigned line;
};

struct ptx_lexer {
  const char *at, *end;
  unsigned line;
};

/* Reads the next token. At the end of the text, and on every later call, it is TOKEN_END. */
void ptx_next_token(struct ptx_lexer *lexer, struct ptx_token *token);

bool ptx_token_is(const struct ptx_token *token, const char *text);

enum ptx_number_kind { NUMBER_INTEGER, NUMBER_FLOAT32, NUMBER_FLOAT64, NUMBER_INVALID };

/* The value of TOKEN_NUMBER: an integer or the bits of a floating-point number. */
enum ptx_number_kind ptx_read_number(const struct ptx_token *token, uint64_t *bits);

#endif
