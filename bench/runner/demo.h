// `ranvier demo`: what composition is worth on this machine.
#pragma once

#include <CLI/CLI.hpp>

namespace ranvier::bench {

/// Adds the sub-command `demo`. Running it sets `exit_code` as `bench` does.
void add_demo_command(CLI::App& app, int& exit_code);

}  // namespace ranvier::bench
