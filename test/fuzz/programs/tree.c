/* FILE: test/fuzz/programs/tree.c
 * WHAT: making and printing trees.
 */
#include "tree.h"

#include <stdarg.h>
#include <string.h>

#include "model/arena.h"
#include "model/text.h"

struct node *node_new(struct cleave_arena *arena, enum role role, const char *format, ...) {
  struct node *node = cleave_arena_allocate(arena, sizeof *node);
  node->role = role;
  va_list arguments;
  va_start(arguments, format);
  node->text = cleave_arena_vformat(arena, format, arguments);
  va_end(arguments);
  return node;
}

struct node *node_list(struct cleave_arena *arena) {
  struct node *node = cleave_arena_allocate(arena, sizeof *node);
  node->role = ROLE_LIST;
  return node;
}

struct node *node_add(struct cleave_arena *arena, struct node *parent, struct node *child) {
  CLEAVE_APPEND(arena, parent->children, parent->child_count, child);
  return parent;
}

struct node *node_removable(struct node *node) {
  node->removable = true;
  return node;
}

static bool is_gone(const struct node *node) {
  return node->gone || (node->follows && is_gone(node->follows));
}

void node_print(const struct node *node, struct cleave_text *out) {
  if (is_gone(node))
    return;
  if (node->instead) {
    node_print(node->instead, out);
    return;
  }
  if (node->role == ROLE_LIST) {
    for (size_t i = 0; i < node->child_count; i++)
      node_print(node->children[i], out);
    return;
  }
  size_t child = 0;
  for (const char *at = node->text; *at; at++) {
    if (*at != '@')
      cleave_text_append(out, at, 1);
    else
      node_print(node->children[child++], out);
  }
  if (node->role == ROLE_STATEMENT)
    cleave_text_add(out, "\n");
}

const char *text_indented(struct cleave_arena *arena, const char *text) {
  struct cleave_text out = {.arena = arena};
  int depth = 0;
  while (*text) {
    size_t length = strcspn(text, "\n");
    int columns = 2 * (depth - (*text == '}'));
    if (length)
      cleave_text_format(&out, "%*s%.*s\n", *text == '#' || columns < 0 ? 0 : columns, "", (int)length, text);
    for (size_t i = 0; i < length; i++)
      depth += (text[i] == '{') - (text[i] == '}');
    text += length + (text[length] == '\n');
  }
  return cleave_text_get(&out);
}
