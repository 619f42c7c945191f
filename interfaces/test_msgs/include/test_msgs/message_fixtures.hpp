// Messages of every kind of field, for tests of what stores and sends them.
#ifndef TEST_MSGS__MESSAGE_FIXTURES_HPP_
#define TEST_MSGS__MESSAGE_FIXTURES_HPP_

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "test_msgs/msg/arrays.hpp"
#include "test_msgs/msg/basic_types.hpp"
#include "test_msgs/msg/bounded_plain_sequences.hpp"
#include "test_msgs/msg/bounded_sequences.hpp"
#include "test_msgs/msg/builtins.hpp"
#include "test_msgs/msg/constants.hpp"
#include "test_msgs/msg/defaults.hpp"
#include "test_msgs/msg/empty.hpp"
#include "test_msgs/msg/multi_nested.hpp"
#include "test_msgs/msg/nested.hpp"
#include "test_msgs/msg/strings.hpp"
#include "test_msgs/msg/unbounded_sequences.hpp"
#include "test_msgs/msg/w_strings.hpp"

namespace test_msgs::fixtures
{

/// Zero, the largest number, the smallest one: which of them by `place`, modulo 3.
template<typename Number>
Number extreme(std::size_t place)
{
  using Limits = std::numeric_limits<Number>;
  if constexpr (std::is_same_v<Number, bool>) {
    return place % 3 == 1;
  } else if constexpr (std::is_floating_point_v<Number>) {
    return place % 3 == 0 ? Number(0) : place % 3 == 1 ? Number(1.125) : Number(-2.125);
  } else {
    return place % 3 == 0 ? Number(0) : place % 3 == 1 ? Limits::max() : Limits::min();
  }
}

/// Each number that is called `<type>_value`, or an element of `<type>_values`.
template<typename Message, typename Function>
void each_value(Message & message, Function function)
{
  function(message.bool_value);
  function(message.byte_value);
  function(message.char_value);
  function(message.float32_value);
  function(message.float64_value);
  function(message.int8_value);
  function(message.uint8_value);
  function(message.int16_value);
  function(message.uint16_value);
  function(message.int32_value);
  function(message.uint32_value);
  function(message.int64_value);
  function(message.uint64_value);
}
/// The same of `<type>_values`, arrays or sequences.
template<typename Message, typename Function>
void each_list(Message & message, Function function)
{
  function(message.bool_values);
  function(message.byte_values);
  function(message.char_values);
  function(message.float32_values);
  function(message.float64_values);
  function(message.int8_values);
  function(message.uint8_values);
  function(message.int16_values);
  function(message.uint16_values);
  function(message.int32_values);
  function(message.uint32_values);
  function(message.int64_values);
  function(message.uint64_values);
}

/// Of a sequence; an array has its size.
template<typename List>
void resize(List & list, std::size_t size)
{
  if constexpr (!std::is_same_v<List, std::array<typename List::value_type, 3>>) {
    list.resize(size);
  }
}

/// `size` elements that differ.
template<typename List>
void fill(List & list, std::size_t size)
{
  resize(list, size);
  for (std::size_t i = 0; i < size; ++i) {
    list[i] = size <= 3 ? extreme<typename List::value_type>(i) :
      static_cast<typename List::value_type>(i);
  }
}

}  // namespace test_msgs::fixtures

/// One of each function's messages, at least. Of all: the caller's alone.
inline std::vector<test_msgs::msg::Empty::SharedPtr> get_messages_empty()
{
  return {std::make_shared<test_msgs::msg::Empty>()};
}

/// Zeros, the largest numbers, the smallest ones, and ones.
inline std::vector<test_msgs::msg::BasicTypes::SharedPtr> get_messages_basic_types()
{
  std::vector<test_msgs::msg::BasicTypes::SharedPtr> messages;
  for (std::size_t place = 0; place < 3; ++place) {
    messages.push_back(std::make_shared<test_msgs::msg::BasicTypes>());
    test_msgs::fixtures::each_value(
      *messages.back(), [place](auto & value) {
        value = test_msgs::fixtures::extreme<std::decay_t<decltype(value)>>(place);
      });
  }
  messages.push_back(std::make_shared<test_msgs::msg::BasicTypes>());
  test_msgs::fixtures::each_value(*messages.back(), [](auto & value) {value = 1;});
  return messages;
}

/// As it is made.
inline std::vector<test_msgs::msg::Constants::SharedPtr> get_messages_constants()
{
  return {std::make_shared<test_msgs::msg::Constants>()};
}

/// As it is made.
inline std::vector<test_msgs::msg::Defaults::SharedPtr> get_messages_defaults()
{
  return {std::make_shared<test_msgs::msg::Defaults>()};
}

/// Empty, of ASCII, of other letters, and longer than any buffer of a fixed size.
inline std::vector<test_msgs::msg::Strings::SharedPtr> get_messages_strings()
{
  std::string digits;
  while (digits.size() < 20000) {digits += "0123456789";}
  std::vector<test_msgs::msg::Strings::SharedPtr> messages;
  for (const std::string & text : {std::string(), std::string("Hello world!"),
      std::string("Hell\xC3\xB6 W\xC3\xB6rld!"), digits})
  {
    messages.push_back(std::make_shared<test_msgs::msg::Strings>());
    messages.back()->string_value = text;
    messages.back()->bounded_string_value = text.substr(0, 22);
  }
  return messages;
}

