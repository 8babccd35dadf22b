"""FILE: test/lit/driver/Inputs/calls.py
WHAT: what a program gave its device and what it waited for, from the log of the simulated driver, one
      call a line, from the first array or kernel on: "launch three S1", "to 4194304 S1", "wait S1".
USE:  python3 calls.py LOG
"""
import re
import sys

SHOWN = {
    "cuLaunchKernel": lambda v: f"launch {kernel(v['function'])} {v['stream']}",
    "cuMemcpyHtoDAsync": lambda v: f"to {v['bytes']} {v['stream']}",
    "cuMemcpyDtoHAsync": lambda v: f"from {v['bytes']} {v['stream']}",
    "cuStreamSynchronize": lambda v: f"wait {v['stream']}",
    "cuStreamWaitEvent": lambda v: f"behind {v['event']} {v['stream']}",
    "cuMemFree": lambda v: f"free {v['bytes']}",
}


def kernel(name):
    """The line of a kernel, which is the last part of its name."""
    return name.rsplit("_", 1)[1]


begun = False
for line in open(sys.argv[1]):
    call = re.search(r" (cu\w+) ", line)
    values = dict(re.findall(r"(\w+)=(\S+)", line))
    if not call or call.group(1) not in SHOWN:
        continue
    # The run time's own copies to a module do not count.
    begun = begun or call.group(1) == "cuLaunchKernel" or values.get("to", "").startswith("D")
    if begun:
        print(SHOWN[call.group(1)](values) + ("" if line.endswith("-> 0\n") else " fails"))
