/* FILE: test/fuzz/programs/reports.c
 * WHAT: see reports.h.
 */
#include "reports.h"

#include <string.h>

bool reports_are_of(const char *errors, const char *plain) {
  static const char begin[] = "cleave: data check: ";
  for (const char *at = errors; (at = strstr(at, begin)); at += sizeof begin - 1) {
    /* As far as the object, which may have another name: "FILE:LINE: read of ". */
    const char *object = strstr(at, " of ");
    const size_t length = object ? (size_t)(object - at) : 0;
    if (length > strcspn(at, "\n") || !length ||
        (strncmp(object - 5, "write", 5) && strncmp(object - 4, "read", 4)))
      continue;
    const char *same = plain;
    while ((same = strstr(same, begin)) && strncmp(same, at, length))
      same += sizeof begin - 1;
    if (!same)
      return false;
  }
  return true;
}
