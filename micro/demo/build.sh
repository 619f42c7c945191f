#!/usr/bin/env bash
# usage: build.sh <folder>
#
# Builds the programs of the demo for the board, and imu as a task of FreeRTOS as well where
# <folder>/FreeRTOS-Kernel is (tools/fetch_freertos.sh). Their sizes are in <folder>/sizes.
# Needs gcc-arm-none-eabi.
set -euo pipefail
. "$(dirname "$0")/../boards/build.sh"
into=$1
mkdir -p "$into"
into=$(cd "$into" && pwd)
messages "$into" builtin_interfaces msg/Time.msg
messages "$into" std_msgs msg/Int32.msg msg/Header.msg
messages "$into" geometry_msgs msg/Vector3.msg msg/Quaternion.msg
messages "$into" sensor_msgs msg/Imu.msg
messages "$into" rcl_interfaces msg/ParameterValue.msg msg/Parameter.msg
rclc_includes "$into"

build() {  # name, source, then flags and sources
  local name=$1 source=$2
  shift 2
  build_elf "$into" "$name" "$@" "${includes[@]}" "${rclc[@]}" "${tables[@]}" \
    "${parameters[@]}" "$micro/demo/machine_board.c" "$micro/demo/$source.c"
  show_size "$into" "$name"
}

{
  for name in ping pong imu; do build "$name" "$name" -DBOARD_RING=512; done
  if [ -d "$into/FreeRTOS-Kernel" ]; then
    freertos_flags "$into/FreeRTOS-Kernel"
    build imu_freertos imu "${freertos[@]}"
  fi
} > "$into/sizes"
