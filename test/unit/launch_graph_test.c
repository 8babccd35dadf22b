/* FILE: test/unit/launch_graph_test.c
 * WHAT: launches of a time loop as CUDA graphs (docs/design/graphs.md): lib/interposer/stream_chain.c and launch_graph.c over a
 *       driver that records which kernels it gets, one by one or in graphs.
 *
 * After each release the driver must have all kernels of the program, in the program's order.
 */
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

/* ---- Graphs ---------------------------------------------------------------------------------------- */

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

static void only_changed_arguments_are_set(void **state) {
  (void)state;
  chain_begin_region();
  for (int i = 0; i < 160; i++)
    kernel(i % 2 ? &g : &f, 8, i == 159 ? 5 : 4, &a);
  assert_int_equal(graph_launches, 3);
  assert_int_equal(updates, 1);
  assert_true(driver_has(160));
  assert_true(chain_end_region());
}

static void any_period_is_found(void **state) {
  (void)state;
  for (int period = 1; period <= 70; period++) {
    chain_begin_region();
    const int before = graph_launches, built = instantiations;
    /* Launches that are equal within the period do not mislead. */
    for (int i = 0; i < 8 * 70; i++)
      kernel(i % period == period - 1 ? &h : &f, i % period < 3 ? 1 : 2, i, &a);
    assert_int_equal(graph_launches > before, period <= 64);
    assert_int_equal(instantiations - built, period <= 64); /* batches are whole periods */
    assert_true(chain_end_region());
    assert_true(driver_has(8 * 70));
    program_count = driver_count = 0;
  }
}

static void a_graph_is_used_again_in_the_next_region(void **state) {
  (void)state;
  for (int region = 1; region <= 3; region++) {
    chain_begin_region();
    steps(100);
    assert_true(chain_end_region());
    assert_true(driver_has(200 * (size_t)region));
    assert_int_equal(instantiations, region < 3 ? 1 : 2);
    if (region == 2) {
      /* A module is unloaded. */
      chain_forget_graphs();
      assert_int_equal(destroyed, 1);
    }
  }
}

static void another_sequence_is_another_graph(void **state) {
  (void)state;
  chain_begin_region();
  steps(64);
  for (int t = 0; t < 64; t++) {
    kernel(&f, 8, t, &a);
    kernel(&h, 9, 7, &a);
  }
  assert_true(chain_end_region());
  assert_true(driver_has(256));
  assert_int_equal(instantiations, 2);
  assert_int_equal(destroyed, 1);
}

static void a_part_of_a_graph_is_another_graph(void **state) {
  (void)state;
  chain_begin_region();
  for (int i = 0; i < 4 * 33; i++)
    kernel(i % 33 == 32 ? &g : &f, 8, 0, &a);
  assert_int_equal(graph_launches, 2); /* of 33 kernels */
  assert_true(chain_end_region());
  chain_begin_region();
  for (int i = 0; i < 96; i++)
    kernel(&f, 8, 0, &a);
  assert_int_equal(graph_launches, 3); /* of 32 kernels */
  assert_true(driver_has(4 * 33 + 96));
  assert_true(chain_end_region());
}

/* ---- What releases --------------------------------------------------------------------------------- */

static struct CUevent_st event;
static bool dropped;

