#!/usr/bin/env bash
# tools/estimate.sh demo|test: says about how long `make demo` or `make test` takes here.
#
# tools/costs.txt has what they took on a machine of known speed, which a loop of bash measures.
# Compiling is shared by the cores and counts by what ninja still has to do; what ccache has
# compiled before is not known here, and takes less.
cd "$(dirname "$0")/.."
. tools/lib.sh
read -r _ steps compiling running < <(grep "^$1 " tools/costs.txt)

# Milliseconds that a loop takes: the least of three.
loop_ms() {
  local i round began took least=1000000
  for round in 1 2 3; do
    began=${EPOCHREALTIME/[.,]/}
    for ((i = 0; i < 100000; ++i)); do :; done
    took=$(((${EPOCHREALTIME/[.,]/} - began) / 1000))
    least=$((took < least ? took : least))
  done
  echo $((least > 0 ? least : 1))
}

# Steps that are left to compile: all, unless the tree has been configured for it.
steps_left() {
  local left='' target=all
  [ "$1" = test ] || target='ranvier_demo_program ranvier_trace_program'
  if [ "$1" = demo ] || grep -qs '^BUILD_TESTING:BOOL=ON' build/CMakeCache.txt; then
    # shellcheck disable=SC2086
    left=$(ninja -C build -n $target 2> /dev/null | sed -n '$s|^\[[0-9]*/\([0-9]*\)\].*|\1|p') || true
    [ ! -f build/build.ninja ] || left=${left:-0}
  fi
  echo "${left:-$steps}"
}

minutes() { [ "$1" -ge 45 ] && echo "$((($1 + 30) / 60)) min" || echo "less than a minute"; }

speed=$(awk -v ms="$(loop_ms)" '/^loop / { print ms / $2 }' tools/costs.txt)
seconds=$(awk -v speed="$speed" -v left="$(steps_left "$1")" -v steps="$steps" -v cpu="$compiling" \
  -v jobs="$JOBS" 'BEGIN { printf "%d", speed * cpu * (left < steps ? left / steps : 1) / jobs }')
# A part of running is waiting, which no faster machine shortens.
running=$(awk -v speed="$speed" -v s="$running" 'BEGIN { printf "%d", s * (1 + speed) / 2 }')
say "make $1 takes about $(minutes $((seconds + running))) here: $(minutes "$seconds") of compiling" \
  "on $JOBS cores (less where ccache has it), $(minutes "$running") of running"
