#!/usr/bin/env bash
# FILE: scripts/demo.sh
# WHAT: first contact: sets cleave up, then runs the commands of docs/guide/start.md, and prints them with their output: a slow program, the
#       reason, the change, and the result, on a simulated GPU. Ends with the time that this took.
# USE:  scripts/demo.sh      exit status 1 if a command fails, or prints something else than the page shows
set -euo pipefail
[[ $# -eq 0 ]] || { echo "usage: scripts/demo.sh" >&2; exit 2; }
cd "$(dirname "$0")/.."
begin=$SECONDS
scripts/setup.sh
ready=$SECONDS
test/docs/commands.sh --show build docs/guide/start.md
minutes() { awk -v seconds="$1" 'BEGIN { printf "%.1f", seconds / 60 }'; }
printf '\nset up: %s minutes; seen: %s minutes. Every output is the one of docs/guide/start.md.\nNext: docs/guide.md\n' \
  "$(minutes $((ready - begin)))" "$(minutes $((SECONDS - ready)))"
