// CASE 53: transformed | a region while a detached sibling task is not complete
// OpenMP: the region waits for its own work alone, not for tasks around it.
// RUN: %case %s
// TEXT-NOT: taskwait
// TEXT: #pragma omp target data
// TEXT: #pragma omp target teams distribute parallel for
// TEXT: #pragma omp target teams distribute parallel for
// VALUE: task 1
// VALUE: a: first 1 last 100 sum 5050 placed 338350
#include "show.h"
#include <omp.h>
int main(void) {
  int a[100], task = 0;
  omp_event_handle_t event = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task detach(event) shared(task)
    task = 1;
#pragma omp target map(from : a)
    {
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        a[i] = i;
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        a[i] += 1;
    }
    /* Whoever waits for the task inside the region waits forever. */
    omp_fulfill_event(event);
#pragma omp taskwait
  }
  printf("task %d\n", task);
  show_ints("a", a, 100);
}
