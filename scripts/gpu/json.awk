# FILE: scripts/gpu/json.awk
# WHAT: copies the JSON objects that stand whole and right in its input, with commas between them, so
#       that what a program left behind when it was stopped can become part of a larger document.
# USE:  awk -f json.awk LINES            one object per line
#       awk -v whole=1 -f json.awk FILE  one object in the whole file
#       Names on standard error what it leaves out; exit status 1 if it left out anything.

# Replaces strings by '"' and other values by 'v', then the innermost objects and arrays by 'v' until
# nothing changes. What is right ends as one 'v'.
function is_object(text,    before) {
  if (text !~ /^[ \t\n]*\{/) return 0
  gsub(/"([^"\\\001-\037]|\\["\\\/bfnrt]|\\u[0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f])*"/, "\"", text)
  gsub(/true|false|null|-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/, "v", text)
  gsub(/[ \t\r\n]/, "", text)
  do {
    before = text
    gsub(/\{\}|\{":[v"](,":[v"])*\}|\[\]|\[[v"](,[v"])*\]/, "v", text)
  } while (text != before)
  return text == "v"
}

function take(text) {
  if (text ~ /^[ \t\r\n]*$/) return
  if (is_object(text)) {
    sub(/[ \t\r\n]+$/, "", text)
    printf "%s%s", taken++ ? ",\n" : "", text
  } else {
    print "left out, it is no whole JSON object: " substr(text, 1, 200) | "cat 1>&2"
    left_out = 1
  }
}

whole { document = document $0 "\n"; next }
{ take($0) }
END {
  if (whole) take(document)
  exit left_out
}
