/* FILE: lib/kernelinfo/asked_threads.h
 * WHAT: the threads of a team for a kernel whose parallel constructs ask for a number of threads.
 * WHO:  passes/device/team_threads.cpp reads the numbers from device code.
 */
#ifndef CLEAVE_KERNELINFO_ASKED_THREADS_H
#define CLEAVE_KERNELINFO_ASKED_THREADS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Threads of a team if the program does not say how many, on GPUs of NVIDIA; and of the largest team. */
enum { CLEAVE_DEFAULT_TEAM_THREADS = 128, CLEAVE_MOST_TEAM_THREADS = 1024 };

/* LIMIT: for which the compiler has made the kernel. ASKED: num_threads of its COUNT parallel constructs that have one; 0: known only at
 * run time. Returns the limit that the kernel should have. */
uint32_t cleave_team_threads(uint32_t limit, const uint64_t *asked, size_t count);

#ifdef __cplusplus
}
#endif
#endif
