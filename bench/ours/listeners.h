// What several subscriptions of one worker say together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include "bench/common/latency.h"
#include "bench/common/session.h"

namespace ranvier::bench {

/// Listeners with matched() and log(), a LatencyLog.
///
/// Threads: as LatencyLog.
template <class Listener>
class Listeners final {
 public:
  template <class... Given>
  Listener& add(Given&&... given) {
    all_.push_back(std::make_unique<Listener>(std::forward<Given>(given)...));
    return *all_.back();
  }
  bool empty() const noexcept { return all_.empty(); }
  std::size_t size() const noexcept { return all_.size(); }

  bool matched() const {
    return std::all_of(all_.begin(), all_.end(), [](const auto& one) { return one->matched(); });
  }
  bool warm() const {
    return std::all_of(all_.begin(), all_.end(), [](const auto& one) { return one->log().warm(); });
  }
  std::uint64_t received() const {
    std::uint64_t sum = 0;
    for (const auto& one : all_) sum += one->log().received();
    return sum;
  }
  /// The means of these numbers over the listeners, and how much all of them received.
  void describe(Findings& findings, std::initializer_list<const char*> means) const {
    for (const auto& one : all_) {
      Findings own;
      one->log().describe(own);
      for (const char* key : means) {
        findings.numbers[key] += own.numbers[key] / static_cast<double>(all_.size());
      }
    }
    findings.numbers["received"] = static_cast<double>(received());
  }

 private:
  std::vector<std::unique_ptr<Listener>> all_;
};

}  // namespace ranvier::bench
