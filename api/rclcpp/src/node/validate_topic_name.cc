// rcl/validate_topic_name.h: the rules of the core's names by the codes of rcl.
#include "rcl/validate_topic_name.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string_view>

#include "core/c_edge.hpp"
#include "ranvier/base/ascii.h"
#include "ranvier/node/names.h"

namespace rclcpp::detail
{
namespace
{

using ranvier::NameFault;

struct TopicNameFault
{
  NameFault fault;
  int code;
};
constexpr std::array kTopicNameFaults{
  TopicNameFault{NameFault::kEmpty, RCL_TOPIC_NAME_INVALID_IS_EMPTY_STRING},
  TopicNameFault{NameFault::kEndsWithSlash, RCL_TOPIC_NAME_INVALID_ENDS_WITH_FORWARD_SLASH},
  TopicNameFault{
    NameFault::kForbiddenCharacter, RCL_TOPIC_NAME_INVALID_CONTAINS_UNALLOWED_CHARACTERS},
  TopicNameFault{
    NameFault::kStartsWithDigit, RCL_TOPIC_NAME_INVALID_NAME_TOKEN_STARTS_WITH_NUMBER},
  TopicNameFault{NameFault::kUnmatchedBrace, RCL_TOPIC_NAME_INVALID_UNMATCHED_CURLY_BRACE},
  TopicNameFault{NameFault::kTildeNotFirst, RCL_TOPIC_NAME_INVALID_MISPLACED_TILDE},
  TopicNameFault{
    NameFault::kTildeWithoutSlash, RCL_TOPIC_NAME_INVALID_TILDE_NOT_FOLLOWED_BY_FORWARD_SLASH},
  TopicNameFault{
    NameFault::kForbiddenInBraces,
    RCL_TOPIC_NAME_INVALID_SUBSTITUTION_CONTAINS_UNALLOWED_CHARACTERS}};

// A repeated slash is no fault here: what stands behind it is looked at like a name.
std::optional<ranvier::BadName> check_unexpanded(std::string_view name) noexcept
{
  std::size_t skipped = 0;
  auto bad = ranvier::check_name(name);
  while (bad && bad->fault == NameFault::kRepeatedSlash) {
    skipped += bad->index;
    bad = ranvier::check_name(name.substr(skipped));
  }
  if (bad) {bad->index += skipped;}
  return bad;
}

int code_of(std::string_view name, const ranvier::BadName & bad) noexcept
{
  if (bad.fault == NameFault::kForbiddenInBraces && ranvier::is_ascii_digit(name[bad.index])) {
    return RCL_TOPIC_NAME_INVALID_SUBSTITUTION_STARTS_WITH_NUMBER;
  }
  const auto found = std::find_if(
    kTopicNameFaults.begin(), kTopicNameFaults.end(),
    [&bad](const TopicNameFault & one) {return one.fault == bad.fault;});
  return found->code;
}

}  // namespace
}  // namespace rclcpp::detail

rcl_ret_t rcl_validate_topic_name(
  const char * topic_name, int * validation_result, size_t * invalid_index)
{
  return rcl_validate_topic_name_with_size(
    topic_name, topic_name == nullptr ? 0 : std::strlen(topic_name), validation_result,
    invalid_index);
}

rcl_ret_t rcl_validate_topic_name_with_size(
  const char * topic_name, size_t topic_name_length, int * validation_result,
  size_t * invalid_index)
{
  using rclcpp::detail::refused;
  if (topic_name == nullptr) {
    return refused(RCL_RET_INVALID_ARGUMENT, "the topic name is null: give a text");
  }
  if (validation_result == nullptr) {
    return refused(RCL_RET_INVALID_ARGUMENT, "there is no place for the result: give one");
  }
  const std::string_view name(topic_name, topic_name_length);
  const auto bad = rclcpp::detail::check_unexpanded(name);
  *validation_result = bad ? rclcpp::detail::code_of(name, *bad) : RCL_TOPIC_NAME_VALID;
  if (bad && invalid_index != nullptr) {*invalid_index = bad->index;}
  return RCL_RET_OK;
}

const char * rcl_topic_name_validation_result_string(int validation_result)
{
  switch (validation_result) {
    case RCL_TOPIC_NAME_VALID: return nullptr;
    case RCL_TOPIC_NAME_INVALID_IS_EMPTY_STRING: return "a topic name must not be empty";
    case RCL_TOPIC_NAME_INVALID_ENDS_WITH_FORWARD_SLASH:
      return "a topic name must not end with a '/'";
    case RCL_TOPIC_NAME_INVALID_CONTAINS_UNALLOWED_CHARACTERS:
      return "a topic name has only letters, digits, '_', '/', '~', '{' and '}'";
    case RCL_TOPIC_NAME_INVALID_NAME_TOKEN_STARTS_WITH_NUMBER:
      return "no part of a topic name may start with a digit";
    case RCL_TOPIC_NAME_INVALID_UNMATCHED_CURLY_BRACE:
      return "each curly brace of a topic name needs the other one";
    case RCL_TOPIC_NAME_INVALID_MISPLACED_TILDE:
      return "a topic name may have a '~' only as its first character";
    case RCL_TOPIC_NAME_INVALID_TILDE_NOT_FOLLOWED_BY_FORWARD_SLASH:
      return "a topic name needs a '/' behind its '~'";
    case RCL_TOPIC_NAME_INVALID_SUBSTITUTION_CONTAINS_UNALLOWED_CHARACTERS:
      return "a substitution in a topic name has only letters, digits and '_'";
    case RCL_TOPIC_NAME_INVALID_SUBSTITUTION_STARTS_WITH_NUMBER:
      return "a substitution in a topic name must not start with a digit";
    default: return "this is no result of rcl_validate_topic_name()";
  }
}
