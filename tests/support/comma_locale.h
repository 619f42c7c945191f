// A locale whose decimal point is a comma, as that of half of Europe.
#pragma once

#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <locale>
#include <string>

#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

namespace ranvier::support {

/// Made by localedef, which comes with the C library, in a folder of its own; while this
/// lives the process has it, of C and of C++: 1234.5 is "1.234,5". To be made while the
/// process has one thread that prints.
class CommaLocale {
 public:
  CommaLocale()
      : folder_(std::filesystem::temp_directory_path() /
                ("ranvier_comma_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "source") << "comment_char %\nescape_char /\nLC_NUMERIC\n"
                                         "decimal_point \",\"\nthousands_sep \".\"\n"
                                         "grouping 3;3\nEND LC_NUMERIC\n";
    const std::string command = "cd '" + folder_.string() +
                                "' && localedef -c --no-archive -i source -f ANSI_X3.4-1968 " +
                                (folder_ / "comma").string() + " > /dev/null 2>&1";
    std::system(command.c_str());  // ends with 1 for the warnings of -c
    ::setenv("LOCPATH", folder_.c_str(), 1);
    take();
  }
  ~CommaLocale() {
    std::locale::global(std::locale::classic());
    std::setlocale(LC_ALL, "C");
    ::unsetenv("LOCPATH");
    std::filesystem::remove_all(folder_);
  }
  CommaLocale(const CommaLocale&) = delete;
  CommaLocale& operator=(const CommaLocale&) = delete;

  /// False where localedef is not installed: then the test is to be skipped.
  bool there() const { return std::to_string(0.5) == "0,500000"; }

 private:
  // The C library (2.36) loses the text of LOCPATH, some 40 bytes, each time that it looks there.
  static void take() {
#if defined(__SANITIZE_ADDRESS__)
    const __lsan::ScopedDisabler not_ours;
#endif
    if (std::setlocale(LC_ALL, "comma") != nullptr) std::locale::global(std::locale("comma"));
  }

  const std::filesystem::path folder_;
};

}  // namespace ranvier::support
