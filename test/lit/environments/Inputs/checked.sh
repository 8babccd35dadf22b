# FILE: test/lit/environments/Inputs/checked.sh
# WHAT: runs a program with CLEAVE_CHECK=data, whose report is a failure, and then without it.
# USE:  checked.sh PROGRAM ARGUMENTS...    prints what the second run prints; with CLEAVE_CHECK=off there is no first one
set -eu
if [[ ${CLEAVE_CHECK:-} != off ]] && ! CLEAVE_CHECK=data:fail CLEAVE_QUIET=on "$@" >"${TMPDIR:-/tmp}/checked.$$" 2>&1; then
  cat "${TMPDIR:-/tmp}/checked.$$" >&2
  rm "${TMPDIR:-/tmp}/checked.$$"
  exit 1
fi
rm -f "${TMPDIR:-/tmp}/checked.$$"
exec "$@"
