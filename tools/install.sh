#!/usr/bin/env bash
# tools/install.sh <prefix>: puts build/ into a prefix, which may then be moved.
cd "$(dirname "$0")/.."
. tools/lib.sh
prefix=${1:?"the prefix to install into is missing: make install PREFIX=/some/folder"}
step build/logs/install.log "installing into $prefix" cmake --install build --prefix "$prefix"
say "use it with: source $prefix/setup.bash"
