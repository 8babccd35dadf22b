/* FILE: lib/transfermodel/tiles.c
 * WHAT: into how many tiles a loop is cut.
 */
#include "transfermodel/transfermodel.h"

#include <math.h>

double cleave_tile_time(const struct cleave_tile_question *question, uint64_t tiles) {
  const double n = (double)tiles;
  const double longest =
      fmax(question->kernel, fmax(question->transfer_to, question->transfer_from));
  const double all = question->transfer_to + question->kernel + question->transfer_from;
  return all / n + (n - 1) * longest / n + n * question->per_tile;
}

/* The time is longest + (all - longest) / n + n * per_tile, which falls until both terms with n are equal
 * and rises behind. So the best whole number is one of the two beside that place. */
uint64_t cleave_tile_count(const struct cleave_tile_question *question) {
  const double longest =
      fmax(question->kernel, fmax(question->transfer_to, question->transfer_from));
  const double rest =
      question->transfer_to + question->kernel + question->transfer_from - longest;
  if (question->most < 2 || !(rest > 0))
    return 1;
  const double best = question->per_tile > 0 ? sqrt(rest / question->per_tile) : INFINITY;
  uint64_t tiles = best >= (double)question->most ? question->most : (uint64_t)best;
  if (tiles < 1)
    tiles = 1;
  if (tiles < question->most &&
      cleave_tile_time(question, tiles + 1) < cleave_tile_time(question, tiles))
    tiles++;
  return cleave_tile_time(question, tiles) < cleave_tile_time(question, 1) ? tiles : 1;
}
