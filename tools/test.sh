#!/usr/bin/env bash
# tools/test.sh [--whole] [suite...]: builds and runs the tests; the suite main by default.
#
#   main     unit, conformance and drop-in tests, and the rules of the tree: `make test`
#   interop  peers on other stacks, and the micro client with the agent
#   bench    every bench of `ranvier bench`, briefly
#   static   what compilers say of every source and header, each alone
#   fuzz     what parses bytes, from its corpora
#   asan     the core's tests under AddressSanitizer and UndefinedBehaviorSanitizer
#   tsan     the core's tests under ThreadSanitizer
#   arm64    the core's tests cross-compiled, under qemu
#
# tools/suites.txt leaves tests out of the last three; --whole runs them all the same.
# A suite that fails does not keep the others from running. At the end stand the slowest
# tests, the time of each part and what failed, with the first words of why. The last line is
# "N passed, N failed", and the status is 0 exactly when nothing failed.
cd "$(dirname "$0")/.."
. tools/lib.sh
whole=OFF
if [ "${1:-}" = --whole ]; then
  whole=ON
  shift
fi
suites=${*:-main}
times=$(mktemp)    # "<seconds> <part>", a line a part
results=$(mktemp)  # "<seconds> <suite> <test>", a line a test
failures=$(mktemp)  # what failed, and below it, indented, why
scratch=$(mktemp -d)  # of the tests, some of which are another user for a while
chmod 755 "$scratch"
trap 'rm -rf "$times" "$results" "$failures" "$scratch"' EXIT
passed=0
failed=0
skipped=0

# timed <part> <command...>: notes how long it took.
timed() {
  local part=$1 began=$SECONDS status=0
  shift
  "$@" || status=$?
  printf '%d %s\n' $((SECONDS - began)) "$part" >> "$times"
  return $status
}

# count_failure <what>: counts it and notes it for the end.
count_failure() {
  failed=$((failed + 1))
  printf 'FAILED: %s\n' "$1" >> "$failures"
}

# reasons <log>: the lines in which the frameworks of the tests say what went wrong.
reasons() {
  grep -E -A 3 '^FAIL: |^[^ ]+: Failure$|: error: |^E  |^SUMMARY: ' "$1" || true
}

# note_failed_tests <folder> <log>: notes the tests that ctest counts as failed, for the end.
note_failed_tests() {
  sed -n "/^The following tests FAILED:/,\$ s|^[[:space:]]*[0-9]* - \(.*\)|FAILED: $1 \1|p" "$2" |
    head -10 >> "$failures" || true
  reasons "$2" | head -6 | cut -c 1-100 | sed 's/^/    /' >> "$failures" || true
}

# run_ctest <what> <folder> <log> [ctest options]: adds to the counts; on failure shows
# the output of the tests that failed. One test more than there are cores: many wait.
run_ctest() {
  local what=$1 folder=$2 log=$2/logs/$3.log sum
  shift 3
  printf '==> %s ... ' "$what"
  rm -rf "${scratch:?}"/*
  mkdir -m 1777 "$scratch/tmp" "$scratch/ros"
  TMPDIR=$scratch/tmp ROS_HOME=$scratch/ros \
    timed "$what" "${launcher[@]}" ctest --test-dir "$folder" --output-on-failure --no-tests=error \
    --timeout 300 -j $((JOBS + 1)) --repeat until-pass:2 "$@" 2>&1 |
    /usr/bin/python3 tools/progress.py "$log" || true
  sed -n "s/^ *[0-9]*\/[0-9]* Test *#[0-9]*: \([^ ]*\) .* \([0-9.]*\) sec.*/\2 $folder \1/p" "$log" >> "$results"
  sum=$(sed -n 's/^\([0-9]*\)% tests passed, \([0-9]*\) tests failed out of \([0-9]*\).*/\2 \3/p' "$log")
  if [ -z "$sum" ]; then
    printf 'FAILED to run\n'
    tail -40 "$log"
    count_failure "$what: no test ran"
    return
  fi
  count_results "$log" $sum
  if [ "${sum%% *}" != 0 ]; then
    note_failed_tests "$folder" "$log"
    sed -n '/^Test project/,$p' "$log" | grep -vE '^ *[0-9]+/[0-9]+ Test .*(Passed|Skipped)|^ *Start ' || true
  fi
  printf '    the whole log: %s\n' "$log"
  count_left_behind "$log"
}

# count_left_behind <log>: a test leaves nothing in the folder for temporary files. What is left
# counts as one failure, unless a test failed or was run again: it may have been killed.
count_left_behind() {
  local left
  left=$(ls -A "$scratch/tmp")
  [ -n "$left" ] || return 0
  printf '    left behind in $TMPDIR:\n%s\n' "$(sed 's/^/      /' <<< "$left")"
  grep -q '[*]\{3\}\(Failed\|Exception\|Timeout\)' "$1" ||
    count_failure "left behind in \$TMPDIR: $(tr '\n' ' ' <<< "$left")"
}

# count_results <log> <failed> <all>
count_results() {
  local skips
  skips=$(grep -cE '\*\*\*Skipped|\*\*\*Not Run \(Disabled\)' "$1" || true)
  failed=$((failed + $2))
  skipped=$((skipped + skips))
  passed=$((passed + $3 - $2 - skips))
  printf '%d passed, %d failed, %d skipped\n' $(($3 - $2 - skips)) "$2" "$skips"
}

