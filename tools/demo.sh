#!/usr/bin/env bash
# tools/demo.sh: the main job, after a build. A robot's graph of nodes runs as
# processes, composed, and composed without the local route, beside raw DDS doing
# the same traffic; prints the table and writes one page with the plots.
cd "$(dirname "$0")/.."
. tools/lib.sh
exec build/bin/ranvier demo --html build/demo.html "$@"
