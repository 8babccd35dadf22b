# FILE: test/lit/data_check/Inputs/each.sh
# WHAT: runs a command with each of several arguments, and compares the exit status.
# USE:  each.sh STATUS "ARGUMENTS" COMMAND...
set -u
expected=$1 arguments=$2
shift 2
for argument in $arguments; do
  "$@" "$argument"
  status=$?
  [[ $status -eq $expected ]] || { echo "each.sh: $* $argument: exit status $status, not $expected" >&2; exit 1; }
done
