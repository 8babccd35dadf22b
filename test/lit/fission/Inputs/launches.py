"""Prints the launches of each function in the JSON output FILE of `cleave simulate`: launches.py FILE"""
import collections
import json
import sys

launches = collections.Counter()
with open(sys.argv[1]) as file:
    for kernel in json.load(file)["programs"][0]["kernels"]:
        launches[kernel["function"]] += kernel["launches"]
for function in sorted(launches):
    print(function, launches[function])
