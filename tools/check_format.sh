#!/usr/bin/env bash
# usage: tools/check_format.sh [--fix]
#
# Says which files of C and C++ are not as .clang-format has them; with --fix, formats them. api/ has
# the style of rclcpp's own sources, which clang-format does not know.
set -euo pipefail
cd "$(dirname "$0")/.."
mode=(--dry-run --Werror)
if [ "${1:-}" = --fix ]; then
  mode=(-i)
fi
find src bench tests apps micro \( -name '*.h' -o -name '*.hpp' -o -name '*.cc' -o -name '*.cpp' -o -name '*.c' \) -print0 |
  xargs -0 -n 50 -P "$(nproc)" .venv/bin/clang-format "${mode[@]}"
