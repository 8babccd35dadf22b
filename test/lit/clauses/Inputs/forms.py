"""FILE: test/lit/clauses/Inputs/forms.py
WHAT: prints a program of 20 loops in one OpenMP form, and compares what cleave does with the loops in all forms.
USE:  forms.py program FORM            prints a program, which prints a digest of the results of each loop
      forms.py compare COMMAND...      runs COMMAND FILE, `cleave explain --all`, for the programs in all forms. Prints each loop for which
                                       cleave chooses other forms than in the first program. Exit status 0: there is none
"""
import os
import re
import subprocess
import sys
import tempfile

SIZE, ROWS, WIDTH = 3100, 60, 50

# Loops: list items, reduction clause, counters of inner loops, whether the two outer loops are associated, text.
LOOPS = {
    "add": ("to: a, b) map(tofrom: r", "", "", False, "for (int i = 0; i < n; i++) r[i] = a[i] + b[i];"),
    "copy_row": ("to: a) map(tofrom: r", "", "j", False,
                 "for (int i = 0; i < rows; i++) for (J = 0; j < m; j++) r[i * m + j] = a[i * m + j] * 2;"),
    "stencil": ("to: a) map(tofrom: r", "", "j", False,
                "for (int i = 1; i < rows - 1; i++) for (J = 1; j < m - 1; j++) "
                "r[i * m + j] = a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1];"),
    "transpose": ("to: a) map(tofrom: r", "", "j", False,
                  "for (int i = 0; i < rows; i++) for (J = 0; j < m; j++) r[j * rows + i] = a[i * m + j];"),
    "collapsed": ("to: a) map(tofrom: r", "", "", True,
                  "for (int i = 0; i < rows; i++) for (int j = 0; j < m; j++) r[i * m + j] = a[i * m + j] + 1;"),
    "cube": ("to: a) map(tofrom: r", "", "j k", False,
             "for (int i = 0; i < 10; i++) for (J = 0; j < 12; j++) for (K = 0; k < 14; k++) "
             "r[(i * 12 + j) * 14 + k] = a[(i * 12 + j) * 14 + k] * 3;"),
    "product": ("to: a, b) map(tofrom: r", "", "j k", False,
                "for (int i = 0; i < 48; i++) for (J = 0; j < 48; j++) { double t = 0; "
                "for (K = 0; k < 48; k++) t += a[i * 48 + k] * b[k * 48 + j]; r[i * 48 + j] = t; }"),
    "row_sum": ("to: a, b) map(tofrom: r", "", "j", False,
                "for (int i = 0; i < rows; i++) { double t = 0; "
                "for (J = 0; j < m; j++) t += a[i * m + j] * b[j]; r[i] = t; }"),
    "column_sum": ("to: a, b) map(tofrom: r", "", "j", False,
                   "for (int i = 0; i < m; i++) { double t = 0; "
                   "for (J = 0; j < rows; j++) t += a[j * m + i] * b[j]; r[i] = t; }"),
    "element_sum": ("to: a, b) map(tofrom: r", "", "j", False,
                    "for (int i = 0; i < rows; i++) for (J = 0; j < m; j++) r[i] = r[i] + a[i * m + j] * b[j];"),
    "sum": ("to: a) map(tofrom: s", "reduction(+: s)", "", False, "for (int i = 0; i < n; i++) s += a[i];"),
    "dot": ("to: a, b) map(tofrom: s", "reduction(+: s)", "", False,
            "for (int i = 0; i < n; i++) s += a[i] * b[i];"),
    "maximum": ("to: a) map(tofrom: s", "reduction(max: s)", "", False,
                "for (int i = 0; i < n; i++) s = a[i] > s ? a[i] : s;"),
    "sum_of_nest": ("to: a) map(tofrom: s", "reduction(+: s)", "j", False,
                    "for (int i = 0; i < rows; i++) for (J = 0; j < m; j++) s += a[i * m + j];"),
    "collapsed_sum": ("to: a) map(tofrom: s", "reduction(+: s)", "", True,
                      "for (int i = 0; i < rows; i++) for (int j = 0; j < m; j++) s += a[i * m + j];"),
    "histogram": ("to: key) map(tofrom: count", "", "", False,
                  "for (int i = 0; i < n; i++) {\n#pragma omp atomic\n count[key[i]]++; }"),
    "sparse": ("to: a, b, key, first) map(tofrom: r", "", "k", False,
               "for (int i = 0; i < rows; i++) { double t = 0; "
               "for (K = first[i]; k < first[i + 1]; k++) t += a[k] * b[key[k]]; r[i] = t; }"),
    "ragged": ("to: a, first) map(tofrom: r", "", "k", False,
               "for (int i = 0; i < rows; i++) for (K = first[i]; k < first[i + 1]; k++) r[k] = a[k] * 2;"),
    "smooth": ("tofrom: r", "", "t j", False,
               "for (int i = 0; i < rows; i++) for (T = 0; t < 3; t++) for (J = 1; j < m / 2; j++) "
               "r[i * m + j * 2] = 0.5 * r[i * m + j * 2] + 0.25 * (r[i * m + j * 2 - 1] + r[i * m + j * 2 + 1]);"),
    # Fewer than m iterations: rows of more elements would overlap.
    "triangle": ("to: a) map(tofrom: r", "", "j", False,
                 "for (int i = 0; i < rows - 10; i++) for (J = 0; j < i; j++) r[i * m + j] += a[j * m + i % m];"),
}