# show_reruns <log>: says which tests of ctest were run again, and what the first run of each said.
show_reruns() {
  grep -q '[*]\{3\}\(Failed\|Exception\|Timeout\)' "$1" || return 0
  sed -n 's/^ *[0-9]*\/[0-9]* Test *#[0-9]*: \([^ ]*\) .*[*]\{3\}\(Failed\|Exception\|Timeout\).*/    run again: \1/p' "$1"
  reasons "$1" | head -60 | sed 's/^/      /' || true
}

# count_findings <log>: what a sanitizer found counts, also where the test passed when it ran again.
count_findings() {
  local found
  found=$(grep -cE '(ERROR|WARNING): [A-Za-z]*Sanitizer: |: runtime error: ' "$1" || true)
  if [ "$found" != 0 ] && grep -q '^100% tests passed' "$1"; then
    count_failure "$found findings of a sanitizer in $1"
  fi
}

# count_reruns <log>: says how many interop cases took more than one run, and which.
count_reruns() {
  local again
  again=$(sed -n 's/^RERUN //p' "$1" | sort | uniq -c)
  [ -z "$again" ] || printf '    run again (times, case):\n%s\n' "$again"
}

# not_run <what>: a suite that could not be built counts as one failure.
not_run() {
  say "$1: not run, because the step above failed"
  count_failure "$1: not built"
}

# A test that fails is run once more and named: a busy machine alone fails no run.
# deep_labels: those of tests in build/ that a suite of their own runs.
deep_labels='^(interop|bench|static|fuzz|asan|tsan)$'

suite_main() {
  if timed 'compiling: main' tools/build.sh test; then
    run_ctest 'testing: unit, conformance, drop-in' build ctest -LE "$deep_labels" -E _NOT_BUILT
    show_reruns build/logs/ctest.log
  else
    not_run main
  fi
}

# deep_suite <label...>: the tests of build/ that have one of the labels, with the programs that only
# they need.
deep_suite() {
  local name="$*" log=$1
  if timed "compiling: $name" tools/build.sh "$@"; then
    run_ctest "testing: $name" build "$log" -L "^(${name// /|})\$"
    show_reruns "build/logs/$log.log"
  else
    not_run "$name"
  fi
}

suite_interop() {
  deep_suite interop
  # A case that fails is run again too (tests/interop/pytest.ini).
  count_reruns build/Testing/Temporary/LastTest.log
}

# core_suite <folder> <what> [cmake options]: the core alone, built apart.
core_suite() {
  local folder=$1 what=$2
  shift 2
  if configure "$folder" -DRANVIER_CORE_ONLY=ON -DRANVIER_WHOLE_SUITE=$whole "$@" &&
    timed "compiling: $what" compile "$folder" core_tests; then
    run_ctest "testing: $what" "$folder" ctest -L unit
    show_reruns "$folder/logs/ctest.log"
    count_findings "$folder/logs/ctest.log"
  else
    not_run "$what"
  fi
}

suite_asan() {
  export ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1:allocator_may_return_null=1
  export UBSAN_OPTIONS=print_stacktrace=1
  deep_suite asan  # of build/: the Python extension, whose interpreter is not compiled for it
  count_findings build/logs/asan.log
  core_suite build-asan 'the core under ASan and UBSan' -DRANVIER_SANITIZE=address
}

suite_tsan() {
  # The runtime of gcc 12 gives up where the kernel randomises more bits of an
  # address than it knows; setarch -R switches that off for these tests.
  if setarch -R true 2> /dev/null; then
    launcher=(setarch -R)
  fi
  export TSAN_OPTIONS="suppressions=$PWD/tools/tsan.supp:second_deadlock_stack=1:allocator_may_return_null=1"
  deep_suite tsan  # of build/: a program of a user over libraries that are not compiled for it
  count_findings build/logs/tsan.log
  core_suite build-tsan 'the core under TSan' -DRANVIER_SANITIZE=thread -DRANVIER_PYTHON=ON
  launcher=()
}

suite_arm64() {
  # qemu-user has no IP_MULTICAST_IF: Cyclone, as an arm64 program, looks for its
  # peers on this host by unicast.
  export CYCLONEDDS_URI='<General><AllowMulticast>false</AllowMulticast></General>
    <Discovery><ParticipantIndex>auto</ParticipantIndex>
    <Peers><Peer Address="localhost"/></Peers></Discovery>'
  # It ends now and then with an assertion of its own when a program forks.
  if tools/arm64_sysroot.sh build-arm64/sysroot; then
    core_suite build-arm64 'the core for arm64, under qemu' \
      -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/arm64.cmake"
  else
    not_run arm64
  fi
  unset CYCLONEDDS_URI
}

# Where the time went, so that whoever adds a part sees what it costs.
show_times() {
  printf '==> the ten slowest tests\n'
  sort -rn "$results" | awk 'NR <= 10 { printf "%9.1f s  %-12s %s\n", $1, $2, $3 }'
  printf '==> the time of each part\n'
  awk '{ seconds = $1; sub(/^[0-9]+ /, ""); printf "%7d s  %s\n", seconds, $0 }' "$times"
  printf '%d min %d s in all\n' $((SECONDS / 60)) $((SECONDS % 60))
}

launcher=()
part=test
[ "$suites" = main ] || part=deep
timed 'installing what is missing' tools/bootstrap.sh $part || exit 1
together=()  # suites of build/ that run at once: what one waits for, another computes
for suite in $suites; do
  case $suite in
    bench | static | fuzz) together+=("$suite") ;;
    *) "suite_$suite" ;;
  esac
done
[ ${#together[@]} = 0 ] || deep_suite "${together[@]}"
mkdir -p build/logs
show_times
cat "$failures"
printf '%d skipped\n' "$skipped"
printf '%d passed, %d failed\n' "$passed" "$failed" | tee build/logs/summary.txt
[ "$failed" = 0 ]
