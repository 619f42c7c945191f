#!/usr/bin/env bash
# tools/wheel.sh [<python> [<folder>]]: <folder>/ranvier-<version>-<tags>.whl, for that
# interpreter, the system's unless given; the folder is dist unless given. It needs the headers
# of the interpreter, and no package of it. Another than the system's has a build folder of its
# own, build-<tag>.
cd "$(dirname "$0")/.."
. tools/lib.sh
system=/usr/bin/python3
python=$(command -v "${1:-$system}") ||
  { printf "wheel: there is no interpreter '%s'. Name one: make wheel PYTHON=/usr/bin/python3\n" \
      "${1:-$system}" >&2; exit 1; }
tag=$("$python" -c 'import sys; print("cp%d%d" % sys.version_info[:2])')
if [ "$(realpath "$python")" = "$(realpath $system)" ]; then
  build=build
  configure_build
else
  build=build-$tag
  configure "$build" -DBUILD_TESTING=OFF -DRANVIER_PYTHON=ON -DRANVIER_PYTHON_FOR="$python"
fi
if ! grep -qs '^RANVIER_PYTHON:BOOL=ON' "$build/CMakeCache.txt"; then
  printf 'wheel: %s is configured without the Python extension:\n' "$build" >&2
  grep -hs 'Without the Python' "$build/logs/configure.log" >&2 || echo 'RANVIER_PYTHON is OFF' >&2
  exit 1
fi
compile "$build" wheel_parts
rm -rf "$build/wheel"
step "$build/logs/wheel_parts.log" 'gathering what the wheel has' \
  cmake --install "$build" --component wheel --strip --prefix "$build/wheel/prefix"
step "$build/logs/wheel.log" "making the wheel for $tag" \
  .venv/bin/python tools/make_wheel.py "$build/wheel" "$python" "${2:-dist}"
tail -1 "$build/logs/wheel.log"
