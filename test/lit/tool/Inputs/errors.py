"""errors.py PAGE FOLDER: compares the messages on PAGE (docs/errors.md) with the outputs in FOLDER, one file for each case.

Each file has exactly one message of the page, and no other message of cleave. Each message of the page is in a file."""
import os
import re
import sys

page, folder = sys.argv[1:]
rows = {}
for line in open(page):
    found = re.match(r"\| `(.*?)` \|", line)
    if found:
        rows[found[1]] = re.compile(".*?".join(re.escape(part) for part in found[1].split("...")) + r"\n?\Z")
used, good = set(), True
for name in sorted(os.listdir(folder)):
    found = []
    for line in open(os.path.join(folder, name), errors="replace"):
        if re.match(r"cleave: |error: cleave|.*error while loading", line):
            matches = [text for text, pattern in rows.items() if pattern.match(line)]
            if len(matches) != 1:
                print(f"{name}: {len(matches)} rows match: {line}", end="")
                good = False
            found += matches
    if len(found) != 1:
        print(f"{name}: {len(found)} messages instead of one")
        good = False
    used.update(found)
for text in rows.keys() - used:
    print(f"no case prints: {text}")
    good = False
print(f"{len(used)} messages in {len(os.listdir(folder))} cases")
sys.exit(not good)
