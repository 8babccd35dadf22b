# FILE: test/lit/runtime/Inputs/corrupt.py
# WHAT: changes each word of the first kernel information in a program, one at a time, runs the program
#       with the simulated CUDA driver, and says with which grid its kernel was launched.
# USE:  corrupt.py PROGRAM, in the environment of a run
import os
import re
import struct
import subprocess
import sys

program = sys.argv[1]
with open(program, "rb") as file:
    original = file.read()
start = original.index(struct.pack("<II", 0x4B56434C, 2))
count = struct.unpack_from("<I", original, start + 8)[0]
changed, log = program + ".changed", program + ".changed.log"
failed = 0
for word in range(count):
    data = bytearray(original)
    struct.pack_into("<I", data, start + 4 * word, 0x7FFFFFFF)
    with open(changed, "wb") as file:
        file.write(data)
    os.chmod(changed, 0o755)
    environment = dict(os.environ, CLEAVE_SIMULATOR_LOG=log, OMP_TARGET_OFFLOAD="MANDATORY")
    status = subprocess.run([changed], env=environment, timeout=60).returncode
    with open(log) as file:
        grid = re.search(r"cuLaunchKernel .* grid=(\d+),1,1 block=(\d+),1,1", file.read())
    if status or not grid:
        failed += 1
        print(f"word {word}: failed, status {status}")
    elif grid.group(1) == "3200":
        print(f"word {word}: as without information")
    else:
        print(f"word {word}: {grid.group(1)} teams of {grid.group(2)}")
print(f"{count} words, {failed} failed")
