/* FILE: test/fuzz/programs/tree.h
 * WHAT: the tree of a generated program. A node is a piece of C text with places for other nodes; the
 *       shrinker drops nodes and puts children in the place of their parents.
 */
#ifndef CLEAVE_FUZZ_TREE_H
#define CLEAVE_FUZZ_TREE_H

#include <stdbool.h>
#include <stddef.h>

struct cleave_arena;
struct cleave_text;

enum role {
  ROLE_STATEMENT,  /* one or more lines */
  ROLE_EXPRESSION, /* an integer or floating-point value; any other one may stand in its place */
  ROLE_CLAUSE,     /* begins with a blank */
  ROLE_LIST        /* its children, one after the other */
};

struct node {
  enum role role;
  const char *text; /* each '@' stands for the next child; NULL for a list */
  struct node **children;
  size_t child_count;
  bool removable;             /* the program stays meaningful without it */
  bool gone;                  /* dropped by the shrinker */
  const struct node *follows; /* if not NULL: not printed either when that one is gone */
  struct node *instead;       /* if not NULL: printed in its place (set by the shrinker) */
};

/* A node without children, its text formatted as by printf. ARENA owns it. */
struct node *node_new(struct cleave_arena *arena, enum role role, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
struct node *node_list(struct cleave_arena *arena);

/* As node_new for the most common kinds: a removable statement or clause; a leaf of an expression. */
#define STATEMENT(arena, ...) node_removable(node_new((arena), ROLE_STATEMENT, __VA_ARGS__))
#define CLAUSE(arena, ...) node_removable(node_new((arena), ROLE_CLAUSE, __VA_ARGS__))
#define EXPRESSION(arena, ...) node_new((arena), ROLE_EXPRESSION, __VA_ARGS__)

/* Both return their first node. */
struct node *node_add(struct cleave_arena *arena, struct node *parent, struct node *child);
struct node *node_removable(struct node *node);

/* Appends the text of NODE, with every line on its own but not yet indented. */
void node_print(const struct node *node, struct cleave_text *out);

/* TEXT with the lines indented by the braces around them. ARENA owns the copy. */
const char *text_indented(struct cleave_arena *arena, const char *text);

#endif
