// Memory for one payload that came from the network.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ranvier/msg/message.h"

namespace ranvier::cyclone {

/// Takes memory for `size` bytes and up to three of padding: from the block
/// pool if it fits, from a cache of large buffers if it is large (so that a
/// stream of images does not fault its pages in again for each), else from the
/// heap. `keeper` gives it back, on any thread.
/// @return null if there is no memory.
/// Contract: any thread; does not block on more than a few instructions.
std::uint8_t* take_payload(std::size_t size, BytesKeeper& keeper) noexcept;

}  // namespace ranvier::cyclone
