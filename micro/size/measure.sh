#!/usr/bin/env bash
# usage: measure.sh [folder]
#
# Builds the programs of micro/size for a Cortex-M3 with -Os, and prints flash and static RAM
# of each, libc and start-up code included. Needs gcc-arm-none-eabi.
# With AGENT=<ranvier-micro-agent> it also runs each under QEMU (mps2-an385) against that
# agent over a pseudo terminal, until eight samples went round, and prints the stack that was
# used, measured by painting. Needs qemu-system-arm. DDS is on domain 77, unless
# XRCE_DOMAIN_ID_OVERRIDE names another one.
set -euo pipefail
. "$(dirname "$0")/../boards/build.sh"
into=${1:-$(mktemp -d)}
mkdir -p "$into"

run() {  # elf
  local said device
  said=
  coproc AGENT_PROGRAM {
    XRCE_DOMAIN_ID_OVERRIDE=${XRCE_DOMAIN_ID_OVERRIDE:-77} exec "$AGENT" pseudoterminal 2>&1
  }
  local agent=$AGENT_PROGRAM_PID
  until [[ ${said:-} == *"boards open"* ]]; do read -r said <&"${AGENT_PROGRAM[0]}"; done
  device=${said##* }
  timeout 60 qemu-system-arm -M mps2-an385 -display none -monitor none -kernel "$1" \
    -serial "$device" -semihosting 2>&1 | sed 's/^/    /'
  kill "$agent" || true
  wait "$agent" 2>/dev/null || true
}

build() {  # name, then flags and sources
  local name=$1
  shift
  build_elf "$into" "$name" "$@"
  show_size "$into" "$name"
  [ -n "${AGENT:-}" ] || return 0
  build_elf "$into" "$name.report" -DREPORT_STACK "$@"
  run "$into/$name.report.elf"
}

build client-best-effort -DXRCE_RELIABLE=0 "$micro/size/client.c"
build client-reliable -DXRCE_RELIABLE=1 "$micro/size/client.c"
messages "$into" std_msgs msg/Int32.msg
rclc_includes "$into"
build rclc "${includes[@]}" "${rclc[@]}" "${tables[@]}" "$micro/size/rclc.c"
