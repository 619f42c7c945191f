// Reads any bytes as a file of MCAP, in every order. It ends the program if more messages come than
// fit into the bytes, or one of a topic that is not there.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

#include "bag/storage/mcap_reader.h"

namespace bag = ranvier::bag;

namespace {

constexpr std::size_t kMostMessages = std::size_t{1} << 22;

void read_all(bag::McapReader& reader, bag::ReadOrder order) {
  if (!reader.select({order, std::nullopt, {}})) return;
  volatile std::size_t sum = 0;
  for (std::size_t count = 0; count < kMostMessages; ++count) {
    const auto message = reader.next();
    if (!message || !*message) return;
    if ((*message)->topic >= reader.contents().topics.size()) std::abort();
    for (const std::byte each : (*message)->data) sum = sum + static_cast<std::size_t>(each);
  }
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const int file = ::memfd_create("fuzz", MFD_CLOEXEC);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  if (::ftruncate(file, 0) != 0 || ::pwrite(file, data, size, 0) != static_cast<ssize_t>(size)) {
    std::abort();
  }
  auto opened = bag::InputFile::open(path);
  if (!opened) std::abort();
  const bool loads_ahead = size % 8 == 1;  // a thread for each input would be most of the time
  auto reader = bag::McapReader::open(*std::move(opened), 1 << 20, loads_ahead);
  if (!reader) return 0;
  read_all(**reader, bag::ReadOrder::kReceived);
  read_all(**reader, bag::ReadOrder::kReceivedReverse);
  read_all(**reader, bag::ReadOrder::kFile);
  return 0;
}
