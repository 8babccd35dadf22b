# FILE: test/lit/nests/Inputs/mapped.awk
# WHAT: lists the nests of a source file whose inner iterations are shared by threads: nests on the grid, and rows of teams or lanes.
# USE:  awk -f mapped.awk SOURCE REMARKS
#
# REMARKS is the output of `cleave explain --all SOURCE`. A function of SOURCE has its name, nest_..., and whether the iterations of its inner loop
# depend on each other, `// dependent` or `// independent`, on one line. Prints a line for each dependent nest that is on the grid, and
# the number of independent ones that are.
FNR == NR {
  if (match($0, /nest_[a-z_0-9]+ *\(.*\/\/ (in)?dependent/)) {
    name = substr($0, RSTART)
    sub(/[ (].*/, "", name)
    dependent[name] = $0 ~ /\/\/ dependent/
  }
  nest[FNR] = name
  next
}
/CLV043|CLV049|CLV053/ {
  match($0, /line [0-9]+/)
  name = nest[substr($0, RSTART + 5, RLENGTH - 5) + 0]
  if (!seen[name]++) {
    if (dependent[name])
      print "dependent: " name
    else
      count++
  }
}
END { print count + 0 " mapped" }
