#!/bin/bash
# FILE: test/lit/synthetic/Inputs/registrations.sh
# WHAT: counts the registrations of host memory in a log of the simulated driver.
# USE:  registrations.sh LOG
set -euo pipefail
echo "registered $(grep -c 'cuMemHostRegister.*-> 0$' "$1")," \
  "refused $(grep -c 'cuMemHostRegister.*-> 712$' "$1")," \
  "unregistered $(grep -c 'cuMemHostUnregister.*-> 0$' "$1")"
