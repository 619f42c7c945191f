#!/usr/bin/env bash
# tools/wheels.sh [<python>...]: dist/ranvier-<version>-<tags>.whl for each CPython from 3.10 to
# 3.13 that is named or found, and checks them: the platform by auditwheel, the metadata by twine,
# the size. It ends with 1 where a version is missing, and says how to get it.
cd "$(dirname "$0")/.."
. tools/lib.sh
readonly versions="3.10 3.11 3.12 3.13" most_bytes=8000000
readonly folder=dist

# fits <python> <version>: whether it is that CPython, and has its headers.
fits() {
  "$1" - "$2" 2> /dev/null << 'PROGRAM'
import os, sys, sysconfig
own = "%d.%d" % sys.version_info[:2]
headers = os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h"))
sys.exit(not (own == sys.argv[1] and headers and sys.implementation.name == "cpython"))
PROGRAM
}

# find_python <version> [<python>...]: the first of those, of PATH and of pyenv that fits.
find_python() {
  local version=$1 python
  shift
  for python in "$@" "python$version" "$HOME/.pyenv/versions/$version".*/bin/python3; do
    if command -v "$python" > /dev/null && fits "$python" "$version"; then
      printf '%s\n' "$python"
      return
    fi
  done
  return 1
}

# check_wheel <wheel>: what it claims holds, and it is small.
check_wheel() {
  local bytes
  bytes=$(stat -c %s "$1")
  .venv/bin/python -m auditwheel show "$1" | grep -o '"manylinux[^"]*"' | head -1
  .venv-wheels/bin/python -m twine check --strict "$1"
  if [ "$bytes" -gt "$most_bytes" ]; then
    printf 'wheels: %s has %d bytes, more than %d\n' "$1" "$bytes" "$most_bytes" >&2
    return 1
  fi
}

for named in "$@"; do
  found=
  for version in $versions; do
    if fits "$named" "$version"; then found=yes; fi
  done
  if [ -z "$found" ]; then
    printf "wheels: '%s' is no CPython of %s with its headers. Name another: make wheels PYTHONS=…\n" \
      "$named" "${versions// /, }" >&2
    exit 1
  fi
done
missing=
for version in $versions; do
  if python=$(find_python "$version" "$@"); then
    tools/wheel.sh "$python" "$folder"
    check_wheel "$folder"/ranvier-*-cp"${version/./}"-*_"$(uname -m)".whl
  else
    missing="$missing $version"
  fi
done
for version in $missing; do
  printf 'wheels: no CPython %s with its headers is here. Get it by `pyenv install %s` or apt (python%s-dev), or name it: make wheels PYTHONS=/path/of/python%s\n' \
    "$version" "$version" "$version" "$version" >&2
done
[ -z "$missing" ]
