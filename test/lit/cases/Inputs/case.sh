# FILE: test/lit/cases/Inputs/case.sh
# WHAT: one construct of OpenMP: is done with it what the head of the test says, are results right?
# USE:  case.sh FOLDER CLANG CLEAVE SOURCE [FLAG...]
#       FLAGs are for every compilation. FOLDER is made anew.
#
# The head of SOURCE says what cleave does with its target regions:
#   // CASE 31: VERDICT | words       one of the numbered cases
#   // ROW name: VERDICT | words      another row of the legality table
# and VERDICT is one of
#   transformed      split, and every loop widened; or, with one loop, widened
#   split only       split, or with one loop corrected (CLV018), and at least one loop stays in one team
#   refused CLVnnn   compiled to the same bytes as without cleave, with this remark
# It is compiled plain and, unless refused, with cleave cc (which links libcleave) and from the readable rewrite by plain clang. Each
# program runs with one team and with four teams of four threads, and prints what these lines demand:
#   // VALUE: line      a line of the output, as OpenMP demands it
#   // TEXT: words      part of the readable rewrite, continued lines joined, without its comments
#   // REMARK: words    part of the remarks
#   // PLAIN: line      instead of VALUE for plain clang, where it breaks OpenMP; `status 139` for
#                       a program that ends with a signal
#   // CLANG19: words   says so; stands wherever PLAIN does
#   // ONE TEAM: words  why plain clang's program may run with one team only
#   // FOUR TEAMS: words  why no program of the test runs with one team
set -euo pipefail
folder=$1 clang=$2 cleave=$3 source=$4
shift 4
compile_with_cleave=("$cleave" cc)
inputs=$(dirname "$(realpath "$0")")
case $source in
*.cpp) clang=$clang++ suffix=cpp compile_with_cleave=("$cleave" c++) ;;
*) suffix=c ;;
esac
library=$(dirname "$(realpath "$("$clang" -print-file-name=libomptarget.so)")")
compile=(-O1 -Wall -Werror -Wno-pass-failed "-I$inputs" "-I$(dirname "$source")" "$@")
offload=(-fopenmp -fopenmp-targets=x86_64-pc-linux-gnu)
link=("-L$library" "-Wl,-rpath,$library" -Wl,--allow-shlib-undefined)
remarks=(-Rpass=cleave -Rpass-missed=cleave -Rpass-analysis=cleave)

fail() {
  echo "${0##*/}: $*" >&2
  exit 1
}
has() { grep -q "^ *// $1:" "$source"; }
said() { grep -Eq "remark: CLV$1:" remarks; }
check() { FileCheck --dump-input-filter=all --check-prefix="$1" --input-file="$2" "$source" "${@:3}"; }

read -ra four_teams <"${0%/*}/../../../four_teams.env"
# ended PROGRAM TEAMS STATUS: only where plain clang breaks OpenMP may that break the program.
ended() {
  [ $1 = plain ] && has PLAIN || fail "$1 with $2 team(s) ended with status $3"
  echo "status $3" >>$1.$2
}
# run PROGRAM LINKER...: links PROGRAM.o, and runs and checks it.
run() {
  local program=$1 values=VALUE teams settings
  "${@:2}" "${offload[@]}" $program.o -o $program "${link[@]}"
  if [ $program = plain ] && has PLAIN; then
    has CLANG19 || fail "PLAIN without CLANG19"
    values=PLAIN
  fi
  for teams in one four; do
    settings=()
    case $teams in
    one)
      ! has "FOUR TEAMS" || continue
      ;;
    four)
      if [ $program = plain ] && has "ONE TEAM"; then continue; fi
      settings=("${four_teams[@]}")
      ;;
    esac
    echo "running $program with $teams team(s)"
    timeout 60 env OMP_TARGET_OFFLOAD=MANDATORY "${settings[@]}" ./$program >$program.$teams ||
      ended $program $teams $?
    check $values $program.$teams --match-full-lines
    # Programs print more than the head demands; all of it must be the same.
    if [ $values = VALUE ]; then
      [ -e expected ] || cp $program.$teams expected
      diff expected $program.$teams
    fi
  done
}

head=$(grep -Em1 '^// (CASE [0-9]+|ROW [a-z0-9-]+): ' "$source") || fail "no CASE or ROW in $source"
verdict=${head#*: }
verdict=${verdict%% |*}
has VALUE || fail "no VALUE in $source"
rm -rf "$folder"
mkdir "$folder"
cd "$folder"

# A refused region can be part of an environment, which changes the object.
[[ $verdict != refused* ]] || compile_with_cleave+=(-fplugin-arg-cleave-environments=off)
# Both objects are made under one name, which is part of what they hold.
"$clang" "${compile[@]}" "${offload[@]}" -c "$source" -o out.o
mv out.o plain.o
"${compile_with_cleave[@]}" "${compile[@]}" "${offload[@]}" -c "$source" -o out.o
mv out.o split.o
# Not in the same run: with remarks, objects hold locations.
"${compile_with_cleave[@]}" "${remarks[@]}" "${compile[@]}" "${offload[@]}" \
  --offload-host-only -S "$source" -o remarks.s 2>remarks
cat remarks
run plain "$clang"

case $verdict in
transformed)
  ! said '(1[0-2].|2..)' || fail "a region or a loop of it was left as it is"
  said '0(0[12]|10)' || fail "nothing was transformed"
  ;;
"split only")
  ! said '2..' || fail "a region was refused"
  said '0(01|18)' || fail "nothing was split"
  said '1..' || fail "every loop was widened"
  ;;
"refused CLV"*)
  said "${verdict#*CLV}" || fail "the region was not ${verdict}"
  ! said '0(0[12]|10)' || fail "a region was transformed"
  has REMARK || fail "no REMARK in $source"
  cmp plain.o split.o
  ;;
*) fail "no such verdict: $verdict" ;;
esac
! has REMARK || check REMARK remarks

# Equal objects do the same.
if [[ $verdict != refused* ]]; then
  run split "${compile_with_cleave[@]}"
  "$cleave" rewrite "$source" -- "${compile[@]}" >rewritten.$suffix
  sed -e ':again' -e '/\\\r\{0,1\}$/N; s/ *\\\r\{0,1\}\n */ /; tagain' rewritten.$suffix |
    grep -v '^ *//' >joined.$suffix
  check TEXT joined.$suffix
  "$clang" "${compile[@]}" "${offload[@]}" -c rewritten.$suffix -o rewritten.o
  run rewritten "$clang"
fi
