# FILE: bench/evidence/pipelines.sh
# WHAT: for evidence.sh: the table of bench/transfers/pipelines.sh as JSON. The paper's form is "pinned 4": four tiles, all memory
#       page-locked, against split kernels with pageable memory.
# shellcheck shell=bash disable=SC2154

run_experiment() {
  bash "$root/bench/transfers/pipelines.sh" --build "$build" --device "$device" --sizes 500,1000,2000,4000,8000,16000 "${programs[@]}" >"$work/table"
  awk -v device="$device" '
    NR > 2 {
      if ($2 != "again") rows = $2
      split("clang,transfers,cleave,tiles 4,pinned 4", names, ",")
      for (i = 1; i <= 5; i++)
        printf "{\"experiment\":\"pipelines\",\"device\":\"%s\",\"program\":\"%s\",\"version\":\"%s\",\"setting\":\"%s\",\"type\":\"double\",\"rows\":%d,\"how\":\"executed and continued\",\"split_ns\":%.0f,\"speedup\":%s,\"time_ns\":%.0f}\n",
          device, $1, names[i], $2 == "again" ? "fourth call" : "first call", rows, $3 * 1e3, $(3 + i), $3 * 1e3 / $(3 + i)
    }' "$work/table"
}
