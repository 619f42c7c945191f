#include "rcpputils/filesystem_helper.hpp"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <system_error>

namespace rcpputils::fs
{

bool path::exists() const
{
  std::error_code ignored;
  return std::filesystem::exists(text_, ignored);
}
bool path::is_directory() const noexcept
{
  std::error_code ignored;
  return std::filesystem::is_directory(text_, ignored);
}
bool path::is_regular_file() const noexcept
{
  std::error_code ignored;
  return std::filesystem::is_regular_file(text_, ignored);
}
uint64_t path::file_size() const {return std::filesystem::file_size(text_);}
path path::parent_path() const {return std::filesystem::path(text_).parent_path().string();}
path path::filename() const {return std::filesystem::path(text_).filename().string();}
path path::extension() const {return std::filesystem::path(text_).extension().string();}

path & path::operator/=(const path & other)
{
  return *this = *this / other;
}

bool is_regular_file(const path & p) noexcept {return p.is_regular_file();}
bool is_directory(const path & p) noexcept {return p.is_directory();}
uint64_t file_size(const path & p) {return p.file_size();}
bool exists(const path & path_to_check) {return path_to_check.exists();}

path temp_directory_path()
{
  const char * set = std::getenv("TMPDIR");
  return path(set && *set ? set : "/tmp");
}

path create_temp_directory(const std::string & base_name, const path & parent_path)
{
  create_directories(parent_path);
  std::string made = (parent_path / (base_name + "XXXXXX")).string();
  if (::mkdtemp(made.data()) == nullptr) {
    throw std::system_error(
            errno, std::system_category(), "cannot make the temporary folder '" + made + "'");
  }
  return path(made);
}

path current_path() {return std::filesystem::current_path().string();}

bool create_directories(const path & p)
{
  std::error_code ignored;
  std::filesystem::create_directories(p.string(), ignored);
  return p.is_directory();
}

bool remove(const path & p)
{
  std::error_code ignored;
  return std::filesystem::remove(p.string(), ignored);
}

bool remove_all(const path & p)
{
  std::error_code failed;
  const auto removed = std::filesystem::remove_all(p.string(), failed);
  return !failed && removed > 0;
}

path remove_extension(const path & file_path, int n_times)
{
  std::filesystem::path shorter(file_path.string());
  for (int i = 0; i < n_times; ++i) {shorter.replace_extension();}
  return shorter.string();
}

bool operator==(const path & a, const path & b) {return a.string() == b.string();}
bool operator!=(const path & a, const path & b) {return !(a == b);}
std::ostream & operator<<(std::ostream & os, const path & p) {return os << p.string();}

}  // namespace rcpputils::fs
