# FILE: scripts/gpu/report.jq
# WHAT: makes the text of docs/measurements/gpu.md from an array of results.json. See scripts/gpu.sh.
# USE:  jq -rs -f report.jq results.json...
# A wrong result is shown as WRONG and never with a time, whatever the file says.

def questions: {
  "1": "Does the GPU run what clang 19 and CUDA 13 built?",
  "2": "The benchmark programs: clang against cleave, cleave against hand-written kernels",
  "3": "What does a target region cost?",
  "4": "How fast are copies, and what does page-locking cost?",
  "5": "Do copies overlap with kernels?",
  "6": "How many teams and threads are best?",
  "7": "What does checked no-alias gain?",
  "8": "Which version of a program gains what?",
  "9": "Blocking or spinning wait?",
  "10": "What do the hardware counters say?",
  "11": "Are mapped loop nests faster, and how far off is the model?",
  "12": "How fast are the levels of memory?",
  "15": "How is a sum across teams written best?",
  "16": "Deferred waits and polling",
  "17": "How fast are irregular programs?"
};

# Three significant digits, without an exponent.
def digits:
  if . == 0 then "0"
  else . as $value | (if . < 0 then -. else . end) as $size
    | ($size | log10 | floor) as $magnitude
    | if $magnitude >= 2 then $value | round | tostring
      else pow(10; 2 - $magnitude) as $scale | ($value * $scale | round) / $scale | tostring end
  end;

def cell: tostring | gsub("[\n\r]"; " ") | gsub("\\|"; "\\|");
def row: "| " + (map(cell) | join(" | ")) + " |";
def table($head): if length == 0 then [] else [($head | row), ($head | map("---") | row)] + map(row) + [""] end;

# --- what the micro programs print ---------------------------------------------------------------------

def figure_keys: ["question", "name", "unit", "median", "minimum", "maximum", "lower_quartile",
                  "upper_quartile", "repeats"];

def figure_value($key): if .[$key] | type == "number" then .[$key] | digits else .[$key] // "" end;

def further:
  with_entries(select([.key] | inside(figure_keys) | not)) | to_entries
  | map("\(.key): \(.value | if type == "number" and (. != floor) then digits else tostring end)") | join(", ");

