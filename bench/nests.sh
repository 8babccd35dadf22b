#!/usr/bin/env bash
# FILE: bench/nests.sh
# WHAT: what cleave makes of the loop nests of bench/nests: the mapping, and occupancy, sectors for each access and kernel time in the
#       model of the GPU simulator without and with it. No GPU and no CUDA toolkit are used.
# USE:  bench/nests.sh [--build FOLDER] [--device DEVICE] [--size N] [--file NAME] [--blocks B] [--nests LIST] [--flags FLAGS]
#       default: build, h200, 512, nests     NAME: a file of nests in bench/nests, nests or published
#       B: the simulator executes about B teams of a launch and extrapolates, for large sizes; results are not compared then
#       LIST: only these nests, with commas     FLAGS: for the compilation
# work: the instructions and the loads from global memory of a thread, for each of its stores.
# Every nest compares all arrays with a sequential run, byte by byte; a wrong result ends the script.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build device=h200 size=512 file=nests blocks= list= options=()
usage() { sed -n '/^# USE:/s/^# USE:  /usage: /p' "$0" >&2; exit 2; }
while [[ $# -gt 0 ]]; do
  case $1 in
    --build | --device | --size | --file | --blocks | --nests | --flags) [[ $# -gt 1 ]] || usage ;;&
    --build) build=$(cd "$2" && pwd) ;;
    --device) device=$2 ;;
    --size) size=$2 ;;
    --file) file=$2 ;;
    --blocks) blocks=$2 ;;
    --nests) list=$2 ;;
    --flags) IFS=" " read -ra options <<<"$2" ;;
    *) usage ;;
  esac
  shift 2
done
library=$(llvm-config-19 --libdir)
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
export CLEAVE_CUDA_PATH=none CLEAVE_QUIET=on CLEAVE_SIMULATOR_ARCHITECTURE=90
flags=(-O2 -ffp-contract=off -std=c11 "-I$root/bench/nests")
clang-19 "${flags[@]}" -DNESTS_REFERENCE -c "$root/bench/nests/$file.c" -o "$work/reference.o"
clang-19 "${flags[@]}" -c "$root/bench/nests/driver.c" -o "$work/driver.o"
"$build/bin/cleave" cc "${flags[@]}" "${options[@]}" -fopenmp --offload-arch=sm_90 "--cuda-path=$build/lib/cleave/toolkit" "-L$library" \
  "-Wl,-rpath,$library" -Wl,--allow-shlib-undefined "--libomptarget-nvptx-bc-path=$library/libomptarget-nvptx-sm_90.bc" -Rpass=cleave -Rpass-analysis=cleave \
  "$root/bench/nests/$file.c" "$work/reference.o" "$work/driver.o" -lm -o "$work/nests" 2>"$work/remarks"
# simulate MAP [NEST]: adds a row for each kernel.
simulate() {
  CLEAVE_MAP=$1 "$build/bin/cleave" simulate --device="$device" ${blocks:+"--blocks=$blocks"} --json="$work/$1.json" "$work/nests" "$size" \
    "${@:2}" >"$work/log" 2>&1 || [[ -n $blocks ]] || { grep wrong "$work/log" >&2; exit 1; }
  jq -r --arg map "$1" '.programs[0].kernels[]
    | [(.function | split("(")[0]), $map, "\(.teams[1])x\(.threads[1])", (.occupancy * 1000 | round / 10), .sectors_per_access,
       ((.time_ns - .parts_ns.launch) / 10 | round / 100),
       (.counts.lane_instructions | [add, ."load.global"] as $counts | ."store.global" as $stores
        | if $stores > 0 then $counts | map(. / $stores * 100 | round / 100) | join("/") else "-" end), .bound] | @tsv' "$work/$1.json" >>"$work/rows"
}
for map in off auto; do
  if [[ -z $list ]]; then
    simulate $map
  else
    for nest in ${list//,/ }; do simulate $map "$nest"; done
  fi
done
# The remark of each nest about its mapping, by the line of the directive.
awk '/\[-Rpass/ && /CLV0(4[3469]|50)/ { split($0, part, ":"); line = part[2]; text = $0; sub(/.*CLV/, "CLV", text); sub(/ \[-Rpass.*/, "", text); print line "\t" text }' \
  "$work/remarks" | sort -u >"$work/mappings"
awk '/^static void [a-z_0-9]+\(/ { name = $3; sub(/\(.*/, "", name) } /^  LOOP\(/ { print NR "\t" name }' "$root/bench/nests/$file.c" >"$work/lines"
echo "Model, not measured: $device, n = $size, double; us, without launches; plain : mapped"
awk -F '\t' '
  FILENAME ~ /lines$/ { name[$1] = $2; order[++count] = $2; next }
  FILENAME ~ /mappings$/ { text[name[$1]] = $2; next }
  { grid[$1, $2] = $3; occupancy[$1, $2] = $4; sectors[$1, $2] = $5; time[$1, $2] = $6; work[$1, $2] = $7 }
  END {
    printf "%-20s %-21s %-17s %-15s %-21s %6s  %-25s %s\n", "nest", "grid", "occupancy, %", "sectors", "time", "ratio", "work", "remark"
    for (i = 1; i <= count; i++) {
      n = order[i]
      if (!((n, "off") in time)) continue
      printf "%-20s %-21s %-17s %-15s %-21s %6.2f  %-25s %s\n", n, grid[n, "off"] " : " grid[n, "auto"],
        occupancy[n, "off"] " : " occupancy[n, "auto"], sprintf("%.2f : %.2f", sectors[n, "off"], sectors[n, "auto"]),
        time[n, "off"] " : " time[n, "auto"], time[n, "off"] / time[n, "auto"], work[n, "off"] " : " work[n, "auto"], text[n]
    }
  }' "$work/lines" "$work/mappings" "$work/rows"
