/* FILE: test/unit/chunks_test.c
 * WHAT: the proofs that a loop goes through an array in chunks, on loops described by a few words
 *       (loop_words.h). What is proved although it is not so is a tile that runs before its data are
 *       there, or a result that is copied back too early.
 */
#include <inttypes.h>

#include "loop_sample.h"

#include "model/text.h"

static void add_polynomial(struct cleave_text *out, const struct cleave_loop_model *model,
                           const struct cleave_polynomial *value) {
  const struct cleave_region *region = model->region;
  for (size_t i = 0; i < value->term_count; i++) {
    cleave_text_format(out, "%+" PRId64, value->terms[i].coefficient);
    for (uint32_t f = 0; f < value->terms[i].factor_count; f++)
      cleave_text_format(
          out, "%s", region->variables[model->loop->dimensions[value->terms[i].factors[f]].variable].name);
  }
}

/* The chunks of what the first letter of LINES names: "stride base rows", in text of the sample; NULL: none. */
static const char *chunks_of(struct loop *loop, const char *name) {
  const struct cleave_region *region = &loop->sample->region;
  uint32_t variable = 0, offset = 0;
  while (strcmp(region->variables[variable].name, name))
    variable++;
  struct chunk chunk;
  if (!find_chunks(loop->model, variable, &chunk, &offset))
    return NULL;
  struct cleave_text out = {.arena = loop->model->arena};
  cleave_text_format(&out, "%" PRId64, chunk.stride);
  add_polynomial(&out, loop->model, &chunk.base);
  for (size_t i = 0; i < chunk.row_count; i++) {
    cleave_text_add(&out, " *");
    add_polynomial(&out, loop->model, &chunk.rows[i]);
  }
  return cleave_text_get(&out);
}

struct row {
  const char *expected;
  const char *loop;
};

static void check_rows(const char *name, const struct row *rows, size_t count) {
  for (size_t i = 0; i < count; i++) {
    struct loop loop = new_loop(rows[i].loop);
    const char *found = chunks_of(&loop, name);
    if ((found == NULL) != (rows[i].expected == NULL) || (found && strcmp(found, rows[i].expected)))
      fail_msg("'%s', and not '%s':\n%s", found ? found : "no chunks",
               rows[i].expected ? rows[i].expected : "no chunks", rows[i].loop);
    end_loop(&loop);
  }
}

static void elements(void **state) {
  (void)state;
  static const struct row rows[] = {
      {"1", "for i 0 n-1 1\nr p i"},
      {"1", "for i 0 n-1 1\nadd p i"},
      {"1", "for i 0 n-1 1\nr p i\nsure p i"},
      {"1", "for i m n-1 1\nw p i"},
      {"1+1", "for i 0 n-1 1\nr p i+1"},
      {"1-3", "for i 3 n-1 1\nr p i-3"},
      {"1+1n-1m", "for i m n-1 1\nr p i+n-m"},
      {"1", "for i 0 n-1 1\nfor j 0 m-1 1\nr p i"},
      {"1", "for i 0 n-1 1\nseq j 0 m-1 1\nr p i\nr q j"},
      {"8", "for i 0 n-1 1\nseq j 0 7 1\nr p 8*i+j"},
      {"2", "for i 0 n-1 1\nr p 2*i\nr p 2*i+1"},
      {"2+2", "for i 0 n-1 1\nr p 2*i+2"},
      /* The bounds of the loop over j and the subscript have the same value of u. */
      {"4", "for i 0 n-1 1\nany u\nseq j u u+3 1\nr p 4*i+j-u"},
      {NULL, "for i 0 n-1 1\nany u\nseq j u u+4 1\nr p 4*i+j-u"},
      {NULL, "for i 0 n-1 1\nany u\nany s\nseq j u u+3 1\nr p 4*i+j-s"},
      /* Another chunk than that of this iteration. */
      {NULL, "for i 0 n-1 1\nr p i\nr p i+1"},
      {NULL, "for i 0 n-1 1\nr p i-1\nsure p i"},
      {NULL, "for i 0 n-1 1\nr p i\nr p 0"},
      {NULL, "for i 0 n-1 1\nr p i\nr p n-1-i"},
      {NULL, "for i 0 n-1 1\nr p 2*i\nr p 2*i+2"},
      {NULL, "for i 0 n-1 1\nseq j 0 8 1\nr p 8*i+j"},
      {NULL, "for i 0 n-1 1\nseq j 0 m-1 1\nr p 8*i+j"},
      {NULL, "for i 0 n-1 1\nseq j 0 m-1 1\nr p i+j"},
      {NULL, "for i 0 n-1 1\nseq j 0 m-1 1\nr p j"},
      {NULL, "for i 0 n-1 1\nfor j 0 m-1 1\nr p j"},
      {NULL, "for i 0 n-1 1\nr p k"},
      {NULL, "for i 0 n-1 1\nr p i+k"},
      {NULL, "for i 0 n-1 1\nany u\nr p u"},
      {NULL, "for i 0 n-1 1\nany u\nr p i+u"},
      {NULL, "for i 0 n-1 1\ndiv d i 2\nr p d"},
      {NULL, "for i 0 n-1 1\nr p 0-i"},
      {NULL, "for i 0 n-1 1\nr q i"}, /* p is not used */
      {NULL, "for i 0 n-1 1\nr p i\nfit u8 i"},
      /* The iterations are not those from the first to the last. */
      {NULL, "for i 0 n-1 2\nr p i"},
      {NULL, "for i n-1 0 -1\nr p i"},
      {NULL, "for i ? n-1 1\nr p i"},
      {NULL, "for i 0 ? 1\nr p i"},
      {NULL, "for i k n-1 1\nr p i"},
      {NULL, "for i 0 k 1\nr p i"},
  };
  check_rows("p", rows, sizeof rows / sizeof *rows);
}

