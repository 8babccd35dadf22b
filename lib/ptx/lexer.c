/* FILE: lib/ptx/lexer.c
 * WHAT: splits PTX text into tokens.
 */
#include "ptx/lexer.h"

#include <stdlib.h>
#include <string.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_hexadecimal(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
static bool begins_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%';
}
static bool is_in_word(char c) { return (begins_word(c) && c != '%') || is_digit(c); }

/* The character at OFFSET from the current one; 0 if the text ends before it. */
static char peek(const struct ptx_lexer *lexer, size_t offset) {
  return (size_t)(lexer->end - lexer->at) > offset ? lexer->at[offset] : 0;
}

static void skip_comment(struct ptx_lexer *lexer) {
  const bool is_line = lexer->at[1] == '/';
  for (lexer->at += 2; lexer->at < lexer->end; lexer->at++) {
    if (is_line && *lexer->at == '\n')
      return;
    if (!is_line && *lexer->at == '*' && peek(lexer, 1) == '/') {
      lexer->at += 2;
      return;
    }
    lexer->line += *lexer->at == '\n';
  }
}

static void skip_space(struct ptx_lexer *lexer) {
  while (lexer->at < lexer->end) {
    const char c = *lexer->at;
    if (c == '/' && (peek(lexer, 1) == '/' || peek(lexer, 1) == '*')) {
      skip_comment(lexer);
      continue;
    }
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\v' && c != '\f' && c != 0)
      return;
    lexer->line += c == '\n';
    lexer->at++;
  }
}

static void skip_word(struct ptx_lexer *lexer) {
  const bool is_register = *lexer->at++ == '%';
  while (is_in_word(peek(lexer, 0)))
    lexer->at++;
  if (is_register && peek(lexer, 0) == '.' && is_in_word(peek(lexer, 1)))
    for (lexer->at++; is_in_word(peek(lexer, 0));)
      lexer->at++;
}

/* "L2::128B" is one part. */
static void skip_parts(struct ptx_lexer *lexer) {
  for (;;) {
    while (is_in_word(peek(lexer, 0)))
      lexer->at++;
    if (peek(lexer, 0) != ':' || peek(lexer, 1) != ':' || !is_in_word(peek(lexer, 2)))
      return;
    lexer->at += 2;
  }
}

static void skip_digits(struct ptx_lexer *lexer) {
  while (is_digit(peek(lexer, 0)))
    lexer->at++;
}

static void skip_number(struct ptx_lexer *lexer) {
  const char second = peek(lexer, 1);
  if (*lexer->at == '0' && second && strchr("xXfFdDbB", second)) {
    const size_t most = second == 'f' || second == 'F' ? 8 : second == 'd' || second == 'D' ? 16 : SIZE_MAX;
    lexer->at += 2;
    for (size_t count = 0; count < most && is_hexadecimal(peek(lexer, 0)); count++)
      lexer->at++;
  } else {
    skip_digits(lexer);
    if (peek(lexer, 0) == '.') {
      lexer->at++;
      skip_digits(lexer);
    }
    const char sign = peek(lexer, 1);
    if ((peek(lexer, 0) == 'e' || peek(lexer, 0) == 'E') &&
        (is_digit(sign) || ((sign == '+' || sign == '-') && is_digit(peek(lexer, 2))))) {
      lexer->at += 2;
      skip_digits(lexer);
    }
  }
  if (peek(lexer, 0) == 'U')
    lexer->at++;
}

static void read_string(struct ptx_lexer *lexer, struct ptx_token *token) {
  token->text = ++lexer->at;
  while (lexer->at < lexer->end && *lexer->at != '"' && *lexer->at != '\n')
    lexer->at += *lexer->at == '\\' && peek(lexer, 1) && peek(lexer, 1) != '\n' ? 2 : 1;
  token->length = (size_t)(lexer->at - token->text);
  token->kind = peek(lexer, 0) == '"' ? TOKEN_STRING : TOKEN_INVALID;
  if (token->kind == TOKEN_STRING)
    lexer->at++;
}

void ptx_next_token(struct ptx_lexer *lexer, struct ptx_token *token) {
  skip_space(lexer);
  *token = (struct ptx_token){.kind = TOKEN_END, .text = lexer->at, .line = lexer->line};
  if (lexer->at == lexer->end)
    return;
  const char c = *lexer->at;
  if (c == '"') {
    read_string(lexer, token);
    return;
  }
  if (begins_word(c)) {
    token->kind = TOKEN_WORD;
    skip_word(lexer);
  } else if (is_digit(c)) {
    token->kind = TOKEN_NUMBER;
    skip_number(lexer);
  } else if (c == '.' && is_in_word(peek(lexer, 1))) {
    token->kind = TOKEN_DOT;
    token->text = ++lexer->at;
    skip_parts(lexer);
  } else {
    token->kind = strchr("{}()[],;:+-*!~@|=<>#&/^?", c) ? TOKEN_MARK : TOKEN_INVALID;
    lexer->at++;
  }
  token->length = (size_t)(lexer->at - token->text);
}

bool ptx_token_is(const struct ptx_token *token, const char *text) {
  return strlen(text) == token->length && !memcmp(text, token->text, token->length);
}

static enum ptx_number_kind read_digits(const char *digits, unsigned base, uint64_t *bits) {
  uint64_t value = 0;
  if (!*digits)
    return NUMBER_INVALID;
  for (; *digits; digits++) {
    const unsigned digit =
        is_digit(*digits) ? (unsigned)(*digits - '0') : (unsigned)((*digits | 32) - 'a') + 10;
    if (digit >= base || __builtin_mul_overflow(value, (uint64_t)base, &value) ||
        __builtin_add_overflow(value, (uint64_t)digit, &value))
      return NUMBER_INVALID;
  }
  *bits = value;
  return NUMBER_INTEGER;
}

enum ptx_number_kind ptx_read_number(const struct ptx_token *token, uint64_t *bits) {
  char text[128];
  size_t length = token->length;
  if (length && token->text[length - 1] == 'U')
    length--;
  if (length >= sizeof text)
    return NUMBER_INVALID;
  memcpy(text, token->text, length);
  text[length] = 0;
  switch (text[0] == '0' ? text[1] | 32 : 0) {
  case 'x':
    return read_digits(text + 2, 16, bits);
  case 'b':
    return read_digits(text + 2, 2, bits);
  case 'f':
    return length == 10 && read_digits(text + 2, 16, bits) == NUMBER_INTEGER ? NUMBER_FLOAT32
                                                                             : NUMBER_INVALID;
  case 'd':
    return length == 18 && read_digits(text + 2, 16, bits) == NUMBER_INTEGER ? NUMBER_FLOAT64
                                                                             : NUMBER_INVALID;
  }
  if (strpbrk(text, ".eE")) {
    const double value = strtod(text, NULL);
    memcpy(bits, &value, sizeof value);
    return NUMBER_FLOAT64;
  }
  return read_digits(text, text[0] == '0' && text[1] ? 8 : 10, bits);
}
