#!/usr/bin/env bash
# FILE: scripts/test.sh
# WHAT: sets cleave up and runs all its tests: the unit tests of the core, the tests that compile and
#       run programs (lit), some of these with a CUDA toolkit and with LLVM 22, and the installed package in a project of its own.
# USE:  scripts/test.sh [--fast | --slow] [NAME]
#       without --fast or --slow all tests; else those with that label (test/lit/labels.py).
#       NAME: the tests whose name matches this regular expression
#       At the end a table says how many tests ran in which world. With a CUDA toolkit, which is taken from the PATH or from
#       /usr/local/cuda, run those of test/lit/cuda_toolkit.txt; without one, programs are linked with cleave's stand-in only.
#       The last line is "N passed, N failed, N skipped"; before it the failed and the skipped tests
#       are named. Exit status 1 if any failed or none passed.
set -uo pipefail
label=
case ${1-} in
--fast | --slow) label=${1#--}; shift ;;
esac
[[ $# -le 1 && ${1-} != -* ]] || { echo "usage: scripts/test.sh [--fast | --slow] [NAME]" >&2; exit 2; }
name=${1-}
cd "$(dirname "$0")/.." || exit 1
scripts/setup.sh --tests || exit 1

results=$(mktemp) log=$(mktemp) consumer_log=$(mktemp) consumer=
trap '[[ -z $consumer ]] || kill "$consumer" 2>/dev/null; rm -f "$results" "$log" "$consumer_log"' EXIT

# Each kind of test shows what it prints, and adds lines "PASS: name", "FAIL: name" or "SKIP: name" to
# $results. One that ends badly without naming a failed test has itself failed.
record() { # record KIND STATUS SED-PROGRAM [LOG]
  sed -nE "$3" "${4-$log}" >>"$results"
  [[ $2 -eq 0 ]] || grep -q "^FAIL: $1 " "$results" ||
    echo "FAIL: $1 itself (exit status $2)" >>"$results"
}

unit_tests() {
  local labels=()
  [[ $label != fast ]] || labels=(-LE '^slow$')
  [[ $label != slow ]] || labels=(-L '^slow$')
  ctest --test-dir build -j "$(nproc)" --output-on-failure --no-tests=ignore "${labels[@]}" ${name:+-R "$name"} | tee "$log"
  record unit "${PIPESTATUS[0]}" '
    s|^ *[0-9]+/[0-9]+ Test +#[0-9]+: ([^ ]+) .* Passed .*|PASS: unit \1|p; t
    s|^ *[0-9]+/[0-9]+ Test +#[0-9]+: ([^ ]+) .*(Skipped\|Disabled).*|SKIP: unit \1|p; t
    s|^ *[0-9]+/[0-9]+ Test +#[0-9]+: ([^ ]+) .*|FAIL: unit \1|p'
}

record_lit() { # record_lit KIND STATUS
  # XFAIL and XPASS, too, are failures: a test that is expected to fail tests nothing.
  record "$1" "$2" "
    s/^PASS: cleave[^:]* :: (.*) \([0-9]+ of [0-9]+\)$/PASS: $1 \1/p; t
    s/^(UNSUPPORTED|SKIPPED): cleave[^:]* :: (.*) \([0-9]+ of [0-9]+\)$/SKIP: $1 \2/p; t
    s/^[A-Z]+: cleave[^:]* :: (.*) \([0-9]+ of [0-9]+\)$/FAIL: $1 \1/p"
}

lit_tests() { # lit_tests KIND ARGUMENTS...: of lit
  local kind=$1
  shift
  local folders=()
  for folder in build/test/*/lit.site.cfg.py; do folders+=("${folder%/*}"); done
  python3 "$(llvm-config-19 --prefix)/build/utils/lit/lit.py" -v --allow-empty-runs \
    ${label:+--param label="$label"} ${name:+--filter "$name"} "$@" "${folders[@]}" | tee "$log"
  record_lit "$kind" "${PIPESTATUS[0]}"
}

toolkit=$(scripts/cuda_toolkit.sh) || toolkit=

second_llvm_tests() { # all of them are slow: they build a second plugin
  [[ $label != fast ]] || return 0
  test/second_llvm/run.sh build ${name:+"$name"} | tee "$log"
  record_lit llvm22 "${PIPESTATUS[0]}"
}

# The installed package, in projects that are compiled one after the other. All of its tests are slow. They use one processor, so
# a run of all tests starts them first. The plugins for the second LLVM are built before, because that changes the build folder.
start_consumer_tests() {
  test/consumer/run.sh build ${name:+"$name"} >"$consumer_log" 2>&1 &
  consumer=$!
}

finish_consumer_tests() {
  wait "$consumer"
  local status=$?
  consumer=
  cat "$consumer_log"
  record consumer "$status" 's/^(PASS|FAIL): /&consumer /p' "$consumer_log"
}

if [[ $label != fast && -z $name ]]; then
  test/second_llvm/plugins.sh build || echo "FAIL: llvm22 plugins" >>"$results"
  start_consumer_tests
fi
unit_tests
lit_tests lit
[[ -z $toolkit ]] || lit_tests cuda --param toolkit=cuda
second_llvm_tests
if [[ $label != fast ]]; then
  [[ -n $consumer ]] || start_consumer_tests
  finish_consumer_tests
fi

count() { grep -c "^$1: ${2-}" "$results"; }
world() { # world TEXT KIND: a row of the table
  printf '%-52s %6d %6d %7d\n' "$1" "$(count PASS "$2 ")" "$(count FAIL "$2 ")" "$(count SKIP "$2 ")"
}
echo
grep -E '^(FAIL|SKIP): ' "$results"
printf '%-52s %6s %6s %7s\n' world passed failed skipped
world "unit tests" unit
world "compiled programs, no CUDA toolkit" lit
if [[ -n $toolkit ]]; then
  world "compiled programs, CUDA toolkit $toolkit" cuda
else
  echo "compiled programs, CUDA toolkit: there is none"
fi
world "compiled programs, LLVM 22" llvm22
world "installed package" consumer
passed=$(count PASS) failed=$(count FAIL) skipped=$(count SKIP)
echo "$passed passed, $failed failed, $skipped skipped"
[[ $passed -gt 0 && $failed -eq 0 ]]
