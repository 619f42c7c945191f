# What the scripts beside this file share. Source it from the project's root.
set -euo pipefail
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$PWD} CCACHE_NOHASHDIR=1
JOBS=${JOBS:-$(nproc)}
# Debian's CMake modules of ROS want the Python that Debian's packages are for.
export PATH=$HOME/.cargo/bin:/usr/bin:/bin:/usr/sbin:/sbin:$PATH:$PWD/.venv/bin

say() { printf '==> %s\n' "$*"; }

# step <log> <what> <command...>: one line while it works, with how far it is where the command
# counts its parts (tools/progress.py); its words if it fails.
step() {
  local log=$1 what=$2 began=$SECONDS
  shift 2
  mkdir -p "$(dirname "$log")"
  printf '==> %s ... ' "$what"
  if ! "$@" 2>&1 | /usr/bin/python3 tools/progress.py "$log"; then
    printf 'FAILED\n'
    show_failure "$log"
    printf 'The whole log: %s\n' "$log"
    return 1
  elif tail -1 "$log" | grep -q 'no work to do'; then
    printf 'nothing to do\n'
  else
    printf 'done (%d s)\n' $((SECONDS - began))
  fi
}

# The lines that say why: those of failed commands, else the end of the log.
show_failure() {
  if grep -q '^FAILED: ' "$1"; then
    grep -A 40 '^FAILED: ' "$1" | head -120
  else
    tail -60 "$1"
  fi
}

# configure <folder> [cmake options]: once, and again when the options change.
# Ninja looks after changes of CMakeLists.txt by itself.
configure() {
  local folder=$1 asked
  shift
  set -- -DRANVIER_UNITY="${UNITY:-ON}" "$@"
  # For another architecture, where dpkg-architecture says so (tools/root.sh).
  [ "${DEB_HOST_GNU_TYPE:-}" = "${DEB_BUILD_GNU_TYPE:-}" ] ||
    set -- "$@" -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/debian_cross.cmake"
  asked="$* $(cmake --version | head -1) $(sha256sum < cmake/arm64.cmake)"
  # The Python extension is part of a build that finds nanobind, and programs of suites are of one
  # that finds what compiles them.
  asked="$asked $(cat .venv/stamps/requirements_build.txt 2> /dev/null || true)"
  asked="$asked $(command -v clang++ cargo || true) $(ls -d /usr/include/fastrtps 2> /dev/null || true)"
  if [ -f "$folder/build.ninja" ] && [ "$(cat "$folder/configured" 2> /dev/null)" = "$asked" ]; then
    return
  fi
  step "$folder/logs/configure.log" "configuring $folder" cmake --fresh -S . -B "$folder" -G Ninja "$@"
  printf '%s\n' "$asked" > "$folder/configured"
}

# configure_build [test]: build/. A tree that has its tests keeps them: `make build` then does
# not throw away and `make test` does not build anew.
configure_build() {
  local tests=OFF
  if [ "${1:-}" = test ] || grep -qs '^BUILD_TESTING:BOOL=ON' build/CMakeCache.txt; then
    tests=ON
  fi
  configure build -DBUILD_TESTING=$tests
}

# compile <folder> [targets]
compile() {
  local folder=$1
  shift
  step "$folder/logs/build.log" "compiling $folder" ninja -C "$folder" -j "$JOBS" "$@"
}
