#!/usr/bin/env bash
# tools/deb/make.sh [--of <build folder>] [<folder>]: the Debian packages of this tree, by debhelper,
# into <folder>, dist unless given. With --of they have what that folder has built, and no symbols.
cd "$(dirname "$0")/../.."
. tools/lib.sh
built=
if [ "${1:-}" = --of ]; then
  built=$(realpath "$2")
  shift 2
fi
to=${1:-dist}
log=$PWD/dist/logs/deb.log
mkdir -p "$to" dist/logs
to=$(realpath "$to")
tree=$(mktemp -d)/ranvier
trap 'rm -rf "${tree%/*}"' EXIT
mkdir "$tree"
# What git knows, and what is new and not ignored: a copy, as the tools of Debian write beside it.
git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$tree"
[ ! -d .venv ] || ln -s "$PWD/.venv" "$tree/.venv"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
step "$log" 'making the Debian packages' \
  env --chdir="$tree" OBJ="$built" dpkg-buildpackage --build=binary --no-sign --no-check-builddeps
mv "${tree%/*}"/*.deb "$to"
ls -sh "$to"/*.deb
