# FILE: test/lit/driver/Inputs/trace_ends.py
# WHAT: compares when copies and kernels ended, by the simulated driver's log and by a trace of the same
#       run.
# USE:  trace_ends.py LOG TRACE
import json
import re
import sys

logged = []
for line in open(sys.argv[1]):
    end = re.search(r" (cuMemcpy(HtoD|DtoH)Async|cuLaunchKernel) .* end=(\d+) -> 0$", line)
    if end:
        logged.append((line.split()[3], int(end.group(3))))
kinds = {"to device": "cuMemcpyHtoDAsync", "from device": "cuMemcpyDtoHAsync", "kernel": "cuLaunchKernel"}
traced = [
    (kinds[event["cat"]], round((event["ts"] + event["dur"]) * 1000))
    for event in json.load(open(sys.argv[2]))["traceEvents"]
    if event["pid"] == 2 and event["ph"] == "X"
]
traced.sort(key=lambda end: end[1])
if len(logged) != len(traced) or not logged:
    sys.exit(f"{len(logged)} ends in the log, {len(traced)} in the trace")
offset = traced[0][1] - logged[0][1]
for in_log, in_trace in zip(logged, traced):
    # What the host has waited for, as for a copy to pageable memory, ends when the host has recorded the
    # event behind it: one call of 300 ns later. Times are floats, and a digit is some nanoseconds.
    late = in_trace[1] - in_log[1] - offset
    if in_log[0] != in_trace[0] or not -20 < late < 320:
        sys.exit(f"{in_log} in the log, {in_trace} in the trace, which begins at {offset}")
print(len(logged), "ends agree")
