/* FILE: lib/simulator_driver/thread_order.c
 * WHAT: CLEAVE_SIMULATOR_THREADS=ordered: the calls of all threads begin and end in the order of their virtual
 *       times, however the real threads run: a program of several threads has one set of times.
 *
 * A call waits, for real, until no other thread can make an earlier one. Those that wait here tell
 * when theirs begins, or ends. Of all others the system tells whether they are asleep: who sleeps can
 * do nothing before somebody wakes it, and that somebody is awake, or waits here for a later time. So
 * once all others sleep or wait here, the earliest of those that wait has its turn.
 *
 * From then on whoever is awake was woken by that thread, or by one that it woke. So whoever comes
 * here next, and is not that thread, learnt something from it: its time is that of this thread at
 * least. In this way a thread that waits for another, by whatever means, goes on from the other's time,
 * and a new one begins at the time of its maker.
 */
#include "simulator_driver/simulator_driver.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
  THREADS_MOST = 512,         /* that are looked at */
  LOOP_NANOSECONDS = 10000000 /* who is busy so long, and nobody else is, waits in a loop */
};

/* A thread that waits here. */
struct waiting {
  nanoseconds time;
  pid_t task; /* of two with the same time the older thread comes first */
  struct waiting *next;
};

/* Another thread, as the system sees it. */
struct other {
  pid_t task;
  bool asleep;
  unsigned long long switches; /* how often a processor turned from it */
};
struct others {
  struct other items[THREADS_MOST];
  size_t count;
};

/* A thread that is awake while somebody waits here. */
struct runner {
  pid_t task;
  unsigned long long busy; /* ns on a processor when it was first seen */
  bool loops;              /* it waits in a loop */
};

/* All guarded by the mutex of log.c, but for `arriving`. */
static struct waiting *all_waiting;
static struct others before, after;
static struct runner runners[THREADS_MOST];
static size_t runner_count;
static pid_t last_task;       /* who had its turn last */
static nanoseconds last_time; /* and the time of that thread */
static atomic_int arriving;   /* threads that may be blocked by the mutex */

void order_arrive(void) { atomic_fetch_add(&arriving, 1); }

static bool waits_here(pid_t task) {
  for (const struct waiting *waiting = all_waiting; waiting; waiting = waiting->next)
    if (waiting->task == task)
      return true;
  return false;
}

/* Reads a file about the thread TASK; false if there is no such thread any more. */
static bool read_about(pid_t task, const char *name, char *text, size_t size) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/%s", (int)task, name);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t length = file < 0 ? -1 : read(file, text, size - 1);
  if (file >= 0)
    close(file);
  if (length <= 0)
    return false;
  text[length] = 0;
  return true;
}

static unsigned long long number_behind(const char *text, const char *key) {
  const char *found = strstr(text, key);
  return found ? strtoull(found + strlen(key), NULL, 10) : 0;
}

static void add_other(struct others *others, pid_t task) {
  static const char key[] = "\nState:\t";
  char text[4096];
  if (others->count == THREADS_MOST || !read_about(task, "status", text, sizeof text))
    return;
  const char *state = strstr(text, key);
  others->items[others->count++] =
      (struct other){task, state && strchr("STtZX", state[strlen(key)]), /* sleeping, stopped or dead */
                     number_behind(text, "\nvoluntary_ctxt_switches:") +
                         number_behind(text, "\nnonvoluntary_ctxt_switches:")};
}

/* Looks at all threads but those that wait here. */
static void look(struct others *others) {
  DIR *tasks = opendir("/proc/self/task");
  others->count = 0;
  for (struct dirent *entry; tasks && (entry = readdir(tasks));)
    if (isdigit((unsigned char)*entry->d_name) && !waits_here((pid_t)atoi(entry->d_name)))
      add_other(others, (pid_t)atoi(entry->d_name));
  if (tasks)
    closedir(tasks);
}

static struct runner *runner_of(pid_t task) {
  for (size_t i = 0; i < runner_count; i++)
    if (runners[i].task == task)
      return &runners[i];
  return NULL;
}

static void forget_runner(pid_t task) {
  struct runner *found = runner_of(task);
  if (found)
    *found = runners[--runner_count];
}

/* Whether the thread, which is awake, waits in a loop: nothing comes of it until others go on. */
static bool loops(pid_t task) {
  char text[128];
  struct runner *runner = runner_of(task);
  if (runner && runner->loops)
    return true;
  if (!read_about(task, "schedstat", text, sizeof text))
    return true; /* it has ended */
  unsigned long long busy = strtoull(text, NULL, 10);
  if (!runner) {
    if (runner_count < THREADS_MOST)
      runners[runner_count++] = (struct runner){task, busy, false};
    return false;
  }
  runner->loops = busy - runner->busy > LOOP_NANOSECONDS;
  driver.totals.loops += runner->loops;
  return runner->loops;
}

/* Whether none of OTHERS can go on by itself. */
static bool all_wait(const struct others *others) {
  bool wait = true;
  for (size_t i = 0; i < others->count; i++)
    if (others->items[i].asleep)
      forget_runner(others->items[i].task);
    else if (!loops(others->items[i].task))
      wait = false;
  return wait;
}

/* Whether nobody slept less than all the time between the two looks. */
static bool same(const struct others *first, const struct others *second) {
  if (first->count != second->count)
    return false;
  for (size_t i = 0; i < first->count; i++) {
    const struct other *one = &first->items[i], *two = &second->items[i];
    if (one->task != two->task || one->asleep != two->asleep ||
        (one->asleep && one->switches != two->switches))
      return false;
  }
  return true;
}

static bool is_earliest(const struct waiting *self) {
  for (const struct waiting *other = all_waiting; other; other = other->next)
    if (other->time < self->time || (other->time == self->time && other->task < self->task))
      return false;
  return true;
}

/* The threads are looked at one after the other, and one may wake another between two looks. Who was
 * not given a processor between two looks at it slept all the time; so between the first look at
 * all and the second there was a moment when all slept. */
static bool is_turn_of(const struct waiting *self) {
  if (!is_earliest(self))
    return false;
  look(&before);
  if (!all_wait(&before))
    return false;
  look(&after);
  return all_wait(&after) && same(&before, &after) && !atomic_load(&arriving);
}

/* Waits until it is the turn of what the calling thread does at TIME. */
static void wait_for_turn(nanoseconds time, pthread_mutex_t *mutex) {
  struct waiting self = {time, gettid(), all_waiting};
  all_waiting = &self;
  while (!is_turn_of(&self)) {
    pthread_mutex_unlock(mutex);
    nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
    pthread_mutex_lock(mutex);
  }
  struct waiting **link = &all_waiting;
  while (*link != &self)
    link = &(*link)->next;
  *link = self.next;
}

void order_begin(struct thread *thread, pthread_mutex_t *mutex) {
  if (driver.in_order) {
    if (gettid() != last_task && thread->now < last_time)
      thread->now = last_time;
    forget_runner(gettid());
  }
  atomic_fetch_sub(&arriving, 1);
  if (driver.in_order)
    wait_for_turn(thread->now, mutex);
}

void order_end(const struct thread *thread, nanoseconds start, pthread_mutex_t *mutex) {
  if (!driver.in_order)
    return;
  if (thread->now > start)
    wait_for_turn(thread->now, mutex);
  last_task = gettid();
  last_time = thread->now;
}

void order_forget(void) {
  last_task = 0;
  last_time = 0;
  runner_count = 0;
}
