// Feeds any bytes to the generated decoders, under libFuzzer and sanitizers.
//
// An input is one byte that picks a type, then a payload as a peer would send
// it. What is accepted must come out the same after being written and read
// again; what is not must only leave an object that can still be destroyed. A view
// of the same bytes must accept the same, and show it.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "ranvier/codec/cdr.h"
#include "ranvier/codec/type_info.h"
#include "test_msgs/action/view/nested_message.hpp"
#include "test_msgs/msg/view/arrays.hpp"
#include "test_msgs/msg/view/basic_types.hpp"
#include "test_msgs/msg/view/bounded_plain_sequences.hpp"
#include "test_msgs/msg/view/bounded_sequences.hpp"
#include "test_msgs/msg/view/builtins.hpp"
#include "test_msgs/msg/view/empty.hpp"
#include "test_msgs/msg/view/multi_nested.hpp"
#include "test_msgs/msg/view/strings.hpp"
#include "test_msgs/msg/view/unbounded_sequences.hpp"
#include "test_msgs/msg/view/w_strings.hpp"
#include "test_msgs/srv/view/arrays.hpp"
#include "view_json.h"

namespace {

using namespace ranvier::codec;
using Bytes = std::vector<unsigned char>;
using Object = std::unique_ptr<void, void (*)(void*)>;

template <typename... T>
std::vector<views::Type> types() {
  return {views::type<T>()...};
}

Bytes encode(const TypeInfo& type, const void* object) {
  Bytes bytes(type.encoded_size(object));
  Encoder to(bytes.data(), bytes.size());
  type.encode(object, to);
  if (!to.ok() || to.position() != bytes.size()) std::abort();
  return bytes;
}

void check_round_trip(const TypeInfo& type, const void* object) {
  const Bytes first = encode(type, object);
  const Object again(type.create(), type.destroy);
  Decoder from(first.data(), first.size());
  if (!type.decode(again.get(), from) || encode(type, again.get()) != first) {
    std::fprintf(stderr, "%s: what was written does not read back as it was\n", type.name);
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace test_msgs;
  static const auto known =
      types<msg::BasicTypes, msg::Arrays, msg::BoundedPlainSequences, msg::BoundedSequences,
            msg::Builtins, msg::Empty, msg::MultiNested, msg::Strings, msg::UnboundedSequences,
            msg::WStrings, srv::Arrays::Event, action::NestedMessage::Impl::FeedbackMessage>();
  if (size == 0) return 0;
  const views::Type& viewed = known[data[0] % known.size()];
  const TypeInfo& type = *viewed.info;
  Decoder from(nullptr, 0);
  const Object object(type.create(), type.destroy);
  const bool good = open_payload(data + 1, size - 1, from) && type.decode(object.get(), from);
  if (good) check_round_trip(type, object.get());
  const auto seen = viewed.see(data + 1, size - 1);
  if (seen.has_value() != good || (seen && seen->json != reflect::to_json(type, object.get()))) {
    std::fprintf(stderr, "%s: a view is not what the codec reads\n", type.name);
    std::abort();
  }
  return 0;
}
