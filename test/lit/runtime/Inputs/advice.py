# The time that `cleave trace` says that copies would have saved is that of the copies that are gone, within a tenth.
# USE:  advice.py TEXT PLAIN.json ADVISED.json
import json
import re
import sys

UNITS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}


def copies(path):
    """The number of large copies, and their times on the device in ns."""
    with open(path) as file:
        events = json.load(file)["traceEvents"]
    times = [event["dur"] * 1e3 for event in events
             if event["pid"] > 1 and event.get("cat") in ("to device", "from device")
             and event["args"].get("bytes", 0) >= 1000]
    return len(times), sum(times)


said_count, said_time = 0, 0.0
for line in open(sys.argv[1]):
    found = re.match(r" *saves (up to )?([0-9.]+) (\w+): (\d+) copies", line)
    if found:
        count, time = int(found[4]), float(found[2]) * UNITS[found[3]]
        if found[1]:  # the host reads 3 of these
            time *= (count - 3) / count
            count -= 3
        said_count += count
        said_time += time
plain_count, plain_time = copies(sys.argv[2])
advised_count, advised_time = copies(sys.argv[3])
print(f"said: {said_count} copies, {said_time:.0f} ns;",
      f"gone: {plain_count - advised_count} copies, {plain_time - advised_time:.0f} ns")
assert plain_count - advised_count == said_count
assert abs(plain_time - advised_time - said_time) < 0.1 * said_time
