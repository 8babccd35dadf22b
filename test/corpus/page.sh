#!/usr/bin/env bash
# FILE: test/corpus/page.sh
# WHAT: makes docs/measurements/corpus.md from the output of corpus.sh.
# USE:  test/corpus/corpus.sh build --execute >docs/measurements/raw/corpus.txt
#       test/corpus/page.sh docs/measurements/raw/corpus.txt >docs/measurements/corpus.md
set -euo pipefail
[[ $# -eq 1 ]] || { echo "usage: page.sh OUTPUT" >&2; exit 2; }

# lines PATTERN: the lines of the output that match
lines() { grep -E "$1" "$raw" || true; }
raw=$1
cat <<'END'
# The corpus: programs in the style of mini-apps

    test/corpus/corpus.sh build --execute                                 raw/corpus.txt

This page is made by `test/corpus/page.sh` from that output. The programs in `test/corpus` are written in the style of mini-apps:
fluid dynamics, molecular dynamics, particles, machine learning, images, linear solvers, graphs and sparse matrices, in C11 and
C++17. Each compares its result with a serial computation on the host.

END
lines '^[0-9]+ (regions|programs)' | sed -E 's/^/- /; s/$/./; s/CLV[0-9]+/[&](..\/remarks\/&.md)/g'
cat <<'END'

## Programs

- **one team**, **4 x 4**: runs on the host device, with one team and with four teams of four threads. **GPU**: runs as GPU code on
  the simulator. `ok`: the program's own comparison holds, and the printed numbers are those of clang's program on the host to 4
  digits. `CLEAVE_SPLIT=always`.
- **bytes per step**: all bytes that are copied between host and device in a time step, in both directions. From traces of two runs
  with different numbers of steps, on the host device.
- **least**: what the host code of the program requires, by the formulas of `test/corpus/programs.txt`. **reached**: cleave's program
  copies at most 64 bytes more for each of its regions (scalars and pointers).
- **left by the advice**: the bytes that remain with the directives that `cleave trace` advises for clang's program; if the host reads
  none of the data between two copies, and if it reads all ([trace.md](../design/trace.md#transfers-for-nothing)).

END
awk '/^\| program/ { on = 1 } on && !NF { exit } on' "$raw"
cat <<'END'

The simulator has no unified shared memory: `shallowwater` and `equalize` do not run there. Clang 19 deletes accesses through pointers
to rows of variable length in generic kernels ([running programs](../guide/running.md#on-a-gpu)): `canny` and `maxwell` by clang. A region that
cleave refuses stays such a kernel.

## Regions

**loops**: loops with worksharing or distribution in the region. **widened**: loops that run in all teams instead of one.
**environment**: part of a data environment around several regions. **no-alias**: kernels with a version for arrays that do not
overlap. **tiles**: loops that can run tile by tile with their transfers. **made private**: variables that a loop shares by mistake.
**reduction by teams**: loops with `dist_schedule(static)`.

END
awk '/^\| region/ { on = 1 } on && !NF { exit } on' "$raw" | sed -E 's/CLV[0-9]+/[&](..\/remarks\/&.md)/g'
