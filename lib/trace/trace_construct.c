/* FILE: lib/trace/trace_construct.c
 * WHAT: constructs and their operations, recorded.
 */
#include "trace/trace_construct.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image/image.h"
#include "process/omptarget.h"
#include "trace/content.h"
#include "trace/kernel_names.h"
#include "trace/nvtx.h"

static _Thread_local struct cleave_construct *current;
static _Thread_local struct cleave_trace_event *operation;
static _Thread_local bool has_range; /* the operation */

/* clang's ident_t. */
struct location {
  int32_t reserved[4];
  const char *source; /* ";FILE;FUNCTION;LINE;COLUMN;;", or ";unknown;unknown;0;0;;" */
};

/* Copies at most CLEAVE_MAX_PLACE - 1 bytes. */
static void copy_place(char *place, const char *text, size_t length) {
  if (length > CLEAVE_MAX_PLACE - 1)
    length = CLEAVE_MAX_PLACE - 1;
  memcpy(place, text, length);
  place[length] = 0;
}

/* Reads from the end, since the name of a file may contain a semicolon. Stores the function that contains the construct in
 * FUNCTION. */
static void read_location(struct cleave_construct *construct, const struct location *location,
                          char *function) {
  const char *source = location ? location->source : NULL;
  const size_t length = source ? strlen(source) : 0;
  const char *fields[3]; /* begin of FUNCTION, LINE, COLUMN */
  if (length < 8 || source[0] != ';' || strcmp(source + length - 2, ";;"))
    return;
  const char *at = source + length - 2;
  for (int i = 2; i >= 0; i--) {
    do
      at--;
    while (at > source && *at != ';');
    fields[i] = at + 1;
  }
  const unsigned long line = strtoul(fields[1], NULL, 10);
  if (at <= source || !line || line > UINT32_MAX)
    return;
  copy_place(construct->file, source + 1, (size_t)(at - source - 1));
  copy_place(function, fields[0], (size_t)(fields[1] - 1 - fields[0]));
  construct->line = (uint32_t)line;
}

static void read_kernel(struct cleave_construct *construct, const void *kernel) {
  const char *name = kernel ? cleave_kernel_names_find(kernel) : NULL, *function;
  size_t length;
  if (!name)
    return;
  if (cleave_kernel_name_read(name, &function, &length, &construct->kernel_line))
    copy_place(construct->function, function, length);
  else
    copy_place(construct->function, name, strlen(name));
  if (construct->line)
    return;
  construct->line = construct->kernel_line;
  /* The function stands for the file, which is not known: lines of several files have the same number. */
  if (construct->line && !*construct->file)
    copy_place(construct->file, construct->function, strlen(construct->function));
}

void cleave_construct_place(struct cleave_construct *construct, const void *location, const void *kernel) {
  char function[CLEAVE_MAX_PLACE] = "";
  construct->file[0] = construct->function[0] = 0;
  construct->line = construct->kernel_line = 0;
  read_location(construct, location, function);
  read_kernel(construct, kernel);
  if (*function) /* as in the source; the kernel's name may have a mangled one */
    memcpy(construct->function, function, sizeof function);
}

/* The place of EVENT as " FILE:LINE", as far as it is known. */
static void print_place(const struct cleave_trace_event *event, char *text, size_t size) {
  const char *slash = event->file ? strrchr(event->file, '/') : NULL;
  if (!event->line)
    *text = 0;
  else if (event->file)
    snprintf(text, size, " %s:%" PRIu32, slash ? slash + 1 : event->file, event->line);
  else
    snprintf(text, size, " line %" PRIu32, event->line);
}

