/* FILE: test/lit/driver/Inputs/stream_chain_races.c
 * WHAT: threads with and without regions give work to the same streams at the same time, for
 *       ThreadSanitizer: lib/interposer/stream_chain.c over a driver that records the order of operations.
 *
 * Each piece of work writes its number into a buffer; buffers are used again as the run time's pool uses
 * them, as soon as a wait was held back or done. Who gets a buffer must come behind the one before.
 *
 * With -DGRAPHS a region launches a time loop in one stream, and launches may be held and become graphs.
 */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "interposer/complete_events.h"
#include "interposer/cuda_table.h"
#include "interposer/stream_chain.h"
#include "interposer/stream_wait.h"

#ifndef REGION_THREADS
#define REGION_THREADS 4
#endif
#ifdef GRAPHS
enum { ROUNDS = 300, TIME_LOOP = 300 };
#else
enum { ROUNDS = 3000, TIME_LOOP = 0 };
#endif
enum { THREADS = 6, STREAMS = 6, BUFFERS = 4, NODES = 128 };

/* For each stream, how much of the others is in front of it: streams and events hold the number of
 * pieces of work of each stream that come before. */
struct before {
  unsigned count[STREAMS];
};
struct CUstream_st {
  int number;
  struct before before;
};
struct CUevent_st {
  struct before before;
};

struct interposer interposer;
static struct CUstream_st streams[STREAMS];
static struct before done; /* what the host has seen done */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* The pool of buffers, and the work that used each last. */
static struct {
  int stream;
  unsigned number;
} buffers[BUFFERS];
static int pool[BUFFERS], pooled;
static int early;
static int graph_launches;

static void take_over(struct before *to, const struct before *from) {
  for (int i = 0; i < STREAMS; i++)
    if (to->count[i] < from->count[i])
      to->count[i] = from->count[i];
}

static CUresult create(CUevent *event, unsigned flags) {
  (void)flags;
  *event = calloc(1, sizeof **event);
  return CUDA_SUCCESS;
}

static CUresult record(CUevent event, CUstream stream) {
  pthread_mutex_lock(&lock);
  event->before = stream->before;
  pthread_mutex_unlock(&lock);
  return CUDA_SUCCESS;
}

static CUresult behind(CUstream stream, CUevent event, unsigned flags) {
  (void)flags;
  pthread_mutex_lock(&lock);
  take_over(&stream->before, &event->before);
  pthread_mutex_unlock(&lock);
  return CUDA_SUCCESS;
}

CUresult wait_for_stream(CUstream stream) {
  pthread_mutex_lock(&lock);
  take_over(&done, &stream->before);
  pthread_mutex_unlock(&lock);
  return CUDA_SUCCESS;
}

/* The driver gets work that uses BUFFER; -1: none. The lock is held. */
static void get_work(CUstream stream, int buffer) {
  if (buffer >= 0) {
    const int last = buffers[buffer].stream;
    early += buffers[buffer].number > stream->before.count[last] && buffers[buffer].number > done.count[last];
    buffers[buffer].stream = stream->number;
    buffers[buffer].number = stream->before.count[stream->number] + 1;
  }
  stream->before.count[stream->number]++;
}

static CUresult launch_kernel(CUfunction function, unsigned x, unsigned y, unsigned z, unsigned block_x,
                              unsigned block_y, unsigned block_z, unsigned shared, CUstream stream,
                              void **parameters, void **extra) {
  int buffer;
  (void)function, (void)x, (void)y, (void)z, (void)block_x, (void)block_y, (void)block_z, (void)shared,
      (void)parameters;
  memcpy(&buffer, extra[1], sizeof buffer);
  pthread_mutex_lock(&lock);
  get_work(stream, buffer);
  pthread_mutex_unlock(&lock);
  return CUDA_SUCCESS;
}

/* A graph is its own executable form; a node is a buffer in it. */
struct CUgraph_st {
  int buffers[NODES], count;
};

static CUresult create_graph(CUgraph *graph, unsigned flags) {
  (void)flags;
  *graph = calloc(1, sizeof **graph);
  return CUDA_SUCCESS;
}

static CUresult set_node(CUgraphExec executable, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS_v1 *at) {
  (void)executable;
  memcpy(node, at->extra[1], sizeof(int));
  return CUDA_SUCCESS;
}

static CUresult add_node(CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t count,
                         const CUDA_KERNEL_NODE_PARAMS_v1 *at) {
  (void)before, (void)count;
  *node = (CUgraphNode)&graph->buffers[graph->count++];
  return set_node(NULL, *node, at);
}

