#!/usr/bin/env bash
# usage: build.sh <folder> <program>...
#
# Builds programs of micro/demo as tasks of FreeRTOS on its POSIX port: each a process of Linux,
# <folder>/<program>_freertos_posix <port of the agent>. <folder>/FreeRTOS-Kernel is there before
# (tools/fetch_freertos.sh).
set -euo pipefail
. "$(dirname "$0")/../build.sh"
into=$(cd "$1" && pwd)
shift
kernel=$into/FreeRTOS-Kernel port=$kernel/portable/ThirdParty/GCC/Posix
messages "$into" builtin_interfaces msg/Time.msg
messages "$into" std_msgs msg/Int32.msg msg/Header.msg
messages "$into" geometry_msgs msg/Vector3.msg msg/Quaternion.msg
messages "$into" sensor_msgs msg/Imu.msg
messages "$into" rcl_interfaces msg/ParameterValue.msg msg/Parameter.msg
rclc_includes "$into"
here=$micro/boards/freertos_posix
for program in "$@"; do
  "${CC:-gcc}" -std=gnu11 -O1 -g -Wall -Wextra -Werror -pthread -DBOARD_FREERTOS \
    -DRANVIER_MICRO_SLEEP=freertos_sleep_ms "${includes[@]}" -I "$here" \
    -isystem "$kernel/include" -isystem "$port" -isystem "$port/utils" \
    "$here/machine.c" "$micro/demo/$program.c" "${rclc[@]}" "${tables[@]}" "${parameters[@]}" \
    "$micro"/wire/*.c "$micro"/session/*.c "$micro"/transport/{framed,posix}.c \
    "$kernel"/{tasks,list,queue}.c "$port/port.c" "$port/utils/wait_for_event.c" \
    -o "$into/${program}_freertos_posix"
done
