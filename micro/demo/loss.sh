#!/usr/bin/env bash
# usage: loss.sh <folder of programs> <percent>
#
# Three boards under QEMU whose serial lines lose so many of their frames: what was sent between
# them, the agent and a node in C++, all of it reliable, and what was lost, as "<quantity> <number>"
# lines. Needs gcc-arm-none-eabi and qemu-system-arm (tools/bootstrap.sh micro).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
boards=$(mktemp -d)
trap 'rm -rf "$boards"' EXIT
"$here/build.sh" "$boards"
python3 -B "$here/../../tools/demo_micro.py" "$1" "$boards" 5 --drop "$2" --numbers
