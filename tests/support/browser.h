// A real browser, if this machine has one: for tests that look at pages.
#pragma once

#include <unistd.h>

#include <optional>
#include <string>
#include <vector>

#include "command.h"

namespace ranvier::support {

/// The program of a browser of the Chromium family; none if there is none.
inline std::optional<std::string> browser() {
  for (const char* path : {"/usr/bin/chromium", "/usr/bin/chromium-browser",
                           "/usr/bin/google-chrome", "/usr/bin/google-chrome-stable"}) {
    if (::access(path, X_OK) == 0) return path;
  }
  return std::nullopt;
}

/// The page as it is after its scripts have run, as markup.
/// @param home  a directory for what the browser keeps.
inline CommandResult page_after_scripts(const std::string& browser, const std::string& page,
                                        const std::string& home) {
  return run_command({"/usr/bin/timeout", "100", browser, "--headless", "--no-sandbox",
                      "--disable-gpu", "--disable-dev-shm-usage", "--user-data-dir=" + home,
                      "--window-size=1300,900", "--virtual-time-budget=20000", "--dump-dom",
                      "file://" + page}, home + ".log");
}

}  // namespace ranvier::support
