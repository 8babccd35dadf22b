# FILE: test/lit/claims/Inputs/places.awk
# WHAT: which region and loop a line, a kernel, a list item or a copy belongs to; compare.awk reads the facts and calls this.
# The region that LINE is in: the last one that begins before it.
function region_at(at,   i, best) {
  best = 0
  for (i = 1; i <= regions; i++)
    if (region[i] + 0 <= at + 0 && region[i] + 0 > best) best = region[i] + 0
  return best
}
function in_region(k, which) { return side[k] == which && region_at(line[k]) == here }
function one_team(k,   asked) {
  asked = teams[side[k], function_of[k], line[k]]
  return asked == -1 || asked == 1 || max_teams[k] == 1
}
function asked_threads(k) { return threads[side[k], function_of[k], line[k]] }
function one_thread(k) { return one_team(k) && (max_threads[k] == 1 || asked_threads(k) == 1) }
function describe(k) {
  return function_of[k] ", line " line[k] ": mode " mode[k] ", teams " teams[side[k], function_of[k], line[k]] \
    " (limit " max_teams[k] "), threads " asked_threads(k) " (limit " max_threads[k] ")"
}
function has_name(i, which, name) { # is item I one of NAME in the region
  return item_side[i] == which && item_name[i] == name && region_at(item_line[i]) == here
}
function is_copy(i, which, variant, name, way) { # is copy I one of NAME by the region
  return copy_side[i] == which && copy_variant[i] == variant && copy_name[i] == name && copy_way[i] == way &&
         region_at(copy_line[i]) == here
}
function copies_back(type) { return int(type / 2) % 2 }
function has_claim(codes, at,   i) { # a claim of the region here with one of CODES, on line AT
  for (i = 1; i <= claims; i++)
    if (claim_region[i] == here && claim_at[i] == at && index(codes, claim_code[i])) return 1
  return 0
}
function count_claims(codes, words,   i, n) {
  n = 0
  for (i = 1; i <= claims; i++)
    n += claim_region[i] == here && index(codes, claim_code[i]) && index(claim_text[i], words)
  return n
}
function is_loop(i) { return claim_region[i] == here && (claim_code[i] == "003" || claim_code[i] == "045") }
# The loop that AT is in: the last line with a CLV003 that is not behind it; 0: the region is one loop.
function loop_of(at,   i, best) {
  best = 0
  for (i = 1; i <= claims; i++)
    if (is_loop(i) && claim_at[i] + 0 <= at + 0 && claim_at[i] + 0 > best) best = claim_at[i] + 0
  return best
}
function next_loop(at,   i, best) { # the line where the next loop, or the next region, begins
  best = 1000000
  for (i = 1; i <= claims; i++)
    if (is_loop(i) && claim_at[i] + 0 > at + 0 && claim_at[i] + 0 < best) best = claim_at[i] + 0
  for (i = 1; i <= regions; i++)
    if (region[i] + 0 > at + 0 && region[i] + 0 < best) best = region[i] + 0
  return best
}
# Is K the kernel of the loop that AT is in? Of a region of one loop every kernel is.
function is_loop_kernel(k, at,   loop) {
  loop = loop_of(at)
  return in_region(k, "cleave") && (loop ? line[k] == loop : 1)
}
# Kernels that no remark names: the region as it is written, and versions of loops.
function unnamed(k) {
  return in_region(k, "cleave") && line[k] + 0 != here && !has_claim("003 004 009 045", line[k])
}
function last_kernel(k,   i) { # of its function in the region
  for (i = 1; i <= kernels; i++)
    if (in_region(i, "cleave") && function_of[i] == function_of[k] &&
        (line[i] + 0 > line[k] + 0 || (line[i] == line[k] && i > k))) return 0
  return 1
}
function is_fallback(k) { return count_claims("013", "") && last_kernel(k) }
# The version of the loop on AT in FUNCTION, or 0.
function version_of(at, in_function,   k, end, start) {
  start = loop_of(at) ? loop_of(at) : at
  end = next_loop(start)
  for (k = 1; k <= kernels; k++)
    if (in_region(k, "cleave") && function_of[k] == in_function && line[k] + 0 > start && line[k] + 0 < end &&
        !has_claim("003 004 009 045", line[k]) && !is_fallback(k)) return k
  return 0
}
# Is a list item NAME of SIDE in the region copied by way BIT? Only outermost constructs copy: data environments if there
# are any, else kernels. FALLBACK kernels are launched outside of the data environment.
function copies_item(which, name, bit,   i, any, result, environment) {
  environment = any_begin(which)
  result = -1
  for (i = 1; i <= items; i++)
    if (has_name(i, which, name) && item_kind[i] == (environment ? "begin" : "kernel")) {
      if (result < 0) result = 0
      if (int(item_type[i] / bit) % 2) result = 1
    }
  return result
}
function any_begin(which,   i) {
  for (i = 1; i <= items; i++)
    if (item_side[i] == which && item_kind[i] == "begin" && region_at(item_line[i]) == here) return 1
  return 0
}
function copied_in_run(which, variant, name, way,   i, n) {
  n = 0
  for (i = 1; i <= copies; i++)
    if (is_copy(i, which, variant, name, way)) n += copy_bytes[i]
  return n
}
function quoted(text,   n) { # the first name in quotes, as observe.awk shortens it
  n = text
  sub(/^[^']*'/, "", n); sub(/'.*$/, "", n)
  sub(/^[(*&]+/, "", n); sub(/[^A-Za-z0-9_:].*$/, "", n)
  return n
}
