#!/usr/bin/env bash
# usage: measure.sh [folder]
#
# Builds the programs of micro/size for a Cortex-M3 with -Os, and prints flash and static RAM
# of each, libc and start-up code included. It needs gcc-arm-none-eabi.
set -euo pipefail
micro=$(cd "$(dirname "$0")/.." && pwd)
into=${1:-$(mktemp -d)}
mkdir -p "$into"
board=$micro/boards/mps2_an385
flags=(-std=c99 -Os -mcpu=cortex-m3 -mthumb -ffunction-sections -fdata-sections -fno-common
  -Wall -Wextra -Werror -fstack-usage)
link=(-nostartfiles --specs=nano.specs --specs=nosys.specs -Wl,--gc-sections -T "$board/link.ld")

build() {  # name, defines
  local name=$1; shift
  arm-none-eabi-gcc "${flags[@]}" "$@" "$micro"/wire/*.c "$micro"/session/*.c \
    "$micro/transport/framed.c" "$board/board.c" "$micro/size/client.c" "${link[@]}" \
    -dumpdir "$into/$name." -o "$into/$name.elf" -Wl,-Map="$into/$name.map"
  arm-none-eabi-size "$into/$name.elf" | awk -v name="$name" \
    'NR == 2 { printf "%-24s flash %6d  ram %6d\n", name, $1 + $2, $2 + $3 }'
}

build client-best-effort -DXRCE_RELIABLE=0
build client-reliable -DXRCE_RELIABLE=1
