# FILE: bench/evidence/programs.sh
# WHAT: for evidence.sh: every version of the twelve programs. See measure.sh for the rows that execute.
# shellcheck shell=bash disable=SC2154

# Sets EXECUTED, the rows that execute, blocks, the teams of a launch that do, and power, the greatest by which a time continues. Loops
# over rows leave most teams of LLVM's grids without iterations, so no sample of the teams stands for the others: all execute. So do all
# of a triangle.
choose_execution() { # choose_execution PROGRAM VERSION ROWS
  EXECUTED=$3 blocks=16 power=3
  case $1:$2 in
    covariance:cuda | covariance:tuned | covariance:ALL-1) blocks=512 ;; # two waves: half of the teams, above the diagonal, have no work
    covariance:ALL*) blocks=128 ;;                                       # of each tile of a loop
    *mm:ALL* | syrk:ALL*) blocks=4 ;;
    *:cuda | *:tuned | *:ALL*) ;;
    srad:gcc* | lud:gcc*) blocks=100000 ;;
    atax:gcc* | bicg:gcc* | mvt:gcc* | gesummv:gcc*) EXECUTED=$(($3 / 8)) blocks=100000 power=2 ;;
    *:gcc*) EXECUTED=$(($3 / 32)) blocks=100000 ;;
    srad:*) blocks=100000 ;;
    covariance:base | covariance:generic | covariance:K) EXECUTED=$(($3 / 16)) blocks=100000 ;;
    covariance:*) EXECUTED=$(($3 / 16)) blocks=100000 power=2 ;; # a thread has a number of rows that is always the same
    lud:*) blocks=100000 ;;
    gemm:KW* | syrk:KW* | 2mm:KW* | 3mm:KW* | *mm:hand | syrk:hand) EXECUTED=$(($3 / 4)) ;;
    *mm:* | syrk:*) EXECUTED=$(($3 / 16)) ;;
    fdtd-2d:base | fdtd-2d:generic | fdtd-2d:K) EXECUTED=$(($3 / 8)) ;;
    fdtd-2d:*) ;;
    *) EXECUTED=$(($3 / 4)) blocks=100000 power=2 ;;
  esac
}

run_experiment() {
  local program name number steps
  [[ ${#programs[@]} -gt 0 ]] || mapfile -t programs < <(awk '!/^#/ { print $1 }' "$root/bench/programs.txt")
  [[ -n $versions ]] || versions=$(awk '!/^#/ { print $1 }' "$root/bench/evidence/versions.txt")
  for program in "${programs[@]}"; do
    for name in $versions; do
      number=$rows steps=-
      case $program in
        fdtd-2d) steps=20 ;;
        srad) number=512 steps=20 ;;
        lud) number=$((rows / 16)) ;;
      esac
      # A tile's kernel is a part of a loop, which cannot continue from fewer rows; "pipelines" has these versions.
      [[ $name != KWEGANP || ! $program =~ ^(gemm|syrk|2mm|3mm|covariance)$ ]] || continue
      choose_execution "$program" "$name" "$number"
      measure programs "$device" "$program" "$name" "$number" "$steps"
    done
  done
}
