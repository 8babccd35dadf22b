/* FILE: lib/process/message.h
 * WHAT: lines for the user of a program, on standard error.
 */
#ifndef CLEAVE_PROCESS_MESSAGE_H
#define CLEAVE_PROCESS_MESSAGE_H

/* Each prints one line, "cleave: warning: ..." or "cleave: ...", with one write, so that the lines of
 * several threads do not mix. The line end is added; a line is cut off at 1 KiB. */
void cleave_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
void cleave_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
