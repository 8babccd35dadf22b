# FILE: test/lit/remarks/Inputs/compare.sh
# WHAT: compares a program compiled by plain clang with the same compiled and linked by cleave cc.
# USE:  compare.sh unchanged|same_results FOLDER CLANG CLEAVE SOURCE [FLAG...]
#       unchanged:    the objects, host code with the device's inside, are equal in every byte, so that no run is necessary;
#                     regions alone count, so there are no data environments around several of them
#       same_results: the objects differ, the output of the programs does not
#       FLAGs are for cleave's compilation alone. FOLDER is made anew.
set -eu
what=$1 folder=$2 clang=$3 cleave=("$4" cc) source=$5
shift 5
case $source in
*.cpp) clang=$clang++ cleave[1]=c++ ;;
esac
library=$("$clang" -print-file-name=libomptarget.so)
library=$(dirname "$(realpath "$library")")
offload=(-O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu)
rm -rf "$folder"
mkdir "$folder"
cd "$folder"

[[ $what == same_results ]] || set -- "$@" -fplugin-arg-cleave-environments=off
# Both objects are made under one name, which is part of what they hold.
"$clang" "${offload[@]}" -c "$source" -o out.o
mv out.o plain.o
"${cleave[@]}" "${offload[@]}" "$@" -c "$source" -o out.o
mv out.o cleave.o
if [[ $what == unchanged ]]; then
  cmp plain.o cleave.o
  exit
fi
if cmp -s plain.o cleave.o; then
  echo "cleave changed nothing" >&2
  exit 1
fi
"$clang" "${offload[@]}" plain.o -o plain -L"$library" -Wl,-rpath,"$library" -Wl,--allow-shlib-undefined
"${cleave[@]}" "${offload[@]}" cleave.o -o cleave

# run PROGRAM [NAME=VALUE...]
run() {
  local program=$1
  shift
  timeout 120 env OMP_TARGET_OFFLOAD=MANDATORY "$@" ./"$program"
}
read -ra four_teams <"${0%/*}/../../../four_teams.env"

run plain > plain.one
test -s plain.one || { echo "the program prints nothing that could differ" >&2; exit 1; }
run cleave > cleave.one
diff plain.one cleave.one
run plain "${four_teams[@]}" > plain.four
run cleave "${four_teams[@]}" > cleave.four
diff plain.one plain.four
diff plain.one cleave.four
