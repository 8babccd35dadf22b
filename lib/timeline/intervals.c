/* FILE: lib/timeline/intervals.c
 * WHAT: union and intersection of sets of intervals.
 */
#include <stdlib.h>

#include "timeline/timeline.h"

static int by_begin(const void *a, const void *b) {
  const struct cleave_interval *left = a, *right = b;
  return (left->begin > right->begin) - (left->begin < right->begin);
}

size_t cleave_intervals_join(struct cleave_interval *intervals, size_t count) {
  size_t joined = 0;
  if (count)
    qsort(intervals, count, sizeof *intervals, by_begin);
  for (size_t i = 0; i < count; i++) {
    if (intervals[i].end <= intervals[i].begin)
      continue;
    if (!joined || intervals[i].begin > intervals[joined - 1].end)
      intervals[joined++] = intervals[i];
    else if (intervals[i].end > intervals[joined - 1].end)
      intervals[joined - 1].end = intervals[i].end;
  }
  return joined;
}

int64_t cleave_intervals_length(const struct cleave_interval *intervals, size_t count) {
  int64_t length = 0;
  for (size_t i = 0; i < count; i++)
    length += intervals[i].end - intervals[i].begin;
  return length;
}

int64_t cleave_intervals_overlap(const struct cleave_interval *a, size_t a_count,
                                 const struct cleave_interval *b, size_t b_count) {
  int64_t length = 0;
  for (size_t i = 0, k = 0; i < a_count && k < b_count;) {
    const int64_t begin = a[i].begin > b[k].begin ? a[i].begin : b[k].begin;
    const int64_t end = a[i].end < b[k].end ? a[i].end : b[k].end;
    if (end > begin)
      length += end - begin;
    if (a[i].end < b[k].end)
      i++;
    else
      k++;
  }
  return length;
}
