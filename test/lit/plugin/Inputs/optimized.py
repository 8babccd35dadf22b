"""Prints for each kernel in the LLVM IR of FILE whether all of its functions are optimized, or none: optimized.py FILE"""
import re
import sys

with open(sys.argv[1]) as file:
    text = file.read()
attributes = dict(re.findall(r"^attributes (#\d+) = (.*)$", text, re.M))
kernels = {}
for name, group in re.findall(r"^define [^@]*@__omp_offloading_[0-9a-f]+_[0-9a-f]+_(\w+)[^(]*\(.*\).* (#\d+) ", text, re.M):
    function, line = re.match(r"(\w+)_l(\d+)", name).groups()
    kernels.setdefault((function, int(line)), set()).add("optnone" in attributes[group])
for (function, line), values in sorted(kernels.items()):
    print(function, f"l{line}", {(True,): "not optimized", (False,): "optimized"}.get(tuple(values), "mixed"))
