/* FILE: lib/transfermodel/tile_model.c
 * WHAT: into how many tiles a loop is cut.
 */
#include "transfermodel/transfermodel.h"

#include <math.h>

double cleave_tile_time(const struct cleave_tile_question *question, uint64_t tiles) {
  const double n = (double)tiles;
  const double to = question->transfer_to / n, from = question->transfer_from / n;
  const double kernel = fmin(question->kernel, fmax(question->kernel / n, question->least_kernel));
  return to + (n - 1) * fmax(kernel, fmax(to, from)) + kernel + from + n * question->per_tile;
}

/* The time is of the form a + b / n + c * n, with other numbers for each longest one of the three, and where
 * the kernel's time is k / n or its least. So its minimum is where b = c * n * n in one of these cases, or
 * where one case goes over into another. */
uint64_t cleave_tile_count(const struct cleave_tile_question *question) {
  const double x = question->transfer_to, y = question->transfer_from, k = question->kernel;
  const double least = fmin(k, question->least_kernel), c = question->per_tile;
  const double longest = fmax(k, fmax(x, y)), most = (double)question->most;
  const double places[] = {most,
                           sqrt((x + y + k - longest) / c),
                           sqrt(y / c),
                           sqrt(x / c),
                           sqrt((x + y) / (least + c)),
                           k / least,
                           x / least,
                           y / least};
  uint64_t best = 1;
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    for (int above = 0; above < 2; above++) {
      const double place = floor(fmin(places[i], most)) + above; /* 0 / 0 counts as the most */
      if (place >= 1 && place <= most &&
          cleave_tile_time(question, (uint64_t)place) < cleave_tile_time(question, best))
        best = (uint64_t)place;
    }
  return best;
}
