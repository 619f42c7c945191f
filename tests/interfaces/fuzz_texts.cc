// libFuzzer: texts that users and their files give, short ones and the same many times over:
// none of them makes a parser call itself until the stack ends, or read past it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "ranvier/node/arguments.h"
#include "ranvier/node/content_filter.h"
#include "ranvier/node/names.h"
#include "ranvier/policy/policy_file.h"

namespace {

using ranvier::TypeInfo;
using namespace ranvier::codec;

struct Sample {
  std::int32_t number = -5;
  double part = 1.5;
  std::string name = "left wheel";
};

constexpr Member plain(const char* name, Scalar scalar, std::size_t offset) {
  return {name,    scalar,  Repeat::kNone, 0, 0, nullptr, static_cast<std::uint32_t>(offset),
          nullptr, nullptr, nullptr};
}

const TypeInfo& sample_type() {
  static const Member members[] = {plain("number", Scalar::kInt32, offsetof(Sample, number)),
                                   plain("part", Scalar::kDouble, offsetof(Sample, part)),
                                   plain("name", Scalar::kString, offsetof(Sample, name))};
  static const TypeInfo type = [] {
    TypeInfo info{};
    info.name = "test/msg/Sample";
    info.members = members;
    info.member_count = 3;
    return info;
  }();
  return type;
}

// So often that a text of one character fills 64 kB.
std::string repeated(std::string_view text, unsigned power) {
  constexpr std::size_t kMost = 64 * 1024;
  std::string all(text);
  for (; power > 0 && all.size() * 2 <= kMost; --power) all += all;
  return all;
}

}  // namespace

// The first two bytes: which parser, and how often what stands before a '|' comes; the rest of
// it comes once behind that.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view given(reinterpret_cast<const char*>(data) + 2, size - 2);
  const std::size_t bar = std::min(given.find('|'), given.size());
  const std::string text = repeated(given.substr(0, bar), data[1] % 17) +
                           std::string(given.substr(std::min(bar + 1, given.size())));
  switch (data[0] < 250 ? data[0] % 5 : 5) {
    case 0: static_cast<void>(ranvier::parse_parameter_yaml(text, "a file")); break;
    case 1: static_cast<void>(ranvier::parse_parameter_value(text)); break;
    case 2: {
      const auto filter = ranvier::ContentFilter::parse(sample_type(), text, {"1", "'a'"});
      const Sample sample;
      if (filter) static_cast<void>((*filter)->passes(&sample));
      break;
    }
    case 3: static_cast<void>(ranvier::matches_node(text, "/a/b/c/a/b/c/node")); break;
    case 5: static_cast<void>(ranvier::PolicyFile::parse(text, "a file")); break;
    default: static_cast<void>(ranvier::parse_remap_rule(text)); break;
  }
  return 0;
}
