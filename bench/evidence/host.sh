# FILE: bench/evidence/host.sh
# WHAT: for evidence.sh: OpenMP on all processors of this machine, without a device: the naive source by clang -O3 without offloading, in
#       real time, the shortest of three runs. Every result is compared with the reference. Nothing else should run.
# shellcheck shell=bash disable=SC2154

run_experiment() {
  local program folder number run seconds least arguments threads processor
  threads=$(nproc)
  processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
  [[ ${#programs[@]} -gt 0 ]] || mapfile -t programs < <(awk '!/^#/ { print $1 }' "$root/bench/programs.txt")
  for program in "${programs[@]}"; do
    folder=$root/bench/$(awk -v name="$program" '$1 == name { print $2 }' "$root/bench/programs.txt")
    "$clang" "${evidence_flags[@]}" "$folder/naive.c" "$folder/reference.c" "$root"/bench/common/*.c -lm -o "$work/$program"
    for number in 500 1000; do
      arguments=("$number") least=""
      case $program in fdtd-2d | srad) arguments+=(20) ;; esac
      for run in 1 2 3; do
        seconds=$("$work/$program" "${arguments[@]}" | sed -n 's/.* seconds=\([0-9.]*\) OK$/\1/p')
        [[ -n $seconds ]] || fail "$program $number: wrong"
        least=$(awk -v a="${least:-1e9}" -v b="$seconds" 'BEGIN { print a < b ? a : b }')
      done
      jq -n -c --arg program "$program" --argjson rows "$number" --argjson threads "$threads" --arg processor "$processor" --argjson seconds "$least" '
        {experiment: "host", device: "processor", program: $program, version: "host", setting: "\($threads) threads", type: "float",
         rows: $rows, how: "measured", processor: $processor, time_ns: ($seconds * 1e9)}'
    done
  done
}
