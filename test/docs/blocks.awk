# FILE: test/docs/blocks.awk
# WHAT: writes the blocks of one page that commands.sh uses, in the order of the page: a line for each on standard output,
#       KIND TAB LINE TAB FILE TAB TEXT, with the content of the block in FILE.
# USE:  awk -v work=FOLDER -f blocks.awk PAGE.md
#
# A block is fenced or indented by four spaces. Its kind comes from an HTML comment on a line before it, or from its language:
#   <!-- file: NAME -->          file     the block is the content of the file NAME
#   <!-- output -->              output   what the commands of the block before it print; `...` stands for any text, or any lines
#   <!-- output, first lines --> first    the same for the first lines of what they print
#   <!-- output, numbers vary --> numbers the same; each number stands for any number, and each unit of time or size for any unit
#   <!-- not run: REASON -->     skip     commands that cannot run in the test
#   <!-- run: COMMANDS -->       run      commands that a reader does not need; the comment is all of the block
#   ## TITLE                     title    a heading
#   sh                           run      commands; so is a block without a language whose first line begins with a command
BEGIN {
  fence = ""; mark = ""; blank = 1
  command = "^([A-Z_]+=[^ ]* )*(cleave (c\\+\\+|-|[a-z]+( |$))|cleave-cc |cleave-c\\+\\+ |clang|clang-19|cmake|ninja|make|ctest|ccache|python3|git|sudo|apt-get|spack|docker|podman|" \
            "mpicc|mpirun|mpiexec|export|gdb|flang|flang-new|patch|diff|sh|bash|\\./[a-z]|(build|scripts|test|bench|tools)/[a-zA-Z])"
}
function begin(kind, text) { file = sprintf("%s/%04d", work, FNR); printf "" > file; printf "%s\t%d\t%s\t%s\n", kind, FNR, file, text }
function start(first, language,   kind, text) {
  kind = ""; text = mark
  if (mark ~ /^file: /) { kind = "file"; sub(/^file: */, "", text) }
  else if (mark == "output") kind = "output"
  else if (mark == "output, first lines") kind = "first"
  else if (mark == "output, numbers vary") kind = "numbers"
  else if (mark ~ /^not run: /) { kind = "skip"; sub(/^not run: */, "", text) }
  else if (language == "sh" || (language == "" && first ~ command " ?[^=(]*")) { kind = "run"; text = "" }
  mark = ""
  in_block = kind != ""
  if (in_block) begin(kind, text)
}
fence != "" { # in a fenced block
  if ($0 ~ "^" fence " *$") { fence = ""; if (in_block) close(file); in_block = 0; blank = 1; next }
  if (pending) { start($0, language); pending = 0 }
  if (in_block) print >> file
  next
}
/^## / { printf "title\t%d\t-\t%s\n", FNR, substr($0, 4) }
/^```/ { fence = "```"; language = substr($0, 4); sub(/[ {].*/, "", language); pending = 1; next }
/^<!-- .* -->$/ {
  if (indented && in_block) close(file)
  indented = in_block = 0; blank = 1
  mark = $0; sub(/^<!-- */, "", mark); sub(/ *-->$/, "", mark)
  if (mark ~ /^run: /) { begin("run", "hidden"); sub(/^run: */, "", mark); print mark >> file; close(file); mark = "" }
  next
}
/^    / && (blank || indented) {
  text = substr($0, 5)
  if (!indented) start(text, "")
  indented = 1
  if (in_block) print text >> file
  blank = 0
  next
}
/^$/ { if (indented && in_block) print "" >> file; blank = 1; next }
{ if (indented && in_block) close(file); indented = in_block = 0; blank = /^#/; mark = "" }
