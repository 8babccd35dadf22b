/* FILE: test/fuzz/programs/forms.c
 * WHAT: the table of forms.
 */
#include "run.h"

#include <string.h>

#define ALWAYS "CLEAVE_TRANSFERS=always"

const struct form forms[FORM_COUNT] = {
    [FORM_ON] = {.name = "on"},
    [FORM_AS_WRITTEN] = {.name = "as-written", .settings = {"CLEAVE_SPLIT=never"}},
    [FORM_ALWAYS] = {.name = "always", .settings = {ALWAYS, "CLEAVE_SPLIT=always"}},
    [FORM_TILES_3] = {.name = "tiles3", .settings = {ALWAYS, "CLEAVE_TILES=3"}},
    [FORM_TILES_5] = {.name = "tiles5", .settings = {ALWAYS, "CLEAVE_TILES=5"}},
    [FORM_OPENMP] = {.name = "openmp", .option = "-fplugin-arg-cleave-transfers=openmp"},
    [FORM_REDUCED] = {.name = "reduced", .option = "-fplugin-arg-cleave-transfers=reduced"},
    [FORM_CHECKED] = {.name = "checked", .settings = {"CLEAVE_CHECK=data:fail", "CLEAVE_QUIET=on"}},
    [FORM_MAPPED] = {.name = "mapped", .settings = {"CLEAVE_MAP=always"}},
    [FORM_MAPPED_TILES] = {.name = "mapped-tiles",
                           .settings = {"CLEAVE_MAP=always", ALWAYS, "CLEAVE_TILES=3"}},
    [FORM_UNMAPPED] = {.name = "unmapped", .settings = {"CLEAVE_MAP=off"}},
    [FORM_SHARED_TILES] = {.name = "shared-tiles",
                           .option = "-fplugin-arg-cleave-shared-tiles=small",
                           .settings = {"CLEAVE_MAP=tiles"}},
};

bool forms_parse(const char *text, unsigned *set) {
  *set = 0;
  for (const char *at = text;;) {
    const size_t length = strcspn(at, ",");
    unsigned form = 0;
    while (form < FORM_COUNT &&
           (strlen(forms[form].name) != length || strncmp(forms[form].name, at, length) != 0))
      form++;
    if (form == FORM_COUNT)
      return false;
    *set |= 1u << form;
    if (!at[length])
      return true;
    at += length + 1;
  }
}
