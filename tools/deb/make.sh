#!/usr/bin/env bash
# tools/deb/make.sh [--of <build folder>] [--version <version>] [--suite <name>] [--arch <name>] [<folder>]:
# the Debian packages of this tree, by debhelper, into <folder>. With --of they have what that folder has
# built, and no symbols. Their version is the one of debian/changelog unless given. For another suite (bookworm,
# noble) or architecture they are made in a root folder (tools/root.sh). <folder> is dist unless given, and
# dist/<suite> for another suite than this machine's.
cd "$(dirname "$0")/../.."
. tools/lib.sh
built= version= suite= architecture= root=
while [[ ${1:-} == --* ]]; do
  case $1 in
    --of) built=$(realpath "$2") ;;
    --version) version=$2 ;;
    --suite) suite=$2 ;;
    --arch) architecture=$2 ;;
    *) say "'$1' is no option: --of, --version, --suite or --arch" >&2; exit 2 ;;
  esac
  shift 2
done
own=$(. /etc/os-release && printf %s "$VERSION_CODENAME")
[ "${suite:-$own}" = "$own" ] && to=${1:-dist} || to=${1:-dist/$suite}
log=$PWD/dist/logs/deb.log
mkdir -p "$to" dist/logs
to=$(realpath "$to")
. tools/root.sh
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
# A copy of the tree, as the tools of Debian write beside it.
if [ -n "$suite$architecture" ]; then
  fill_root "${suite:-$own}" "${architecture:-$here}"
  tree_in_root
else
  if [ -n "$built" ]; then
    scratch=$(mktemp -d)
  else  # always that path, so ccache knows it again
    exec {tree_lock}> dist/logs/deb.lock
    flock "$tree_lock"
    scratch=$PWD/build-packages
    rm -rf "$scratch"  # of a run that failed
  fi
  tree=$scratch/ranvier
  trap 'rm -rf "$scratch"' EXIT
  copy_tree "$tree"
  [ ! -d .venv ] || ln -s "$PWD/.venv" "$tree/.venv"
fi
[ -z "$version" ] || sed -i "1s/(.*)/($version)/" "$tree/debian/changelog"
make=(dpkg-buildpackage --build=binary --no-sign --no-check-builddeps)
if [ -n "$root" ]; then
  step "$log" "making the Debian packages for ${suite:-$own}, ${architecture:-$here}" \
    in_root env --chdir=/ranvier "${make[@]}" --host-arch "${architecture:-$here}"
else
  step "$log" 'making the Debian packages' env --chdir="$tree" OBJ="$built" "${make[@]}"
fi
for one in "${tree%/*}"/*.*deb; do  # Ubuntu calls those of symbols .ddeb
  mv "$one" "$to"
  ls -sh "$to/${one##*/}"
done
