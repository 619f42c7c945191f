#!/usr/bin/env bash
# tools/deb/record_abi.sh [<folder> [<target>...]]: what abidw (apt install abigail-tools) says of each library
# that packages link to, or of these, into <folder>, dist/abi unless given: lib<target>.abi, with its types.
# `abidiff` compares two of them. The packages -dbgsym have no types (-g1), so the libraries are built anew with
# them, in build-abi.
cd "$(dirname "$0")/../.."
. tools/lib.sh
to=$(realpath -m "${1:-dist/abi}")
command -v abidw > /dev/null || { say "abidw is not here: apt install abigail-tools" >&2; exit 1; }
names=${*:2}
[ -n "$names" ] || names=$(/usr/bin/python3 -B tests/house/symbols_test.py --libraries)
flags="-g -ffile-prefix-map=$PWD=."
configure build-abi -DBUILD_TESTING=OFF -DRANVIER_PYTHON=OFF -DCMAKE_C_FLAGS="$flags" -DCMAKE_CXX_FLAGS="$flags"
compile build-abi $names
mkdir -p "$to"
for name in $names; do
  abidw --no-show-locs --no-corpus-path --no-comp-dir-path --out-file "$to/lib$name.abi" "build-abi/lib/lib$name.so"
done
say "$to: $(ls "$to" | wc -l) libraries, $(du -sh "$to" | cut -f 1)"
