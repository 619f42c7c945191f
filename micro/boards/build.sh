# How programs are built for a board, for the scripts that source this: size/measure.sh and
# demo/build.sh. Needs gcc-arm-none-eabi and its newlib.
micro=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
board=$micro/boards/mps2_an385
flags=(-std=gnu11 -Os -mcpu=cortex-m3 -mthumb -ffunction-sections -fdata-sections -fno-common
  -Wall -Wextra -Werror -fstack-usage)
link=(-nostartfiles --specs=nano.specs --specs=nosys.specs -Wl,--gc-sections -T "$board/link.ld")
client=("$micro"/wire/*.c "$micro"/session/*.c "$micro/transport/framed.c" "$board/board.c")
rclc=("$micro"/ros/{codec,context,endpoints,executor,executor_add,graph,graph_count,graph_names,graph_reader,guard_condition,publisher,rcl,rmw,timer,wait}.c)
parameters=("$micro"/ros/{parameter,parameter_services}.c)

# messages <folder> <package> <file>...: writes the C of these messages, and sets
# `includes` and `tables` to what a program needs of all that were written.
includes=()
tables=()
messages() {
  local into=$1 package=$2 root=$micro/../interfaces name at=()
  shift 2
  for name in std_msgs builtin_interfaces geometry_msgs sensor_msgs rcl_interfaces; do
    at+=(--at "$name=$root/$name")
  done
  (cd "$root/$package" && PYTHONPATH=$micro/../rosidl python3 -B -m ranvier_rosidl.micro \
    --package "$package" --output "$into/$package" "${at[@]}" "$@")
  ln -sfn "$micro" "$into/ranvier_micro"
  includes+=(-I "$into/$package/include")
  tables+=("$into/$package/src/${package}__micro.c")
}

# The include folders of rclc programs.
rclc_includes() {
  includes+=(-I "$1" -I "$micro/ros/include" -I "$micro/../api/rosidl_runtime_c/include"
    -I "$micro/../api/rosidl_typesupport_interface/include")
}

# build_elf <folder> <name> <flags and sources>...: <folder>/<name>.elf, and its map.
build_elf() {
  local into=$1 name=$2
  shift 2
  ln -sfn "$micro" "$into/ranvier_micro"
  arm-none-eabi-gcc "${flags[@]}" -I "$into" "$@" "${client[@]}" "${link[@]}" \
    -dumpdir "$into/$name." -o "$into/$name.elf" -Wl,-Map="$into/$name.map"
}

# freertos_flags <kernel>: what makes a program a task of FreeRTOS, into `freertos`.
freertos_flags() {
  freertos=(-DBOARD_FREERTOS -DBOARD_HAS_VECTORS -DRANVIER_MICRO_SLEEP=freertos_sleep_ms
    -isystem "$1/include" -isystem "$1/portable/GCC/ARM_CM3" -I "$board"
    "$1"/{tasks,list,queue,stream_buffer}.c "$1/portable/GCC/ARM_CM3/port.c" "$board/freertos.c")
}

# show_size <folder> <name>
show_size() {
  arm-none-eabi-size "$1/$2.elf" | awk -v name="$2" \
    'NR == 2 { printf "%-24s flash %6d  ram %6d\n", name, $1 + $2, $2 + $3 }'
}
