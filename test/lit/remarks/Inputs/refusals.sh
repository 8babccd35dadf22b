#!/usr/bin/env bash
# FILE: test/lit/remarks/Inputs/refusals.sh
# WHAT: whether docs/refusals.md lists each reason of the kind MISSED from 101 to 299 exactly once, and nothing else.
# USE:  refusals.sh REASONS PAGE REMARKS     REASONS is lib/model/reasons.def, REMARKS the folder of the pages
set -eu
reasons=$1 page=$2 remarks=$3
known=$(sed -n 's/^CLEAVE_REASON(\([12][0-9][0-9]\), [A-Z_]*, MISSED,.*/\1/p' "$reasons" | sort)
listed=$(sed -n 's/^| \[CLV\([0-9]*\)\](remarks\/CLV\1\.md) | \(must\|clang\|user\|not yet\) | .*\. |$/\1/p' "$page" | sort)
rows=$(grep -c '^| \[CLV' "$page")
[[ $rows -eq $(wc -l <<<"$listed") ]] || { echo "$page: a row has another form" >&2; exit 1; }
diff <(echo "$known") <(echo "$listed")
for code in $known; do
  [[ -f $remarks/CLV$code.md ]] || { echo "CLV$code has no page" >&2; exit 1; }
done
echo "$rows reasons"
