/* FILE: lib/timeline/advice.c
 * WHAT: finds transfers for nothing: an object is copied again although its data have not changed.
 *
 * An object is a part of the memory of a process on the host: a begin and a number of bytes. If a trace has hashes (CLEAVE_TRACE_CONTENT), the
 * data of two successive copies of an object can be compared:
 *
 *   copy to the device, data of the copy before    the host has not changed them: saved if they stay on the device
 *   copy back, data of the copy before             kernels have not changed them: saved
 *   copy back, other data                          saved if the host does not read them before the next copy to the device,
 *                                                  which a trace does not show
 *
 * The last copy back remains unless no kernel changes the data. A copy to the device after another one, without a copy back in
 * between, is saved only if no kernel has written the object: a trace does not show that either.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "timeline/timeline.h"

/* A copy, or the allocation or release of an object's memory. */
struct step {
  const struct cleave_timeline_event *event; /* on the host */
  enum cleave_trace_kind kind;
  int64_t time; /* in ns; of the device, if it was measured there */
  size_t order;
};

static bool is_copy(enum cleave_trace_kind kind) {
  return kind == CLEAVE_TRACE_TO_DEVICE || kind == CLEAVE_TRACE_FROM_DEVICE;
}

static int64_t duration(const struct cleave_timeline_event *event) {
  return event->time.end - event->time.begin;
}

static int compare(uint64_t a, uint64_t b) { return (a > b) - (a < b); }

static int by_operation(const void *a, const void *b) {
  const struct step *left = a, *right = b;
  const int order = compare(left->event->trace, right->event->trace);
  return order ? order : compare(left->event->operation, right->event->operation);
}

static int by_object(const void *a, const void *b) {
  const struct step *left = a, *right = b;
  int order = compare(left->event->trace, right->event->trace);
  order = order ? order : compare((uint64_t)left->event->device, (uint64_t)right->event->device);
  order = order ? order : compare(left->event->host, right->event->host);
  order = order ? order : compare(left->event->bytes, right->event->bytes);
  return order ? order : compare(left->order, right->order);
}

static bool is_same_object(const struct step *a, const struct step *b) {
  return a->event->trace == b->event->trace && a->event->device == b->event->device &&
         a->event->host == b->event->host && a->event->bytes == b->event->bytes;
}

/* Whether EVENT is the device's part of a copy that the host has submitted. */
static bool is_on_device(const struct cleave_timeline *timeline, const struct cleave_timeline_event *event) {
  return timeline->lanes[event->lane].process != CLEAVE_TRACE_HOST_PROCESS;
}

/* The steps of all objects in the order of time. Returns their number. */
static size_t collect(const struct cleave_timeline *timeline, struct step *steps) {
  size_t count = 0;
  for (size_t i = 0; i < timeline->event_count; i++) {
    const struct cleave_timeline_event *event = &timeline->events[i];
    const bool is_memory = event->kind == CLEAVE_TRACE_ALLOCATION || event->kind == CLEAVE_TRACE_RELEASE;
    const bool is_numbered =
        event->operation && (is_copy(event->kind) || event->kind == CLEAVE_TRACE_ENQUEUE);
    if ((is_memory || is_numbered) && event->host && event->bytes && !is_on_device(timeline, event))
      steps[count++] = (struct step){event, event->kind, duration(event), i};
  }
  return count;
}

/* The host's events of copies that the device has measured only submit them: their times and directions are the device's. On the
 * host device, copies of the transfer engine have no event of the host. */
static size_t measure(const struct cleave_timeline *timeline, struct step *steps, size_t count) {
  size_t all = count, kept = 0;
  if (count)
    qsort(steps, count, sizeof *steps, by_operation);
  for (size_t i = 0; i < timeline->event_count; i++) {
    const struct cleave_timeline_event *event = &timeline->events[i];
    if (!is_copy(event->kind) || !event->operation || !is_on_device(timeline, event))
      continue;
    const struct step key = {event, event->kind, duration(event), i};
    struct step *step = count ? bsearch(&key, steps, count, sizeof *steps, by_operation) : NULL;
    if (step) {
      step->time = is_copy(step->kind) ? step->time + duration(event) : duration(event);
      step->kind = event->kind;
    } else if (event->host && event->bytes) {
      steps[all++] = key;
    }
  }
  for (size_t i = 0; i < all; i++)
    if (steps[i].kind != CLEAVE_TRACE_ENQUEUE)
      steps[kept++] = steps[i];
  return kept;
}

static void add(struct cleave_timeline_sum *sum, const struct step *step) {
  sum->count++;
  sum->bytes += is_copy(step->kind) ? step->event->bytes : 0;
  sum->time += step->time;
}

