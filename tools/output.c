/* FILE: tools/output.c
 * WHAT: see output.h.
 */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process.h"

bool cleave_output_open(struct cleave_output *output) {
  /* Not closed on exec: clang and diff open it by its path. */
  output->descriptor = memfd_create("cleave", 0);
  if (output->descriptor < 0) {
    cleave_complain("cannot make a file in memory: %s", strerror(errno));
    return false;
  }
  snprintf(output->path, sizeof output->path, "/proc/self/fd/%d", output->descriptor);
  return true;
}

void cleave_output_close(struct cleave_output *output) { close(output->descriptor); }

size_t cleave_output_size(const struct cleave_output *output) {
  struct stat status;
  return fstat(output->descriptor, &status) ? 0 : (size_t)status.st_size;
}

static bool write_all(int descriptor, const char *text, size_t length) {
  while (length) {
    ssize_t written = write(descriptor, text, length);
    if (written < 0 && errno != EINTR)
      return false;
    if (written > 0) {
      text += written;
      length -= (size_t)written;
    }
  }
  return true;
}

/* Writes all of OUTPUT to DESCRIPTOR. */
static bool copy_to(int descriptor, const struct cleave_output *output) {
  char buffer[65536];
  for (off_t offset = 0;;) {
    ssize_t count = pread(output->descriptor, buffer, sizeof buffer, offset);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return count == 0;
    if (!write_all(descriptor, buffer, (size_t)count))
      return false;
    offset += count;
  }
}

/* Appends LENGTH bytes of TEXT. Returns false after printing an error on failure. */
static bool add_text(struct cleave_output *output, const char *text, size_t length) {
  if (lseek(output->descriptor, 0, SEEK_END) >= 0 && write_all(output->descriptor, text, length))
    return true;
  cleave_complain("cannot write to memory: %s", strerror(errno));
  return false;
}

/* Replaces or creates the regular file PATH. Keeps its permissions, or sets those of a new file. */
static bool replace_file(const char *path, const struct cleave_output *output) {
  struct stat status;
  mode_t mask = umask(0);
  umask(mask);
  mode_t mode = stat(path, &status) ? 0666 & ~mask : status.st_mode & 07777;
  char *temporary = cleave_format("%s.XXXXXX", path);
  int descriptor = mkstemp(temporary);
  bool done = descriptor >= 0 && copy_to(descriptor, output) && !fchmod(descriptor, mode);
  int error = errno;
  if (descriptor >= 0 && close(descriptor) && done) {
    done = false;
    error = errno;
  }
  if (done && rename(temporary, path)) {
    done = false;
    error = errno;
  }
  if (!done && descriptor >= 0)
    unlink(temporary);
  free(temporary);
  errno = error;
  return done;
}

bool cleave_output_deliver(const struct cleave_output *output, const char *path) {
  if (!path) {
    if (copy_to(STDOUT_FILENO, output))
      return true;
    cleave_complain("cannot write to standard output: %s", strerror(errno));
    return false;
  }
  struct stat status;
  bool done;
  if (!stat(path, &status) && !S_ISREG(status.st_mode)) {
    int descriptor = open(path, O_WRONLY | O_CLOEXEC);
    done = descriptor >= 0 && copy_to(descriptor, output);
    if (descriptor >= 0)
      close(descriptor);
  } else {
    /* A link stays a link: its target is replaced. */
    char *real = realpath(path, NULL);
    done = replace_file(real ? real : path, output);
    free(real);
  }
  if (!done)
    cleave_complain("cannot write '%s': %s", path, strerror(errno));
  return done;
}

bool cleave_output_text(const char *text, size_t length, const char *path) {
  struct cleave_output output;
  if (!cleave_output_open(&output))
    return false;
  const bool done = add_text(&output, text, length) && cleave_output_deliver(&output, path);
  cleave_output_close(&output);
  return done;
}

bool cleave_output_json(const json_t *value, const char *path) {
  char *text = json_dumps(value, JSON_INDENT(1));
  char *line = cleave_format("%s\n", text ? text : "null");
  const bool done = cleave_output_text(line, strlen(line), path);
  free(line);
  free(text);
  return done;
}
