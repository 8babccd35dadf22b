#!/usr/bin/env bash
# FILE: bench/segmented/counts.sh
# WHAT: instructions, sectors and modeled times of the operations of lib/segmented on the simulator, and of the dot product and the
#       sum in CUDA. No GPU and no CUDA toolkit are used.
# USE:  bench/segmented/counts.sh [--build FOLDER] [--size N] [--device DEVICE]     default: build, 4000000, h200
# instructions: PTX instructions of a thread for each element. bytes: of global memory, loaded and stored by the threads, for each element.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$root/build size=4000000 device=h200
while [[ $# -gt 0 ]]; do
  case $1 in
    --build | --size | --device) [[ $# -gt 1 ]] || { sed -n '/^# USE:/s/^# USE:  /usage: /p' "$0" >&2; exit 2; } ;;&
    --build) build=$(cd "$2" && pwd) ;;
    --size) size=$2 ;;
    --device) device=$2 ;;
    *) sed -n '/^# USE:/s/^# USE:  /usage: /p' "$0" >&2; exit 2 ;;
  esac
  shift 2
done
library=$(llvm-config-19 --libdir)
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
export CLEAVE_CUDA_PATH=none CLEAVE_QUIET=on CLEAVE_SIMULATOR_ARCHITECTURE=90
link=("-L$library" "-Wl,-rpath,$library" "-Wl,--allow-shlib-undefined")
clang-19 -O2 -std=c11 -fopenmp --offload-arch=sm_90 "--cuda-path=$build/lib/cleave/toolkit" "-I$root/lib" "${link[@]}" \
  "--libomptarget-nvptx-bc-path=$library/libomptarget-nvptx-sm_90.bc" "$root/bench/segmented/operations.c" -lm -o "$work/operations"
"$root/bench/cuda/compile.sh" "$build" "$work/cuda.o" "$root/bench/segmented/reductions.cu"
clang-19 -fopenmp "$work/cuda.o" "${link[@]}" -lm -ldl -o "$work/cuda"
for form in operations cuda; do
  "$build/bin/cleave" simulate --device="$device" --json="$work/$form.json" "$work/$form" "$size" >"$work/$form.log"
  grep '^dot ' "$work/$form.log" >"$work/$form.results"
done
diff "$work/operations.results" "$work/cuda.results"
echo "Model, not measured: $device, $size elements"
for form in operations cuda; do
  jq -r --arg form "$form" --argjson size "$size" '.programs[0].kernels[] | select(.function | test("workspace_open") | not)
    | [$form, (.function | split("(")[0] | split(":")[0]), .launches, "\(.teams[1])x\(.threads[1])",
       ((.counts.lane_instructions | add) / $size * 100 | round / 100),
       ((.counts.global_load_bytes + .counts.global_store_bytes) / $size * 100 | round / 100),
       .sectors_per_access, ((.time_ns - .parts_ns.launch) / 10 | round / 100), .bound] | @tsv' "$work/$form.json"
done | awk -F '\t' 'BEGIN { printf "%-10s %-36s %8s %-9s %12s %6s %8s %9s  %s\n", "form", "kernel", "launches", "grid", "instructions", "bytes", "sectors", "time, us", "bound by" }
  { printf "%-10s %-36s %8s %-9s %12s %6s %8.2f %9s  %s\n", $1, $2, $3, $4, $5, $6, $7, $8, $9 }'