static void add_sum(struct cleave_timeline_sum *sum, const struct cleave_timeline_sum *more) {
  sum->count += more->count;
  sum->bytes += more->bytes;
  sum->time += more->time;
}

static void add_text(struct cleave_arena *arena, const char ***texts, size_t *count, const char *text) {
  for (size_t i = 0; i < *count; i++)
    if (!strcmp((*texts)[i], text))
      return;
  CLEAVE_APPEND(arena, *texts, *count, text);
}

/* Cuts off of CALLS what it does not have in common with OTHER. */
static void keep_common(char *calls, const char *other) {
  size_t common = 0, at = 0;
  for (;; at++) {
    const bool ends = !calls[at] || !strncmp(calls + at, " > ", 3),
               other_ends = !other[at] || !strncmp(other + at, " > ", 3);
    if (ends && other_ends)
      common = at;
    if (calls[at] != other[at] || !calls[at])
      break;
  }
  calls[common] = 0;
}

/* Stores the last function of CALLS, and the one before it, in ADVICE. */
static void set_function(struct cleave_arena *arena, char *calls, bool all_equal,
                         struct cleave_timeline_advice *advice) {
  const char *last = calls, *before = "";
  for (char *at = calls; (at = strstr(at, " > "));) {
    *at = 0;
    before = last;
    at += 3;
    last = at;
  }
  advice->function = cleave_arena_copy(arena, last, strlen(last));
  advice->caller = all_equal ? cleave_arena_copy(arena, before, strlen(before)) : "";
}

/* Names, places and functions of the copies. */
static void describe(const struct step *steps, size_t count, struct cleave_arena *arena,
                     struct cleave_timeline_advice *advice) {
  char *calls = NULL;
  bool all_equal = true;
  for (size_t i = 0; i < count; i++) {
    const struct cleave_timeline_event *event = steps[i].event;
    if (!is_copy(steps[i].kind))
      continue;
    const char *slash = strrchr(event->file, '/');
    if (!advice->item_count && steps[i].kind == CLEAVE_TRACE_TO_DEVICE)
      add_text(arena, &advice->copied_items, &advice->copied_count, event->name);
    else if (!advice->item_count)
      add_text(arena, &advice->allocated_items, &advice->allocated_count, event->name);
    add_text(arena, &advice->items, &advice->item_count, event->name);
    add_text(arena, &advice->places, &advice->place_count,
             cleave_arena_format(arena, "%s:%" PRIu32,
                                 slash          ? slash + 1
                                 : *event->file ? event->file
                                                : "?",
                                 event->line));
    if (calls) {
      all_equal &= !strcmp(calls, event->calls);
      keep_common(calls, event->calls);
    } else {
      calls = cleave_arena_copy(arena, event->calls, strlen(event->calls));
    }
  }
  set_function(arena, calls, all_equal, advice);
}

/* Judges the steps of one object. Returns false if nothing would be saved, or no data are known. */
static bool judge(const struct step *steps, size_t count, struct cleave_timeline_advice *advice,
                  bool *repeats) {
  const struct step *before = NULL, *last_back = NULL;
  size_t copies[CLEAVE_TRACE_KINDS] = {0}, changed_back = 0, unknown = 0;
  bool last_is_equal = false;
  struct cleave_timeline_sum memory = {0};
  const struct step *first_allocation = NULL, *last_release = NULL;
  for (size_t i = 0; i < count; i++) {
    const struct step *step = &steps[i];
    copies[step->kind]++;
    if (!is_copy(step->kind)) {
      add(&memory, step);
      if (step->kind == CLEAVE_TRACE_RELEASE)
        last_release = step;
      else if (!first_allocation)
        first_allocation = step;
      continue;
    }
    const uint64_t content = step->event->content;
    const bool is_equal = before && content && content == before->event->content;
    unknown += !content;
    if (step->kind == CLEAVE_TRACE_TO_DEVICE) {
      if (is_equal) {
        add(&advice->again, step);
        advice->unwritten += before->kind == CLEAVE_TRACE_TO_DEVICE;
      } else if (before && content) {
        advice->new_content++;
      }
    } else {
      add(is_equal ? &advice->unchanged : &advice->back, step);
      changed_back += !is_equal;
      last_back = step;
      last_is_equal = is_equal;
    }
    before = step;
  }
  const size_t to = copies[CLEAVE_TRACE_TO_DEVICE], from = copies[CLEAVE_TRACE_FROM_DEVICE];
  *repeats = to > 1 || from > 1;
  advice->ends_with_copy = changed_back > 0;
  advice->once = to <= 1 && from <= 1;
  /* The last copy back remains, whether it is one of changed data or not. */
  if (changed_back) {
    struct cleave_timeline_sum *sum = last_is_equal ? &advice->unchanged : &advice->back;
    sum->count--;
    sum->bytes -= last_back->event->bytes;
    sum->time -= last_back->time;
  }
  if (!advice->once && memory.count > 2 && first_allocation && last_release) {
    advice->memory = memory;
    advice->memory.count -= 2;
    advice->memory.time -= first_allocation->time + last_release->time;
  }
  /* A scalar that is new for each region, such as that of a reduction, is often a local variable: nothing but its memory would
   * be saved, and an environment around the calls cannot contain it. */
  const bool is_small = advice->bytes <= 64;
  return !unknown && (advice->again.count || advice->unchanged.count || (advice->memory.count && !is_small));
}

