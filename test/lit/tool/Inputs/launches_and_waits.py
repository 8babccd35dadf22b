"""launches_and_waits.py LOG: the launches, waits, page locks and context flags in a log of the simulated driver."""
import re
import sys

for line in open(sys.argv[1]):
    call = re.search(r"(cuLaunchKernel|cuStreamSynchronize|cuMemHostRegister\w*|cuDevicePrimaryCtxSetFlags)\b", line)
    if call:
        print(call[1], *re.findall(r"(?:grid|block|flags)=\S+", line))
