/* naive.c: quickhull as a CPU programmer writes it: serial loops for the first two segments and for the places of the new
 * segments, and a thread for each segment, which searches and moves the points of the segment. */
#include "quickhull.h"

const struct bench_version bench_version = {.name = "naive"};

void kernel_quickhull(int n, const REAL *x, const REAL *y, int *on_hull, struct hull_segments now,
                      struct hull_segments next, int *farthest, int *count, int *side)
{
  int segments = 0;
  int *member = now.member, *first = now.first, *from = now.from, *to = now.to;
  int *next_member = next.member, *next_first = next.first, *next_from = next.from, *next_to = next.to;

#pragma omp target data map(to: x[0:n], y[0:n]) map(from: on_hull[0:n]) \
    map(alloc: member[0:n], first[0:n+2], from[0:n+1], to[0:n+1]) \
    map(alloc: next_member[0:n], next_first[0:n+2], next_from[0:n+1], next_to[0:n+1]) \
    map(alloc: farthest[0:n+1], count[0:2*n+2], side[0:n])
  {
#pragma omp target map(from: segments)
    {
      int left = 0, right = 0, kept = 0;
      for (int i = 0; i < n; i++) {
        on_hull[i] = 0;
        if (x[i] < x[left] || (x[i] == x[left] && y[i] < y[left]))
          left = i;
        if (x[i] > x[right] || (x[i] == x[right] && y[i] > y[right]))
          right = i;
      }
      on_hull[left] = 1;
      on_hull[right] = 1;
      segments = 0;
      for (int s = 0; s < 2; s++) {
        int a = s == 0 ? left : right, b = s == 0 ? right : left, begin = kept;
        for (int i = 0; i < n; i++)
          if ((x[b] - x[a]) * (y[i] - y[a]) - (y[b] - y[a]) * (x[i] - x[a]) > 0)
            member[kept++] = i;
        if (kept > begin) {
          from[segments] = a;
          to[segments] = b;
          first[segments] = begin;
          segments++;
        }
      }
      first[segments] = kept;
    }

    while (segments > 0) {
      /* The farthest point of each segment. */
#pragma omp target teams distribute parallel for
      for (int s = 0; s < segments; s++) {
        int a = from[s], b = to[s], place = -1;
        REAL best = 0;
        for (int k = first[s]; k < first[s + 1]; k++) {
          int p = member[k];
          REAL d = (x[b] - x[a]) * (y[p] - y[a]) - (y[b] - y[a]) * (x[p] - x[a]);
          if (d > best) {
            best = d;
            place = p;
          }
        }
        farthest[s] = place;
        on_hull[place] = 1;
      }

      /* The new segment of each point: 0 none, 1 the first one, 2 the second one. */
#pragma omp target teams distribute parallel for
      for (int s = 0; s < segments; s++) {
        int a = from[s], b = farthest[s], c = to[s], before = 0, after = 0;
        for (int k = first[s]; k < first[s + 1]; k++) {
          int p = member[k];
          side[k] = 0;
          if ((x[b] - x[a]) * (y[p] - y[a]) - (y[b] - y[a]) * (x[p] - x[a]) > 0) {
            side[k] = 1;
            before++;
          } else if ((x[c] - x[b]) * (y[p] - y[b]) - (y[c] - y[b]) * (x[p] - x[b]) > 0) {
            side[k] = 2;
            after++;
          }
        }
        count[2 * s] = before;
        count[2 * s + 1] = after;
      }

      /* Their places, and the new segments that have points. count becomes the first place. */
      int old_segments = segments;
#pragma omp target map(from: segments)
      {
        int total = 0, created = 0;
        for (int s = 0; s < 2 * old_segments; s++) {
          int points = count[s];
          count[s] = total;
          if (points > 0) {
            next_from[created] = s % 2 == 0 ? from[s / 2] : farthest[s / 2];
            next_to[created] = s % 2 == 0 ? farthest[s / 2] : to[s / 2];
            next_first[created] = total;
            created++;
            total += points;
          }
        }
        next_first[created] = total;
        segments = created;
      }

      /* Moves the points. */
#pragma omp target teams distribute parallel for
      for (int s = 0; s < old_segments; s++) {
        int before = count[2 * s], after = count[2 * s + 1];
        for (int k = first[s]; k < first[s + 1]; k++) {
          if (side[k] == 1)
            next_member[before++] = member[k];
          else if (side[k] == 2)
            next_member[after++] = member[k];
        }
      }

      int *other;
      other = member, member = next_member, next_member = other;
      other = first, first = next_first, next_first = other;
      other = from, from = next_from, next_from = other;
      other = to, to = next_to, next_to = other;
    }
  }
}
