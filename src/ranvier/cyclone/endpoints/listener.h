// Listeners of DDS entities.
#pragma once

#include <dds/dds.h>

#include <memory>

namespace ranvier::cyclone {

struct DeleteListener {
  void operator()(dds_listener_t* listener) const noexcept { dds_delete_listener(listener); }
};
/// An entity copies what it is given: the listener itself may go at once.
using ListenerPtr = std::unique_ptr<dds_listener_t, DeleteListener>;

}  // namespace ranvier::cyclone
