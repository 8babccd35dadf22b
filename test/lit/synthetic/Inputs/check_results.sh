#!/bin/bash
# FILE: test/lit/synthetic/Inputs/check_results.sh
# WHAT: checks what a micro program printed: every line is one JSON object of the given question, with
#       statistics that fit together; prints how many lines there are.
# USE:  PROGRAM | check_results.sh QUESTION LEAST_REPEATS
# Exit status: 0 all right, 1 not.
set -euo pipefail
question=$1
least=$2
results=$(cat)
python3 -m json.tool --json-lines --compact <<<"$results" >/dev/null
awk -v question="$question" -v least="$least" '
  function number(key) {
    if (!match($0, "\"" key "\":[-+.0-9e]+[,}]")) {
      print "no number " key ": " $0 > "/dev/stderr"
      bad = 1
      return 0
    }
    return substr($0, RSTART + length(key) + 3, RLENGTH - length(key) - 4) + 0
  }
  {
    ordered = number("minimum") <= number("lower_quartile") &&
              number("lower_quartile") <= number("median") &&
              number("median") <= number("upper_quartile") &&
              number("upper_quartile") <= number("maximum")
    if (number("question") != question || number("repeats") < least || !ordered ||
        !/"name":"[^"]+"/ || !/"unit":"[^"]+"/) {
      print "wrong result: " $0 > "/dev/stderr"
      bad = 1
    }
  }
  END { print NR " results"; exit bad }' <<<"$results"
