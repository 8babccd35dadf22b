/* FILE: lib/image/embedded.c
 * WHAT: finds the device images in a host file.
 *
 * They are in the section .llvm.offloading of linked programs and of object files, and strip does not remove
 * them. LLVM wraps each in an offload binary: a header, an entry, a table of strings, the strings, the image.
 * All its offsets count from the header.
 */
#include "image/embedded.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "image/elf_view.h"

static const uint8_t magic[4] = {0x10, 0xff, 0x10, 0xad};

/* The version that LLVM 19 writes; it reads no other version. */
enum { VERSION = 1, ALIGNMENT = 8 };

/* LLVM writes two or three strings of about ten characters. Without limits, a corrupt file could make the
 * search for the ends of strings visit millions of bytes for each of millions of strings. */
enum { STRING_LIMIT = 64, TEXT_LIMIT = 1024 };

struct binary_header {
  uint8_t magic[4];
  uint32_t version;
  uint64_t size; /* of the whole offload binary */
  uint64_t entry_offset, entry_size;
};

struct binary_entry {
  uint16_t image_kind, producer;
  uint32_t flags;
  uint64_t string_offset, string_count; /* pairs of offsets: key, value */
  uint64_t image_offset, image_size;
};

/* Whether SIZE bytes at OFFSET lie inside of WHOLE bytes. */
static bool inside(uint64_t offset, uint64_t size, uint64_t whole) {
  return offset <= whole && size <= whole - offset;
}

/* The text at OFFSET, or NULL if it does not end inside of the SIZE BYTES. */
static const char *text_at(const uint8_t *bytes, size_t size, uint64_t offset) {
  if (offset >= size)
    return NULL;
  size_t rest = size - (size_t)offset;
  return memchr(bytes + offset, 0, rest < TEXT_LIMIT ? rest : TEXT_LIMIT) ? (const char *)bytes + offset
                                                                          : NULL;
}

/* Reads triple and architecture. Strings of other keys are ignored, but must exist. */
static bool read_strings(const uint8_t *bytes, size_t size, const struct binary_entry *entry,
                         struct cleave_arena *arena, struct cleave_embedded_image *image) {
  if (entry->string_count > STRING_LIMIT || !inside(entry->string_offset, entry->string_count * 16, size))
    return false;
  for (size_t i = 0; i < entry->string_count; i++) {
    uint64_t offsets[2];
    memcpy(offsets, bytes + entry->string_offset + i * sizeof offsets, sizeof offsets);
    const char *key = text_at(bytes, size, offsets[0]), *value = text_at(bytes, size, offsets[1]);
    if (!key || !value)
      return false;
    const char **place = !strcmp(key, "triple") ? &image->triple
                         : !strcmp(key, "arch") ? &image->architecture
                                                : NULL;
    if (place)
      *place = cleave_arena_copy(arena, value, strlen(value));
  }
  return true;
}

/* Reads the offload binary at the front of SIZE BYTES, and its own SIZE. */
static const char *read_binary(const uint8_t *bytes, size_t size, struct cleave_arena *arena,
                               struct cleave_embedded_image *image, size_t *length) {
  struct binary_header header;
  struct binary_entry entry;
  if (size < sizeof header)
    return "ends within its header: the file is truncated";
  memcpy(&header, bytes, sizeof header);
  if (header.version != VERSION)
    return cleave_arena_format(arena,
                               "is of version %u, while clang 19 writes version %d: compile "
                               "the program with clang 19",
                               header.version, VERSION);
  if (header.size > size)
    return "ends before the size in its header: the file is truncated";
  size = *length = (size_t)header.size;
  if (size < sizeof header || header.entry_size < sizeof entry ||
      !inside(header.entry_offset, sizeof entry, size))
    return "has a corrupt header";
  memcpy(&entry, bytes + header.entry_offset, sizeof entry);
  *image = (struct cleave_embedded_image){.triple = "", .architecture = ""};
  if (!inside(entry.image_offset, entry.image_size, size) || !read_strings(bytes, size, &entry, arena, image))
    return "has a corrupt entry";
  image->bytes = bytes + entry.image_offset;
  image->size = (size_t)entry.image_size;
  return NULL;
}

/* Reads the aligned offload binaries in SIZE BYTES; a linker fills gaps with zeros. SEARCH: any bytes may
 * precede and follow them. */
static const char *read_binaries(const uint8_t *bytes, size_t size, bool search, struct cleave_arena *arena,
                                 struct cleave_embedded *embedded) {
  for (size_t at = 0; at < size;) {
    if (size - at < sizeof magic || memcmp(bytes + at, magic, sizeof magic)) {
      if (!search && bytes[at])
        return "the section .llvm.offloading contains data other than device images";
      at += search ? ALIGNMENT : 1;
      continue;
    }
    struct cleave_embedded_image image;
    size_t length = 0;
    const char *error = read_binary(bytes + at, size - at, arena, &image, &length);
    if (error && search) { /* four bytes that only look like the magic */
      at += ALIGNMENT;
      continue;
    }
    if (error)
      return cleave_arena_format(arena, "device image %zu %s", embedded->count + 1, error);
    CLEAVE_APPEND(arena, embedded->images, embedded->count, image);
    at += search ? (length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT : length;
  }
  return NULL;
}

const char *cleave_embedded_read(const void *bytes, size_t size, struct cleave_arena *arena,
                                 struct cleave_embedded *embedded) {
  *embedded = (struct cleave_embedded){0};
  if (size < SELFMAG || memcmp(bytes, ELFMAG, SELFMAG))
    return "this is not an ELF file: a program, shared library or object file is required";
  struct elf_view view;
  const char *error = elf_view_read(bytes, size, arena, &view);
  /* `strip --strip-sections` leaves the images, but no section that contains them. */
  if (!error && !view.section_count)
    error = read_binaries(bytes, size, true, arena, embedded);
  for (size_t i = 0; !error && i < view.section_count; i++) {
    const struct elf_section *section = &view.sections[i];
    if (!strcmp(section->name, ".llvm.offloading") && section->bytes)
      error = read_binaries(section->bytes, section->size, false, arena, embedded);
  }
  if (error)
    *embedded = (struct cleave_embedded){0};
  return error;
}
