# FILE: test/lit/remarks/Inputs/check_pages.sh
# WHAT: compiles the examples of the pages in docs/remarks: the first one of each page must bring its
#       remark about, the second, which shows what to write instead, must not.
# USE:  check_pages.sh PAGES FOLDER CLANG PLUGIN
#       PAGES is docs/remarks; FOLDER is made anew, for what is compiled.
#
# In a page, "Compile with `FLAGS`:" gives further flags for the first example, and a line
# "/* NAME */" in an example begins the file NAME.
set -eu
pages=$1 folder=$2 clang=$3 plugin=$4
rm -rf "$folder"
mkdir "$folder"
cd "$folder"
failures=0 checked=0

fail() {
  echo "$1" >&2
  failures=$((failures + 1))
}

# extract PAGE NUMBER: writes the files of an example; prints the name of the last, the one to compile.
extract() {
  awk -v wanted="$2" '
    /^```c/ { block++; name = $0 == "```cpp" ? "main.cpp" : "main.c"; inside = 1; next }
    /^```$/ { inside = 0 }
    inside && block == wanted && /^\/\* [a-z.]+ \*\/$/ { name = $2; next }
    inside && block == wanted { print > name; last = name }
    END { print last }' "$1"
}

# remarks SOURCE [FLAG...]: what cleave says of it, when it compiles for the host. CLV9nn are said when it compiles for a device. An
# example that clang refuses is caught below.
remarks() {
  local source=$1 host=--offload-host-only
  shift
  case $code in CLV9*) host= ;; esac
  # shellcheck disable=SC2086 # nothing, or one word
  "$clang" -fplugin="$plugin" -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu $host -c "$source" \
    -o out.o -Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave "$@" 2>&1 || true
}

for page in "$pages"/CLV*.md; do
  code=$(basename "$page" .md)
  rm -f ./*.c ./*.cpp ./*.h
  source=$(extract "$page" 1)
  if [ -z "$source" ]; then
    fail "$code: the page has no example"
    continue
  fi
  "$clang" -fopenmp -Wall -Werror -Wno-unused-function -Wno-unknown-pragmas -fsyntax-only "$source" ||
    fail "$code: clang refuses the example"
  flags=$(sed -n 's/^Compile with `\(.*\)`:$/\1/p' "$page")
  # shellcheck disable=SC2086 # the flags of the page are words
  remarks "$source" $flags > said
  if ! grep -q "$code: " said; then
    fail "$code: the example does not bring the remark about, but:"
    cat said >&2
  fi
  checked=$((checked + 1))

  rm -f ./*.c ./*.cpp ./*.h
  source=$(extract "$page" 2)
  [ -n "$source" ] || continue
  "$clang" -fopenmp -Wall -Werror -Wno-unused-function -Wno-unknown-pragmas -fsyntax-only "$source" ||
    fail "$code: clang refuses what the page shows instead"
  remarks "$source" > said
  if grep -E "CLV(2|9)|$code: " said >&2; then
    fail "$code: what the page shows instead is not accepted either"
  elif ! grep -q 'remark: CLV' said; then
    fail "$code: nothing is said of what the page shows instead"
  fi
done
echo "$checked pages checked, $failures failures"
[ "$failures" -eq 0 ] && [ "$checked" -gt 0 ]
