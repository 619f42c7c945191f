#include "ranvier/route/type_report.h"

#include <algorithm>

namespace ranvier {
namespace {

// The same for both sides of a pair: neither says it after the other.
std::string key_of(const TypeMismatch& mismatch) {
  const auto [first, second] = std::minmax(mismatch.type, mismatch.other_type);
  return mismatch.topic + '\n' + first + '\n' + second;
}

}  // namespace

std::optional<std::string> TypeReport::line(const TypeMismatch& mismatch) {
  Lock lock(mutex_);
  if (said_.size() == kMostLines || !said_.insert(key_of(mismatch)).second) return std::nullopt;
  std::string text = "Topic '" + mismatch.topic + "' (" + mismatch.type + "): " + mismatch.other +
                     " uses it with the type " + mismatch.other_type +
                     ", so no messages pass between the two. Let both use one type, or remap one "
                     "of them to another topic.";
  if (said_.size() == kMostLines) text += " Further topics of two types are not reported.";
  return text;
}

}  // namespace ranvier
