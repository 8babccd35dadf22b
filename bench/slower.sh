#!/usr/bin/env bash
# FILE: bench/slower.sh
# WHAT: small programs of the kinds that a split, or another grid, can make slower, as clang compiles them and with cleave: times
#       of the simulator's model of an H200, elapsed and of all kernels. Results are compared.
# USE:  bench/slower.sh [--build FOLDER] [--sizes N,N,...] [--least RATIO] [FAMILY[/PROGRAM]...]
#       For each program and size (default 1,8,64,512,4096), prints the times of clang's program in us and how many times as fast
#       cleave's is. Fails if the results differ, or if a ratio is below RATIO (default 0.98): such a line ends with BELOW. Differences
#       of 0.3 us of all kernels and of 1 us of the elapsed time are allowed: each team of dist_schedule(static) begins with a division of
#       64 bits, and the image has more kernels to find.
#       The last line counts the comparisons. CLANG names the clang++, CLEAVE_SPLIT applies to cleave.
#
# bench/slower/programs.sh has the programs. Kernels execute in one thread of the host, and tasks in the thread that creates them, so that
# all times are the same in each run.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build sizes=1,8,64,512,4096 least=0.98 chosen=()
usage() { sed -n 's/^# USE:  /usage: /p' "$0" >&2; exit 2; }
while [[ $# -gt 0 ]]; do
  case $1 in
    --build | --sizes | --least)
      [[ $# -gt 1 ]] || usage
      case $1 in
        --build) build=$(cd "$2" && pwd) ;;
        --sizes) sizes=$2 ;;
        --least) least=$2 ;;
      esac
      shift ;;
    -*) usage ;;
    *) chosen+=("$1") ;;
  esac
  shift
done
[[ $sizes =~ ^[0-9]+(,[0-9]+)*$ ]] || usage
programs=$root/bench/slower/programs.sh
if [[ ${#chosen[@]} -eq 0 ]]; then mapfile -t chosen < <("$programs" | cut -d' ' -f1); fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
libraries=$(llvm-config-19 --libdir 2>/dev/null || echo /usr/lib/llvm-19/lib)
flags=(-O2 -fopenmp --offload-arch=sm_90 "--cuda-path=$build/lib/cleave/toolkit" -Wno-openmp-mapping -Qunused-arguments
  "-L$libraries" "-Wl,-rpath,$libraries" "--libomptarget-nvptx-bc-path=$libraries/libomptarget-nvptx-sm_90.bc")

compile() { # compile FAMILY NAME
  local -x CLEAVE_CUDA_PATH=none CLEAVE_QUIET=on
  "$programs" "$1" "$2" >"$work/$2.cpp"
  ${CLANG:-clang++-19} "${flags[@]}" "$work/$2.cpp" -o "$work/$2-clang"
  "$build/bin/cleave" c++ "${flags[@]}" "$work/$2.cpp" -o "$work/$2-cleave"
}

# Prints the elapsed time and that of the kernels, in ns, of a program. Its output is in $work/out.
timed() { # timed PROGRAM N
  env CLEAVE_QUIET=on KMP_BLOCKTIME=0 LIBOMP_USE_HIDDEN_HELPER_TASK=0 OMP_NUM_THREADS=1 CLEAVE_SIMULATOR_HOST_THREADS=1 \
    CLEAVE_SIMULATOR_THREADS=ordered OMP_TARGET_OFFLOAD=MANDATORY "$build/bin/cleave" simulate --device=h200 --json="$work/json" "$@" >"$work/all" 2>"$work/errors" ||
    { cat "$work/errors" >&2; return 1; }
  head -1 "$work/all" >"$work/out"
  jq -r '.programs[0] | "\(.elapsed_ns) \(.kernel_time_ns)"' "$work/json"
}

echo "program                      N    elapsed, us   ratio   kernels, us   ratio"
for item in "${chosen[@]}"; do
  family=${item%%/*}
  for name in $("$programs" | sed -n "s/^$family //p"); do
    [[ $item == "$family" || $name == "${item#*/}" ]] || continue
    compile "$family" "$name"
    for n in ${sizes//,/ }; do
      clang=$(timed "$work/$name-clang" "$n") || { echo "$name $n FAILED"; continue; }
      mv "$work/out" "$work/expected"
      cleave=$(timed "$work/$name-cleave" "$n") || { echo "$name $n FAILED"; continue; }
      cmp -s "$work/out" "$work/expected" || { echo "$name $n FAILED: other results"; continue; }
      echo "$name $n $clang $cleave"
    done
  done
done | awk -v least="$least" '
  /FAILED/ { print; fflush(); failures++; next }
  {
    printf "%-24s %5d %14.1f %7.3f %13.1f %7.3f", $1, $2, $3 / 1e3, $3 / $5, $4 / 1e3, $4 / $6
    compared += 2
    if ($3 / $5 < least && $5 - $3 > 1000) { printf "  BELOW elapsed"; failures++ }
    if ($4 / $6 < least && $6 - $4 > 300) { printf "  BELOW kernels"; failures++ }
    printf "\n"
    fflush()
  }
  END { printf "%d comparisons, %d failures\n", compared, failures; exit !compared || failures }'
