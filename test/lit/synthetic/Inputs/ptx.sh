#!/bin/bash
# FILE: test/lit/synthetic/Inputs/ptx.sh
# WHAT: assembles the PTX that stands in a C source as the string ARRAY, for sm_90.
# USE:  ptx.sh SOURCE ARRAY OUTPUT
set -euo pipefail
PATH=$PATH:/usr/local/cuda/bin
awk -v array="$2[] =" 'index($0, array) { on = 1 } on { print } on && /";$/ { exit }' "$1" |
  sed -n 's/^[^"]*"\(.*\)\\n";\{0,1\}$/\1/p' >"$3.ptx"
grep -q '^\.version' "$3.ptx"
ptxas -arch=sm_90 "$3.ptx" -o "$3"
