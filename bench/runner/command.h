// `ranvier bench`: picks cases, measures, prints, writes.
#pragma once

#include <CLI/CLI.hpp>

namespace ranvier::bench {

/// What the length of a window may be, in seconds.
[[nodiscard]] CLI::Validator window_seconds();

/// Adds the sub-command `bench` to `app`. Running it sets `exit_code`: 0 when
/// every case gave figures, 1 when one failed, 2 for a wrong argument.
void add_bench_command(CLI::App& app, int& exit_code);

}  // namespace ranvier::bench
