/* FILE: test/unit/coverage_test.c
 * WHAT: the proofs that a loop overwrites all that a map clause names, and that it reads nothing of it but
 *       what it has written, on loops described by a few words (loop_words.h). What is proved
 *       although it is not so is a copy left out, and a wrong program.
 */
#include "loop_sample.h"

/* The names of the variables that must not be negative, "" for none; NULL: it is not overwritten. */
static const char *covered(const char *lines) {
  static char names[16];
  struct loop loop = new_loop(lines);
  const struct cleave_region *region = &loop.sample->region;
  struct cleave_transfer transfer = {.variable = region->map_count ? region->maps[0].variable : 0,
                                     .item = region->map_count ? 0 : CLEAVE_NO_ITEM};
  uint32_t offset = 0;
  const bool all = overwrites(loop.model, &transfer, loop.guards, &offset);
  *names = '\0';
  for (size_t i = 0; i < region->variable_count; i++)
    if (loop.guards[i])
      strcat(names, region->variables[i].name);
  if (all)
    assert_int_equal(offset, 1);
  end_loop(&loop);
  return all ? names : NULL;
}

struct row {
  const char *expected; /* as of covered() */
  const char *loop;
};

static void check_rows(const struct row *rows, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const char *found = covered(rows[i].loop);
    if ((found == NULL) != (rows[i].expected == NULL) || (found && strcmp(found, rows[i].expected)))
      fail_msg("%s%s, and not %s:\n%s", found ? "overwritten if not negative: " : "not overwritten",
               found ? found : "", rows[i].expected ? rows[i].expected : "not overwritten", rows[i].loop);
  }
}

static void sections(void **state) {
  (void)state;
  static const struct row rows[] = {
      {"", "map p 0 n\nfor i 0 n-1 1\nsure p i"},
      {"", "map p 0 n\nfor i 0 n-1 1\nadd p i"},
      {"", "map p 0 n\nfor i 0 n 1\nsure p i"},
      {"", "map p 1 n\nfor i 1 n 1\nsure p i"},
      {"", "map p m n\nfor i m m+n-1 1\nsure p i"},
      {"", "map p 0 n\nfor i 1 n 1\nsure p i-1"},
      {"", "map p 0 n\nfor i n-1 0 -1\nsure p i"},
      {"", "map p 0 n\nfor i 0 n-1 1\nsure p n-1-i"},
      {"", "map p 0 2*n\nfor i 0 n-1 1\nsure p 2*i\nsure p 2*i+1"},
      {"", "map p 0 n\nfor i 0 n-1 2\nsure p i\nfor j 1 n-1 2\nend\nsure p i+1"},
      {"", "map p 0 7\nfor i 0 6 1\nsure p i"},
      {NULL, "map p 0 n\nfor i 0 n-1 1\nseq j 0 m-1 1\nsure p i . j"},
      {NULL, "map p 0 n\nfor i 0 n-1 1\nw p i"},
      {NULL, "map p 0 n\nfor i 0 n-1 1\nr p i"},
      {NULL, "map p 0 n\nfor i 1 n-1 1\nsure p i"},
      {NULL, "map p 0 n\nfor i 0 n-2 1\nsure p i"},
      {NULL, "map p 0 n\nfor i 0 n-1 2\nsure p i"},
      {NULL, "map p 0 n\nfor i n-2 0 -1\nsure p i"},
      {NULL, "map p 0 n\nfor i 0 n-1 1\nsure p i+1"},
      {NULL, "map p 0 n+1\nfor i 0 n-1 1\nsure p i"},
      {NULL, "map p 0 n\nfor i 0 m-1 1\nsure p i"},
      {NULL, "map p 0 2*n\nfor i 0 n-1 1\nsure p 2*i"},
      {NULL, "map p 0 n\nfor i 0 ? 1\nsure p i"},
      {NULL, "map p 0 n\nfor i ? n-1 1\nsure p i"},
      {NULL, "map p 0 n\nfor i 0 n-1 1\nany u\nsure p u"},
      {NULL, "map p 0 n\nfor i 0 n-1 1\ndiv q i 1\nsure p q"},
      {NULL, "map p 0 n\nmap p n n\nfor i 0 n-1 1\nsure p i"},
      {NULL, "map p n n\nmap p 0 n\nfor i 0 n-1 1\nsure p i"},
      /* k is not what the host took it for, c not what it was. */
      {NULL, "map p 0 k\nfor i 0 k-1 1\nsure p i"},
      {NULL, "map p 0 c\nfor i 0 c-1 1\nsure p i"},
      {NULL, "map p c n\nfor i c c+n-1 1\nsure p i"},
      {NULL, "map p 0 v\nfor i 0 v-1 1\nsure p i"},
      {NULL, "map p 0 n\nfor i k n-1 1\nsure p i"},
      {NULL, "map p 0 n\nfor i 0 n-1 1\nsure p i\nfit u8 i"},
  };
  check_rows(rows, sizeof rows / sizeof *rows);
}

