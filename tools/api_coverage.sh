#!/usr/bin/env bash
# tools/api_coverage.sh: builds the programs whose tests claim public names, runs
# them, and prints the names that no test asserts. The last line is "public: N of M".
cd "$(dirname "$0")/.."
. tools/lib.sh
tools/bootstrap.sh test
configure build -DBUILD_TESTING=ON
compile build api_tests
mapfile -t programs < build/api_tests.txt
exec python3 tools/api_coverage.py run . "${programs[@]}"
