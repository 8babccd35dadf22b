/* FILE: test/driver/order.c
 * WHAT: STAND_IN_THREADS=events: the calls of all threads happen in the order of their virtual
 *       times, however the real threads run: a program of several threads has one set of times.
 *
 * A call waits, for real, until no other thread can make an earlier one. Those that wait here tell
 * when theirs begins. Of all others the system tells whether they are asleep: who sleeps can do
 * nothing before somebody wakes it, and that somebody is awake, or waits here with a later call. So
 * once all others sleep or wait here, the earliest call that waits is the earliest there can be.
 */
#define _GNU_SOURCE
#include "stand_in.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A thread that waits here. */
struct waiting {
  nanoseconds now;
  unsigned number;
  pid_t task;
  struct waiting *next;
};

/* What the system says of the other threads: how often each was given up by a processor. */
struct sleepers {
  struct sleeper {
    unsigned long long task, switches;
  } items[256];
  size_t count;
};

static const double PATIENCE = 10; /* seconds: then somebody waits without sleeping, and never ends */

static struct waiting *all_waiting; /* guarded by the mutex of log.c */
static atomic_int arriving;         /* threads that may be blocked by that mutex */

void order_arrive(void) {
  atomic_fetch_add(&arriving, 1);
}

static bool waits_here(pid_t task) {
  for (const struct waiting *waiting = all_waiting; waiting; waiting = waiting->next)
    if (waiting->task == task)
      return true;
  return false;
}

static unsigned long long number_behind(const char *text, const char *key) {
  const char *found = strstr(text, key);
  return found ? strtoull(found + strlen(key), NULL, 10) : 0;
}

/* Adds the thread TASK, if it is asleep. One that has ended meanwhile is nothing to wait for. */
static bool add_sleeper(struct sleepers *sleepers, pid_t task) {
  char path[64], text[4096];
  snprintf(path, sizeof path, "/proc/self/task/%d/status", (int)task);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return true;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length <= 0)
    return true;
  text[length] = 0;
  const char *state = strstr(text, "\nState:\t");
  /* Sleeping; or stopped or dead. What waits for a disk will go on by itself. */
  if (!state || !strchr("STtZX", state[strlen("\nState:\t")]))
    return false;
  if (sleepers->count == sizeof sleepers->items / sizeof *sleepers->items)
    return false;
  sleepers->items[sleepers->count++] =
      (struct sleeper){(unsigned)task, number_behind(text, "\nvoluntary_ctxt_switches:") +
                                 number_behind(text, "\nnonvoluntary_ctxt_switches:")};
  return true;
}

/* Whether all threads sleep but those that wait here, and which. */
static bool all_sleep(struct sleepers *sleepers) {
  DIR *tasks = opendir("/proc/self/task");
  bool asleep = tasks;
  sleepers->count = 0;
  for (struct dirent *entry; asleep && (entry = readdir(tasks));)
    if (isdigit((unsigned char)*entry->d_name) && !waits_here((pid_t)atoi(entry->d_name)))
      asleep = add_sleeper(sleepers, (pid_t)atoi(entry->d_name));
  if (tasks)
    closedir(tasks);
  return asleep;
}

static bool is_earliest(const struct waiting *self) {
  for (const struct waiting *other = all_waiting; other; other = other->next)
    if (other->now < self->now || (other->now == self->now && other->number < self->number))
      return false;
  return true;
}

/* The threads are looked at one after the other, and one may wake another between two looks. Who was
 * not given a processor between two looks at it slept all the time; so between the first look at
 * all and the second there was a moment when all slept. */
static bool is_turn_of(const struct waiting *self) {
  struct sleepers before, after;
  return is_earliest(self) && all_sleep(&before) && all_sleep(&after) && !atomic_load(&arriving) &&
         before.count == after.count &&
         memcmp(before.items, after.items, before.count * sizeof *before.items) == 0;
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void order_wait(const struct thread *thread, pthread_mutex_t *mutex) {
  struct waiting self = {thread->now, thread->number, gettid(), all_waiting};
  double begin = seconds();
  all_waiting = &self;
  atomic_fetch_sub(&arriving, 1);
  while (driver.in_order && !is_turn_of(&self)) {
    if (seconds() - begin > PATIENCE) {
      driver.totals.out_of_order++;
      break;
    }
    pthread_mutex_unlock(mutex);
    nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
    pthread_mutex_lock(mutex);
  }
  struct waiting **link = &all_waiting;
  while (*link != &self)
    link = &(*link)->next;
  *link = self.next;
}
