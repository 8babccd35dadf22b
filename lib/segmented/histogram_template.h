/* FILE: lib/segmented/histogram_template.h
 * WHAT: histograms of keys that are small integers. A file includes it once for each type of keys.
 *
 * Parameters, macros that this file undefines at its end:
 *   CLEAVE_HISTOGRAM_NAME  the last part of the generated names, for example int
 *   CLEAVE_HISTOGRAM_TYPE  an integer type
 */
#include "workspace.h"

#ifndef CLEAVE_SEGMENTED_HISTOGRAM_H
#define CLEAVE_SEGMENTED_HISTOGRAM_H
/* Bins in team memory. 46 KiB: the run time needs some of the 48 KiB. The smaller kernel leaves room for more teams. */
enum { CLEAVE_HISTOGRAM_FEW = 2048, CLEAVE_HISTOGRAM_MANY = 11776 };
#endif

#undef CLEAVE_HISTOGRAM_FUNCTION
#define CLEAVE_HISTOGRAM_FUNCTION(prefix) CLEAVE_SEGMENTED_JOIN(prefix, CLEAVE_HISTOGRAM_NAME)

#pragma omp begin declare target

/* Adds the keys of a team to BINS in team memory, and these to COUNTS with one atomic update for each bin that is not empty. */
CLEAVE_SEGMENTED_INLINE void
CLEAVE_HISTOGRAM_FUNCTION(cleave_team_histogram)(unsigned *team_bins, const CLEAVE_HISTOGRAM_TYPE *keys,
                                                 long count, int bins, unsigned *counts, int thread,
                                                 int threads) {
  const long step = (long)omp_get_num_teams() * threads;
  for (int bin = thread; bin < bins; bin += threads)
    team_bins[bin] = 0;
#pragma omp barrier
#pragma clang loop unroll_count(4)
  for (long i = (long)omp_get_team_num() * threads + thread; i < count; i += step) {
    const unsigned long key = (unsigned long)keys[i];
    if (key < (unsigned long)bins) {
#pragma omp atomic
      team_bins[key]++;
    }
  }
#pragma omp barrier
  for (int bin = thread; bin < bins; bin += threads) {
    const unsigned sum = team_bins[bin];
    if (sum) {
#pragma omp atomic
      counts[bin] += sum;
    }
  }
}

#pragma omp end declare target

/* Adds the number of keys equal to B to COUNTS[B], for B from 0 to BINS - 1. Ignores other keys. The caller sets COUNTS before; its
 * sums are taken modulo 2^32. Up to 11776 bins are counted in team memory. Of the workspace, only its device and its teams are
 * used. Returns false if a size is negative. */
static inline bool CLEAVE_HISTOGRAM_FUNCTION(cleave_histogram)(const struct cleave_workspace *workspace,
                                                               const CLEAVE_HISTOGRAM_TYPE *keys, long count,
                                                               int bins, unsigned *counts) {
  const int device = workspace->device;
  const int teams = cleave_workspace_teams(workspace, cleave_segmented_tiles(count));
  if (count <= 0 || bins <= 0)
    return count >= 0 && bins >= 0;
  if (bins <= CLEAVE_HISTOGRAM_FEW) {
    unsigned few_[CLEAVE_HISTOGRAM_FEW];
#pragma omp target teams device(device) private(few_) allocate(CLEAVE_TEAM_MEMORY : few_)                    \
    uses_allocators(CLEAVE_TEAM_MEMORY) thread_limit(CLEAVE_SEGMENTED_THREADS) num_teams(teams)
#pragma omp parallel
    CLEAVE_HISTOGRAM_FUNCTION(cleave_team_histogram)(few_, keys, count, bins, counts, omp_get_thread_num(),
                                                     omp_get_num_threads());
  } else if (bins <= CLEAVE_HISTOGRAM_MANY) {
    unsigned many_[CLEAVE_HISTOGRAM_MANY];
#pragma omp target teams device(device) private(many_) allocate(CLEAVE_TEAM_MEMORY : many_)                  \
    uses_allocators(CLEAVE_TEAM_MEMORY) thread_limit(CLEAVE_SEGMENTED_THREADS) num_teams(teams)
#pragma omp parallel
    CLEAVE_HISTOGRAM_FUNCTION(cleave_team_histogram)(many_, keys, count, bins, counts, omp_get_thread_num(),
                                                     omp_get_num_threads());
  } else {
#pragma omp target teams device(device) thread_limit(CLEAVE_SEGMENTED_THREADS) num_teams(teams)
#pragma omp parallel
    {
      const long step = (long)omp_get_num_teams() * omp_get_num_threads();
#pragma clang loop unroll_count(4)
      for (long i = (long)omp_get_team_num() * omp_get_num_threads() + omp_get_thread_num(); i < count;
           i += step) {
        const unsigned long key = (unsigned long)keys[i];
        if (key < (unsigned long)bins) {
#pragma omp atomic
          counts[key]++;
        }
      }
    }
  }
  return true;
}

#undef CLEAVE_HISTOGRAM_NAME
#undef CLEAVE_HISTOGRAM_TYPE
