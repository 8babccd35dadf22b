/* FILE: lib/simulator_driver/thread_order.c
 * WHAT: CLEAVE_SIMULATOR_THREADS=ordered: the calls of all threads begin and end in the order of their virtual times,
 *       independent of real time. A program with several threads has reproducible times.
 *
 * A call waits, in real time, until no other thread can make an earlier one. For threads that wait here, the time of their
 * call is known. For all others, the system reports whether they sleep. A sleeping thread continues only if another thread
 * wakes it, and that thread is awake or waits here for a later time. Once all others sleep or wait here, the earliest
 * waiting call proceeds.
 *
 * From then on each thread that is awake was woken by that thread, or by one that it woke. The next thread that calls the
 * driver therefore depends on it, and its time becomes at least the time of that thread. So a thread that waits for
 * another, by any means, continues at the other's time, and a new thread starts at its creator's time.
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
  THREADS_MOST = 512,         /* that are examined */
  LOOP_NANOSECONDS = 10000000 /* a thread that is the only busy one for so long is assumed to spin */
};

/* A thread that waits for its turn. */
struct waiting {
  nanoseconds time;
  pid_t task; /* at equal times the older thread is first */
  struct waiting *next;
};

/* The state of another thread. */
struct other {
  pid_t task;
  bool asleep;
  unsigned long long switches; /* context switches */
};
struct others {
  struct other items[THREADS_MOST];
  size_t count;
};

/* A thread that is awake while another waits for its turn. */
struct runner {
  pid_t task;
  unsigned long long busy; /* ns on a processor when it was first seen */
  bool loops;              /* it spins */
};

/* Guarded by the mutex of call_frame.c, except `arriving`. */
static struct waiting *all_waiting;
static struct others before, after;
static struct runner runners[THREADS_MOST];
static size_t runner_count;
static pid_t last_task;       /* the thread whose turn was last */
static nanoseconds last_time; /* its time */
static atomic_int arriving;   /* threads that may be blocked by the mutex */

void order_arrive(void) { atomic_fetch_add(&arriving, 1); }

static bool waits_here(pid_t task) {
  for (const struct waiting *waiting = all_waiting; waiting; waiting = waiting->next)
    if (waiting->task == task)
      return true;
  return false;
}

/* Reads a file of /proc about the thread TASK. Returns false if the thread has ended. */
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

static unsigned long long number_after(const char *text, const char *key) {
  const char *found = strstr(text, key);
  return found ? strtoull(found + strlen(key), NULL, 10) : 0;
}

static void add_other(struct others *others, pid_t task) {
  static const char key[] = "\nState:\t";
  char text[4096];
  if (others->count == THREADS_MOST || !read_about(task, "status", text, sizeof text))
    return;
  const char *state = strstr(text, key);
  others->items[others->count++] = (struct other){
      task, state && strchr("STtZX", state[strlen(key)]), /* sleeping, stopped or dead */
      number_after(text, "\nvoluntary_ctxt_switches:") + number_after(text, "\nnonvoluntary_ctxt_switches:")};
}

/* Reads the states of all threads except those that wait for their turn. */
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

/* Whether the thread, which is awake, spins: it makes no progress until others continue. */
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

/* Whether none of OTHERS can continue by itself. */
static bool all_wait(const struct others *others) {
  bool wait = true;
  for (size_t i = 0; i < others->count; i++)
    if (others->items[i].asleep)
      forget_runner(others->items[i].task);
    else if (!loops(others->items[i].task))
      wait = false;
  return wait;
}

/* Whether all sleeping threads slept without interruption between two readings of the states. */
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

/* The states are read one after the other, and a thread may wake another in between. A thread without a context switch
 * between two readings slept all the time. If that holds for all, there was a moment at which all slept. */
static bool is_turn_of(const struct waiting *self) {
  if (!is_earliest(self))
    return false;
  look(&before);
  if (!all_wait(&before))
    return false;
  look(&after);
  return all_wait(&after) && same(&before, &after) && !atomic_load(&arriving);
}

/* Waits until TIME of the calling thread is the earliest. */
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
