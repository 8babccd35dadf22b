# FILE: bench/evidence/tables.jq
# WHAT: the tables of one experiment on one device, as Markdown. Input: the rows of its file, slurped. $paper: the lines of paper.txt;
#       $rates: numbers of the device's profile, in GB/s.
def digits($n): if . == null then "-" elif . == 0 then "0" else
  (. as $x | (if $x < 0 then -$x else $x end) | log10 | floor) as $e | pow(10; $n - 1 - $e) as $f | ((. * $f | round) / $f) end;
def ms: if . == null then "-" else . / 1e6 | digits(4) end;
def ratio: if . == null then "-" else digits(3) end;
def line: "| " + (map(tostring) | join(" | ")) + " |";
def head: line, (map("---") | line);
def quotient($a; $b): if $a == null or $b == null or $b == 0 then null else $a / $b end;
def mean: map(select(. != null and . > 0) | log) | if length == 0 then null else (add / length) | exp end;
def unique_in_order: reduce .[] as $x ([]; if index($x) then . else . + [$x] end);
def names: ["gemm", "2mm", "3mm", "syrk", "covariance", "atax", "mvt", "bicg", "gesummv", "fdtd-2d", "srad", "lud"];

def programs:
  . as $all
  | def time($p; $v): [$all[] | select(.program == $p and .version == $v) | .time_ns][0];
    def kernels($p; $v): [$all[] | select(.program == $p and .version == $v) | .kernels_ns][0];
    def bytes($p): [$all[] | select(.program == $p and .version == "ALL") | [.to_device.bytes, .from_device.bytes]][0];
    def bound($p): bytes($p) | if . == null then null else .[0] / $rates.to + .[1] / $rates.from end;
    ([.[].version] | unique) as $made
  | (["K", "KW", "KWE", "KWG", "KWEG", "KWA", "KWEGA", "KWEGAN", "KWEGANP", "ALL", "ALL-R"] | map(select(. as $v | $made | index($v)))) as $versions
  | [names[] | select(time(.; "base"))] as $programs
  | "End to end: the time of `base`, and how many times as fast the others are.", "",
    (["program", "rows", "base, ms", "generic", "by hand", "GCC", "GCC by hand", "CUDA", "tuned CUDA"] + $versions | head),
    ($programs[] as $p | [$p, ([$all[] | select(.program == $p) | "\(.rows)\(if .steps then ", \(.steps) steps" else "" end)"][0]), (time($p; "base") | ms)]
      + (["generic", "hand", "gcc", "gcc-hand", "cuda", "tuned"] + $versions | map(quotient(time($p; "base"); time($p; .)) | ratio)) | line),
    "", "Against CUDA and the bounds. Kernels of cleave are those of `ALL-1`, each loop in one launch. The transfer bound is the bytes at the rate of page-locked memory.", "",
    (["program", "tuned CUDA, ms", "ALL, ms", "tuned : ALL", "kernels of tuned, ms", "kernels of ALL-1, ms", "tuned : ALL-1", "kernels of ALL-R, ms", "transfer bound, ms", "ALL : bound"] | head),
    ($programs[] as $p | [$p, (time($p; "tuned") | ms), (time($p; "ALL") | ms), (quotient(time($p; "tuned"); time($p; "ALL")) | ratio),
      (kernels($p; "tuned") | ms), (kernels($p; "ALL-1") | ms), (quotient(kernels($p; "tuned"); kernels($p; "ALL-1")) | ratio), (kernels($p; "ALL-R") | ms),
      (bound($p) | ms), (quotient(time($p; "ALL"); bound($p)) | ratio)] | line),
    (["geometric mean", "", "", ([$programs[] as $p | quotient(time($p; "tuned"); time($p; "ALL"))] | mean | ratio), "", "",
      ([$programs[] as $p | quotient(kernels($p; "tuned"); kernels($p; "ALL-1"))] | mean | ratio), "", "", ""] | line),
    "", "The paper's versions, over the split kernels (its K, our `KW`): its ratio and ours.", "",
    (["program", "KE, paper", "KWE", "KG, paper", "KWG", "KEG, paper", "KWEG", "KA, paper", "KWA", "KEGA, paper", "KWEGA"] | head),
    ($paper[] | . as $given | select(time($given[0]; "KW")) | [$given[0]]
      + ([[2, "KWE"], [3, "KWG"], [4, "KWEG"], [5, "KWA"], [6, "KWEGA"]]
         | map((if $given[.[0]] == "-" then "-" else ($given[.[0]] | tonumber) / ($given[1] | tonumber) | ratio end),
               (quotient(time($given[0]; "KW"); time($given[0]; .[1])) | ratio))) | line),
    "", "How the rows were made: " + ([.[] | .how] | group_by(.) | map("\(length) \(.[0])") | join(", ")) + ".";

