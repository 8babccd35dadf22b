/* FILE: lib/process/message.h
 * WHAT: messages for the user of a program, on standard error.
 */
#ifndef CLEAVE_PROCESS_MESSAGE_H
#define CLEAVE_PROCESS_MESSAGE_H

/* Prints one line, "cleave: warning: ..." or "cleave: ...", in one write, so that lines of several threads do not mix. Adds the
 * line end, and truncates lines to 1 KiB. */
void cleave_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
void cleave_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
