# cached.sh: compiles main.c with ccache in front of COMMAND, a `cleave`, before and after its plugin is exchanged.
# USE: COMMAND=cleave bash cached.sh FLAGS...
set -e
export CCACHE_DIR=$PWD/cache
unset CCACHE_CONFIGPATH CCACHE_COMPILERCHECK CCACHE_DISABLE CCACHE_RECACHE CCACHE_PREFIX
mkdir masked
ln -sf "$(command -v ccache)" masked/cleave-cc

# Prints whether the compilation found its object.
compile() { # compile COMMAND...
  ccache --zero-stats >/dev/null
  "$@" -c main.c -o main.o || echo -n "failed, "
  local hits
  hits=$(ccache --print-stats | awk '/^(direct|preprocessed)_cache_hit/ { hits += $2 } END { print hits }')
  if [[ $hits -gt 0 ]]; then echo hit; else echo miss; fi
}

measure() { # measure NAME COMMAND...
  local name=$1
  shift
  rm -rf cache bin
  mkdir bin
  cp "$COMMAND" bin/cleave
  touch -d @1000000000 bin/cleave # ccache may compare seconds
  ln -s cleave bin/cleave-cc
  local first again other
  first=$(compile "$@")
  again=$(compile "$@")
  # As the build links it after another plugin.
  sed "s/$(cat hash)/$(rev hash)/" "$COMMAND" >bin/cleave
  other=$(compile "$@")
  echo "$name: first $first, again $again, other plugin $other"
}

measure cleave-cc ccache bin/cleave-cc "$@"
measure 'cleave cc' ccache bin/cleave cc "$@"
PATH=$PWD/masked:$PWD/bin:$PATH measure masquerade cleave-cc "$@"
