#!/usr/bin/env bash
# FILE: bench/team_loops.sh
# WHAT: kernel times, with the launch, of loops whose teams execute an iteration each, and of the same loops with a thread for each, in the
#       model of the GPU simulator's H200. No GPU and no CUDA toolkit are used. test/lit/fission/team_loops.c compares results.
# USE:  bench/team_loops.sh [BATCH N]...     default: 16, 256, 4096, 16384 and 33000 iterations, with 4, 8, 16 and 32 elements
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
library=$(llvm-config-19 --libdir)
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
if [[ $# -eq 0 ]]; then
  for batch in 16 256 4096 16384 33000; do
    for n in 4 8 16 32; do set -- "$@" "$batch" "$n"; done
  done
fi
CLEAVE_CUDA_PATH=none "$root/build/bin/cleave" cc -O2 -ffp-contract=off -fopenmp --offload-arch=sm_90 \
  --cuda-path="$root/build/lib/cleave/toolkit" -L"$library" -Wl,-rpath,"$library" -Wl,--allow-shlib-undefined \
  --libomptarget-nvptx-bc-path="$library/libomptarget-nvptx-sm_90.bc" "$root/bench/nests/team_loops.c" -o "$work/program"
echo "Model, not measured: h200, double; us with the launch, a thread : a team for each iteration"
printf '%-9s %-5s %-22s %s\n' iterations n eliminate smooth
times() { # times MAP BATCH N: of both kernels
  CLEAVE_TRANSFERS=off CLEAVE_MAP=$1 "$root/build/bin/cleave" simulate --blocks=200 --json="$work/json" "$work/program" \
    "$2" "$3" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
  python3 -c "
import json
kernels = json.load(open('$work/json'))['programs'][0]['kernels']
print(*(f\"{sum(k['time_ns'] for k in kernels if k['function'] == name) / 1e3:.1f}\" for name in ('eliminate', 'smooth')))"
}
while [[ $# -gt 1 ]]; do
  read -r thread_eliminate thread_smooth <<<"$(times off "$1" "$2")"
  read -r team_eliminate team_smooth <<<"$(times always "$1" "$2")"
  printf '%-9s %-5s %-22s %s\n' "$1" "$2" "$thread_eliminate : $team_eliminate" "$thread_smooth : $team_smooth"
  shift 2
done
