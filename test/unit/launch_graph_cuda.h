/* FILE: test/unit/launch_graph_cuda.h
 * WHAT: a driver that records which kernels it gets, one by one or in graphs, and a program with a time loop.
 * WHO:  launch_graph_test.c and launch_graph_failures_test.c, each a program.
 *
 * After each release the driver must have all kernels of the program, in the program's order.
 */
#ifndef CLEAVE_TEST_LAUNCH_GRAPH_CUDA_H
#define CLEAVE_TEST_LAUNCH_GRAPH_CUDA_H

#include "stream_chain_cuda.h"

struct CUfunc_st {
  const char *name;
};
struct CUctx_st {
  int number;
};
static struct CUfunc_st f = {"f"}, g = {"g"}, h = {"h"};
static struct CUctx_st first_context, second_context;
static _Thread_local CUcontext current;

struct kernel {
  CUfunction function;
  unsigned blocks;
  int64_t value; /* its argument */
  CUstream stream;
};
enum { MOST = 4096, NODES = 128 };
static struct kernel program[MOST],
    driver[MOST]; /* what the program has launched, and what the driver has got */
static size_t program_count, driver_count;
static struct kernel nodes[NODES];
static size_t node_count;
static int launches, graph_launches, instantiations, updates, destroyed, queries;
static const char *failing = ""; /* the function that fails */
static int failing_call;         /* from which call on */
static CUresult launch_error;
static bool events_are_complete;

static CUresult result_of(const char *function, int call) {
  return !strcmp(failing, function) && call >= failing_call ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
}

static CUresult get_context(CUcontext *context) {
  *context = current;
  return CUDA_SUCCESS;
}

static CUresult set_context(CUcontext context) {
  current = context;
  return CUDA_SUCCESS;
}

static CUresult query_event(CUevent event) {
  (void)event;
  queries++;
  return events_are_complete ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}

static int64_t value_of(void **extra) {
  int64_t value;
  assert_int_equal((uintptr_t)extra[0], CU_LAUNCH_PARAM_BUFFER_POINTER);
  assert_int_equal((uintptr_t)extra[2], CU_LAUNCH_PARAM_BUFFER_SIZE);
  assert_int_equal(*(size_t *)extra[3], sizeof value);
  assert_int_equal((uintptr_t)extra[4], CU_LAUNCH_PARAM_END);
  memcpy(&value, extra[1], sizeof value);
  return value;
}

static void get_kernel(struct kernel kernel) {
  assert_true(driver_count < MOST);
  driver[driver_count++] = kernel;
}

static CUresult launch_kernel(CUfunction function, unsigned x, unsigned y, unsigned z, unsigned block_x,
                              unsigned block_y, unsigned block_z, unsigned shared, CUstream stream,
                              void **parameters, void **extra) {
  assert_true(y == 1 && z == 1 && block_x == 128 && block_y == 1 && block_z == 1 && shared == 16);
  assert_null(parameters);
  assert_ptr_equal(current, &first_context);
  launches++;
  if (!launch_error)
    get_kernel((struct kernel){function, x, value_of(extra), stream});
  return launch_error;
}

static struct kernel node_of(const CUDA_KERNEL_NODE_PARAMS_v1 *at) {
  assert_true(at->gridDimY == 1 && at->gridDimZ == 1 && at->blockDimX == 128 && at->blockDimY == 1 &&
              at->blockDimZ == 1 && at->sharedMemBytes == 16);
  assert_null(at->kernelParams);
  return (struct kernel){at->func, at->gridDimX, value_of(at->extra), NULL};
}

static CUresult create_graph(CUgraph *graph, unsigned flags) {
  assert_int_equal(flags, 0);
  *graph = (CUgraph)&nodes;
  node_count = 0;
  return result_of("create", 1);
}

static CUresult add_node(CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t count,
                         const CUDA_KERNEL_NODE_PARAMS_v1 *parameters) {
  assert_ptr_equal(graph, &nodes);
  assert_ptr_equal(current, &first_context);
  assert_int_equal(count, node_count != 0);
  if (count)
    assert_ptr_equal(*before, &nodes[node_count - 1]);
  assert_true(node_count < NODES);
  nodes[node_count] = node_of(parameters);
  *node = (CUgraphNode)&nodes[node_count++];
  return result_of("add", (int)node_count);
}

static CUresult instantiate(CUgraphExec *executable, CUgraph graph, unsigned long long flags) {
  assert_ptr_equal(graph, &nodes);
  assert_int_equal(flags, 0);
  const CUresult result = result_of("instantiate", ++instantiations);
  if (!result)
    *executable = (CUgraphExec)&nodes;
  return result;
}

static CUresult set_arguments(CUgraphExec executable, CUgraphNode node,
                              const CUDA_KERNEL_NODE_PARAMS_v1 *parameters) {
  struct kernel *at = (struct kernel *)node;
  const struct kernel set = node_of(parameters);
  assert_ptr_equal(executable, &nodes);
  assert_ptr_equal(set.function, at->function);
  assert_int_not_equal(set.value, at->value);
  *at = set;
  return result_of("update", ++updates);
}

