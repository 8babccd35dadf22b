# FILE: test/lit/nests/Inputs/silent.awk
# WHAT: lists the regions of a report of `cleave explain` without a remark about the form of a kernel, an obstacle or a refusal.
# USE:  awk -f silent.awk REPORT
function finish() {
  if (region && !found)
    print region
}
/^[^ ].* region in / {
  finish()
  region = $0
  found = 0
}
/^  CLV(0(43|44|46|47|49|5[0-9])|[124][0-9][0-9]) / { found = 1 }
END { finish() }
