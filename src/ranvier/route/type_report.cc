#include "ranvier/route/type_report.h"

#include <algorithm>

namespace ranvier {
namespace {

// The same for both sides of a pair: neither says it after the other.
std::string key_of(const TypeMismatch& mismatch) {
  const auto [first, second] = std::minmax(mismatch.type, mismatch.other_type);
  const bool service = mismatch.of == TypeMismatch::Of::kService;
  return (service ? "service " : "topic ") + mismatch.name + '\n' + first + '\n' + second;
}

}  // namespace

std::optional<std::string> TypeReport::line(const TypeMismatch& mismatch) {
  Lock lock(mutex_);
  if (said_.size() == kMostLines || !said_.insert(key_of(mismatch)).second) return std::nullopt;
  const bool service = mismatch.of == TypeMismatch::Of::kService;
  std::string text = std::string(service ? "Service" : "Topic") + " '" + mismatch.name + "' (" +
                     mismatch.type + "): " + mismatch.other + " uses it with the type " +
                     mismatch.other_type + ", so no " + (service ? "requests" : "messages") +
                     " pass between the two. Let both use one type, or remap one of them to "
                     "another " +
                     (service ? "service." : "topic.");
  if (said_.size() == kMostLines) text += " Further names of two types are not reported.";
  return text;
}

}  // namespace ranvier
