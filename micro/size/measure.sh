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
micro=$(cd "$(dirname "$0")/.." && pwd)
into=${1:-$(mktemp -d)}
mkdir -p "$into"
board=$micro/boards/mps2_an385
flags=(-std=gnu11 -Os -mcpu=cortex-m3 -mthumb -ffunction-sections -fdata-sections -fno-common
  -Wall -Wextra -Werror -fstack-usage)
link=(-nostartfiles --specs=nano.specs --specs=nosys.specs -Wl,--gc-sections -T "$board/link.ld")
client=("$micro"/wire/*.c "$micro"/session/*.c "$micro/transport/framed.c" "$board/board.c")

messages() {  # the C of std_msgs
  local root=$micro/../interfaces
  (cd "$root/std_msgs" && PYTHONPATH=$micro/../rosidl python3 -B -m ranvier_rosidl.micro \
    --package std_msgs --output "$into/std_msgs" --at "std_msgs=$root/std_msgs" \
    --at "builtin_interfaces=$root/builtin_interfaces" msg/Int32.msg)
  ln -sfn "$micro" "$into/ranvier_micro"
}

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
  local name=$1; shift
  arm-none-eabi-gcc "${flags[@]}" "$@" "${client[@]}" "${link[@]}" \
    -dumpdir "$into/$name." -o "$into/$name.elf" -Wl,-Map="$into/$name.map"
  arm-none-eabi-size "$into/$name.elf" | awk -v name="$name" \
    'NR == 2 { printf "%-24s flash %6d  ram %6d\n", name, $1 + $2, $2 + $3 }'
  [ -z "${AGENT:-}" ] || { arm-none-eabi-gcc "${flags[@]}" -DREPORT_STACK "$@" "${client[@]}" \
    "${link[@]}" -dumpdir "$into/$name.r." -o "$into/$name.report.elf"; run "$into/$name.report.elf"; }
}

build client-best-effort -DXRCE_RELIABLE=0 "$micro/size/client.c"
build client-reliable -DXRCE_RELIABLE=1 "$micro/size/client.c"
messages
build rclc -I "$into" -I "$into/std_msgs/include" -I "$micro/ros/include" \
  -I "$micro/../api/rosidl_runtime_c/include" -I "$micro/../api/rosidl_typesupport_interface/include" \
  "$micro"/ros/{codec,executor,rcl,rmw,timer}.c "$into/std_msgs/src/std_msgs__micro.c" \
  "$micro/size/rclc.c"
