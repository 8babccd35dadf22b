/* FILE: lib/print/huge_row_edits.c
 * WHAT: the text that shares huge rows among teams. The teams after those of the blocks execute nothing else.
 *
 *   const int cleave_thread_further = their number;
 *   struct cleave_thread_memory { unsigned inspected, queued, finished, done[64]; int block[64], ...; double cleave_0[64 * 256]; } *cleave_thread_buffer = ...;
 *
 * A team that finds a huge row stores it in the queue, and executes the others of its block. When it has seen all rows of the block, it counts
 * the block as inspected. Each further team executes
 *
 *   wait until all blocks are inspected
 *   for (each row of the queue) for (each part of the row that is this team's) {
 *     all lanes of the team execute the part; one thread stores the combined sums in the buffer
 *     if (all parts of the row are done) { combine them; one thread executes the rest of the row } }
 *   the last further team resets the control words
 *
 * Memory order. What a team stores for others precedes a flush (OpenMP 5.1, 1.4.4), and an atomic update of a counter follows. A reader loads the
 * counter atomically, flushes, and then reads. Clang 19 compiles no release operations for GPUs.
 *
 * Progress. A further team waits for teams that do not wait, and leaves them room on the device (fission/row_loops.c, point 20).
 */
#include "print/huge_row_edits.h"

#include "abi/entry_points.h"
#include "model/text.h"
#include "print/calls.h"
#include "print/row_groups.h"
#include "print/row_parts.h"
#include "print/value_printer.h"

/* A row with more elements is huge. Its parts have at least LEAST_PART elements: fewer cost more to combine than they save. In the model, rows of
 * 16384 elements gain, and those of 4096 do not. */
enum { HUGE_ROW = 8192, LEAST_PART = 2048, SKEW = 8 /* teams between the first ones of two rows */ };

#define FLUSH "_Pragma(\"omp flush\") "
#define BARRIER "_Pragma(\"omp barrier\") "

void cleave_add_huge_row_head(const struct row_printer *it) {
  const struct cleave_row_loop *rows = it->rows;
  cleave_add_row_text(
      it,
      CLEAVE_STRUCTURES
      "struct @_memory { unsigned inspected, queued, finished, done[%d]; int block[%d], row[%d], "
      "size[%d]; %s first[%d]; ",
      CLEAVE_MOST_HUGE_ROWS, CLEAVE_MOST_HUGE_ROWS, CLEAVE_MOST_HUGE_ROWS, CLEAVE_MOST_HUGE_ROWS, rows->type,
      CLEAVE_MOST_HUGE_ROWS);
  for (size_t i = 0; i < rows->sum_count; i++)
    cleave_add_row_text(it, "%s cleave_%zu[%d]; ", rows->sums[i].type, i,
                        CLEAVE_MOST_HUGE_ROWS * CLEAVE_MOST_ROW_PARTS);
  cleave_add_row_text(it, "}; " CLEAVE_STRUCTURES_END CLEAVE_NO_DEBUG
                          "struct @_memory *const @_buffer = (struct @_memory *)cleave_reduction_buffer(); ");
}

void cleave_add_huge_row_choice(const struct row_printer *it) {
  cleave_add_row_text(
      it,
      "if (@_elements > %d && @_teams > @_blocks) { unsigned @_at; _Pragma(\"omp atomic capture\") { @_at = "
      "@_buffer->queued; @_buffer->queued += 1; } if (@_at < %d) { @_buffer->block[@_at] = @_block; "
      "@_buffer->row[@_at] = @_row; @_buffer->size[@_at] = @_elements; @_buffer->first[@_at] = @_begin; " FLUSH
      "@_elements = -1; } } ",
      HUGE_ROW, CLEAVE_MOST_HUGE_ROWS);
}

void cleave_add_end_of_choice(const struct row_printer *it) {
  cleave_add_row_text(it, "if (!@ && @_teams > @_blocks) { " FLUSH
                          "_Pragma(\"omp atomic\") @_buffer->inspected += 1; } ");
}

/* A part begins with sums that the operation ignores. */
static void begin_part(const struct row_printer *it) {
  for (size_t i = 0; i < it->rows->sum_count; i++)
    cleave_text_format(it->out, "%s = %s; ", it->rows->sums[i].name,
                       cleave_row_neutral(it, &it->rows->sums[i]));
}

