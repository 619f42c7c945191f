#!/usr/bin/env bash
# tools/build.sh <part>: builds into build/, programs into build/bin. Of suites several may be named.
#
#   build    all but the tests
#   prefix   what `make install` puts into a prefix
#   test     all, with the tests of the suite main
#   interop, bench, static, fuzz, asan, tsan   the programs of that suite, which only it needs
#   demo     what the table of the demo needs
#   trace    what reads the demo's traces
#   micro    what the demo of boards needs
cd "$(dirname "$0")/.."
. tools/lib.sh
case ${1:-build} in
  test | interop | bench | static | fuzz | asan | tsan) configure_build test ;;
  *) configure_build ;;
esac
case ${1:-build} in
  build) compile build all instruments ;;
  test) compile build all ;;
  prefix) compile build prefix ;;
  demo) compile build ranvier_demo_program ;;
  trace) compile build ranvier_trace_program ;;
  micro) compile build ranvier_micro_demo ;;
  *) compile build all "${@/#/tests_}" ;;
esac