/* Begins a range for EVENT, if a profiler wants ranges. Returns whether there is one. */
static bool push_range(const struct cleave_trace_event *event) {
  char text[2 * CLEAVE_MAX_PLACE], place[CLEAVE_MAX_PLACE];
  enum cleave_nvtx_category category = CLEAVE_NVTX_TRANSFER;
  if (!cleave_trace_names_ranges())
    return false;
  print_place(event, place, sizeof place);
  const char *name = event->name ? event->name : "";
  switch (event->kind) {
  case CLEAVE_TRACE_CONSTRUCT:
    category = CLEAVE_NVTX_CONSTRUCT;
    snprintf(text, sizeof text, "%s%s", name, place);
    break;
  case CLEAVE_TRACE_KERNEL:
    category = CLEAVE_NVTX_KERNEL;
    snprintf(text, sizeof text, "kernel%s%s%s", *name ? " " : "", name, place);
    break;
  case CLEAVE_TRACE_TO_DEVICE:
  case CLEAVE_TRACE_FROM_DEVICE:
  case CLEAVE_TRACE_BETWEEN_DEVICES:
    snprintf(text, sizeof text, "%s%s%s %" PRIu64 " bytes%s", cleave_trace_kind_name(event->kind),
             *name ? " " : "", name, event->bytes, place);
    break;
  default:
    return false;
  }
  cleave_nvtx_push(category, text, event->bytes);
  return true;
}

void cleave_construct_begin(struct cleave_construct *construct, const char *directive, const void *location,
                            int64_t device, const void *kernel, const struct cleave_construct_items *items,
                            bool waits) {
  construct->outer = current;
  construct->items = *items;
  construct->file[0] = construct->function[0] = construct->calls[0] = 0;
  construct->line = construct->kernel_line = 0;
  construct->device = device == -1 ? cleave_omptarget()->default_device() : (int32_t)device;
  construct->waits = waits;
  construct->issued = 0;
  construct->arrivals = NULL;
  construct->arrival_count = 0;
  char function[CLEAVE_MAX_PLACE] = "";
  read_location(construct, location, function);
  read_kernel(construct, kernel);
  if (cleave_trace_is_on() && cleave_trace_content_is_on())
    cleave_trace_calls(function, construct->calls, sizeof construct->calls);
  const struct cleave_trace_event event = {
      .kind = CLEAVE_TRACE_CONSTRUCT,
      .name = directive,
      .file = *construct->file ? construct->file : NULL,
      .line = construct->line,
      .device = construct->device,
  };
  construct->has_range = push_range(&event);
  construct->event = cleave_trace_begin(&event);
  current = construct;
}

/* Records a wait from the last work that CONSTRUCT submitted to the device until now. */
static void record_wait(struct cleave_construct *construct) {
  if (!construct || !construct->waits || !construct->issued)
    return;
  cleave_trace_add(&(struct cleave_trace_event){
      .kind = CLEAVE_TRACE_WAIT,
      .name = "wait",
      .file = *construct->file ? construct->file : NULL,
      .line = construct->line,
      .device = construct->device,
      .begin = construct->issued,
      .end = cleave_trace_now(),
  });
  construct->issued = 0;
}

void cleave_construct_end(struct cleave_construct *construct) {
  record_wait(construct);
  cleave_trace_end(construct->event);
  if (construct->has_range)
    cleave_nvtx_pop();
  current = construct->outer;
  for (size_t i = 0; i < construct->arrival_count; i++)
    cleave_trace_set_content(construct->arrivals[i]);
  free(construct->arrivals);
}

struct cleave_trace_event *cleave_construct_begin_wait(void) {
  struct cleave_trace_event wait = {.kind = CLEAVE_TRACE_WAIT, .name = "wait", .device = -1};
  if (current) {
    wait.file = *current->file ? current->file : NULL;
    wait.line = current->line;
    wait.device = current->device;
    current->issued = 0; /* the rest of the construct is no wait */
  }
  return cleave_trace_begin(&wait);
}

void cleave_construct_waits_not(void) {
  if (current)
    current->issued = 0;
}

/* Stores in NAME the source name of the list item that contains ADDRESS; NULL if there is none, or it is not
 * known. */
static const char *item_at(const struct cleave_construct *construct, uint64_t address, char *name) {
  for (uint32_t i = 0; construct->items.names && i < construct->items.count; i++) {
    const uint64_t start = (uint64_t)(uintptr_t)construct->items.pointers[i];
    const int64_t size = construct->items.sizes[i];
    const char *text = construct->items.names[i]; /* ";NAME;FILE;LINE;COLUMN;;" */
    if (address < start || address - start >= (uint64_t)(size > 0 ? size : 1) || !text || *text != ';')
      continue;
    copy_place(name, text + 1, strcspn(text + 1, ";"));
    return name;
  }
  return NULL;
}

