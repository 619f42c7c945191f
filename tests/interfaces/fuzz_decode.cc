// Feeds any bytes to the generated decoders, under libFuzzer and sanitizers.
//
// An input is one byte that picks a type, then a payload as a peer would send
// it. What is accepted must come out the same after being written and read
// again; what is not must only leave an object that can still be destroyed.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "rosidl_typesupport_ranvier/cdr.hpp"
#include "rosidl_typesupport_ranvier/type_info.hpp"
#include "test_msgs/action/nested_message.hpp"
#include "test_msgs/msg/arrays.hpp"
#include "test_msgs/msg/basic_types.hpp"
#include "test_msgs/msg/bounded_plain_sequences.hpp"
#include "test_msgs/msg/bounded_sequences.hpp"
#include "test_msgs/msg/builtins.hpp"
#include "test_msgs/msg/empty.hpp"
#include "test_msgs/msg/multi_nested.hpp"
#include "test_msgs/msg/strings.hpp"
#include "test_msgs/msg/unbounded_sequences.hpp"
#include "test_msgs/msg/w_strings.hpp"
#include "test_msgs/srv/arrays.hpp"

namespace {

using namespace rosidl_typesupport_ranvier;
using Bytes = std::vector<unsigned char>;
using Object = std::unique_ptr<void, void (*)(void*)>;

template <typename... T>
std::vector<const TypeInfo*> types() {
  return {static_cast<const TypeInfo*>(
    rosidl_typesupport_cpp::get_message_type_support_handle<T>()->data)...};
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
  const TypeInfo& type = *known[data[0] % known.size()];
  Decoder from(nullptr, 0);
  const Object object(type.create(), type.destroy);
  if (open_payload(data + 1, size - 1, from) && type.decode(object.get(), from)) {
    check_round_trip(type, object.get());
  }
  return 0;
}
