/* FILE: lib/timeline/advice_text.c
 * WHAT: prints transfers for nothing, and the directives that avoid them.
 */
#include <string.h>

#include "model/text.h"
#include "timeline/timeline.h"

enum { MAX_ADVICES = 10, MAX_PLACES = 5 };

/* "'a[0:n]' and 'b[0:n]'", with at most MOST of the COUNT texts. */
static void list(struct cleave_text *out, const char **texts, size_t count, size_t most, const char *quote) {
  const size_t shown = count < most ? count : most;
  for (size_t i = 0; i < shown; i++)
    cleave_text_format(out, "%s%s%s%s", i ? ", " : "", quote, texts[i], quote);
  if (shown < count)
    cleave_text_format(out, " and %zu more", count - shown);
}

static void add_list(struct cleave_text *out, const char *type, const char **items, size_t count) {
  for (size_t i = 0; i < count; i++)
    cleave_text_format(out, "%s%s", i ? ", " : type, items[i]);
  if (count)
    cleave_text_add(out, ")");
}

/* Prints a directive, of which each object is an item: exchanged pointers both, another name of one object not. */
static void directive(struct cleave_text *out, const char *where, const char *begin,
                      const struct cleave_timeline_advice *advice) {
  cleave_text_format(out, "     %-32s #pragma omp target ", where);
  add_list(out, begin, advice->items,
           advice->objects < advice->item_count ? advice->objects : advice->item_count);
  cleave_text_add(out, "\n");
}

static void enter_directive(struct cleave_text *out, const struct cleave_timeline_advice *advice) {
  /* Objects that share a name at first: their other names tell them apart. */
  if (advice->copied_count + advice->allocated_count < advice->objects || !advice->allocated_count) {
    directive(out, "insert before these regions:", "enter data map(to: ", advice);
    return;
  }
  cleave_text_format(out, "     %-32s #pragma omp target enter data", "insert before these regions:");
  add_list(out, " map(to: ", advice->copied_items, advice->copied_count);
  add_list(out, " map(alloc: ", advice->allocated_items, advice->allocated_count);
  cleave_text_add(out, "\n");
}

static void saving(struct cleave_text *out, const char *verb, const struct cleave_timeline_sum *sum,
                   const char *what) {
  if (!sum->count)
    return;
  cleave_text_format(out, "     %s %s: %zu %s", verb, cleave_timeline_time(out->arena, sum->time), sum->count,
                     what);
  if (sum->bytes)
    cleave_text_format(out, ", %llu bytes", (unsigned long long)sum->bytes);
  cleave_text_add(out, "\n");
}

static void print_advice(const struct cleave_timeline_advice *advice, size_t number,
                         const char *(*readable)(const char *, struct cleave_arena *),
                         struct cleave_text *out) {
  const size_t named = advice->item_count;
  cleave_text_format(out, "\n  %zu. ", number);
  list(out, advice->items, named, MAX_PLACES, "'");
  cleave_text_format(out, ": %s", cleave_timeline_bytes(out->arena, advice->bytes));
  if (advice->objects > 1)
    cleave_text_format(out, ", %zu objects", advice->objects);
  cleave_text_add(out, "; copied at ");
  list(out, advice->places, advice->place_count, MAX_PLACES, "");
  cleave_text_add(out, "\n");
  if (*advice->function && !advice->once) {
    cleave_text_format(out, "     all in calls of '%s'", readable(advice->function, out->arena));
    if (*advice->caller)
      cleave_text_format(out, ", which '%s' calls", readable(advice->caller, out->arena));
    cleave_text_add(out, "\n");
  }
  saving(out, "saves", &advice->again, "copies to the device of data that the host has not changed");
  saving(out, "saves", &advice->unchanged, "copies back of data that no kernel has changed");
  saving(out, "saves", &advice->memory, "allocations and releases");
  saving(out, "saves up to", &advice->back, "copies back, if the host does not read the data in between");
  if (advice->unwritten)
    cleave_text_format(out,
                       "     assumes that no kernel writes the data before %zu of the copies to the device\n",
                       advice->unwritten);
  if (!advice->ends_with_copy && advice->unchanged.count)
    cleave_text_add(out, "     assumes that no kernel changes the data in other runs either\n");
  if (advice->once) {
    directive(out, "in the construct:", "... map(to: ", advice);
    return;
  }
  enter_directive(out, advice);
  directive(out, "insert after them:",
            advice->ends_with_copy ? "exit data map(from: " : "exit data map(release: ", advice);
  if (advice->new_content)
    directive(out, "where the host has written it:", "update to(", advice);
  if (advice->ends_with_copy)
    directive(out, "before the host reads it:", "update from(", advice);
}

void cleave_timeline_print_advice(const struct cleave_timeline_advices *advices,
                                  const char *(*readable)(const char *name, struct cleave_arena *arena),
                                  struct cleave_text *out) {
  if (!advices->has_content) {
    if (advices->repeated)
      cleave_text_format(
          out,
          "\n  %zu objects are copied more than once in one direction. Run with CLEAVE_TRACE_CONTENT=on to see\n"
          "  which of these copies are for nothing.\n",
          advices->repeated);
    return;
  }
  cleave_text_format(out, "\n  transfers for nothing: %s, %llu bytes",
                     cleave_timeline_time(out->arena, advices->saved.time),
                     (unsigned long long)advices->saved.bytes);
  if (advices->saved_back.count)
    cleave_text_format(out, "; up to %s and %llu bytes more if the host does not read the data",
                       cleave_timeline_time(out->arena, advices->saved_back.time),
                       (unsigned long long)advices->saved_back.bytes);
  cleave_text_format(out, "\n  all copies, allocations and releases: %s, %llu bytes\n",
                     cleave_timeline_time(out->arena, advices->whole.time),
                     (unsigned long long)advices->whole.bytes);
  for (size_t i = 0; i < advices->count && i < MAX_ADVICES; i++)
    print_advice(&advices->all[i], i + 1, readable, out);
  if (advices->count > MAX_ADVICES)
    cleave_text_format(out, "\n  ... and %zu more\n", advices->count - MAX_ADVICES);
}
