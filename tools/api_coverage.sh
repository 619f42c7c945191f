#!/usr/bin/env bash
# tools/api_coverage.sh: builds the programs whose tests claim public names, runs
# them, and prints the names that no test asserts: of C++ ("public: N of M"), and of Python
# ("python: N of M", the last line; without the extension there is none).
cd "$(dirname "$0")/.."
. tools/lib.sh
tools/bootstrap.sh test
configure build -DBUILD_TESTING=ON
compile build api_tests
mapfile -t programs < build/api_tests.txt
python3 tools/api_coverage.py run . "${programs[@]}" || failed=1
if [ -e build/lib/python3/site-packages/rclpy ] && compgen -G \
  "build/lib/python3/site-packages/_ranvier*.so" > /dev/null; then
  .venv/bin/python tools/python_coverage.py run . build || failed=1
fi
exit "${failed:-0}"
