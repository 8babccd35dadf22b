#!/usr/bin/env bash
# FILE: bench/waits.sh
# WHAT: what one wait for each region saves (CLEAVE_WAITS=region) against one for each kernel: the twelve
#       programs, split by cleave for sm_90, on the simulated CUDA driver, in its virtual time. Two runs give
#       the same figures.
# USE:  bench/waits.sh [--profile h200|titan-x] [NAME...]      all programs of programs.txt, or the named ones
#       The time of a region is that from its first copy or launch until the host has waited for the last one.
#       How long a kernel runs is the profile's guess, the same for all programs: what is saved is not.
# Needs a CUDA toolkit. CLANG, CLEAVE name commands.
set -euo pipefail
cd "$(dirname "$0")/.."
clang=${CLANG:-clang-19}
cleave=${CLEAVE:-build/bin/cleave}
profile=h200
if [[ ${1-} == --profile ]]; then
  profile=$2
  shift 2
fi
steps=10
library=$(dirname "$("$clang" -print-file-name=libomptarget.so)")
target=(-fopenmp --offload-arch=sm_90 "-L$library" "-Wl,-rpath,$library" -Wl,--allow-shlib-undefined
        "--libomptarget-nvptx-bc-path=$library/libomptarget-nvptx-sm_90.bc")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

run() { # run WAITS: fills `account` and `time`, in ns
  local log=$folder/log
  # No kernel runs, so that the results are wrong. The copies are libomptarget's.
  CLEAVE_WAITS=$1 CLEAVE_TRANSFERS=off CLEAVE_SIMULATOR_EXECUTE=no CLEAVE_SIMULATOR_PROFILE=$profile CLEAVE_SIMULATOR_ARCHITECTURE=90 CLEAVE_SIMULATOR_LOG=$log \
    OMP_TARGET_OFFLOAD=MANDATORY LD_LIBRARY_PATH=build/lib/cleave/simulator "$folder/program" "$size" \
    ${arguments:+"$arguments"} >"$folder/output" 2>&1 || true
  grep -q ' WRONG$' "$folder/output" || { cat "$folder/output" >&2; exit 1; }
  account=$(test/simulator_driver/account.sh "$log")
  time=$(awk '
    waited { end = $1; waited = 0 }
    $4 ~ /^cuMemcpy(HtoD|DtoH)Async/ && / (to|from)=D/ && ! / bytes=([0-9]|1[0-6]) / || $4 == "cuLaunchKernel" {
      if (!begun) start = $1
      begun = 1
    }
    begun && $4 == "cuStreamSynchronize" { waited = 1 }
    END { print end - start }' "$log")
}
value() { sed -E "s/.*(^| )$2=([0-9]+).*/\2/" <<<"$1"; }

echo "profile $profile; times in us; saved per kernel in us"
printf '%-11s %5s %8s | %6s %9s | %6s %9s | %6s %10s\n' program size launches waits time waits time saved 'per kernel'
while read -r name path _ _; do
  [[ $name == \#* || -z $name ]] && continue
  [[ $# -gt 0 && " $* " != *" $name "* ]] && continue
  size=256
  arguments=
  grep -q 'default_steps = [1-9]' "bench/$path/reference.c" && arguments=$steps
  "$cleave" cc -fplugin-arg-cleave-single-kernel-fallback=off -O2 -ffp-contract=off -std=c11 "${target[@]}" -DREAL=float \
    -Ibench/common "-Ibench/$path" "bench/$path/naive.c" "bench/$path/reference.c" bench/common/*.c -lm -o "$folder/program"
  run kernel
  before=$account before_time=$time
  run region
  launches=$(value "$account" launches)
  [[ $launches == "$(value "$before" launches)" ]] || { echo "FAILED: $name launches other kernels"; exit 1; }
  awk -v name="$name" -v size="$size" -v launches="$launches" -v before="$before_time" -v after="$time" \
    -v waits="$(value "$before" waits)" -v fewer="$(value "$account" waits)" 'BEGIN {
      printf "%-11s %5d %8d | %6d %9.1f | %6d %9.1f | %5.1f%% %10.2f\n", name, size, launches, waits, before / 1e3,
        fewer, after / 1e3, 100 * (before - after) / before, (before - after) / 1e3 / launches }'
done <bench/programs.txt
