"""FILE: test/lit/driver/Inputs/uses.py
WHAT: checks in the log of the simulated driver that whatever uses a piece of device memory does so in order:
      each copy and kernel comes behind all earlier ones that use a piece of memory that it uses, too. It
      does so in its stream, by an event that its stream waited for, or because some thread had seen them
      done. No piece is freed before its uses have been seen done. Times play no part.
      Prints how many uses there were, or the first that may come too early.
USE:  python3 uses.py LOG
"""
import collections
import re
import sys

behind = collections.defaultdict(int)  # by stream and event: the copies and kernels before, as bits
users = collections.defaultdict(int)  # of a piece of memory, as bits
done = 0  # what the host has seen done
uses = operations = 0
lines = []
for number, line in enumerate(open(sys.argv[1]), 1):
    call = re.search(r" (cu\w+) ", line)
    if not call or not line.endswith("-> 0\n"):
        continue
    if "freed-" in line:
        sys.exit(f"line {number} uses what is freed: {line}")
    values = dict(re.findall(r"(\w+)=(\S+)", line))
    stream, event = values.get("stream"), values.get("event")
    pieces = set(re.findall(r"=(D\d+)\+", line))
    name = call.group(1)
    if name == "cuEventRecord":
        behind[event] = behind[stream]
    elif name == "cuStreamWaitEvent":
        behind[stream] |= behind[event]
    elif name in ("cuStreamSynchronize", "cuStreamQuery", "cuEventSynchronize", "cuEventQuery"):
        done |= behind[stream or event]
    elif name == "cuMemFree" or " start=" in line:
        before = done | (behind[stream] if stream else 0)
        for piece in pieces:
            early = users[piece] & ~before
            if early:
                other = lines[early.bit_length() - 1]
                sys.exit(f"line {number} does not come behind line {other}, which uses {piece}, too: {line}")
            users[piece] = 0 if name == "cuMemFree" else users[piece] | 1 << operations
            uses += name != "cuMemFree"
        if stream:
            behind[stream] |= 1 << operations
            operations += 1
            lines.append(number)
print(uses, "uses in order")
