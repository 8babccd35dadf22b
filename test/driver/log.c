/* FILE: test/driver/log.c
 * WHAT: the frame of every driver call: mutex, order of errors, log line, the thread's clock.
 */
#include "stand_in.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const function_names[FUNCTION_COUNT] = {
#define STAND_IN_NAME(symbol, name, parameters) #name,
    STAND_IN_FUNCTIONS(STAND_IN_NAME)
#undef STAND_IN_NAME
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static FILE *log_file;
static nanoseconds latest; /* time of the latest call of any thread */
static _Thread_local struct thread this_thread;

bool log_start(const char *path, char *error, size_t size) {
  if (!path || !*path || log_file)
    return true;
  log_file = fopen(path, "w");
  if (!log_file) {
    snprintf(error, size, "cannot write the log %s: %s", path, strerror(errno));
    return false;
  }
  setvbuf(log_file, NULL, _IOLBF, 0); /* a program that crashes leaves whole lines */
  return true;
}

void call_open(struct call *call, enum function function, enum call_needs needs) {
  pthread_mutex_lock(&mutex);
  struct thread *thread = &this_thread;
  if (!thread->number) {
    thread->number = ++driver.threads;
    thread->now = latest; /* whoever started the thread did so after its own last call */
  }
  *call = (struct call){.function = function, .thread = thread, .start = thread->now};
  call->result = fault_of(function, ++driver.calls[function]);
  if (!call->result && needs >= NEEDS_DRIVER && !driver.initialized)
    call->result = CUDA_ERROR_NOT_INITIALIZED;
  if (!call->result && needs >= NEEDS_CONTEXT &&
      (!thread->context || !thread->context->device->context_users))
    call->result = CUDA_ERROR_INVALID_CONTEXT;
}

void call_note(struct call *call, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  call->text[call->used] = ' ';
  size_t room = sizeof call->text - call->used - 1;
  int length = vsnprintf(call->text + call->used + 1, room, format, arguments);
  va_end(arguments);
  call->used += (size_t)length < room ? (size_t)length + 1 : 0; /* what does not fit is left out */
  call->text[call->used] = 0;
}

void call_address(struct call *call, const char *key, uint64_t address) {
  char name[64];
  memory_name(address, name, sizeof name);
  call_note(call, "%s=%s", key, name);
}

void call_stream(struct call *call, const struct CUstream_st *stream) {
  call_note(call, "stream=S%u", stream ? stream->number : 0);
}

void call_span(struct call *call, struct span span) {
  call_note(call, "start=%lld end=%lld", (long long)span.start, (long long)span.end);
}

void call_wait(struct call *call, nanoseconds time) {
  if (time <= call->thread->now)
    return;
  driver.totals.host_waiting += time - call->thread->now;
  call->thread->now = time;
}

void call_busy(struct call *call, double time) {
  call->thread->now += (nanoseconds)(time + 0.5);
}

CUresult call_close(struct call *call) {
  CUresult result = call->result;
  if (call->thread->now > latest)
    latest = call->thread->now;
  if (latest > driver.totals.end)
    driver.totals.end = latest;
  if (log_file)
    fprintf(log_file, "%lld ns thread=%u %s%s -> %d\n", (long long)call->start,
            call->thread->number, function_names[call->function], call->text, result);
  pthread_mutex_unlock(&mutex);
  return result;
}
