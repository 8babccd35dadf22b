/* FILE: lib/trace/trace_write.c
 * WHAT: writes a trace as JSON, in the Trace Event Format of Chrome, which Perfetto also opens.
 *
 * One line for each event. docs/design/trace.md lists the fields.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/text.h"
#include "process/job.h"
#include "trace/recorder.h"
#include "trace/trace_write.h"

struct entry {
  const struct cleave_trace_event *event;
  uint32_t thread;
  int64_t end;
  bool finished;
  const struct cleave_trace_event *allocation; /* of a release: the allocation that it ends */
};

struct list {
  struct entry *entries;
  size_t count, room;
  int64_t now;
  bool complete, measured;
};

static void collect(void *context, uint32_t thread, const struct cleave_trace_event *event) {
  struct list *list = context;
  if (list->count == list->room) {
    const size_t room = list->room ? list->room * 2 : 1024;
    struct entry *entries = realloc(list->entries, room * sizeof *entries);
    if (!entries) {
      list->complete = false;
      return;
    }
    list->entries = entries;
    list->room = room;
  }
  const int64_t end = atomic_load_explicit(&event->end, memory_order_acquire);
  /* The transfer engine also has streams on the host device, whose times are the host's. */
  list->measured |= event->kind == CLEAVE_TRACE_ENQUEUE;
  list->entries[list->count++] = (struct entry){.event = event,
                                                .thread = thread,
                                                .finished = end != 0,
                                                .end = end                        ? end
                                                       : list->now > event->begin ? list->now
                                                                                  : event->begin};
}

static int compare_numbers(int64_t a, int64_t b) { return (a > b) - (a < b); }

static int by_begin(const void *a, const void *b) {
  const struct entry *left = a, *right = b;
  int order = compare_numbers(left->event->begin, right->event->begin);
  /* An enclosing event comes first. */
  return order ? order : compare_numbers(right->end, left->end);
}

static int by_memory(const void *a, const void *b) {
  const struct entry *left = *(struct entry *const *)a, *right = *(struct entry *const *)b;
  if (left->event->device != right->event->device)
    return left->event->device < right->event->device ? -1 : 1;
  if (left->event->address != right->event->address)
    return left->event->address < right->event->address ? -1 : 1;
  return compare_numbers((int64_t)(left - right), 0);
}

/* The run time reports only the address of a release. */
static void match_releases(struct list *list) {
  struct entry **memory = malloc((list->count + 1) * sizeof *memory);
  size_t count = 0;
  for (size_t i = 0; memory && i < list->count; i++) {
    const enum cleave_trace_kind kind = list->entries[i].event->kind;
    if ((kind == CLEAVE_TRACE_ALLOCATION || kind == CLEAVE_TRACE_RELEASE) && list->entries[i].finished)
      memory[count++] = &list->entries[i];
  }
  if (memory)
    qsort(memory, count, sizeof *memory, by_memory);
  for (size_t i = 1; i < count; i++) {
    const struct cleave_trace_event *before = memory[i - 1]->event, *event = memory[i]->event;
    if (event->kind == CLEAVE_TRACE_RELEASE && before->kind == CLEAVE_TRACE_ALLOCATION &&
        event->device == before->device && event->address == before->address)
      memory[i]->allocation = before;
  }
  free(memory);
}

/* TEXT as a JSON string. File names may contain any bytes; invalid UTF-8 becomes '?'. */
static void write_string(FILE *out, const char *text) {
  fputc('"', out);
  for (const unsigned char *at = (const unsigned char *)text; *at;) {
    const size_t length = cleave_utf8_length((const char *)at);
    if (*at == '"' || *at == '\\')
      fprintf(out, "\\%c", *at);
    else if (*at < ' ')
      fprintf(out, "\\u%04x", *at);
    else if (length)
      fwrite(at, 1, length, out);
    else
      fputc('?', out);
    at += length ? length : 1;
  }
  fputc('"', out);
}

/* A time in us, the format's unit, with all digits of its ns. */
static void write_time(FILE *out, const char *key, int64_t time) {
  fprintf(out, "\"%s\":%" PRId64 ".%03d,", key, time / 1000, (int)(time % 1000));
}

/* The lane of an event: a "process" in the upper half, a thread of it in the lower one. */
static uint64_t lane_of(const struct entry *entry) {
  const struct cleave_trace_event *event = entry->event;
  if (!event->stream)
    return (uint64_t)CLEAVE_TRACE_HOST_PROCESS << 32 | entry->thread;
  return (uint64_t)(CLEAVE_TRACE_FIRST_DEVICE_PROCESS + event->device) << 32 | event->stream;
}

