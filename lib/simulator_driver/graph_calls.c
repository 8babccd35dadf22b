/* FILE: lib/simulator_driver/graph_calls.c
 * WHAT: the driver's functions for graphs that are a straight line of kernels, whose parameters are packed in a buffer. Other
 *       graphs are not supported.
 */
#include "simulator_driver/simulator_driver.h"

#include <stdlib.h>
#include <string.h>

/* Times of the host in ns, for all devices. Assumed. */
enum {
  LAUNCH = 2500,
  LAUNCH_OF_NODE = 1,
  INSTANTIATION = 15000,
  INSTANTIATION_OF_NODE = 1500 /* other calls take `other_call` of the profile */
};

/* A kernel with its parameters. */
struct kernel_node {
  struct launch launch;
  unsigned char *buffer;
};

struct CUgraphNode_st {
  struct CUgraph_st *graph;
  struct kernel_node kernel;
  struct CUgraphNode_st *next;
};

struct CUgraph_st {
  unsigned number; /* G1, G2, ... */
  struct CUgraphNode_st *first, *last;
  size_t count;
  struct CUgraph_st *next;
};

struct CUgraphExec_st {
  unsigned number; /* X1, X2, ... */
  struct kernel_node *kernels;
  CUgraphNode *nodes; /* that the kernels come from */
  size_t count;
  struct CUgraphExec_st *next;
};

static struct CUgraph_st *graphs;
static struct CUgraphExec_st *executables;
static unsigned graph_count, executable_count;

static void *new_memory(size_t count, size_t bytes) {
  void *memory = calloc(count ? count : 1, bytes);
  if (!memory)
    abort();
  return memory;
}

/* ---- Handles --------------------------------------------------------------------------------------- */

/* Adds " graph=G1". An unknown graph is an error, and the result is NULL. */
static struct CUgraph_st *note_graph(struct call *call, CUgraph graph) {
  struct CUgraph_st *found = graphs;
  while (found && found != graph)
    found = found->next;
  call_note(call, "graph=G%u", found ? found->number : 0);
  if (!call->result && !found)
    call->result = CUDA_ERROR_INVALID_VALUE;
  return call->result ? NULL : found;
}

static struct CUgraphExec_st *note_executable(struct call *call, CUgraphExec executable) {
  struct CUgraphExec_st *found = executables;
  while (found && found != executable)
    found = found->next;
  call_note(call, "executable=X%u", found ? found->number : 0);
  if (!call->result && !found)
    call->result = CUDA_ERROR_INVALID_VALUE;
  return call->result ? NULL : found;
}

static void free_graph(struct CUgraph_st *graph) {
  for (struct CUgraphNode_st *node = graph->first, *next; node; node = next) {
    next = node->next;
    free(node->kernel.buffer);
    free(node);
  }
  free(graph);
}

static void free_executable(struct CUgraphExec_st *executable) {
  for (size_t i = 0; i < executable->count; i++)
    free(executable->kernels[i].buffer);
  free(executable->kernels);
  free(executable->nodes);
  free(executable);
}

void graphs_forget(void) {
  for (struct CUgraph_st *next; graphs; graphs = next) {
    next = graphs->next;
    free_graph(graphs);
  }
  for (struct CUgraphExec_st *next; executables; executables = next) {
    next = executables->next;
    free_executable(executables);
  }
  graph_count = executable_count = 0;
}

/* ---- Kernels --------------------------------------------------------------------------------------- */

static void set_kernel(struct kernel_node *kernel, const struct launch *launch) {
  unsigned char *buffer = new_memory(launch->bytes, 1);
  memcpy(buffer, launch->buffer, launch->bytes);
  free(kernel->buffer);
  kernel->launch = *launch;
  kernel->launch.buffer = kernel->buffer = buffer;
}

/* Reads PARAMETERS into *LAUNCH, which refers to the caller's buffer. */
static void read_kernel(struct call *call, const CUDA_KERNEL_NODE_PARAMS_v1 *parameters,
                        struct launch *launch) {
  if (!call->result && !parameters)
    call->result = CUDA_ERROR_INVALID_VALUE;
  if (call->result)
    return;
  *launch = (struct launch){
      .function = parameters->func,
      .grid = {parameters->gridDimX, parameters->gridDimY, parameters->gridDimZ},
      .block = {parameters->blockDimX, parameters->blockDimY, parameters->blockDimZ},
      .shared_bytes = parameters->sharedMemBytes,
  };
  launch_note(call, launch);
  launch_read_extra(parameters->extra, launch);
  if (!call->result)
    call->result = launch_check(launch, launch->function->device);
  if (!call->result && (parameters->kernelParams || !launch->buffer))
    call->result = CUDA_ERROR_NOT_SUPPORTED;
}

/* ---- Calls ----------------------------------------------------------------------------------------- */

CUresult cuGraphCreate(CUgraph *graph, unsigned flags) {
  struct call call;
  call_open(&call, FUNCTION_cuGraphCreate, NEEDS_DRIVER);
  if (!call.result && (!graph || flags))
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result) {
    struct CUgraph_st *made = new_memory(1, sizeof *made);
    made->number = ++graph_count;
    made->next = graphs;
    graphs = *graph = made;
    note_graph(&call, made);
    call_busy(&call, driver.profile.other_call);
  }
  return call_close(&call);
}

