// A file that a command writes.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "ranvier/base/result.h"

namespace ranvier::apps {

/// Appears under its name when it is whole: until then it is `<path>.part`, which is
/// removed if nobody commits. A path that is a device or a pipe is written as it is.
///
/// Threads: one. Errors: those of writing are given by commit().
class OutputFile final {
 public:
  /// Fails (kWorld) naming the path.
  static Result<OutputFile> create(std::string path);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  void write(std::string_view text);
  /// Fails (kWorld) if the disk had no place for all of it, or the name is not to be had.
  Result<void> commit();

 private:
  OutputFile(std::string path, std::string written, std::FILE* file)
      : path_(std::move(path)), written_(std::move(written)), file_(file) {}

  std::string path_;     // as it is to be called
  std::string written_;  // as it is called
  std::FILE* file_;
  int error_ = 0;
};

}  // namespace ranvier::apps
