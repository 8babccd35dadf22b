# kernels_of.awk: prints the PTX of the kernels of the functions that match `functions`, without comments and without the numbers that
# depend on what else is in the file.
# USE: awk -v functions=REGEX -f kernels_of.awk FILE.s
/\.(entry|func) / { inside = /\.entry/ && $0 ~ functions }
inside { sub(/[ \t]*(\/\/.*)?$/, ""); gsub(/BB[0-9]+_/, "BB_"); gsub(/__local_depot[0-9]+/, "__local_depot"); print }
/^}/ { inside = 0 }
