#include "ranvier/run/round_rules.h"

#include <algorithm>

namespace ranvier {

RoundRules::Trigger RoundRules::any() {
  return [](const std::vector<bool>&) { return true; };
}

RoundRules::Trigger RoundRules::all() {
  return [](const std::vector<bool>& ready) {
    return std::find(ready.begin(), ready.end(), false) == ready.end();
  };
}

RoundRules::Trigger RoundRules::one(std::size_t at) {
  return [at](const std::vector<bool>& ready) { return at < ready.size() && ready[at]; };
}

}  // namespace ranvier
