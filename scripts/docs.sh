#!/usr/bin/env bash
# FILE: scripts/docs.sh
# WHAT: builds the site of the documentation from the Markdown files of the repository. It opens without a server and without a network.
# USE:  scripts/docs.sh [FOLDER]     into build/site, or FOLDER; open index.html there
#       A page that the navigation lacks, a page that is missing, or a link to a missing file is an error.
#       scripts/setup.sh --tests installs mkdocs and its theme.
set -euo pipefail
[[ $# -le 1 && ${1-} != -* ]] || { echo "usage: scripts/docs.sh [FOLDER]" >&2; exit 2; }
site=$(realpath -m "${1:-$(dirname "$0")/../build/site}")
cd "$(dirname "$0")/.."
command -v mkdocs >/dev/null || { echo "docs.sh: mkdocs is missing; run scripts/setup.sh --tests" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/pages"

# The pages, and the other files that they link to, at their paths.
mapfile -t pages < <(find README.md CONTRIBUTING.md bench/README.md docs -name '*.md' 2>/dev/null | sort)
cp --parents "${pages[@]}" "$work/pages"
grep -o '](\([^)#: ]*\)' "${pages[@]}" | sort -u | while IFS= read -r link; do
  page=${link%%:*} target=${link##*](}
  file=${page%/*}/$target
  [[ $page == */* ]] || file=$target
  [[ -z $target || ! -f $file || -e $work/pages/$file ]] ||
    cp --parents "$(realpath --relative-to=. "$file")" "$work/pages"
done
# In tables, GitHub needs `a\|b` where mkdocs needs `a|b`.
for page in "${pages[@]}"; do
  awk -F '`' -v OFS='`' '/^\|/ { for (i = 2; i <= NF; i += 2) gsub(/\\\|/, "|", $i) } { print }' "$page" >"$work/pages/$page"
done
cp -r docs/site/theme "$work"
cp -r docs/site/site "$work/pages"

# The navigation without reserved pages that are not there yet.
while IFS= read -r line; do
  if [[ $line =~ ([^ ]+\.md)\ +'# reserved' ]]; then [[ -f ${BASH_REMATCH[1]} ]] || continue; fi
  printf '%s\n' "$line"
done <docs/site/mkdocs.yml | awk '
  { line[NR] = $0 }
  END { # a section without pages is no list
    for (i = 1; i <= NR; i++)
      if (line[i] !~ /^  - [A-Z][^:]*:$/ || line[i + 1] ~ /^      - /) print line[i]
  }' >"$work/mkdocs.yml"
echo "docs_dir: pages" >>"$work/mkdocs.yml"
for page in "${pages[@]}"; do
  [[ $page == docs/remarks/CLV* ]] || grep -q "[ :] *$page\( #.*\)\?$" "$work/mkdocs.yml" || {
    echo "docs.sh: $page is not in the navigation; add it to docs/site/mkdocs.yml" >&2
    exit 1
  }
done

if ! mkdocs build --strict --clean --config-file "$work/mkdocs.yml" --site-dir "$site" >"$work/log" 2>&1; then
  grep -vE '^INFO' "$work/log" >&2
  exit 1
fi
# A script, because a page from a file may not load the index.
{ printf 'var __search = { index: Promise.resolve('; cat "$site/search/search_index.json"; printf ') };\n'; } >"$site/search/search_index.js"
# lunr (2.3.9) makes one node of two whose edges and numbers read the same in a row, 1 and 23 as 12 and 3. Its index then has words
# that no page has, and a query that meets one finds nothing. A separator keeps the nodes apart.
sed -i 's/e=e+s+o\.id}return e}/e=e+s+o.id+","}return e}/' "$site"/assets/javascripts/workers/search.*.js
echo "$site/index.html"