COMBINED = ["target teams distribute parallel for MAPS LISTS"]

# Forms: directives. `if always` of all that a program may write for the same loop; the value of `always` is 1.
FORMS = {
    "combined": COMBINED,
    "two": ["target MAPS", "teams distribute parallel for LISTS"],
    "two_teams": ["target teams MAPS", "distribute parallel for LISTS"],
    "three": ["target MAPS", "teams", "distribute parallel for LISTS"],
    "simd": ["target teams distribute parallel for simd MAPS LISTS"],
    "two_simd": ["target MAPS", "teams distribute parallel for simd LISTS"],
    "simdlen": ["target teams distribute parallel for simd simdlen(4) MAPS LISTS"],
    "loop": ["target teams loop MAPS LISTS"],
    "two_loop": ["target MAPS", "teams loop LISTS"],
    "parallel": ["target MAPS", "parallel for LISTS"],
    "parallel_simd": ["target MAPS", "parallel for simd LISTS"],
    "target_parallel": ["target parallel for MAPS LISTS"],
    "two_parallel": ["target parallel MAPS", "for LISTS"],
    "three_parallel": ["target MAPS", "parallel", "for LISTS"],
    "loop_in_parallel": ["target parallel MAPS", "loop LISTS"],
    "parallel_loop": ["target MAPS", "parallel loop LISTS"],
    "if_target": [COMBINED[0] + " if(target: always)"],
    "if": [COMBINED[0] + " if(always)"],
    "if_simd": ["target teams distribute parallel for simd MAPS LISTS if(simd: always)"],
    "num_teams": [COMBINED[0] + " num_teams(7)"],
    "num_teams_variable": [COMBINED[0] + " num_teams(teams)"],
    "thread_limit": [COMBINED[0] + " thread_limit(512)"],
    "thread_limit_128": [COMBINED[0] + " thread_limit(128)"],
    "thread_limit_variable": [COMBINED[0] + " thread_limit(threads)"],
    "num_threads": [COMBINED[0] + " num_threads(512)"],
    "all_numbers": [COMBINED[0] + " num_teams(teams) thread_limit(512) num_threads(512)"],
    "two_numbers": ["target MAPS", "teams distribute parallel for LISTS num_teams(teams) thread_limit(512)"],
    "schedule": [COMBINED[0] + " schedule(static)"],
    "schedule_1": [COMBINED[0] + " schedule(static, 1)"],
    "schedule_8": [COMBINED[0] + " schedule(static, 8)"],
    "dist_schedule": [COMBINED[0] + " dist_schedule(static)"],
    "dist_schedule_1": [COMBINED[0] + " dist_schedule(static, 1)"],
    "default_shared": [COMBINED[0] + " default(shared)"],
    "proc_bind": [COMBINED[0] + " proc_bind(close)"],
    "counters": COMBINED,
    "counters_in_parallel": ["target MAPS", "parallel for LISTS"],
    "private_counters": [COMBINED[0] + " PRIVATE"],
    "private_in_parallel": ["target MAPS", "parallel for LISTS PRIVATE"],
    "macro_clause": [COMBINED[0] + " LIMIT"],
    "operator": COMBINED,
    "macro": COMBINED,
}


