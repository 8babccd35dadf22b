/* FILE: test/lit/reader/Inputs/system.h
 * WHAT: a system header with a function whose body is there to be seen.
 */
static inline int in_system_header(int k) { return k; }
