// The names of a bag's files: which of a folder they are, and in which order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ranvier/base/result.h"

namespace ranvier::bag {

/// Whether a file is compressed as a whole: while it is open it takes its plain size of TMPDIR.
bool is_compressed_file(std::string_view path) noexcept;
/// The path without the ".zstd" of such a file.
std::string_view without_zstd(std::string_view path) noexcept;

/// The files `<anything>_<number><extension>` in a folder, by their numbers; those with ".zstd"
/// behind it too.
std::vector<std::string> numbered_files(const std::string& folder, const std::string& extension);

/// The files of a bag that has no metadata.yaml: the numbered ones, else the only one with the
/// extension; none, if there is none. Fails if several have no number: nothing says their order.
Result<std::vector<std::string>> unnamed_files(const std::string& folder,
                                               const std::string& extension);

/// The files that metadata.yaml names.
struct NamedFiles {
  std::vector<std::string> paths;  ///< in its order, whether they are there or not
  std::vector<std::string> notes;  ///< for people: which were renamed since
};

/// Where the files that metadata.yaml names lie. One that is not there was renamed if the bag has no
/// other and the folder one with the extension, or if a file that is not named has its number.
NamedFiles named_files(const std::string& folder, const std::vector<std::string>& names,
                       const std::string& extension);

}  // namespace ranvier::bag
