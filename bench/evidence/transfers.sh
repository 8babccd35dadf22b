# FILE: bench/evidence/transfers.sh
# WHAT: for evidence.sh: the table of bench/transfers/synthetic.sh as JSON.
# shellcheck shell=bash disable=SC2154

run_experiment() {
  bash "$root/bench/transfers/synthetic.sh" --build "$build" --device "$device" --to 268435456 >"$work/table"
  awk -v device="$device" '
    NR == 2 { for (i = 4; i <= NF; i++) name[i] = $i; next } # bytes, "unpinned, us", versions
    NR > 2 {
      if ($1 != "again") bytes = $1
      for (i = 3; i <= NF; i++)
        printf "{\"experiment\":\"transfers\",\"device\":\"%s\",\"program\":\"synthetic\",\"version\":\"%s\",\"setting\":\"%s, %d bytes\",\"type\":\"float\",\"bytes\":%d,\"how\":\"virtual\",\"unpinned_ns\":%.0f,\"speedup\":%s,\"time_ns\":%.0f}\n",
          device, name[i + 1], $1 == "again" ? "second call" : "first call", bytes, bytes, $2 * 1e3, $i, $2 * 1e3 / $i
    }' "$work/table"
}
