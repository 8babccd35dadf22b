/* FILE: lib/trace/ompt_tool.h
 * WHAT: another OMPT tool in a process whose tool is libcleave.
 *
 * A process has one tool. If libcleave needs callbacks, it is that tool, and passes all callbacks on to the tool that the OpenMP
 * run time would have taken instead.
 */
#ifndef CLEAVE_TRACE_OMPT_TOOL_H
#define CLEAVE_TRACE_OMPT_TOOL_H

#include <omp-tools.h>
#include <stdbool.h>

/* The callbacks that libcleave needs for itself. */
struct cleave_tool_callbacks {
  ompt_callback_target_data_op_emi_t data_operation;
  ompt_callback_target_submit_emi_t submit;
};

/* Sets OURS and starts OTHER, which may be NULL: it gets the same calls, around those of libcleave. Returns whether the run time
 * has the callbacks OURS. */
bool cleave_tool_begin(ompt_function_lookup_t look_up, int initial_device, ompt_start_tool_result_t *other,
                       const struct cleave_tool_callbacks *ours);

/* Ends the other tool. */
void cleave_tool_end(void);

typedef ompt_start_tool_result_t *cleave_start_tool(unsigned version, const char *run_time);

/* The tool of the libraries in OMP_TOOL_LIBRARIES, or else Archer in a program with ThreadSanitizer, as the OpenMP run time takes
 * it; NULL if there is none. OURS is the function of libcleave, which is not called. */
ompt_start_tool_result_t *cleave_tool_load(unsigned version, const char *run_time, cleave_start_tool *ours);

#endif
