#!/usr/bin/env bash
# tools/arm64_sysroot.sh <folder>: unpacks the arm64 packages that the core and
# its tests link to, with all that they need. Nothing of the system changes: apt
# runs with lists, state and cache of its own, no architecture is added, nothing
# is installed. A second run does nothing.
cd "$(dirname "$0")/.."
. tools/lib.sh
mkdir -p "${1:?folder missing}"
root=$(cd "$1" && pwd)
apt=$root.apt
readonly packages="cyclonedds-dev libgtest-dev libgmock-dev libstdc++6 libyaml-dev"
stamp="$packages $(. /etc/os-release && echo "$ID $VERSION_ID")"
[ "$(cat "$root.stamp" 2> /dev/null)" = "$stamp" ] && exit 0

# The distribution's own sources, without those of other vendors. Ubuntu keeps
# arm64 on another host than amd64.
arm64_sources() {
  apt-get indextargets --format '$(ORIGIN) $(REPO_URI) $(RELEASE) $(COMPONENT)' \
    'Created-By: Packages' | sort -u |
    while read -r origin uri release component; do
      case $origin in
        Debian) echo "deb $uri $release $component" ;;
        Ubuntu) echo "deb http://ports.ubuntu.com/ubuntu-ports $release $component" ;;
      esac
    done
}

arm64_apt() {
  local command=$1
  shift
  "$command" -o APT::Architecture=arm64 -o APT::Architectures=arm64 \
    -o APT::Sandbox::User= -o APT::Update::Post-Invoke-Success= -o APT::Update::Post-Invoke= \
    -o DPkg::Post-Invoke= -o Dir::Etc::sourcelist="$apt/sources.list" \
    -o Dir::Etc::sourceparts=/dev/null -o Dir::State="$apt/state" \
    -o Dir::State::status="$apt/state/status" -o Dir::Cache="$apt/cache" \
    -o Dir::Cache::archives=archives/ -o Debug::NoLocking=true "$@"
}

fetch() {
  rm -rf "$apt" && mkdir -p "$apt/state/lists/partial" "$apt/cache/archives/partial"
  : > "$apt/state/status"
  arm64_sources > "$apt/sources.list"
  arm64_apt apt-get update
  arm64_apt apt-get install -y --no-install-recommends --download-only $packages
}

unpack() {
  local deb
  rm -rf "$root" && mkdir -p "$root"
  for deb in "$apt"/cache/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$deb" | tar -C "$root" --keep-directory-symlink -xf -
  done
  [ -e "$root/lib" ] || ln -s usr/lib "$root/lib"
}

step "$root.fetch.log" 'fetching the arm64 packages of the core' fetch
step "$root.unpack.log" 'unpacking them into a folder of their own' unpack
rm -rf "$apt"
printf '%s\n' "$stamp" > "$root.stamp"
