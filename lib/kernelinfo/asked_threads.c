/* FILE: lib/kernelinfo/asked_threads.c
 * WHAT: the choice of a thread limit for kernels with parallel constructs in teams.
 *
 * Clang compiles `target teams` without a thread_limit for 128 threads. A parallel construct in it that asks for 512 then gets 128. A
 * team's number of threads is implementation-defined (OpenMP 5.1, 2.7: thread_limit), so a team may have as many as its parallel
 * constructs ask for. A larger limit allows each thread fewer registers, so a limit is not raised for its own sake.
 *
 * All constructs keep the whole team, in whole warps. LLVM's run time combines the values of a construct with fewer threads than the team
 * has wrongly, and some of its barriers wait for all threads of a warp. With the old limit, each of these constructs had the whole team.
 */
#include "kernelinfo/asked_threads.h"

enum { WARP = 32 };

uint32_t cleave_team_threads(uint32_t limit, const uint64_t *asked, size_t count) {
  uint64_t least = CLEAVE_MOST_TEAM_THREADS;
  if (limit != CLEAVE_DEFAULT_TEAM_THREADS || !count)
    return limit;
  for (size_t i = 0; i < count; i++)
    least = asked[i] < least ? asked[i] : least;
  least = least / WARP * WARP;
  return least > limit ? (uint32_t)least : limit;
}
