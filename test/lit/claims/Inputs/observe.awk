# FILE: test/lit/claims/Inputs/observe.awk
# WHAT: reads the LLVM IR of one program, first the host's and then the device's, and prints what the program does with
#       its device. Nothing here knows cleave: the lines, names and map types are those that clang writes.
# USE:  awk -v side=plain|cleave -v file=INODE -f observe.awk host.ll device.ll
#       INODE: of the source, hexadecimal; kernels of other files are left out.
#
# Prints one line for each fact, its fields separated by tabs; each begins with SIDE:
#   launch FUNCTION LINE TEAMS THREADS   of a kernel: 0 open, -1 one team, `?` computed when the program runs
#   item   KIND LINE NAME TYPE TEXT      a list item of a construct: KIND begin, end or kernel; LINE is the construct's,
#                                        NAME the base variable, TYPE the map type (1 to, 2 from), TEXT the item
#   call   LINE FUNCTION                 a call of libcleave
#   kernel FUNCTION LINE MODE THREADS TEAMS REDUCES SCHEDULE CODE   from the device's code: 1 generic, 2 SPMD, 3 generic in
#                                        SPMD mode; limits (0 none); bytes that a reduction over teams combines; 92
#                                        dist_schedule(static), 91 chunks, 0 none; the code itself on one line
BEGIN { OFS = "\t" }

