/* FILE: test/simulator_driver/graph_test.c
 * WHAT: graphs of the simulated driver: straight lines of kernels, their results and their times.
 */
#include "start.h"

/* Element i = element i * factor + 1. */
static const char ptx[] =
    ".version 7.8\n.target sm_90\n.address_size 64\n"
    ".visible .entry change(.param .u64 change_0, .param .u32 change_1) {\n"
    "  .reg .b32 %r<6>; .reg .b64 %rd<4>;\n"
    "  ld.param.u64 %rd1, [change_0];\n  ld.param.u32 %r1, [change_1];\n"
    "  mov.u32 %r2, %tid.x;\n  mul.wide.u32 %rd2, %r2, 4;\n  add.s64 %rd3, %rd1, %rd2;\n"
    "  ld.global.u32 %r3, [%rd3];\n  mul.lo.u32 %r4, %r3, %r1;\n  add.u32 %r5, %r4, 1;\n"
    "  st.global.u32 [%rd3], %r5;\n  ret;\n}\n"
    ".visible .entry stop() {\n  trap;\n  ret;\n}\n";

enum { COUNT = 32 };
static CUmodule module;
static CUfunction change, stop;
static CUdeviceptr memory;
static struct {
  CUdeviceptr memory;
  uint32_t factor;
} arguments;
static size_t argument_bytes;
static void *extra[] = {(void *)CU_LAUNCH_PARAM_BUFFER_POINTER, &arguments,
                        (void *)CU_LAUNCH_PARAM_BUFFER_SIZE, &argument_bytes, NULL};

static CUDA_KERNEL_NODE_PARAMS_v1 kernel(uint32_t factor) {
  arguments.memory = memory;
  arguments.factor = factor;
  argument_bytes = 12;
  return (CUDA_KERNEL_NODE_PARAMS_v1){change, 1, 1, 1, COUNT, 1, 1, 0, NULL, extra};
}

static void begin(void) {
  start(0);
  assert_int_equal(cuModuleLoadData(&module, ptx), 0);
  assert_int_equal(cuModuleGetFunction(&change, module, "change"), 0);
  assert_int_equal(cuModuleGetFunction(&stop, module, "stop"), 0);
  assert_int_equal(cuMemAlloc_v2(&memory, COUNT * sizeof(uint32_t)), 0);
}

static void assert_elements(uint32_t expected) {
  uint32_t elements[COUNT];
  assert_int_equal(cuMemcpyDtoH_v2(elements, memory, sizeof elements), 0);
  for (int i = 0; i < COUNT; i++)
    assert_int_equal(elements[i], expected);
}

static CUgraphNode nodes[2];

/* A graph with the factors 2 and 3. */
static CUgraph make_graph(void) {
  CUgraph graph;
  CUDA_KERNEL_NODE_PARAMS_v1 parameters = kernel(2);
  assert_int_equal(cuGraphCreate(&graph, 0), 0);
  assert_int_equal(cuGraphAddKernelNode(&nodes[0], graph, NULL, 0, &parameters), 0);
  parameters = kernel(3);
  assert_int_equal(cuGraphAddKernelNode(&nodes[1], graph, &nodes[0], 1, &parameters), 0);
  return graph;
}

static void a_graph_is_launched_again(void **state) {
  (void)state;
  begin();
  const CUgraph graph = make_graph();
  CUgraphExec executable;
  assert_int_equal(cuGraphInstantiateWithFlags(&executable, graph, 0), 0);
  /* The parameters were copied. */
  kernel(77);
  assert_int_equal(cuGraphLaunch(executable, NULL), 0);
  assert_elements((0 * 2 + 1) * 3 + 1);
  assert_int_equal(cuGraphLaunch(executable, NULL), 0);
  assert_elements((4 * 2 + 1) * 3 + 1);
  /* The executable graph changes, and the graph does not. */
  CUDA_KERNEL_NODE_PARAMS_v1 parameters = kernel(1);
  assert_int_equal(cuGraphExecKernelNodeSetParams(executable, nodes[1], &parameters), 0);
  assert_int_equal(cuGraphLaunch(executable, NULL), 0);
  assert_elements(28 * 2 + 1 + 1);
  CUgraphExec other;
  assert_int_equal(cuGraphInstantiateWithFlags(&other, graph, 0), 0);
  assert_int_equal(cuGraphDestroy(graph), 0);
  assert_int_equal(cuGraphLaunch(other, NULL), 0);
  assert_elements((58 * 2 + 1) * 3 + 1);
  assert_int_equal(driver.totals.graph_launches, 4);
  assert_int_equal(driver.totals.graph_kernels, 8);
  assert_int_equal(driver.totals.launches, 0);
  assert_int_equal(cuGraphExecDestroy(other), 0);
  assert_int_equal(cuGraphLaunch(other, NULL), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cuGraphExecDestroy(executable), 0);
}

