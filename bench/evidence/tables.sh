#!/usr/bin/env bash
# FILE: bench/evidence/tables.sh
# WHAT: the tables of an experiment as Markdown.
# USE:  bench/evidence/tables.sh FILE.jsonl          a file that bench/evidence.sh has written
set -euo pipefail
[[ $# -eq 1 && -s $1 ]] || { echo "usage: bench/evidence/tables.sh FILE.jsonl, written by bench/evidence.sh" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
device=$(jq -r -n 'input.device' "$1")
[[ $device != processor ]] || device=h200 # no rates are needed
rate() { awk -v key="$1" '$1 == key { print $3 * ($4 ~ /TB/ ? 1000 : 1) }' "$here/../../lib/simulator_driver/devices/$device.profile"; }
jq -r -s -f "$here/tables.jq" --argjson rates "{\"to\": $(rate pinned_to_device), \"from\": $(rate pinned_from_device)}" \
  --argjson paper "$(grep -v '^#' "$here/paper.txt" | jq -R -s -c 'split("\n") | map(select(. != "") | [splits(" +")])')" "$1"
