#!/usr/bin/env bash
# FILE: test/lit/tool/Inputs/pages.sh
# WHAT: makes manual pages and completions, checks that they list each option, and prints what the shells complete.
# USE:  pages.sh CLEAVE     in an empty folder; writes cleave.txt, bash.out and zsh.out
set -euo pipefail
cleave=$1
for page in cleave cleave-cc options; do
  "$cleave" help man $page >$page.man
  mandoc -T lint -W warning $page.man | grep -v 'missing date' && exit 1
  mandoc -T utf8 $page.man | col -bx >$page.txt
done

# Each row of the table, once in the page that lists it.
"$cleave" help options | sed -n 's/^  \([A-Za-z_-]*\)=.*/\1/p' >names
[[ $(wc -l <names) -ge 40 ]]
while read -r name; do
  option=$name
  [[ $name == CLEAVE_* ]] || option=-fplugin-arg-cleave-$name
  [[ $(grep -cE -- "^ +$option=" options.txt) == 1 ]] || { echo "$option is not in the page"; exit 1; }
  [[ $name == CLEAVE_* ]] || grep -qE -- "^ +$option=" cleave-cc.txt || { echo "$option is not in cleave-cc(1)"; exit 1; }
done <names

"$cleave" help completion bash >bash
# shellcheck disable=SC1091 # just written
. ./bash
compopt() { :; } # works in a completion only
complete_line() { # the last word is completed
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
  "$(complete -p "$1" | sed 's/.*-F //; s/ .*//')"
  echo "${COMPREPLY[*]}"
}
{
  complete_line cleave ex
  complete_line cleave-"$("$cleave" --version | sed 's/.*LLVM \([0-9]*\).*/\1/')" simulate --s
  complete_line cleave bench --w
  complete_line cleave-cc -fplugin-arg-cleave-sp
  complete_line cleave c++ -fplugin-arg-cleave-reduction = rep
  complete_line cleave-cc -fplugin-arg-cleave-split =
  complete_line cleave help op
} >bash.out

# The functions of zsh that show the words are stand-ins.
"$cleave" help completion zsh >_cleave
cat >zsh <<'END'
_describe() { print -l -- ${(P)2} }
_arguments() { print -l -- $@ }
for line in "cleave x" "cleave "${^@}" -" "cleave-cc -"; do
  words=(${=line}) CURRENT=$#words
  print "<$line>"
  . ./_cleave
done
END
mapfile -t commands < <(sed -n "s/^    \([a-z]*\)) words=' -.*/\1/p" bash)
zsh -f zsh "${commands[@]}" >zsh.out