static void rows_of_elements(void **state) {
  (void)state;
  static const struct row rows[] = {
      {"1 *+1n", "for i 0 n-1 1\nseq j 0 n-1 1\nr p i*n+j"},
      {"1 *+1n", "for i 0 n-1 1\nfor j 0 n-1 1\nr p i*n+j"},
      {"1 *+1m", "for i 0 n-1 1\nseq j 1 m-2 1\nr p i*m+j\nr p i*m+j-1\nr p i*m+j+1"},
      {"1 *+1n", "for i 0 n-1 1\nr p i*n+i"},
      {"1 *+1n", "for i 0 n-1 1\nseq j 0 i 1\nr p i*n+j"},
      {"1 *+1n", "for i 0 n-1 1\nseq j i n-1 1\nadd p i*n+j"},
      {"1+1 *+1m", "for i 0 n-1 1\nseq j 0 m-1 1\nr p i*m+m+j"},
      {"2 *+1m", "for i 0 n-1 1\nseq l 0 1 1\nseq j 0 m-1 1\nr p 2*i*m+l*m+j"},
      {"1 *+1n *+1m", "for i 0 n-1 1\nseq j 0 n-1 1\nseq l 0 m-1 1\nr p i*n*m+j*m+l"},
      /* Arrays in records: the chunk is the record. */
      {"1", "for i 0 n-1 1\nseq j 0 m-1 1\nr p i . j"},
      {"1", "for i 0 n-1 1\nseq j 0 m-1 1\nr p i . j\nr p i"},
      {"1 *+1n", "for i 0 n-1 1\nfor j 0 n-1 1\nseq l 0 m-1 1\nr p i*n+j . l"},
      {NULL, "for i 0 n-1 1\nseq j 0 m-1 1\nr p j . i"},
      {NULL, "for i 0 n-1 1\nseq j 0 n-1 1\nr p j*n+i"},
      {NULL, "for i 0 n-1 1\nseq j 0 n-1 1\nr p i*n+j\nr p j*n+i"},
      {NULL, "for i 0 n-1 1\nseq j 0 n 1\nr p i*n+j"},
      {NULL, "for i 0 n-1 1\nseq j 0 m-1 1\nr p i*n+j"},
      {NULL, "for i 0 n-1 1\nseq j 0 n-1 1\nr p i*n+j\nr p i*n+n+j"}, /* the row behind */
      {NULL, "for i 0 n-1 1\nseq j 0 n-1 1\nr p i*n+j\nr p i*n+j-n"}, /* the row before */
      {NULL, "for i 0 n-1 1\nseq j 0 n-1 1\nr p i*n+j\nr p j"},
      {NULL, "for i 0 n-1 1\nseq j 0 n-1 1\nr p i*n+j\nr p i"},
      {NULL, "for i 0 n-1 1\nseq j 0 k 1\nr p i*k+j"},
      {NULL, "for i 0 n-1 1\nseq j ? n-1 1\nr p i*n+j"},
  };
  static const struct row arrays[] = {
      {"1", "for i 0 m-1 1\nseq j 0 m-1 1\nr a i j"},
      {"1", "for i 0 m-1 1\nr a i i"},
      {"1+1", "for i 0 m-2 1\nseq j 0 m-1 1\nr a i+1 j"},
      {NULL, "for i 0 m-1 1\nseq j 0 m-1 1\nr a j i"},
      {NULL, "for i 0 m-1 1\nseq j 0 m 1\nr a i j"},
      {NULL, "for i 1 m-1 1\nseq j 0 m-1 1\nr a i j\nr a i-1 j"},
  };
  check_rows("p", rows, sizeof rows / sizeof *rows);
  check_rows("a", arrays, sizeof arrays / sizeof *arrays);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(elements),
      cmocka_unit_test(rows_of_elements),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
