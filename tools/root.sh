# Root folders of other distributions and architectures, for tools/deb/make.sh. Source it after tools/lib.sh.
#
# Such a folder is build-root-<suite>-<architecture>/, made once. debootstrap fills it with programs of
# this machine's architecture; for another one the cross compiler is there, and its libraries beside.
readonly here=$(dpkg --print-architecture)

# in_root <command...>: there, as root of it, with the network of this machine.
in_root() {
  env -u CCACHE_BASEDIR -u TMPDIR HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    CCACHE_DIR=/var/cache/ranvier/ccache JOBS="$JOBS" \
    unshare --mount --pid --fork --kill-child bash -c '
      mount -t proc proc "$0/proc" && mount -t tmpfs tmpfs "$0/dev/shm" && exec chroot "$0" "$@"' "$root" "$@"
}

# copy_tree <folder>: there, what git knows, and what is new and not ignored.
copy_tree() {
  mkdir -p "$1"
  git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$1"
}

# tree_in_root: this tree as /ranvier there, until the script ends: always that path, so ccache knows it again.
tree_in_root() {
  exec {tree_lock}> "$root/var/cache/ranvier/lock"
  flock "$tree_lock"
  tree=$root/ranvier
  trap 'rm -rf "$tree"' EXIT
  rm -rf "$tree" "$root"/*.*deb "$root"/ranvier_*  # of a run that failed, too
  copy_tree "$tree"
  ln -s /var/cache/ranvier/.venv "$tree/.venv"
}

# fill_root <suite> <architecture>: makes the folder, and says in $root where.
fill_root() {
  local suite=$1 architecture=$2 stamp
  root=$PWD/build-root-$suite-$architecture
  if [ "$(id -u)" != 0 ] || ! command -v debootstrap > /dev/null; then
    say "a root folder of '$suite' is made and entered by root, with debootstrap: apt install debootstrap" >&2
    return 1
  fi
  stamp=$(cat tools/packages.txt tools/requirements_build.txt tools/requirements_wheel.txt | sha256sum)
  [ "$(cat "$root/var/cache/ranvier/stamp" 2> /dev/null)" = "$stamp" ] && return
  rm -rf "$root"
  step dist/logs/root.log "filling a root folder of $suite by debootstrap" bootstrap_root "$suite"
  mkdir -p "$root/var/cache/ranvier/tools" "$root/dev/shm"
  cp /etc/resolv.conf "$root/etc"
  cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs"  # who this machine trusts
  cp tools/bootstrap.sh tools/packages.txt tools/requirements*.txt "$root/var/cache/ranvier/tools"
  step dist/logs/root.log "installing what the build needs there" in_root /var/cache/ranvier/tools/bootstrap.sh deb
  [ "$architecture" = "$here" ] ||
    step dist/logs/root.log "installing the libraries of $architecture there" add_architecture "$architecture"
  printf '%s\n' "$stamp" > "$root/var/cache/ranvier/stamp"
}

# bootstrap_root <suite>: the release as it is, without later updates: what is linked there runs there and later.
bootstrap_root() {
  local keys=/usr/share/keyrings/ubuntu-archive-keyring.gpg
  local -a of_suite=(--include=ca-certificates "$1" "$root" http://deb.debian.org/debian)
  case $1 in
    jammy | noble)  # all of Ubuntu's suites have one script
      [ -e "$keys" ] || { say "there is no $keys: it is in Ubuntu's package ubuntu-keyring" >&2; return 1; }
      of_suite=(--include=ca-certificates --components=main,universe --keyring="$keys"
        "$1" "$root" http://archive.ubuntu.com/ubuntu /usr/share/debootstrap/scripts/gutsy) ;;
  esac
  debootstrap --variant=minbase "${of_suite[@]}"
}

# add_architecture <architecture>: its C++ compiler, and each library with headers that is there already.
add_architecture() {
  local compiler
  compiler=g++-$(dpkg-architecture -a "$1" -q DEB_HOST_GNU_TYPE)
  in_root dpkg --add-architecture "$1"
  in_root apt-get update
  in_root apt-get install -y --no-install-recommends "${compiler//_/-}" \
    $(in_root dpkg-query -W -f '${Multi-Arch} ${Package}\n' '*-dev' | sed -n "s/^same \(.*\)/\1:$1/p")
}