static void write_event(FILE *out, const struct entry *entry) {
  const struct cleave_trace_event *event = entry->event;
  const char *name = event->name;
  uint64_t bytes = event->bytes;
  uint64_t host = event->host;
  if (entry->allocation) {
    name = entry->allocation->name;
    bytes = entry->allocation->bytes;
    host = entry->allocation->host;
  }
  const uint64_t content = atomic_load_explicit(&event->content, memory_order_relaxed);
  char address[24];
  snprintf(address, sizeof address, "0x%" PRIx64, event->address);
  fprintf(out, ",\n{\"ph\":\"X\",\"pid\":%" PRIu32 ",\"tid\":%" PRIu32 ",", (uint32_t)(lane_of(entry) >> 32),
          (uint32_t)lane_of(entry));
  write_time(out, "ts", event->begin);
  write_time(out, "dur", entry->end > event->begin ? entry->end - event->begin : 0);
  fprintf(out, "\"cat\":\"%s\",\"name\":", cleave_trace_kind_name(event->kind));
  write_string(out, name ? name : event->address ? address : cleave_trace_kind_name(event->kind));
  fprintf(out, ",\"args\":{\"device\":%" PRId32, event->device);
  if (bytes)
    fprintf(out, ",\"bytes\":%" PRIu64, bytes);
  if (event->address)
    fprintf(out, ",\"address\":\"%s\"", address);
  if (host)
    fprintf(out, ",\"host\":\"0x%" PRIx64 "\"", host);
  if (event->operation)
    fprintf(out, ",\"operation\":%" PRIu64, event->operation);
  if (content)
    fprintf(out, ",\"content\":\"0x%" PRIx64 "\"", content);
  if (event->calls) {
    fputs(",\"calls\":", out);
    write_string(out, event->calls);
  }
  if (event->file) {
    fputs(",\"file\":", out);
    write_string(out, event->file);
  }
  if (event->line)
    fprintf(out, ",\"line\":%" PRIu32, event->line);
  if (!entry->finished)
    fputs(",\"unfinished\":true", out);
  fputs("}}", out);
}

/* The names of a lane: NAME of process PID, or of its thread TID. */
static void write_lane(FILE *out, int32_t pid, uint32_t tid, const char *name, int32_t number) {
  fprintf(out, ",\n{\"ph\":\"M\",\"pid\":%" PRId32 ",\"tid\":%" PRIu32 ",\"name\":\"%s\",", pid, tid,
          tid ? "thread_name" : "process_name");
  fprintf(out, "\"args\":{\"name\":\"%s", name);
  fprintf(out, number < 0 ? "\"}}" : " %" PRId32 "\"}}", number);
}

static int by_lane(const void *a, const void *b) {
  const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
  return (left > right) - (left < right);
}

/* Names every lane that has an event. */
static void write_lanes(FILE *out, const struct list *list) {
  uint64_t *lanes = malloc((list->count + 1) * sizeof *lanes), last = 0;
  if (!lanes)
    return;
  for (size_t i = 0; i < list->count; i++)
    lanes[i] = lane_of(&list->entries[i]);
  qsort(lanes, list->count, sizeof *lanes, by_lane);
  for (size_t i = 0; i < list->count; last = lanes[i++]) {
    const int32_t pid = (int32_t)(lanes[i] >> 32);
    const uint32_t tid = (uint32_t)lanes[i];
    const bool is_host = pid == CLEAVE_TRACE_HOST_PROCESS;
    if (i && lanes[i] == last)
      continue;
    if (!i || pid != (int32_t)(last >> 32))
      write_lane(out, pid, 0, is_host ? "host" : "device",
                 is_host ? -1 : pid - CLEAVE_TRACE_FIRST_DEVICE_PROCESS);
    write_lane(out, pid, tid, is_host ? "thread" : "stream", (int32_t)tid);
  }
  free(lanes);
}

/* What `cleave trace` needs to put the traces of several processes together. */
static void write_process(FILE *out) {
  const struct cleave_job *job = cleave_job();
  int64_t monotonic;
  const int64_t start = cleave_trace_origin(&monotonic);
  fprintf(out, ",\"start\":%" PRId64 ",\"monotonic\":%" PRId64 ",\"process\":%ld,\"host\":", start, monotonic,
          (long)getpid());
  write_string(out, job->host);
  if (cleave_job_is_parallel(job))
    fprintf(out, ",\"rank\":%d,\"ranks\":%d", job->rank, job->ranks);
}

bool cleave_trace_write(FILE *out) {
  struct list list = {.now = cleave_trace_now(), .complete = true};
  const uint64_t dropped = cleave_trace_visit(collect, &list);
  if (list.count)
    qsort(list.entries, list.count, sizeof *list.entries, by_begin);
  match_releases(&list);
  fprintf(out, "{\"otherData\":{\"format\":\"" CLEAVE_TRACE_FORMAT "\",\"clock\":\"%s\",\"dropped\":%" PRIu64,
          list.measured ? "device" : "host", dropped);
  write_process(out);
  fprintf(out, "},\n\"displayTimeUnit\":\"ns\",\n\"traceEvents\":[\n"
               "{\"ph\":\"M\",\"pid\":1,\"tid\":0,\"name\":\"process_sort_index\","
               "\"args\":{\"sort_index\":0}}");
  write_lanes(out, &list);
  for (size_t i = 0; i < list.count; i++)
    write_event(out, &list.entries[i]);
  fputs("\n]}\n", out);
  free(list.entries);
  return list.complete && !fflush(out) && !ferror(out);
}
