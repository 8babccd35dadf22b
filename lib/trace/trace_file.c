/* FILE: lib/trace/trace_file.c
 * WHAT: opens the file that CLEAVE_TRACE names, and writes the trace when the process exits, or when a signal
 *       without a handler ends it. Does not write it after SIGKILL, a crash, abort or _exit.
 *
 * LLVM 19's run time may crash if a program exits while regions run: it unloads the host device's code while
 * threads execute it. So in that case the trace is also written before images are unregistered.
 *
 * A signal handler may call only few functions. This one writes one byte into a pipe. A thread that reads the
 * pipe writes the trace and then raises the signal with its default action.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process/job.h"
#include "process/message.h"
#include "process/settings.h"
#include "trace/nvtx.h"
#include "trace/recorder.h"
#include "trace/trace_file.h"
#include "trace/trace_name.h"
#include "trace/trace_write.h"

static struct {
  pthread_mutex_t lock;
  char *path; /* NULL: the trace is off, or already written */
  int file;
  pid_t process; /* not a forked child, which would write into the same file */
  int pipe[2];
} end = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool is_regular(void) {
  struct stat status;
  return !fstat(end.file, &status) && S_ISREG(status.st_mode);
}

/* Writes the trace over an earlier one. Returns false, with errno set, if that fails. */
static bool write_all(void) {
  if (is_regular() && (ftruncate(end.file, 0) || lseek(end.file, 0, SEEK_SET)))
    return false;
  const int file = dup(end.file);
  FILE *out = file < 0 ? NULL : fdopen(file, "w");
  const bool written = out && cleave_trace_write(out);
  return out && !fclose(out) && written;
}

/* Writes the trace for the last time. */
static void finish(void) {
  pthread_mutex_lock(&end.lock);
  if (end.path) {
    atomic_fetch_and(&cleave_trace_receivers, ~(unsigned)CLEAVE_TRACE_TO_FILE);
    if (!write_all())
      cleave_warn_rank("cannot write the trace '%s': %s", end.path, strerror(errno));
    free(end.path);
    end.path = NULL;
  }
  pthread_mutex_unlock(&end.lock);
}

__attribute__((destructor)) static void process_exits(void) {
  if (end.path && end.process == getpid())
    finish();
}

static void look_for_unfinished(void *context, uint32_t thread, const struct cleave_trace_event *event) {
  (void)thread;
  if (!atomic_load_explicit(&event->end, memory_order_relaxed))
    *(bool *)context = true;
}

void cleave_trace_images_go(void) {
  bool unfinished = false;
  if (!end.path || end.process != getpid() || !is_regular())
    return;
  cleave_trace_visit(look_for_unfinished, &unfinished);
  pthread_mutex_lock(&end.lock);
  if (unfinished && end.path)
    write_all(); /* on failure, the write at the end fails as well and reports it */
  pthread_mutex_unlock(&end.lock);
}

static void signal_comes(int number) {
  const int error = errno;
  const unsigned char byte = (unsigned char)number;
  if (end.process != getpid() || write(end.pipe[1], &byte, 1) != 1) {
    signal(number, SIG_DFL);
    raise(number);
  }
  errno = error;
}

static void *wait_for_signal(void *unused) {
  (void)unused;
  unsigned char number;
  while (read(end.pipe[0], &number, 1) != 1)
    if (errno != EINTR)
      return NULL;
  finish();
  signal(number, SIG_DFL);
  kill(getpid(), number);
  return NULL;
}

/* Only for signals that would end the process: if the program ignores a signal or handles it, that stays in
 * effect. */
static void watch_signal(int number) {
  struct sigaction old, ours = {.sa_handler = signal_comes, .sa_flags = SA_RESTART};
  if (!sigaction(number, NULL, &old) && old.sa_handler == SIG_DFL && !(old.sa_flags & SA_SIGINFO))
    sigaction(number, &ours, NULL);
}

/* Takes ownership of PATH. */
static void watch_end(int file, char *path) {
  end.file = file;
  end.path = path;
  end.process = getpid();
  if (pipe2(end.pipe, O_CLOEXEC))
    return;
  /* The program's threads must handle the program's signals. */
  sigset_t all, before;
  sigfillset(&all);
  pthread_t thread;
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const bool started = !pthread_create(&thread, NULL, wait_for_signal, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!started)
    return;
  pthread_detach(thread);
  watch_signal(SIGINT);
  watch_signal(SIGTERM);
  watch_signal(SIGHUP);
}

/* The name of this process's trace for PATTERN; the caller frees it. */
static char *path_of_process(const char *pattern) {
  struct stat status;
  const bool is_file = stat(pattern, &status) || S_ISREG(status.st_mode); /* not /dev/stdout or a pipe */
  return cleave_trace_name(pattern, cleave_job(), getpid(), is_file);
}

/* The file belongs to the parent. */
static void stop_in_child(void) {
  atomic_fetch_and(&cleave_trace_receivers, ~(unsigned)CLEAVE_TRACE_TO_FILE);
}

static void start_file(void) {
  const char *wanted = cleave_settings()->trace;
  char *path = wanted ? path_of_process(wanted) : NULL;
  if (!path)
    return;
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) {
    cleave_warn_rank("no trace: cannot write '%s' (from CLEAVE_TRACE): %s", path, strerror(errno));
    free(path);
    return;
  }
  watch_end(file, path);
  pthread_atfork(NULL, NULL, stop_in_child);
  cleave_trace_enable();
}

static void start(void) {
  start_file();
  if (cleave_nvtx_connect())
    atomic_fetch_or(&cleave_trace_receivers, CLEAVE_TRACE_TO_NVTX);
}

void cleave_trace_start(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, start);
}
