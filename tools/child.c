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

int cleave_child_start(const struct cleave_command *command, int output, int errors, pid_t *child) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, errors, STDERR_FILENO);
  if (command->directory)
    posix_spawn_file_actions_addchdir_np(&files, command->directory);
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

void cleave_child_wait(double seconds) {
  sigset_t set = interruptions;
  sigaddset(&set, SIGCHLD);
  struct timespec time = {.tv_sec = (time_t)seconds};
  time.tv_nsec = (long)((seconds - (double)time.tv_sec) * 1e9);
  int signal_number = sigtimedwait(&set, NULL, &time);
  if (signal_number > 0 && signal_number != SIGCHLD)
    interrupted = signal_number;
}

bool cleave_child_ended(pid_t child, struct cleave_child *result) {
  int status;
  if (waitpid(child, &status, WNOHANG) != child)
    return false;
  const bool signalled = WIFSIGNALED(status);
  *result = (struct cleave_child){.end = signalled ? CLEAVE_CHILD_SIGNALLED : CLEAVE_CHILD_EXITED,
                                  .status = signalled ? WTERMSIG(status) : WEXITSTATUS(status)};
  return true;
}

void cleave_child_kill(pid_t child) {
  kill(-child, SIGKILL);
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
    ;
}

struct cleave_child cleave_child_run(const struct cleave_command *command, int output, int errors,
                                     double seconds) {
  struct cleave_child result = {.end = CLEAVE_CHILD_NOT_STARTED};
  double begin = cleave_child_clock();
  pid_t child;
  result.status = cleave_child_start(command, output, errors, &child);
  if (result.status)
    return result;
  bool ended;
  while (!(ended = cleave_child_ended(child, &result))) {
    double left = begin + seconds - cleave_child_clock();
    if (interrupted || left <= 0)
      break;
    cleave_child_wait(left < 3600 ? left : 3600);
  }
  if (!ended) {
    result = (struct cleave_child){.end = interrupted ? CLEAVE_CHILD_INTERRUPTED : CLEAVE_CHILD_TIMED_OUT};
    cleave_child_kill(child);
  }
  result.seconds = cleave_child_clock() - begin;
  return result;
}
