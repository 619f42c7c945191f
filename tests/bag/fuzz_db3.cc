// Reads any bytes as a file of SQLite, in every order. It ends the program if more messages come than
// fit into the bytes, or one of a topic that is not there.
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "bag/storage/sqlite_reader.h"

namespace bag = ranvier::bag;

namespace {

/// A file on the disk, for SQLite opens none by its descriptor. Removed at the end.
class File {
 public:
  File()
      : path_(std::filesystem::temp_directory_path() /
              ("ranvier_fuzz_" + std::to_string(::getpid()) + ".db3")) {}
  ~File() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  void write(const std::uint8_t* data, std::size_t size) const {
    std::ofstream(path_, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

void read_all(bag::SqliteReader& reader, bag::ReadOrder order, std::size_t most) {
  if (!reader.select({order, std::nullopt, {}})) return;
  volatile std::size_t sum = 0;
  for (std::size_t count = 0; count < most; ++count) {
    const auto message = reader.next();
    if (!message || !*message) return;
    if ((*message)->topic >= reader.contents().topics.size()) std::abort();
    for (const std::byte each : (*message)->data) sum = sum + static_cast<std::size_t>(each);
  }
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const File file;
  file.write(data, size);
  const auto reader = bag::SqliteReader::open(file.path(), {});
  if (!reader) return 0;
  // Pages that are damaged may give a row more than once, but no more rows than they have bytes,
  // and no page more often than there are pages.
  const std::size_t most = (size + 1) * (size / 512 + 2);
  read_all(**reader, bag::ReadOrder::kReceived, most);
  read_all(**reader, bag::ReadOrder::kReceivedReverse, most);
  read_all(**reader, bag::ReadOrder::kFile, most);
  return 0;
}
