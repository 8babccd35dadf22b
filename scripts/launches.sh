#!/usr/bin/env bash
# FILE: scripts/launches.sh
# WHAT: the grids that the benchmark programs launch: naive by plain clang, and with cleave, without and
#       with the grids that libcleave chooses. On the simulated CUDA driver, so there is no time in it.
#       Needs a CUDA toolkit and a built tree, no GPU.
# USE:  scripts/launches.sh [--build FOLDER] [--size N] [--steps N] [--device h200|a100|...] [PROGRAM...]
#       One line for each kernel: program; clang, cleave without the choice, or cleave; line of the kernel;
#       registers; launches; teams and threads, from the least to the most; and how much of the threads
#       that the device holds at a time the launches fill, in percent, by registers and warps alone.
# shellcheck disable=SC2086 # flags are a list of words
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build size=2048 steps=2 device=h200 programs=()
while [[ $# -gt 0 ]]; do
  case $1 in
    --build) build=$(cd "$2" && pwd); shift ;;
    --size) size=$2; shift ;;
    --steps) steps=$2; shift ;;
    --device) device=$2; shift ;;
    -*) echo "usage: ${0##*/} [--build FOLDER] [--size N] [--steps N] [--device PROFILE] [PROGRAM...]" >&2
        exit 2 ;;
    *) programs+=("$1") ;;
  esac
  shift
done
[[ ${#programs[@]} -gt 0 ]] || mapfile -t programs < <(awk '!/^#/ && NF { print $1 }' "$root/bench/programs.txt")
profile=$root/lib/simulator_driver/devices/$device.profile
[[ -r $profile ]] || { echo "${0##*/}: there is no profile $device" >&2; exit 2; }
architecture=sm_$(awk '$1 == "architecture" { print $3 }' "$profile")
libraries=$(llvm-config-19 --libdir 2>/dev/null || echo /usr/lib/llvm-19/lib)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags="-O3 -std=c11 -Wno-openmp-mapping -I$root/bench/common -DREAL=double -fopenmp --offload-arch=$architecture -Qunused-arguments
  -L$libraries -Wl,-rpath,$libraries --libomptarget-nvptx-bc-path=$libraries/libomptarget-nvptx-$architecture.bc"
clang_alone=${CLANG:-clang-19}
clang="$clang_alone -L$build/lib -lcleave -Wl,-rpath,$build/lib"
mkdir "$work/common"
(cd "$work/common" && $clang_alone $flags -c "$root"/bench/common/*.c)

# Runs the kernel once. No reference: nothing is computed here.
cat >"$work/once.c" <<'END'
#include "harness.h"
#include <stdlib.h>
int main(int count, char **words)
{
  struct bench_memory memory = {0};
  struct problem *problem = problem_create(&memory, atoi(words[1]), count > 2 ? atoi(words[2]) : 0);
  bench_open_device();
  problem_kernel(problem);
  return 0;
}
END
rm "$work/common/main.o"
$clang_alone $flags -c "$work/once.c" -o "$work/common/once.o"

# Lines "LINE REGISTERS" of the kernels of PROGRAM.
registers() { "$build/bin/cleave" inspect "$1" | awk '$1 ~ /^[0-9]+$/ && NF == 7 { print $1, $3 }'; }

table() { # table NAME LOG EXECUTABLE
  awk -v name="$1" '
    FILENAME ~ /\.profile$/ { if ($2 == "=") device[$1] = $3; next }
    FILENAME ~ /registers$/ { registers[$1] = $2; next }
    function value(key) {
      if (!match($0, " " key "=[^ ]+")) return ""
      return substr($0, RSTART + length(key) + 2, RLENGTH - length(key) - 2)
    }
    function up(number, by) { return int((number + by - 1) / by) * by }
    function least(a, b) { return a < b ? a : b }
    # Warps are spread over four parts of a multiprocessor, which share its registers.
    function filled(teams, threads, per_thread,   warps, fit) {
      warps = up(threads, 32) / 32
      fit = int(int(device["registers_per_multiprocessor"] / 4 / up(32 * per_thread, 256)) * 4 / warps)
      fit = least(fit, int(device["threads_per_multiprocessor"] / 32 / warps))
      fit = least(fit, device["blocks_per_multiprocessor"])
      teams = least(teams / device["multiprocessors"], fit)
      return 100 * teams * warps * 32 / device["threads_per_multiprocessor"]
    }
    function span(low, high) { return low == high ? low : low "-" high }
    $4 == "cuLaunchKernel" && $NF == 0 && /kernel_/ {
      line = value("function"); sub(/.*_l/, "", line); sub(/_.*/, "", line)
      split(value("grid"), grid, ","); split(value("block"), block, ",")
      share = sprintf("%.1f", filled(grid[1], block[1], registers[line]))
      if (!launches[line]++) {
        order[++kernels] = line
        teams_low[line] = teams_high[line] = grid[1] + 0
        low[line] = high[line] = block[1] + 0
        share_low[line] = share_high[line] = share + 0
      }
      if (grid[1] < teams_low[line]) teams_low[line] = grid[1] + 0
      if (grid[1] > teams_high[line]) teams_high[line] = grid[1] + 0
      if (block[1] < low[line]) low[line] = block[1] + 0
      if (block[1] > high[line]) high[line] = block[1] + 0
      if (share + 0 < share_low[line]) share_low[line] = share + 0
      if (share + 0 > share_high[line]) share_high[line] = share + 0
    }
    END {
      for (i = 1; i <= kernels; i++) {
        line = order[i]
        printf "%-28s line=%s registers=%s launches=%d teams=%s threads=%s filled=%s%%\n", name, line,
          registers[line], launches[line], span(teams_low[line], teams_high[line]),
          span(low[line], high[line]), span(share_low[line], share_high[line])
      }
    }' "$profile" "$3.registers" "$2"
}

launch() { # launch NAME EXECUTABLE ARGUMENTS...
  local log=$2.log
  CLEAVE_SIMULATOR_PROFILE=$device CLEAVE_SIMULATOR_LOG=$log CLEAVE_SIMULATOR_COPY_LIMIT=1048576 \
    LD_LIBRARY_PATH=$build/lib/cleave/simulator OMP_TARGET_OFFLOAD=MANDATORY XDG_CONFIG_HOME=$work "${@:2}"
  registers "$2" >"$2.registers"
  table "$1" "$log" "$2"
}

for program in "${programs[@]}"; do
  folder=$root/bench/$(awk -v name="$program" '$1 == name { print $2 }' "$root/bench/programs.txt")
  arguments=$size
  grep -q 'default_steps = [1-9]' "$folder/reference.c" && arguments="$size $steps"
  $clang_alone $flags -c "$folder/reference.c" -o "$work/$program.o"
  objects="$work/$program.o $work/common/*.o -lm"
  $clang $flags "$folder/naive.c" $objects -o "$work/$program-clang"
  "$build/bin/cleave" cc -fplugin-arg-cleave-single-kernel-fallback=off $flags "$folder/naive.c" $objects -o "$work/$program-cleave"
  launch "$program clang" "$work/$program-clang" $arguments
  CLEAVE_GEOMETRY=off launch "$program cleave, no choice" "$work/$program-cleave" $arguments
  launch "$program cleave" "$work/$program-cleave" $arguments
done
