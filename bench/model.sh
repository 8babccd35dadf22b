#!/usr/bin/env bash
# FILE: bench/model.sh
# WHAT: kernel times of the benchmark programs in the model of the GPU simulator, float: the naive source by plain clang, the
#       naive source split by cleave, the source split by hand, and the sources in CUDA, the obvious and the tuned one.
#       No GPU and no CUDA toolkit are used.
# USE:  bench/model.sh [--build FOLDER] [--device DEVICE] [--set NAME=VALUE]... [--blocks N]
#       [--versions "plain cleave hand cuda tuned"] [--flags FLAGS] [--cuda-flags FLAGS] [--cleave COMMAND]
#       [--counts on] [PROGRAM SIZE[,STEPS]]...
#       DEVICE: volta-2sm (default), h200, or another one of `cleave simulate`. Without programs: those of model.txt for the
#       device. --set: another value of a number of the device's profile, "memory_throughput=32 GB/s".
#       N: `cleave simulate --blocks`; results are then wrong and not checked. FLAGS: for `cleave cc`, and for the
#       compilation of CUDA. COMMAND: the cleave that compiles, of another build folder. The simulator is that of FOLDER.
#
# Prints the ratios plain clang : cleave, cleave : hand, cleave : cuda and cleave : tuned for each program and, where model.txt
# has a ratio of a cycle-level simulator, how much larger the model's is. Then for each kernel its line or name, its time, what
# bounds it, and its greatest parts. A time is the sum of all launches, without the time of as many empty kernels. Transfers are
# not included. --counts on: also, for each program and version, how many millions of instructions its warps execute, and how many
# of them are operations on floating-point numbers; the sectors of a request to global memory; the accesses to shared memory for
# each necessary one; and the MB that the second level and the memory transfer, without the kernels' first use of data that a
# copy left in the second level. Every program compares its results with the sequential reference; a wrong result ends the script.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build device=volta-2sm counts=off blocks="" compiler_command="" numbers=() programs=()
versions="plain cleave hand cuda tuned" options=() cuda_options=()
usage() { sed -n 's/^# USE:  /usage: /p' "$0" >&2; exit 2; }
while [[ $# -gt 0 ]]; do
  [[ $# -gt 1 ]] || usage
  case $1 in
    --build) build=$(cd "$2" && pwd) ;;
    --device) device=$2 ;;
    --set) numbers+=("$2") ;;
    --cleave) compiler_command=$(realpath "$2") ;;
    --blocks) blocks=$2 ;;
    --counts) counts=$2 ;;
    --versions) versions=$2 ;;
    --flags) IFS=" " read -ra options <<<"$2" ;;
    --cuda-flags) IFS=" " read -ra cuda_options <<<"$2" ;;
    -*) usage ;;
    *) programs+=("$1 $2") ;;
  esac
  shift 2
