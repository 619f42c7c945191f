// The DDS domain of a process, shared by its contexts.
#pragma once

#include <dds/dds.h>

#include <cstdint>
#include <memory>
#include <string>

#include "ranvier/base/result.h"
#include "ranvier/os/fork.h"

namespace ranvier::cyclone {

/// Keeps a configured domain alive; the last holder deletes it.
///
/// Cyclone has one configuration per domain and process: that of the first context.
/// A domain that other code has created is used as it is. A child of fork() has none of DDS's threads:
/// while a domain of its parent is there it joins none.
class Domain final {
 public:
  /// Contract: any thread; blocks while the domain starts or stops.
  static Result<std::shared_ptr<Domain>> join(std::uint32_t id, const std::string& config);
  ~Domain();
  Domain(const Domain&) = delete;
  Domain& operator=(const Domain&) = delete;

 private:
  explicit Domain(dds_entity_t entity) : entity_(entity) {}
  dds_entity_t entity_;  // 0: not ours
  const MakingProcess made_by_;
};

}  // namespace ranvier::cyclone
