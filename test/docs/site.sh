#!/usr/bin/env bash
# FILE: test/docs/site.sh
# WHAT: checks the site of the documentation in Chromium: pages fit a narrow screen, text is readable in light and dark, the console has no
#       errors, and the search finds a remark on a page that is opened from a file, without a server.
# USE:  test/docs/site.sh SITE [FOLDER]     SITE: the folder of scripts/docs.sh; FOLDER: screenshots are stored there
#       Prints what is wrong, one line each, and exits with 1; prints a summary if nothing is.
set -euo pipefail
[[ $# -ge 1 && $# -le 2 ]] || { echo "usage: site.sh SITE [FOLDER]" >&2; exit 2; }
site=$(realpath "$1") pictures=${2:+$(realpath "$2")}
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
: >"$work/wrong"
session= server= driver=
finish() {
  [[ -z $session ]] || command_to DELETE "" >/dev/null || true
  for process in $server $driver; do kill "$process" || true; done
  rm -rf "$work"
}
trap finish EXIT
cd "$site"
mapfile -t pages < <(find . -name '*.html' ! -name 404.html -printf '%P\n' | sort)

wait_for() { # wait_for NAME FILE EXPRESSION: the number that EXPRESSION of sed finds in FILE
  local number
  for _ in {1..600}; do
    number=$(sed -nE "$3" "$2")
    [[ -z $number ]] || { echo "$number"; return; }
    sleep 0.1
  done
  echo "site.sh: $1 does not start: $(cat "$2")" >&2
  return 1
}
python3 -u -m http.server --bind 127.0.0.1 0 >"$work/server" 2>&1 &
server=$!
# Chromium, by the W3C's WebDriver protocol.
chromedriver --port=0 >"$work/driver" 2>&1 &
driver=$!
address=http://127.0.0.1:$(wait_for "the server" "$work/server" 's/.* port ([0-9]+) .*/\1/p')
port=$(wait_for chromedriver "$work/driver" 's/.*started successfully on port ([0-9]+).*/\1/p')
command_to() { # command_to METHOD PATH [JSON]: the value of the answer
  curl -s -X "$1" "http://127.0.0.1:$port/session${session:+/$session}$2" ${3+-H 'Content-Type: application/json' -d "$3"} | jq -c .value
}
devtools() { command_to POST /goog/cdp/execute "{\"cmd\": \"$1\", \"params\": $2}"; }
# The sandbox of Chromium is not available to root; only the pages of this site are opened.
session=$(command_to POST "" '{"capabilities": {"alwaysMatch": {"goog:loggingPrefs": {"browser": "ALL"}, "timeouts": {"script": 3600000, "pageLoad": 3600000},
  "goog:chromeOptions": {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"]}}}}' |
  jq -r .sessionId)
[[ -n $session && $session != null ]] || { echo "site.sh: no session with Chromium: $(cat "$work/driver")" >&2; exit 1; }

open() { command_to POST /url "{\"url\": \"$1\"}" >/dev/null; }
screen() { # screen WIDTH SCHEME
  devtools Emulation.setDeviceMetricsOverride "{\"width\": $1, \"height\": 740, \"deviceScaleFactor\": 1, \"mobile\": false}" >/dev/null
  devtools Emulation.setEmulatedMedia "{\"features\": [{\"name\": \"prefers-color-scheme\", \"value\": \"$2\"}]}" >/dev/null
}
views=0
check() { # check WIDTH SCHEME PAGE...
  screen "$1" "$2"
  local scheme=default
  [[ $2 == light ]] || scheme=slate
  jq -n --rawfile script "$here/page_checks.js" --argjson width "$1" --arg scheme $scheme \
    '{script: $script, args: [$width, $scheme, $ARGS.positional]}' --args "${@:3}" >"$work/script"
  command_to POST /execute/async "@$work/script" | jq -r '.[]' >>"$work/wrong"
  views=$((views + $# - 2))
}
picture() { [[ -z $pictures ]] || command_to GET /screenshot | jq -r . | base64 -d >"$pictures/$1.png"; }

# The search reads its index in a worker for each page; these pages do without.
stub=$(devtools Page.addScriptToEvaluateOnNewDocument '{"source": "window.Worker = class extends EventTarget { postMessage() {} }"}' | jq .identifier)
open "$address/${pages[0]}"
mapfile -t most < <(printf '%s\n' "${pages[@]}" | grep -v 'remarks/CLV.[^0].') # remarks are alike
check 360 light "${most[@]}"
some=()
for page in index.html docs/guide/start.html docs/remarks/CLV105.html docs/options.html docs/measurements/evidence.html; do
  [[ ! -f $page ]] || some+=("$page")
done
check 360 dark "${some[@]}"
check 1280 light "${some[@]}"
check 1280 dark "${some[@]}"
if [[ -n $pictures ]]; then
  for page in "${some[@]}" docs/guide/porting.html; do
    for kind in "360 light" "1280 light" "1280 dark"; do
      screen $kind
      open "$address/$page"
      picture "$(tr '/ ' -- <<<"${page%.html} $kind")"
      command_to POST /execute/sync '{"script": "localStorage.clear()", "args": []}' >/dev/null
    done
  done
fi
devtools Page.removeScriptToEvaluateOnNewDocument "{\"identifier\": $stub}" >/dev/null

# The search, as a reader uses it, without a server.
screen 1280 light
open "file://$site/index.html"
query=$(command_to POST /element '{"using": "css selector", "value": "[data-md-component=search-query]"}' |
  jq -r 'to_entries | map(select(.key | startswith("element-")))[0].value')
found=
if [[ $query != null ]]; then
  command_to POST "/element/$query/click" '{}' >/dev/null
  command_to POST "/element/$query/value" '{"text": "CLV105"}' >/dev/null
  first='{"script": "return document.querySelector(\".md-search-result__link\")?.getAttribute(\"href\") ?? \"\"", "args": []}'
  for _ in {1..600}; do
    found=$(command_to POST /execute/sync "$first" | jq -r .)
    [[ -z $found ]] || break
    sleep 0.1
  done
fi
picture search
[[ $found == *remarks/CLV105.html* ]] || echo "the search for CLV105 finds '$found'" >>"$work/wrong"
command_to POST /se/log '{"type": "browser"}' |
  jq -r '.[] | select(.level == "SEVERE" or .level == "WARNING") | "console: \(.message)"' >>"$work/wrong"

sort -u "$work/wrong"
[[ ! -s $work/wrong ]] || exit 1
echo "$views views, the search finds ${found##*/docs/}"