static CUresult work(void) { return chain_work(&a, false, 4); }
static CUresult work_elsewhere(void) { return chain_work(&b, false, SIZE_MAX); }
static CUresult record_event(void) { return chain_event(&a); }
static CUresult record_elsewhere(void) { return chain_event(&b); }
static CUresult wait_for_event(void) { return chain_wait_event(&a, &event, 0, &dropped); }
static CUresult wait_with_flags(void) {
  events_are_complete = true;
  return chain_wait_event(&a, &event, 1, &dropped);
}
static CUresult copy(void) {
  const void *from = "text";
  return chain_copy(&a, &from, 4);
}
static CUresult copy_much(void) {
  static char source[1 << 17];
  const void *from = source;
  return chain_copy(&a, &from, sizeof source);
}
static CUresult query(void) { return chain_before_look(&a); }
static CUresult synchronize(void) {
  chain_synchronize();
  return CUDA_SUCCESS;
}
static CUresult wait_elsewhere(void) {
  CUresult result;
  assert_false(chain_defers_wait(&b, &result));
  return result;
}
static CUresult inner_region(void) {
  chain_begin_region();
  return chain_end_region() ? CUDA_SUCCESS : CUDA_ERROR_LAUNCH_FAILED;
}
static CUresult other_stream(void) {
  /* The launch itself is not held either. */
  const CUresult result = try_kernel(&f, 8, 16, &b);
  assert_int_equal(driver[driver_count - 1].stream == &b, true);
  return result;
}
static CUresult other_grid(void) { return try_kernel(&f, 7, 16, &a); }
static CUresult other_function(void) { return try_kernel(&h, 8, 16, &a); }
static CUresult list_of_parameters(void) {
  int value = 1;
  void *parameters[] = {&value};
  bool held = true;
  const struct launch launch = {&f, {8, 1, 1}, {128, 1, 1}, 16, &a, parameters, NULL};
  const CUresult result = chain_launch(&launch, &held);
  assert_false(held);
  return result;
}
static CUresult buffer_of(size_t bytes, void *key, void **parameters) {
  char buffer[1024] = "";
  bool held = true;
  void *extra[] = {(void *)CU_LAUNCH_PARAM_BUFFER_POINTER,
                   buffer,
                   (void *)CU_LAUNCH_PARAM_BUFFER_SIZE,
                   &bytes,
                   key,
                   NULL,
                   NULL};
  const struct launch launch = {&f, {8, 1, 1}, {128, 1, 1}, 16, &a, parameters, extra};
  const CUresult result = chain_launch(&launch, &held);
  assert_false(held);
  return result;
}
static CUresult unknown_extra(void) { return buffer_of(8, (void *)3, NULL); }
static CUresult no_arguments(void) { return buffer_of(0, NULL, NULL); }
static CUresult list_and_buffer(void) { return buffer_of(8, NULL, (void *[]){NULL}); }
static CUresult large_arguments(void) {
  CUresult result = CUDA_SUCCESS;
  for (int i = 0; i < 100 && !result; i++)
    result = buffer_of(513, NULL, NULL);
  return result;
}

static void each_call_that_could_see_releases(void **state) {
  (void)state;
  static const struct {
    const char *name;
    CUresult (*call)(void);
  } calls[] = {
#define CALL(name) {#name, name}
      CALL(work),
      CALL(work_elsewhere),
      CALL(record_event),
      CALL(record_elsewhere),
      CALL(wait_for_event),
      CALL(wait_with_flags),
      CALL(copy),
      CALL(copy_much),
      CALL(query),
      CALL(synchronize),
      CALL(wait_elsewhere),
      CALL(inner_region),
      CALL(other_stream),
      CALL(other_grid),
      CALL(other_function),
      CALL(list_of_parameters),
      CALL(unknown_extra),
      CALL(chain_drain),
      CALL(chain_release_all),
      CALL(no_arguments),
      CALL(list_and_buffer),
      CALL(large_arguments),
#undef CALL
  };
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    clear_graphs(state);
    chain_begin_region();
    steps(40);
    assert_true(driver_has(64));
    assert_int_equal(calls[i].call(), CUDA_SUCCESS);
    if (!driver_has(program_count))
      fail_msg("%s does not release: %zu of %zu", calls[i].name, driver_count, program_count);
    /* What comes next is in order as well; some of these waits are performed. */
    for (int k = 0; k < 4; k++) {
      assert_int_equal(try_kernel(&f, 8, k, &a), CUDA_SUCCESS);
      (void)waits_not(&a);
    }
    assert_true(chain_end_region());
    assert_true(driver_has(program_count));
  }
}

static void a_wait_for_a_complete_event_is_dropped(void **state) {
  (void)state;
  events_are_complete = true;
  chain_begin_region();
  for (int t = 0; t < 60; t++) {
    assert_int_equal(chain_wait_event(&a, &event, 0, &dropped), CUDA_SUCCESS);
    assert_true(dropped);
    steps(1);
  }
  assert_int_equal(queries, 1);
  assert_int_equal(graph_launches, 1);
  assert_int_equal(driver_count, 96);
  /* The event is recorded again, and its work is not complete. */
  event_recorded(&event);
  events_are_complete = false;
  assert_int_equal(chain_wait_event(&a, &event, 0, &dropped), CUDA_SUCCESS);
  assert_false(dropped);
  assert_true(driver_has(120));
  assert_true(chain_end_region());
  /* Outside of regions no wait is dropped. */
  events_are_complete = true;
  assert_int_equal(chain_wait_event(&a, &event, 0, &dropped), CUDA_SUCCESS);
  assert_false(dropped);
}

