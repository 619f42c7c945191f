#!/usr/bin/env bash
# usage: measure.sh [folder]
#
# Builds the programs of micro/size for a Cortex-M3 with -Os, and prints flash and static RAM
# of each, libc and start-up code included; then the static RAM that a further publisher, a
# further subscription and a further handle of an executor take, each the mean of eight. Needs
# gcc-arm-none-eabi.
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
build rclc-graph -DXRCE_GRAPH_BYTES=2048 -DXRCE_FRAGMENTED_BYTES=2056 "${includes[@]}" "${rclc[@]}" \
  "${tables[@]}" "$micro/size/rclc.c"

# entity <name> <flag>: what one of the eight takes that the flag adds to rclc.
ram_of() { arm-none-eabi-size "$into/$1.elf" | awk 'NR == 2 { print $2 + $3 }'; }
entity() {
  build_elf "$into" "rclc.$1" "$2" "${includes[@]}" "${rclc[@]}" "${tables[@]}" "$micro/size/rclc.c"
  printf '%-24s ram %6d\n' "$1" $((($(ram_of "rclc.$1") - $(ram_of rclc)) / 8))
}
entity publisher -DMORE_PUBLISHERS=8
entity subscription -DMORE_SUBSCRIPTIONS=8
entity handle -DRCLC_MAX_HANDLES=20 # of 12