CUresult cuGraphAddKernelNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependences, size_t count,
                              const CUDA_KERNEL_NODE_PARAMS_v1 *parameters) {
  struct call call;
  struct launch launch;
  call_open(&call, FUNCTION_cuGraphAddKernelNode, NEEDS_CONTEXT);
  struct CUgraph_st *found = note_graph(&call, graph);
  read_kernel(&call, parameters, &launch);
  if (!call.result && (!node || (count && !dependences)))
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result && (count != (found->last != NULL) || (count && *dependences != found->last)))
    call.result = CUDA_ERROR_NOT_SUPPORTED;
  if (!call.result) {
    struct CUgraphNode_st *made = new_memory(1, sizeof *made);
    made->graph = found;
    set_kernel(&made->kernel, &launch);
    *(found->last ? &found->last->next : &found->first) = made;
    found->last = *node = made;
    found->count++;
    call_busy(&call, driver.profile.other_call);
  }
  return call_close(&call);
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec *executable, CUgraph graph, unsigned long long flags) {
  struct call call;
  call_open(&call, FUNCTION_cuGraphInstantiateWithFlags, NEEDS_CONTEXT);
  struct CUgraph_st *found = note_graph(&call, graph);
  if (!call.result && (!executable || flags))
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result) {
    struct CUgraphExec_st *made = new_memory(1, sizeof *made);
    made->kernels = new_memory(found->count, sizeof *made->kernels);
    made->nodes = new_memory(found->count, sizeof *made->nodes);
    for (struct CUgraphNode_st *node = found->first; node; node = node->next) {
      made->nodes[made->count] = node;
      set_kernel(&made->kernels[made->count++], &node->kernel.launch);
    }
    made->number = ++executable_count;
    made->next = executables;
    executables = *executable = made;
    note_executable(&call, made);
    call_note(&call, "nodes=%zu", made->count);
    call_busy(&call, INSTANTIATION + INSTANTIATION_OF_NODE * (double)made->count);
  }
  return call_close(&call);
}

CUresult cuGraphExecKernelNodeSetParams(CUgraphExec executable, CUgraphNode node,
                                        const CUDA_KERNEL_NODE_PARAMS_v1 *parameters) {
  struct call call;
  struct launch launch;
  call_open(&call, FUNCTION_cuGraphExecKernelNodeSetParams, NEEDS_CONTEXT);
  struct CUgraphExec_st *found = note_executable(&call, executable);
  read_kernel(&call, parameters, &launch);
  size_t i = 0;
  while (!call.result && i < found->count && found->nodes[i] != node)
    i++;
  if (!call.result && i == found->count)
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result) {
    call_note(&call, "node=%zu", i);
    set_kernel(&found->kernels[i], &launch);
    call_busy(&call, driver.profile.other_call);
  }
  return call_close(&call);
}

/* Each kernel has a log line of its own, under the name cuGraphKernel. After a kernel has failed, no other one is executed. */
CUresult cuGraphLaunch(CUgraphExec executable, CUstream stream) {
  struct call call;
  call_open(&call, FUNCTION_cuGraphLaunch, NEEDS_DRIVER);
  struct CUgraphExec_st *found = note_executable(&call, executable);
  struct CUstream_st *on = call_stream(&call, stream);
  for (size_t i = 0; !call.result && i < found->count; i++)
    if (!function_exists(found->kernels[i].launch.function) ||
        found->kernels[i].launch.function->device != on->device)
      call.result = CUDA_ERROR_INVALID_HANDLE;
  if (!call.result) {
    call_note(&call, "nodes=%zu", found->count);
    const size_t end = call.used;
    call_busy(&call, LAUNCH + LAUNCH_OF_NODE * (double)found->count);
    driver.totals.graph_launches++;
    for (size_t i = 0; !call.result && i < found->count && !on->device->fault; i++) {
      found->kernels[i].launch.stream = on;
      launch_note(&call, &found->kernels[i].launch);
      call_stream(&call, stream);
      call.result = launch_run(&call, &found->kernels[i].launch, on, 0);
      call_part(&call, "cuGraphKernel", end);
      driver.totals.graph_kernels++;
    }
  }
  return call_close(&call);
}

CUresult cuGraphExecDestroy(CUgraphExec executable) {
  struct call call;
  call_open(&call, FUNCTION_cuGraphExecDestroy, NEEDS_DRIVER);
  struct CUgraphExec_st *found = note_executable(&call, executable);
  if (found) {
    struct CUgraphExec_st **link = &executables;
    while (*link != found)
      link = &(*link)->next;
    *link = found->next;
    free_executable(found);
    call_busy(&call, driver.profile.other_call);
  }
  return call_close(&call);
}

CUresult cuGraphDestroy(CUgraph graph) {
  struct call call;
  call_open(&call, FUNCTION_cuGraphDestroy, NEEDS_DRIVER);
  struct CUgraph_st *found = note_graph(&call, graph);
  if (found) {
    struct CUgraph_st **link = &graphs;
    while (*link != found)
      link = &(*link)->next;
    *link = found->next;
    free_graph(found);
    call_busy(&call, driver.profile.other_call);
  }
  return call_close(&call);
}
