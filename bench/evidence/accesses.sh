# FILE: bench/evidence/accesses.sh
# WHAT: for evidence.sh: the sum of each row of 1 to 10 matrices (bench/synthetic/k_matrix.c), where a thread reads along a row, in
#       grids of teams of 128 threads. 512 rows of the 5000 of the paper, and a second level of cache that is smaller in that ratio.
# shellcheck shell=bash disable=SC2154

run_experiment() {
  local -x CC="$clang" FLAGS="${gpu_flags[*]} -fopenmp -Qunused-arguments -L$build/lib -lcleave -Wl,-rpath,$build/lib" CLEAVE_CUDA_PATH=none
  "$root/bench/synthetic/build.sh" "$work" k_matrix
  smaller_device "$device" 5000 512
  env -i PATH="$PATH" HOME="$work" OMP_TARGET_OFFLOAD=MANDATORY CLEAVE_SIMULATOR_PROFILE="$work/smaller.profile" \
    CLEAVE_SIMULATOR_ARCHITECTURE=90 CLEAVE_SIMULATOR_EXECUTE=require CLEAVE_SIMULATOR_BLOCKS=4 LD_LIBRARY_PATH="$build/lib/cleave/simulator" \
    "$work/micro-k_matrix" --size 512 --rows 128 --no-kernels --seconds 1 >"$work/grids"
  jq -R -c --arg device "$device" --argjson all "$(awk '$1 == "multiprocessors" { print $3 * 16 }' "$root/lib/simulator_driver/devices/$device.profile")" '
    split(" ") | select(.[0] == "grid") | (.[2] | tonumber) as $teams
    | {experiment: "accesses", device: $device, program: "k_matrix", version: (if .[1] == "0" then "coalesced" else "\(.[1]) uncoalesced" end),
       setting: "\($teams) teams", type: "float", rows: 5000, how: "sampled, 512 rows", streams: (.[1] | tonumber), teams: $teams,
       occupancy: ($teams / $all), kernels_ns: ((.[3] | tonumber) * 1e6)}' "$work/grids"
}
