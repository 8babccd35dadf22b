/* FILE: lib/ptx/initializer.c
 * WHAT: parses the initial values of variables.
 */
#include <string.h>

#include "ptx/parser.h"

/* Zero bytes at the end are not written in the text, so the size of the text is no limit. */
enum { MOST_INITIALIZED_BYTES = 1 << 30 };

/* The bytes of the values that were parsed, in the order of memory. */
struct image {
  unsigned char *bytes;
  size_t size, capacity;
};

static void reserve(struct ptx_parser *parser, struct image *image, size_t size) {
  if (size > MOST_INITIALIZED_BYTES - parser->initialized_bytes) {
    ptx_fail(parser, "the initialized variables are too large");
    return;
  }
  if (size > image->capacity) {
    image->capacity = size > 2 * image->capacity ? size : 2 * image->capacity;
    unsigned char *larger = cleave_arena_allocate(parser->arena, image->capacity);
    if (image->size)
      memcpy(larger, image->bytes, image->size);
    image->bytes = larger;
  }
  if (size > image->size)
    image->size = size;
}

static void store(struct ptx_parser *parser, struct image *image, size_t offset, uint64_t value,
                  size_t bytes) {
  reserve(parser, image, offset + bytes);
  for (size_t i = 0; i < bytes && !parser->error; i++)
    image->bytes[offset + i] = i < sizeof value ? (unsigned char)(value >> 8 * i) : 0;
}

static void add_relocation(struct ptx_parser *parser, struct ptx_variable *variable,
                           struct ptx_relocation relocation) {
  CLEAVE_APPEND(parser->arena, variable->relocations, variable->relocation_count, relocation);
}

/* "name", "name+4", "generic(name)", "generic(name)+4"; "generic(name+4)" is accepted as well. */
static struct ptx_relocation parse_symbol(struct ptx_parser *parser, size_t offset) {
  struct ptx_relocation relocation = {.offset = offset, .symbol = ""};
  const bool is_generic = ptx_token_is(&parser->token, "generic");
  const struct ptx_name *name = ptx_expect_name(parser);
  relocation.generic = is_generic && ptx_accept(parser, '(');
  if (relocation.generic)
    name = ptx_expect_name(parser);
  if (name)
    relocation.symbol = name->text;
  if (ptx_next_is(parser, '+') || ptx_next_is(parser, '-'))
    relocation.addend = (int64_t)ptx_expect_expression(parser);
  if (relocation.generic)
    ptx_expect(parser, ')');
  if (ptx_next_is(parser, '+') || ptx_next_is(parser, '-'))
    relocation.addend += (int64_t)ptx_expect_expression(parser);
  return relocation;
}

/* "0xFF00(name)" is one byte of an address: the eight bytes must follow each other in memory. */
static void parse_masked(struct ptx_parser *parser, struct ptx_variable *variable, uint64_t mask,
                         size_t offset) {
  ptx_expect(parser, '(');
  const struct ptx_relocation relocation = parse_symbol(parser, offset);
  ptx_expect(parser, ')');
  unsigned byte = 0;
  while (byte < 8 && mask != (uint64_t)0xff << 8 * byte)
    byte++;
  if (byte == 0) {
    add_relocation(parser, variable, relocation);
    return;
  }
  const struct ptx_relocation *last =
      variable->relocation_count ? &variable->relocations[variable->relocation_count - 1] : NULL;
  if (byte == 8 || !last || last->offset + byte != offset || last->symbol != relocation.symbol ||
      last->addend != relocation.addend)
    ptx_fail(parser, "a part of an address is not among its eight bytes in order");
}

/* The bits of a literal of KIND as a value of TYPE. */
static uint64_t float_bits(enum ptx_type type, enum ptx_number_kind kind, uint64_t bits) {
  float single;
  double value;
  if (kind == NUMBER_FLOAT32 && type == PTX_F64) {
    const uint32_t low = (uint32_t)bits;
    memcpy(&single, &low, sizeof single);
    value = (double)single;
    memcpy(&bits, &value, sizeof bits);
  } else if (kind == NUMBER_FLOAT64 && type == PTX_F32) {
    uint32_t low;
    memcpy(&value, &bits, sizeof value);
    single = (float)value;
    memcpy(&low, &single, sizeof low);
    bits = low;
  }
  return bits;
}

