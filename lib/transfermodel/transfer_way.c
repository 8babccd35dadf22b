/* FILE: lib/transfermodel/transfer_way.c
 * WHAT: which way of a transfer is the cheapest.
 */
#include "transfermodel/transfermodel.h"

#include <math.h>

/* By how much a way must be better than the plain one to be taken: what the model may be wrong by. */
static const double margin = 0.95;

/* How much longer a copy may take at the worst, where kernels that run meanwhile may hide all of it. */
static const double stake = 1.015;

/* Whether a rate was measured: what is not known is 0. */
static bool is_known(double rate) { return rate > 0; }

/* How long the bytes are on their way; infinite where the rate is not known. */
static double duration(const struct cleave_transfer_rates *rates, double rate, size_t bytes) {
  return is_known(rate) ? rates->copy_latency + (double)bytes / rate : INFINITY;
}

/* What the region's thread waits for a transfer of the engine's, which takes DURATION. */
static double wait(const struct cleave_transfer_rates *rates, const struct cleave_transfer_question *question,
                   double taken) {
  return rates->handover + fmax(0, taken - question->hidden);
}

/* The same for each of several, of which the first one takes SETUP longer. */
static double wait_on_average(const struct cleave_transfer_rates *rates,
                              const struct cleave_transfer_question *question, double taken, double setup) {
  double first = wait(rates, question, taken + setup), others = wait(rates, question, taken);
  return isinf(first) ? INFINITY : others + (first - others) / fmax(1, question->transfers);
}

/* What it costs to page-lock the bytes, and to unlock them again. */
static double registration(const struct cleave_transfer_rates *rates, size_t bytes) {
  if (!is_known(rates->registration_per_page) || !is_known(rates->page_size))
    return INFINITY;
  double pages = ceil((double)bytes / rates->page_size);
  return rates->registration + pages * rates->registration_per_page;
}

struct cleave_transfer_answer cleave_transfer_choose(const struct cleave_transfer_rates *rates,
                                                     const struct cleave_transfer_question *question) {
  const bool to_device = question->to_device;
  const size_t bytes = question->bytes;
  const double pinned =
      duration(rates, to_device ? rates->pinned_to_device : rates->pinned_from_device, bytes);
  const double pageable =
      duration(rates, to_device ? rates->pageable_to_device : rates->pageable_from_device, bytes);
  const double staged =
      duration(rates, to_device ? rates->staged_to_device : rates->staged_from_device, bytes);
  /* The driver sees by itself that memory is page-locked. */
  const double as_it_is = question->is_pinned ? pinned : pageable;

  struct cleave_transfer_answer answer = {.way = CLEAVE_WAY_PLAIN,
                                          .cost = {[CLEAVE_WAY_PLAIN] = as_it_is,
                                                   [CLEAVE_WAY_PAGEABLE] = INFINITY,
                                                   [CLEAVE_WAY_STAGED] = INFINITY,
                                                   [CLEAVE_WAY_PINNED] = INFINITY}};
  if (!is_known(rates->handover) || !bytes)
    return answer;
  answer.cost[CLEAVE_WAY_PAGEABLE] = wait(rates, question, as_it_is);
  if (question->ring_exists || is_known(rates->staging_setup))
    answer.cost[CLEAVE_WAY_STAGED] =
        wait_on_average(rates, question, staged, question->ring_exists ? 0 : rates->staging_setup);
  if (question->is_pinned || !question->no_page_locks)
    answer.cost[CLEAVE_WAY_PINNED] =
        wait_on_average(rates, question, pinned, question->is_pinned ? 0 : registration(rates, bytes));

  if (isinf(as_it_is)) /* nothing to compare with */
    return answer;
  double least = margin * answer.cost[CLEAVE_WAY_PLAIN];
  for (int way = CLEAVE_WAY_PAGEABLE; way < CLEAVE_WAY_COUNT; way++)
    if (answer.cost[way] < least) {
      least = answer.cost[way];
      answer.way = (enum cleave_way)way;
    }
  return answer;
}

bool cleave_transfer_risks_little(const struct cleave_transfer_answer *answer) {
  for (int way = CLEAVE_WAY_PAGEABLE; way < CLEAVE_WAY_COUNT; way++)
    if (answer->cost[way] <= stake * answer->cost[CLEAVE_WAY_PLAIN])
      return true;
  return false;
}