static void end_part(const struct row_printer *it) {
  for (size_t i = 0; i < it->rows->sum_count; i++)
    cleave_add_row_text(it, "@_buffer->cleave_%zu[@_entry * %d + @_part] = %s; ", i, CLEAVE_MOST_ROW_PARTS,
                        it->rows->sums[i].name);
  cleave_add_row_text(it, "unsigned @_done; " FLUSH
                          "_Pragma(\"omp atomic capture\") { @_done = @_buffer->done[@_entry]; "
                          "@_buffer->done[@_entry] += 1; } @_state[1] = (int)@_done == @_parts - 1; ");
}

static void end_rest(const struct row_printer *it) {
  cleave_add_row_text(it, "@_buffer->done[@_entry] = 0; ");
  cleave_end_row(it);
}

void cleave_add_huge_rows(const struct row_printer *it) {
  cleave_add_row_text(
      it,
      "if (omp_get_team_num() >= @_blocks) { const int @_own = omp_get_team_num() - @_blocks, @_further = "
      "@_teams - @_blocks; if (!@) { unsigned @_seen; do { _Pragma(\"omp atomic read\") @_seen = "
      "@_buffer->inspected; } while (@_seen < (unsigned)@_blocks); " FLUSH
      "_Pragma(\"omp atomic read\") @_seen = @_buffer->queued; @_state[0] = @_seen < %d ? (int)@_seen : %d; } " BARRIER
      "const int @_queued = @_state[0]; ",
      CLEAVE_MOST_HUGE_ROWS, CLEAVE_MOST_HUGE_ROWS);
  cleave_add_row_text(
      it,
      "for (int @_entry = 0; @_entry < @_queued; @_entry++) { const int @_block = @_buffer->block[@_entry], "
      "@_total = @_buffer->size[@_entry], @_even = (@_total - 1) / %d + 1, @_length = @_even > %d ? @_even : %d, "
      "@_parts = (@_total - 1) / @_length + 1, @_base = 0, @_members = 1, @_shift = 0; "
      "for (int @_part = (@_own + @_entry * %d) %% @_further; @_part < @_parts; @_part += @_further) { "
      "if (!@) { const int @_before = @_part * @_length, @_left = @_total - @_before, @_at = "
      "@_buffer->row[@_entry]; @_order[0] = (short)@_at; @_size[@_at] = @_left < @_length ? @_left : @_length; "
      "@_first[@_at] = @_buffer->first[@_entry] + (%s)@_before; } " BARRIER,
      CLEAVE_MOST_ROW_PARTS, LEAST_PART, LEAST_PART, SKEW, it->rows->type);
  cleave_add_row_lanes(it);
  cleave_combine_row_lanes(it, begin_part, end_part);
  cleave_add_row_text(it,
                      "if (@_state[1]) { " FLUSH "for (int @_slot = @; @_slot < %d; @_slot += @_count) { ",
                      CLEAVE_ROW_THREADS);
  _Static_assert(CLEAVE_ROW_THREADS == (int)CLEAVE_MOST_ROW_PARTS, "a part takes the place of a lane");
  for (size_t i = 0; i < it->rows->sum_count; i++)
    cleave_add_row_text(
        it, "@_sum_%zu[@_slot] = @_slot < @_parts ? @_buffer->cleave_%zu[@_entry * %d + @_slot] : %s; ", i, i,
        CLEAVE_MOST_ROW_PARTS, cleave_row_neutral(it, &it->rows->sums[i]));
  cleave_add_row_text(it, "} " BARRIER);
  cleave_combine_row_lanes(it, NULL, end_rest);
  cleave_add_row_text(
      it, "} } } if (!@) { unsigned @_seen; " FLUSH
          "_Pragma(\"omp atomic capture\") { @_seen = @_buffer->finished; @_buffer->finished += 1; } "
          "if ((int)@_seen == @_further - 1) { _Pragma(\"omp atomic write\") @_buffer->inspected = 0; "
          "_Pragma(\"omp atomic write\") @_buffer->queued = 0; _Pragma(\"omp atomic write\") "
          "@_buffer->finished = 0; } } } ");
}