static void rows_and_loops(void **state) {
  (void)state;
  static const struct row rows[] = {
      {"m", "map p 0 n*m\nfor i 0 n-1 1\nfor j 0 m-1 1\nsure p i*m+j"},
      {"m", "map p 0 n*m\nfor i 0 n-1 1\nseq j 0 m-1 1\nsure p i*m+j"},
      {"n", "map p 0 n*n\nfor i 0 n-1 1\nseq j i n-1 1\nsure p i*n+j\nsure p j*n+i"},
      {"m", "map p 0 n*m\nfor i 0 n-1 1\nseq j 0 m 1\nsure p i*m+j"},
      {"", "map p 0 8*n\nfor i 0 n-1 1\nseq j 0 7 1\nsure p 8*i+j"},
      {"", "map p 0 n*m\nfor i 0 n*m-1 1\nsure p i"},
      {"", "map p n*m n\nfor i n*m n*m+n-1 1\nsure p i"},
      {NULL, "map p 0 n*m\nfor i 0 n*n-1 1\nsure p i"},
      {NULL, "map p 0 n*m\nfor i 1 n*m-1 1\nsure p i"},
      {NULL, "map p 0 n*k\nfor i 0 n*k-1 1\nsure p i"},
      {"", "map a\nfor i 0 m-1 1\nsure a i"},
      {"", "for i 0 m-1 1\nsure a i"},
      {"", "map a\nfor i 0 m-1 1\nfor j 0 m-1 1\nsure a i j"},
      {"", "map a 0 n\nfor i 0 n-1 1\nfor j 0 m-1 1\nsure a i j"},
      {NULL, "map p 0 n*m\nfor i 0 n-1 1\nseq j 1 m-1 1\nsure p i*m+j"},
      {NULL, "map p 0 n*m\nfor i 1 n-1 1\nseq j 0 m-1 1\nsure p i*m+j"},
      {NULL, "map p 0 n*m\nfor i 0 n-1 1\nseq j 0 n-1 1\nsure p i*m+j"},
      {NULL, "map p 0 n*m\nfor i 0 n-1 1\nsure p i*m"},
      {NULL, "map p 0 n*m+1\nfor i 0 n-1 1\nseq j 0 m-1 1\nsure p i*m+j"},
      {NULL, "map p 1 n*m\nfor i 0 n-1 1\nseq j 0 m-1 1\nsure p i*m+j"},
      {NULL, "map p n n*m\nfor i n n+n-1 1\nseq j 0 m-1 1\nsure p i*m+j"},
      {NULL, "map p 0 n*n\nfor i 0 n-1 1\nseq j i n-1 1\nsure p i*n+j"},
      {NULL, "map p 0 n*n\nfor i 0 n-1 1\nseq j i+1 n-1 1\nsure p i*n+j\nsure p j*n+i"},
      {NULL, "map a\nfor i 0 m-2 1\nsure a i"},
      {NULL, "map a\nfor i 0 n-1 1\nsure a i"},
      {NULL, "map a\nfor i 0 m-1 1\nseq j 1 m-1 1\nsure a i j"},
      {NULL, "map a\nfor i 0 m-1 1\nseq j ? m-1 1\nsure a i j"},
  };
  check_rows(rows, sizeof rows / sizeof *rows);
}

