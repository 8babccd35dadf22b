#!/usr/bin/env bash
# FILE: bench/transfers/never_slower.sh
# WHAT: programs of few computations for each byte they copy (ATAX, MVT, BICG), as clang compiles them and with
#       cleave: the time of the whole region with its transfers, for matrices of 1 KiB to 8 GiB. On the
#       stand-in driver, in virtual time: the same figures on any machine.
# USE:  bench/transfers/never_slower.sh [--build FOLDER] [--device h200|a100|titan-x|power8]...
#       [--from BYTES] [--to BYTES] [--clang-from BYTES] [PROGRAM...]
#       For each program and power of two: the time of clang's program, and how many times as fast are
#         split     the split kernels, each transfer where the map clauses have it
#         cleave    the same with the transfer engine, which decides by its model of costs
#         pinned    with CLEAVE_PIN=always: what a wrong decision costs
#       in the first call of a process and in its fourth. Fails if cleave is below 0.98 of split anywhere, or
#       below 0.98 of clang from --clang-from on (default 1 MiB): for smaller matrices one more launch, and the
#       wait for it, may cost more than the whole device gives, however bytes are moved. A line that fails
#       ends with what it is below. CLANG names the clang.
#
# How long a kernel runs is a formula, the same for all: a loop over a matrix of W bytes in P threads takes
#   2 us + W / (bandwidth of the device's memory) + W / (min(P, its iterations) * rate of one thread)
# where a quarter of the threads that the device holds at a time use all of its bandwidth; a kernel of
# several loops takes 2 us and the rest of each. That is of the right size and no more; what is compared
# here are transfers.
# shellcheck disable=SC2086 # flags are a list of words
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$root/build devices=() programs=() smallest=1024 largest=$((8 << 30)) clang_from=$((1 << 20))
usage() { sed -n 's/^# USE:  /usage: /p' "$0" >&2; exit 2; }
while [[ $# -gt 0 ]]; do
  case $1 in
    --build | --device | --from | --to | --clang-from)
      [[ $# -gt 1 ]] || usage
      case $1 in
        --build) build=$(cd "$2" && pwd) ;;
        --device) devices+=("$2") ;;
        --from) smallest=$2 ;;
        --to) largest=$2 ;;
        --clang-from) clang_from=$2 ;;
      esac
      shift ;;
    -*) usage ;;
    *) programs+=("$1") ;;
  esac
  shift
