#!/usr/bin/env bash
# FILE: bench/transfers/never_slower.sh
# WHAT: programs of few computations for each byte they copy (ATAX, MVT, BICG), as clang compiles them and with
#       cleave: the time of the whole region with its transfers, for matrices of 1 KiB to 8 GiB. On the
#       simulated driver, in virtual time: the same figures on any machine.
# USE:  bench/transfers/never_slower.sh [--build FOLDER] [--device h200|a100|titan-x|power8]...
#       [--from BYTES] [--to BYTES] [--factor F] [--rows FROM,TO,STEP] [--execute ROWS] [--pinned] [PROGRAM...]
#       For each program and size, F times the one before (default 2); with --rows for matrices of so many rows instead,
#       as many at a time: the time of clang's program, and how many times as fast are
#         split     the split kernels, each transfer where the map clauses have it
#         cleave    as cleave compiles it: with the transfer engine, which decides by its model of costs, and the fallback
#                   for few iterations
#         pinned    with --pinned, and CLEAVE_PIN=always: what a wrong decision costs
#       in the first call of a process and in its fourth. Fails if cleave is below 0.98 of clang anywhere, or if the transfer engine
#       is below 0.98 of split: cleave with CLEAVE_SPLIT=always, which is not shown. A line that fails ends with what it is
#       below. CLANG names the clang. The last line has the least ratio of cleave to split, where the fallback can be the slower choice.
#
# simulator.sh executes the kernels of matrices of up to 1024 rows, or of --execute ROWS, and continues their times for larger
# matrices.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$root/build devices=() programs=() smallest=1024 largest=$((8 << 30)) factor=2 rows='' executed_rows='' pinned=''
usage() { sed -n 's/^# USE:  /usage: /p' "$0" >&2; exit 2; }
while [[ $# -gt 0 ]]; do
  case $1 in
    --build | --device | --from | --to | --factor | --rows | --execute)
      [[ $# -gt 1 ]] || usage
      case $1 in
        --build) build=$(cd "$2" && pwd) ;;
        --device) devices+=("$2") ;;
        --from) smallest=$2 ;;
        --to) largest=$2 ;;
        --factor) factor=$2 ;;
        --rows) rows=$2 ;;
        --execute) executed_rows=$2 ;;
      esac
      shift ;;
    --pinned) pinned=1 ;;
    -*) usage ;;
    *) programs+=("$1") ;;
  esac
  shift
done
[[ $factor -ge 2 && (-z $rows || $rows =~ ^[1-9][0-9]*,[1-9][0-9]*,[1-9][0-9]*$) && (-z $executed_rows || $executed_rows =~ ^[1-9][0-9]+$) ]] || usage
[[ ${#devices[@]} -gt 0 ]] || devices=(h200 a100 titan-x power8)
[[ ${#programs[@]} -gt 0 ]] || programs=(atax mvt bicg)

# The sizes of the matrices in bytes.
sizes() {
  local first last step
  if [[ -n $rows ]]; then
    IFS=, read -r first last step <<<"$rows"
    for ((n = first; n <= last; n += step)); do echo $((8 * n * n)); done
  else
    for ((bytes = smallest; bytes <= largest; bytes *= factor)); do echo $bytes; done
  fi
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$root/bench/transfers/simulator.sh"
for program in "${programs[@]}"; do
  compile "$program"
done
for device in "${devices[@]}"; do
  echo "$device, virtual time, first and fourth call"
  titles="clang, us    split   cleave${pinned:+   pinned}"
  echo "program matrix, bytes   $titles    $titles"
  for program in "${programs[@]}"; do
    for bytes in $(sizes); do
      n=$(awk -v bytes="$bytes" 'BEGIN { print int(sqrt(bytes / 8)) }')
      echo "$program $bytes" "$(timed "$device" "$program" cleave "$n" 4 CLEAVE_SPLIT=always)" \
        "$(timed "$device" "$program" clang "$n" 4)" \
        "$(timed "$device" "$program" split "$n" 4)" "$(timed "$device" "$program" cleave "$n" 4)" \
        "$([[ -z $pinned ]] || timed "$device" "$program" cleave "$n" 4 CLEAVE_PIN=always)"
    done
  done | awk -v versions=$((pinned ? 4 : 3)) '
    function ratios(call) {
      printf "%13.1f", time(1, call) / 1e3
      for (version = 2; version <= versions; version++)
        printf "%9.3f", time(1, call) / time(version, call)
    }
    # Of version 0: the transfer engine; 1: clang; 2: split; 3: cleave.
    function time(version, call) { return $(2 + 4 * version + call) }
    function check(call, name, version, other) {
      compared++
      if (time(other, call) / time(version, call) >= 0.98) return
      printf "  BELOW %s", name
      failures++
    }
    NF != 6 + 4 * versions { print "FAILED: not all ran: " $0; failures++; next }
    {
      printf "%-7s %12s", $1, $2
      ratios(1)
      ratios(4)
      for (call = 1; call <= 4; call += 3) {
        check(call, "split", 0, 2)
        check(call, "clang", 3, 1)
        ratio = time(2, call) / time(3, call)
        least = NR == 1 || ratio < least ? ratio : least
      }
      printf "\n"
      fflush()
    }
    END { printf "%d comparisons, %d failures; cleave of split: %.3f or more\n", compared, failures, least; exit !compared || failures }' || failed=1
done
[[ -z ${failed-} ]]
