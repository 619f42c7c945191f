#include "output_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

namespace ranvier::apps {
namespace {

Error fault(const std::string& path, int error) {
  return {Code::kWorld, "File '" + path + "' cannot be written: " + std::strerror(error) +
                            ". Name another with -o."};
}

}  // namespace

Result<OutputFile> OutputFile::create(std::string path) {
  std::error_code unknown;
  const auto there = std::filesystem::status(path, unknown);
  if (std::filesystem::is_directory(there)) return fault(path, EISDIR);
  const bool as_it_is = std::filesystem::exists(there) && !std::filesystem::is_regular_file(there);
  std::string written = as_it_is ? path : path + ".part";
  std::FILE* file = std::fopen(written.c_str(), "wb");
  if (file == nullptr) return fault(path, errno);
  return OutputFile(std::move(path), std::move(written), file);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      written_(std::move(other.written_)),
      file_(std::exchange(other.file_, nullptr)),
      error_(other.error_) {}

OutputFile::~OutputFile() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  if (written_ != path_) std::remove(written_.c_str());
}

void OutputFile::write(std::string_view text) {
  if (error_ != 0 || std::fwrite(text.data(), 1, text.size(), file_) == text.size()) return;
  error_ = errno;
}

Result<void> OutputFile::commit() {
  if (std::fclose(std::exchange(file_, nullptr)) != 0 && error_ == 0) error_ = errno;
  if (error_ == 0 && written_ != path_ && std::rename(written_.c_str(), path_.c_str()) != 0) {
    error_ = errno;
  }
  if (error_ == 0) return {};
  if (written_ != path_) std::remove(written_.c_str());
  return fault(path_, error_);
}

}  // namespace ranvier::apps
