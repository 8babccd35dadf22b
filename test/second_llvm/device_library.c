/* FILE: test/second_llvm/device_library.c
 * WHAT: the entry points of LLVM 22's device run time that LLVM 19's does not have or has with other parameters: openmp.sh adds them to
 *       that one, whose functions old_... are its own. For tests only.
 */
#define ENTRY __attribute__((always_inline, used))

void __kmpc_parallel_51(void *, int, int, int, int, void *, void *, void **, unsigned long);
ENTRY void __kmpc_parallel_60(void *location, int thread, int condition, int threads, int binding, void *region,
                              void *wrapper, void **arguments, unsigned long count, int is_strict) {
  (void)is_strict;
  __kmpc_parallel_51(location, thread, condition, threads, binding, region, wrapper, arguments, count);
}

/* Loops of flang. LLVM 19 adds 1 to the number of iterations. */
#define LOOPS(suffix, type)                                                                                  \
  void old_distribute_for_static_loop_##suffix(void *, void *, void *, type, type, type, type);              \
  void old_distribute_static_loop_##suffix(void *, void *, void *, type, type);                              \
  void old_for_static_loop_##suffix(void *, void *, void *, type, type, type);                               \
  ENTRY void __kmpc_distribute_for_static_loop_##suffix(void *location, void *body, void *argument,          \
                                                        type count, type threads, type block, type chunk,    \
                                                        unsigned char is_single) {                           \
    (void)is_single;                                                                                         \
    old_distribute_for_static_loop_##suffix(location, body, argument, count - 1, threads, block, chunk);     \
  }                                                                                                          \
  ENTRY void __kmpc_distribute_static_loop_##suffix(void *location, void *body, void *argument, type count,  \
                                                    type block, unsigned char is_single) {                   \
    (void)is_single;                                                                                         \
    old_distribute_static_loop_##suffix(location, body, argument, count - 1, block);                         \
  }                                                                                                          \
  ENTRY void __kmpc_for_static_loop_##suffix(void *location, void *body, void *argument, type count,         \
                                             type threads, type chunk, unsigned char is_single) {            \
    (void)is_single;                                                                                         \
    old_for_static_loop_##suffix(location, body, argument, count - 1, threads, chunk);                       \
  }
LOOPS(4, int)
LOOPS(4u, unsigned)
LOOPS(8, long)
LOOPS(8u, unsigned long)