static CUresult launch_graph(CUgraphExec executable, CUstream stream) {
  assert_ptr_equal(executable, &nodes);
  assert_ptr_equal(current, &first_context);
  const CUresult result = result_of("graph", ++graph_launches);
  for (size_t i = 0; !result && i < node_count; i++) {
    get_kernel(nodes[i]);
    driver[driver_count - 1].stream = stream;
  }
  return result;
}

static CUresult destroy_executable(CUgraphExec executable) {
  assert_ptr_equal(executable, &nodes);
  destroyed++;
  return CUDA_SUCCESS;
}

static CUresult destroy_graph(CUgraph graph) {
  assert_ptr_equal(graph, &nodes);
  return CUDA_SUCCESS;
}

static int prepare_graphs(void **state) {
  interposer.cuda.cuCtxGetCurrent = get_context;
  interposer.cuda.cuCtxSetCurrent = set_context;
  interposer.cuda.cuEventQuery = query_event;
  interposer.cuda.cuLaunchKernel = launch_kernel;
  interposer.graph.cuGraphCreate = create_graph;
  interposer.graph.cuGraphAddKernelNode = add_node;
  interposer.graph.cuGraphInstantiateWithFlags = instantiate;
  interposer.graph.cuGraphExecKernelNodeSetParams = set_arguments;
  interposer.graph.cuGraphLaunch = launch_graph;
  interposer.graph.cuGraphExecDestroy = destroy_executable;
  interposer.graph.cuGraphDestroy = destroy_graph;
  atomic_store(&interposer.holds, true);
  current = &first_context;
  return prepare(state);
}

static int clear_graphs(void **state) {
  chain_begin_region(); /* forgets also the graph of the chain that the test gets */
  chain_forget_graphs();
  assert_true(chain_end_region());
  program_count = driver_count = 0;
  launches = graph_launches = instantiations = updates = destroyed = queries = 0;
  failing = "";
  failing_call = 1;
  launch_error = CUDA_SUCCESS;
  events_are_complete = false;
  current = &first_context;
  atomic_store(&interposer.holds, true);
  return clear(state);
}

/* ---- The program ----------------------------------------------------------------------------------- */

/* As the interposed cuLaunchKernel. The argument is not valid after the call. */
static CUresult try_kernel(CUfunction function, unsigned blocks, int64_t value, CUstream stream) {
  size_t bytes = sizeof value;
  int64_t buffer = value;
  void *extra[] = {(void *)CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, (void *)CU_LAUNCH_PARAM_BUFFER_SIZE,
                   &bytes, NULL};
  const struct launch launch = {function, {blocks, 1, 1}, {128, 1, 1}, 16, stream, NULL, extra};
  bool held;
  program[program_count++] = (struct kernel){function, blocks, value, stream};
  const CUresult result = chain_launch(&launch, &held);
  if (!result && !held)
    return launch_kernel(function, blocks, 1, 1, 128, 1, 1, 16, stream, NULL, extra);
  buffer = -1;
  return result;
}

static void kernel(CUfunction function, unsigned blocks, int64_t value, CUstream stream) {
  assert_int_equal(try_kernel(function, blocks, value, stream), CUDA_SUCCESS);
  assert_true(waits_not(stream));
}

/* A time loop: the argument of f changes in each step, that of g does not. */
static void steps(int count) {
  for (int t = 0; t < count; t++) {
    kernel(&f, 8, t, &a);
    kernel(&g, 9, 7, &a);
  }
}

/* Whether the driver has the first COUNT kernels of the program, in order. */
static bool driver_has(size_t count) {
  bool same = driver_count == count && count <= program_count;
  for (size_t i = 0; same && i < count; i++)
    same = driver[i].function == program[i].function && driver[i].blocks == program[i].blocks &&
           driver[i].value == program[i].value && driver[i].stream == program[i].stream;
  return same;
}

static struct CUevent_st event;
static bool dropped;

static void a_time_loop_is_launched_as_graphs(void **state) {
  (void)state;
  chain_begin_region();
  steps(32);
  assert_int_equal(launches, 64); /* what proves the period */
  steps(15);
  assert_true(driver_has(64));
  steps(1);
  assert_true(driver_has(96));
  assert_int_equal(graph_launches, 1);
  steps(52);
  /* Four graphs with 32 kernels, and 8 kernels held. */
  assert_int_equal(graph_launches, 4);
  assert_true(driver_has(64 + 4 * 32));
  assert_int_equal(launches, 64);
  assert_true(chain_end_region());
  assert_true(driver_has(200));
  assert_int_equal(launches, 72);
  assert_int_equal(instantiations, 1);
  /* The first and the second batch begin with the same 15 steps. */
  assert_int_equal(updates, 1 + 16 + 16);
  assert_said("wait A");
}

#undef TEST
#define TEST(name) cmocka_unit_test_setup(name, clear_graphs)

#endif
