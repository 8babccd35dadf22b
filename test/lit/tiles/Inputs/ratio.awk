# How long the program of the second log took, in percent of that of the first: by the last time in each.
FNR == 1 { file++ }
$2 == "ns" && $1 + 0 > last[file] { last[file] = $1 + 0 }
END { printf "%d percent\n", 100 * last[2] / last[1] }