static int64_t saved(const struct cleave_timeline_advice *advice) {
  return advice->again.time + advice->unchanged.time + advice->memory.time;
}

static int by_saving(const void *a, const void *b) {
  const struct cleave_timeline_advice *left = a, *right = b;
  const int64_t x = saved(left) + left->back.time, y = saved(right) + right->back.time;
  if (x != y)
    return x > y ? -1 : 1;
  return strcmp(left->items[0], right->items[0]);
}

static bool has_all(const char **texts, size_t count, const char **others, size_t other_count) {
  size_t found = 0;
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < other_count; k++)
      found += !strcmp(texts[i], others[k]);
  return found == count && count == other_count;
}

static bool is_alike(const struct cleave_timeline_advice *a, const struct cleave_timeline_advice *b) {
  return a->device == b->device && a->bytes == b->bytes && a->once == b->once &&
         a->ends_with_copy == b->ends_with_copy && !strcmp(a->function, b->function) &&
         has_all(a->items, a->item_count, b->items, b->item_count) &&
         has_all(a->places, a->place_count, b->places, b->place_count);
}

/* Adds ADVICE to ADVICES, or to one of objects that are copied alike: pointers that a program exchanges, and memory that each call
 * allocates. */
static void keep(const struct cleave_timeline_advice *advice, struct cleave_arena *arena,
                 struct cleave_timeline_advices *advices) {
  add_sum(&advices->saved, &advice->again);
  add_sum(&advices->saved, &advice->unchanged);
  add_sum(&advices->saved, &advice->memory);
  add_sum(&advices->saved_back, &advice->back);
  for (size_t i = advices->count; i-- > 0;) {
    struct cleave_timeline_advice *other = &advices->all[i];
    if (!is_alike(other, advice))
      continue;
    other->objects++;
    for (size_t k = 0; k < advice->copied_count; k++)
      add_text(arena, &other->copied_items, &other->copied_count, advice->copied_items[k]);
    for (size_t k = 0; k < advice->allocated_count; k++)
      add_text(arena, &other->allocated_items, &other->allocated_count, advice->allocated_items[k]);
    add_sum(&other->again, &advice->again);
    add_sum(&other->unchanged, &advice->unchanged);
    add_sum(&other->memory, &advice->memory);
    add_sum(&other->back, &advice->back);
    other->unwritten += advice->unwritten;
    other->new_content += advice->new_content;
    return;
  }
  CLEAVE_APPEND(arena, advices->all, advices->count, *advice);
}

void cleave_timeline_advise(const struct cleave_timeline *timeline, struct cleave_arena *arena,
                            struct cleave_timeline_advices *advices) {
  struct step *steps = cleave_arena_allocate(arena, (timeline->event_count + 1) * sizeof *steps);
  const size_t count = measure(timeline, steps, collect(timeline, steps));
  *advices = (struct cleave_timeline_advices){0};
  if (count)
    qsort(steps, count, sizeof *steps, by_object);
  for (size_t first = 0, end; first < count; first = end) {
    struct cleave_timeline_advice advice = {
        .objects = 1, .bytes = steps[first].event->bytes, .device = steps[first].event->device};
    bool repeats, copied = false;
    for (end = first; end < count && is_same_object(&steps[first], &steps[end]); end++) {
      add(&advices->whole, &steps[end]);
      advices->has_content |= steps[end].event->content != 0;
      copied |= is_copy(steps[end].kind);
    }
    if (judge(steps + first, end - first, &advice, &repeats) && copied) {
      describe(steps + first, end - first, arena, &advice);
      keep(&advice, arena, advices);
    }
    advices->repeated += repeats;
  }
  if (advices->count)
    qsort(advices->all, advices->count, sizeof *advices->all, by_saving);
}