/* Numbers EVENT, if it is a copy between host and device. */
static void begin_copy(struct cleave_trace_event *event) {
  static _Atomic uint64_t operations;
  if (event->kind != CLEAVE_TRACE_TO_DEVICE && event->kind != CLEAVE_TRACE_FROM_DEVICE)
    return;
  event->operation = atomic_fetch_add_explicit(&operations, 1, memory_order_relaxed) + 1;
  if (event->kind == CLEAVE_TRACE_TO_DEVICE && cleave_trace_is_on() && cleave_trace_content_is_on())
    cleave_trace_set_content(event);
}

void cleave_operation_begin(enum cleave_trace_kind kind, int32_t device, uint64_t address, uint64_t bytes) {
  struct cleave_construct *construct = current;
  struct cleave_trace_event event = {.kind = kind, .device = device, .address = address, .bytes = bytes};
  char name[CLEAVE_MAX_PLACE];
  if (kind == CLEAVE_TRACE_ALLOCATION)
    event.host = address;
  begin_copy(&event);
  /* The run time frees a construct's memory after it has waited for the construct's work. */
  if (kind == CLEAVE_TRACE_RELEASE)
    record_wait(construct);
  if (construct) {
    event.file = *construct->file ? construct->file : NULL;
    event.line = construct->line;
    if (*construct->calls && kind != CLEAVE_TRACE_KERNEL)
      event.calls = construct->calls;
    if (kind == CLEAVE_TRACE_KERNEL) {
      event.name = *construct->function ? construct->function : NULL;
      event.line = construct->kernel_line ? construct->kernel_line : construct->line;
      event.device = construct->device;
    } else if (kind != CLEAVE_TRACE_RELEASE) {
      event.name = item_at(construct, address, name);
    }
  }
  has_range = push_range(&event);
  operation = cleave_trace_begin(&event);
}

void cleave_operation_begin_as(const struct cleave_trace_event *what) {
  struct cleave_trace_event event = {.kind = what->kind,
                                     .name = what->name,
                                     .file = what->file,
                                     .line = what->line,
                                     .device = what->device,
                                     .stream = what->stream,
                                     .bytes = what->bytes,
                                     .address = what->address};
  begin_copy(&event);
  has_range = push_range(&event);
  operation = cleave_trace_begin(&event);
}

void cleave_construct_item(const void *address, char **name, char **file, uint32_t *line) {
  char buffer[CLEAVE_MAX_PLACE];
  const char *text = current ? item_at(current, (uint64_t)(uintptr_t)address, buffer) : NULL;
  *name = text ? strdup(text) : NULL;
  *file = current && *current->file ? strdup(current->file) : NULL;
  *line = current ? current->line : 0;
}

/* EVENT copies to the host. With nowait, and without a construct, it is not known when the content has arrived; but a copy of the
 * transfer engine in a stream of its own, which is one on the host device, is complete. */
static void await_arrival(struct cleave_trace_event *event) {
  if (event->stream)
    cleave_trace_set_content(event);
  if (event->stream || !current || !current->waits)
    return;
  const size_t count = current->arrival_count;
  /* Grows at each power of two. */
  if (!(count & (count - 1)) || !count) {
    struct cleave_trace_event **more = realloc(current->arrivals, (count ? 2 * count : 1) * sizeof(*more));
    if (!more)
      return;
    current->arrivals = more;
  }
  current->arrivals[current->arrival_count++] = event;
}

void cleave_operation_end(uint64_t device_address) {
  struct cleave_trace_event *event = operation;
  operation = NULL;
  if (has_range)
    cleave_nvtx_pop();
  has_range = false;
  if (!event)
    return;
  /* On an NVIDIA GPU the interposer has made the event an enqueue. */
  if (event->operation && !atomic_load_explicit(&event->content, memory_order_relaxed) &&
      cleave_trace_content_is_on())
    await_arrival(event);
  const bool is_work = event->kind != CLEAVE_TRACE_ALLOCATION && event->kind != CLEAVE_TRACE_RELEASE;
  if (event->kind == CLEAVE_TRACE_ALLOCATION)
    event->address = device_address;
  cleave_trace_end(event);
  if (current && (is_work || current->issued))
    current->issued = atomic_load_explicit(&event->end, memory_order_relaxed);
}

struct cleave_trace_event *cleave_operation(void) { return operation; }
