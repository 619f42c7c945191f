#!/usr/bin/env bash
# tools/demo_micro.sh [seconds]: what `make demo-micro` runs. Three boards (Cortex-M3, under
# QEMU) in the graph: two that play ping and pong, and an IMU, a task of FreeRTOS where cargo
# can fetch its kernel. Beside them a board that is a Linux process, our agent, and a node in
# C++. Prints sizes, loss and latency.
cd "$(dirname "$0")/.."
. tools/lib.sh
tools/build.sh micro
build_boards() {
  . micro/boards/build.sh
  local into=$PWD/build/demo_micro name
  mkdir -p "$into"
  messages "$into" builtin_interfaces msg/Time.msg
  messages "$into" std_msgs msg/Int32.msg msg/Header.msg
  messages "$into" geometry_msgs msg/Vector3.msg msg/Quaternion.msg
  messages "$into" sensor_msgs msg/Imu.msg
  rclc_includes "$into"
  for name in ping pong imu; do
    build_elf "$into" "$name" -DBOARD_RING=512 "${includes[@]}" "${rclc[@]}" "${tables[@]}" \
      "$micro/demo/machine_board.c" "$micro/demo/$name.c"
    show_size "$into" "$name"
  done > "$into/sizes"
  [ -d "$into/FreeRTOS-Kernel" ] || return 0
  freertos_flags "$into/FreeRTOS-Kernel"
  build_elf "$into" imu_freertos "${freertos[@]}" "${includes[@]}" "${rclc[@]}" "${tables[@]}" \
    "$micro/demo/machine_board.c" "$micro/demo/imu.c"
  show_size "$into" imu_freertos >> "$into/sizes"
}
tools/fetch_freertos.sh build/demo_micro > build/logs/fetch_freertos.log 2>&1 ||
  say "without FreeRTOS, which cargo could not fetch (build/logs/fetch_freertos.log)"
step build/logs/demo_micro.log 'compiling the boards' build_boards
exec python3 -B tools/demo_micro.py build "${1:-10}"
