/* FILE: lib/trace/trace_name.c
 * WHAT: see trace_name.h.
 */
#include "trace/trace_name.h"

#include <stdio.h>
#include <string.h>

#include "process/job.h"

/* Whether each rank has its own file. Two machines may have processes of the same number. */
static bool is_unique(const char *pattern, const struct cleave_job *job) {
  const bool has_host = strstr(pattern, "%h") || job->ranks == job->local_ranks;
  return !cleave_job_is_parallel(job) || strstr(pattern, "%r") || (strstr(pattern, "%p") && has_host);
}

/* Where the extension of PATH begins, or its end. */
static const char *extension(const char *path) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
  return dot && dot > name ? dot : path + strlen(path);
}

char *cleave_trace_name(const char *pattern, const struct cleave_job *job, long process, bool is_file) {
  const char *rank_at = is_file && !is_unique(pattern, job) ? extension(pattern) : NULL;
  char *name = NULL;
  size_t size;
  FILE *out = open_memstream(&name, &size);
  if (!out)
    return NULL;
  for (const char *at = pattern;; at++) {
    if (at == rank_at)
      fprintf(out, ".rank%d", job->rank);
    if (!*at)
      break;
    const char letter = *at == '%' ? at[1] : 0;
    if (letter == 'p')
      fprintf(out, "%ld", process);
    else if (letter == 'r')
      fprintf(out, "%d", job->rank);
    else if (letter == 'h')
      fputs(job->host, out);
    else
      fputc(*at, out);
    at += letter == 'p' || letter == 'r' || letter == 'h';
  }
  return fclose(out) ? NULL : name;
}
