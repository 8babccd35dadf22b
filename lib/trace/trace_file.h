/* FILE: lib/trace/trace_file.h
 * WHAT: the file of CLEAVE_TRACE: when it is opened and when it is written.
 */
#ifndef CLEAVE_TRACE_TRACE_FILE_H
#define CLEAVE_TRACE_TRACE_FILE_H

/* Begins the trace if CLEAVE_TRACE names a file that can be written, and writes it when the process ends. Warns if the
 * file cannot be written. Further calls do nothing. To be called before the first construct. */
void cleave_trace_start(void);

/* To be called before images are unregistered: writes the events so far if one has not ended. */
void cleave_trace_images_go(void);

#endif
