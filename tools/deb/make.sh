#!/usr/bin/env bash
# tools/deb/make.sh [--of <build folder>] [--version <version>] [<folder>]: the Debian packages of this
# tree, by debhelper, into <folder>, dist unless given. With --of they have what that folder has built, and
# no symbols. Their version is the one of debian/changelog unless given.
cd "$(dirname "$0")/../.."
. tools/lib.sh
built= version=
while [[ ${1:-} == --* ]]; do
  case $1 in
    --of) built=$(realpath "$2") ;;
    --version) version=$2 ;;
    *) say "'$1' is no option: --of or --version" >&2; exit 2 ;;
  esac
  shift 2
done
to=${1:-dist}
log=$PWD/dist/logs/deb.log
mkdir -p "$to" dist/logs
to=$(realpath "$to")
tree=$(mktemp -d)/ranvier
trap 'rm -rf "${tree%/*}"' EXIT
mkdir "$tree"
# What git knows, and what is new and not ignored: a copy, as the tools of Debian write beside it.
git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$tree"
[ -z "$version" ] || sed -i "1s/(.*)/($version)/" "$tree/debian/changelog"
[ ! -d .venv ] || ln -s "$PWD/.venv" "$tree/.venv"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
step "$log" 'making the Debian packages' \
  env --chdir="$tree" OBJ="$built" dpkg-buildpackage --build=binary --no-sign --no-check-builddeps
mv "${tree%/*}"/*.deb "$to"
ls -sh "$to"/*.deb