def is_wrong: (.status? // "ok") == "wrong";

def figures_table:
  map(if is_wrong then [.name, "WRONG", "", "", "", "", .reason // ""]
      else [.name // "", (figure_value("median") + " " + (.unit // "") | ltrimstr(" ")),
            (if .lower_quartile then figure_value("lower_quartile") + " to " + figure_value("upper_quartile") else "" end),
            figure_value("minimum"), figure_value("maximum"), figure_value("repeats"), further] end)
  | table(["figure", "median", "quartiles", "minimum", "maximum", "repeats", "further"]);

# --- what ncu measures -----------------------------------------------------------------------------------

def kernels_table:
  map(select(.first_us) | [.name, (.median / .launches | digits), .launches, .grid, .registers, (.occupancy | digits),
       (.instructions / .launches / 1000 | digits), (.load_sectors_per_request | digits), (.store_sectors_per_request | digits),
       (.l2_read_bytes / .launches / 1e6 | digits), (.dram_bytes / .launches / 1e6 | digits)])
  | table(["program, version, size, variables, kernel", "us", "launches", "grid", "registers", "occupancy, %", "instructions of warps, 1000",
           "sectors of a load", "of a store", "read from L2, MB", "memory, MB"]);

# --- what cleave bench finds ---------------------------------------------------------------------------

def unit_of: if . >= 1 then ["s", 1] elif . >= 1e-3 then ["ms", 1e3] else ["us", 1e6] end;

def seconds_text:
  (.median | unit_of) as [$unit, $scale]
  | "\(.median * $scale | digits) \($unit) (\(.minimum * $scale | digits) to \(.maximum * $scale | digits))";

def time_cell($kind):
  if . == null then "-"
  elif .status == "wrong" then "WRONG"
  elif .status != "ok" then .status
  elif .[$kind] | type == "object" then .[$kind] | seconds_text
  else "" end;

# How many times longer SLOW takes than FAST: of the medians, and the least and most that the runs allow.
def ratio_cell($slow; $fast; $kind):
  if ([$slow, $fast] | all(. != null and .status == "ok" and (.[$kind] | type == "object"))) then
    $slow[$kind] as $s | $fast[$kind] as $f
    | "\($s.median / $f.median | digits) (\($s.minimum / $f.maximum | digits) to \($s.maximum / $f.minimum | digits))"
  else "" end;

def cases: [.[] | .. | objects | select(has("program") and has("version") and has("size") and has("status"))];

def version($name): map(select(.version == $name)) | first // null;

# Groups in the order of their first appearance: that of bench/programs.txt.
def groups: reduce .[] as $case ([]; ($case | [.program, .type, .size]) as $key
  | (map(.key == $key) | index(true)) as $at
  | if $at == null then . + [{key: $key, cases: [$case]}] else .[$at].cases += [$case] end);

def bench_table($kind):
  groups | map((.cases | version("naive")) as $naive | (.cases | version("cleave")) as $cleave
    | (.cases | version("hand")) as $hand
    | .key + [($naive | time_cell($kind)), ($cleave | time_cell($kind)), ($hand | time_cell($kind)),
              ratio_cell($naive; $cleave; $kind), ratio_cell($hand; $cleave; $kind)])
  | table(["program", "type", "size", "clang", "cleave", "by hand", "clang / cleave", "by hand / cleave"]);

# A column for each version, where there are others than the three of bench_table.
def versions_table($kind):
  (reduce .[].version as $version ([]; if index($version) then . else . + [$version] end)) as $versions
  | groups | map(.cases as $cases | .key + ($versions | map(. as $version | $cases | version($version) | time_cell($kind))))
  | table(["program", "type", "size"] + $versions);

def times_table($kind):
  if all(.[]; .version | IN("naive", "cleave", "hand")) then bench_table($kind) else versions_table($kind) end;

def reasons: map(select(.status != "ok" and (.reason // "") != "")
  | "- \(.program) \(.version) \(.type) \(.size): \(.status), \(.reason | cell)")
  | if length == 0 then . else . + [""] end;

def bench_tables:
  cases as $cases
  | if $cases | length == 0 then []
    else ["End to end, with all transfers:", ""] + ($cases | times_table("end_to_end"))
      + ["Kernels and launches alone, with the data on the GPU:", ""] + ($cases | times_table("kernels"))
      + ($cases | reasons) end;

# --- the document --------------------------------------------------------------------------------------

def stage_text($run; $runs):
  ["### \(.name)" + (if $runs > 1 then ", run \($run)" else "" end), ""]
  + ["`\(.command // "")`: "
     + (if .status == "ok" then "\(.seconds) s" else "**\(.status)**" end)
     + (if (.reason // "") != "" then ", \(.reason | cell)" else "" end), ""]
  + (if .results | length == 0 then []
     elif (.results | cases | length) > 0 then .results | bench_tables
     elif any(.results[]; .first_us) then ["Of each launch:", ""] + (.results | kernels_table)
     else .results | figures_table end);

def fact_names: [["gpu", "GPU"], ["gpu_memory", "GPU memory"], ["compute_capability", "compute capability"],
  ["driver", "driver"], ["driver_cuda", "CUDA of the driver"], ["cpu", "CPU"], ["cores", "cores"], ["memory", "memory"], ["kernel", "kernel"],
  ["glibc", "glibc"], ["minutes", "minutes given"]];
def build_names: [["architecture", "built for"], ["compiler", "compiler"], ["cuda", "CUDA toolkit"],
  ["cleave", "cleave"], ["commit", "commit"]];

def machines:
  . as $runs
  | [fact_names[] | . as [$key, $name] | [$name] + ($runs | map(.machine[$key] // ""))]
  + [build_names[] | . as [$key, $name] | [$name] + ($runs | map(.machine.build[$key] // ""))]
  | map(select(.[1:] | any(. != "")))
  | table([""] + [range($runs | length) | "run \(. + 1)"]);

def introduction: [
  "# Measurements on a GPU", "",
  "Made by `scripts/gpu.sh report` from the results of `run.sh` in a folder of `scripts/gpu.sh pack`; not edited by",
  "hand. Medians with the least and the most that was seen. Times of the benchmark programs: `clang` is the",
  "program as an OpenMP CPU programmer writes it, compiled by plain clang; `cleave` the same source compiled by",
  "cleave; `by hand` one kernel per loop as an expert writes it. A ratio above 1 means that cleave is faster. Every",
  "result was compared with a sequential run; a wrong one has no time. Clocks and settings of the card were left alone.",
  ""];

(length) as $count
| . as $runs
| introduction + ["## Machines", ""] + machines
+ ([$runs[].stages[].question] | unique | map(tostring as $question
    | ["## Question \($question): \(questions[$question] // "")", ""]
    + [range($count) as $i | $runs[$i].stages[] | select("\(.question)" == $question)
       | stage_text($i + 1; $count)[]])
  | add // [])
| join("\n")
