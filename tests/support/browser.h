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

/// What became of a page in the browser, as tests/tracing/page_in_browser.py prints it.
/// @param home  a directory for what the browser keeps.
inline CommandResult look_at_page(const std::string& browser, const std::string& page,
                                  const std::string& home) {
  return run_command({PYTHON, PAGE_IN_BROWSER, browser, page, home}, home + ".log");
}

}  // namespace ranvier::support