namespace test_msgs::fixtures
{

/// Fills the lists of numbers, texts (where there are any) and messages.
template<typename Message>
void fill_lists(Message & message, std::size_t size)
{
  each_list(message, [size](auto & list) {fill(list, size);});
  const auto basic = get_messages_basic_types();
  resize(message.basic_types_values, size);
  for (std::size_t i = 0; i < size; ++i) {
    message.basic_types_values[i] = *basic[i % basic.size()];
  }
  if constexpr (!std::is_same_v<Message, test_msgs::msg::BoundedPlainSequences>) {
    resize(message.string_values, size);
    for (std::size_t i = 0; i < size; ++i) {
      message.string_values[i] = i == 0 ? "" : "text " + std::to_string(i);
    }
  }
}

/// One message for each size, and an empty one, which `alignment_check` tells from others.
template<typename Message>
std::vector<std::shared_ptr<Message>> sequences(const std::vector<std::size_t> & sizes)
{
  std::vector<std::shared_ptr<Message>> messages;
  for (const std::size_t size : sizes) {
    messages.push_back(std::make_shared<Message>());
    fill_lists(*messages.back(), size);
    messages.back()->alignment_check = static_cast<std::int32_t>(size);
  }
  messages.push_back(std::make_shared<Message>());
  messages.back()->alignment_check = 4;
  return messages;
}

/// Three elements, each a copy of one of the messages.
template<typename List, typename Messages>
void fill_with(List & list, const Messages & messages)
{
  resize(list, 3);
  for (std::size_t i = 0; i < 3; ++i) {list[i] = *messages[i % messages.size()];}
}

}  // namespace test_msgs::fixtures

/// Zero, the largest and the smallest number in each array.
inline std::vector<test_msgs::msg::Arrays::SharedPtr> get_messages_arrays()
{
  auto message = std::make_shared<test_msgs::msg::Arrays>();
  test_msgs::fixtures::fill_lists(*message, 3);
  return {message};
}

/// Of 0, 1, 3 and 1000 elements; the last one as it is made.
inline std::vector<test_msgs::msg::UnboundedSequences::SharedPtr>
get_messages_unbounded_sequences()
{
  return test_msgs::fixtures::sequences<test_msgs::msg::UnboundedSequences>({0, 1, 3, 1000});
}

/// Of 3 elements, and as it is made.
inline std::vector<test_msgs::msg::BoundedPlainSequences::SharedPtr>
get_messages_bounded_plain_sequences()
{
  return test_msgs::fixtures::sequences<test_msgs::msg::BoundedPlainSequences>({3});
}

/// Of 3 elements, and as it is made.
inline std::vector<test_msgs::msg::BoundedSequences::SharedPtr> get_messages_bounded_sequences()
{
  return test_msgs::fixtures::sequences<test_msgs::msg::BoundedSequences>({3});
}

/// Three of each kind in each list.
inline std::vector<test_msgs::msg::MultiNested::SharedPtr> get_messages_multi_nested()
{
  using test_msgs::fixtures::fill_with;
  const auto arrays = get_messages_arrays();
  const auto bounded = get_messages_bounded_sequences();
  const auto unbounded = get_messages_unbounded_sequences();
  auto message = std::make_shared<test_msgs::msg::MultiNested>();
  fill_with(message->array_of_arrays, arrays);
  fill_with(message->array_of_bounded_sequences, bounded);
  fill_with(message->array_of_unbounded_sequences, unbounded);
  fill_with(message->bounded_sequence_of_arrays, arrays);
  fill_with(message->bounded_sequence_of_bounded_sequences, bounded);
  fill_with(message->bounded_sequence_of_unbounded_sequences, unbounded);
  fill_with(message->unbounded_sequence_of_arrays, arrays);
  fill_with(message->unbounded_sequence_of_bounded_sequences, bounded);
  fill_with(message->unbounded_sequence_of_unbounded_sequences, unbounded);
  return {message};
}

/// Each message of get_messages_basic_types().
inline std::vector<test_msgs::msg::Nested::SharedPtr> get_messages_nested()
{
  std::vector<test_msgs::msg::Nested::SharedPtr> messages;
  for (const auto & basic : get_messages_basic_types()) {
    messages.push_back(std::make_shared<test_msgs::msg::Nested>());
    messages.back()->basic_types_value = *basic;
  }
  return messages;
}

/// Times before the epoch.
inline std::vector<test_msgs::msg::Builtins::SharedPtr> get_messages_builtins()
{
  auto message = std::make_shared<test_msgs::msg::Builtins>();
  message->duration_value.sec = -1234567890;
  message->duration_value.nanosec = 123456789;
  message->time_value.sec = -1234567890;
  message->time_value.nanosec = 987654321;
  return {message};
}

/// Empty with lists of texts, of ASCII, of letters with marks, of Japanese.
inline std::vector<test_msgs::msg::WStrings::SharedPtr> get_messages_wstrings()
{
  std::vector<test_msgs::msg::WStrings::SharedPtr> messages;
  for (const char16_t * text : {u"", u"ascii", u"Hell\u00F6 W\u00F6rld!", u"\u65E5\u672C\u8A9E"}) {
    messages.push_back(std::make_shared<test_msgs::msg::WStrings>());
    messages.back()->wstring_value = text;
  }
  messages.front()->array_of_wstrings = {u"a", u"\u00F6", u"\u65E5"};
  messages.front()->bounded_sequence_of_wstrings = {u"b", u"\u672C"};
  messages.front()->unbounded_sequence_of_wstrings = {u".", u"..", u"...", u"\u8A9E"};
  return messages;
}

#endif  // TEST_MSGS__MESSAGE_FIXTURES_HPP_
