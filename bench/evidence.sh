#!/usr/bin/env bash
# FILE: bench/evidence.sh
# WHAT: the experiments of the paper that cleave follows, with today's compiler, on a simulated device: the versions of its
#       Table 2 and our own, of twelve programs. Times are those of a model. No GPU and no CUDA toolkit are used.
# USE:  bench/evidence.sh [--build FOLDER] [--device h200|titan-x|...] [--out FOLDER] [--rows N] [--versions "NAME..."] EXPERIMENT [PROGRAM...]
#         programs     every version of the programs at 9600 rows: the paper's Fig. 12 and Table 2
#         accesses     a sum for each row of 1 to 10 matrices, by occupancy: Table 1
#         occupancy    SYRK with 4000 rows and FDTD-2D with 15000, by occupancy: Fig. 10 and 11
#         sizes        SYRK and COVARIANCE, by rows: Fig. 13
#         pipelines    ATAX, GESUMMV and GEMM in tiles beside their transfers, by rows: Fig. 14 and 15
#         transfers    an object that one of three kernels uses, moved in several ways: Fig. 6
#         timeline     when copies and kernels of ATAX run, by clang and by cleave: the form of Fig. 15
#         host         OpenMP on all processors of this machine, in real time
#       Writes FOLDER/EXPERIMENT-DEVICE.jsonl, an object of JSON for each run (default folder: docs/measurements/evidence), and prints
#       the tables.
#       With programs or versions given, only their objects in that file are replaced. CLANG names the clang.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build device=h200 out=$root/docs/measurements/evidence versions="" rows=9600
usage() { sed -n '/^# USE:/,/^# *Writes/p' "$0" | sed '$d; s/^# USE:  /usage: /; s/^#  */       /' >&2; exit 2; }
while [[ $# -gt 0 && $1 == --* ]]; do
  [[ $# -gt 1 ]] || usage
  case $1 in
    --build) build=$(cd "$2" && pwd) ;;
    --device) device=$2 ;;
    --out) mkdir -p "$2"; out=$(cd "$2" && pwd) ;;
    --rows) rows=$2 ;;
    --versions) versions=$2 ;;
    *) usage ;;
  esac
  shift 2
done
experiment=${1-} && [[ $experiment =~ ^(programs|accesses|occupancy|sizes|pipelines|transfers|timeline|host)$ ]] || usage
shift
programs=("$@")
[[ -f $root/lib/simulator_driver/devices/$device.profile ]] || usage
mkdir -p "$out"
work=$(mktemp -d)
# shellcheck source=bench/evidence/measure.sh
. "$root/bench/evidence/measure.sh"
# shellcheck source=/dev/null
. "$root/bench/evidence/$experiment.sh"
[[ $experiment != host ]] || device=processor
file=$out/$experiment-$device.jsonl
: >"$work/rows"

# The new rows replace those of the same run in the file, those of a run that is interrupted as well.
store() {
  touch "$file"
  jq -c -n --slurpfile old "$file" --slurpfile new "$work/rows" '
    def key: [.program, .version, .rows, .setting // ""];
    ($new | map(key | tojson)) as $made | ($old | map(select((key | tojson) as $k | $made | index($k) | not))) + $new | sort_by(key)[]' >"$work/all" &&
    cp "$work/all" "$file"
  rm -rf "$work"
}
trap store EXIT
trap 'exit 130' INT TERM
run_experiment | tee -a "$work/rows" |
  jq --unbuffered -r '"\(.program) \(.version) \(.setting) \(.rows // ""): \((.time_ns // .kernels_ns) / 1e6) ms"' >&2
store
trap - EXIT
bash "$root/bench/evidence/tables.sh" "$file"
