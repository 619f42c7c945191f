#!/usr/bin/env bash
# tools/build.sh build|test|demo|trace|micro: builds into build/, programs into build/bin.
# "build" is all but the tests, "test" all; "demo" is what the table of the demo needs,
# "trace" what reads its traces, "micro" what the demo of boards needs.
cd "$(dirname "$0")/.."
. tools/lib.sh
configure_build "${1:-build}"
case ${1:-build} in
  demo) compile build ranvier_demo_program ;;
  trace) compile build ranvier_trace_program ;;
  micro) compile build ranvier_micro_demo ;;
  *) compile build ;;
esac
