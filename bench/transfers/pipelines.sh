#!/usr/bin/env bash
# FILE: bench/transfers/pipelines.sh
# WHAT: ATAX, GESUMMV and GEMM over a range of sizes: as clang compiles them; split into a kernel for each loop; with
#       transfers beside kernels; and with loops that run tile by tile, each as soon as its part of the matrices is
#       on the device. On the simulated driver, in virtual time: the same figures on any machine. On the host as the
#       device, in real time, with the intervals of a trace.
# USE:  bench/transfers/pipelines.sh [--build FOLDER] [--device h200|a100|titan-x|power8]... [--sizes N,N...]
#       [PROGRAM...]
#       bench/transfers/pipelines.sh --on host [--build FOLDER] [--sizes N,N...] [PROGRAM...]
#       Times are those of the first call in a process and of the fourth: of the split kernels in us, and how many
#       times as fast the others are.
#         clang       one kernel of one team
#         transfers   copies beside kernels, no tiles (CLEAVE_TILES=1)
#         cleave      the number of tiles by the model
#         tiles 4     four tiles wherever there can be tiles, memory as it is
#         pinned 4    the same, and all memory page-locked (CLEAVE_PIN=always): the published form
#       On the host as the device every element of every result is compared with the reference. CLANG names the clang.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$root/build on=simulator devices=() sizes="" programs=()
usage() { sed -n '/^# USE:/,/^# *Times/p' "$0" | sed '$d; s/^# USE:  /usage: /; s/^#  */       /' >&2; exit 2; }
while [[ $# -gt 0 ]]; do
  case $1 in
    --build | --on | --device | --sizes)
      [[ $# -gt 1 ]] || usage
      case $1 in
        --build) build=$(cd "$2" && pwd) ;;
        --on) on=$2 ;;
        --device) devices+=("$2") ;;
        --sizes) sizes=$2 ;;
      esac
      shift ;;
    -*) usage ;;
    *) programs+=("$1") ;;
  esac
  shift
done
[[ $on == simulator || $on == host ]] || usage
[[ ${#devices[@]} -gt 0 ]] || devices=(h200 titan-x power8)
[[ ${#programs[@]} -gt 0 ]] || programs=(atax gesummv gemm)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck source=bench/transfers/simulator.sh
. "$root/bench/transfers/simulator.sh"

row() { # row DEVICE PROGRAM N: the times of the split kernels, and five pairs of times
  local form
  for form in 'split' 'clang' 'cleave CLEAVE_TRANSFERS=always CLEAVE_TILES=1' 'cleave' 'cleave CLEAVE_TRANSFERS=always CLEAVE_TILES=4' \
    'cleave CLEAVE_TRANSFERS=always CLEAVE_TILES=4 CLEAVE_PIN=always'; do
    read -r version variables <<<"$form"
    # shellcheck disable=SC2086 # variables are a list of words
    timed "$1" "$2" "$version" "$3" 4 $variables | cut -d' ' -f1,4
  done | paste -sd' '
}

on_simulator() {
  local device program n
  [[ -n $sizes ]] || sizes=500,1000,2000,4000,8000,16000,32000
  for program in "${programs[@]}"; do
    compile "$program"
  done
  for device in "${devices[@]}"; do
    echo "$device, virtual time"
    printf '%-8s %6s %14s %11s %11s %11s %11s %11s\n' program n 'split, us' clang transfers cleave 'tiles 4' 'pinned 4'
    for program in "${programs[@]}"; do
      for n in ${sizes//,/ }; do
        echo "$program $n $(row "$device" "$program" "$n")"
      done
    done | awk '
      NF != 14 { print "FAILED: not all ran: " $0; failed = 1; next }
      {
        for (call = 0; call < 2; call++) {
          printf "%-8s %6s %14.1f", $1, call ? "again" : $2, $(3 + call) / 1e3
          for (form = 1; form <= 5; form++) printf " %11.3f", $(3 + call) / $(3 + 2 * form + call)
          printf "\n"
        }
      }
      END { exit failed }'
  done
}

# One run of each form with a trace; the first line is the program's own, with the comparison's result.
on_host() {
  local program folder n version variables
  local host="-O3 -std=c11 -gline-directives-only -ffile-prefix-map=$root/= -Wno-openmp-mapping -ffp-contract=off -I$root/bench/common -DREAL=double
    -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -Qunused-arguments -L$libraries -Wl,-rpath,$libraries -Wl,--allow-shlib-undefined"
  [[ -n $sizes ]] || sizes=1000
  for program in "${programs[@]}"; do
    folder=$root/bench/$(awk -v name="$program" '$1 == name { print $2 }' "$root/bench/programs.txt")
    local rest="$folder/naive.c $folder/reference.c $root/bench/common/*.c -lm"
    # shellcheck disable=SC2086 # flags are a list of words
    {
      "$build/bin/cleave" cc -fplugin-arg-cleave-transfers=reduced $host $rest -o "$work/$program-split"
      "$build/bin/cleave" cc $host $rest -o "$work/$program-cleave"
    }
    for n in ${sizes//,/ }; do
      for form in 'split' 'cleave CLEAVE_TILES=1' 'cleave CLEAVE_TRANSFERS=always CLEAVE_TILES=4'; do
        read -r version variables <<<"$form"
        echo "== $program $n $form"
        # shellcheck disable=SC2086 # variables are a list of words
        env -i PATH="$PATH" HOME="$work" KMP_WARNINGS=0 OMP_TARGET_OFFLOAD=MANDATORY OMP_NUM_TEAMS=4 CLEAVE_SPLIT=always \
          CLEAVE_TRACE="$work/trace.json" $variables "$work/$program-$version" "$n"
        "$build/bin/cleave" trace "$work/trace.json" | sed "s,$work/,,; s,$root/,,; s/^/  /"
      done
    done
  done
}

if [[ $on == host ]]; then on_host; else on_simulator; fi
