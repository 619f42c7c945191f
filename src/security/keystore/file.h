// Files of a keystore: written whole or not at all.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "ranvier/base/result.h"

namespace ranvier::security {

/// The most that is read of one file: keys, certificates and documents are far smaller.
inline constexpr std::size_t kLargestFile = 4 * 1024 * 1024;

/// Who may read a file that is written.
enum class Readers {
  kOwner,    ///< 0600, whatever the umask: private keys
  kByUmask,  ///< 0666 less the umask: what is no secret
};

/// The bytes of a regular file (links are followed). It waits for no writer: a pipe is refused.
/// Contract: any thread, reads the disk.
Result<std::string> read_file(const std::filesystem::path& path);

/// Writes beside `path`, then takes its place in one step: a reader sees the old file or the new
/// one, and a failure leaves the old one. Contract: any thread, writes the disk.
Result<void> write_file(const std::filesystem::path& path, std::string_view bytes, Readers readers);

/// Makes a folder and those above it; one that is there is left as it is.
Result<void> make_folder(const std::filesystem::path& path);

/// Makes `path` a link to `target`, a path relative to its folder; takes the place of a file.
Result<void> make_link(const std::filesystem::path& path, const std::filesystem::path& target);

/// Holds a folder for one process at a time, until it is destroyed: two that make the same
/// enclave would else pair the key of one with the certificate of the other.
class FolderLock final {
 public:
  /// Waits for who has it. @return an error if the folder cannot be opened.
  static Result<FolderLock> take(const std::filesystem::path& folder);
  FolderLock(FolderLock&& other) noexcept;
  FolderLock(const FolderLock&) = delete;
  ~FolderLock();

 private:
  explicit FolderLock(int file) : file_(file) {}
  int file_;
};

}  // namespace ranvier::security
