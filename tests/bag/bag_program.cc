// For tests in Python: writes a bag of known messages, or prints what a bag holds.
//
// usage: bag_program write <folder> <storage> <preset> <config file or ""> <messages>
//        bag_program endless <folder> <storage> <preset> <config file or "">
//        bag_program dump <folder or file>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bag/storage/bag_reader.h"
#include "bag/storage/bag_writer.h"
#include "bag/storage/bytes.h"

namespace bag = ranvier::bag;

namespace {

constexpr const char* kQos =
    "- history: keep_last\n  depth: 10\n  reliability: reliable\n  durability: volatile\n"
    "  deadline:\n    sec: 9223372036\n    nsec: 854775807\n"
    "  lifespan:\n    sec: 9223372036\n    nsec: 854775807\n  liveliness: automatic\n"
    "  liveliness_lease_duration:\n    sec: 9223372036\n    nsec: 854775807\n"
    "  avoid_ros_namespace_conventions: false\n";

constexpr const char* kTextHash =
    "RIHS01_df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18";
constexpr const char* kNumberHash =
    "RIHS01_b6578ded3c58c626cfe8d1a6fb6e04f706f97e9f03d2727c9ff4e74b1cef0deb";

int fail(const std::string& words) {
  std::fprintf(stderr, "%s\n", words.c_str());
  return 1;
}

/// CDR of a std_msgs/msg/String, without what a reader skips.
bag::Buffer string_of(const std::string& text) {
  bag::Buffer bytes;
  bag::Packer to(bytes);
  to.number(std::uint32_t{0x00000100}).number(static_cast<std::uint32_t>(text.size() + 1));
  to.bytes(bag::bytes_of(text)).number(std::uint8_t{0});
  return bytes;
}

bag::Buffer number_of(std::int32_t value) {
  bag::Buffer bytes;
  bag::Packer(bytes).number(std::uint32_t{0x00000100}).number(value);
  return bytes;
}

/// Message `i`: "/text" and "/number" in turn; some texts are large, and some times go back.
ranvier::Result<void> write_one(bag::BagWriter& writer, int i) {
  const bool number = i % 2 == 1;
  const std::size_t size = i % 50 == 0 ? 100'000 : 20;
  const bag::Buffer bytes =
      number ? number_of(i) : string_of(std::to_string(i) + std::string(size, 'x'));
  const std::int64_t step = i % 10 == 9 ? i - 5 : i;
  const std::int64_t time = 1'700'000'000'000'000'000 + step * 1'000'000;
  const bag::Bytes whole(bytes);
  const bag::Bytes parts[] = {whole.first(4), whole.subspan(4)};
  const bag::BagMessage message{static_cast<bag::TopicId>(number), time, time - 1000, parts};
  return writer.write({&message, 1});
}

int write(char** arguments, int count) {
  bag::WriteOptions options{.uri = arguments[0], .storage_id = arguments[1]};
  options.settings.preset = arguments[2];
  options.settings.config = arguments[3];
  options.ros_distro = "jazzy";
  options.custom_data = {{"robot", "r2"}};
  const auto writer = bag::BagWriter::open(options);
  if (!writer) return fail(writer.error().what);
  bag::BagWriter& to = **writer;
  const auto text = to.add_topic({"/text", "std_msgs/msg/String", "cdr", kTextHash, kQos},
                                 {"ros2msg", "string data\n"});
  const auto number = to.add_topic({"/number", "std_msgs/msg/Int32", "cdr", kNumberHash, kQos},
                                   {"ros2msg", "int32 data\n"});
  if (!text || !number) return fail("a topic was refused");
  for (int i = 0; count < 0 || i < count; ++i) {
    if (const auto done = write_one(to, i); !done) return fail(done.error().what);
    if (count < 0) {  // what the reader of this pipe has seen, the bag must have
      std::printf("%d\n", i);
      std::fflush(stdout);
    }
  }
  const auto closed = to.close();
  return closed ? 0 : fail(closed.error().what);
}

int dump(const char* uri) {
  const auto reader = bag::BagReader::open({.uri = uri});
  if (!reader) return fail(reader.error().what);
  for (;;) {
    const auto message = (*reader)->next();
    if (!message) return fail(message.error().what);
    if (!*message) break;
    const auto& topic = (*reader)->topics()[(*message)->topic].topic;
    std::printf("%s %s %lld %lld ", topic.name.c_str(), topic.type.c_str(),
                static_cast<long long>((*message)->received_ns),
                static_cast<long long>((*message)->sent_ns));
    for (const std::byte each : (*message)->data) std::printf("%02x", static_cast<unsigned>(each));
    std::printf("\n");
  }
  for (const std::string& damage : (*reader)->damage()) fail(damage);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string_view what = count > 1 ? arguments[1] : "";
  if (what == "write" && count == 7) return write(arguments + 2, std::atoi(arguments[6]));
  if (what == "endless" && count == 6) return write(arguments + 2, -1);
  if (what == "dump" && count == 3) return dump(arguments[2]);
  return fail("usage: see the first lines of bag_program.cc");
}
