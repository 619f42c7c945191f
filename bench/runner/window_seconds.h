// The words of a command line that say how long a window is.
#pragma once

#include <CLI/CLI.hpp>

namespace ranvier::bench {

// CLI::Range takes what is no number for one in its bounds.
/// What the length of a window may be, in seconds.
[[nodiscard]] inline CLI::Validator window_seconds() {
  return CLI::Validator(
      [](const std::string& text) -> std::string {
        double seconds = 0;
        if (CLI::detail::lexical_cast(text, seconds) && seconds >= 0.01 && seconds <= 3600)
          return "";
        return "'" + text + "' is not from 0.01 to 3600 seconds";
      },
      "FLOAT in [0.01 - 3600]");
}

}  // namespace ranvier::bench