done
[[ ${#programs[@]} -gt 0 ]] || mapfile -t programs < <(sed -n "s/^$device //p" "$root/bench/model.txt")
[[ ${#programs[@]} -gt 0 ]] || usage
for i in "${!programs[@]}"; do # with the ratios of model.txt
  read -r program size _ <<<"${programs[i]}"
  given=$(sed -n "s/^$device $program $size //p" "$root/bench/model.txt")
  programs[i]="$program $size ${given:-- -}"
done
library=$(llvm-config-19 --libdir)
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
profile=$device
if [[ ${#numbers[@]} -gt 0 ]]; then
  profile=$work/device.profile
  cp "$root/lib/simulator_driver/devices/$device.profile" "$profile"
  for number in "${numbers[@]}"; do
    grep -q "^${number%%=*} = " "$profile" || { echo "model.sh: $device has no number ${number%%=*}" >&2; exit 2; }
    sed -i "s|^${number%%=*} = .*|${number%%=*} = ${number#*=}|" "$profile"
  done
fi
export CLEAVE_CUDA_PATH=none CLEAVE_QUIET=on CLEAVE_SPLIT=always
export CLEAVE_SIMULATOR_ARCHITECTURE=90 # `cleave simulate` reads it from the images of OpenMP only
flags=(-O2 -ffp-contract=off -std=c11 "-I$root/bench/common" -DREAL=float -fopenmp)
gpu=(--offload-arch=sm_90 "--cuda-path=$build/lib/cleave/toolkit" "-L$library" "-Wl,-rpath,$library" -Wl,--allow-shlib-undefined
  "--libomptarget-nvptx-bc-path=$library/libomptarget-nvptx-sm_90.bc")

# compile PROGRAM VERSION
compile() {
  local folder compiler=(clang-19) source=$2
  folder=$root/bench/$(awk -v name="$1" '$1 == name { print $2 }' "$root/bench/programs.txt")
  [[ $2 == plain || $2 == cleave ]] && source=naive
  [[ $2 == cleave ]] && compiler=("${compiler_command:-$build/bin/cleave}" cc "${options[@]}")
  clang-19 "${flags[@]}" -c "$folder/reference.c" -o "$work/reference.o"
  if [[ $2 == cuda || $2 == tuned ]]; then
    "$root/bench/cuda/compile.sh" "$build" "$work/cuda.o" "$folder/$2.cu" -DREAL=float "${cuda_options[@]}"
    clang-19 -fopenmp "$work/cuda.o" "$work/reference.o" "$work"/common_*.o -lm -ldl "-L$library" "-Wl,-rpath,$library" \
      -o "$work/$1-$2"
    return
  fi
  "${compiler[@]}" "${flags[@]}" "${gpu[@]}" "$folder/$source.c" "$work/reference.o" "$work"/common_*.o -lm -o "$work/$1-$2"
}

# Prints "VERSION TIME" and then, for each kernel, its row.
simulate() { # simulate PROGRAM VERSION SIZE
  local status=0
  # shellcheck disable=SC2086 # a size, and a number of steps
  "$build/bin/cleave" simulate --device="$profile" ${blocks:+--blocks="$blocks"} --json="$work/report" "$work/$1-$2" ${3/,/ } \
    >"$work/log" 2>&1 || status=$?
  [[ $status -eq 0 || -n $blocks ]] || { cat "$work/log" >&2; exit 1; }
  jq -r --arg program "$1" --arg version "$2" --arg size "$3" '
    def own: .time_ns - .parts_ns.launch;
    def us: . / 10 | round / 100;
    def kernel: if .line > 0 then .line else .function | sub("^void "; "") | sub("[<(].*"; "") end; # OpenMP; CUDA
    .programs[0].kernels
    | "time \($program) \($size) \($version) \(map(own) | add)",
      (def total(value): map(.counts | value) | add;
       def ratio(a; b): if b > 0 then a / b * 100 | round / 100 else "-" end;
       def million: . / 1e4 | round / 100;
       "counts \($program) \($size) \($version) \(total(.warp_instructions | add) | million) "
        + "\(total(.warp_instructions | .float32 + .float64) | million) "
        + "\(ratio(total(.global_load_sectors + .global_store_sectors); total(.global_requests))) "
        + "\(ratio(total(.shared_wavefronts); total(.shared_ideal_wavefronts))) "
        + "\(total((.level_2_hits + .level_2_misses + .level_2_written) * 32) | million) "
        + "\(total((.level_2_misses + .memory_written) * 32) | million)"),
      (.[] | "kernel \($program) \($size) \($version) \(kernel) \(.launches) \(.teams[1])x\(.threads[1]) \(own | us) \(.bound) "
        + (.parts_ns | del(.launch, .tail, .barriers, .queueing) | to_entries | sort_by(-.value) | .[:4]
           | map("\(.key)=\(.value | us)") | join(",")))' "$work/report"
}

for source in "$root"/bench/common/*.c; do
  clang-19 "${flags[@]}" -c "$source" -o "$work/common_$(basename "$source" .c).o"
done
for row in "${programs[@]}"; do
  read -r program size _ <<<"$row"
  for version in $versions; do
    [[ -x $work/$program-$version ]] || compile "$program" "$version"
    simulate "$program" "$version" "$size"
  done
done >"$work/rows"

echo "Model, not measured: $device${numbers[*]:+ with ${numbers[*]}}, float${blocks:+, about $blocks blocks of a launch executed}${cuda_options[*]:+, CUDA with ${cuda_options[*]}}; us, without launches"
printf '%s\n' "${programs[@]}" | awk '
  function ratio(a, b, given,   value) {
    if (!(a > 0 && b > 0)) return sprintf("%9s%9s%7s", "-", given, "")
    value = a / b
    return sprintf("%9.2f%9s%7s", value, given, given == "-" ? "" : sprintf("%+.0f %%", (value / given - 1) * 100))
  }
  function quotient(a, b) { return a > 0 && b > 0 ? sprintf("%.2f", a / b) : "-" }
  NR == FNR { if ($1 == "time") time[$2, $3, $4] = $5; next }
  FNR == 1 {
    printf "%-11s %6s %11s %11s %11s %11s %11s %25s %25s %12s %12s\n", "program", "size", "plain", "cleave", "hand", "cuda", "tuned",
      "plain:cleave, given", "cleave:hand, given", "cleave:cuda", "cleave:tuned"
  }
  {
    p = time[$1, $2, "plain"]; c = time[$1, $2, "cleave"]; h = time[$1, $2, "hand"]; u = time[$1, $2, "cuda"]
    t = time[$1, $2, "tuned"]
    printf "%-11s %6s %11.1f %11.1f %11.1f %11.1f %11.1f %s %s %12s %12s\n", $1, $2, p / 1e3, c / 1e3, h / 1e3, u / 1e3, t / 1e3,
      ratio(p, c, $3), ratio(c, h, $4), quotient(c, u), quotient(c, t)
  }' "$work/rows" -
printf '\n%-11s %6s %-7s %17s %8s %10s %11s %-9s %s\n' program size version kernel launches grid time "bound by" parts
awk '$1 == "kernel" { printf "%-11s %6s %-7s %17s %8s %10s %11s %-9s %s\n", $2, $3, $4, $5, $6, $7, $8, $9, $10 }' "$work/rows"
if [[ $counts == on ]]; then
  printf '\n%-11s %6s %-7s %13s %14s %12s %12s %11s %11s\n' program size version instructions floating-point sectors shared "level 2" memory
  awk '$1 == "counts" { printf "%-11s %6s %-7s %13s %14s %12s %12s %11s %11s\n", $2, $3, $4, $5, $6, $7, $8, $9, $10 }' "$work/rows"
fi
