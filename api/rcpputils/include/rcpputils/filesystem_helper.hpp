// Paths, for code older than std::filesystem.
#ifndef RCPPUTILS__FILESYSTEM_HELPER_HPP_
#define RCPPUTILS__FILESYSTEM_HELPER_HPP_

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "rcpputils/split.hpp"
#include "rcpputils/visibility_control.hpp"

namespace rcpputils::fs
{

static constexpr char kPreferredSeparator = '/';  ///< Of Linux.

/// A text that is read as a path. Threads: a value.
class RCPPUTILS_PUBLIC path
{
public:
  path() = default;
  // Code that knows paths by rclcpp alone makes and joins them without this library.
  path(const std::string & p)  // NOLINT: a text is a path
  : text_(p), parts_(split(p, kPreferredSeparator)) {}

  std::string string() const {return text_;}  ///< As it was given.
  bool exists() const;  ///< Throws std::filesystem's error if it cannot be looked at.
  bool is_directory() const noexcept;  ///< False also if it is not there.
  bool is_regular_file() const noexcept;  ///< False also if it is not there.
  /// In bytes. @throws std::system_error if there is no such file.
  uint64_t file_size() const;
  bool empty() const {return text_.empty();}  ///< Whether it is "".
  /// Begins with the separator.
  bool is_absolute() const {return !text_.empty() && text_.front() == kPreferredSeparator;}
  /// The parts between the separators; of an absolute path the first is "".
  std::vector<std::string>::const_iterator cbegin() const {return parts_.cbegin();}
  std::vector<std::string>::const_iterator cend() const {return parts_.cend();}
  path parent_path() const;  ///< Without the last part.
  path filename() const;  ///< The last part.
  path extension() const;  ///< With its dot; "" if there is none.
  path operator/(const path & other) const
  {
    const bool joined = text_.empty() || text_.back() == kPreferredSeparator;
    return other.is_absolute() ? other : path(text_ + (joined ? "" : "/") + other.text_);
  }
  path operator/(const std::string & other) const {return *this / path(other);}
  path & operator/=(const path & other);  ///< As operator/.
  path & operator/=(const std::string & other) {return *this /= path(other);}

private:
  std::string text_;
  std::vector<std::string> parts_;
};

RCPPUTILS_PUBLIC bool is_regular_file(const path & p) noexcept;  ///< As of the class.
RCPPUTILS_PUBLIC bool is_directory(const path & p) noexcept;  ///< As of the class.
RCPPUTILS_PUBLIC uint64_t file_size(const path & p);  ///< In bytes.
RCPPUTILS_PUBLIC bool exists(const path & path_to_check);  ///< As of the class.
/// $TMPDIR, or /tmp.
RCPPUTILS_PUBLIC path temp_directory_path();
/// Makes "<parent_path>/<base_name><six characters>". @throws std::system_error.
RCPPUTILS_PUBLIC path create_temp_directory(
  const std::string & base_name, const path & parent_path = temp_directory_path());
RCPPUTILS_PUBLIC path current_path();  ///< Of the process.
/// @return whether the folder is there afterwards.
RCPPUTILS_PUBLIC bool create_directories(const path & p);
/// A file or an empty folder. @return whether it is gone and was there.
RCPPUTILS_PUBLIC bool remove(const path & p);
/// With what is in it. False: nothing was there.
RCPPUTILS_PUBLIC bool remove_all(const path & p);
/// Without its last `n_times` extensions.
RCPPUTILS_PUBLIC path remove_extension(const path & file_path, int n_times = 1);
RCPPUTILS_PUBLIC bool operator==(const path & a, const path & b);
RCPPUTILS_PUBLIC bool operator!=(const path & a, const path & b);
RCPPUTILS_PUBLIC std::ostream & operator<<(std::ostream & os, const path & p);

}  // namespace rcpputils::fs

#endif  // RCPPUTILS__FILESYSTEM_HELPER_HPP_