static void a_wait_that_is_performed_releases(void **state) {
  (void)state;
  chain_begin_region();
  steps(40);
  assert_int_equal(chain_work(&a, true, 4), CUDA_SUCCESS);
  assert_false(waits_not(&a));
  assert_true(driver_has(80));
  steps(40);
  assert_true(driver_has(80 + 64)); /* another sequence */
  assert_true(chain_end_region());
}

/* ---- Other threads --------------------------------------------------------------------------------- */

static void *small_work(void *unused) {
  (void)unused;
  assert_int_equal(chain_work(&b, true, 4), CUDA_SUCCESS);
  return NULL;
}
static void *same_stream(void *unused) {
  (void)unused;
  assert_int_equal(chain_work(&a, true, 4), CUDA_SUCCESS);
  return NULL;
}
static void *drain(void *unused) {
  (void)unused;
  assert_int_equal(chain_drain(), CUDA_SUCCESS);
  return NULL;
}
static void *independent_drain(void *unused) {
  chain_set_independent();
  return drain(unused);
}
static void *look(void *unused) {
  (void)unused;
  current = &second_context;
  assert_int_equal(chain_before_look(&a), CUDA_SUCCESS);
  assert_ptr_equal(current, &second_context);
  return NULL;
}
static void *wait_for_a(void *unused) {
  (void)unused;
  assert_false(waits_not(&a));
  return NULL;
}
static void *record_in_a(void *unused) {
  (void)unused;
  assert_int_equal(chain_event(&a), CUDA_SUCCESS);
  return NULL;
}

static void calls_of_other_threads_release(void **state) {
  void *(*const calls[])(void *) = {small_work, same_stream, drain,      independent_drain,
                                    look,       wait_for_a,  record_in_a};
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    clear_graphs(state);
    chain_begin_region();
    steps(40);
    assert_true(driver_has(64));
    elsewhere(calls[i], NULL);
    if (!driver_has(80))
      fail_msg("call %zu does not release: %zu", i, driver_count);
    steps(30);
    assert_true(chain_end_region());
    assert_true(driver_has(140));
  }
}

/* A copy of more than 1 MiB is not ordered after the region: its memory is not from the pool. */
static void *large_work(void *unused) {
  (void)unused;
  assert_int_equal(chain_work(&b, true, (1 << 20) + 1), CUDA_SUCCESS);
  return NULL;
}

static void independent_work_does_not_release(void **state) {
  (void)state;
  chain_begin_region();
  steps(40);
  elsewhere(large_work, NULL);
  assert_true(driver_has(64));
  assert_true(chain_end_region());
  assert_true(driver_has(80));
}

static atomic_int stage;
static void *region_meanwhile(void *unused) {
  (void)unused;
  chain_begin_region();
  for (atomic_store(&stage, 1); atomic_load(&stage) != 2;)
    usleep(100);
  assert_true(chain_end_region());
  return NULL;
}

static void nothing_is_held_beside_another_region(void **state) {
  (void)state;
  pthread_t thread;
  chain_begin_region();
  steps(40);
  assert_true(driver_has(64));
  atomic_store(&stage, 0);
  assert_int_equal(pthread_create(&thread, NULL, region_meanwhile, NULL), 0);
  while (atomic_load(&stage) != 1)
    usleep(100);
  for (int i = 0; i < 80; i++) {
    assert_int_equal(try_kernel(&f, 8, i, &a), CUDA_SUCCESS);
    assert_true(driver_has(81 + (size_t)i));
    assert_false(waits_not(&a));
  }
  atomic_store(&stage, 2);
  pthread_join(thread, NULL);
  assert_true(chain_end_region());
  assert_int_equal(graph_launches, 0);
}

/* ---- Errors ---------------------------------------------------------------------------------------- */

static void without_working_graphs_nothing_is_lost(void **state) {
  static const struct {
    const char *function;
    int call, graphs;
  } faults[] = {{"create", 1, 0}, {"add", 1, 0},    {"add", 20, 0},   {"instantiate", 1, 0},
                {"graph", 1, 0},  {"update", 1, 1}, {"update", 9, 1}, {"graph", 2, 1}};
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    clear_graphs(state);
    failing = faults[i].function;
    failing_call = faults[i].call;
    chain_begin_region();
    for (int t = 0; t < 200; t++) {
      kernel(&f, 8, t, &a);
      kernel(&g, 9, 7, &a);
    }
    assert_true(driver_has(400)); /* from the failure on, nothing is held */
    assert_false(atomic_load(&interposer.holds));
    assert_int_equal(launches, 400 - 32 * faults[i].graphs);
    assert_true(chain_end_region());
  }
}

