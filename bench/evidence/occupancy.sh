# FILE: bench/evidence/occupancy.sh
# WHAT: for evidence.sh: SYRK with 4000 rows and FDTD-2D with 15000 (one step), split, with grids of teams of 128 threads that are
#       100 % of the device's threads or less. Half (SYRK) or an eighth of the rows execute.
# shellcheck shell=bash disable=SC2154

# grids DEVICE: lines "PERCENT TEAMS".
grids() {
  awk -v percents="100 75 50 37.5 25 18.75 12.5 6.25 4 3.1" '
    $1 == "multiprocessors" { device = $3 * 2048 / 128 }
    END { count = split(percents, all, " "); for (i = 1; i <= count; i++) printf "%s %d\n", all[i], device * all[i] / 100 + 0.5 }' \
    "$root/lib/simulator_driver/devices/$1.profile"
}

run_experiment() {
  local percent teams program
  [[ ${#programs[@]} -gt 0 ]] || programs=(syrk fdtd-2d)
  blocks=4
  for program in "${programs[@]}"; do
    while read -r percent teams; do
      SETTING="$percent %"
      local grid=("OMP_NUM_TEAMS=$teams" OMP_TEAMS_THREAD_LIMIT=128)
      case $program in
        syrk) EXECUTED=2000 measure occupancy "$device" syrk KWE 4000 - "${grid[@]}" ;;
        fdtd-2d) EXECUTED=1875 measure occupancy "$device" fdtd-2d KWE 15000 1 "${grid[@]}" ;;
      esac
    done < <(grids "$device")
  done
}
