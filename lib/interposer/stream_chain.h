/* FILE: lib/interposer/stream_chain.h
 * WHAT: deferred synchronization: the kernels of a region in one chain of streams (docs/design/waits.md). Where waits are
 *       not deferred these functions do nothing and return 0.
 */
#ifndef CLEAVE_INTERPOSER_STREAM_CHAIN_H
#define CLEAVE_INTERPOSER_STREAM_CHAIN_H

#include "cuda/cuda.h"
#include "interposer/launch_graph.h"

/* To be called first. */
void chain_start(void);

/* The stream HANDLE has been created and its context is current; it is about to be destroyed. */
CUresult chain_add_stream(CUstream handle);
void chain_forget_stream(CUstream handle);

/* This thread is about to submit work to a stream. If the result is not 0, the call must not be made and returns this
 * result. NEEDED: after its next wait the host uses the outcome of the work, or memory that the work uses. BYTES: the
 * size of the device memory that the work uses; 0: not known. */
CUresult chain_work(CUstream handle, bool needed, size_t bytes);

/* The same for a kernel. If *HELD is set, the launch must not be made: a later call makes it. */
CUresult chain_launch(const struct launch *launch, bool *held);

/* The same before the stream HANDLE waits for EVENT. If *DROPPED is set, the wait has no effect and must not be made. */
CUresult chain_wait_event(CUstream handle, CUevent event, unsigned flags, bool *dropped);

/* The same before an event is recorded in a stream. */
CUresult chain_event(CUstream handle);

/* The same before a copy of BYTES at *FROM to the device. May replace *FROM by the address of a staged copy of the
 * bytes, which stays valid until the transfer has ended. */
CUresult chain_copy(CUstream handle, const void **from, size_t bytes);

/* Returns whether a wait of this thread for the stream HANDLE is deferred; the wait then returns *RESULT. */
bool chain_defers_wait(CUstream handle, CUresult *result);

/* This thread has waited for the stream HANDLE. */
void chain_waited(CUstream handle);

/* Makes the launches that are held, before a call that observes the work in the stream HANDLE. Returns their first error. */
CUresult chain_before_look(CUstream handle);

/* The same for the launches of all threads. */
CUresult chain_release_all(void);

/* Destroys CUDA's graphs, before their functions or their context become invalid. No launch is held. */
void chain_forget_graphs(void);

/* Waits for the pending work of all threads' regions, before a call that no work may overlap with. */
CUresult chain_drain(void);

/* The functions of struct cleave_deferred_waits. */
void chain_begin_region(void);
bool chain_end_region(void);
void chain_synchronize(void);
void chain_set_independent(void);

#endif
