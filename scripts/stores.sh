#!/usr/bin/env bash
# FILE: scripts/stores.sh
# WHAT: what each kernel of a source file does to global memory on sm_90: stores and loads in its PTX; its
#       instructions and barriers there; and with a CUDA toolkit its registers and the bytes of its code.
#       No GPU is needed.
# USE:  scripts/stores.sh COMPILER [ARGS...] FILE
#       e.g. scripts/stores.sh build/bin/cleave cc -O3 bench/polybench/syrk/naive.c -Ibench/common
#
# A kernel that stands on the last line of its loop is the second version of one above: see
# docs/design/no-alias.md. LLVM_LIB names the folder with the device's OpenMP library; with that in the
# image, the pointers of a kernel are known to be global. ptxas runs with -c, as clang runs it: without,
# it takes other numbers of registers.
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: ${0##*/} COMPILER [ARGS...] FILE" >&2; exit 2; }
library=${LLVM_LIB:-/usr/lib/llvm-19/lib}/libomptarget-nvptx-sm_90.bc
ptxas=$(command -v ptxas || echo /usr/local/cuda/bin/ptxas)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$@" -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda -Xopenmp-target -march=sm_90 -nocudalib \
  -Qunused-arguments -Wno-linker-warnings -Xclang -mlink-builtin-bitcode -Xclang "$library" \
  --offload-device-only -S -o "$folder/device.ptx" 2>"$folder/messages" ||
  { cat "$folder/messages" >&2; exit 1; }
: >"$folder/registers"
: >"$folder/sections"
if [ -x "$ptxas" ]; then
  "$ptxas" -c -v -arch=sm_90 "$folder/device.ptx" -o "$folder/device.o" 2>&1 |
    awk '/Compiling entry function/ { match($0, /\047[^\047]*\047/); name = substr($0, RSTART + 1, RLENGTH - 2) }
         /Used [0-9]+ registers/ { match($0, /Used [0-9]+/); print name, substr($0, RSTART + 5, RLENGTH - 5) }' \
      >"$folder/registers"
  "${LLVM_READELF:-llvm-readelf}" -SW "$folder/device.o" | sed -n 's/^ *\[ *[0-9]*\] //p' |
    awk '$1 ~ /^\.text\./ { print substr($1, 7), $5 }' >"$folder/sections" || true
fi
printf '%-6s %-20s %6s %6s %10s %6s %12s %8s\n' line function stores loads registers bytes instructions barriers
awk '
  FILENAME ~ /registers$/ { registers[$1] = $2; next }
  FILENAME ~ /sections$/ { bytes[$1] = $2; next }
  /\.entry / { name = $0; sub(/^.*\.entry /, "", name); sub(/\(.*$/, "", name); order[++count] = name }
  /^}/ { name = "" }
  name != "" && /[ \t]st\.global/ { stores[name]++ }
  name != "" && /[ \t]ld\.global/ { loads[name]++ }
  # Directives begin with a dot, and so do declarations; labels end with a colon.
  name != "" && /^[ \t]+(@!?%p[0-9]+[ \t]+)?[a-z][a-z0-9_.:]*[ \t;]/ { instructions[name]++ }
  name != "" && /[ \t]bar(rier)?\.[a-z.]*sync/ { barriers[name]++ }
  END {
    for (i = 1; i <= count; i++) {
      name = order[i]
      line = name; sub(/^.*_l/, "", line); sub(/_.*$/, "", line)
      short = name; sub(/^__omp_offloading_[0-9a-f]+_[0-9a-f]+_/, "", short); sub(/_l[0-9]+(_[0-9]+)?$/, "", short)
      printf "%-6s %-20s %6d %6d %10s %6s %12d %8d\n", line, short, stores[name], loads[name],
             name in registers ? registers[name] : "-", name in bytes ? hex(bytes[name]) : "-",
             instructions[name], barriers[name]
    }
  }
  function hex(text,   value, i) {
    value = 0
    for (i = 1; i <= length(text); i++)
      value = 16 * value + index("0123456789abcdef", substr(text, i, 1)) - 1
    return value
  }' "$folder/registers" "$folder/sections" "$folder/device.ptx" | sort -n
