#!/usr/bin/env bash
# tools/build.sh build|test: everything into build/, programs into build/bin.
# "test" builds the tests as well.
cd "$(dirname "$0")/.."
. tools/lib.sh
tests=OFF
# A tree that has its tests keeps them: `make build` then does not throw away
# and `make test` does not build anew.
if [ "${1:-build}" = test ] || grep -qs '^BUILD_TESTING:BOOL=ON' build/CMakeCache.txt; then
  tests=ON
fi
configure build -DBUILD_TESTING=$tests
compile build