/* Of p, or of a if nothing is mapped. */
static void check_reads(bool own, const char *lines) {
  struct loop loop = new_loop(lines);
  const uint32_t variable = strchr(lines, 'p') ? 1 : 0;
  if (reads_only_own(loop.model, variable) != own)
    fail_msg("%s:\n%s", own ? "not proved" : "proved", lines);
  end_loop(&loop);
}

static void reads(void **state) {
  (void)state;
  static const struct {
    bool own;
    const char *loop;
  } rows[] = {
      {true, "for i 0 n-1 1\nsure p i\nr p i"},
      {true, "for i 0 n-1 1\nsure p i\nadd p i"},
      {true, "for i 0 n-1 1\nsure p i\nseq j 0 m-1 1\nadd p i"},
      {true, "for i 0 n-1 1\nseq j 0 m-1 1\nsure p i*m+j\nend\nseq l 0 m-1 1\nr p i*m+l"},
      {true, "for i 0 n-1 1\nseq j 0 m-1 1\nsure p i*m+j\nend\nseq l 1 m-2 1\nr p i*m+l-1"},
      {true, "for i 0 n-1 1\nsure p 2*i\nsure p 2*i+1\nseq j 0 1 1\nr p 2*i+j"},
      {true, "for i 0 m-1 1\nseq j 0 m-1 1\nsure a i j\nr a i j\nsure a j i"},
      {true, "for i 0 n-1 1\nsure p i\nseq j 0 m-1 1\nr p i . j"}, /* a part of a record */
      {false, "for i 0 n-1 1\nsure p i\nseq j 0 m-1 1\nr p i+1 . j"},
      {false, "for i 0 n-1 1\nsure p i . 0\nr p i . 0"}, /* perhaps another member */
      {false, "for i 0 n-1 1\nsure p i . 0\nr p i"},
      {false, "for i 0 n-1 1\nsure p i"}, /* who reads it is not known */
      {false, "for i 0 n-1 1\nr p i\nsure p i"},
      {false, "for i 0 n-1 1\nadd p i"},
      {false, "for i 0 n-1 1\nw p i\nr p i"},
      {false, "for i 0 n-1 1\nsure p i\nr p i+1"},
      {false, "for i 0 n-1 1\nsure p i\nr p i-1"}, /* another iteration, which may not have run */
      {false, "for i 0 n-1 1\nsure p i\nr p 0"},
      {false, "for i 0 n-1 1\nsure p i\nany u\nr p u"},
      {false, "for i 0 n-1 1\nsure p i\nr p k"},
      {false, "for i 0 n-1 1\nseq j 0 m-1 1\nsure p i*m+j\nr p i*m+m-1-j"},
      {false, "for i 0 n-1 1\nseq j 0 m-2 1\nsure p i*m+j\nend\nseq l 0 m-1 1\nr p i*m+l"},
      {false, "for i 0 n-1 1\nseq j 0 ? 1\nsure p i*m+j\nend\nseq l 0 m-1 1\nr p i*m+l"},
      {false, "for i 0 n-1 1\nseq j 0 ? 1\nsure p j\nend\nr p 7"},
      {false, "for i 0 n-1 1\nseq j 0 m-1 1\nsure p i\nend\nr p i"}, /* m may be 0 */
      {false, "for i 0 n-1 1\nsure p i\nfit u8 i\nr p i"},
      {false, "for i 0 m-1 1\nseq j 0 m-1 1\nsure a i j\nr a j i"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    check_reads(rows[i].own, rows[i].loop);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sections),
      cmocka_unit_test(rows_and_loops),
      cmocka_unit_test(reads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
