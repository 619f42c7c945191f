#!/usr/bin/env bash
# tools/demo.sh: the main job. A robot's graph of nodes runs as processes, composed, and
# composed without the local route, beside raw DDS doing the same traffic; prints the
# table and writes one page with the plots. It builds what the table needs first, and
# what reads the flight recorder's traces when the table is there.
cd "$(dirname "$0")/.."
. tools/lib.sh
tools/build.sh demo
exec build/bin/ranvier-demo --html build/demo.html \
  --after-table "JOBS=$JOBS tools/build.sh trace" "$@"
