// Says each text once.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "ranvier/os/mutex.h"

namespace ranvier {

/// Calls `warn` once for each text. Threads: any.
class Once final {
 public:
  void tell(const std::string& text, const std::function<void(const std::string&)>& warn) {
    {
      Lock lock(mutex_);
      if (!told_.insert(text).second) return;
    }
    warn(text);
  }

 private:
  Mutex mutex_{"settings"};
  std::set<std::string> told_ RANVIER_GUARDED_BY(mutex_);
};

}  // namespace ranvier
