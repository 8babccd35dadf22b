/* FILE: lib/process/message.h
 * WHAT: messages for the user of a program, on standard error.
 */
#ifndef CLEAVE_PROCESS_MESSAGE_H
#define CLEAVE_PROCESS_MESSAGE_H

/* These print one line, "cleave: warning: ..." or "cleave: ...", in one write, so that lines of several threads do not mix. They add the
 * line end, and truncate lines to 1 KiB. All ranks of a job have the same program and options, so not each prints a warning:
 *
 *   cleave_warn          about the program or its options: rank 0
 *   cleave_warn_machine  about the machine or its devices: the first rank of each machine, with the machine's name if there are several
 *   cleave_warn_rank     about this process alone: with its rank
 *   cleave_say           no warning: with the rank */
void cleave_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
void cleave_warn_machine(const char *format, ...) __attribute__((format(printf, 1, 2)));
void cleave_warn_rank(const char *format, ...) __attribute__((format(printf, 1, 2)));
void cleave_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