def occupancy:
  . as $all | ([.[].setting] | unique | sort_by(rtrimstr(" %") | tonumber) | reverse) as $settings
  | "Time of the kernels, ms, and as a multiple of the least.", "",
    (["program", "rows"] + $settings | head),
    ([.[].program] | unique_in_order)[] as $p
    | [$all[] | select(.program == $p)] as $rows | ([$rows[].kernels_ns] | min) as $least
    | [$p, $rows[0].rows] + ($settings | map(. as $s | [$rows[] | select(.setting == $s) | .kernels_ns][0] | "\(ms) (\(. / $least | ratio))")) | line;

def sizes:
  . as $all | "Time of the kernels: KWE, and how many times as fast the others are; teams x threads of the longest kernel.", "",
    (["program", "rows", "KWE, ms", "grid", "KWEG", "grid", "ALL-1", "grid"] | head),
    ([.[] | [.program, .rows]] | unique)[] as $key
    | [$all[] | select([.program, .rows] == $key)] as $rows
    | def of($v): [$rows[] | select(.version == $v)][0];
      def grid($v): of($v) | if . == null then "-" else .kernels | max_by(.time_ns) | "\(.teams)x\(.threads)" end;
      $key + [(of("KWE").kernels_ns | ms), grid("KWE"), (quotient(of("KWE").kernels_ns; of("KWEG").kernels_ns) | ratio), grid("KWEG"),
              (quotient(of("KWE").kernels_ns; of("ALL-1").kernels_ns) | ratio), grid("ALL-1")] | line;

def accesses:
  . as $all | "The grid with the least time, and the time at full occupancy over it.", "",
    (["uncoalesced streams", "teams", "occupancy, model", "full : best", "occupancy, paper"] | head),
    ({"1": "25 %", "2": "12.5 %", "3": "6.3 %", "4": "6.3 %", "5": "6.3 %", "6": "6.3 %", "7": "6.3 %", "8": "4.0 %", "9": "4.0 %", "10": "3.1 %"} as $paper
    | range(0; 11) as $k | [$all[] | select(.streams == $k)] as $rows | select($rows | length > 0)
    | ($rows | min_by(.kernels_ns)) as $best | ($rows | max_by(.teams)) as $full
    | [(if $k == 0 then "0 (coalesced)" else $k end), $best.teams, "\($best.occupancy * 100 | digits(3)) %", ($full.kernels_ns / $best.kernels_ns | ratio), ($paper["\($k)"] // "-")] | line);

def pipelines:
  . as $all | "Speedup over the split kernels with plain copies.", "",
    (["program", "rows", "call", "split, ms", "clang", "transfers", "cleave", "tiles 4", "pinned 4 (the paper's)"] | head),
    ([.[] | [.program, .rows, .setting]] | unique)[] as $key
    | [$all[] | select([.program, .rows, .setting] == $key)] as $rows
    | $key + [($rows[0].split_ns | ms)] + (["clang", "transfers", "cleave", "tiles 4", "pinned 4"] | map(. as $v | [$rows[] | select(.version == $v) | .speedup][0] | ratio)) | line;

def transfers:
  . as $all | ["pinned", "pinned-to", "pinned-from", "pinned-both", "split", "openmp", "engine"] as $versions
  | "Speedup over synchronous copies of pageable memory, first call.", "",
    (["bytes", "unpinned, ms"] + $versions | head),
    ([.[] | select(.setting | startswith("first")) | .bytes] | unique)[] as $bytes
    | [$all[] | select(.bytes == $bytes and (.setting | startswith("first")))] as $rows
    | [$bytes, ($rows[0].unpinned_ns | ms)] + ($versions | map(. as $v | [$rows[] | select(.version == $v) | .speedup][0] | ratio)) | line;

def timeline:
  . as $all | "Time from the first copy to the end of the last, and how long copies and kernels run.", "",
    (["program", "version", "all, ms", "copies, ms", "kernels, ms", "copies beside kernels"] | head),
    ([.[].version] | unique_in_order)[] as $v
    | [$all[] | select(.version == $v)] as $rows | ([$rows[] | select(.track == "kernel")]) as $kernels
    | ([$rows[] | select(.track != "kernel")]) as $copies
    | [$rows[0].program, $v, ([$rows[] | .begin_ns + .time_ns] | max | ms), ([$copies[].time_ns] | add | ms), ([$kernels[].time_ns] | add | ms),
       ([$copies[] as $c | $kernels[] | [([.begin_ns + .time_ns, $c.begin_ns + $c.time_ns] | min) - ([.begin_ns, $c.begin_ns] | max), 0] | max] | add | ms)] | line;

def host:
  . as $all | "Measured, ms: \(.[0].processor), \(.[0].setting).", "",
    (["program", "500 rows", "1000"] | head),
    (names[] | . as $p | [$p] + ([500, 1000] | map(. as $n | [$all[] | select(.program == $p and .rows == $n) | .time_ns][0] | ms)) | line);

.[0].experiment as $name
| if $name == "programs" then programs elif $name == "occupancy" then occupancy elif $name == "sizes" then sizes
  elif $name == "accesses" then accesses elif $name == "pipelines" then pipelines elif $name == "timeline" then timeline elif $name == "host" then host else transfers end
