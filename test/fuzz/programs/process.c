/* FILE: test/fuzz/programs/process.c
 * WHAT: fork, exec, wait.
 */
#include "process.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void become(const char *const *arguments, const char *const *settings, const char *output,
                   const char *errors) {
  setpgid(0, 0);
  int out = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  int err = strcmp(output, errors) ? open(errors, O_WRONLY | O_CREAT | O_TRUNC, 0666) : out;
  dup2(out, 1);
  dup2(err, 2);
  for (; settings && *settings; settings++)
    putenv((char *)(size_t)*settings);
  execvp(arguments[0], (char *const *)(size_t)arguments);
  fprintf(stderr, "fuzz_programs: cannot run %s\n", arguments[0]);
  _exit(127);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int process_run(const char *const *arguments, const char *const *settings, const char *output,
                const char *errors, unsigned seconds) {
  fflush(NULL);
  pid_t child = fork();
  if (child < 0) {
    perror("fuzz_programs: fork");
    exit(2);
  }
  if (!child)
    become(arguments, settings, output, errors);
  setpgid(child, child); /* both do it, as either may be first */
  int status;
  const double end = now() + seconds;
  for (long pause = 500000; waitpid(child, &status, WNOHANG) == 0;
       pause = pause < 8000000 ? pause * 2 : pause) {
    if (now() > end) {
      kill(-child, SIGKILL);
      waitpid(child, &status, 0);
      return PROCESS_HANGS;
    }
    nanosleep(&(struct timespec){.tv_nsec = pause}, NULL);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : PROCESS_CRASHES;
}
