// Reads any text as metadata of a bag, or as an interface file whose definition is wanted. What is
// read as metadata must be the same when it is written and read again.
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "bag/define/definition_text.h"
#include "bag/storage/metadata.h"

namespace bag = ranvier::bag;
namespace fs = std::filesystem;

namespace {

/// A folder with the packages `a`, whose one type is the text, and `b`, with types that it may use.
class Packages {
 public:
  Packages() : root_(fs::temp_directory_path() / ("ranvier_fuzz_" + std::to_string(::getpid()))) {
    fs::create_directories(root_ / "a/msg");
    fs::create_directories(root_ / "b/msg");
    std::ofstream(root_ / "b/msg/B.msg") << "int32 x\n";
    std::ofstream(root_ / "b/msg/C.msg") << "B b\na/T again\n";
    std::ofstream(root_ / "b/msg/B.idl") << "#include \"a/msg/T.idl\"\n";
  }
  ~Packages() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }
  void read(std::string_view text, const char* file) const {
    const fs::path path = root_ / "a/msg" / file;
    std::ofstream(path, std::ios::binary) << text;
    const auto found = bag::read_definition("a/msg/T", {root_.string()});
    if (found && found->text.find(text) == std::string::npos) std::abort();
    fs::remove(path);
  }

 private:
  fs::path root_;
};

void read_metadata(std::string_view text) {
  const auto read = bag::parse_metadata(text, "fuzz");
  if (!read) {
    if (read.error().what.empty()) std::abort();
    return;
  }
  const auto again = bag::parse_metadata(bag::to_yaml(*read), "fuzz");
  if (!again || again->messages != read->messages || again->paths != read->paths ||
      again->topics.size() != read->topics.size() || again->custom_data != read->custom_data) {
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Packages packages;
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 4) {
    case 0: packages.read(text, "T.msg"); break;
    case 1: packages.read(text, "T.idl"); break;
    default: read_metadata(text);
  }
  return 0;
}
