#!/bin/sh
# many_nodes.sh PROGRAM NODES: what many_nodes.launch.py starts, by a shell.
i=0
while [ "$i" -lt "$2" ]; do
  "$1" --ros-args -r "__node:=launched_$i" &
  i=$((i + 1))
done
wait