function field(text, number,   parts) {
  split(text, parts, /;/)
  return parts[number]
}
# The variable that the expression of a list item begins with.
function base(text) {
  sub(/^[(*&]+/, "", text)
  sub(/[^A-Za-z0-9_:].*$/, "", text)
  return text
}
function split_kernel(name,   rest) { # sets kernel_function, kernel_line; 0 if it is of another file
  if (name !~ "^__omp_offloading_[0-9a-f]+_" file "_")
    return 0
  rest = name
  sub(/^__omp_offloading_[0-9a-f]+_[0-9a-f]+_/, "", rest)
  if (!match(rest, /_l[0-9]+(_[0-9]+)?$/))
    return 0
  kernel_function = substr(rest, 1, RSTART - 1)
  kernel_line = substr(rest, RSTART + 2)
  sub(/_.*$/, "", kernel_line)
  return 1
}
function items(kind, line, types, names,   type, name, i, count) {
  count = split(type_list[types], type, /,/)
  split(name_list[names], name, /,/)
  for (i = 1; i <= count; i++)
    item[++item_count] = kind OFS line OFS base(field(text[name[i]], 2)) OFS type[i] OFS field(text[name[i]], 2)
}

# ---- The host's IR ----
FNR == 1 { device = NR != 1 }
!device && /^@[0-9]+ = .* c";/ {
  value = $0
  sub(/^.* c"/, "", value)
  sub(/\\00".*$/, "", value)
  text[substr($1, 2)] = value
  next
}
!device && /^@[0-9]+ = .*%struct.ident_t/ {
  match($0, /ptr @[0-9]+ }/)
  source[substr($1, 2)] = substr($0, RSTART + 5, RLENGTH - 7)
  next
}
!device && /^@\.offload_map(types|names)/ {
  count = $0
  sub(/^[^\[]*\[/, "", count)
  sub(/ .*$/, "", count)
  values = ""
  if ($0 ~ /zeroinitializer/)
    for (i = 1; i <= count; i++)
      values = values "0,"
  else {
    rest = $0
    sub(/^[^\[]*\[[^\]]*\] \[/, "", rest)
    sub(/\].*$/, "", rest)
    n = split(rest, parts, /, /)
    for (i = 1; i <= n; i++) {
      sub(/^(i64|ptr) @?/, "", parts[i])
      values = values parts[i] ","
    }
  }
  sub(/,$/, "", values)
  if ($0 ~ /^@\.offload_maptypes/) type_list[$1] = values
  else name_list[$1] = values
  next
}
!device && /store ptr @\.offload_map(types|names)/ {
  match($0, /@\.offload_map(types|names)[.0-9]*/)
  if ($0 ~ /maptypes/) types = substr($0, RSTART, RLENGTH)
  else names = substr($0, RSTART, RLENGTH)
  next
}
!device && /call .*@__tgt_target_kernel(_nowait)?\(/ {
  match($0, /@\.__omp_offloading[A-Za-z0-9_.$]*\.region_id/)
  name = substr($0, RSTART + 2, RLENGTH - 12)
  if (!split_kernel(name)) next
  match($0, /kernel(_nowait)?\(/)
  split(substr($0, RSTART + RLENGTH), argument, /, /)
  sub(/^i32 /, "", argument[3]); sub(/^i32 /, "", argument[4])
  if (argument[3] ~ /%/) argument[3] = "?"
  if (argument[4] ~ /%/) argument[4] = "?"
  print side, "launch", kernel_function, kernel_line, argument[3], argument[4]
  if (types != "") items("kernel", kernel_line, types, names)
  types = names = ""
  next
}
!device && /call void @__tgt_target_data_(begin|end)(_nowait)?_mapper\(/ {
  match($0, /ptr @[0-9]+/)
  line = field(text[source[substr($0, RSTART + 5, RLENGTH - 5)]], 4)
  match($0, /@\.offload_maptypes[.0-9]*/)
  found = substr($0, RSTART, RLENGTH)
  match($0, /@\.offload_mapnames[.0-9]*/)
  items($0 ~ /_begin/ ? "begin" : "end", line, found, substr($0, RSTART, RLENGTH))
  next
}
!device && /call .* @cleave_[a-z_]*\(/ {
  match($0, /@cleave_[a-z_]*\(/)
  callee[++calls] = substr($0, RSTART + 1, RLENGTH - 2)
  call_at[calls] = match($0, /!dbg ![0-9]+/) ? substr($0, RSTART + 5, RLENGTH - 5) : ""
  next
}
!device && /^![0-9]+ = !DILocation\(line: / {
  match($0, /line: [0-9]+/)
  location[$1] = substr($0, RSTART + 6, RLENGTH - 6)
}

# ---- The device's IR ----
device && /^@__omp_offloading.*_kernel_environment = / {
  name = $1
  sub(/^@/, "", name); sub(/_kernel_environment$/, "", name)
  match($0, /ConfigurationEnvironmentTy { [^}]*}/)
  split(substr($0, RSTART, RLENGTH), field_of, /[ ,{}]+i(8|32) /)
  if (split_kernel(name))
    order[++kernels] = name
  environment[name] = kernel_function OFS kernel_line OFS field_of[4] OFS field_of[6] + 0 OFS \
    field_of[8] + 0 OFS field_of[9] + 0
}
device && /^define / {
  match($0, /@__omp_offloading[A-Za-z0-9_.$]*/)
  owner = RSTART ? substr($0, RSTART + 1, RLENGTH - 1) : ""
  sub(/_omp_outlined.*$/, "", owner)
}
device && owner != "" {
  if (match($0, /distribute_static_init_.* i32 9[12],/)) {
    match($0, / i32 9[12],/)
    schedule[owner] = substr($0, RSTART + 5, 2)
  }
  # Numbers of metadata, attributes and globals, and the kernel's own name, say nothing.
  sub(/, !dbg .*$/, "")
  gsub(/ ?!dbg ![0-9]+/, "")
  gsub(/[!#@][0-9]+/, "N")
  gsub(owner, "KERNEL")
  # These are numbered in the whole file.
  gsub(/omp_outlined[0-9]+/, "omp_outlined")
  gsub(/_func[0-9]+/, "_func")
  gsub(/_entry\$[0-9]+/, "_entry$")
  gsub(/_omp_initializer\$[0-9]+/, "_omp_initializer$")
  gsub(/_omp_combiner\$[0-9]+/, "_omp_combiner$")
  gsub(/%(struct|union|class)\.[A-Za-z0-9_.:]*|%printf_args(\.[0-9]+)?/, "%type")
  gsub(/_kernel_environment|_dynamic_environment/, "")
  gsub(/\t/, " ")
  if ($0 !~ /^ *#dbg_/) code[owner] = code[owner] $0 "|"
  if (/^}/) owner = ""
}
END {
  for (i = 1; i <= item_count; i++) print side, "item", item[i]
  for (i = 1; i <= calls; i++) print side, "call", location[call_at[i]] + 0, callee[i]
  for (i = 1; i <= kernels; i++)
    print side, "kernel", environment[order[i]], schedule[order[i]] + 0, code[order[i]]
}
