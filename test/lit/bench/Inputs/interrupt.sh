#!/bin/bash
# FILE: test/lit/bench/Inputs/interrupt.sh
# WHAT: interrupts `cleave bench` when its JSON file holds a first good case, and prints its status.
# USE:  interrupt.sh SIGNAL JSON-FILE COMMAND...     the command must write JSON-FILE
signal=$1 json=$2
shift 2
rm -f "$json"
"$@" &
for ((i = 0; i < 1200; i++)); do
  grep -q '"status": "ok"' "$json" 2>/dev/null && break
  sleep 0.05
done
kill -s "$signal" $!
wait $!
echo "exit status $?"
