# FILE: test/lit/driver/Inputs/order.py
# WHAT: from the log of the simulated driver: in which order, in the device's time, copies and
#       kernels used each allocation; fails if two of them overlap.
# USE:  order.py LOG
import re
import sys

uses = {}
for line in open(sys.argv[1]):
    span = re.search(r" start=(\d+) end=(\d+) -> 0$", line)
    if not span:
        continue
    kind = {"cuMemcpyHtoDAsync": "copy to", "cuMemcpyDtoHAsync": "copy from",
            "cuLaunchKernel": "kernel"}[re.match(r"\d+ ns thread=\d+ (\w+)", line).group(1)]
    for name in set(re.findall(r"=(D\d+)\+0", line)):
        uses.setdefault(name, []).append((int(span[1]), int(span[2]), kind))

for name in sorted(uses):
    steps, last = [], 0
    for start, end, kind in sorted(uses[name]):
        if start < last:
            sys.exit(f"{name}: a {kind} starts at {start} ns, before {last} ns")
        last = end
        if steps and steps[-1][0] == kind:
            steps[-1][1] += 1
        else:
            steps.append([kind, 1])
    words = [kind if count == 1 else f"{count} {kind}s" for kind, count in steps]
    print(f"{name}:", ", ".join(words))
