#!/usr/bin/env bash
# FILE: bench/host.sh
# WHAT: the twelve programs on the host device, end to end: the naive version by clang and by cleave, in turns, with all
#       threads and with one. Of each the shortest run of all rounds, which other load on the machine disturbs least,
#       and the ratio: below 1, cleave's program is slower.
# USE:  bench/host.sh [--build DIR] [--rounds N] [--sizes N,N,N] [PROGRAM...]
#       --build DIR    the build of cleave (default build)
#       --rounds N     how often both versions run in turns (default 5)
#       --threads N,.. of the kernels: default all,1; on a busy machine only 1 gives ratios that mean something
#       --sizes N,...  default: 100,200,1000 for programs of n * n steps, 50,100,200 for the others
# Exit status 1 if a program failed.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build rounds=5 chosen= all_threads=all,1
while [[ ${1-} == --* ]]; do
  case $1 in
  --build) build=$(cd "$2" && pwd) ;;
  --rounds) rounds=$2 ;;
  --threads) all_threads=$2 ;;
  --sizes) chosen=$2 ;;
  *) sed -n '2,/^set/s/^# //p' "$0" >&2; exit 2 ;;
  esac
  shift 2
done
[[ $# -gt 0 ]] || mapfile -t programs < <(awk '!/^#/ { print $1 }' "$root/bench/programs.txt")
[[ $# -eq 0 ]] || programs=("$@")
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
"$build/bin/cleave" bench "${programs[@]}" --versions naive,cleave --types double --build "$work/programs" >/dev/null 2>&1

# shortest PROGRAM VERSION SIZE: the shortest end-to-end time of a run, in us
shortest() {
  OMP_TARGET_OFFLOAD=MANDATORY "$work/programs/$1-$2-double" "$3" --repeats 40 --seconds 2 --reference "$work/reference" |
    sed -n 's/.*"status": "ok".*"end_to_end": {[^}]*"minimum": \([^,]*\).*/\1/p' | awk '{ print $1 * 1e6 }'
}

# ratio PROGRAM SIZE: one line
ratio() {
  local naive=() cleave=()
  rm -f "$work/reference"
  for ((i = 0; i < rounds; i++)); do
    naive+=("$(shortest "$1" naive "$2")")
    cleave+=("$(shortest "$1" cleave "$2")")
  done
  printf '%s\n' "${naive[*]}" "${cleave[*]}" | awk -v program="$1" -v size="$2" -v rounds="$rounds" '
    { for (i = 1; i <= NF; i++) if (i == 1 || $i < least[NR]) least[NR] = $i; fields += NF }
    END {
      if (fields != 2 * rounds) { print program, size, "FAILED"; exit 1 }
      printf "%-11s %5d %12.1f %12.1f %8.2f\n", program, size, least[1], least[2], least[1] / least[2]
    }'
}

status=0
for threads in ${all_threads//,/ }; do
  if [[ $threads != all ]]; then export OMP_NUM_THREADS=$threads; fi
  echo "$threads threads: program, size, shortest run of clang and of cleave in us, ratio"
  for program in "${programs[@]}"; do
    case $program in
    atax | bicg | mvt | gesummv) sizes=100,200,1000 ;;
    *) sizes=50,100,200 ;;
    esac
    [[ -z $chosen ]] || sizes=$chosen
    for size in ${sizes//,/ }; do
      ratio "$program" "$size" || status=1
    done
  done
done
exit "$status"
