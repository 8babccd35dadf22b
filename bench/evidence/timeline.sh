# FILE: bench/evidence/timeline.sh
# WHAT: for evidence.sh: when the copies and kernels of a program run, from the first of them: ATAX with 9600 rows, by clang (base), split
#       with synchronous copies (KWEG), and by default (ALL). A row for each copy and kernel.
# shellcheck shell=bash disable=SC2154

run_experiment() {
  local program name
  [[ ${#programs[@]} -gt 0 ]] || programs=(atax)
  [[ -n $versions ]] || versions="base KWEG ALL"
  for program in "${programs[@]}"; do
    for name in $versions; do
      EXECUTED=$rows blocks=16
      [[ $name == ALL ]] || EXECUTED=$((rows / 4)) blocks=100000
      TRACE=$work/trace.json measure timeline "$device" "$program" "$name" "$rows" - >/dev/null
      jq -c --arg device "$device" --arg program "$program" --arg version "$name" --argjson rows "$rows" '
        [.traceEvents[] | select(.ph == "X" and (.name | test("open_device") | not) and ((.args.bytes // 5000) > 4096))] as $events
        | ([$events[].ts] | min) as $first | $events | to_entries[]
        | {experiment: "timeline", device: $device, program: $program, version: $version, rows: $rows,
           setting: "\(.key)", track: .value.cat, bytes: (.value.args.bytes // 0), begin_ns: ((.value.ts - $first) * 1000 | round),
           time_ns: (.value.dur * 1000 | round)}' "$work/trace.json"
    done
  done
}
