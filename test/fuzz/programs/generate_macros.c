/* FILE: test/fuzz/programs/generate_macros.c
 * WHAT: directives and heads of loops that do not stand in the program as such, but come out of macros
 *       or of the operator _Pragma. The program means the same.
 */
#include "generate.h"

#include <stdio.h>
#include <string.h>

#include "model/arena.h"
#include "model/text.h"

/* If TEXT begins with `for (int I = 0; I < n; I++)`, its length; the name goes to NAME. */
static size_t loop_head(const char *text, char *name, size_t room) {
  static const char begin[] = "for (int ";
  const size_t length = strcspn(text + strlen(begin) * !strncmp(text, begin, strlen(begin)), " ");
  if (strncmp(text, begin, strlen(begin)) || length >= room)
    return 0;
  memcpy(name, text + strlen(begin), length);
  name[length] = '\0';
  char head[128];
  const int written = snprintf(head, sizeof head, "for (int %s = 0; %s < n; %s++)", name, name, name);
  return strncmp(text, head, (size_t)written) ? 0 : (size_t)written;
}

/* Writes the directive whose words begin at WORDS, up to the line end, in one of two ways. Returns false
 * if it is to stay a line. */
static bool write_directive(struct generator *generator, struct cleave_text *out, const char *words) {
  const int length = (int)strcspn(words, "\n");
  if (!strncmp(words, "declare", 7) || !strncmp(words, "end ", 4) || chance(generator, 25))
    return false;
  cleave_text_format(out, chance(generator, 40) ? "_Pragma(\"omp %.*s\")" : "OMP(%.*s)", length, words);
  return true;
}

static const char *in_macros(struct generator *generator, const char *text) {
  static const char pragma[] = "#pragma omp ", parallel[] = "#pragma omp parallel for\n";
  struct cleave_text out = {.arena = generator->arena};
  char name[64];
  while (*text) {
    size_t head = 0;
    if (!strncmp(text, parallel, strlen(parallel)) && chance(generator, 50) &&
        (head = loop_head(text + strlen(parallel), name, sizeof name))) {
      cleave_text_format(&out, "PARALLEL_EACH(%s, n)", name);
      text += strlen(parallel) + head;
    } else if (!strncmp(text, pragma, strlen(pragma)) &&
               write_directive(generator, &out, text + strlen(pragma))) {
      text += strcspn(text, "\n");
    } else if ((head = loop_head(text, name, sizeof name)) && chance(generator, 50)) {
      cleave_text_format(&out, "EACH(%s, n)", name);
      text += head;
    } else {
      cleave_text_append(&out, text++, 1);
    }
  }
  return cleave_text_get(&out);
}

void put_in_macros(struct generator *generator, struct node *tree) {
  if (tree->role == ROLE_STATEMENT)
    tree->text = in_macros(generator, tree->text);
  for (size_t i = 0; i < tree->child_count; i++)
    put_in_macros(generator, tree->children[i]);
}