done
[[ ${#devices[@]} -gt 0 ]] || devices=(h200 a100 titan-x power8)
[[ ${#programs[@]} -gt 0 ]] || programs=(atax mvt bicg)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
libraries=$(llvm-config-19 --libdir 2>/dev/null || echo /usr/lib/llvm-19/lib)
clang="${CLANG:-clang-19}"
flags="-O3 -std=c11 -Wno-openmp-mapping -I$root/bench/common -DREAL=double -fopenmp --offload-arch=sm_90
  -Qunused-arguments -L$libraries -Wl,-rpath,$libraries
  --libomptarget-nvptx-bc-path=$libraries/libomptarget-nvptx-sm_90.bc"
$clang $flags -c "$root/bench/transfers/region.c" -o "$work/region.o"

compile() { # compile PROGRAM
  local folder
  folder=$root/bench/$(awk -v name="$1" '$1 == name { print $2 }' "$root/bench/programs.txt")
  $clang $flags -c "$folder/reference.c" -o "$work/$1.o"
  local rest="$folder/naive.c $work/$1.o $work/region.o -lm"
  # libcleave lets images of CUDA 13 load; the grids of clang's kernels stay as they are.
  $clang -L"$build/lib" -lcleave -Wl,-rpath,"$build/lib" $flags $rest -o "$work/$1-clang"
  "$build/bin/cleave" cc -fplugin-arg-cleave-transfers=reduced $flags $rest -o "$work/$1-split"
  "$build/bin/cleave" cc $flags $rest -o "$work/$1-cleave"
}

value() { # value DEVICE KEY
  awk -v key="$2" '$1 == key { print $3 * ($4 ~ /TB/ ? 1000 : 1) }' \
    "$root/test/driver/profiles/$1.profile"
}


# durations DEVICE PROGRAM N: how long kernels run, for STAND_IN_KERNELS. The kernel of clang's program, named after
# the line of the directive, has all loops; those of cleave have one. The loop of atax that clears y is serial.
durations() {
  local source
  source=$root/bench/$(awk -v name="$2" '$1 == name { print $2 }' "$root/bench/programs.txt")/naive.c
  awk -v bandwidth="$(value "$1" memory_bandwidth)" -v processors="$(value "$1" multiprocessors)" \
    -v program="$2" -v n="$3" -v directive="$(grep -n 'pragma omp target' "$source" | cut -d: -f1)" \
    -v clears="$(grep -n ' y\[i\] = 0' "$source" | cut -d: -f1)" 'BEGIN {
      matrix = n * n * 8
      rate = bandwidth / (processors * 2048 / 4)
      loop = sprintf("%.3fns + %.3fns / min(blocks * threads, %d)", matrix / bandwidth, matrix / rate, n)
      serial = sprintf("%.3fns", clears ? n * 8 / rate : 0)
      if (clears)
        printf "*_kernel_%s_l%d = 2us + %s\n", program, clears - 1, serial
      printf "*_kernel_%s_l%d = 2us + %s + 2 * (%s)\n", program, directive, serial, loop
      printf "*_kernel_%s_l* = 2us + %s\n", program, loop
    }'
}

# run DEVICE PROGRAM-VERSION N [VARIABLE=VALUE...]: the times of four calls, in one line.
run() {
  local device=$1 program=$2 n=$3
  shift 3
  durations "$device" "${program%-*}" "$n" >"$work/kernels"
  env -i PATH="$PATH" HOME="$work" STAND_IN_PROFILE="$device" STAND_IN_ARCHITECTURE=90 STAND_IN_THREADS=ordered \
    STAND_IN_KERNELS="$work/kernels" STAND_IN_COPY_LIMIT=512 STAND_IN_SUMMARY="$work/summary" KMP_BLOCKTIME=0 \
    LD_LIBRARY_PATH="$build/test/driver" OMP_TARGET_OFFLOAD=MANDATORY "$@" "$work/$program" "$n" 4 |
    paste -sd' '
  grep -qx 'waits in a loop = 0' "$work/summary" || { echo "${0##*/}: $program: no exact times" >&2; exit 1; }
}

for program in "${programs[@]}"; do
  compile "$program"
done
for device in "${devices[@]}"; do
  echo "$device, virtual time   first call                              fourth call"
  echo "program matrix, bytes   clang, us    split   cleave   pinned    clang, us    split   cleave   pinned"
  for program in "${programs[@]}"; do
    for ((bytes = smallest; bytes <= largest; bytes *= 2)); do
      n=$(awk -v bytes="$bytes" 'BEGIN { print int(sqrt(bytes / 8)) }')
      echo "$program $bytes" "$(run "$device" "$program-clang" "$n")" "$(run "$device" "$program-split" "$n")" \
        "$(run "$device" "$program-cleave" "$n")" "$(run "$device" "$program-cleave" "$n" CLEAVE_PIN=always)"
    done
  done | awk -v clang_from="$clang_from" '
    function ratios(call) {
      printf "%13.1f", $(2 + call) / 1e3
      for (version = 1; version <= 3; version++)
        printf "%9.3f", $(2 + call) / $(2 + 4 * version + call)
    }
    function check(call, name, other) {
      compared++
      if ($(2 + other + call) / $(10 + call) >= 0.98) return
      printf "  BELOW %s", name
      failures++
    }
    NF != 18 { print "FAILED: not all ran: " $0; failures++; next }
    {
      printf "%-7s %12s", $1, $2
      ratios(1)
      ratios(4)
      for (call = 1; call <= 4; call += 3) {
        check(call, "split", 4)
        if ($2 >= clang_from) check(call, "clang", 0)
      }
      printf "\n"
    }
    END { printf "%d comparisons, %d failures\n", compared, failures; exit !compared || failures }' || failed=1
done
[[ -z ${failed-} ]]