static CUresult instantiate(CUgraphExec *executable, CUgraph graph, unsigned long long flags) {
  (void)flags;
  *executable = (CUgraphExec)graph;
  return CUDA_SUCCESS;
}

static CUresult launch_graph(CUgraphExec executable, CUstream stream) {
  const CUgraph graph = (CUgraph)executable;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < graph->count; i++)
    get_work(stream, graph->buffers[i]);
  graph_launches++;
  pthread_mutex_unlock(&lock);
  return CUDA_SUCCESS;
}

static CUresult destroy_executable(CUgraphExec executable) {
  (void)executable;
  return CUDA_SUCCESS;
}

static CUresult destroy_graph(CUgraph graph) {
  free(graph);
  return CUDA_SUCCESS;
}

static CUresult get_context(CUcontext *context) {
  *context = NULL;
  return CUDA_SUCCESS;
}

/* Launches a kernel with a buffer of the pool and waits for it, as the OpenMP run time does. */
static void launch(CUstream stream) {
  CUresult result;
  bool held;
  pthread_mutex_lock(&lock);
  int buffer = pooled ? pool[--pooled] : -1;
  pthread_mutex_unlock(&lock);
  size_t bytes = sizeof buffer;
  void *extra[] = {(void *)CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, (void *)CU_LAUNCH_PARAM_BUFFER_SIZE,
                   &bytes, NULL};
  const struct launch at = {.stream = stream, .grid = {1, 1, 1}, .block = {1, 1, 1}, .extra = extra};
  chain_launch(&at, &held);
  if (!held)
    launch_kernel(NULL, 1, 1, 1, 1, 1, 1, 0, stream, NULL, extra);
  if (!chain_defers_wait(stream, &result)) {
    wait_for_stream(stream);
    chain_waited(stream);
  }
  pthread_mutex_lock(&lock);
  if (buffer >= 0)
    pool[pooled++] = buffer;
  pthread_mutex_unlock(&lock);
  sched_yield(); /* for others to get it */
}

static void *work(void *argument) {
  const int thread = *(int *)argument;
  unsigned seed = (unsigned)thread;
  char bytes[100] = {0};
  for (int i = 0; i < ROUNDS; i++) {
    const void *from = bytes;
    if (thread < REGION_THREADS)
      chain_begin_region();
    CUstream stream = &streams[rand_r(&seed) % STREAMS];
    const bool is_time_loop = TIME_LOOP > 0 && thread < REGION_THREADS;
    for (int k = 0; k < (is_time_loop ? TIME_LOOP : 4); k++)
      launch(is_time_loop ? stream : &streams[rand_r(&seed) % STREAMS]);
    if (TIME_LOOP > 0 && !is_time_loop)
      usleep(500); /* the loop is not always disturbed */
    chain_copy(&streams[rand_r(&seed) % STREAMS], &from, sizeof bytes);
    chain_event(&streams[rand_r(&seed) % STREAMS]);
    if (rand_r(&seed) % 8 == 0)
      chain_drain();
    if (thread < REGION_THREADS)
      chain_end_region();
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  int numbers[THREADS];
  interposer.cuda.cuEventCreate = create;
  interposer.cuda.cuEventRecord = record;
  interposer.cuda.cuStreamWaitEvent = behind;
  interposer.cuda.cuLaunchKernel = launch_kernel;
  interposer.cuda.cuCtxGetCurrent = get_context;
  interposer.graph.cuGraphCreate = create_graph;
  interposer.graph.cuGraphAddKernelNode = add_node;
  interposer.graph.cuGraphInstantiateWithFlags = instantiate;
  interposer.graph.cuGraphExecKernelNodeSetParams = set_node;
  interposer.graph.cuGraphLaunch = launch_graph;
  interposer.graph.cuGraphExecDestroy = destroy_executable;
  interposer.graph.cuGraphDestroy = destroy_graph;
  interposer.defers = true;
#ifdef GRAPHS
  atomic_store(&interposer.holds, true);
#endif
  chain_start();
  for (int i = 0; i < STREAMS; i++) {
    streams[i].number = i;
    chain_add_stream(&streams[i]);
  }
  for (pooled = 0; pooled < BUFFERS; pooled++)
    pool[pooled] = pooled;
  for (int i = 0; i < THREADS; i++) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, work, &numbers[i]);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  puts(early ? "a buffer was used too early" : "all in order");
  if (graph_launches)
    puts("some as graphs");
  return early != 0;
}
