# FILE: bench/evidence/sizes.sh
# WHAT: for evidence.sh: SYRK and COVARIANCE by rows, with the compiler's grids (KWE), with cleave's (KWEG), and SYRK with everything. The
#       grid is the one that is chosen for all rows; 2400 of them (SYRK) or 600 execute in it.
# shellcheck shell=bash disable=SC2154

# grid PROGRAM VERSION ROWS: teams and threads of the kernel with the most iterations.
grid() {
  simulate "$device" "$1" "$2" "$3" - CLEAVE_SIMULATOR_COPY_LIMIT=512 >/dev/null
  jq -r '[.programs[0].kernels[] | select(.function != "open_device")] | last | "\(.teams[1]) \(.threads[1])"' "$work/report"
}

run_experiment() {
  local program name number teams threads executed
  [[ ${#programs[@]} -gt 0 ]] || programs=(syrk covariance)
  [[ -n $versions ]] || versions="KWE KWEG ALL-1"
  for program in "${programs[@]}"; do
    for number in 1000 2000 3000 4000 6000 8000 9600 12000; do
      for name in $versions; do
        if [[ $name == ALL* ]]; then
          # A sample of a triangle would have to be large.
          [[ $program == covariance ]] || blocks=8 EXECUTED=$number measure sizes "$device" "$program" "$name" "$number" -
          continue
        fi
        compile "$program" "$name"
        read -r teams threads < <(grid "$program" "$name" "$number")
        SETTING="" blocks=4 executed=2400 power=3
        [[ $program == syrk ]] || blocks=100000 executed=600 power=2
        EXECUTED=$((executed < number ? executed : number)) measure sizes "$device" "$program" "$name" "$number" - "OMP_NUM_TEAMS=$teams" "OMP_TEAMS_THREAD_LIMIT=$threads"
      done
    done
  done
}
