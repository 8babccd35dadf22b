/* FILE: lib/print/compiler_form.c
 * WHAT: the edited text for the compiler: the number of lines and the line of each statement do not change.
 */
#include <ctype.h>
#include <string.h>

#include "model/arena.h"
#include "model/text.h"
#include "print/calls.h"
#include "print/print.h"

/* A word does not become a part of the one before: a statement may be the name of a macro. */
static void separate(struct cleave_text *out) {
  if (out->length &&
      (isalnum((unsigned char)out->data[out->length - 1]) || out->data[out->length - 1] == '_'))
    cleave_text_append(out, " ", 1);
}

static void write_pragma(struct cleave_text *out, const struct cleave_piece *piece) {
  separate(out);
  cleave_text_add(out, "_Pragma(\"omp ");
  for (const char *at = piece->text; *at; at++) {
    if (*at == '"' || *at == '\\')
      cleave_text_append(out, "\\", 1);
    cleave_text_append(out, at, 1);
  }
  if (piece->compiler_clauses)
    cleave_text_add(out, piece->compiler_clauses);
  cleave_text_add(out, "\") ");
}

static void write_piece(struct cleave_text *out, const struct cleave_piece *piece) {
  if (piece->audience == CLEAVE_FOR_READER)
    return;
  switch (piece->kind) {
  case CLEAVE_PIECE_TEXT:
  case CLEAVE_PIECE_WORD:
    cleave_text_add(out, piece->text);
    return;
  case CLEAVE_PIECE_PRAGMA:
    write_pragma(out, piece);
    return;
  case CLEAVE_PIECE_OPEN:
    cleave_text_add(out, "{ ");
    return;
  case CLEAVE_PIECE_CLOSE:
    cleave_text_add(out, " }");
    return;
  case CLEAVE_PIECE_HINT:
    return;
  case CLEAVE_PIECE_STATEMENT:
    separate(out);
    cleave_text_format(out, "%s ", piece->text);
    return;
  case CLEAVE_PIECE_DECLARE: /* The user wrote one variable, and debuggers show it. */
    separate(out);
    cleave_text_format(out, CLEAVE_NO_DEBUG "%s ", piece->text);
    return;
  }
}

const char *cleave_print_for_compiler(const struct cleave_unit *unit, const struct cleave_edits *edits,
                                      size_t *length) {
  struct cleave_text out = {.arena = unit->arena};
  uint32_t at = 0;
  for (size_t i = 0; i < edits->count; i++) {
    const struct cleave_edit *edit = &edits->items[i];
    cleave_text_append(&out, unit->text + at, edit->range.begin - at);
    for (size_t p = 0; p < edit->piece_count; p++)
      write_piece(&out, &edit->pieces[p]);
    for (uint32_t byte = edit->range.begin; byte < edit->range.end; byte++)
      if (unit->text[byte] == '\n')
        cleave_text_append(&out, "\n", 1);
    at = edit->range.end;
  }
  cleave_text_append(&out, unit->text + at, unit->length - at);
  *length = out.length;
  return cleave_text_get(&out);
}

#define DIGEST_BASIS UINT64_C(0xcbf29ce484222325)

static void digest_bytes(uint64_t *digest, const void *bytes, size_t length) {
  for (size_t i = 0; i < length; i++)
    *digest = (*digest ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
}

/* Adds the text that the COUNT edits make the compiler read to DIGEST. Places count from BEGIN: with -save-temps, host
 * and device compile preprocessed text, after different headers; macros may have different expansions there, and only
 * lines count. */
static void digest_edits(uint64_t *digest, const struct cleave_unit *unit, uint32_t begin,
                         const struct cleave_edit *edits, size_t count) {
  begin = cleave_print_origin(unit, begin);
  for (size_t i = 0; i < count; i++) {
    struct cleave_range place = {cleave_print_origin(unit, edits[i].range.begin),
                                 cleave_print_origin(unit, edits[i].range.end)};
    if (unit->preprocessed)
      place = (struct cleave_range){cleave_unit_line(unit, place.begin) - cleave_unit_line(unit, begin),
                                    cleave_unit_line(unit, place.end) - cleave_unit_line(unit, begin)};
    else
      place = (struct cleave_range){place.begin - begin, place.end - begin};
    struct cleave_text text = {.arena = unit->arena};
    for (size_t p = 0; p < edits[i].piece_count; p++)
      write_piece(&text, &edits[i].pieces[p]);
    if (!text.length && place.begin == place.end)
      continue;
    digest_bytes(digest, &place, sizeof place);
    digest_bytes(digest, cleave_text_get(&text), text.length + 1);
  }
}

uint64_t cleave_print_digest(const struct cleave_unit *unit, const struct cleave_region *region,
                             const struct cleave_edit *edits, size_t count) {
  uint64_t digest = DIGEST_BASIS;
  digest_bytes(&digest, &region->hints, sizeof region->hints);
  for (size_t i = 0; i < region->node_count; i++)
    digest_bytes(&digest, &region->nodes[i].hints, sizeof region->nodes[i].hints);
  digest_edits(&digest, unit, region->offset, edits, count);
  return digest;
}

uint64_t cleave_print_edits_digest(const struct cleave_unit *unit, uint32_t begin,
                                   const struct cleave_edit *edits, size_t count) {
  uint64_t digest = DIGEST_BASIS;
  digest_edits(&digest, unit, begin, edits, count);
  return digest;
}
