#include <array>
#include <string>

#include "ranvier/node/names.h"
#include "rcutils/error_handling.h"
#include "rmw/validate_full_topic_name.h"

namespace {

using ranvier::BadName;
using ranvier::NameFault;
using ranvier::NameKind;

// The faults in the order of the codes, which start at 1.
constexpr std::array kPathFaults{
    NameFault::kEmpty,         NameFault::kNotAbsolute,  NameFault::kEndsWithSlash,
    NameFault::kForbiddenCharacter, NameFault::kRepeatedSlash, NameFault::kStartsWithDigit,
    NameFault::kTooLong};
constexpr std::array kNodeFaults{NameFault::kEmpty, NameFault::kForbiddenCharacter,
                                 NameFault::kStartsWithDigit, NameFault::kTooLong};

template <std::size_t Size>
rmw_ret_t validate(const char* name, std::optional<BadName> (*check)(std::string_view) noexcept,
                   const std::array<NameFault, Size>& faults, int* result, size_t* index) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(name, RMW_RET_INVALID_ARGUMENT);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(result, RMW_RET_INVALID_ARGUMENT);
  *result = 0;
  const auto bad = check(name);
  if (!bad) return RMW_RET_OK;
  for (std::size_t i = 0; i < Size; ++i) {
    if (faults[i] == bad->fault) *result = static_cast<int>(i) + 1;
  }
  if (index) *index = bad->index;
  return RMW_RET_OK;
}

// The sentences live as long as the process: C callers keep the pointers.
template <NameKind kKind, std::size_t Size>
const char* sentence(const std::array<NameFault, Size>& faults, int result) {
  static const auto& sentences = *[&] {
    auto* made = new std::array<std::string, Size>;
    for (std::size_t i = 0; i < Size; ++i) (*made)[i] = ranvier::rule_of(kKind, faults[i]);
    return made;
  }();
  if (result < 1 || result > static_cast<int>(Size)) return nullptr;
  return sentences[static_cast<std::size_t>(result) - 1].c_str();
}

}  // namespace

rmw_ret_t rmw_validate_full_topic_name(const char* topic_name, int* validation_result,
                                       size_t* invalid_index) {
  return validate(topic_name, ranvier::check_full_name, kPathFaults, validation_result,
                  invalid_index);
}

rmw_ret_t rmw_validate_namespace(const char* namespace_, int* validation_result,
                                 size_t* invalid_index) {
  return validate(namespace_, ranvier::check_namespace, kPathFaults, validation_result,
                  invalid_index);
}

rmw_ret_t rmw_validate_node_name(const char* node_name, int* validation_result,
                                 size_t* invalid_index) {
  return validate(node_name, ranvier::check_node_name, kNodeFaults, validation_result,
                  invalid_index);
}

const char* rmw_full_topic_name_validation_result_string(int validation_result) {
  return sentence<NameKind::kTopic>(kPathFaults, validation_result);
}

const char* rmw_namespace_validation_result_string(int validation_result) {
  return sentence<NameKind::kNamespace>(kPathFaults, validation_result);
}

const char* rmw_node_name_validation_result_string(int validation_result) {
  return sentence<NameKind::kNode>(kNodeFaults, validation_result);
}
