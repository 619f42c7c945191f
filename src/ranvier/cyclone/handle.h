// DDS entities and their names.
#pragma once

#include <dds/dds.h>

#include <cstdint>
#include <utility>

#include "ranvier/msg/message.h"
#include "ranvier/os/fork.h"

namespace ranvier::cyclone {

/// A DDS entity that goes when its last holder goes. In a child of fork() it is the parent's, which
/// still has it: nothing is done there.
class Handle final {
 public:
  explicit Handle(dds_entity_t entity = 0) : entity_(entity) {}
  ~Handle() { reset(); }
  Handle(Handle&& other) noexcept : made_by_(other.made_by_), entity_(other.release()) {}
  Handle& operator=(Handle other) noexcept {
    std::swap(entity_, other.entity_);
    std::swap(made_by_, other.made_by_);
    return *this;
  }
  dds_entity_t get() const noexcept { return entity_; }
  dds_entity_t release() noexcept { return std::exchange(entity_, 0); }
  /// Contract: blocks until no DDS thread uses the entity.
  void reset() noexcept {
    if (entity_ > 0 && made_by_.is_this()) dds_delete(release());
  }

 private:
  MakingProcess made_by_;
  dds_entity_t entity_;
};

/// What DDS calls an endpoint or participant, as we do.
Gid to_gid(const dds_guid_t& guid) noexcept;

/// The GUID of an entity as bytes.
Gid gid_of(dds_entity_t entity);

}  // namespace ranvier::cyclone
