#!/usr/bin/env bash
# FILE: scripts/constructs.sh
# WHAT: makes docs/constructs.md: each construct of OpenMP, what cleave does with it, the test that
#       shows it. All of it comes from the heads of the tests in test/lit/cases.
# USE:  scripts/constructs.sh >docs/constructs.md
set -euo pipefail
export LC_ALL=C
cases=$(dirname "$(realpath "$0")")/../test/lit/cases
cd "$cases"

# rows KIND FOLDER: the table's rows for the tests of FOLDER whose head begins with KIND.
rows() {
  local file
  for file in "$2"/*.c "$2"/*.cpp; do
    [ -e "$file" ] || continue
    awk -v kind="$1" -v file="${file#./}" '
      $1 == "//" && $2 == kind && $3 ~ /:$/ && !head {
        number = substr($3, 1, length($3) - 1)
        head = $0
        sub(/^\/\/ [A-Z]+ [^:]+: /, "", head)
        verdict = construct = head
        sub(/ \| .*/, "", verdict)
        sub(/^[^|]* \| /, "", construct)
        if (match(verdict, /CLV[0-9]+/)) {
          code = substr(verdict, RSTART)
          verdict = "refused [" code "](remarks/" code ".md)"
        }
      }
      /^\/\/ CLANG19: / { sub(/^\/\/ CLANG19: /, ""); clang = $0 }
      head && !/^\/\// { exit }
      END {
        if (!head) exit
        name = file
        sub(/.*\//, "", name)
        printf "| %s | %s | %s | %s | [%s](../test/lit/cases/%s) |\n", kind == "CASE" ? number : "",
               construct, verdict, clang, name, file
      }' "$file"
  done | sort
}

table() {
  echo
  echo "| case | construct | what cleave does | where plain clang 19 breaks OpenMP | test |"
  echo "|---|---|---|---|---|"
  rows CASE "$1"
  rows ROW "$1"
}

cat <<'END'
# Constructs of OpenMP, and what cleave does with them

Made from the heads of the tests by `scripts/constructs.sh`. Every test compiles a program plain, with cleave, and from the
readable rewrite, runs each with one team and with four teams of four threads, and compares all results with the values that
OpenMP demands.

- **transformed**: one kernel per parallel loop, each on the whole device.
- **split only**: one kernel per parallel loop; a loop that needs its one team keeps it, and a remark says why.
- **refused**: compiled as it stands, to the same bytes as without cleave; the remark says why and what to do.
- **rejected by clang**: no program; the error is the same with cleave.
END
table .
if compgen -G 'open/*.c*' >/dev/null; then
  cat <<'END'

## To be built

Today these regions are left as they are, or done otherwise than the table says; `cleave explain` tells.
END
  table open
fi
