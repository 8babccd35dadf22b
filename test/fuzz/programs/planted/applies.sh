#!/usr/bin/env bash
# FILE: test/fuzz/programs/planted/applies.sh
# WHAT: checks that each planted bug applies to the sources as they are: a change of the sources shows at once which one it moved.
# USE:  applies.sh    names the patches that do not apply; exit status 1 if there are any
set -euo pipefail
cd "$(dirname "$0")"
status=0
for patch in *.patch; do
  patch -d ../../../../lib -p1 --fuzz=0 --dry-run --silent --force <"$patch" >/dev/null || { echo "$patch does not apply" >&2; status=1; }
done
exit $status
