#!/usr/bin/env bash
# tools/wheel.sh [--of <build folder> | --arch <name>] [<python> [<folder>]]: <folder>/ranvier-<version>-<tags>.whl,
# for that interpreter, the system's unless given; the folder is dist unless given. It needs the headers
# of the interpreter, and no package of it. Another than the system's has a build folder of its
# own, build-<tag>; with --of it has what that folder has built. For another architecture it is made in a root
# folder (tools/root.sh), for the system's Python.
cd "$(dirname "$0")/.."
. tools/lib.sh
of= architecture=
case ${1:-} in
  --of) of=$2; shift 2 ;;
  --arch) architecture=$2; shift 2 ;;
esac
system=/usr/bin/python3
if [ -n "$architecture" ]; then
  if [ "$(realpath "$(command -v "${1:-$system}")")" != "$(realpath $system)" ]; then
    printf "wheel: for another architecture there are the headers of Debian's Python alone, and '%s' is another one. Leave out PYTHON, or make the wheel on a machine of %s\n" \
      "$1" "$architecture" >&2
    exit 1
  fi
  . tools/root.sh
  fill_root "$(. /etc/os-release && printf %s "$VERSION_CODENAME")" "$architecture"
  tree_in_root
  to=$(realpath -m "${2:-dist}")
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
  export SOURCE_DATE_EPOCH
  step dist/logs/wheel.log 'installing what a wheel needs there' in_root /var/cache/ranvier/tools/bootstrap.sh wheel
  step dist/logs/wheel.log "making the wheel for $architecture" in_root env --chdir=/ranvier \
    dpkg-architecture -a "$architecture" -c bash -c 'tools/deb/build.sh wheel_parts && tools/wheel.sh --of build-deb'
  mkdir -p "$to"
  cp "$tree"/dist/*.whl "$to"
  ls -sh "$to"/*.whl
  exit
fi
python=$(command -v "${1:-$system}") ||
  { printf "wheel: there is no interpreter '%s'. Name one: make wheel PYTHON=/usr/bin/python3\n" \
      "${1:-$system}" >&2; exit 1; }
tag=$("$python" -c 'import sys; print("cp%d%d" % sys.version_info[:2])')
if [ -n "$of" ]; then
  build=$of
elif [ "$(realpath "$python")" = "$(realpath $system)" ]; then
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