/* A launch takes 2.5 us and 1 ns for each kernel; single launches take `kernel_submission` each. */
static void a_graph_takes_less_time_of_the_host(void **state) {
  (void)state;
  begin();
  CUgraphExec executable;
  CUgraph graph = make_graph();
  assert_int_equal(cuGraphInstantiateWithFlags(&executable, graph, 0), 0);
  long long before = cleave_simulator_time();
  assert_int_equal(cuGraphLaunch(executable, NULL), 0);
  assert_int_equal(cleave_simulator_time() - before, 2500 + 2);
  assert_int_equal(cuCtxSynchronize(), 0);
  before = cleave_simulator_time();
  kernel(2);
  assert_int_equal(cuLaunchKernel(change, 1, 1, 1, COUNT, 1, 1, 0, NULL, NULL, extra), 0);
  assert_int_equal(cleave_simulator_time() - before, (long long)driver.profile.kernel_submission);
}

static void only_straight_lines_are_supported(void **state) {
  (void)state;
  begin();
  const CUgraph graph = make_graph();
  CUgraphNode node;
  CUDA_KERNEL_NODE_PARAMS_v1 parameters = kernel(2);
  assert_int_equal(cuGraphAddKernelNode(&node, graph, NULL, 0, &parameters), CUDA_ERROR_NOT_SUPPORTED);
  assert_int_equal(cuGraphAddKernelNode(&node, graph, &nodes[0], 1, &parameters), CUDA_ERROR_NOT_SUPPORTED);
  assert_int_equal(cuGraphAddKernelNode(&node, graph, nodes, 2, &parameters), CUDA_ERROR_NOT_SUPPORTED);
  parameters.extra = NULL;
  parameters.kernelParams = extra;
  assert_int_equal(cuGraphAddKernelNode(&node, graph, &nodes[1], 1, &parameters), CUDA_ERROR_NOT_SUPPORTED);
}

static void handles_and_launches_are_checked(void **state) {
  (void)state;
  begin();
  const CUgraph graph = make_graph(), unknown = (CUgraph)&arguments;
  CUgraphExec executable;
  CUgraph another;
  CUgraphNode node, foreign;
  CUDA_KERNEL_NODE_PARAMS_v1 parameters = kernel(2);
  assert_int_equal(cuGraphCreate(&another, 1), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cuGraphCreate(&another, 0), 0);
  assert_int_equal(cuGraphAddKernelNode(&foreign, another, NULL, 0, &parameters), 0);
  assert_int_equal(cuGraphAddKernelNode(&node, unknown, NULL, 0, &parameters), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cuGraphInstantiateWithFlags(&executable, unknown, 0), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cuGraphInstantiateWithFlags(&executable, graph, 1), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cuGraphDestroy(unknown), CUDA_ERROR_INVALID_VALUE);
  parameters.blockDimX = 2048;
  assert_int_equal(cuGraphAddKernelNode(&node, graph, &nodes[1], 1, &parameters), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cuGraphInstantiateWithFlags(&executable, graph, 0), 0);
  parameters = kernel(2);
  assert_int_equal(cuGraphExecKernelNodeSetParams(executable, foreign, &parameters),
                   CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cuModuleUnload(module), 0);
  assert_int_equal(cuGraphLaunch(executable, NULL), CUDA_ERROR_INVALID_HANDLE);
}

/* The launch succeeds, and all later calls return the error. */
static void a_kernel_of_a_graph_may_fail(void **state) {
  (void)state;
  begin();
  CUgraph graph;
  CUgraphExec executable;
  CUDA_KERNEL_NODE_PARAMS_v1 parameters = kernel(2);
  assert_int_equal(cuGraphCreate(&graph, 0), 0);
  assert_int_equal(cuGraphAddKernelNode(&nodes[0], graph, NULL, 0, &parameters), 0);
  parameters.func = stop;
  assert_int_equal(cuGraphAddKernelNode(&nodes[1], graph, &nodes[0], 1, &parameters), 0);
  CUgraphNode third;
  parameters.func = change;
  assert_int_equal(cuGraphAddKernelNode(&third, graph, &nodes[1], 1, &parameters), 0);
  assert_int_equal(cuGraphInstantiateWithFlags(&executable, graph, 0), 0);
  assert_int_equal(cuGraphLaunch(executable, NULL), 0);
  assert_int_equal(driver.totals.graph_kernels, 2);
  assert_int_equal(cuGraphLaunch(executable, NULL), CUDA_ERROR_LAUNCH_FAILED);
  assert_int_equal(cuCtxSynchronize(), CUDA_ERROR_LAUNCH_FAILED);
}

#define TEST(name) cmocka_unit_test_setup(name, forget)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(a_graph_is_launched_again),         TEST(a_graph_takes_less_time_of_the_host),
      TEST(only_straight_lines_are_supported), TEST(handles_and_launches_are_checked),
      TEST(a_kernel_of_a_graph_may_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
