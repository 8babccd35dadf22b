#!/bin/bash
# facts.sh: prints for each kernel of a program its name, shared memory in bytes and one other fact.
# USE: facts.sh CLEAVE FACT PROGRAM   CLEAVE: the tool; FACT: a key of `cleave inspect --json`
"$1" inspect --json "$3" | jq -r ".[].images[].kernels[] | \"\(.function) \(.shared_bytes) \(.$2)\""
