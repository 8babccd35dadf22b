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
  echo "| case | construct | result with cleave | deviation of clang 19 alone from OpenMP | test |"
  echo "|---|---|---|---|---|"
  rows CASE "$1"
  rows ROW "$1"
}

cat <<'END'
# OpenMP constructs and their transformation by cleave

Generated from the headers of the tests by `scripts/constructs.sh`. Each test compiles a program with clang alone, with
cleave, and from the readable rewrite. It runs each of them with one team and with four teams of four threads. It compares
all results with the values that OpenMP requires.

- **transformed**: one kernel per parallel loop, each distributed across all teams.
- **split only**: one kernel per parallel loop. A loop that depends on its team stays in one team, and a remark gives the reason.
- **refused**: not transformed. The object code is the same as without cleave, and the remark gives the reason and the remedy.
- **rejected by clang**: no program. The error is the same with cleave.
END
table .
if compgen -G 'open/*.c*' >/dev/null; then
  cat <<'END'

## Not yet implemented

Today these regions are not transformed, or the result differs from the table; `cleave explain` prints it.
END
  table open
fi
