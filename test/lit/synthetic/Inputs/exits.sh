#!/bin/bash
# FILE: test/lit/synthetic/Inputs/exits.sh
# WHAT: runs a command that has to end with a given status; its output and messages go to stdout.
# USE:  exits.sh STATUS COMMAND [ARGUMENT...]
wanted=$1
shift
"$@" 2>&1
status=$?
[ "$status" -eq "$wanted" ] || { echo "$1 ended with $status instead of $wanted"; exit 1; }
