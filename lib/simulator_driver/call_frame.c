/* FILE: lib/simulator_driver/call_frame.c
 * WHAT: the frame of every driver call: mutex, order of errors, log line, clock of the thread.
 */
#include "simulator_driver/simulator_driver.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static FILE *log_file;
static _Thread_local struct thread this_thread;

bool log_start(const char *path, char *error, size_t size) {
  if (!path || !*path || log_file)
    return true;
  log_file = fopen(path, "w");
  if (!log_file) {
    snprintf(error, size, "cannot write the log %s: %s", path, strerror(errno));
    return false;
  }
  setvbuf(log_file, NULL, _IOLBF, 0); /* complete lines if the program crashes */
  return true;
}

/* ---- Forks ------------------------------------------------------------------------------------- */

static atomic_uint forks, waiting_for_fork;

static void note_fork(void) { atomic_fetch_add(&forks, 1); }

/* The child has a new mutex: the old one may be locked by a thread of the parent. */
static void begin_child(void) { pthread_mutex_init(&mutex, NULL); }

__attribute__((constructor)) static void watch_forks(void) { pthread_atfork(NULL, note_fork, begin_child); }

int cleave_simulator_waits_for_fork(void) { return atomic_load(&waiting_for_fork) > 0; }

/* Releases the mutex while it waits, for at most 20 s. */
static void wait_for_fork(void) {
  const unsigned before = atomic_load(&forks);
  atomic_fetch_add(&waiting_for_fork, 1);
  pthread_mutex_unlock(&mutex);
  for (int i = 0; i < 20000 && atomic_load(&forks) == before; i++)
    usleep(1000);
  pthread_mutex_lock(&mutex);
  atomic_fetch_sub(&waiting_for_fork, 1);
}

static bool has_context(const struct thread *thread) {
  return thread->context && thread->context->device->context_users;
}

void call_open(struct call *call, enum function function, enum call_needs needs) {
  order_arrive();
  pthread_mutex_lock(&mutex);
  struct thread *thread = &this_thread;
  if (thread->generation != driver.generation)
    *thread = (struct thread){.generation = driver.generation};
  order_begin(thread, &mutex);
  if (!thread->number)
    thread->number = ++driver.threads;
  thread_catch_up(thread);
  *call = (struct call){.function = function, .thread = thread, .start = thread->now};
  call->result = fault_of(function, ++driver.calls[function]);
  if ((int)call->result == FAULT_FORK) {
    call->result = CUDA_SUCCESS;
    wait_for_fork();
  }
  if (!call->result && needs >= NEEDS_DRIVER && !driver.initialized)
    call->result = CUDA_ERROR_NOT_INITIALIZED;
  if (!call->result && needs >= NEEDS_CONTEXT && !has_context(thread))
    call->result = CUDA_ERROR_INVALID_CONTEXT;
  if (!call->result && needs >= NEEDS_CONTEXT)
    call->result = current_device(thread)->fault;
}

bool call_is_logged(void) { return log_file; }

void call_note(struct call *call, const char *format, ...) {
  va_list arguments;
  if (!log_file)
    return;
  va_start(arguments, format);
  call->text[call->used] = ' ';
  size_t room = sizeof call->text - call->used - 1;
  int length = vsnprintf(call->text + call->used + 1, room, format, arguments);
  va_end(arguments);
  call->used += (size_t)length < room ? (size_t)length + 1 : 0; /* text that does not fit is omitted */
  call->text[call->used] = 0;
}

void call_address(struct call *call, const char *key, uint64_t address) {
  char name[64];
  if (!log_file)
    return;
  memory_name(address, name, sizeof name);
  call_note(call, "%s=%s", key, name);
}

struct CUstream_st *call_stream(struct call *call, CUstream handle) {
  if (handle && !stream_exists(handle)) {
    call_note(call, "stream=?");
    if (!call->result)
      call->result = CUDA_ERROR_INVALID_HANDLE;
    return NULL;
  }
  call_note(call, "stream=S%u", handle ? handle->number : 0);
  if (!handle && !call->result && !has_context(call->thread))
    call->result = CUDA_ERROR_INVALID_CONTEXT;
  if (call->result)
    return NULL;
  struct CUstream_st *stream = handle ? handle : &current_device(call->thread)->default_stream;
  call->result = stream->device->fault;
  return call->result ? NULL : stream;
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

void call_busy(struct call *call, double time) { call->thread->now += (nanoseconds)(time + 0.5); }

long long cleave_simulator_time(void) {
  struct call call;
  call_open(&call, FUNCTION_cuDriverGetVersion, NEEDS_NOTHING);
  driver.calls[FUNCTION_cuDriverGetVersion]--; /* not counted as a call */
  order_end(call.thread, call.start, &mutex);
  pthread_mutex_unlock(&mutex);
  return call.start;
}

void call_part(struct call *call, const char *name, size_t from) {
  if (log_file)
    fprintf(log_file, "%lld ns thread=%u %s%s -> %d\n", (long long)call->start, call->thread->number, name,
            call->text + from, call->result);
  call->used = from;
  call->text[from] = 0;
}

CUresult call_close(struct call *call) {
  CUresult result = call->result;
  if (call->thread->now > driver.totals.end)
    driver.totals.end = call->thread->now;
  if (log_file)
    fprintf(log_file, "%lld ns thread=%u %s%s -> %d\n", (long long)call->start, call->thread->number,
            function_names[call->function], call->text, result);
  order_end(call->thread, call->start, &mutex);
  pthread_mutex_unlock(&mutex);
  return result;
}
