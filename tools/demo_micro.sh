#!/usr/bin/env bash
# tools/demo_micro.sh [seconds]: what `make demo-micro` runs. Three boards (Cortex-M3, under
# QEMU) in the graph: two that play ping and pong, and an IMU, a task of FreeRTOS where cargo
# can fetch its kernel. Beside them a board that is a Linux process, our agent, and a node in
# C++. Prints sizes, loss and latency.
cd "$(dirname "$0")/.."
. tools/lib.sh
boards=build/demo_micro
tools/build.sh micro
tools/fetch_freertos.sh "$boards" > build/logs/fetch_freertos.log 2>&1 ||
  say "without FreeRTOS, which cargo could not fetch (build/logs/fetch_freertos.log)"
step build/logs/demo_micro.log 'compiling the boards' micro/demo/build.sh "$boards"
exec python3 -B tools/demo_micro.py build/bin "$boards" "${1:-10}"
