/* FILE: lib/interposer/stream_wait.c
 * WHAT: see stream_wait.h.
 */
#include "interposer/stream_wait.h"

#include "interposer/cuda_table.h"
#include "interposer/measurement.h"

CUresult wait_for_stream(CUstream stream) {
  struct cleave_trace_event *wait = interposer.records ? interposer.recorder.begin_wait() : NULL;
  const CUresult result = interposer.cuda.cuStreamSynchronize(stream);
  if (interposer.records)
    interposer.recorder.end(wait);
  if (!result)
    measurements_done(interposer.defers ? NULL : stream);
  return result;
}
