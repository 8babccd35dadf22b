# FILE: test/alike.awk
# WHAT: whether two outputs have the same words, and numbers that agree to 4 digits.
# USE:  awk -f test/alike.awk EXPECTED ACTUAL      exit status 0: they are alike, and not empty
function number(word) { return word ~ /^-?[0-9.]+(e[-+][0-9]+)?[,:]?$/ }
NR == FNR { line[FNR] = $0; lines = FNR; next }
{
  count = split(line[FNR], left); total++
  if (count != NF) exit 1
  for (i = 1; i <= NF; i++) {
    if (!number($i) || !number(left[i])) { if ($i != left[i]) exit 1; continue }
    a = $i + 0; b = left[i] + 0; d = a - b; d = d < 0 ? -d : d; a = a < 0 ? -a : a
    if (d > 1e-4 * a + 1e-12) exit 1
  }
}
END { if (!total || total < lines) exit 1 }
