# FILE: test/lit/claims/Inputs/compare.awk
# WHAT: compares what remarks claim with what was observed: rows.txt names the comparison for each number.
# USE:  awk -F '\t' -f places.awk -f compare.awk rows.txt reasons.def FACTS...
#       FACTS: files of collect.sh, each after a line `input NAME`. Prints each false claim, each number without a row and
#       each row that no input exercises. Exit status 1 if there are any. The last line counts them.
function fail(what) {
  printf "%s:%s: CLV%s: %s\n  but %s\n", input, claim_line, code, message, what
  failures++
}
function seen() { exercised[code]++ }
# ---- The table ----
FILENAME ~ /rows\.txt$/ {
  if ($0 ~ /^[0-9]/) {
    split($0, word, / +/)
    row[word[1]] = word[2]
    row_order[++rows] = word[1]
  }
  next
}
FILENAME ~ /reasons\.def$/ {
  if (match($0, /^CLEAVE_REASON\([0-9]+,/)) {
    number = sprintf("%03d", substr($0, RSTART + 14, RLENGTH - 15))
    known[number] = 1
    if (!(number in row)) { printf "CLV%s has no row in rows.txt\n", number; gaps++ }
  }
  next
}

# ---- Facts ----
$1 == "input" { finish(); input = $2; clear(); next }
$1 == "region" { regions++; region[regions] = $2; is_region[$2]++; next }
$1 == "claim" {
  claims++
  claim_region[claims] = $2; claim_code[claims] = substr($3, 4); claim_at[claims] = $4; claim_text[claims] = $5
  next
}
$1 == "equal" { equal = $2; next }
$1 == "without" { without[$2] = $3; next }
$2 == "fails" { failed[$1] = 1; next }
$2 == "launch" { teams[$1, $3, $4] = $5; threads[$1, $3, $4] = $6; next }
$2 == "item" {
  items++
  item_side[items] = $1; item_kind[items] = $3; item_line[items] = $4; item_name[items] = $5; item_type[items] = $6
  item_text[items] = $7
  next
}
$2 == "call" { callees++; call_line[callees] = $3; callee[callees] = $4; next }
$2 == "kernel" {
  kernels++
  side[kernels] = $1; function_of[kernels] = $3; line[kernels] = $4; mode[kernels] = $5; max_threads[kernels] = $6
  max_teams[kernels] = $7; reduces[kernels] = $8; schedule[kernels] = $9; code_of[kernels] = $10
  next
}
$1 == "same" { outputs[$2] = $3; next }
$2 == "ran" {
  rans++
  has_run = 1
  ran_side[rans] = $1; ran_variant[rans] = $3; ran_line[rans] = $4; ran_device[rans] = $5; ran_count[rans] = $6
  ran_begin[rans] = $7
  next
}
$2 == "copied" {
  copies++
  copy_side[copies] = $1; copy_variant[copies] = $3; copy_line[copies] = $4; copy_way[copies] = $5
  copy_name[copies] = $6; copy_bytes[copies] = $7; copy_threads[copies] = $9; copy_begin[copies] = $10
  next
}
END {
  finish()
  for (i = 1; i <= rows; i++) {
    if (!(row_order[i] in known)) { printf "rows.txt: there is no CLV%s\n", row_order[i]; gaps++ }
    if (row[row_order[i]] != "source" && !exercised[row_order[i]]) {
      printf "CLV%s (%s): no input exercises this row\n", row_order[i], row[row_order[i]]
      gaps++
    }
  }
  printf "%d inputs, %d claims compared, %d false; %d gaps in the table\n", inputs, compared, failures, gaps
  exit failures + gaps > 0
}

function clear(   i) {
  regions = claims = items = callees = kernels = copies = rans = has_run = 0
  equal = ""
  split("", is_region); split("", without); split("", failed); split("", teams); split("", threads); split("", outputs)
}

# ---- The comparisons ----
function finish(   c) {
  if (input == "") return
  inputs++
  for (c = 1; c <= claims; c++) {
    code = claim_code[c]; message = claim_text[c]; claim_line = claim_at[c]; here = claim_region[c]
    # Of two regions on one line the kernels cannot be told apart.
    if (is_region[here] > 1 && row[code] != "unchanged") continue
    compared++
    compare(row[code])
  }
}
function compare(how) {
  if (how == "fails") {
    seen()
    if (!failed["cleave"] || failed["plain"]) fail("the compilation " (failed["cleave"] ? "fails without cleave, too" : "succeeds"))
    return
  }
  if (failed["plain"]) return
  if (failed["cleave"]) { if (!has_fails()) fail("the compilation fails"); return }
  if (how == "count") count_kernels()
  else if (how == "whole_device") whole_device()
  else if (how == "loop_kernel") loop_kernel()
  else if (how == "serial_kernel") serial_kernel()
  else if (how == "no_kernel") no_kernel()
  else if (how == "not_written") not_written()
  else if (how == "on_device") on_device()
  else if (how == "same_kernel") same_kernel()
  else if (how == "condition") condition()
  else if (how == "team_reduction") team_reduction()
  else if (how == "fallback") fallback()
  else if (how == "written_back") written_back()
  else if (how == "version") version(1)
  else if (how == "no_version") version(0)
  else if (how == "not_copied") { not_moved(1, "to"); not_moved(2, "from") }
  else if (how == "not_sent") not_moved(1, "to")
  else if (how == "not_fetched") not_moved(2, "from")
  else if (how == "needed") needed()
  else if (how == "overlapped") overlapped()
  else if (how == "not_overlapped") not_overlapped()
  else if (how == "tiles") tiles(1)
  else if (how == "no_tiles") tiles(0)
  else if (how == "devices") devices(1)
  else if (how == "one_device") devices(0)
  else if (how == "static") static_schedule()
  else if (how == "mapping") mapping(1)
  else if (how == "fused") fused()
  else if (how == "no_mapping") mapping(0)
  else if (how == "combined") combined(1)
  else if (how == "not_combined") combined(0)
  else if (how == "distributed") distributed()
  else if (how == "scanned") scanned()
  else if (how == "one_team") stays_in_team()
  else if (how == "unchanged") unchanged()
  else if (how == "no_effect") no_effect()
  else if (how != "source") { printf "rows.txt: CLV%s: there is no comparison '%s'\n", code, how; gaps++ }
}
function has_fails(   i) {
  for (i = 1; i <= claims; i++)
    if (row[claim_code[i]] == "fails") return 1
  return 0
}
# For each function of the region: a template has one for each instance.
function count_kernels(   said, rest, expected, k, f, count) {
  said = message
  sub(/;.*$/, "", said)
  expected = count_claims("013", "") + count_versions()
  while (match(said, /[0-9]+ kernel/)) {
    expected += substr(said, RSTART, RLENGTH - 7)
    said = substr(said, RSTART + RLENGTH)
  }
  count_each(expected)
}
function count_versions() {
  return count_claims("030", "") + count_claims("043", "") + 3 * count_claims("043", "in tiles") + \
         count_claims("045", "check") + count_claims("046", "") + count_claims("047", "") + count_claims("049", "") + \
         count_claims("050", "") + count_claims("051", "") + count_claims("053", "") + count_claims("056", "") + \
         count_claims("056", " or ") + count_claims("058", "") + count_array_versions()
}
# The same version may combine variables as well.
function count_array_versions(   i, count) {
  for (i = 1; i <= claims; i++)
    count += claim_code[i] == "055" && claim_region[i] == here && !has_claim("050 051", claim_at[i])
  return count + 0
}
function count_each(expected,   k, f, count) {
  split("", count)
  for (k = 1; k <= kernels; k++)
    if (in_region(k, "cleave")) count[function_of[k]]++
  for (f in count) {
    seen()
    if (count[f] != expected) fail(f " has " count[f] " kernels, and " expected " are said")
  }
}
function loop_kernel(   k, n) {
  for (k = 1; k <= kernels; k++)
    n += in_region(k, "cleave") && line[k] == claim_line
  if (any_kernel("cleave")) seen()
  if (any_kernel("cleave") && !n) fail("there is no kernel on the line")
  if (!count_claims("001", "")) count_each(1 + count_claims("013", "") + count_versions())
}
function any_kernel(which,   k) {
  for (k = 1; k <= kernels; k++)
    if (in_region(k, which)) return k
  return 0
}
function whole_device(   k) {
  for (k = 1; k <= kernels; k++) {
    if (is_loop_kernel(k, claim_line) && !evaluates_values(k)) {
      seen()
      if (mode[k] != 2 || one_team(k)) fail("its kernel is not on the whole device: " describe(k))
    }
    if (in_region(k, "plain") && !one_team(k)) fail("plain clang has more than one team: " describe(k))
  }
}
function evaluates_values(k,   i) { # Is K the kernel that evaluates values for the launch of its loop?
  for (i = 1; i <= claims; i++)
    if (claim_region[i] == here && claim_code[i] == "017" && loop_of(claim_at[i]) == line[k]) return one_thread(k)
  return 0
}
function distributed(   k, n, v) {
  for (k = 1; k <= kernels; k++)
    if (in_region(k, "cleave") && line[k] == claim_line) {
      seen(); n++
      v = index(message, "check") ? version_of(claim_line, function_of[k]) : k
      if (!v) fail("the loop has no further kernel")
      else if (mode[v] != 2 || one_team(v)) fail("its kernel is not on the whole device: " describe(v))
    }
  if (any_kernel("cleave") && !n) fail("there is no kernel on the line")
}
function scanned(   k, v, i, called) {
  for (i = 1; i <= callees; i++)
    called += callee[i] == "cleave_reduction_begin" && region_at(call_line[i]) == here
  for (k = 1; k <= kernels; k++)
    if (in_region(k, "cleave") && line[k] == claim_line) {
      seen()
      v = version_of(claim_line, function_of[k])
      if (!called) fail("nothing asks for a buffer")
      if (!v) fail("the loop has no further kernel")
      else if (one_thread(v)) fail("the version has one thread: " describe(v)) # few iterations have one team
    }
}
function stays_in_team(   k, n, other) {
  for (k = 1; k <= kernels; k++)
    if (is_loop_kernel(k, claim_line) && !unnamed(k)) {
      seen()
      n += one_team(k)
      if (!one_team(k)) other = k
    }
  # A clause of the region is said to keep a loop in its team, and not which.
  if (other && (loop_of(claim_line) || !n)) fail("its kernel has more than one team: " describe(other))
}
# Until a parallel construct, a generic kernel runs in the initial thread of its team.
function is_initial(k) { return one_team(k) && mode[k] == 1 }
function serial_kernel(   k, n, fits) {
  for (k = 1; k <= kernels; k++)
    if (in_region(k, "cleave") && line[k] == claim_line) {
      seen(); n++
      fits = index(message, "of one thread:") ? one_thread(k) : index(message, "in its initial thread") ? is_initial(k) : \
             one_team(k) && !one_thread(k)
      if (!fits) fail("the kernel is another: " describe(k))
    }
  if (any_kernel("cleave") && !n) fail("there is no kernel on the line")
}
function no_kernel(   k) {
  if (any_kernel("cleave")) seen()
  for (k = 1; k <= kernels; k++)
    if (in_region(k, "cleave") && line[k] == claim_line) fail("there is a kernel: " describe(k))
}
function not_written(   i, name) {
  name = quoted(message)
  if (any_kernel("cleave")) seen()
  for (i = 1; i <= items; i++)
    if (has_name(i, "cleave", name) && item_text[i] == name && copies_back(item_type[i]))
      fail("it is copied back by the construct on line " item_line[i])
}
function on_device(   i, name, n) {
  name = quoted(message)
  for (i = 1; i <= items; i++)
    if (item_name[i] == name && region_at(item_line[i]) == here) {
      if (item_side[i] == "plain") fail("plain clang maps it")
      else if (item_kind[i] == "begin") {
        n++
        if (copies_back(item_type[i])) fail("it is copied back")
      }
    }
  if (!any_kernel("cleave")) return
  seen()
  if (!n) fail("no data environment holds it")
}
function same_kernel(   k, p) {
  if (!any_kernel("cleave")) return
  count_each(1 + count_versions())
  for (k = 1; k <= kernels; k++)
    for (p = 1; in_region(k, "cleave") && version_of(claim_line, function_of[k]) != k && p <= kernels; p++)
      if (in_region(p, "plain") && function_of[p] == function_of[k] && (one_team(p) != one_team(k) || mode[p] != mode[k]))
        fail("its kernel is another: " describe(k) "; plain clang's: " describe(p))
}
function condition(   k, expected, n, f, count, i, value) {
  expected = count_claims("004", "of one thread:") + count_claims("004", "initial thread") + count_claims("009", "")
  split("", count)
  for (k = 1; k <= kernels; k++)
    if (in_region(k, "cleave"))
      count[function_of[k]] += (one_thread(k) || is_initial(k)) && !is_fallback(k) && !has_claim("003", line[k])
  for (f in count) {
    seen()
    if (count[f] != expected) fail(f " has " count[f] " kernels of one thread, and " expected " are said")
  }
  for (i = 1; i <= items; i++)
    value += item_side[i] == "cleave" && item_kind[i] == "kernel" && region_at(item_line[i]) == here && item_type[i] == 34
  if (any_kernel("cleave") && value < count_claims("009", "")) fail("no value is copied back")
}
function team_reduction(   k) {
  for (k = 1; k <= kernels; k++) {
    if (is_loop_kernel(k, claim_line) && !unnamed(k)) {
      seen()
      if (!reduces[k]) fail("no values of teams are combined: " describe(k))
    }
    if (in_region(k, "plain") && reduces[k]) fail("plain clang combines values of teams as well")
  }
}
function fallback(   k, p, i, n, called) {
  for (i = 1; i <= callees; i++)
    called += callee[i] ~ /^cleave_(nested_|teams_)?split_pays$/ && region_at(call_line[i]) == here
  if (!called) fail("libcleave is not asked which form to run")
  for (p = 1; p <= kernels; p++)
    if (in_region(p, "plain")) {
      n = 0
      for (k = 1; k <= kernels; k++)
        if (unnamed(k) && is_fallback(k) && function_of[k] == function_of[p]) {
          seen(); n++
          if (mode[k] != mode[p] || one_team(k) != one_team(p) || max_threads[k] != max_threads[p])
            fail("the kernel differs from plain clang's: " describe(k) "; " describe(p))
          else if (code_of[k] != code_of[p]) fail("the kernel's code differs from plain clang's")
        }
      if (n != 1) fail("there is no such kernel in " function_of[p])
    }
}
function written_back(   rest, name) {
  rest = message
  while (match(rest, /'[^']*'/)) {
    name = quoted(substr(rest, RSTART, RLENGTH))
    rest = substr(rest, RSTART + RLENGTH)
    seen()
    if (copies_item("cleave", name, 2) != 1) fail("'" name "' is not copied back")
    if (copies_item("plain", name, 2) == 1) fail("plain clang copies '" name "' back")
  }
}
function version(wanted,   k, v, i, called) {
  for (i = 1; i <= callees; i++)
    called += callee[i] == "cleave_disjoint" && region_at(call_line[i]) == here
  for (k = 1; k <= kernels; k++)
    if (in_region(k, "cleave") && line[k] == (loop_of(claim_line) ? loop_of(claim_line) : here)) {
      seen()
      v = version_of(claim_line, function_of[k])
      if (wanted && !v) fail("the loop has no further kernel")
      if (wanted && !called) fail("nothing asks whether arrays overlap")
      if (!wanted && v && !has_claim("043", claim_line) && !has_claim("050 055 056", claim_line)) fail("the loop has a further kernel: " describe(v))
      if (v && one_team(v) != one_team(k)) fail("the version has other teams: " describe(v))
    }
}
function mapping(wanted,   k, v, i, called, loop) { # an obstacle is at a statement of the loop
  loop = wanted ? claim_line : loop_of(claim_line) ? loop_of(claim_line) : here
  for (i = 1; i <= callees; i++)
    called += callee[i] == "cleave_mapping_span" && region_at(call_line[i]) == here
  for (k = 1; k <= kernels; k++)
    if (in_region(k, "cleave") && line[k] == (loop_of(claim_line) ? loop_of(claim_line) : here)) {
      seen()
      v = version_of(loop, function_of[k])
      if (wanted && !v) fail("the loop has no further kernel")
      if (wanted && !called) fail("nothing asks how many iterations a thread executes")
      if (!wanted && v && !has_claim("030 050 055 056" (code == "044" ? " 053" : ""), loop)) fail("the loop has a further kernel: " describe(v))
      if (!wanted && called && !count_claims(code == "044" ? "043 053" : "043", "")) fail("a mapping is asked for")
      if (v && one_team(v)) fail("the version has one team: " describe(v))
    }
}
# The version has a kernel that combines nothing by the run time.
function combined(wanted,   k, v, i, called) {
  for (i = 1; i <= callees; i++)
    called += callee[i] == "cleave_reduction_begin" && region_at(call_line[i]) == here
  for (k = 1; k <= kernels; k++)
    if (in_region(k, "cleave") && line[k] == (loop_of(claim_line) ? loop_of(claim_line) : here)) {
      seen()
      v = version_of(claim_line, function_of[k])
      if (wanted && !v) fail("the loop has no further kernel")
      if (wanted && !called) fail("nothing asks for a buffer")
      if (wanted && v && reduces[v]) fail("the run time combines values of teams: " describe(v))
      if (!wanted && v && !has_claim("030 043 046 049", claim_line)) fail("the loop has a further kernel: " describe(v))
    }
}
# The fused kernel is on the whole device, and on the line where the last loop ends: that loop has one more kernel there.
function fused(   k, v, last, i, called) {
  for (i = 1; i <= callees; i++)
    called += callee[i] == "cleave_mapping_span" && region_at(call_line[i]) == here
  # Asked by a fused kernel with reductions.
  for (i = 1; i <= callees; i++)
    called += callee[i] == "cleave_reduction_begin" && region_at(call_line[i]) == here
  last = message
  sub(/^.*up to line /, "", last)
  sub(/[^0-9].*$/, "", last)
  for (k = 1; k <= kernels; k++)
    if (in_region(k, "cleave") && line[k] == last) {
      seen()
      v = version_of(last, function_of[k])
      if (!v) fail("the last loop has no further kernel")
      if (!called) fail("nothing asks whether the fused kernel is possible")
      # The fallback may be on the same line, so the launches there tell nothing.
      if (v && (mode[v] != 2 || max_teams[v] == 1)) fail("the fused kernel is not on the whole device: " describe(v))
    }
}
function not_moved(bit, way,   name, bytes) {
  name = quoted(message)
  if (message ~ /reads '/) { name = message; sub(/^.*reads /, "", name); name = quoted(name) }
  if (message ~ /writes '/) { name = message; sub(/^.*writes /, "", name); name = quoted(name) }
  if (!any_kernel("cleave")) return
  seen()
  if (copies_item("cleave", name, bit) == 1) fail("'" name "' is copied " way " the device")
  if (!has_run) return
  bytes = copied_in_run("cleave", "off", name, way)
  if (bytes) fail(bytes " bytes of '" name "' were copied " way " the device")
  if (code != "031" && ran_here("plain") && !copied_in_run("plain", "off", name, way))
    fail("plain clang's program copies nothing of '" name "' either")
}
function ran_here(which,   i) {
  for (i = 1; i <= rans; i++)
    if (ran_side[i] == which && region_at(ran_line[i]) == here) return 1
  return 0
}
function has_item(k, name,   i) {
  for (i = 1; i <= items; i++)
    if (item_side[i] == side[k] && item_kind[i] == "kernel" && item_line[i] == line[k] && item_name[i] == name)
      return 1
  return 0
}
function number_after(text, words,   rest) {
  if (!match(text, words)) return 0
  rest = substr(text, RSTART + RLENGTH)
  return rest + 0
}
# When the first kernel on lines FROM to TO of the region began, in the run with the engine; -1: none or several ran.
function began(from, to,   i, best, n) {
  best = -1
  for (i = 1; i <= rans; i++)
    if (ran_side[i] == "cleave" && ran_variant[i] == "tiles" && region_at(ran_line[i]) == here &&
        ran_line[i] + 0 >= from && ran_line[i] + 0 < to && (best < 0 || ran_begin[i] + 0 < best)) best = ran_begin[i] + 0
  return best
}
function copy_began(name, way,   i) {
  for (i = 1; i <= copies; i++)
    if (is_copy(i, "cleave", "tiles", name, way)) return copy_begin[i] + 0
  return -1
}
function is_array(name,   i) {
  for (i = 1; i <= items; i++)
    if (has_name(i, "plain", name) && item_text[i] == name) return 1
  return 0
}
function needed(   name, k, first, last) {
  name = quoted(message)
  first = number_after(message, "before the (kernel|loop|statement|condition)[a-z ]* on line ")
  last = number_after(message, "after the kernel on line ")
  for (k = 1; k <= kernels; k++)
    if (in_region(k, "cleave")) {
      seen()
      if (line[k] + 0 < first && has_item(k, name)) fail("a kernel before that has it: " describe(k))
    }
  if (!has_run) return
  if (outputs["tiles"] != "yes") fail("with copies at these times the program prints something else")
  if (first && began(first, 1000000) >= 0 && copy_began(name, "to") > began(first, 1000000))
    fail("it was copied to the device after that")
  # What a pointer leads to is final after the last kernel that may write it under another name.
  if (last && is_array(name) && copy_began(name, "from") >= 0 && copy_began(name, "from") < began(last, next_loop(last)))
    fail("it was copied back before that")
}
function overlapped_one(names, way,   name, i, n, here_copies) {
  while (match(names, /'[^']*'/)) {
    name = quoted(substr(names, RSTART, RLENGTH))
    names = substr(names, RSTART + RLENGTH)
    for (i = 1; i <= copies; i++)
      if (is_copy(i, "cleave", "tiles", name, way)) {
        seen()
        if (!copy_threads[i]) fail("'" name "' is copied " way " the device by the program's own thread")
      }
  }
}
function overlapped(   there, back) {
  there = message; back = ""
  if (match(message, / to the device/)) {
    there = substr(message, 1, RSTART)
    back = substr(message, RSTART + RLENGTH)
  } else { back = message; there = "" }
  overlapped_one(there, "to")
  overlapped_one(back, "from")
}
function not_overlapped(   i) {
  for (i = 1; i <= copies; i++)
    if (copy_side[i] == "cleave" && copy_variant[i] == "tiles" && region_at(copy_line[i]) == here) {
      seen()
      if (copy_threads[i]) fail("'" copy_name[i] "' is copied by a thread of libcleave")
    }
}
function launches(variant, device,   i, n, start, end) {
  start = loop_of(claim_line) ? loop_of(claim_line) : here
  end = next_loop(start)
  n = 0
  for (i = 1; i <= rans; i++)
    if (ran_side[i] == "cleave" && ran_variant[i] == variant && ran_line[i] + 0 >= start && ran_line[i] + 0 < end &&
        (device < 0 || ran_device[i] + 0 >= device)) n += ran_count[i]
  return n
}
# How many tiles are worth it depends on what has arrived by then, so that fewer launches than three are no error.
function tiles(wanted,   whole, cut, i, called) {
  if (!any_kernel("cleave")) return
  for (i = 1; i <= callees; i++)
    called += callee[i] == "cleave_tiles_begin" && call_line[i] + 0 >= claim_line + 0 &&
              call_line[i] + 0 < next_loop(claim_line)
  if (wanted != (called > 0)) fail("the host's code has " called " calls for tiles of it")
  whole = launches("off", -1); cut = launches("tiles", -1)
  if (!has_run || !whole) return
  if (!wanted || cut > whole) seen()
  if (wanted ? cut < whole : cut != whole) fail("its kernel is launched " cut " times, and " whole " times without tiles")
}
function devices(wanted,   others) {
  if (!has_run || !launches("tiles", -1)) return
  seen()
  others = launches("tiles", 1)
  if (wanted != (others > 0)) fail("its kernel is launched " others " times on other devices")
}
# The one kernel of plain clang's region with several loops may combine values of teams for the whole region.
function static_schedule(   k, parts) {
  for (k = 1; k <= kernels; k++) parts += in_region(k, "cleave")
  for (k = 1; k <= kernels; k++) {
    if (is_loop_kernel(k, claim_line) && !unnamed(k)) {
      seen()
      if (schedule[k] != 92 || !reduces[k]) fail("its schedule is " schedule[k] ": " describe(k))
    }
    if (parts == 1 && in_region(k, "plain") && schedule[k] == 92 && reduces[k]) fail("plain clang's kernel has that, too")
  }
}
function all_unchanged(   i, r, any) {
  for (r = 1; r <= regions; r++) {
    any = 0
    for (i = 1; i <= claims; i++)
      if (claim_region[i] == region[r] && row[claim_code[i]] == "unchanged") any = 1
    if (!any) return 0
  }
  return 1
}
function shape(which,   k, i, text) {
  text = ""
  for (k = 1; k <= kernels; k++)
    if (in_region(k, which)) text = text describe(k) "; "
  return text
}
function contents(which,   k, i, text) {
  text = ""
  for (k = 1; k <= kernels; k++)
    if (in_region(k, which)) text = text line[k] code_of[k]
  for (i = 1; i <= items; i++)
    if (item_side[i] == which && region_at(item_line[i]) == here)
      text = text item_kind[i] item_line[i] item_text[i] item_type[i] ";"
  return text
}
function unchanged() {
  seen()
  if (shape("cleave") != shape("plain")) fail("the kernels are " shape("cleave") "and plain clang's " shape("plain"))
  else if (contents("cleave") != contents("plain")) fail("kernels or list items differ from plain clang's")
  if (all_unchanged() && equal != "yes") fail("the code of the file differs from plain clang's")
}
function no_effect() {
  seen()
  if (without[claim_line] != "yes") fail("it has an effect")
}
