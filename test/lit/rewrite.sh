#!/usr/bin/env bash
# FILE: test/lit/rewrite.sh
# WHAT: `cleave rewrite`, whose output has empty comments in the place of the checks of its source: else FileCheck finds each check
#       in the output itself. Numbers of lines stay.
# USE:  rewrite.sh CLEAVE ARGUMENTS...
set -o pipefail
cleave=$1
shift
"$cleave" rewrite "$@" | sed -E 's,(// ?)[A-Z][A-Z0-9_-]*:.*,\1,'
