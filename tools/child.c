/* FILE: tools/child.c
 * WHAT: see child.h.
 */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "process.h"

static int interrupted;
static sigset_t interruptions; /* the signals that interrupt this program */

void cleave_child_hold_signals(void) {
  sigemptyset(&interruptions);
  sigaddset(&interruptions, SIGINT);
  sigaddset(&interruptions, SIGTERM);
  struct sigaction hang_up; /* if nohup ignores it, it does not interrupt */
  if (!sigaction(SIGHUP, NULL, &hang_up) && hang_up.sa_handler != SIG_IGN)
    sigaddset(&interruptions, SIGHUP);
  sigset_t held = interruptions;
  sigaddset(&held, SIGCHLD);
  sigprocmask(SIG_BLOCK, &held, NULL);
  /* Inherited dispositions: a shell ignores SIGINT for background processes. If SIGCHLD is ignored, waits do
   * not work. */
  signal(SIGINT, SIG_DFL);
  signal(SIGCHLD, SIG_DFL);
}

int cleave_child_interrupted(void) {
  struct timespec none = {0};
  int signal_number = interrupted ? 0 : sigtimedwait(&interruptions, NULL, &none);
  if (signal_number > 0)
    interrupted = signal_number;
  return interrupted;
}

double cleave_child_clock(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int start(const struct cleave_command *command, int output, int errors, pid_t *child) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, errors, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  int error =
      posix_spawnp(child, command->words[0], &files, &attributes, (char *const *)command->words, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return error;
}

/* Waits for a signal, at most SECONDS. */
static void wait_for_signal(double seconds) {
  sigset_t set = interruptions;
  sigaddset(&set, SIGCHLD);
  struct timespec time = {.tv_sec = (time_t)seconds};
  time.tv_nsec = (long)((seconds - (double)time.tv_sec) * 1e9);
  int signal_number = sigtimedwait(&set, NULL, &time);
  if (signal_number > 0 && signal_number != SIGCHLD)
    interrupted = signal_number;
}

struct cleave_child cleave_child_run(const struct cleave_command *command, int output, int errors,
                                     double seconds) {
  struct cleave_child result = {.end = CLEAVE_CHILD_EXITED};
  double begin = cleave_child_clock();
  pid_t child;
  result.status = start(command, output, errors, &child);
  if (result.status) {
    result.end = CLEAVE_CHILD_NOT_STARTED;
    return result;
  }
  int status;
  bool ended;
  while (!(ended = waitpid(child, &status, WNOHANG) == child)) {
    double left = begin + seconds - cleave_child_clock();
    if (interrupted || left <= 0)
      break;
    wait_for_signal(left < 3600 ? left : 3600);
  }
  if (!ended) {
    result.end = interrupted ? CLEAVE_CHILD_INTERRUPTED : CLEAVE_CHILD_TIMED_OUT;
    kill(-child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
      ;
  } else if (WIFSIGNALED(status)) {
    result.end = CLEAVE_CHILD_SIGNALLED;
    result.status = WTERMSIG(status);
  } else {
    result.status = WEXITSTATUS(status);
  }
  result.seconds = cleave_child_clock() - begin;
  return result;
}
