// A DDS reader and the sink that belongs to it.
#pragma once

#include <memory>
#include <utility>

#include "ranvier/cyclone/endpoints/reader_cache.h"
#include "ranvier/cyclone/participant.h"

namespace ranvier::cyclone {

/// Cyclone frees the sink with the reader, and not before, so this has both.
///
/// Threads: one at a time; what the sink allows is its own contract.
template <class Sink>
class OwningReader final {
 public:
  OwningReader() = default;  ///< none
  /// Without a reader the sink is gone too, and get() is Cyclone's return code.
  OwningReader(const Participant& participant, const Topic& topic, const dds_qos_t* qos,
               const dds_listener_t* listener, std::unique_ptr<Sink> sink)
      : sink_(sink.get()),
        entity_(create_reader(participant.subscriber(), topic.entity.get(), qos, listener,
                              std::move(sink))) {}

  explicit operator bool() const noexcept { return entity_.get() > 0; }
  dds_entity_t get() const noexcept { return entity_.get(); }
  Sink* operator->() const noexcept { return sink_; }
  Sink& operator*() const noexcept { return *sink_; }

  /// Gives both away: deleting the entity frees the sink.
  Handle release() noexcept { return std::move(entity_); }

 private:
  Sink* sink_ = nullptr;
  Handle entity_;
};

}  // namespace ranvier::cyclone
