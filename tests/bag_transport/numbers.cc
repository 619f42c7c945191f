// numbers <bag>: prints what is in a bag of publisher.cc, a line for each topic: its
// name, how many messages it has, the last number, and how many numbers follow neither their
// predecessor nor begin at 0. Then "custom", key and value, behind tabs, for each entry of the
// bag's custom data. The status is 1 if it does not open.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>

#include "bag/storage/bag_reader.h"

namespace {

// Where the data of a std_msgs/msg/UInt8MultiArray without dimensions begins in its encoding.
constexpr std::size_t kData = 16;

struct Numbers {
  std::uint64_t messages = 0;
  std::uint32_t last = 0;
  std::uint64_t gaps = 0;

  void add(ranvier::bag::Bytes bytes) {
    std::uint32_t number = 0;
    if (bytes.size() < kData + sizeof(number)) return;
    std::memcpy(&number, bytes.data() + kData, sizeof(number));
    const bool follows = messages != 0 && number == last + 1;
    if (number != 0 && !follows) ++gaps;
    last = number;
    ++messages;
  }
};

int fail(const ranvier::Error& error) {
  std::fprintf(stderr, "%s\n", error.what.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  ranvier::bag::ReadOptions options;
  options.uri = argc > 1 ? argv[1] : "";
  const auto bag = ranvier::bag::BagReader::open(options);
  if (!bag) return fail(bag.error());
  std::map<ranvier::bag::TopicId, Numbers> found;
  for (;;) {
    const auto message = (*bag)->next();
    if (!message) return fail(message.error());
    if (!*message) break;
    found[(*message)->topic].add((*message)->data);
  }
  for (const auto& [topic, numbers] : found) {
    std::printf("%s %llu %u %llu\n", (*bag)->topics()[topic].topic.name.c_str(),
                static_cast<unsigned long long>(numbers.messages), numbers.last,
                static_cast<unsigned long long>(numbers.gaps));
  }
  for (const auto& [key, value] : (*bag)->metadata().custom_data) {
    std::printf("custom\t%s\t%s\n", key.c_str(), value.c_str());
  }
  return 0;
}
