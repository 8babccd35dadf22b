/* FILE: lib/data_check/faults.h
 * WHAT: the signals by which accesses and system calls of the program come to the check.
 */
#ifndef CLEAVE_DATA_CHECK_FAULTS_H
#define CLEAVE_DATA_CHECK_FAULTS_H

/* Installs the handlers. */
void cleave_faults_start(void);

#endif
