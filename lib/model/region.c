/* FILE: lib/model/region.c
 * WHAT: queries of the region model that several folders use.
 */
#include "model/region.h"

#include <ctype.h>
#include <string.h>

#include "model/arena.h"

/* The length of the line's continuation at AT, a backslash and a line end, before END; 0 if there is none. */
static uint32_t continuation(const char *at, const char *end) {
  if (*at != '\\' || end - at < 2 || (at[1] != '\n' && at[1] != '\r'))
    return 0;
  return at[1] == '\r' && end - at >= 3 && at[2] == '\n' ? 3 : 2;
}

/* Whether a loop begins in RANGE after blanks, comments and loop hints. */
static bool begins_with_loop(const struct cleave_unit *unit, struct cleave_range range) {
  const uint32_t skipped = CLEAVE_TOKENS_LOOP_HINT | CLEAVE_TOKENS_BLANK;
  while (range.begin < range.end) {
    const struct cleave_range here = {range.begin, range.begin + 1};
    const struct cleave_token *token = cleave_find_token(&unit->tokens, here, skipped, NULL);
    if (!token && !isspace((unsigned char)unit->text[range.begin]))
      break;
    range.begin = token ? token->range.end : range.begin + 1;
  }
  static const char *const words[] = {"for", "while", "do"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (range.begin < range.end &&
        cleave_find_token(&unit->tokens, (struct cleave_range){range.begin, range.begin + 1},
                          1 << CLEAVE_TOKEN_WORD, words[i]))
      return true;
  return false;
}

const char *cleave_unit_hint(const struct cleave_unit *unit, const struct cleave_token *hint,
                             struct cleave_range range) {
  if (hint->kind == CLEAVE_TOKEN_IGNORED_PRAGMA || hint->range.end > range.end ||
      !begins_with_loop(unit, (struct cleave_range){hint->range.end, range.end}))
    return "";
  const char *words = cleave_unit_text(unit, (struct cleave_range){hint->range.begin + 1, hint->range.end});
  if (unit->text[hint->range.begin] == '_')
    return cleave_arena_format(unit->arena, "_%s ", words);
  return cleave_arena_format(unit->arena, "_Pragma(\"%s\") ", strstr(words, "pragma ") + strlen("pragma "));
}

const char *cleave_unit_text(const struct cleave_unit *unit, struct cleave_range range) {
  const uint32_t kinds = CLEAVE_TOKENS_TEXT | CLEAVE_TOKENS_LOOP_HINT;
  const char *stop = unit->text + range.end;
  const struct cleave_token *next = cleave_find_token(&unit->tokens, range, kinds, NULL);
  size_t length = 0, room = range.end - range.begin + 1;
  for (const struct cleave_token *hint = next; hint;
       hint = cleave_find_token(&unit->tokens, (struct cleave_range){hint->range.begin + 1, range.end},
                                CLEAVE_TOKENS_LOOP_HINT, NULL))
    room += strlen("_Pragma(\"\") ");
  char *text = cleave_arena_allocate(unit->arena, room);
  for (uint32_t i = range.begin; i < range.end;) {
    const char *at = unit->text + i;
    if (next && next->range.begin < i) /* after a token, and all tokens nested in it */
      next = cleave_find_token(&unit->tokens, (struct cleave_range){i, range.end}, kinds, NULL);
    if (next && next->range.begin == i && 1 << next->kind & CLEAVE_TOKENS_LOOP_HINT) {
      const char *hint = cleave_unit_hint(unit, next, range);
      memcpy(text + length, hint, strlen(hint));
      length += strlen(hint);
      i = next->range.end;
      continue;
    }
    if (next && next->range.begin == i) {
      const uint32_t end = next->range.end < range.end ? next->range.end : range.end;
      while (i < end && !(1 << next->kind & CLEAVE_TOKENS_BLANK)) { /* blanks count inside literals */
        const uint32_t skipped =
            next->kind == CLEAVE_TOKEN_RAW_STRING ? 0 : continuation(unit->text + i, stop);
        if (!skipped)
          text[length++] = unit->text[i];
        i += skipped ? skipped : 1;
      }
      i = end;
      if (!(1 << next->kind & CLEAVE_TOKENS_BLANK))
        continue;
    } else if (continuation(at, stop)) {
      i += continuation(at, stop); /* a word may continue after it */
      continue;
    } else if (isspace((unsigned char)*at)) {
      i++;
    } else {
      text[length++] = *at;
      i++;
      continue;
    }
    if (length && text[length - 1] != ' ')
      text[length++] = ' ';
  }
  while (length && text[length - 1] == ' ')
    length--;
  text[length] = '\0';
  return text;
}

/* The begin of the logical line that contains OFFSET. */
static uint32_t line_begin(const struct cleave_unit *unit, uint32_t offset) {
  const char *text = unit->text;
  for (; offset; offset--) {
    if (text[offset - 1] != '\n')
      continue;
    uint32_t before = offset - 1;
    if (before && text[before - 1] == '\r')
      before--;
    if (!before || text[before - 1] != '\\')
      break;
  }
  return offset;
}

bool cleave_unit_is_on_directive(const struct cleave_unit *unit, uint32_t offset) {
  const char *line = unit->text + line_begin(unit, offset);
  return line[strspn(line, " \t")] == '#';
}

struct cleave_range cleave_unit_directive_line(const struct cleave_unit *unit, uint32_t begin) {
  const char *text = unit->text;
  uint32_t end = begin;
  for (; text[end] && text[end] != '\n'; end++) {
    if (text[end] == '\\' && text[end + 1] == '\r')
      end++;
    if (text[end] == '/' && text[end + 1] == '*') {
      const char *close = strstr(text + end + 2, "*/");
      end = close ? (uint32_t)(close + 1 - text) : (uint32_t)unit->length - 1;
    } else if (text[end] == '\\' || (text[end] == '\r' && text[end - 1] == '\\')) {
      end++; /* without the line end */
    }
  }
  return (struct cleave_range){begin, end};
}

/* The begin of the number or word that ends before OFFSET. */
static uint32_t begin_of_word(const struct cleave_unit *unit, uint32_t offset) {
  const char *text = unit->text;
  while (offset && (isalnum((unsigned char)text[offset - 1]) || strchr("_.'", text[offset - 1])))
    offset--;
  return offset;
}

/* The end of the raw string whose first quote is at OFFSET; OFFSET if there is none. */
static uint32_t raw_string_end(const struct cleave_unit *unit, uint32_t offset) {
  static const char *const prefixes[] = {"R", "LR", "uR", "UR", "u8R"};
  const char *text = unit->text;
  const uint32_t begin = begin_of_word(unit, offset);
  bool is_raw = false;
  for (size_t i = 0; unit->cplusplus && i < sizeof prefixes / sizeof *prefixes; i++)
    is_raw |= strlen(prefixes[i]) == offset - begin && !memcmp(text + begin, prefixes[i], offset - begin);
  const char *open = is_raw ? strchr(text + offset, '(') : NULL;
  if (!open)
    return offset;
  const size_t length = (size_t)(open - text) - offset - 1;
  for (const char *close = open; (close = strchr(close, ')')); close++)
    if (!strncmp(close + 1, text + offset + 1, length) && close[1 + length] == '"')
      return (uint32_t)(close + 2 + length - text);
  return offset;
}

uint32_t cleave_unit_literal_end(const struct cleave_unit *unit, uint32_t offset) {
  const char *text = unit->text, quote = text[offset];
  if (quote != '"' && quote != '\'')
    return offset;
  if (quote == '\'' && isdigit((unsigned char)text[begin_of_word(unit, offset)]))
    return offset; /* between digits */
  const uint32_t raw = quote == '"' ? raw_string_end(unit, offset) : offset;
  if (raw > offset)
    return raw;
  for (uint32_t at = offset + 1; at < unit->length && text[at] != '\n'; at++) {
    if (text[at] == quote)
      return at + 1;
    if (text[at] == '\\')
      at += text[at + 1] == '\r' && text[at + 2] == '\n' ? 2 : 1;
  }
  return offset;
}

uint32_t cleave_unit_comment_end(const struct cleave_unit *unit, uint32_t offset) {
  const char *at = unit->text + offset;
  if (at[0] != '/' || (at[1] != '/' && at[1] != '*'))
    return offset;
  if (at[1] == '/')
    return cleave_unit_directive_line(unit, offset).end;
  const char *close = strstr(at + 2, "*/");
  return close ? (uint32_t)(close + 2 - unit->text) : (uint32_t)unit->length;
}

/* The number of line ends before OFFSET. Queries usually come in the order of the text. So a count from the last offset is much shorter
 * than from the begin of the file. */
static uint32_t line_ends_before(const struct cleave_unit *unit, uint32_t offset) {
  if (offset > unit->length)
    offset = (uint32_t)unit->length;
  uint32_t at = unit->asked_offset, lines = unit->asked_line; /* line ends before AT */
  for (; at < offset; at++)
    lines += unit->text[at] == '\n';
  for (; at > offset; at--)
    lines -= unit->text[at - 1] == '\n';
  struct cleave_unit *memory = (struct cleave_unit *)unit; /* units are made by one thread, and never const */
  memory->asked_offset = at;
  memory->asked_line = lines;
  return lines;
}

uint32_t cleave_unit_line(const struct cleave_unit *unit, uint32_t offset) {
  size_t low = 0, high = unit->line_begin_count; /* the begins below LOW are not behind OFFSET */
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (unit->line_begins[middle].offset <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  if (!low)
    return line_ends_before(unit, offset) + 1;
  const struct cleave_line_begin *begin = &unit->line_begins[low - 1];
  const uint32_t ends = line_ends_before(unit, begin->offset);
  return begin->line + (line_ends_before(unit, offset) - ends);
}

const struct cleave_fact *cleave_region_find_fact(const struct cleave_region *region, uint32_t node,
                                                  uint64_t mask) {
  const struct cleave_node *it = &region->nodes[node];
  for (size_t i = 0; i < it->fact_count; i++)
    if (mask >> it->facts[i].kind & 1)
      return &it->facts[i];
  for (uint32_t child = it->first_child; child != CLEAVE_NO_NODE; child = region->nodes[child].next) {
    const struct cleave_fact *fact = cleave_region_find_fact(region, child, mask);
    if (fact)
      return fact;
  }
  return NULL;
}

static void add_uses(const struct cleave_region *region, uint32_t node, uint32_t variable, uint32_t *flags,
                     bool *unprotected, uint32_t *offset) {
  const struct cleave_node *it = &region->nodes[node];
  for (size_t i = 0; i < it->use_count; i++) {
    const struct cleave_use *use = &it->uses[i];
    if (use->variable != variable || !use->flags)
      continue;
    bool writes = use->flags & CLEAVE_USE_WRITE;
    if (offset && (!*flags || (writes && !(*flags & CLEAVE_USE_WRITE))))
      *offset = use->offset;
    if (writes && !(use->flags & CLEAVE_USE_PROTECTED))
      *unprotected = true;
    *flags |= use->flags;
  }
  for (uint32_t child = it->first_child; child != CLEAVE_NO_NODE; child = region->nodes[child].next)
    add_uses(region, child, variable, flags, unprotected, offset);
}

uint32_t cleave_region_uses(const struct cleave_region *region, uint32_t node, uint32_t variable,
                            uint32_t *offset) {
  uint32_t flags = 0;
  bool unprotected = false;
  add_uses(region, node, variable, &flags, &unprotected, offset);
  return unprotected ? flags & ~(uint32_t)CLEAVE_USE_PROTECTED : flags;
}

bool cleave_variable_is_mapped_object(const struct cleave_region *region, uint32_t index) {
  const struct cleave_variable *variable = &region->variables[index];
  bool is_listed = false;
  for (size_t i = 0; i < region->map_count; i++)
    if (region->maps[i].variable == index && !(region->maps[i].flags & CLEAVE_MAP_MEMBER)) {
      if (is_listed || (region->maps[i].flags & ~(unsigned)CLEAVE_MAP_IN_MACRO) != CLEAVE_MAP_WHOLE)
        return false;
      is_listed = true;
    }
  return variable->type_class != CLEAVE_TYPE_POINTER && variable->type_class != CLEAVE_TYPE_OTHER &&
         !variable->is_thread_local && !variable->is_structured_binding_or_capture && !variable->is_linked &&
         !variable->may_be_partly_present && !variable->is_volatile && !variable->is_atomic &&
         (variable->sharing == CLEAVE_SHARING_MAPPED
              ? is_listed
              : !variable->is_this && !is_listed &&
                    (variable->sharing == CLEAVE_SHARING_IMPLICIT_MAP ||
                     variable->sharing == CLEAVE_SHARING_DECLARE_TARGET));
}

bool cleave_region_contains(const struct cleave_region *region, uint32_t node, enum cleave_node_kind kind) {
  if (region->nodes[node].kind == kind)
    return true;
  for (uint32_t child = region->nodes[node].first_child; child != CLEAVE_NO_NODE;
       child = region->nodes[child].next)
    if (cleave_region_contains(region, child, kind))
      return true;
  return false;
}

const struct cleave_clause *cleave_clause_find(const struct cleave_clause *clauses, size_t count,
                                               enum cleave_clause_kind kind) {
  for (size_t i = 0; i < count; i++)
    if (clauses[i].kind == kind)
      return &clauses[i];
  return NULL;
}
