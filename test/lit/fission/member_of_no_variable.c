// Clang 19 refuses a member of anything that is no variable directly in a target construct: such loops get a directive of
// their own under `target`.
// RUN: %clang -O1 -Wall -Werror %host_offload %s -o %t.plain
// RUN: %cleave_cc -O1 -Wall -Werror %host_offload %s -o %t.split
// RUN: %cleave explain --all %s | FileCheck %s
// RUN: %cleave rewrite %s >%t.rewritten.c
// RUN: FileCheck --check-prefix=TEXT %s <%t.rewritten.c
// RUN: %clang -O1 -Wall -Werror %host_offload %t.rewritten.c -o %t.rewritten
// RUN: %run %t.plain >%t.expected
// RUN: %run %t.split | diff %t.expected -
// RUN: %run4 %t.split | diff %t.expected -
// RUN: %run4 %t.rewritten | diff %t.expected -
// CHECK-NOT: not split
// CHECK: CLV001: target region split into 8 kernels
// CHECK: CLV001: target region split into 2 kernels
// A member of a variable needs no second directive.
// TEXT-COUNT-7: #pragma omp teams distribute parallel for
// TEXT:         #pragma omp target teams distribute parallel for map(tofrom: points, a)
// TEXT-NEXT:    for (
// TEXT-NEXT:    a[i] += points[i].y;
// TEXT:         #pragma omp target map(tofrom: a)
// TEXT-NEXT:    #pragma omp teams distribute parallel for
// TEXT-NEXT:    for (
// TEXT-NEXT:    a[i] += make(i).x;
#include <stdio.h>
enum { N = 100 };
struct point {
  int x, y;
};
struct pair {
  struct point first;
  int values[4];
};
static struct point make(int i) {
  struct point p = {i, 2 * i};
  return p;
}
static struct pair make_pair(int i) {
  struct pair p = {{i, 3}, {1, i, 2, 4}};
  return p;
}
static struct point *at(struct point *p, int i) { return p + i; }

int main(void) {
  struct point points[N], one = {7, 8};
  int a[N] = {0}, n = N;
  void *memory = points;
  for (int i = 0; i < n; i++)
    points[i] = make(i);
#pragma omp target map(tofrom : points, a)
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += make(i).x + make_pair(i).first.x + make_pair(i).values[i % 4];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += at(points, i)->y + (&points[i])->x + (*(points + i)).y;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      ((struct point *)memory)[i].y += (*(struct point *)memory).x + 3;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += (struct point){1, 2}.x + (int)sizeof(((struct point *)0)->y);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += (i % 2 ? points[i] : one).x + ((void)n, one).y;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += _Generic(i, int: make(i), default: i).y + ({ make(i); }).x;
#pragma omp parallel for
    for (int i = 0; i < (int)sizeof(((struct pair *)0)->values); i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += points[i].y;
  }
#pragma omp target map(tofrom : points, a)
#pragma omp teams
  {
#pragma omp distribute parallel for
    for (int i = 0; i < n; i++)
      a[i] += make(i).x;
#pragma omp distribute parallel for
    for (int i = 0; i < n; i++)
      ((struct point *)memory)[i].x += at(points, i)->y;
  }
  for (int i = 0; i < n; i++)
    printf("%d %d %d\n", a[i], points[i].x, points[i].y);
  return 0;
}
