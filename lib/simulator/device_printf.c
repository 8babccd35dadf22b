/* FILE: lib/simulator/device_printf.c
 * WHAT: vprintf of device code: a format and a buffer that holds the arguments, each aligned to its size. The output of
 *       a block appears when the launch ends, in the order of the blocks.
 */
#include <stdio.h>
#include <stdlib.h>

#include "simulator/machine.h"

enum { FORMAT_MOST = 4096, PIECE_MOST = 4096 };

/* Reads the text at ADDRESS. Returns false after a fault. */
static bool read_text(struct warp *warp, const struct operation *operation, unsigned lane, uint64_t address,
                      char *text, size_t size) {
  for (size_t i = 0; i + 1 < size; i++) {
    const char *from = memory_at(warp, operation, lane, address + i, 1);
    if (!from)
      return false;
    text[i] = *from;
    if (!text[i])
      return true;
  }
  text[size - 1] = 0;
  return true;
}

static void append(struct block *block, const char *text, size_t bytes) {
  if (block->printed_bytes + bytes > block->printed_capacity) {
    block->printed_capacity = 2 * (block->printed_bytes + bytes) + 256;
    block->printed = realloc(block->printed, block->printed_capacity);
  }
  memcpy(block->printed + block->printed_bytes, text, bytes);
  block->printed_bytes += bytes;
}

/* Where the arguments of one call are. */
struct arguments {
  struct warp *warp;
  const struct operation *operation;
  unsigned lane;
  uint64_t buffer, offset;
  bool failed;
};

static uint64_t next_argument(struct arguments *arguments, size_t bytes) {
  uint64_t value = 0;
  arguments->offset = (arguments->offset + bytes - 1) / bytes * bytes;
  const void *from = memory_at(arguments->warp, arguments->operation, arguments->lane,
                               arguments->buffer + arguments->offset, bytes);
  arguments->offset += bytes;
  arguments->failed |= !from;
  if (from)
    memcpy(&value, from, bytes);
  return value;
}

/* Prints the argument of the conversion SPECIFICATION, "%-8.3lf", whose last character is CONVERSION. */
static void print_argument(struct arguments *arguments, const char *specification, char conversion) {
  char piece[PIECE_MOST], text[FORMAT_MOST];
  int bytes = 0;
  const bool is_long = strchr(specification, 'l') || strchr(specification, 'z') ||
                       strchr(specification, 'j') || strchr(specification, 't');
  switch (conversion) {
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X': {
    const uint64_t value = next_argument(arguments, is_long ? 8 : 4);
    bytes = is_long ? snprintf(piece, sizeof piece, specification, value)
                    : snprintf(piece, sizeof piece, specification, (unsigned)value);
    break;
  }
  case 'c':
    bytes = snprintf(piece, sizeof piece, specification, (int)next_argument(arguments, 4));
    break;
  case 'p':
    bytes = snprintf(piece, sizeof piece, specification, (void *)(uintptr_t)next_argument(arguments, 8));
    break;
  case 's': {
    const uint64_t address = next_argument(arguments, 8);
    if (!address)
      snprintf(text, sizeof text, "(null)");
    else if (!read_text(arguments->warp, arguments->operation, arguments->lane, address, text, sizeof text))
      return;
    bytes = snprintf(piece, sizeof piece, specification, text);
    break;
  }
  default: {
    const uint64_t bits = next_argument(arguments, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    bytes = snprintf(piece, sizeof piece, specification, value);
  }
  }
  if (bytes > 0)
    append(arguments->warp->block, piece, (size_t)bytes < sizeof piece ? (size_t)bytes : sizeof piece - 1);
}

/* Copies the conversion that begins at *FORMAT; a width or precision "*" is replaced by its argument. Returns its last
 * character, 0 if it is none that vprintf has. */
static char read_specification(struct arguments *arguments, const char **format, char *specification,
                               size_t size) {
  size_t used = 0;
  const char *at = *format;
  specification[used++] = *at++;
  while (*at && strchr("-+ #0123456789.*hlzjt", *at) && used + 16 < size) {
    if (*at == '*')
      used += (size_t)snprintf(specification + used, size - used, "%d", (int)next_argument(arguments, 4));
    else
      specification[used++] = *at;
    at++;
  }
  const char conversion = *at;
  specification[used++] = conversion;
  specification[used] = 0;
  *format = conversion ? at + 1 : at;
  return conversion && strchr("diouxXcpsaAeEfFgG", conversion) ? conversion : 0;
}

static void print_lane(struct arguments *arguments, const char *format) {
  struct block *block = arguments->warp->block;
  while (*format && !arguments->failed) {
    const size_t plain = strcspn(format, "%");
    append(block, format, plain);
    format += plain;
    if (format[0] == '%' && format[1] == '%') {
      append(block, "%", 1);
      format += 2;
    } else if (*format) {
      char specification[64];
      const char conversion = read_specification(arguments, &format, specification, sizeof specification);
      if (conversion)
        print_argument(arguments, specification, conversion);
      else
        append(block, specification, strlen(specification));
    }
  }
}

void print_formatted(struct warp *warp, const struct call_site *site, lane_mask mask) {
  const struct operation *operation = &warp->operations[warp->current->pc];
  for (unsigned lane = 0; lane < LANES; lane++) {
    uint64_t format = 0, buffer = 0;
    char text[FORMAT_MOST];
    if (!(mask >> lane & 1) || site->argument_count < 2)
      continue;
    memcpy(&format, library_argument(warp, site, 0, lane), sizeof format);
    memcpy(&buffer, library_argument(warp, site, 1, lane), sizeof buffer);
    struct arguments arguments = {.warp = warp, .operation = operation, .lane = lane, .buffer = buffer};
    if (!read_text(warp, operation, lane, format, text, sizeof text))
      return;
    print_lane(&arguments, text);
    const int32_t result = 0;
    if (site->result_count)
      memcpy(library_result(warp, site, lane), &result, sizeof result);
  }
}