static void parse_number(struct ptx_parser *parser, struct ptx_variable *variable, struct image *image,
                         size_t offset) {
  const size_t bytes = ptx_type_bytes(variable->type);
  bool is_negative = false;
  for (; ptx_next_is(parser, '-') || ptx_next_is(parser, '+'); ptx_advance(parser))
    is_negative ^= ptx_next_is(parser, '-');
  uint64_t value = 0;
  enum ptx_number_kind kind = NUMBER_INVALID;
  if (parser->token.kind == TOKEN_NUMBER)
    kind = ptx_read_number(&parser->token, &value);
  if (kind == NUMBER_INVALID) {
    ptx_fail(parser, "expected a value instead of %s", ptx_token_text(parser));
    return;
  }
  ptx_advance(parser);
  if (kind != NUMBER_INTEGER) {
    if (is_negative)
      value ^= (uint64_t)1 << (kind == NUMBER_FLOAT32 ? 31 : 63);
    value = float_bits(variable->type, kind, value);
  } else if (ptx_next_is(parser, '(')) {
    store(parser, image, offset, 0, bytes);
    parse_masked(parser, variable, value, offset);
    return;
  } else if (ptx_type_class(variable->type) == 'f' && bytes >= 4) {
    const double number = is_negative ? -(double)value : (double)value;
    memcpy(&value, &number, sizeof value);
    value = float_bits(variable->type, NUMBER_FLOAT64, value);
  } else if (is_negative) {
    value = 0 - value;
  }
  store(parser, image, offset, value, bytes);
}

static void parse_value(struct ptx_parser *parser, struct ptx_variable *variable, struct image *image,
                        size_t offset) {
  if (parser->token.kind != TOKEN_WORD) {
    parse_number(parser, variable, image, offset);
    return;
  }
  if (ptx_type_bytes(variable->type) != 8)
    ptx_fail(parser, "an address is stored in 8 bytes");
  store(parser, image, offset, 0, 8);
  add_relocation(parser, variable, parse_symbol(parser, offset));
}

/* The values of COUNT dimensions from OFFSET on; braces are those of the first of them, or of none. */
static void parse_level(struct ptx_parser *parser, struct ptx_variable *variable, struct image *image,
                        size_t *dimensions, size_t count, size_t offset) {
  size_t step = ptx_type_bytes(variable->type), values = 0;
  if (!count) {
    const bool has_brace = ptx_accept(parser, '{');
    parse_value(parser, variable, image, offset);
    if (has_brace)
      ptx_expect(parser, '}');
    return;
  }
  for (size_t i = 1; i < count; i++)
    step *= dimensions[i];
  ptx_expect(parser, '{');
  while (!ptx_next_is(parser, '}') && !parser->error) {
    if (dimensions[0] && values == dimensions[0])
      ptx_fail(parser, "too many values");
    else
      parse_level(parser, variable, image, dimensions + 1, count - 1, offset + values++ * step);
    if (!ptx_next_is(parser, '}'))
      ptx_expect(parser, ',');
  }
  ptx_expect(parser, '}');
  if (!dimensions[0])
    dimensions[0] = values;
}

void ptx_parse_initializer(struct ptx_parser *parser, struct ptx_variable *variable, size_t *dimensions,
                           size_t count) {
  struct image image = {0};
  uint64_t step = ptx_type_bytes(variable->type);
  for (size_t i = 1; i < count; i++)
    if (!dimensions[i] || (step *= dimensions[i]) > MOST_INITIALIZED_BYTES) {
      ptx_fail(parser, "a dimension is 0 or too large");
      return;
    }
  parse_level(parser, variable, &image, dimensions, count, 0);
  size_t bytes = ptx_type_bytes(variable->type);
  for (size_t i = 0; i < count; i++)
    bytes *= dimensions[i];
  reserve(parser, &image, bytes);
  for (size_t i = 0; i < variable->relocation_count; i++)
    if (variable->relocations[i].offset + 8 > bytes)
      ptx_fail(parser, "an address ends outside of its variable");
  if (parser->error)
    return;
  parser->initialized_bytes += bytes;
  variable->initial = image.bytes;
}
