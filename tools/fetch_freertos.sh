#!/usr/bin/env bash
# tools/fetch_freertos.sh <folder>: the kernel of FreeRTOS (V11.2.0, MIT) as
# <folder>/FreeRTOS-Kernel, out of the crate that wraps it. It is no part of this tree. Needs
# cargo and crates.io once; a folder that is there is left as it is.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
readonly crate=freertos-next version=0.12.0
into=$1
[ ! -d "$into/FreeRTOS-Kernel" ] || exit 0
project=$(mktemp -d)
trap 'rm -rf "$project"' EXIT
mkdir "$project/src"
touch "$project/src/lib.rs"
cat > "$project/Cargo.toml" << END
[package]
name = "fetch"
version = "0.0.0"
edition = "2021"
[dependencies]
$crate = "=$version"
END
(cd "$project" && cargo vendor --quiet > /dev/null)
mkdir -p "$into"
cp -r "$project/vendor/$crate/FreeRTOS-Kernel" "$into/FreeRTOS-Kernel"
