/* FILE: lib/interposer/stream_wait.h
 * WHAT: waits of the host for a stream.
 */
#ifndef CLEAVE_INTERPOSER_STREAM_WAIT_H
#define CLEAVE_INTERPOSER_STREAM_WAIT_H

#include "cuda/cuda.h"

/* CUDA's cuStreamSynchronize, with the events that a trace has for it. */
CUresult wait_for_stream(CUstream stream);

#endif