static void without_graphs_nothing_is_held(void **state) {
  (void)state;
  atomic_store(&interposer.holds, false);
  events_are_complete = true;
  chain_begin_region();
  for (int t = 0; t < 100; t++) {
    assert_int_equal(chain_wait_event(&a, &event, 0, &dropped), CUDA_SUCCESS);
    assert_false(dropped);
    steps(1);
    assert_true(driver_has(program_count));
  }
  assert_true(chain_end_region());
  assert_int_equal(queries, 0);
}

static void *fail_at_release(void *unused) {
  (void)unused;
  current = &first_context;
  chain_begin_region();
  steps(40);
  launch_error = CUDA_ERROR_LAUNCH_FAILED;
  assert_int_equal(chain_work(&a, true, 4), CUDA_ERROR_LAUNCH_FAILED);
  assert_int_equal(launches, 65); /* the others would fail as well */
  launch_error = CUDA_SUCCESS;
  assert_int_equal(try_kernel(&f, 8, 1, &a), CUDA_ERROR_LAUNCH_FAILED);
  assert_false(chain_end_region());
  return NULL;
}

static void *fail_in_the_batch(void *unused) {
  (void)unused;
  current = &first_context;
  chain_begin_region();
  steps(47);
  kernel(&f, 8, 1, &a);
  failing = "graph";
  launch_error = CUDA_ERROR_ILLEGAL_ADDRESS; /* as of an earlier kernel: all calls return it */
  assert_int_equal(try_kernel(&g, 9, 7, &a), CUDA_ERROR_ILLEGAL_ADDRESS);
  launch_error = CUDA_SUCCESS;
  assert_false(chain_end_region());
  return NULL;
}

static void *fail_for_another(void *unused) {
  (void)unused;
  launch_error = CUDA_ERROR_LAUNCH_FAILED;
  assert_int_equal(chain_drain(), CUDA_ERROR_LAUNCH_FAILED);
  launch_error = CUDA_SUCCESS;
  return NULL;
}

static void *another_releases_before_a_launch(void *unused) {
  (void)unused;
  current = &first_context;
  chain_begin_region();
  steps(40);
  elsewhere(fail_for_another, NULL);
  assert_int_equal(try_kernel(&f, 8, 40, &a), CUDA_ERROR_LAUNCH_FAILED);
  assert_false(chain_end_region());
  return NULL;
}

static void *another_releases(void *unused) {
  (void)unused;
  current = &first_context;
  chain_begin_region();
  steps(40);
  elsewhere(fail_for_another, NULL);
  assert_false(chain_end_region());
  assert_int_equal(chain_work(&a, true, 4), CUDA_ERROR_LAUNCH_FAILED);
  return NULL;
}

/* Each in a thread of its own, in which all later calls fail. */
static void the_error_of_a_held_launch_is_reported(void **state) {
  void *(*const calls[])(void *) = {fail_at_release, fail_in_the_batch, another_releases,
                                    another_releases_before_a_launch};
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    clear_graphs(state);
    elsewhere(calls[i], NULL);
  }
  clear_graphs(state);
  a_time_loop_is_launched_as_graphs(state);
}

#undef TEST
#define TEST(name) cmocka_unit_test_setup(name, clear_graphs)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(a_time_loop_is_launched_as_graphs),
      TEST(only_changed_arguments_are_set),
      TEST(any_period_is_found),
      TEST(a_graph_is_used_again_in_the_next_region),
      TEST(another_sequence_is_another_graph),
      TEST(a_part_of_a_graph_is_another_graph),
      TEST(each_call_that_could_see_releases),
      TEST(a_wait_for_a_complete_event_is_dropped),
      TEST(a_wait_that_is_performed_releases),
      TEST(calls_of_other_threads_release),
      TEST(independent_work_does_not_release),
      TEST(nothing_is_held_beside_another_region),
      TEST(without_working_graphs_nothing_is_lost),
      TEST(without_graphs_nothing_is_held),
      TEST(the_error_of_a_held_launch_is_reported),
  };
  return cmocka_run_group_tests(tests, prepare_graphs, NULL);
}
