#!/usr/bin/env bash
# tools/deb/build.sh <target>...: builds what the Debian packages have (prefix, instruments) into
# build-deb/, with symbols; those of the libraries that packages link to have types. Paths of this machine are not in it: two folders give equal files.
cd "$(dirname "$0")/../.."
. tools/lib.sh
# With it ccache gives the compiler other paths, so files would depend on whether ccache is there.
export CCACHE_BASEDIR=
flags="-g1 -ffile-prefix-map=$PWD/="
types=$(/usr/bin/python3 -B tests/house/symbols_test.py --libraries)
configure build-deb -DBUILD_TESTING=OFF -DCMAKE_C_FLAGS="$flags" -DCMAKE_CXX_FLAGS="$flags" \
  -DRANVIER_TYPES_OF="${types// /;}"
compile build-deb "$@"