def declares_outside(form):
    return "counters" in form or "private" in form


def directive(form, text):
    if form == "operator":
        return f'_Pragma("omp {text}")'
    if form == "macro":
        return f"DIRECTIVE({text})"
    return f"#pragma omp {text}"


def function(form, name):
    maps, reduction, counters, associates, text = LOOPS[name]
    outside = declares_outside(form) and counters
    for counter in counters.split():
        text = text.replace(f"{counter.upper()} =", f"{counter} =" if outside else f"int {counter} =")
    lists = (reduction + (" collapse(2)" if associates else "")).strip()
    lines = [f"double {name}(void) {{", "  double s = 0; const int n = SIZE, rows = ROWS, m = WIDTH;", "  begin();"]
    if outside:
        lines.append(f"  int {', '.join(counters.split())};")
    private = f"private({', '.join(counters.split())})" if counters else ""
    for each in FORMS[form]:
        each = each.replace("MAPS", f"map({maps})").replace("LISTS", lists).replace("PRIVATE", private)
        lines.append(directive(form, re.sub(" +", " ", each).strip()))
    return "\n".join(lines + ["  " + text, "  return s + digest();", "}"])


PROGRAM = """#include <stdio.h>
enum {{ SIZE = {size}, ROWS = {rows}, WIDTH = {width}, BINS = 40 }};
double a[SIZE], b[SIZE], r[SIZE];
int key[SIZE], count[BINS], first[ROWS + 1];
int always = 1, teams = 7, threads = 512;
#define LIMIT thread_limit(512)
#define DIRECTIVE(...) QUOTE(omp __VA_ARGS__)
#define QUOTE(...) _Pragma(#__VA_ARGS__)
void begin(void) {{
  for (int i = 0; i < SIZE; i++) a[i] = i * 7 % 31 - 9, b[i] = i * 5 % 23 - 4, r[i] = i % 6, key[i] = i * 11 % BINS;
  for (int i = 0; i < BINS; i++) count[i] = i;
  for (int i = 0; i <= ROWS; i++) first[i] = i * (i + 1) / 2;
}}
double digest(void) {{
  double all = 0;
  for (int i = 0; i < SIZE; i++) all += r[i] * (i % 13 + 1);
  for (int i = 0; i < BINS; i++) all += count[i] * (i % 7 + 1);
  return all;
}}
{functions}
int main(void) {{
{calls}
}}
"""


def program(form):
    return PROGRAM.format(
        size=SIZE, rows=ROWS, width=WIDTH, functions="\n".join(function(form, name) for name in LOOPS),
        calls="\n".join(f'  printf("{name} %.6f\\n", {name}());' for name in LOOPS))


# Remarks that name the form of a kernel. Others are about transfers and the split, which depend on the constructs.
FORM_CODES = {30, 43, 46, 47, 49, 50, 53, 56}


def forms_of(text):
    """The codes for each loop of a program, by the name of its function."""
    found, name = {}, None
    for line in text.splitlines():
        region = re.search(r"region in (\w+):", line)
        if region:
            name = region.group(1)
            found[name] = set()
        code = re.search(r"CLV(\d+):", line)
        if code and name and int(code.group(1)) in FORM_CODES:
            found[name].add(int(code.group(1)))
    return found


def compare(command):
    wanted, differences = None, 0
    with tempfile.TemporaryDirectory() as folder:
        for form in FORMS:
            path = os.path.join(folder, form + ".c")
            with open(path, "w") as file:
                file.write(program(form))
            run = subprocess.run(command + [path], capture_output=True, text=True)
            found = forms_of(run.stdout)
            wanted = wanted or found
            if set(found) != set(LOOPS):
                sys.exit(f"{form}: {run.stdout[-1000:]}{run.stderr}")
            for name in LOOPS:
                if found[name] != wanted[name]:
                    differences += 1
                    print(f"{form}: {name}: {sorted(found[name])}, not {sorted(wanted[name])}")
    for name in LOOPS:
        print(f"{name}: {' '.join(str(code) for code in sorted(wanted[name])) or 'none'}")
    print(f"{len(FORMS)} forms of {len(LOOPS)} loops: {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    if sys.argv[1] == "program":
        print(program(sys.argv[2]), end="")
    else:
        sys.exit(compare(sys.argv[2:]))
