#!/usr/bin/env bash
# FILE: test/docs/links.sh
# WHAT: checks the site of the documentation: every link leads to a file and to a place in it, and no page loads anything from elsewhere.
# USE:  test/docs/links.sh SITE     SITE: the folder of scripts/docs.sh. Prints each fault, and exits with 1; else the number of links.
set -euo pipefail
[[ $# -eq 1 ]] || { echo "usage: links.sh SITE" >&2; exit 2; }
cd "$1"
mapfile -t pages < <(find . -name '*.html' ! -name 404.html -printf '%P\n' | sort)
# A path is relative to the folder of the page. `#__` are places of the theme.
grep -oHE '( id|href|src)="[^"]*"' "${pages[@]}" | awk '
  { page = $0; sub(/:.*/, "", page); text = substr($0, length(page) + 2); sub(/^ /, "", text)
    value = text; sub(/^[a-z]*="/, "", value); sub(/"$/, "", value); gsub(/&amp;/, "\\&", value)
    if (text ~ /^id=/) { id[page "#" value]; next }
    if (value ~ /^(https?:|mailto:|javascript:|data:)/) {
      if (text ~ /^src=/ || value ~ /\.(css|js)([?#]|$)/) { print page ": loads " value; wrong = 1 }
      next
    }
    link[++links] = page "\t" value }
  END {
    for (i = 1; i <= links; i++) {
      page = value = file = link[i]; sub(/\t.*/, "", page); sub(/.*\t/, "", value)
      place = ""; if (value ~ /#/) { place = value; sub(/^[^#]*#/, "", place); sub(/#.*/, "", value) }
      sub(/[^\/]*\t.*/, "", file)
      file = value == "" ? page : file value
      while (sub(/(^|\/)\.(\/|$)/, "/", file) || sub(/[^\/.][^\/]*\/\.\.(\/|$)/, "", file)) sub(/^\//, "", file)
      if (!(file in there)) there[file] = system("test -f \"" file "\"") == 0
      if (!there[file]) { print page ": no file " value; wrong = 1 }
      else if (place != "" && file ~ /\.html$/ && place !~ /^__/ && !((file "#" place) in id)) {
        print page ": no place #" place " in " file
        wrong = 1
      }
    }
    if (!wrong) print links " links"
    exit wrong
  }'
