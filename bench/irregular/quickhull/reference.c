/* reference.c: data and sequential reference of quickhull. */
#include "quickhull.h"

#include "harness.h"

enum kind { SQUARE, DISK, RING };
static const char *const kinds[] = {"square", "disk", "ring", NULL};

const struct benchmark benchmark = {.name = "quickhull", .growth = 2, .kinds = kinds};

/* Whether a point belongs to the kind of input. The hull of a disk has more vertices than that of a square. Most points
 * of a ring are near the hull. X and Y count from 1 to QUICKHULL_GRID. */
static bool is_inside(int x, int y)
{
  int dx = 2 * x - QUICKHULL_GRID - 1, dy = 2 * y - QUICKHULL_GRID - 1,
      square = QUICKHULL_GRID * QUICKHULL_GRID;
  int distance = dx * dx + dy * dy;
  return bench_input.kind == SQUARE ||
         (distance < square && (bench_input.kind == DISK || distance > square / 16 * 15));
}

struct problem *problem_create(struct bench_memory *memory, int size, int steps)
{
  (void)steps;
  size_t n = (size_t)size * (size_t)size;
  struct problem *p = bench_scratch(memory, sizeof *p);
  p->n = (int)n;
  p->x = bench_array(memory, n);
  p->y = bench_array(memory, n);
  p->on_hull = bench_integers(memory, n);
  struct hull_segments *const lists[] = {&p->now, &p->next};
  for (int i = 0; i < 2; i++) {
    lists[i]->member = bench_scratch(memory, n * sizeof(int));
    lists[i]->first = bench_scratch(memory, (n + 2) * sizeof(int));
    lists[i]->from = bench_scratch(memory, (n + 1) * sizeof(int));
    lists[i]->to = bench_scratch(memory, (n + 1) * sizeof(int));
  }
  p->farthest = bench_scratch(memory, (n + 1) * sizeof(int));
  p->count = bench_scratch(memory, 2 * (n + 1) * sizeof(int));
  p->side = bench_scratch(memory, n * sizeof(int));
#pragma omp parallel for
  for (size_t i = 0; i < n; i++) {
    int x, y;
    unsigned seed = 1;
    do {
      unsigned hash = sparse_hash((unsigned)i, seed++);
      x = 1 + (int)(hash % QUICKHULL_GRID);
      y = 1 + (int)(hash / QUICKHULL_GRID % QUICKHULL_GRID);
    } while (!is_inside(x, y));
    p->x[i] = (REAL)x / QUICKHULL_GRID;
    p->y[i] = (REAL)y / QUICKHULL_GRID;
  }
  return p;
}

/* Twice the area of the triangle of points A, B and C: positive on one side of A to B. */
static REAL distance(const struct problem *p, int a, int b, int c)
{
  return (p->x[b] - p->x[a]) * (p->y[c] - p->y[a]) - (p->y[b] - p->y[a]) * (p->x[c] - p->x[a]);
}

/* Marks the vertices beyond the segment A to B. MEMBER: the COUNT points that may be beyond it; changes their order. */
static void find_vertices(const struct problem *p, int a, int b, int *member, int count)
{
  int farthest = -1, outside = 0;
  REAL best = 0;
  for (int k = 0; k < count; k++) {
    REAL d = distance(p, a, b, member[k]);
    if (d <= 0)
      continue;
    if (d > best || (d == best && member[k] < farthest)) {
      best = d;
      farthest = member[k];
    }
    int other = member[outside];
    member[outside++] = member[k];
    member[k] = other;
  }
  if (farthest < 0)
    return;
  p->on_hull[farthest] = 1;
  find_vertices(p, a, farthest, member, outside);
  find_vertices(p, farthest, b, member, outside);
}

void problem_reference(struct problem *p)
{
  struct bench_memory temporary = {0};
  int *member = bench_scratch(&temporary, (size_t)p->n * sizeof *member), left = 0, right = 0;
  for (int i = 0; i < p->n; i++) {
    member[i] = i;
    p->on_hull[i] = 0;
    if (p->x[i] < p->x[left] || (p->x[i] == p->x[left] && p->y[i] < p->y[left]))
      left = i;
    if (p->x[i] > p->x[right] || (p->x[i] == p->x[right] && p->y[i] > p->y[right]))
      right = i;
  }
  p->on_hull[left] = p->on_hull[right] = 1;
  find_vertices(p, left, right, member, p->n);
  find_vertices(p, right, left, member, p->n);
  bench_memory_free(&temporary);
}

void problem_kernel(struct problem *p)
{
  kernel_quickhull(p->n, p->x, p->y, p->on_hull, p->now, p->next, p->farthest, p->count, p->side);
}
